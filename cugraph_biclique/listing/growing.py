# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Grow sets of vertices of one side, depth first and in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.arrays import array_module, to_host
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.interrupts import interruptible
from cugraph_biclique.listing.sets import Listing, Sets
from cugraph_biclique.preparation import Array

MOST_WEDGES = 1 << 22  # per step: more would not make the steps more efficient
BYTES_A_WEDGE = 96  # of keys, their order and scratch on a device; less on cores


class Side(NamedTuple):
    """A graph as seen from the side whose sets grow: both adjacencies."""

    indptr: Array
    indices: Array
    other_indptr: Array
    other_indices: Array

    @property
    def nbytes(self) -> int:
        return sum(int(array.nbytes) for array in self)


class Growing:
    """Sets of one size, the first of which have been extended."""

    def __init__(self, sets: Sets, ends: np.ndarray) -> None:
        self.sets = sets
        self.ends = ends  # sums of the wedges of the sets
        self.first = 0  # set to extend next

    def next_part(self, most: int) -> Sets:
        """Take the next sets, with at most `most` wedges or a single set."""
        before = int(self.ends[self.first - 1]) if self.first else 0
        last = int(np.searchsorted(self.ends, before + most, "right"))
        first, self.first = self.first, max(self.first + 1, last)
        return self.sets.part(first, self.first)


def wedges(side: Side, sets: Sets) -> np.ndarray:
    """Return the number of edges at the common neighbours of each set: int64.

    It bounds the work of adding a vertex, and the size of what comes out.
    """
    xp = array_module(sets.common)
    degree = side.other_indptr[1:] - side.other_indptr[:-1]
    sums = xp.zeros(len(sets.common) + 1, np.int64)
    xp.cumsum(degree[sets.common], out=sums[1:])
    return to_host(xp.diff(sums[sets.offsets]))


def check_budget(budget: int, least: int) -> None:
    """Raise an error if the budget is less than a number of bytes."""
    if budget < least:
        raise MemoryBudgetError(
            f"memory_budget={budget:,} bytes is too small to list these bicliques, "
            f"which takes {least:,} bytes: raise memory_budget, or ask for larger p "
            "and q"
        )


def most_wedges(side: Side, roots: np.ndarray, picks: int, budget: int) -> int:
    """Return the number of wedges of one step, given those of each vertex.

    Raises
    ------
    MemoryBudgetError
        If the sets that start at one vertex do not fit the budget. A set has no more
        wedges than its first vertex.
    """
    largest = int(roots.max(initial=1))
    each = (budget - side.nbytes) // (BYTES_A_WEDGE * picks)
    if each < largest:
        check_budget(budget, side.nbytes + BYTES_A_WEDGE * picks * largest)
    return max(largest, min(each, MOST_WEDGES))


def complete_sets(
    side: Side,
    picks: int,
    least: int,
    listing: Listing,
    budget: int,
    on_roots: Callable[[int], Any],
) -> Generator[Sets, None, None]:
    """Yield all sets of `picks` vertices with at least `least` common neighbours, in
    lexicographic order. `on_roots` is called with numbers of finished roots."""
    xp = array_module(side.indices)
    n = len(side.indptr) - 1
    roots = Sets(xp.arange(n, dtype=np.int32).reshape(n, 1), side.indptr, side.indices)
    if picks == 1:
        yield roots
        on_roots(n)
        return
    work = wedges(side, roots)
    most = most_wedges(side, work, picks, budget)
    stack = [Growing(roots, np.cumsum(work))]
    reported = 0
    while stack:
        top = stack[-1]
        if len(stack) == 1 and top.first > reported:
            on_roots(top.first - reported)
            reported = top.first
        if top.first == len(top.sets):
            stack.pop()
            continue
        some = top.next_part(most)
        grown = interruptible(
            int(top.ends[-1]) if xp is np else 0,
            listing.extended,
            side.other_indptr, side.other_indices, some, least,
            picks - some.picked - 1,
        )  # fmt: skip
        if len(grown) and grown.picked == picks:
            yield grown
        elif len(grown):
            stack.append(Growing(grown, np.cumsum(wedges(side, grown))))
