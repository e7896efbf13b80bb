# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Local counts on CPU cores."""

from cugraph_biclique.local_counting.cpu.butterflies import butterflies
from cugraph_biclique.local_counting.cpu.worker import set_sums

__all__ = ["butterflies", "set_sums"]
