# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Collect a whole result within its memory budget, or fail as early as possible."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import closing

from cugraph_biclique.enumeration import Enumeration
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.estimation import Estimate, estimate
from cugraph_biclique.records import Records, concatenate
from cugraph_biclique.trace import Trace
from cugraph_biclique.watching import Watch

NOTABLE = 1 / 16  # of the budget: smaller results are not worth an estimate
ESTIMATE_AFTER = 5.0  # seconds of search; an estimate takes less
MARGIN = 1.25  # tolerance: later bicliques may take fewer bytes
ADVICE = (
    "raise memory_budget, search only for larger bicliques with min_left and "
    "min_right, or stream the result with iter_maximal_bicliques or "
    "write_maximal_bicliques"
)


def collect(call: Enumeration) -> Records:
    """Return all bicliques of a call.

    Once the search has run for `ESTIMATE_AFTER` seconds and has filled a fraction
    `NOTABLE` of the budget, a sample estimates the size of the result. The search
    stops if the estimate exceeds the budget. `Watch` warns of a search that certainly
    takes minutes. A search for bicliques up to a size is not estimated, as the sample
    counts all sizes.

    Raises
    ------
    MemoryBudgetError
        If the bicliques do not fit the budget, or almost certainly will not.
    """
    weigh_at: float | None = None
    with Watch(call) as watch, closing(call.search(Records.lasting)) as search:

        def weigh(held: int, n: int) -> None:
            nonlocal weigh_at
            watch.check()
            # Measure from the first part on: the time before includes compilation.
            weigh_at = weigh_at or time.perf_counter() + ESTIMATE_AFTER
            notable = held > NOTABLE * call.budget and call.select is None
            if notable and time.perf_counter() >= weigh_at:
                weigh_at = float("inf")
                _refuse_if_too_large(estimate_of(call), held / max(1, n), call.budget)

        return within_budget(search, call.budget, "bicliques", ADVICE, weigh)


def within_budget(
    search: Iterable[Records],
    budget: int,
    what: str,
    advice: str,
    weigh: Callable[[int, int], None] = lambda held, n: None,
) -> Records:
    """Collect the parts of a search, and call `weigh` with the bytes and the number of
    `what` that have been found.

    Raises
    ------
    MemoryBudgetError
        If they do not fit the budget.
    """
    parts: list[Records] = []
    held = n = 0
    for part in search:
        parts.append(part)
        held += part.nbytes
        n += len(part)
        if held > budget:
            raise MemoryBudgetError(
                f"the result outgrew memory_budget={budget:,} bytes after {n:,} "
                f"{what}: {advice}"
            )
        weigh(held, n)
    return concatenate(parts)


def estimate_of(call: Enumeration) -> Estimate:
    """Estimate the result of a call while its search runs."""
    return estimate(call.prepared.for_cores(), Trace())


def _refuse_if_too_large(expected: Estimate, bytes_each: float, budget: int) -> None:
    """Raise an error if even a low estimate of the result exceeds the budget.

    The low estimate is two standard errors below the mean, and `MARGIN` allows for
    smaller bicliques later in the search.
    """
    least = expected.bicliques - 2 * expected.standard_error
    if least * bytes_each <= MARGIN * budget:
        return
    about = "at least" if expected.at_least else "about"
    error = f", give or take {expected.standard_error:,}"
    raise MemoryBudgetError(
        f"a sample of the search predicts {about} {expected.bicliques:,} "
        f"bicliques{error * bool(expected.standard_error)}, of {bytes_each:.0f} bytes "
        f"each, which do not fit in memory_budget={budget:,} bytes: {ADVICE}"
    )
