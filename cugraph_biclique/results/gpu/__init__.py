# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The results of a search on a GPU: members of bicliques, sums over members, and absent
edges."""

from cugraph_biclique.results.gpu.members import (
    canonical_order,
    grown_members,
    kept_members,
    kept_sizes,
    sort_members,
)
from cugraph_biclique.results.gpu.missing import missing_pairs
from cugraph_biclique.results.gpu.sums import count_by_vertex, sum_grown, sum_kept

__all__ = [
    "canonical_order", "count_by_vertex", "grown_members", "kept_members", "kept_sizes",
    "missing_pairs", "sort_members", "sum_grown", "sum_kept",
]  # fmt: skip
