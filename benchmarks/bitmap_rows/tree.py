# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The search tree that all kinds of rows share, and the counters of its work.

The roots are the anchored vertices. The rows of a root are the later anchored vertices
that share at least `least` neighbours with it, small ones first. Picking row i leaves
the rows after it that still share enough. The last pick sums binomials, modulo 2^64.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.decorators import compiled

# Columns of a level
FIRST, ROWS, CURSOR, PICKS, TOP, BASE, ACROSS, DOWN, WIDTH = range(9)
FIELDS = 9
# Entries of the control
ROOT, DEPTH, SWEPT = range(3)
# Entries of the work
INTERSECTIONS, IDS, WORDS, LARGEST, ALL = range(5)

MODULUS = 1 << 64


class Pairs(NamedTuple):
    """The rows of each root."""

    indptr: np.ndarray  # int64
    row: np.ndarray  # int32, anchored vertices
    shared: np.ndarray  # int32, neighbours that the row shares with the root

    @classmethod
    def of(cls, graph: SearchGraph, least: int) -> "Pairs":
        """Sweep the neighbours of the neighbours of each root."""
        return cls(*two_hop(graph, least))

    def most_rows(self) -> int:
        """The rows of the root with the most rows."""
        return int(np.diff(self.indptr).max(initial=0))

    def most_members(self) -> int:
        """The largest sum, over the rows of a root, of what they share with it."""
        reached = np.concatenate([[0], np.cumsum(self.shared, dtype=np.int64)])
        return int(np.diff(reached[self.indptr]).max(initial=0))


@compiled
def two_hop(graph, least):
    """Return the rows of all roots: offsets, vertices, and shared neighbours."""
    n = graph.grown_indptr.size - 1
    count = np.zeros(n, np.int32)
    touched = np.empty(n, np.int32)
    indptr = np.zeros(n + 1, np.int64)
    rows = np.empty(0, np.int32)
    shared = np.empty(0, np.int32)
    for fill in range(2):
        if fill == 1:
            rows = np.empty(indptr[n], np.int32)
            shared = np.empty(indptr[n], np.int32)
        for v in range(n):
            n_touched = 0
            for i in range(graph.grown_indptr[v], graph.grown_indptr[v + 1]):
                u = graph.grown_indices[i]
                e = graph.kept_indptr[u + 1] - 1
                while graph.kept_indices[e] > v:
                    w = graph.kept_indices[e]
                    touched[n_touched] = w
                    n_touched += np.int64(count[w] == 0)
                    count[w] += 1
                    e -= 1
            kept = 0
            for i in range(n_touched):
                kept += np.int64(count[touched[i]] >= least)
            if fill == 0:
                indptr[v + 1] = indptr[v] + kept
            else:
                keys = np.empty(kept, np.int64)
                kept = 0
                for i in range(n_touched):
                    w = touched[i]
                    if count[w] >= least:
                        keys[kept] = np.int64(count[w]) * n + w
                        kept += 1
                keys.sort()
                for i in range(kept):
                    rows[indptr[v] + i] = keys[i] % n
                    shared[indptr[v] + i] = keys[i] // n
            for i in range(n_touched):
                count[touched[i]] = 0
    return indptr, rows, shared


def binomials(graph: SearchGraph, least: int) -> np.ndarray:
    """C(k, least) modulo 2^64, for all numbers k of neighbours."""
    widest = int(np.diff(graph.grown_indptr).max(initial=0))
    return np.array([comb(k, least) % MODULUS for k in range(widest + 1)], np.uint64)


def renumbered(graph: SearchGraph, place: np.ndarray) -> SearchGraph:
    """The graph with other numbers for its kept vertices. The roots keep theirs."""
    degree = np.diff(graph.grown_indptr)
    vertex = np.repeat(np.arange(len(degree)), degree)
    grown = place[graph.grown_indices]
    by_row = np.lexsort((grown, vertex))
    by_column = np.lexsort((vertex, grown))
    kept_degree = np.bincount(grown, minlength=len(place))
    return graph._replace(
        grown_indices=grown[by_row].astype(np.int32),
        kept_indices=vertex[by_column].astype(np.int32),
        kept_indptr=np.concatenate([[0], np.cumsum(kept_degree)]),
    )
