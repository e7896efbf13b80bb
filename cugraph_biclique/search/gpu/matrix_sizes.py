# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sizes of the bit matrices of wide roots, before and after their rows are known."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import rows_of, together, xp
from cugraph_biclique.device.launching import blocks_for, launch, read
from cugraph_biclique.device.ranges import is_last_thread, sum_up
from cugraph_biclique.device.simt import (
    SCANNERS,
    WARP,
    WORD,
    cuda,
    kernel,
    warp_sum,
)
from cugraph_biclique.preparation import SearchGraph

MASKS = 3  # of a wide node
KINDS = 3  # words for each 32 pairs, see `pair_rows`
OFFSETS = 5  # kinds of them in `Sizes`


def columns_of(graph: SearchGraph, roots: Any) -> tuple[Any, int]:
    """Return the number of neighbours of each root (int64), and the number of edges
    that sweeps from all of these roots read."""
    columns = xp.empty(len(roots), np.int64)
    swept = xp.zeros(1, np.int64)
    launch(_measure_roots, blocks_for(len(roots)), graph, roots, columns, swept)
    return columns, int(to_host(swept)[0])


@kernel
def _measure_roots(graph, roots, columns, swept):
    """One warp per root."""
    lane = cuda.threadIdx.x % WARP
    edges = np.int64(0)
    for i in range(cuda.grid(1) // WARP, roots.size, cuda.gridsize(1) // WARP):
        begin, end = graph.grown_indptr[roots[i]], graph.grown_indptr[roots[i] + 1]
        for e in range(begin + lane, end, WARP):
            u = graph.grown_indices[e]
            edges += graph.kept_indptr[u + 1] - graph.kept_indptr[u]
        if lane == 0:
            columns[i] = end - begin
    edges = warp_sum(edges)
    if lane == 0:
        cuda.atomic.add(swept, 0, edges)


class Sizes(NamedTuple):
    """Words of a column of each matrix, and offsets (int64) of what matrices have."""

    words: Any  # int32
    rows: Any  # the order of these five is that of `_measure_matrices`
    begin: Any  # first words
    members: Any
    masks: Any  # first words of the masks of a root
    pairs: Any  # first words of the pairs of a root


def sizes_of(n_rows: Any, columns: Any, paired: Any) -> tuple[Sizes, list[int]]:
    """Return the sizes of matrices, and the ends of `rows` to `pairs`.

    `paired` tells which roots have bits for pairs (bool).
    """
    n = len(n_rows)
    words, ends, last = together(
        (n, np.int32), ((OFFSETS, n + 1), np.int64), (OFFSETS, np.int64)
    )
    launch(
        _measure_matrices, blocks_for(n // WARP), n_rows, columns, paired, words, ends
    )
    launch(_sum_rows, OFFSETS, ends, last)
    return Sizes(words, *rows_of(ends)), read(last).tolist()


@kernel
def _measure_matrices(n_rows, columns, paired, words, sizes):
    for i in range(cuda.grid(1), n_rows.size, cuda.gridsize(1)):
        n = (n_rows[i] + WORD - 1) // WORD
        n_pairs = columns[i] * (columns[i] - 1) // 2 if paired[i] else 0
        words[i] = n
        sizes[0, i] = n_rows[i]
        sizes[1, i] = n * columns[i]
        sizes[2, i] = columns[i]
        sizes[3, i] = n * MASKS
        sizes[4, i] = KINDS * ((n_pairs + WARP - 1) // WARP)


@kernel(threads=SCANNERS, blocks=1)
def _sum_rows(sizes, last):
    """Replace the sizes in each row by their offsets: one block per row. In few
    graphs, the number of wide roots is so large that a block takes long."""
    sums = cuda.shared.array(WARP, np.int64)
    for kind in range(cuda.blockIdx.x, last.size, cuda.gridDim.x):
        n = sizes.shape[1] - 1
        total = sum_up(sizes[kind], n, 0, sums)
        if is_last_thread():
            sizes[kind, n] = last[kind] = total


def vertices_of(keys: Any, n: int) -> Any:
    """Sort the first n keys of rows; return their vertices, the low halves: int32."""
    keys = keys[:n]
    keys.sort()  # in place: the plan has no bytes for a copy
    vertex = xp.empty(n, np.int32)
    launch(_take_vertices, blocks_for(len(keys) // WARP), keys, vertex)
    return vertex


@kernel
def _take_vertices(keys, vertex):
    for i in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        vertex[i] = np.int32(keys[i] & np.int64(0xFFFFFFFF))
