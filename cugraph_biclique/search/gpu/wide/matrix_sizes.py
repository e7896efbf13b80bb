# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sizes of the bit matrices of wide roots, before and after their rows are known."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
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
from cugraph_biclique.host.arrays import to_host

MASKS = 3  # masks of a wide node
KINDS = 3  # words per 32 pairs, see `pair_rows`
OFFSETS = 5  # kinds of offsets in `Sizes`


def columns_of(graph: SearchGraph, roots: Any) -> tuple[Any, int]:
    """Return the number of neighbours of each root (int64), and the number of edges
    that the sweeps of all these roots read."""
    columns = xp.empty(len(roots), np.int64)
    swept = xp.zeros(1, np.int64)
    launch(_measure_roots, blocks_for(len(roots)), graph, roots, columns, swept)
    return columns, int(to_host(swept)[0])


@kernel
def _measure_roots(graph, roots, columns, swept):
    """Count the neighbours of roots, and the edges that their sweeps read: one warp per
    root.

    `roots`: int32. `columns`: int64 per root. `swept`: int64 (1,), zero before.
    """
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
    """Words per column of each matrix, and the offsets (int64) of its arrays."""

    words: Any  # int32
    rows: Any  # this and the next four are in the order of `_measure_matrices`
    begin: Any  # first words of the columns
    members: Any
    masks: Any  # first words of the masks of a root
    pairs: Any  # first words of the pairs of a root


def sizes_of(n_rows: Any, columns: Any, paired: Any) -> tuple[Sizes, list[int]]:
    """Return the sizes of matrices, and the totals of `rows` to `pairs`.

    `n_rows`, `columns`: int64 per root. `paired`: bool per root, whether it has bits
    for pairs.
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
    """Write the sizes of each root's matrix, one root per thread.

    `n_rows`, `columns`: int64, `paired`: bool, `words`: int32, per root. `sizes`: int64
    (OFFSETS, roots + 1).
    """
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
    """Replace the sizes in each row by their offsets: one block per row.

    A single block is fast enough, because few graphs have very many wide roots.
    `sizes`: int64 (OFFSETS, roots + 1). `last`: int64 (OFFSETS,), the totals.
    """
    sums = cuda.shared.array(WARP, np.int64)
    for kind in range(cuda.blockIdx.x, last.size, cuda.gridDim.x):
        n = sizes.shape[1] - 1
        total = sum_up(sizes[kind], n, 0, sums)
        if is_last_thread():
            sizes[kind, n] = last[kind] = total


def vertices_of(keys: Any, n: int) -> Any:
    """Sort the first n keys of rows; return their vertices, the low halves (int32)."""
    keys = keys[:n]
    keys.sort()  # in place, because the plan has no room for a copy
    vertex = xp.empty(n, np.int32)
    launch(_take_vertices, blocks_for(len(keys) // WARP), keys, vertex)
    return vertex


@kernel
def _take_vertices(keys, vertex):
    """Write the low half of each key (int64) to `vertex` (int32), one per thread."""
    for i in range(cuda.grid(1), keys.size, cuda.gridsize(1)):
        vertex[i] = np.int32(keys[i] & np.int64(0xFFFFFFFF))
