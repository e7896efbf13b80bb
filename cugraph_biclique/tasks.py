# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Jobs of similar predicted work: ranges of roots, or parts of one heavy root.

The children of a node are independent, so a job is a range of roots, or some of the
children of one root. Jobs are in the order of the search, so the results do not depend
on how the search was cut.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from cugraph_biclique.bits import inlined
from cugraph_biclique.interrupts import interruptible
from cugraph_biclique.preparation import SearchGraph

JOBS_PER_THREAD = 32
MOST_PARTS = 64


class Job(NamedTuple):
    """The roots first:last, or part `part` out of `parts` of the root `first`."""

    first: int
    last: int
    part: int = 0
    parts: int = 1

    @property
    def roots(self) -> int:
        """Number of roots that are finished once this job is."""
        return self.last - self.first if self.part == self.parts - 1 else 0


@inlined
def is_root(graph, v):
    """Whether a grown vertex is a root; in a partition, some are not."""
    return graph.is_root.size == 0 or graph.is_root[v]


def root_work(graph: SearchGraph) -> np.ndarray:
    """Predicted work of each root: the number of edges that a sweep of its rows reads.

    Vertices of a partition that are not roots have work 0.
    """
    return interruptible(len(graph.kept_indices), _root_work, graph)


def _root_work(graph: SearchGraph) -> np.ndarray:
    degree = np.diff(graph.kept_indptr)
    reached = np.concatenate([[0], np.cumsum(degree[graph.grown_indices])])
    work = np.diff(reached[graph.grown_indptr])
    return work * graph.is_root if len(graph.is_root) else work


def jobs_for(work: np.ndarray, threads: int, divide: bool = True) -> list[Job]:
    """Cut the roots into jobs of similar predicted work, in order.

    The parts of a root are ranges of its children. A search with a goal must not divide
    a root: which children it has depends on the least score, which rises meanwhile.
    """
    if len(work) == 0:
        return []
    share = max(1.0, float(work.sum()) / (JOBS_PER_THREAD * threads))
    heavy = np.flatnonzero(work > share).tolist() if threads > 1 else []
    jobs: list[Job] = []
    first = 0
    for root in [*heavy, len(work)]:
        jobs += _ranges(work, first, root, share)
        if root < len(work):
            parts = min(MOST_PARTS, int(np.ceil(work[root] / share))) if divide else 1
            jobs += [Job(root, root + 1, part, parts) for part in range(parts)]
        first = root + 1
    return jobs


def _ranges(work: np.ndarray, first: int, last: int, share: float) -> list[Job]:
    if first >= last:
        return []
    reached = np.cumsum(work[first:last])
    cuts = first + np.flatnonzero(np.diff(reached // share, prepend=0.0) > 0)
    edges = sorted({first, *map(int, cuts), last})
    return [Job(a, b) for a, b in pairwise(edges)]
