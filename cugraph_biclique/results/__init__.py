# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The results of a call: `Bicliques`, frames and Parquet files."""

from cugraph_biclique.results.bicliques import Bicliques

__all__ = ["Bicliques"]
