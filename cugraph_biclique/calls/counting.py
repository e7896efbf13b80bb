# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Count (p, q)-bicliques from end to end: prepare the graph, then count on a backend.

As in BCList++ (docs/papers.md), a cost model chooses the side to anchor, and binomial
coefficients count the other side.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.contract.partition import Partition
from cugraph_biclique.counting.binomials import stars
from cugraph_biclique.counting.prediction import warn_if_long
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.local_counting.priority import fits_words, reads_less
from cugraph_biclique.preparation.stages import anchor
from cugraph_biclique.request.request import Request


def count(request: Request, p: int, q: int) -> int:
    """Return the exact number of (p, q)-bicliques."""
    graph, backend, trace = request.graph, request.backend, request.trace
    if p == 1 or q == 1:
        with trace.stage("count"):
            indptr = graph.right_indptr if q == 1 else graph.left_indptr
            return stars(degrees(indptr), p if q == 1 else q)
    if p == q == 2 and counts_wedges(graph, backend.engine):
        found = backend.butterfly_count(graph, request.budget, trace, request.progress)
        if found is not None:
            return found
    anchored = anchor(graph, p, q, request.resources)
    warn_if_long(anchored, backend.engine)
    return backend.count(anchored, [anchored.least], trace, request.progress)[0]


def counts_wedges(graph: BipartiteGraph, engine: str) -> bool:
    """Whether butterflies are counted by wedges, which is faster than an anchor."""
    return reads_less(graph, engine) and fits_words(graph)


class Run(NamedTuple):
    """One enumeration of vertex sets of one side, which gives several (p, q) counts."""

    side: str  # the anchor, "left" or "right": vertices are picked on this side
    picks: int
    leasts: list[int]  # sizes of the other side, ascending

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
    partition: Partition, request: Request, runs: list[Run], picked: int = 0
) -> list[int]:
    """Count the (p, q)-bicliques whose first vertex is a root of this partition, which
    has the graph of the request.

    Returns one count per cell of the runs; p and q are at least 2. All runs pick on the
    side that the partition grows. `picked` vertices of that side belong to every set,
    but are not in the graph.
    """
    # The sizes 2, 2 have no effect. The partition gives the anchor, and keeps vertices
    # outside its core. Each run below sets its own `picks` and `least`.
    anchored = anchor(
        partition.graph, 2, 2, request.resources, partition.grow, partition.is_root
    )
    found = []
    for run in runs:
        picks = run.picks - picked
        if picks == 1:
            degree = degrees(anchored.graph.grown_indptr)[anchored.graph.is_root]
            found += [stars(degree, least) for least in run.leasts]
            continue
        anchored = anchored._replace(picks=picks, least=run.leasts[0])
        found += request.backend.count(
            anchored, run.leasts, request.trace, progress=False
        )
    return found


def degrees(indptr: Any) -> Any:
    """Return the degree of each vertex of a side."""
    return array_module(indptr).diff(indptr)


def count_table(request: Request, max_p: int, max_q: int) -> dict[tuple[int, int], int]:
    """Return the exact number of (p, q)-bicliques for all p <= max_p and q <= max_q.

    The degrees give the number of stars, and the runs of `table_runs` all other counts.
    """
    backend = request.backend
    graph = backend.placed(request.graph)
    table = star_table(graph, max_p, max_q)
    for run in table_runs(max_p, max_q):
        anchored = anchor(graph, *run.cells()[0], request.resources, run.side)
        warn_if_long(anchored, backend.engine)
        totals = backend.count(anchored, run.leasts, request.trace, request.progress)
        table |= zip(run.cells(), totals, strict=True)
    return table


def star_table(
    graph: BipartiteGraph, max_p: int, max_q: int
) -> dict[tuple[int, int], int]:
    """Return the cells of a table with p or q of 1, which count stars."""
    of_right, of_left = map(degrees, (graph.right_indptr, graph.left_indptr))
    table = {(p, 1): stars(of_right, p) for p in range(1, max_p + 1)}
    return table | {(1, q): stars(of_left, q) for q in range(2, max_q + 1)}


def table_frame(table: dict[tuple[int, int], int]) -> pd.DataFrame:
    """Return a table of counts as a frame: p, q (int64) and count (Python integers)."""
    cells = sorted(table)
    return pd.DataFrame(
        {
            "p": np.array([p for p, _ in cells], np.int64),
            "q": np.array([q for _, q in cells], np.int64),
            "count": pd.Series([table[cell] for cell in cells], dtype=object),
        }
    )


def table_runs(max_p: int, max_q: int) -> list[Run]:
    """List the runs that count a table's cells with p and q of at least 2.

    Each run picks on the side with fewer vertices, or on the left if p = q. One run
    counts the cells for all larger sizes of the other side.
    """
    left = [Run("left", p, list(range(p, max_q + 1))) for p in range(2, max_p + 1)]
    right = [
        Run("right", q, list(range(q + 1, max_p + 1))) for q in range(2, max_q + 1)
    ]
    return [run for run in left + right if run.leasts]
