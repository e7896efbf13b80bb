# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Core and twin reduction on a GPU.

Nothing is renumbered here: every vertex is told which vertex stands for it, and the
order takes it from there. So a call has few launches, which count on small graphs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique._cuda import (
    ALL_LANES,
    MIX,
    ONE,
    WARP,
    ZERO,
    contains,
    cuda,
    device,
    kernel,
    warp_sum,
)
from cugraph_biclique.arrays import to_host
from cugraph_biclique.device import blocks_for, launch, xp
from cugraph_biclique.graph import BipartiteGraph

MIX_AGAIN = np.uint64(0xBF58476D1CE4E5B9)
NONE = np.int32(2**31 - 1)


class Represented(NamedTuple):
    """A graph and, for each vertex, the first of its twins; -1 outside the core."""

    graph: BipartiteGraph
    left: Any  # int32
    right: Any


def core(graph: BipartiteGraph, min_left: int, min_right: int) -> tuple[Any, Any]:
    """Degrees of the left and right vertices within the core, 0 for those outside."""
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
) -> Represented:
    """The core whose degrees are given, twins merged where asked."""
    left = graph.left_indptr, graph.left_indices, left_degree, right_degree
    right = graph.right_indptr, graph.right_indices, right_degree, left_degree
    seed = 0
    while True:
        seed += 1
        collided = xp.zeros(1, np.int32)
        sides = [
            first_twins(*side, merge, seed, collided)
            for side, merge in ((left, merge_left), (right, merge_right))
        ]
        if not (merge_left or merge_right) or not to_host(collided)[0]:
            return Represented(graph, *sides)


def first_twins(indptr, indices, degree, other_degree, merge, seed, collided) -> Any:
    """For each live vertex, the first with the same live neighbours; -1 for others.

    A hash of the neighbours finds it, a comparison of the lists decides. Should others
    ever have the same hash, `collided` is set.
    """
    n = len(degree)
    if not merge:
        return xp.where(degree > 0, xp.arange(n), -1).astype(np.int32)
    first = xp.empty(n, np.int32)
    if n == 0:
        return first
    capacity = 1 << (2 * n).bit_length()
    keys = xp.zeros(capacity, np.uint64)
    least = xp.full(capacity, NONE, np.int32)
    slot = xp.empty(n, np.int32)
    blocks = blocks_for(n)
    launch(
        _hash_lists, blocks, indptr, indices, degree, other_degree, seed, keys, least,
        slot,
    )  # fmt: skip
    launch(
        _compare_lists, blocks, indptr, indices, degree, other_degree, least, slot,
        first, collided,
    )  # fmt: skip
    return first


@kernel
def _hash_lists(indptr, indices, degree, other_degree, seed, keys, least, slot):
    """Put every live vertex into a table, by a hash of its live neighbours that is the
    same in any order; the table keeps the first vertex of each. A warp a vertex."""
    lane = cuda.threadIdx.x % WARP
    for v in range(cuda.grid(1) // WARP, degree.size, cuda.gridsize(1) // WARP):
        if degree[v] > 0:
            total = np.int64(0)
            for e in range(indptr[v] + lane, indptr[v + 1], WARP):
                if other_degree[indices[e]] > 0:
                    h = (np.uint64(indices[e]) + np.uint64(seed)) * MIX
                    h = (h ^ (h >> np.uint64(29))) * MIX_AGAIN
                    total += np.int64(h ^ (h >> np.uint64(32)))
            total = warp_sum(total)
            if lane == 0:
                at = place(keys, np.uint64(total) | ONE)
                cuda.atomic.min(least, at, np.int32(v))
                slot[v] = at


@device
def place(keys, key):
    """The place of a key in an open table, made if it is new: one thread."""
    last = np.int64(keys.size - 1)
    at = np.int64(key >> np.uint64(20)) & last
    while True:
        there = cuda.atomic.cas(keys, at, ZERO, key)
        if there == ZERO or there == key:
            return at
        at = (at + 1) & last


@kernel
def _compare_lists(indptr, indices, degree, other_degree, least, slot, first, collided):
    """The first vertex of each one's hash, if their live neighbours are the same."""
    lane = cuda.threadIdx.x % WARP
    for v in range(cuda.grid(1) // WARP, degree.size, cuda.gridsize(1) // WARP):
        twin = np.int32(-1)
        if degree[v] > 0:
            twin = least[slot[v]]
            differ = twin != v and (
                degree[twin] != degree[v]
                or lists_differ(indptr, indices, other_degree, twin, v)
            )
            if cuda.any_sync(ALL_LANES, differ) and lane == 0:
                collided[0] = 1
        if lane == 0:
            first[v] = twin


@device
def lists_differ(indptr, indices, other_degree, a, b):
    """Whether a lane finds a live neighbour of b that is none of a."""
    lane = cuda.threadIdx.x % WARP
    for e in range(indptr[b] + lane, indptr[b + 1], WARP):
        w = indices[e]
        if other_degree[w] > 0 and not contains(indices, indptr[a], indptr[a + 1], w):
            return True
    return False
