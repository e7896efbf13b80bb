# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Results: what comes back to the caller."""

from cugraph_biclique.results.bicliques import Bicliques

__all__ = ["Bicliques"]
