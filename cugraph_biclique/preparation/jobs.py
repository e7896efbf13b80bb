# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Cut a search into jobs of similar predicted work.

The children of a node are independent, so a job is a range of roots, or some of the
children of one root.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.graph.csr import over_ranges
from cugraph_biclique.host.decorators import compiled, inlined
from cugraph_biclique.host.interrupts import interruptible
from cugraph_biclique.host.jobs import JOBS_PER_THREAD, Cut, Job

MOST_PARTS = 64
LEAST_WORK = 512.0  # edges that a job reads; fewer take no longer than handing it out
# A job costs 10 us, but small graphs can have large searches, which threads must share.
FEW_JOBS, MANY_JOBS_WORK = 64, 8192.0  # edges of each job, where there are more jobs


class Kept(NamedTuple):
    """How many jobs a search is cut into if their results are stored one by one.

    The numbers are fixed, as stored jobs must not depend on the machine.
    """

    most: int
    fewest: int  # small graphs can have large searches
    work: float  # edges that a job reads, where there are more than the fewest


ON_CORES = Kept(8 * JOBS_PER_THREAD, FEW_JOBS, MANY_JOBS_WORK)
ON_A_DEVICE = Kept(32, 8, 2.0**20)  # a job takes milliseconds


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
    work = np.empty(len(graph.grown_indptr) - 1, np.int64)
    over_ranges(
        _sum_degrees, graph.grown_indptr, graph.grown_indptr, graph.grown_indices,
        graph.kept_indptr, work,
    )  # fmt: skip
    return work * graph.is_root if len(graph.is_root) else work


@compiled
def _sum_degrees(first, last, indptr, indices, kept_indptr, work):
    for v in range(first, last):
        edges = 0
        for u in indices[indptr[v] : indptr[v + 1]]:
            edges += kept_indptr[u + 1] - kept_indptr[u]
        work[v] = edges


def jobs_for(
    work: np.ndarray, threads: int, divide: bool = True, least: float | None = None
) -> Cut:
    """Cut the roots into jobs of similar predicted work, of at least `least`
    (`LEAST_WORK` by default), in order.

    The parts of a root are ranges of its children. A search with a goal must not divide
    a root: which children it has depends on the least score, which rises meanwhile.
    """
    total, n_jobs = float(work.sum()), JOBS_PER_THREAD * threads
    if least is None:
        least = LEAST_WORK
        n_jobs = min(n_jobs, max(FEW_JOBS, 2 * threads, int(total / MANY_JOBS_WORK)))
    share = max(least, total / n_jobs)
    heavy = work > share if threads > 1 else np.zeros(len(work), bool)
    return _cut(work, share, heavy, divide)


def jobs_to_keep(work: np.ndarray, kept: Kept, divide: bool = True) -> list[Job]:
    """Cut the roots into jobs whose results can be stored one by one: neighbours are
    not searched together, and the jobs depend only on the predicted work."""
    total = float(work.sum())
    share = max(1.0, total / min(kept.most, max(kept.fewest, total / kept.work)))
    return list(_cut(work, share, (work > share) & divide, divide))


def _cut(work: np.ndarray, share: float, heavy: np.ndarray, divide: bool) -> Cut:
    """Cut the roots into jobs of about a share of the work; heavy roots are alone."""
    if len(work) == 0:
        return Cut([], work)
    edges = _edges(work, heavy, share)
    if not divide:
        return Cut([Job(*ends) for ends in pairwise(edges)], work)
    jobs: list[Job] = []
    for first, last in pairwise(edges):
        if heavy[first]:
            parts = min(MOST_PARTS, ceil(work[first] / share))
            jobs += [Job(first, last, part, parts) for part in range(parts)]
        else:
            jobs.append(Job(first, last))
    return Cut(jobs, work)


def _edges(work: np.ndarray, heavy: np.ndarray, share: float) -> list[int]:
    """Where jobs begin, and the end: a heavy root is alone, and the roots between two
    of them are cut where their work reaches a multiple of a share."""
    n = len(work)
    place = np.arange(n)
    reached = np.cumsum(work)
    before = reached - work  # the work before the root
    begins = np.zeros(n, np.int64)  # of the roots between two heavy ones
    begins[1:] = np.where(heavy[:-1], place[1:], 0)
    base = before[np.maximum.accumulate(begins)]
    fresh = (reached - base) // share > (before - base) // share
    fresh[1:] |= heavy[1:] | heavy[:-1]
    fresh[0] = True
    return [*np.flatnonzero(fresh).tolist(), n]
