# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has at most 64 vertices: rows of one word.

Each candidate row of a node makes a child. The child's excluded rows are those of the
node and the candidates before it, so children are independent. Any order works in which
a row comes before the rows that contain it. The value of the word is such an order, and
needs no sort.

Three kernels alternate, each with the whole device:

descend  one warp per small node searches its subtree, see `subtrees`.
test     one warp per chunk of another node's candidates tests them against all rows:
         is the child maximal, how many grown vertices and children does it have?
expand   one warp per child with children copies the rows that meet it to a new node,
         or lists a small child for the next round.

`stack` keeps the nodes in a stack of levels.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import SMALL, cuda, device, kernel
from cugraph_biclique.device.stack import (
    blocks_to_expand,
    blocks_to_test,
    blocks_with,
    close_segment,
    expand_nothing,
    is_last_block,
    keep_deferred,
    open_segment,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.narrow_expand import expand_rows
from cugraph_biclique.search.gpu.narrow_maximality import test_rows
from cugraph_biclique.search.gpu.subtrees import search_subtrees


@kernel(threads=SMALL, blocks=3)
def descend(pool, output, control, least, min_grown):
    """Search below the newest small nodes; warps with long searches donate work."""
    if cuda.blockIdx.x >= blocks_to_descend(control):
        return
    steps = search_subtrees(pool, output, control, least, min_grown)
    is_last_block(control, blocks_to_descend(control), steps)


@kernel(threads=SMALL, blocks=5)
def test(pool, output, control, least, min_grown):
    """Test the candidates of the newest nodes, and note those with children.

    Once no donated levels are left, the last block pushes these on the stack.
    """
    if cuda.blockIdx.x >= blocks_to_test(control):
        return
    steps = test_rows(pool, output, control, least, min_grown)
    keep_deferred(pool, control)
    if is_last_block(control, blocks_to_test(control), steps):
        if swap_levels(pool, control):
            expand_nothing(control)
        else:
            open_segment(pool, control)


@kernel(threads=SMALL, blocks=3)
def expand(pool, control, least):
    """Make nodes of the children on top of the stack."""
    if cuda.blockIdx.x >= blocks_to_expand(control):
        return
    steps = expand_rows(pool, control, least)
    if is_last_block(control, blocks_to_expand(control), steps):
        close_segment(pool, control)


@device
def blocks_to_descend(control):
    """Number of blocks that take part in `descend`, as in `blocks_to_test`."""
    return blocks_with(control[S.SUBTREES] + control[S.LEVELS])


@device
def swap_levels(pool, control):
    """Make the donated levels the next work; returns whether there are any."""
    control[S.SUBTREES] = control[S.NEXT_SUBTREE] = 0
    control[S.LEVELS] = min(control[S.NEW_LEVELS], np.int64(pool.within.size // 2))
    control[S.NEW_LEVELS] = 0
    control[S.HALF] = 1 - control[S.HALF]
    return control[S.LEVELS] > 0
