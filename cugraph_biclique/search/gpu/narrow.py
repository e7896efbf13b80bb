# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has at most 64 vertices: rows of one word.

The children of a node are its candidate rows, and need nothing from each other: a
child's excluded rows are those of the node and the candidates before it. "Before" may
be any order in which a row comes before those that contain it; the value of the word is
one, and costs no sort.

Three kernels take turns, with the whole device behind each:

descend a warp a small node: all that is below it, see `subtrees`.
test    a warp some candidates of another node, against all its rows: is the child
        maximal, how many grown vertices has it, has it children of its own?
expand  a warp a child that has: copy the rows that meet it, as a new node; or, if it
        is small, note it for the next turn.

Nodes lie on a stack of levels, see `stack`.
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
from cugraph_biclique.search.gpu.narrow_test import test_rows
from cugraph_biclique.search.gpu.subtrees import search_subtrees


@kernel(threads=SMALL, blocks=3)
def descend(pool, output, control, least, min_grown):
    """Search what is below the newest small nodes; what takes long is handed over."""
    if cuda.blockIdx.x >= blocks_to_descend(control):
        return
    steps = search_subtrees(pool, output, control, least, min_grown)
    is_last_block(control, blocks_to_descend(control), steps)


@kernel(threads=SMALL, blocks=5)
def test(pool, output, control, least, min_grown):
    """Test the candidates of the newest nodes, and note those with children; as soon as
    nothing is left that was handed over, these are put on top."""
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
    """Make nodes of the children on top."""
    if cuda.blockIdx.x >= blocks_to_expand(control):
        return
    steps = expand_rows(pool, control, least)
    if is_last_block(control, blocks_to_expand(control), steps):
        close_segment(pool, control)


@device
def blocks_to_descend(control):
    """The same for the search below small nodes."""
    return blocks_with(control[S.SUBTREES] + control[S.LEVELS])


@device
def swap_levels(pool, control):
    """What was handed over comes next; returns whether there is any."""
    control[S.SUBTREES] = control[S.NEXT_SUBTREE] = 0
    control[S.LEVELS] = min(control[S.NEW_LEVELS], np.int64(pool.within.size // 2))
    control[S.NEW_LEVELS] = 0
    control[S.HALF] = 1 - control[S.HALF]
    return control[S.LEVELS] > 0
