# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Large bicliques by greedy descents, as a first least score for the search.

A descent starts at a vertex and its neighbours. Each step adds the vertex that has the
most of the remaining neighbours, and removes the other neighbours. Every step passes
through a maximal biclique: all vertices that have all remaining neighbours.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.graph.csr import contains
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.largest.best import Best, Found, scores_of

ROOTS = 256  # of each side: half have the largest degrees, half are ends of edges
SEED = 1  # fixed, so that a call always takes the same way


class Work(NamedTuple):
    """The arrays of descents, and what the last descent has found."""

    count: Any  # int32 by own vertex: neighbours in `rest`, zero between steps
    touched: np.ndarray  # int32, the own vertices whose `count` is not zero
    has_joined: np.ndarray  # bool by own vertex, false between descents
    joined: np.ndarray  # int32, the own vertices of the bicliques, step by step
    rest: np.ndarray  # int32, the other vertices; the first ones are in more bicliques
    sizes: np.ndarray  # int64 (steps, 2), the sizes of both sides after each step


class Descents:
    """Descents from vertices of one side."""

    def __init__(self, graph: BipartiteGraph, side: str) -> None:
        sides = (
            Adjacency(graph.left_indptr, graph.left_indices),
            Adjacency(graph.right_indptr, graph.right_indices),
        )
        self.side = side
        self.own, self.other = sides if side == "left" else sides[::-1]
        self.read = 0
        n, n_other = len(self.own.indptr) - 1, len(self.other.indptr) - 1
        self.work = Work(
            count=np.zeros(n, np.int32),
            touched=np.empty(n, np.int32),
            has_joined=np.zeros(n, np.bool_),
            joined=np.empty(n, np.int32),
            rest=np.empty(n_other, np.int32),
            sizes=np.empty((n_other + 1, 2), np.int64),
        )

    def roots(self) -> np.ndarray:
        """Vertices to start from: those of large degree in turn with ends of edges."""
        degree = np.diff(self.own.indptr)
        n = min(len(degree), ROOTS // 2)
        largest = np.argpartition(-degree, n - 1)[:n]
        largest = largest[np.argsort(-degree[largest], kind="stable")]
        edges = np.random.default_rng(SEED).integers(0, len(self.own.indices), n)
        drawn = np.searchsorted(self.own.indptr, edges, side="right") - 1
        return np.column_stack([largest, drawn]).reshape(-1)

    def descend(self, root: int, least_rest: int, most_read: int) -> np.ndarray:
        """Sizes (joined, rest) of the bicliques on the way; their members are prefixes
        of `joined` and `rest`. The descent ends before it has read more than
        `most_read` edges."""
        n, read = _descend(root, least_rest, most_read, self.own, self.other, self.work)
        self.read += read
        return self.work.sizes[:n]

    def found(self, steps: np.ndarray, sizes: np.ndarray) -> Found:
        """The bicliques at some steps of the last descent."""
        column = 0 if self.side == "left" else 1
        members = (self.work.joined, self.work.rest)[column]
        lists = [np.sort(members[: sizes[step, column]]) for step in steps]
        offsets = np.concatenate([[0], np.cumsum([len(some) for some in lists])])
        n_right = sizes[steps, 1 - column].astype(np.int32)
        return Found(offsets.astype(np.int64), np.concatenate(lists), n_right)


def add_greedy(
    graph: BipartiteGraph, best: Best, min_left: int, min_right: int, edges_read: int
) -> int:
    """Add the bicliques of descents from both sides; returns the number of descents.

    The descents of each side end once they have read `edges_read` edges, or as many as
    the graph has, if there are more.

    The graph must have its adjacency in host memory.
    """
    incumbent = best.incumbent
    edges_read = max(edges_read, graph.n_edges)
    n_descents = 0
    for side in ("left", "right"):
        descents = Descents(graph, side)
        for root in dict.fromkeys(descents.roots().tolist()):
            left_to_read = edges_read - descents.read
            if left_to_read <= 0 or incumbent.is_late():
                break
            least = min_right if side == "left" else min_left
            sizes = descents.descend(root, least, left_to_read).copy()
            n_descents += 1
            n_left, n_right = sizes.T if side == "left" else sizes.T[::-1]
            scores = scores_of(incumbent.by, n_left, n_right)
            large = (n_left >= min_left) & (n_right >= min_right)
            large &= scores >= incumbent.least
            steps = np.flatnonzero(large)
            steps = steps[np.argsort(-scores[steps], kind="stable")][: best.k]
            if len(steps):
                best.add(descents.found(steps, sizes))
    return n_descents


@compiled
def _descend(
    root,
    least_rest,
    most_read,
    own,
    other,
    work,
):
    """One descent; returns its number of steps, and the number of edges read.

    `own` and `other`: `Adjacency` of the side of the root, and of the other side.
    `work`: `Work`.
    """
    own_indptr, own_indices = own
    other_indptr, other_indices = other
    count, touched, has_joined, joined, rest, sizes = work
    n_rest = np.int64(0)
    for e in range(own_indptr[root], own_indptr[root + 1]):
        rest[n_rest] = own_indices[e]
        n_rest += 1
    n_joined, n_steps, read = np.int64(0), np.int64(0), np.int64(0)
    while n_rest >= least_rest and n_rest > 0:
        more = np.int64(0)
        for i in range(n_rest):
            more += other_indptr[rest[i] + 1] - other_indptr[rest[i]]
        if read + more > most_read:
            break
        read += more
        n_touched = np.int64(0)
        for i in range(n_rest):
            v = rest[i]
            for e in range(other_indptr[v], other_indptr[v + 1]):
                u = other_indices[e]
                if count[u] == 0:
                    touched[n_touched] = u
                    n_touched += 1
                count[u] += 1
        chosen, most = np.int64(-1), np.int64(0)
        for i in range(n_touched):
            u = touched[i]
            n = count[u]
            count[u] = 0
            if n == n_rest:
                if not has_joined[u]:
                    has_joined[u] = True
                    joined[n_joined] = u
                    n_joined += 1
            elif n > most:
                chosen, most = np.int64(u), np.int64(n)
        sizes[n_steps, 0] = n_joined
        sizes[n_steps, 1] = n_rest
        n_steps += 1
        if chosen < 0:
            break
        n_rest = _keep_neighbours(
            rest, n_rest, own_indices, own_indptr[chosen], own_indptr[chosen + 1]
        )
    for i in range(n_joined):
        has_joined[joined[i]] = False
    return n_steps, read


@compiled
def _keep_neighbours(rest, n_rest, indices, begin, end):
    """Move the members of rest[:n_rest] in indices[begin:end] to its front; returns
    their number. The indices ascend."""
    n = np.int64(0)
    for i in range(n_rest):
        v = rest[i]
        if contains(indices, begin, end, v):
            rest[i] = rest[n]
            rest[n] = v
            n += 1
    return n
