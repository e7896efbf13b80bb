# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Local counts on CPU cores."""

from cugraph_biclique.local_counting.cpu.by_priority import butterflies, butterfly_count
from cugraph_biclique.local_counting.cpu.worker import set_sums

__all__ = ["butterflies", "butterfly_count", "set_sums"]
