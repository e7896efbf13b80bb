# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Holding a whole result within its budget, or an error as early as one can tell."""

from __future__ import annotations

import time

from cugraph_biclique.enumeration import Enumeration
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.estimation import LONGEST, Estimate, estimate
from cugraph_biclique.records import Records, concatenate
from cugraph_biclique.trace import Trace

NOTABLE = 1 / 16  # of the budget: results that stay below are not worth an estimate
PATIENCE = LONGEST  # seconds after which an estimate no more than doubles the time
MARGIN = 1.25  # bicliques that come later may take less
ADVICE = (
    "raise memory_budget, ask for larger ones with min_left and min_right, or stream "
    "with iter_maximal_bicliques or write_maximal_bicliques"
)


def collect(call: Enumeration) -> Records:
    """All bicliques of a call.

    A search that has gone on for some time, and has found a good part of what fits, is
    estimated once by a sample: if all that there is will not fit, it ends there.

    Raises
    ------
    MemoryBudgetError
        If they do not fit, or almost certainly will not.
    """
    parts: list[Records] = []
    held = 0
    weigh_at = None
    for part in call.search(Records.copy):
        # Not from the beginning: what came before may have been compilation.
        weigh_at = weigh_at or time.perf_counter() + PATIENCE
        parts.append(part)
        held += part.nbytes
        if held > call.budget:
            raise MemoryBudgetError(
                f"the result has outgrown memory_budget={call.budget:,} bytes at "
                f"{sum(map(len, parts)):,} bicliques: {ADVICE}"
            )
        if held > NOTABLE * call.budget and time.perf_counter() >= weigh_at:
            weigh_at = float("inf")
            n = sum(map(len, parts))
            _refuse_if_too_large(estimate_of(call), held / max(1, n), call.budget)
    return concatenate(parts)


def estimate_of(call: Enumeration) -> Estimate:
    """An estimate of the result that a call is at work on."""
    return estimate(call.prepared.for_cores(), Trace())


def _refuse_if_too_large(expected: Estimate, bytes_each: float, budget: int) -> None:
    """Refuse a result that will be too large even if there are fewer bicliques than the
    sample says, and the others are smaller than those that are here."""
    least = expected.bicliques - 2 * expected.standard_error
    if least * bytes_each <= MARGIN * budget:
        return
    about = "at least" if expected.at_least else "about"
    error = f", give or take {expected.standard_error:,}"
    raise MemoryBudgetError(
        f"a sample says that there are {about} {expected.bicliques:,} bicliques"
        f"{error * bool(expected.standard_error)}, of {bytes_each:.0f} bytes each, and "
        f"memory_budget={budget:,}: {ADVICE}"
    )
