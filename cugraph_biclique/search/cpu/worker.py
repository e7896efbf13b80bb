# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A thread's search, as `workers` runs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cugraph_biclique.records import Records
from cugraph_biclique.search import cpu as search
from cugraph_biclique.tasks import Job

STEPS = 4096  # nodes between two looks at the board: some milliseconds


class SearchWorker:
    """A thread's search, whose output goes through `take` whenever it is full."""

    def __init__(
        self,
        prepared: Any,
        take: Callable[[Records], Any],
        stages: Any,
        stop: np.ndarray | None = None,
    ) -> None:
        self.prepared = prepared
        self.take = take
        self.stages = stages
        self.state = search.new_state(prepared.ordered.graph, stop)

    def start(self, job: Job) -> None:
        search.start(self.state, job.first, job.last, job.part, job.parts)

    def advance(self) -> tuple[bool, Any]:
        prepared = self.prepared
        status = search.run(
            self.state,
            STEPS,
            prepared.least_bits,
            prepared.min_grown,
            prepared.matrix_bytes,
        )
        if status == search.GROW:
            self.state = search.grown(self.state)
        if status == search.DONE:
            self.stages.add_nodes(search.take_nodes(self.state))
        if status in (search.FLUSH, search.DONE):
            return status == search.DONE, search.take_output(self.state, self.take)
        return False, None
