# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Search for maximal cliques on CPU threads: one call of `run` advances one worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from cugraph_biclique.cliques.cpu.narrow import narrow_step
from cugraph_biclique.cliques.cpu.roots import root_step
from cugraph_biclique.cliques.cpu.state import (
    NARROW_DEPTH,
    ROOT,
    ROOT_END,
    WIDE_DEPTH,
    grown,
    new_state,
)
from cugraph_biclique.cliques.cpu.wide import wide_step
from cugraph_biclique.cliques.order import PreparedCliques
from cugraph_biclique.contract.backend import Found, Jobs, Take
from cugraph_biclique.contract.records import Records
from cugraph_biclique.host.bits import kernel
from cugraph_biclique.host.interrupts import is_raised
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream_results
from cugraph_biclique.search.cpu import take_nodes, take_output
from cugraph_biclique.search.cpu.state import DONE, FLUSH, GROW, MORE, PART, PARTS

STEPS = 4096  # steps between two checks of the job board: some milliseconds


@kernel
def run(state, steps, min_size):
    """Advance by at most `steps` steps; returns why it stopped.

    `state` is a `State`. The results DONE, MORE, FLUSH and GROW have the meanings of
    `search.cpu.run`.
    """
    control = state.control
    for _ in range(steps):
        if control[NARROW_DEPTH] >= 0:
            status = narrow_step(state.narrow, state.output, control, min_size)
        elif is_raised(state.stop):
            return MORE
        elif control[WIDE_DEPTH] >= 0:
            status = wide_step(
                state.wide,
                state.narrow,
                state.output,
                control,
                control[ROOT] - 1,
                min_size,
            )
        elif control[ROOT] < control[ROOT_END]:
            status = root_step(state, min_size)
        else:
            return DONE
        if status != MORE:
            return status
    return MORE


class CliqueWorker:
    """The search of one thread; `take` receives its output, when it is full and at the
    end of each job."""

    def __init__(
        self,
        prepared: PreparedCliques,
        take: Callable[[Records], Any],
        trace: Trace,
        stop: np.ndarray,
    ) -> None:
        self.min_size = prepared.min_size
        self.take = take
        self.trace = trace
        self.state = new_state(prepared.graph, stop)

    def start(self, job: Job) -> None:
        control = self.state.control
        control[[ROOT, ROOT_END]] = job.first, job.last
        control[[PART, PARTS]] = job.part, job.parts

    def advance(self) -> tuple[bool, Any]:
        status = run(self.state, STEPS, self.min_size)
        if status == GROW:
            self.state = grown(self.state)
        if status == DONE:
            self.trace.add_nodes(*take_nodes(self.state))
        if status in (FLUSH, DONE):
            return status == DONE, take_output(self.state, self.take)
        return False, None


def search_jobs(
    prepared: PreparedCliques,
    jobs: Jobs,
    take: Take | None,
    trace: Trace,
    on_progress: Callable[[int], None] = lambda roots: None,
) -> Found:
    """`Backend.search` for cliques, on all CPU threads."""
    return stream_results(
        cast("list[Job]", jobs),
        lambda stop: CliqueWorker(prepared, take or len, trace, stop),
        prepared.budget,
        trace,
        on_progress,
    )
