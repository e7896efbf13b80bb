# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The results of a search on CPU cores: members of bicliques, sums over members, and
absent edges."""

from cugraph_biclique.results.cpu.members import (
    canonical_order,
    fill_kept,
    grown_members,
    kept_members,
    kept_sizes,
    sort_members,
)
from cugraph_biclique.results.cpu.missing import missing_pairs
from cugraph_biclique.results.cpu.sums import count_by_vertex, sum_grown, sum_kept

__all__ = [
    "canonical_order", "count_by_vertex", "fill_kept", "grown_members", "kept_members",
    "kept_sizes", "missing_pairs", "sort_members", "sum_grown", "sum_kept",
]  # fmt: skip
