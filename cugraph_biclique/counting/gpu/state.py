# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The arrays of a count on the device: nodes and their rows.

`cugraph_biclique.device.stack` describes the stack of levels. Here, nodes reserve words
instead of rows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.device.control import WORDS
from cugraph_biclique.device.simt import WORD

# Entries of `control`, after the common ones
(
    UPPER,  # whether sums of upper limbs are in use
    MADE,  # rows that `expand` found
    MADE_FULL,  # how many of these rows are full
) = range(WORDS, WORDS + 3)
CONTROLS = WORDS + 3
OF_LAUNCH = slice(0, WORDS)  # entries that are reset for each batch of roots
SIZES = WORD + 1  # sizes with a counter per thread: larger sizes are rare
BUFFER = 128  # rows in the buffer of a warp
LIMBS = 4  # limbs of a number of sets; `leaves` has all sizes of a limb side by side
LIMB = 1 << 16

# Columns of nodes
BEGIN, N_ROWS, KIND, FULL = range(4)
NODE_FIELDS = 4
PICKS_BITS = 8  # the lowest bits of KIND: picks left; above them, words of a row


class Pool(NamedTuple):
    """Nodes: rows over one L, the number of picks left, and the number of full rows.

    Full rows contain all of L. A node does not store them; it has only their number,
    together with those of all nodes above. Word w of row i is at BEGIN + w * N_ROWS +
    i, so the lanes of a warp read consecutive words. A child is encoded as
    ``node << 32 | row``.
    """

    bits: Any  # uint64
    nodes: Any  # int32 (nodes, NODE_FIELDS): first word, rows, kind, full rows
    chunks: Any  # int32 (chunks, 3): node, first row, number of rows; for one warp
    inner: Any  # int64, children to expand: a stack of segments
    deferred: Any  # int64, children that did not fit the pool
    stack: Any  # int64 (STACK_DEPTH, STACK_FIELDS)


class State(NamedTuple):
    """What all kernels of a count share."""

    pool: Pool
    leaves: Any  # int64 (LIMBS * sizes,): the sets with k common neighbours, by limb, k
    control: Any  # int64 (CONTROLS,): the entries above and those of `device.control`


class Wanted(NamedTuple):
    """The sets that are counted: see `contract.prepared.Anchored`."""

    picks: int
    least: int


class Sums(NamedTuple):
    """Where a warp adds the sets that it counts."""

    leaves: Any  # see `State`
    control: Any
    ways: Any  # int64 (SIZES,), the block's sums, in shared memory


class Rows(NamedTuple):
    """The rows of a node: word w of row i is at begin + w * n + i in `Pool.bits`."""

    begin: Any
    n: Any
    width: Any


class Sweep(NamedTuple):
    """Scratch for sweeps over two-hop neighbours: int32, a row per block, or a row."""

    scratch: Any  # by vertex: how often it is met; zero before and after
    touched: Any  # the vertices that are met


class Lists(NamedTuple):
    """Concatenated lists, in shared memory: see `simt.lay_out`."""

    begins: Any  # int64 (THREADS,)
    ends: Any  # int64 (LIST_ENDS,)
