# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the search holds on the device: nodes and their rows, and its output.

All of it is allocated once, of a fixed size. Cursors and counters are entries of
`control`, so that kernels need no host to find out how much there is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

# Entries of control (int64)
(
    CHUNKS,  # pieces of nodes that are to be tested next
    EXPAND_BEGIN,  # entries of `inner` that are to be expanded next
    EXPAND_END,
    NEXT,  # the next piece of work, whatever it is
    ROWS,  # rows in use
    NODES,  # nodes in use
    INNER,  # entries of `inner` in use
    DEFERRED,  # entries of `deferred`: nodes that found no room
    FIRST_LOST,  # the row at which the first reservation failed
    ROW_LIMIT,  # rows and nodes that may be in use now
    NODE_LIMIT,
    WIDEST,  # rows of the largest node
    GROUP,  # children that a warp makes room for at a time
    DEPTH,  # segments on the stack
    STATUS,
    WAITING,  # roots, or children, for which there was no room in the pool
    N_NARROW,  # children of wide nodes that are to become narrow nodes
    N_WIDE,  # and wide ones
    STEPS,  # row by row steps of all threads, to tell how evenly they were shared
    MOST_STEPS,  # of one block
    FOUND,  # bicliques found, also those beyond the room of the output
    TESTED,  # nodes visited
    COVERED,  # nodes that were not maximal
    KEYS,  # rows of wide roots
) = range(24)
CONTROLS = 24

GOING, STUCK, PAUSED = 0, 1, 2  # STATUS
NEVER = 1 << 62  # FIRST_LOST, as long as none has failed

# Columns of stack
S_BEGIN, S_END, S_ROWS, S_NODES = range(4)
STACK_DEPTH = 80  # a child has fewer bits than its parent, and a row has 64


class Pool(NamedTuple):
    """Nodes of at most 64 kept vertices. A node owns two ranges of rows: candidates,
    each with a weight, and excluded rows.

    A stack in every respect: what a node's children need is copied from it, so all
    that was made after a node is free again when its subtree is done.
    """

    bits: Any  # uint64, a row
    weight: Any  # int32, grown vertices that a candidate stands for
    owner: Any  # int32, the node of a candidate; -1: found not maximal
    total: Any  # int32, weight together with that of equal rows
    size: Any  # int32, grown vertices of the child's biclique
    n_later: Any  # int32, candidates that the child has at most
    n_other: Any  # int32, and excluded rows
    candidates: Any  # int32 (nodes, 2): first row, row behind the last
    excluded: Any  # int32 (nodes, 2)
    joined: Any  # int32 (nodes): grown vertices that are common to all of L
    universe: Any  # int32 (nodes): whose vertices the bits of its rows are
    chunk_node: Any  # int32: a warp's share of a test is some candidates of a node,
    chunk_first: Any  # int32: from this row on,
    chunk_size: Any  # int32: at most so many
    inner: Any  # int32, rows whose child has children: a stack of segments
    deferred: Any  # int32
    stack: Any  # int64 (STACK_DEPTH, 4)


class Output(NamedTuple):
    """Bicliques as (universe, mask), and the number of their grown vertices."""

    mask: Any  # uint64
    universe: Any  # int32
    n_grown: Any  # int32
