# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the kernels of a search share: entries of `control`, and the pool of nodes."""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.device.control import WORDS

# Entries of `control`, after the common ones
(
    # reset with the common entries whenever the pool is emptied
    SUBTREES,  # small nodes and children whose subtrees come next
    LEVELS,  # donated levels that no warp took, and that come next
    FIRST_LEVEL,  # the first of them in their half of the list
    NEXT_SUBTREE,  # cursor into both together
    HALF,  # half of the list of levels to read; new ones go to the other
    NEXT_LEVEL,  # cursor into the new levels, for warps without work
    NEW_LEVELS,  # levels donated now, also those that do not fit; behind NEXT_LEVEL
    OPEN_LEVELS,  # these, less all searches that have ended
    MEETING,  # arrivals at barriers, see `simt.meet_blocks`
    LISTED,  # upper bound of the children of a level and of the small ones below it
    MADE,  # nodes of the small ones
    LARGER_ROOTS,  # roots whose sweeps do not fit the tables of one warp
    LARGE_ROOTS,  # and those that do not fit any table in shared memory
    # reset by `list_children` for the children of each set of wide nodes
    N_NARROW,  # children of wide nodes to make narrow nodes of
    N_WIDE,  # and to make wide nodes of
    N_HEAVY,  # and to test by blocks
    N_LARGE,  # and with more members than `wide_small` takes
    NEXT_SMALL,  # cursor into the children, for the test of small ones
    NEXT_TABLED,  # and into the groups of large ones, for those with tables
    NEXT_CHILD,  # and for the others
    WIDE_WORDS,  # words of the wide ones' masks
    WIDE_LATER,  # upper bound of the wide ones' candidates
    WIDE_MEMBERS,  # upper bound of the members of all children of the wide ones
    MEMBERS,  # entries of the children's lists in use
    # reset for each job
    FOUND,  # bicliques found, also those that do not fit the output
    TESTED,  # nodes visited
    COVERED,  # nodes that are not maximal, or equal to another
    KEYS,  # rows of wide roots; reset for each group of them
    MOST_FOUND,  # a job that finds more bicliques ends early, and is divided
) = range(WORDS, WORDS + 29)
CONTROLS = WORDS + 29
POOL_WORDS = FOUND  # number of entries about the pool, which come first

# Columns of nodes: ranges of candidates and excluded rows; see `Pool.nodes`
C_BEGIN, C_END, E_BEGIN, E_END, OF_ALL, UNIVERSE = range(6)
NODE_FIELDS = 6
ROW_FIELDS = 4  # the columns of ranges

# Columns of levels: the entry of `subtrees` above, masks of lanes, and 1 if the place
# is filled
L_LISTED, L_LIVE, L_BEFORE, L_TODO, L_READY = range(5)
LEVEL_FIELDS = 5


class Pool(NamedTuple):
    """Nodes with at most 64 kept vertices, on a stack.

    A node owns two ranges of rows: candidates, each with a weight, and excluded rows.
    Its children copy what they need, or read it before any other expansion, as
    `subtrees` and `levels` name rows. So everything made after a node is free again
    when its subtree is done.
    """

    bits: Any  # uint64, a row
    weight: Any  # int32, grown vertices that a candidate stands for
    owner: Any  # int32, the node of a candidate; -1: found not maximal
    total: Any  # int32, weight together with that of equal rows
    size: Any  # int32, grown vertices of the child's biclique
    nodes: Any  # int32 (nodes, NODE_FIELDS): ranges of rows, number of grown vertices
    # adjacent to all of L, and universe: its i-th vertex is bit i of the rows
    chunks: Any  # int32 (chunks, CHUNK_FIELDS): candidates that one warp tests: node,
    # first row and number
    subtrees: Any  # int32, nodes that one warp searches; ~row for children
    within: Any  # uint64 (2 * levels,), the L of donated levels
    levels: Any  # int32 (2 * levels, LEVEL_FIELDS), see `levels`
    inner: Any  # int32, rows whose child has children: a stack of segments
    deferred: Any  # int32
    stack: Any  # int64 (STACK_DEPTH, STACK_FIELDS)


class OutOfTime(Exception):
    """The time limit of the search is over. The bicliques found so far are valid."""


class TooLarge(Exception):
    """Some roots need more memory than there is, to search or for their bicliques."""

    def __init__(self, found: int = 0) -> None:
        super().__init__(found)
        self.found = found  # number of bicliques if the output was too small
