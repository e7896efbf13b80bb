# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The memory budget of the index for wing numbers."""

from __future__ import annotations

from cugraph_biclique.errors import MemoryBudgetError

WEDGE_BYTES = 24  # of a wedge: two ends in its bloom, and two links
BLOOM_BYTES = 20  # of a bloom: where it begins, its live wedges, the dead, and a list
MOST_IDS = 2**31 - 1  # of int32, for edges and blooms


def check_room(budget: int, edges: int, wedges: int, blooms: int, others: int) -> None:
    """Raise an error if an index has no room. `others`: bytes beside the index."""
    needed = WEDGE_BYTES * wedges + BLOOM_BYTES * blooms + others
    if needed > budget:
        raise MemoryBudgetError(
            f"memory_budget={budget:,} bytes is too small for the index of "
            f"{wedges:,} paths of two edges, which takes {needed:,} bytes: raise "
            "memory_budget, or pass fewer edges"
        )
    if max(edges, blooms) > MOST_IDS:
        raise ValueError(
            f"G has {edges:,} edges, and {blooms:,} pairs of vertices with several "
            f"common neighbours: pass a part of G with at most {MOST_IDS:,} of each"
        )
