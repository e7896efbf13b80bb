# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stop a search as early as possible if its result cannot fit the memory budget."""

from __future__ import annotations

import time

from cugraph_biclique.calls.estimation import Estimate, estimate
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.host.trace import Trace

NOTABLE = 1 / 16  # of the budget: smaller results are not worth an estimate
ESTIMATE_AFTER = 5.0  # seconds of search; an estimate takes less
MARGIN = 1.25  # tolerance: later bicliques may take fewer bytes
ADVICE = (
    "raise memory_budget, search only for larger bicliques with min_left and "
    "min_right, or stream the result with iter_maximal_bicliques or "
    "write_maximal_bicliques"
)


class Forecast:
    """Predicts whether the growing result of a search fits the budget.

    Once the search has run for `ESTIMATE_AFTER` seconds and has filled a fraction
    `NOTABLE` of the budget, a sample estimates the size of the result, one time.
    """

    def __init__(self, prepared: Prepared, budget: int) -> None:
        self.prepared = prepared
        self.budget = budget
        self.due: float | None = None  # the time of the estimate

    def check(self, held: int, n: int) -> None:
        """Raise `MemoryBudgetError` if the result certainly exceeds the budget, given
        the bytes and the number of the bicliques so far."""
        # Measure from the first part on: the time before includes compilation.
        self.due = self.due or time.perf_counter() + ESTIMATE_AFTER
        if held > NOTABLE * self.budget and time.perf_counter() >= self.due:
            self.due = float("inf")
            expected = estimate(self.prepared.to_host(), Trace())
            self._refuse_if_too_large(expected, held / max(1, n))

    def _refuse_if_too_large(self, expected: Estimate, bytes_each: float) -> None:
        """Raise an error if even a low estimate of the result exceeds the budget.

        The low estimate is two standard errors below the mean, and `MARGIN` allows for
        smaller bicliques later in the search.
        """
        least = expected.bicliques - 2 * expected.standard_error
        if least * bytes_each <= MARGIN * self.budget:
            return
        about = "at least" if expected.at_least else "about"
        error = f", give or take {expected.standard_error:,}"
        raise MemoryBudgetError(
            f"a sample of the search predicts {about} {expected.bicliques:,} bicliques"
            f"{error * bool(expected.standard_error)}, of {bytes_each:.0f} bytes each, "
            f"which do not fit in memory_budget={self.budget:,} bytes: {ADVICE}"
        )
