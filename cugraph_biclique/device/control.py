# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The words of `control`: cursors, limits and counters that all kernels share.

They are int64 entries of one array, so that kernels need no host to find out how much
there is. A client appends its own words from `WORDS` on.
"""

from __future__ import annotations

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
    ROWS_THEN,  # rows in use when the level began
    WIDEST,  # rows of the largest node
    GROUP,  # children that a warp makes nodes of at a time
    DEPTH,  # segments on the stack
    STATUS,
    WAITING,  # roots, or children, for which there was no room in the pool
    FINISHED,  # blocks of a kernel that have
    STEPS,  # of all blocks, to tell how evenly the work was shared
    BUSIEST,  # steps of one block in this kernel
    AT_MOST,  # steps if all blocks had always been as busy
) = range(21)
WORDS = 21

STUCK = 1  # STATUS
NEVER = 1 << 62  # a row: FIRST_LOST, as long as none has failed
ALL_OF_IT = 1 << 62  # S_TAKE: as many children of a segment as there are

# Columns of stack
S_BEGIN, S_END, S_ROWS, S_NODES, S_TAKE, S_SHARE = range(6)
STACK_FIELDS = 6
STACK_DEPTH = 80  # a child has fewer bits than its parent, and a row has 64

# Columns of chunks
CHUNK_NODE, CHUNK_FIRST, CHUNK_SIZE = range(3)
CHUNK_FIELDS = 3
