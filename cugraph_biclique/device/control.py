# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Entries of `control`: cursors, limits and counters that all kernels share.

`control` is an int64 array on the device. Kernels read their amount of work from it, so
the host need not pass it. The search and the count append their own entries from
`WORDS` on.
"""

from __future__ import annotations

(
    CHUNKS,  # chunks of nodes to test next
    EXPAND_BEGIN,  # range of `inner` to expand next
    EXPAND_END,
    NEXT,  # next work item of the current kernel
    ROWS,  # rows in use
    NODES,  # nodes in use
    INNER,  # entries of `inner` in use
    DEFERRED,  # entries of `deferred`: children that did not fit the pool
    FIRST_LOST,  # lowest first row of a failed reservation
    ROW_LIMIT,  # current limits of ROWS and NODES
    NODE_LIMIT,
    ROWS_THEN,  # ROWS when the level began
    WIDEST,  # rows of the largest node
    GROUP,  # children that one warp expands at a time
    DEPTH,  # segments on the stack
    STATUS,
    WAITING,  # roots, or children, that did not fit the pool
    FINISHED,  # blocks that have finished the kernel
    STEPS,  # steps of all blocks, to report the load balance
    BUSIEST,  # most steps of one block in this kernel
    AT_MOST,  # steps if every block had been as busy as the busiest one
) = range(21)
WORDS = 21

STUCK = 1  # STATUS: not even one child fits the pool
NEVER = 1 << 62  # FIRST_LOST while no reservation has failed
UNLIMITED = 1 << 62  # a limit that is never reached
ALL_OF_IT = 1 << 62  # S_TAKE: all children of the segment

# Columns of stack
S_BEGIN, S_END, S_ROWS, S_NODES, S_TAKE, S_SHARE = range(6)
STACK_FIELDS = 6
STACK_DEPTH = 80  # L has at most 64 bits, and each level has fewer

# Columns of chunks
CHUNK_NODE, CHUNK_FIRST, CHUNK_SIZE = range(3)
CHUNK_FIELDS = 3
