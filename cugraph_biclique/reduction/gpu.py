# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Core and twin reduction on a GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique._cuda import ALL_LANES, WARP, contains, cuda, kernel, warp_sum
from cugraph_biclique.device import blocks_for, launch, offsets, on_device, xp
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.reduction import Classes, Reduced

MIX = np.uint64(0x9E3779B97F4A7C15)
MIX_AGAIN = np.uint64(0xBF58476D1CE4E5B9)


def core(graph: BipartiteGraph, min_left: int, min_right: int) -> tuple[Any, Any]:
    """Degrees of the left and right vertices within the core, 0 for those outside."""
    graph = on_device(graph)
    left_degree = xp.diff(graph.left_indptr)
    right_degree = xp.diff(graph.right_indptr)
    if min_left == 1 and min_right == 1:
        return left_degree, right_degree
    lefts = (graph.left_indptr, graph.left_indices, left_degree, min_right)
    rights = (graph.right_indptr, graph.right_indices, right_degree, min_left)
    removed = True
    while removed:
        removed = False
        fallen = [
            xp.flatnonzero((degree > 0) & (degree < least))
            for _, _, degree, least in (lefts, rights)
        ]
        for (indptr, indices, degree, _), ids, other in (
            (lefts, fallen[0], right_degree),
            (rights, fallen[1], left_degree),
        ):
            if len(ids):
                removed = True
                degree[ids] = 0
                launch(_peel, blocks_for(len(ids)), ids, indptr, indices, other)
    return xp.maximum(left_degree, 0), xp.maximum(right_degree, 0)


@kernel
def _peel(removed, indptr, indices, degree):
    """Take removed vertices off their neighbours' degrees: a warp a vertex. The degree
    of one that is removed itself falls below 0."""
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.grid(1) // WARP, removed.size, cuda.gridsize(1) // WARP):
        v = removed[i]
        for e in range(indptr[v] + lane, indptr[v + 1], WARP):
            cuda.atomic.sub(degree, indices[e], 1)


def reduce_graph(
    graph: BipartiteGraph,
    left_degree: Any,
    right_degree: Any,
    *,
    merge_left: bool,
    merge_right: bool,
) -> Reduced:
    """The core whose degrees are given, twins merged where asked."""
    graph = on_device(graph)
    left_alive, right_alive = left_degree > 0, right_degree > 0
    left = _classes(
        graph.left_indptr, graph.left_indices, left_alive, right_alive, merge_left
    )
    right = _classes(
        graph.right_indptr, graph.right_indices, right_alive, left_alive, merge_right
    )
    left_indptr, left_indices = class_adjacency(
        graph.left_indptr, graph.left_indices, left, right
    )
    right_indptr, right_indices = class_adjacency(
        graph.right_indptr, graph.right_indices, right, left
    )
    return Reduced(left_indptr, left_indices, right_indptr, right_indices, left, right)


def _classes(indptr, indices, alive, other_alive, merge) -> Classes:
    if merge:
        return twin_classes(indptr, indices, alive, other_alive)
    members = xp.flatnonzero(alive).astype(np.int32)
    of = xp.where(alive, xp.cumsum(alive) - 1, -1).astype(np.int32)
    return Classes(of, xp.arange(len(members) + 1, dtype=np.int64), members)


def twin_classes(indptr, indices, alive, other_alive) -> Classes:
    """Classes of live vertices with equal live neighbourhoods, by first vertex.

    A hash of the neighbourhood brings twins together, a comparison of the lists
    decides. Should different ones ever share a hash, another one is tried.
    """
    ids = xp.flatnonzero(alive)
    n = len(ids)
    seed = 0
    while True:
        seed += 1
        hashes = xp.empty(n, np.uint64)
        if n:
            launch(
                _hash_lists, blocks_for(n), ids, indptr, indices, other_alive,
                seed, hashes,
            )  # fmt: skip
        by_hash = xp.argsort(hashes, kind="stable")
        hashes, ids_by_hash = hashes[by_hash], ids[by_hash]
        alike = xp.zeros(n, np.int32)
        if n:
            launch(
                _compare_lists, blocks_for(n), ids_by_hash, hashes, indptr, indices,
                other_alive, alike,
            )  # fmt: skip
        if not n or not bool((alike < 0).any()):
            break
    starts = xp.flatnonzero(alike == 0)  # of the classes
    by_first = xp.argsort(ids_by_hash[starts], kind="stable")
    rank = xp.empty(len(starts), np.int64)
    rank[by_first] = xp.arange(len(starts))
    class_of = rank[xp.cumsum(alike == 0) - 1]
    of = xp.full(len(alive), -1, np.int32)
    of[ids_by_hash] = class_of.astype(np.int32)
    sizes = xp.bincount(class_of, minlength=len(starts)) if n else starts
    by_class = xp.argsort(class_of, kind="stable")
    return Classes(of, offsets(sizes), ids_by_hash[by_class].astype(np.int32))


@kernel
def _hash_lists(ids, indptr, indices, other_alive, seed, hashes):
    """A hash of each vertex's live neighbours, the same in any order: a warp each."""
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.grid(1) // WARP, ids.size, cuda.gridsize(1) // WARP):
        total = np.int64(0)
        for e in range(indptr[ids[i]] + lane, indptr[ids[i] + 1], WARP):
            if other_alive[indices[e]]:
                h = (np.uint64(indices[e]) + np.uint64(seed)) * MIX
                h = (h ^ (h >> np.uint64(29))) * MIX_AGAIN
                total += np.int64(h ^ (h >> np.uint64(32)))
        total = warp_sum(total)
        if lane == 0:
            hashes[i] = np.uint64(total)


@kernel
def _compare_lists(ids, hashes, indptr, indices, other_alive, alike):
    """1: the live neighbours are those of the vertex before; 0: another hash; -1: the
    same hash, but other neighbours. A warp a vertex."""
    lane = cuda.threadIdx.x % WARP
    for i in range(cuda.grid(1) // WARP, ids.size, cuda.gridsize(1) // WARP):
        if i == 0 or hashes[i] != hashes[i - 1]:
            continue
        a, b = ids[i - 1], ids[i]
        differ = False
        # Live neighbours only: each of one list must be in the other, in both ways.
        for e in range(indptr[a] + lane, indptr[a + 1], WARP):
            if other_alive[indices[e]]:
                differ = differ or not contains(
                    indices, indptr[b], indptr[b + 1], indices[e]
                )
        for e in range(indptr[b] + lane, indptr[b + 1], WARP):
            if other_alive[indices[e]]:
                differ = differ or not contains(
                    indices, indptr[a], indptr[a + 1], indices[e]
                )
        differ = cuda.any_sync(ALL_LANES, differ)
        if lane == 0:
            alike[i] = -1 if differ else 1


def class_adjacency(indptr, indices, side: Classes, other: Classes) -> tuple[Any, Any]:
    """Adjacency of the classes of one side: that of each class's first vertex."""
    first = xp.zeros(len(side.of), bool)
    first[side.members[side.indptr[:-1]]] = True
    other_first = xp.zeros(len(other.of), bool)
    other_first[other.members[other.indptr[:-1]]] = True
    row = xp.searchsorted(indptr, xp.arange(len(indices)), side="right") - 1
    keep = xp.flatnonzero(first[row] & other_first[indices])
    sizes = xp.bincount(side.of[row[keep]], minlength=len(side))[: len(side)]
    return offsets(sizes), other.of[indices[keep]]
