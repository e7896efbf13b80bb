# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has at most 64 vertices: rows of one word.

The children of a node are its candidate rows, and need nothing from each other: a
child's excluded rows are those of the node and the candidates before it. "Before" may
be any order in which a row comes before those that contain it; the value of the word is
one, and costs no sort.

Two kernels take turns, with the whole device behind each:

test    a warp some candidates of a node, against all its rows: is the child maximal,
        how many grown vertices has it, has it children of its own? Of a small node, a
        warp searches all that is below, see `subtrees`.
expand  a warp a child that has: copy the rows that meet it, as a new node.

Nodes lie on a stack of levels, see `stack`.
"""

from __future__ import annotations

from cugraph_biclique._cuda import SMALL, cuda, kernel
from cugraph_biclique.search.gpu.children import test_rows
from cugraph_biclique.search.gpu.nodes import expand_rows
from cugraph_biclique.search.gpu.stack import (
    blocks_to_expand,
    blocks_to_test,
    close_segment,
    is_last_block,
    keep_deferred,
    open_segment,
    spare_nodes,
)
from cugraph_biclique.search.gpu.subtrees import search_subtrees


@kernel(threads=SMALL, blocks=4)
def test(pool, output, control, least, min_grown):
    """Test the candidates of the newest nodes, and put those with children on top."""
    if cuda.blockIdx.x >= blocks_to_test(control):
        return
    steps = search_subtrees(pool, output, control, least, min_grown)
    steps += test_rows(pool, output, control, least, min_grown)
    keep_deferred(pool, control)
    if is_last_block(control, blocks_to_test(control), steps):
        open_segment(pool, control, spare_nodes(pool, control))


@kernel(threads=SMALL, blocks=3)
def expand(pool, control, least):
    """Make nodes of the children on top."""
    if cuda.blockIdx.x >= blocks_to_expand(control):
        return
    steps = expand_rows(pool, control, least)
    if is_last_block(control, blocks_to_expand(control), steps):
        close_segment(pool, control)
