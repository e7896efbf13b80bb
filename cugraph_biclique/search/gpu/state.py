# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the search holds on the device: nodes and their rows, and its output.

All of it is allocated once, of a fixed size.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.device.control import WORDS

# Words of control, after those of every search
(
    # reset whenever the pool is empty, with those before
    SUBTREES,  # small nodes, and children, whose subtrees are to be searched next
    LEVELS,  # levels of them that were handed over, likewise
    NEXT_SUBTREE,  # of both together
    NEW_LEVELS,  # that are handed over now, also those beyond the room for them
    HALF,  # of the list of levels that is read now: the new ones go to the other
    FAR,  # roots that meet too many vertices for a table in shared memory
    # reset for the children of each set of wide nodes
    N_NARROW,  # children of wide nodes that are to become narrow nodes
    N_WIDE,  # and wide ones
    NARROW_ROWS,  # rows that the narrow ones have at most
    WIDE_WORDS,  # words of the wide ones' masks, and candidates they have at most
    WIDE_LATER,
    MASK_WORDS,  # of the masks, in use
    MEMBERS,  # of the children's lists, in use
    # reset for each job
    FOUND,  # bicliques found, also those beyond the room of the output
    TESTED,  # nodes visited
    COVERED,  # nodes that were not maximal, or the same as another
    KEYS,  # rows of wide roots
) = range(WORDS, WORDS + 17)
CONTROLS = WORDS + 17
OF_POOL = slice(0, FOUND)  # words that say what is in the pool
OF_CHILDREN = slice(N_NARROW, MEMBERS + 1)  # words about the children of wide nodes

# Columns of nodes: candidates and excluded rows, each from where to where
C_BEGIN, C_END, E_BEGIN, E_END, OF_ALL, UNIVERSE = range(6)
NODE_FIELDS = 6
ROW_FIELDS = 4  # the first ones

# Columns of levels: what they are below, as in `subtrees`, and lanes of its rows
L_LISTED, L_LIVE, L_BEFORE, L_TODO = range(4)
LEVEL_FIELDS = 4


class Pool(NamedTuple):
    """Nodes of at most 64 kept vertices. A node owns two ranges of rows: candidates,
    each with a weight, and excluded rows.

    A stack in every respect: what a node's children need is copied from it, or read
    from it before anything else is expanded, as `subtrees` and `levels` name rows. So
    all that was made after a node is free again when its subtree is done.
    """

    bits: Any  # uint64, a row
    weight: Any  # int32, grown vertices that a candidate stands for
    owner: Any  # int32, the node of a candidate; -1: found not maximal
    total: Any  # int32, weight together with that of equal rows
    size: Any  # int32, grown vertices of the child's biclique
    nodes: Any  # int32 (nodes, NODE_FIELDS): rows, grown vertices that are common to
    # all of L, and the universe whose vertices the bits of the rows are
    chunks: Any  # int32 (chunks, CHUNK_FIELDS): a warp's share of a test is so many
    # candidates of a node, from this row on
    subtrees: Any  # int32, nodes below which a warp searches all; ~row for children
    within: Any  # uint64 (2 * levels,), the L of levels that were handed over
    levels: Any  # int32 (2 * levels, LEVEL_FIELDS), see `subtrees`
    inner: Any  # int32, rows whose child has children: a stack of segments
    deferred: Any  # int32
    stack: Any  # int64 (STACK_DEPTH, STACK_FIELDS)


class Output(NamedTuple):
    """Bicliques as (universe, mask), and the number of their grown vertices."""

    mask: Any  # uint64
    universe: Any  # int32
    n_grown: Any  # int32


class TooLarge(Exception):
    """The memory does not hold the search of some roots, or all that they have."""

    def __init__(self, found: int = 0) -> None:
        super().__init__(found)
        self.found = found  # bicliques, where the output had no room for all of them
