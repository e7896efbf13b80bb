# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Counting from end to end: preparation -> count on a backend -> one integer."""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.arrays import array_module
from cugraph_biclique.backends import Backend, backend_for
from cugraph_biclique.counting.binomials import stars
from cugraph_biclique.counting.prediction import warn_if_long
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.local_counting.priority import fits_words, reads_less
from cugraph_biclique.partition import Partition
from cugraph_biclique.preparation.stages import anchor
from cugraph_biclique.progress import Progress
from cugraph_biclique.trace import Trace


def count(
    graph: BipartiteGraph,
    p: int,
    q: int,
    backend: Backend,
    budget: int,
    trace: Trace,
    progress: Progress = None,
) -> int:
    """Return the exact number of (p, q)-bicliques."""
    if p == 1 or q == 1:
        with trace.stage("count"):
            indptr = graph.right_indptr if q == 1 else graph.left_indptr
            return stars(degrees(indptr), p if q == 1 else q)
    if p == q == 2 and reads_less(graph, backend.engine) and fits_words(graph):
        butterflies = backend.local_counting.butterfly_count
        found = butterflies(graph, budget, trace, progress)
        if found is not None:
            return found
    anchored = anchor(graph, p, q, backend, budget, trace)
    warn_if_long(anchored)
    return backend.count(anchored, [anchored.least], trace, progress)[0]


class Run(NamedTuple):
    """An enumeration of vertex sets of one side that yields several (p, q) counts."""

    side: str  # the anchor, "left" or "right": vertices are picked on this side
    picks: int
    leasts: list[int]  # numbers of common neighbours, ascending

    @classmethod
    def of(cls, side: str, p: int, q: int) -> Run:
        """The run for a single (p, q)."""
        return cls(side, p, [q]) if side == "left" else cls(side, q, [p])

    def cells(self) -> list[tuple[int, int]]:
        """The (p, q) pairs that this run counts, in the order of `leasts`."""
        if self.side == "left":
            return [(self.picks, least) for least in self.leasts]
        return [(least, self.picks) for least in self.leasts]


def count_in_partition(
    partition: Partition,
    runs: list[Run],
    engine: str,
    budget: int,
    trace: Trace,
    picked: int = 0,
) -> list[int]:
    """Count the (p, q)-bicliques whose first vertex is a root of this partition.

    Returns one count for each cell of the runs; p and q are at least 2. All runs pick
    on the side that the partition grows. `picked` vertices of that side belong to
    every set but are not in the graph.
    """
    backend = backend_for(engine)
    anchored = anchor(
        partition.graph, 2, 2, backend, budget, trace, partition.grow, partition.is_root
    )
    found = []
    for run in runs:
        picks = run.picks - picked
        if picks == 1:
            degree = degrees(anchored.graph.grown_indptr)[anchored.graph.is_root]
            found += [stars(degree, least) for least in run.leasts]
            continue
        anchored = anchored._replace(picks=picks, least=run.leasts[0])
        found += backend.count(anchored, run.leasts, trace, progress=False)
    return found


def degrees(indptr: Any) -> Any:
    """Return the degree of each vertex of a side."""
    return array_module(indptr).diff(indptr)


def count_table(
    graph: BipartiteGraph,
    max_p: int,
    max_q: int,
    backend: Backend,
    budget: int,
    trace: Trace,
    progress: Progress = None,
) -> dict[tuple[int, int], int]:
    """Return the exact number of (p, q)-bicliques for all p <= max_p and q <= max_q.

    Stars are counted from the degrees, all others by the runs of `table_runs`.
    """
    graph = backend.placed(graph)
    table = {}
    for p in range(1, max_p + 1):
        table[p, 1] = stars(degrees(graph.right_indptr), p)
    for q in range(1, max_q + 1):
        table[1, q] = stars(degrees(graph.left_indptr), q)
    for run in table_runs(max_p, max_q):
        anchored = anchor(graph, *run.cells()[0], backend, budget, trace, run.side)
        warn_if_long(anchored)
        totals = backend.count(anchored, run.leasts, trace, progress)
        table |= zip(run.cells(), totals, strict=True)
    return table


def table_runs(max_p: int, max_q: int) -> list[Run]:
    """List the runs that count a table's cells with p and q of at least 2.

    Each run picks on the side with fewer vertices, or on the left if p = q. It counts
    the cells for all larger numbers of vertices on the other side at once.
    """
    left = [Run("left", p, list(range(p, max_q + 1))) for p in range(2, max_p + 1)]
    right = [
        Run("right", q, list(range(q + 1, max_p + 1))) for q in range(2, max_q + 1)
    ]
    return [run for run in left + right if run.leasts]
