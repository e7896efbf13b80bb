# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sizes of the bit matrices of wide roots, before and after their rows are known."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import WARP, WORD, cuda, kernel, warp_sum
from cugraph_biclique.preparation import SearchGraph

MASKS = 3  # of a wide node
KINDS = 3  # words for each 32 pairs, see `pair_rows`


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
    rows: Any
    begin: Any  # first words
    members: Any
    masks: Any  # first words of the masks of a root
    pairs: Any  # first words of the pairs of a root


def sizes_of(n_rows: Any, columns: Any, paired: Any) -> tuple[Sizes, list[int]]:
    """Return the sizes of matrices, and the ends of `rows` to `pairs`.

    `paired` tells which roots have bits for pairs (bool).
    """
    n = len(n_rows)
    words = xp.empty(n, np.int32)
    of_matrix, of_masks, of_pairs = xp.empty((3, n), np.int64)
    launch(
        _measure_matrices, blocks_for(n // WARP), n_rows, columns, paired, words,
        of_matrix, of_masks, of_pairs,
    )  # fmt: skip
    ends = list(map(offsets, (n_rows, of_matrix, columns, of_masks, of_pairs)))
    last = xp.empty(len(ends), np.int64)
    launch(_read_last, 1, *ends, last)
    return Sizes(words, *ends), to_host(last).tolist()


@kernel
def _measure_matrices(n_rows, columns, paired, words, of_matrix, of_masks, of_pairs):
    for i in range(cuda.grid(1), n_rows.size, cuda.gridsize(1)):
        n = (n_rows[i] + WORD - 1) // WORD
        words[i] = n
        of_matrix[i] = n * columns[i]
        of_masks[i] = n * MASKS
        n_pairs = columns[i] * (columns[i] - 1) // 2 if paired[i] else 0
        of_pairs[i] = KINDS * ((n_pairs + WARP - 1) // WARP)


@kernel
def _read_last(rows, begin, members, masks, pairs, last):
    if cuda.grid(1) == 0:
        last[0] = rows[rows.size - 1]
        last[1] = begin[begin.size - 1]
        last[2] = members[members.size - 1]
        last[3] = masks[masks.size - 1]
        last[4] = pairs[pairs.size - 1]


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
