# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums over sets of anchored vertices on all CPU threads."""

from __future__ import annotations

import numba
import numpy as np

from cugraph_biclique.contract.prepared import Anchored
from cugraph_biclique.contract.sums import Pass, SetSums
from cugraph_biclique.host.interrupts import interruptible, new_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.local_counting.cpu import sets
from cugraph_biclique.preparation.jobs import jobs_for, root_work

STEPS = 4096  # most steps of one call of the kernel


class Worker:
    """A worker of `workers.stream`: the search state of one thread."""

    def __init__(self, anchored: Anchored, state: sets.State) -> None:
        self.anchored = anchored
        self.state = state

    def start(self, job: Job) -> None:
        control = self.state.control
        control[[sets.ROOT, sets.LAST_ROOT, sets.PART, sets.PARTS]] = job

    def advance(self) -> tuple[bool, None]:
        anchored = self.anchored
        status = sets.run(self.state, STEPS, anchored.picks, anchored.least)
        if status == sets.GROW:
            self.state = sets.grown_state(self.state)
        return status == sets.DONE, None


def set_sums(
    anchored: Anchored, add: Pass, edges: bool, trace: Trace, progress: Progress
) -> SetSums:
    """Sum `add` over the sets, for each vertex, and with `edges` for each edge."""
    graph = anchored.graph
    place = interruptible(
        len(graph.kept_indices), sets.places, graph.kept_indptr, graph.kept_indices,
        graph.grown_indptr,
    )  # fmt: skip
    grown = np.zeros(len(graph.grown_weight), np.int64)
    by_edge = np.zeros(len(graph.grown_indices) if edges else 0, np.int64)
    stop = new_flag()
    workers: list[Worker] = []

    def new_worker() -> Worker:
        state = sets.new_state(
            graph, anchored.picks, place, (add.weight, add.share), (grown, by_edge),
            stop,
        )  # fmt: skip
        workers.append(Worker(anchored, state))
        return workers[-1]

    with trace.stage("count"):
        threads = numba.get_num_threads()
        jobs = jobs_for(root_work(graph), threads)
        roots = sum(job.roots for job in jobs)
        with reporting(progress, roots, "count") as on_progress:
            for _ in stream(
                jobs, new_worker, threads, trace, on_progress=on_progress, stop=stop
            ):
                pass  # the states of the workers have the sums
    kept = np.zeros(len(graph.kept_weight), np.int64)
    total = 0
    for worker in workers:
        kept += worker.state.sums_kept
        total += int(worker.state.control[sets.TOTAL])
    return SetSums(grown, kept, by_edge, total)
