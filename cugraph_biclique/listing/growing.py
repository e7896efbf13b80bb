# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Grow sets of vertices of one side, depth first and in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.backend import Backend
from cugraph_biclique.contract.search_graph import Array
from cugraph_biclique.contract.sets import Sets
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.host.interrupts import interruptible

MOST_WEDGES = 1 << 22  # most wedges of a step: larger steps are not more efficient
BYTES_A_WEDGE = 96  # keys, their order and scratch on a device; CPU cores need less


class Side(NamedTuple):
    """Both adjacencies of a graph, that of the side whose sets grow first."""

    indptr: Array
    indices: Array
    other_indptr: Array
    other_indices: Array

    @classmethod
    def of(cls, graph: BipartiteGraph, on_left: bool) -> Side:
        """The adjacencies of a graph, where it is, the left ones first if `on_left`."""
        lefts = graph.left_indptr, graph.left_indices
        rights = graph.right_indptr, graph.right_indices
        return cls(*lefts, *rights) if on_left else cls(*rights, *lefts)

    @property
    def nbytes(self) -> int:
        return sum(int(array.nbytes) for array in self)


class Growing:
    """Sets of one size, and how many of them have been extended."""

    def __init__(self, sets: Sets, ends: np.ndarray) -> None:
        self.sets = sets
        self.ends = ends  # cumulative numbers of wedges of the sets
        self.first = 0  # the set to extend next

    def next_part(self, most: int) -> Sets:
        """Take the next sets, with at most `most` wedges or a single set."""
        before = int(self.ends[self.first - 1]) if self.first else 0
        last = int(np.searchsorted(self.ends, before + most, "right"))
        first, self.first = self.first, max(self.first + 1, last)
        return self.sets.part(first, self.first)


def check_budget(budget: int, least: int) -> None:
    """Raise an error if the budget is less than a number of bytes."""
    if budget < least:
        raise MemoryBudgetError(
            f"memory_budget={budget:,} bytes is too small for this list, which takes "
            f"{least:,} bytes: raise memory_budget, or ask for larger p and q, or for "
            "a larger least_common"
        )


def most_wedges(side: Side, roots: np.ndarray, picks: int, budget: int) -> int:
    """Return the largest number of wedges of one step, given the wedges of each root.

    Raises
    ------
    MemoryBudgetError
        If the sets that start at one vertex do not fit the budget. A set has hardly
        more wedges than its first vertex: never more on CPU cores. On a GPU, more of
        its lists may be left out, which costs up to an eighth.
    """
    largest = int(roots.max(initial=1))
    each = (budget - side.nbytes) // (BYTES_A_WEDGE * picks)
    if each < largest:
        check_budget(budget, side.nbytes + BYTES_A_WEDGE * picks * largest)
    return max(largest, min(each, MOST_WEDGES))


def all_roots(side: Side) -> Sets:
    """Return the sets of one vertex."""
    n = len(side.indptr) - 1
    ids = array_module(side.indices).arange(n, dtype=np.int32)
    return Sets(ids.reshape(n, 1), side.indptr, side.indices)


def complete_sets(
    side: Side,
    picks: int,
    least: int,
    backend: Backend,
    budget: int,
    on_roots: Callable[[int], Any],
    roots: Sets,
) -> Generator[Sets, None, None]:
    """Yield all sets of `picks` vertices with at least `least` common neighbours, whose
    first vertex is one of the `roots`.

    Sets are in lexicographic order. `on_roots` is called with the number of roots that
    are finished since the last call.
    """
    xp = array_module(side.indices)

    def work_of(sets: Sets) -> np.ndarray:
        return backend.pair_bounds(side.other_indptr, sets, least)

    if picks == 1:
        yield roots
        on_roots(len(roots))
        return
    work = work_of(roots)
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
            backend.extended,
            side.other_indptr, side.other_indices, some, least,
            picks - some.picked - 1,
        )  # fmt: skip
        if len(grown) and grown.picked == picks:
            yield grown
        elif len(grown):
            stack.append(Growing(grown, np.cumsum(work_of(grown))))
