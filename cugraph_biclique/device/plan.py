# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Memory plans: how many bytes of a device each part of a call may use.

A budget has `PARTS` parts, and each share in this module is a number of parts. Shares
that are in use at the same time never exceed the budget. Three things come on top of a
plan:

minima  a search or a count needs a pool of a thousand entries and the sweep of one
        block. These are `LEAST_ROWS`, `LEAST_WORDS` and one entry per vertex.
graph   a graph is prepared within half of the budget. If it does not fit, it stays on
        the host. Its out-of-core batches then have a quarter (`piece`), and the plan
        divides the rest. Lists with one entry per vertex or edge belong to the graph.
results what the caller keeps. `calls.call` compares it with the whole budget.
"""

from __future__ import annotations

from typing import NamedTuple

PARTS = 120  # of a budget

# Bytes of one entry. Tests compare them with the arrays that are allocated.
ROW_BYTES = 52  # of the search's pool, with the entry's part of nodes and lists
LEAST_ROWS = 1 << 10
WORD_BYTES = 40  # of a count's pool, with the entry's part of nodes and lists
LEAST_WORDS = 1 << 10
RECORD_BYTES = 16  # of the output
SORTED_BYTES = 48  # to sort one record: the sort keys, their order, and the new arrays
KEY_BYTES = 16  # of a row of a wide root: a sort key, and the memory of the sort
CHILD_BYTES = 64  # of a child of a wide node, without its members
NODE_BYTES = 48  # of a wide node, without its masks and members
MEMBER_BYTES = 4  # of one member in a list of a wide node or of a universe
SWEEP_BYTES = 12  # per grown vertex and block, in a search
COUNT_SWEEP_BYTES = 8  # per grown vertex and block, in a count
COUNTER_BYTES = 8  # per vertex and block that samples two-hop neighbours
WHOLE_BYTES = 56  # per edge, while a device reduces and orders the graph
ORDERED_BYTES = 20  # per entry of an undirected graph: it, its key, and room to sort
PRIORITY_BYTES = 110  # per edge and vertex, while a device orders both sides together
PIECE_BYTES = 10  # per edge of an out-of-core batch
MOST_COUNTERS = 1 << 29  # bytes, enough for the blocks of a whole device


class SearchPlan(NamedTuple):
    """Bytes for each part of a search.

    The first three are always in use. The next five are in use while nodes are
    searched. The last two and the universes are in use when bicliques are sorted.
    """

    sweeps: int  # marks of the vertices that each block meets from a root
    pool: int  # nodes and rows of the narrow search
    output: int  # bicliques before they are sorted
    matrices: int  # bit matrices of wide roots, and the marks of their rows; or,
    # before the matrices, the keys of their rows
    levels: int  # waiting wide nodes: their masks, and their lists of members
    children: int  # children of wide nodes that are tested together
    members: int  # the lists of members of these children
    universes: int  # the lists that emitted bicliques refer to
    sorting: int  # the records in order
    copied_universes: int  # the same lists in one array, then those in use

    @property
    def marks(self) -> int:
        """Bytes of the marks of wide roots, beside the bit matrices."""
        return self.matrices // 2

    @property
    def small_levels(self) -> int:
        """Bytes of the wide nodes of small levels, a part of `levels`."""
        return self.levels // 8

    @property
    def other_levels(self) -> int:
        """Bytes of the other waiting wide nodes."""
        return self.levels - self.small_levels

    @property
    def while_searching(self) -> int:
        """Bytes that are in use at the same time while nodes are searched."""
        return sum(self[:8])

    @property
    def while_sorting(self) -> int:
        """Bytes that are in use at the same time while records are sorted."""
        kept = self.sweeps + self.pool + self.output + self.universes
        return kept + self.sorting + self.copied_universes


class CliquePlan(NamedTuple):
    """Bytes for each part of a search for cliques.

    The first seven are in use while nodes are searched. While records are sorted, the
    levels, the output and the universes stay in use.
    """

    rows: int  # narrow nodes and their rows
    copies: int  # the outer rows that warps copy
    levels: int  # the levels that warps donate
    matrices: int  # bit matrices of wide roots
    wide: int  # waiting wide nodes, and the children of some of them
    output: int  # cliques before they are sorted
    universes: int  # the lists that emitted cliques refer to
    sorting: int  # the records in order
    copied_universes: int  # the same lists in one array, then those in use

    @property
    def while_searching(self) -> int:
        """Bytes that are in use at the same time while nodes are searched."""
        return sum(self[:7])

    @property
    def while_sorting(self) -> int:
        """Bytes that are in use at the same time while records are sorted."""
        kept = self.levels + self.output + self.universes
        return kept + self.sorting + self.copied_universes


class CountPlan(NamedTuple):
    """Bytes for each part of a (p, q)-biclique count. All are always in use.

    The other half of the budget is for the counters per size, and the lists of roots.
    """

    sweeps: int  # counters of the vertices that each block meets from a root
    pool: int  # nodes and their rows


def emitting_search(budget: int) -> SearchPlan:
    """Plan a search that emits bicliques.

    Sorting takes three times the bytes of the records. If the output is full, the
    search repeats a part with fewer roots. So a larger output is worth more than a
    larger pool.
    """
    return SearchPlan(
        sweeps=parts(budget, 12),
        pool=parts(budget, 16),
        output=parts(budget, 15),
        matrices=parts(budget, 24),
        levels=parts(budget, 12),
        children=parts(budget, 12),
        members=parts(budget, 12),
        universes=parts(budget, 16),
        sorting=parts(budget, 45),
        copied_universes=parts(budget, 16),
    )


def counting_search(budget: int, wide: bool) -> SearchPlan:
    """Plan a search that counts bicliques, with or without wide roots.

    A larger pool means fewer rounds. A count has no output, no sort and no universes.
    """
    if not wide:
        return SearchPlan(parts(budget, 15), parts(budget, 60), *[0] * 8)
    return SearchPlan(
        sweeps=parts(budget, 15),
        pool=parts(budget, 30),
        output=0,
        matrices=parts(budget, 30),
        levels=parts(budget, 20),
        children=parts(budget, 10),
        members=parts(budget, 15),
        universes=0,
        sorting=0,
        copied_universes=0,
    )


def clique_search(budget: int, emit: bool) -> CliquePlan:
    """Plan a search that emits cliques, or counts them."""
    if not emit:
        return CliquePlan(
            rows=parts(budget, 40),
            copies=parts(budget, 10),
            levels=parts(budget, 10),
            matrices=parts(budget, 30),
            wide=parts(budget, 30),
            output=0,
            universes=0,
            sorting=0,
            copied_universes=0,
        )
    return CliquePlan(
        rows=parts(budget, 32),
        copies=parts(budget, 8),
        levels=parts(budget, 5),
        matrices=parts(budget, 20),
        wide=parts(budget, 20),
        output=parts(budget, 15),
        universes=parts(budget, 16),
        sorting=parts(budget, 45),
        copied_universes=parts(budget, 16),
    )


def small_levels(budget: int) -> tuple[int, int]:
    """Plan small levels: how many nodes they have, and how many words their masks."""
    return budget // (4 * NODE_BYTES), budget // 16


def biclique_count(budget: int) -> CountPlan:
    """Plan a count of (p, q)-bicliques."""
    return CountPlan(sweeps=parts(budget, 30), pool=parts(budget, 30))


def sampling(budget: int) -> int:
    """Bytes for the counters that sample two-hop neighbours of one side.

    The graph is being prepared meanwhile, in half of the budget.
    """
    return min(MOST_COUNTERS, parts(budget, 30))


def matrices_of_edges(budget: int) -> int:
    """Bytes for the bit matrices that order the edges of a graph.

    The graph is being prepared meanwhile, as for `sampling`.
    """
    return parts(budget, 30)


def preparation(budget: int) -> int:
    """Bytes for a graph that a device reduces and orders as a whole.

    The search begins later, but a part of the prepared graph stays in memory.
    """
    return parts(budget, 60)


def piece(budget: int) -> int:
    """Bytes for the graph of an out-of-core batch; the search has the rest."""
    return parts(budget, 30)


def parts(budget: int, n: int) -> int:
    """Return n parts of a budget, in bytes."""
    return budget * n // PARTS
