# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a count holds on the device: nodes and their rows.

The stack of levels is that of every search, with words for rows: see
`cugraph_biclique.device.stack`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.device.control import WORDS
from cugraph_biclique.device.simt import WORD

# Words of control, after those of every search
(
    FULL_SETS,  # sets of full rows, see `open_roots`
    MADE,  # rows that nodes were made of
    MADE_FULL,  # of these, rows with all members of their node
) = range(WORDS, WORDS + 3)
CONTROLS = WORDS + 3
OF_LAUNCH = slice(0, WORDS)  # words that are reset for each share of the roots
SIZES = WORD + 1  # sizes that a thread counts on its own: larger ones are rare
BUFFER = 128  # rows that a warp can hold

# Columns of nodes
BEGIN, N_ROWS, WIDTH, PICKS = range(4)
NODE_FIELDS = 4


class Pool(NamedTuple):
    """Nodes: rows of one L, of which so many are still to be picked.

    Word w of row i is at BEGIN + w * N_ROWS + i, so the lanes of a warp read rows side
    by side. A child is written ``node << 32 | row``.
    """

    bits: Any  # uint64
    nodes: Any  # int32 (nodes, NODE_FIELDS): first word, rows, words of a row, picks
    chunks: Any  # int32 (chunks, 3): a warp's share is so many rows of a node, from one
    inner: Any  # int64, children that are to be made: a stack of segments
    deferred: Any  # int64
    stack: Any  # int64 (STACK_DEPTH, STACK_FIELDS)
