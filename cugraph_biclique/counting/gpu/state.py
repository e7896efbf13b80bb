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
    UPPER,  # whether sums of upper limbs are in use
    MADE,  # rows that `expand` found
    MADE_FULL,  # full ones of these rows: with all members of their node
) = range(WORDS, WORDS + 3)
CONTROLS = WORDS + 3
OF_LAUNCH = slice(0, WORDS)  # words to reset for each batch of roots
SIZES = WORD + 1  # sizes with a counter per thread: larger sizes are rare
BUFFER = 128  # rows in the buffer of a warp
LIMBS = 4  # of a number of sets; `leaves` has all sizes of a limb side by side
LIMB = 1 << 16

# Columns of nodes
BEGIN, N_ROWS, KIND, FULL = range(4)
NODE_FIELDS = 4
PICKS_BITS = 8  # the lowest bits of KIND: picks left; above them, words of a row


class Pool(NamedTuple):
    """Nodes: rows over one L, the number of picks left, and the number of full rows.

    Full rows contain all of L. They are counted with those of all nodes above, and are
    not stored.
    Word w of row i is at BEGIN + w * N_ROWS + i, so the lanes of a warp read
    consecutive words. A child is encoded as ``node << 32 | row``.
    """

    bits: Any  # uint64
    nodes: Any  # int32 (nodes, NODE_FIELDS): first word, rows, kind, full rows
    chunks: Any  # int32 (chunks, 3): node, first row, number of rows; for one warp
    inner: Any  # int64, children to expand: a stack of segments
    deferred: Any  # int64
    stack: Any  # int64 (STACK_DEPTH, STACK_FIELDS)
