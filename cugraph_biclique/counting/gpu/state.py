# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The arrays of a count on the device: nodes and their rows.

`cugraph_biclique.device.stack` describes the stack of levels. Here, the room that nodes
reserve is measured in words of rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.device.control import WORDS
from cugraph_biclique.device.simt import WORD

# Words of control, after those that all searches have
(
    FULL_SETS,  # sets of full rows: see `open_roots`
    MADE,  # rows of all nodes that `expand` built
    MADE_FULL,  # full ones of these rows: with all members of their node
) = range(WORDS, WORDS + 3)
CONTROLS = WORDS + 3
OF_LAUNCH = slice(0, WORDS)  # words to reset for each batch of roots
SIZES = WORD + 1  # sizes with a counter per thread: larger sizes are rare
BUFFER = 128  # rows in the buffer of a warp

# Columns of nodes
BEGIN, N_ROWS, WIDTH, PICKS = range(4)
NODE_FIELDS = 4


class Pool(NamedTuple):
    """Nodes: rows over one L, and the number of picks left.

    Word w of row i is at BEGIN + w * N_ROWS + i, so the lanes of a warp read
    consecutive words. A child is encoded as ``node << 32 | row``.
    """

    bits: Any  # uint64
    nodes: Any  # int32 (nodes, NODE_FIELDS): first word, rows, words of a row, picks
    chunks: Any  # int32 (chunks, 3): node, first row, number of rows; for one warp
    inner: Any  # int64, children to expand: a stack of segments
    deferred: Any  # int64
    stack: Any  # int64 (STACK_DEPTH, STACK_FIELDS)
