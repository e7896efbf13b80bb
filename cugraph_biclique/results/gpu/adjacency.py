# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Grown sides of bicliques on a GPU, as intersections of rows of a bit matrix.

The matrix is uint64 (n_kept, words), with a bit for each pair of a kept and a grown
vertex. It serves graphs with few grown vertices, whose bicliques often have hundreds of
kept vertices.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import (
    ALL,
    ONE,
    WARP,
    WORD,
    ZERO,
    any_lane,
    cuda,
    device,
    kernel,
    lowest_bit,
)

MOST_COLUMNS = 512  # most grown vertices
MOST_BYTES = 1 << 25
MOST_EDGES = 32  # most edges per biclique: few bicliques do not pay for a matrix


def matrix_of(graph: SearchGraph, bicliques: int) -> Any | None:
    """Return the matrix of a graph for a number of bicliques.

    Return None if their grown sides are found faster without a matrix, or if there is
    no room for it.
    """
    kept, grown = len(graph.kept_weight), len(graph.grown_weight)
    words = -(-grown // WORD)
    if (
        grown > MOST_COLUMNS
        or 8 * kept * words > MOST_BYTES
        or len(graph.kept_indices) > MOST_EDGES * bicliques
    ):
        return None
    try:
        matrix = xp.zeros((kept, words), np.uint64)
    except MemoryError:
        return None
    blocks = blocks_for(kept)
    launch(_mark_edges, blocks, graph.kept_indptr, graph.kept_indices, matrix)
    return matrix


@kernel
def _mark_edges(kept_indptr, kept_indices, matrix):
    """Set the bits of all edges, one warp per kept vertex."""
    lane = cuda.threadIdx.x % WARP
    warp, warps = cuda.grid(1) // WARP, cuda.gridsize(1) // WARP
    for u in range(warp, matrix.shape[0], warps):
        for k in range(kept_indptr[u] + lane, kept_indptr[u + 1], WARP):
            w = np.int64(kept_indices[k])
            cuda.atomic.or_(matrix, (u, w // WORD), ONE << np.uint64(w % WORD))


@device
def common_word(matrix, column, bits, members, first):
    """Return one word of the common neighbours of a biclique, by one lane.

    Its members are the set `bits` of the universe that begins at `first`.
    """
    common = ALL
    while bits != ZERO:
        common &= matrix[members[first + lowest_bit(bits)], column]
        bits &= bits - ONE
    return common


@device
def common_word_by_warp(matrix, column, members, first, last):
    """Return one word of the common neighbours of a whole universe to all lanes.

    Each lane reads every WARP-th member.
    """
    missing = ZERO
    for i in range(first + cuda.threadIdx.x % WARP, last, WARP):
        missing |= ~matrix[members[i], column]
    return ~any_lane(missing)
