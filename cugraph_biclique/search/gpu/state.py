# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the kernels of a search share: entries of `control`, and the pool of nodes.

Most kernels have these arguments, which their docstrings do not repeat:

graph      `SearchGraph`. R is grown, and L is kept.
pool       `Pool`, the nodes of the narrow search.
output     `output.Output`, with arrays of length 0 in a count.
control    int64 (CONTROLS,), the entries below and those of `device.control`.
waiting    int32: receives the roots or children that do not fit the pool.
opening    `roots.rows.Opening`: `pool`, `output`, `control` and `waiting`.
wide       `wide.matrices.Wide`: `matrices` of wide roots, wide `nodes`, `children`.
sink       `output.Sink`: `output`, `control`, and the universe of the first child.
sizes      `Sizes`, the sizes of the bicliques that are wanted.
least      `Sizes.least`, in kernels that need no other size.
min_grown  `Sizes.min_grown`, in kernels that need no other size.
bound      `Sizes.bound`, in kernels that do not need `least`.
universe   number of the universe of the first child, see `output.Universes`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.device.control import WORDS

# Entries of `control`, after the common ones
(
    # reset with the common entries whenever the pool is emptied
    SUBTREES,  # small nodes whose subtrees are searched next
    LEVELS,  # donated levels that no warp has taken; they are searched next, too
    FIRST_LEVEL,  # the first of these levels, within its half of the list
    FIRST_SUBTREE,  # the first of these subtrees, in their list
    NEXT_SUBTREE,  # cursor into these levels, and then into the subtrees
    LEFT,  # subtrees that were not taken when the list was closed, to pause
    PAUSED,  # 1: levels and subtrees wait for a larger output, see `narrow.pausing`
    HALF,  # which half of the list of levels is read; new levels go to the other
    NEXT_LEVEL,  # cursor into the new levels, for warps without work
    NEW_LEVELS,  # levels donated in this launch, with those that do not fit the list;
    # must follow NEXT_LEVEL, because `levels.waiting_warps` reads both
    OPEN_LEVELS,  # levels donated in this launch, minus the searches that have ended
    MEETING,  # arrivals at barriers, see `simt.meet_blocks`
    LISTED,  # upper bound of the children of a level and of the small levels below it
    MADE,  # nodes of these small levels
    LARGER_ROOTS,  # roots whose sweeps do not fit the tables of one warp
    LARGE_ROOTS,  # roots whose sweeps do not fit any table in shared memory
    # reset by `list_children` for the children of each set of wide nodes
    N_NARROW,  # children of wide nodes that become narrow nodes
    N_WIDE,  # children that become wide nodes
    N_HEAVY,  # children that blocks test
    N_LARGE,  # children with more members than `wide.small_children` takes
    NEXT_SMALL,  # cursor into the children, for the test of small ones
    NEXT_TABLED,  # cursor into the groups of large children, for the test with tables
    NEXT_CHILD,  # cursor into these groups, for the test of the other children
    WIDE_WORDS,  # words of the masks of wide children
    WIDE_LATER,  # upper bound of the candidates of wide children
    WIDE_MEMBERS,  # upper bound of the members of all children of wide children
    MEMBERS,  # entries in use in the lists of members of the children
    # reset for each job
    FOUND,  # bicliques found, also those that do not fit the output
    TESTED,  # nodes visited
    COVERED,  # nodes that are not maximal, or equal to another
    KEYS,  # rows of wide roots; reset for each group of them
    MOST_FOUND,  # a job that finds more bicliques ends early, and is divided
    PAUSE_AT,  # a search that finds more bicliques pauses
) = range(WORDS, WORDS + 33)
CONTROLS = WORDS + 33
POOL_WORDS = FOUND  # number of entries that are reset when the pool is emptied

# Columns of nodes: ranges of candidates and excluded rows; see `Pool.nodes`
C_BEGIN, C_END, E_BEGIN, E_END, OF_ALL, UNIVERSE = range(6)
NODE_FIELDS = 6
ROW_FIELDS = 4  # the columns of ranges

# Columns of levels: the entry of `subtrees` that a level belongs to, masks of lanes,
# and 1 if the place is filled
L_LISTED, L_LIVE, L_BEFORE, L_TODO, L_READY = range(5)
LEVEL_FIELDS = 5


class Sizes(NamedTuple):
    """The sizes of the bicliques that are wanted."""

    least: Any  # int64, least number of bits of a row; at least 2
    min_grown: Any  # int64, least size of R
    bound: Any  # `bound.DeviceBound`, or None in a search for all bicliques


class Pool(NamedTuple):
    """Nodes with at most 64 kept vertices, on a stack.

    A node owns two ranges of rows: candidates, each with a weight, and excluded rows.
    Its children copy the rows that they need. `subtrees` and `levels` refer to nodes,
    and are searched before any other expansion. So when the subtree of a node
    is done, all memory behind the node is free again.
    """

    bits: Any  # uint64 (rows,)
    weight: Any  # int32 (rows,), grown vertices that a candidate stands for
    owner: Any  # int32 (rows,), the node of a candidate; -1 if it is not maximal
    total: Any  # int32 (rows,), weight of a candidate and of all rows equal to it
    size: Any  # int32 (rows,), size of R of the candidate's child
    nodes: Any  # int32 (nodes, NODE_FIELDS): ranges of rows, number of grown vertices
    # adjacent to all of L, and universe. Bit i of a row is vertex i of the universe
    chunks: Any  # int32 (chunks, CHUNK_FIELDS): candidates that one warp tests, by
    # node, first row and number
    subtrees: Any  # int32, nodes that one warp searches
    within: Any  # uint64 (2 * levels,), the L of donated levels
    levels: Any  # int32 (2 * levels, LEVEL_FIELDS), see `narrow.levels`
    inner: Any  # int32, rows whose child has children: a stack of segments
    deferred: Any  # int32, entries of `inner` that did not fit the pool
    stack: Any  # int64 (STACK_DEPTH, STACK_FIELDS)


class OutOfTime(Exception):
    """The time limit of the search is over. The bicliques found so far are valid."""


class TooLarge(Exception):
    """The search of some roots, or their bicliques, need more memory than there is."""

    def __init__(self, found: int = 0) -> None:
        super().__init__(found)
        self.found = found  # number of bicliques if the output was too small
