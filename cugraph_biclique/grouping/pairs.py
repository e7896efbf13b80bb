# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Pairs of vertices with many common neighbours, sampled by random wedges.

A wedge is a vertex and two of its neighbours. So a pair is sampled in proportion to its
number of common neighbours. The sample has a fixed seed and is drawn on the host, so it
is the same on both engines.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.arguments import LARGEST
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.graph.csr import over_ranges
from cugraph_biclique.graph.rows import gather_rows
from cugraph_biclique.host.decorators import compiled

MOST_SAMPLED = 1 << 17  # pairs
MOST_READ = 1 << 25  # entries of the lists of the sampled pairs: some 0.1 s
MOST_PAIRS = 1 << 13  # pairs that are returned
SEED = 0


class Common(NamedTuple):
    """Pairs of vertices of one side, with the lists of their common neighbours."""

    pairs: np.ndarray  # int32 (pairs, 2)
    offsets: np.ndarray  # int64
    members: np.ndarray  # int32, of the other side

    def select(self, which: np.ndarray) -> Common:
        """Return some of them."""
        lists = gather_rows(self.offsets, self.members, which)
        return Common(self.pairs[which], *lists)


def best_pairs(own: Adjacency, other: Adjacency, least: int) -> Common:
    """Return the sampled pairs of own vertices whose number of common neighbours is the
    furthest above its expectation, in standard deviations.

    Each pair has at least `least` common neighbours.
    """
    common = _with_common(own, _sampled(other, own), least)
    degree = np.diff(own.indptr).astype(np.float64)
    of_other = np.diff(other.indptr).astype(np.float64)
    wedges = (of_other * (of_other - 1)).sum() / max(1, len(own.indices)) ** 2
    expected = degree[common.pairs].prod(1) * wedges
    above = (np.diff(common.offsets) - expected) / np.sqrt(np.maximum(expected, 1e-9))
    return common.select(np.argsort(-above, kind="stable")[:MOST_PAIRS])


def _sampled(centres: Adjacency, ends: Adjacency) -> np.ndarray:
    """Sample pairs of different ends of wedges: int32 (pairs, 2), without repeats."""
    degree = np.diff(centres.indptr)
    reached = np.cumsum(degree * (degree - 1))
    if not len(reached) or not reached[-1]:
        return np.empty((0, 2), np.int32)
    random = np.random.default_rng(SEED)
    wedge = random.integers(0, reached[-1], MOST_SAMPLED)
    centre = np.searchsorted(reached, wedge, side="right")
    first = random.integers(0, degree[centre])
    second = (first + random.integers(1, degree[centre])) % degree[centre]
    at = centres.indptr[centre]
    pairs = np.stack([centres.indices[at + first], centres.indices[at + second]], 1)
    pairs.sort(axis=1)
    firsts = np.unique(pairs.astype(np.int64) @ [1 << 32, 1], return_index=True)[1]
    pairs = pairs[np.sort(firsts)]
    read = np.cumsum(np.diff(ends.indptr)[pairs].sum(1))
    return pairs[: np.searchsorted(read, MOST_READ, side="right")]


def _with_common(own: Adjacency, pairs: np.ndarray, least: int) -> Common:
    """Return the pairs with at least `least` common neighbours."""
    degree = np.diff(own.indptr)[pairs]
    room = np.concatenate([[0], np.cumsum(degree.min(1, initial=LARGEST))])
    members, sizes = np.empty(room[-1], np.int32), np.zeros(len(pairs), np.int64)
    over_ranges(_intersect, room, *own, pairs, room, members, sizes)
    enough = np.flatnonzero(sizes >= least)
    offsets = np.concatenate([[0], np.cumsum(sizes[enough])])
    at = np.repeat(room[enough] - offsets[:-1], sizes[enough]) + np.arange(offsets[-1])
    return Common(pairs[enough], offsets, members[at])


@compiled
def _intersect(first, last, indptr, indices, pairs, room, members, sizes):
    """Write the common neighbours of the pairs first:last, each from its room on, and
    their numbers."""
    for i in range(first, last):
        e, end = indptr[pairs[i, 0]], indptr[pairs[i, 0] + 1]
        f, stop = indptr[pairs[i, 1]], indptr[pairs[i, 1] + 1]
        n = np.int64(0)
        while e < end and f < stop:
            u, v = indices[e], indices[f]
            if u == v:
                members[room[i] + n] = u
                n += 1
            e += u <= v
            f += v <= u
        sizes[i] = n
