# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has at most 64 vertices: rows of one word.

The children of a node are its candidate rows, and need nothing from each other: a
child's excluded rows are those of the node and the candidates before it. "Before" may
be any order in which a row comes before those that contain it; the value of the word is
one, and costs no sort.

Two kernels take turns, with the whole device behind each:

test    a warp some candidates of a node, against all its rows: is the child maximal,
        how many grown vertices has it, has it children of its own?
expand  a warp a child that has: copy the rows that meet it, as a new node.

Nodes lie on a stack of levels, see `stack`.
"""

from __future__ import annotations

from cugraph_biclique._cuda import SMALL, WARP, cuda, kernel
from cugraph_biclique.search.gpu.children import test_rows
from cugraph_biclique.search.gpu.nodes import expand_rows
from cugraph_biclique.search.gpu.stack import (
    blocks_with_work,
    close_segment,
    is_last_block,
    keep_deferred,
    open_segment,
)
from cugraph_biclique.search.gpu.state import (
    CHUNKS,
    DEFERRED,
    EXPAND_BEGIN,
    EXPAND_END,
)


@kernel(threads=SMALL, blocks=5)
def test(pool, output, control, least, min_grown):
    """Test the candidates of the newest nodes, and put those with children on top."""
    blocks = blocks_with_work(control[CHUNKS] + control[DEFERRED] // WARP)
    if cuda.blockIdx.x >= blocks:
        return
    steps = test_rows(pool, output, control, least, min_grown)
    keep_deferred(pool, control, blocks)
    if is_last_block(control, blocks, steps):
        open_segment(pool, control)


@kernel(threads=SMALL, blocks=3)
def expand(pool, control, least):
    """Make nodes of the children on top."""
    blocks = blocks_with_work(control[EXPAND_END] - control[EXPAND_BEGIN])
    if cuda.blockIdx.x >= blocks:
        return
    steps = expand_rows(pool, control, least)
    if is_last_block(control, blocks, steps):
        close_segment(pool, control)
