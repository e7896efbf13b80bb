# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Search on CPU threads: one worker per thread, run by `host.workers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from cugraph_biclique.contract.backend import Found, Jobs, Take
from cugraph_biclique.contract.goal import Goal
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream_results
from cugraph_biclique.search import cpu as search
from cugraph_biclique.search.cpu.state import RECORDS

STEPS = 1 << 14  # nodes between two checks of the job board: some milliseconds
STEPS_TO_GOAL = 512  # nodes between two reads of the goal, which other workers raise
# A node with a larger bit matrix is expanded from the graph. That changes the order of
# its children, so the limit does not depend on the memory or on the number of threads.
MATRIX_BYTES = 8 << 20


def search_jobs(
    prepared: Prepared,
    jobs: Jobs,
    take: Take | None,
    trace: Trace,
    on_progress: Callable[[int], None] = lambda roots: None,
) -> Found:
    """`Backend.search` on all CPU threads."""
    return stream_results(
        cast("list[Job]", jobs),
        lambda stop: SearchWorker(prepared, take or len, trace, stop),
        prepared.budget,
        trace,
        on_progress,
    )


class SearchWorker:
    """The search of one thread; `take` receives its output, when it is full and at the
    end of each job."""

    def __init__(
        self,
        prepared: Prepared,
        take: Callable[[Records], Any],
        trace: Trace,
        stop: np.ndarray | None = None,
    ) -> None:
        self.prepared = prepared
        self.take = take
        self.trace = trace
        self.state = search.new_state(prepared.ordered.graph, stop)

    def start(self, job: Job) -> None:
        search.start(self.state, job.first, job.last, job.part, job.parts)

    def advance(self) -> tuple[bool, Any]:
        prepared = self.prepared
        if prepared.goal is not None:
            return self.advance_to(prepared.goal)
        status = search.run(
            self.state,
            STEPS,
            prepared.least_bits,
            prepared.min_grown,
            MATRIX_BYTES,
            None,
        )
        if status == search.GROW:
            self.state = search.grown(self.state)
        if status == search.DONE:
            self.trace.add_nodes(*search.take_nodes(self.state))
        if status in (search.FLUSH, search.DONE):
            return status == search.DONE, search.take_output(self.state, self.take)
        return False, None

    def advance_to(self, goal: Goal) -> tuple[bool, Any]:
        """`advance` in a search for the largest bicliques.

        Bicliques raise the goal of all workers, so the worker passes them on before the
        output is full. When the time is up, the job ends unfinished.
        """
        if goal.is_late():
            self.trace.add_nodes(*search.take_nodes(self.state))
            return True, search.take_output(self.state, self.take)
        least = goal.least_sizes()
        status = search.run(
            self.state,
            STEPS_TO_GOAL,
            max(2, least.kept),
            least.grown,
            MATRIX_BYTES,
            goal.bound(),
        )
        if status == search.GROW:
            self.state = search.grown(self.state)
        if status == search.DONE:
            self.trace.add_nodes(*search.take_nodes(self.state))
        taken = None
        enough = 8 * self.state.control[RECORDS] >= goal.k
        if status in (search.FLUSH, search.DONE) or enough:
            taken = search.take_output(self.state, self.take)
        return status == search.DONE, taken
