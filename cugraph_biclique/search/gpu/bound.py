# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The bound of a search for the largest bicliques, as in `search.cpu.bound`.

`bound` is None in a search for all bicliques; the compiler then removes the bound from
the kernels. Otherwise, all threads read the least score from global memory, and any
thread may raise it at any time. So the lanes of a warp may see different values, and a
warp must vote before it branches on a bound.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.contract.goal import BALANCED, EDGES, KEPT, Goal
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.simt import ALL_LANES, cuda, device


class DeviceBound(NamedTuple):
    """`goal.Bound`, with the least score in device memory."""

    score: Any  # int64 (1,), the least score
    by: int
    max_kept: int
    max_grown: int
    raises: int  # whether each biclique raises the least score


def new_bound(goal: Goal | None) -> DeviceBound | None:
    """Return the bound of a search; None without a goal, or if bits merge vertices."""
    bound = goal.bound() if goal else None
    if bound is None or goal is None:
        return None
    return DeviceBound(
        xp.asarray(np.full(1, bound.least, np.int64)),
        bound.by,
        bound.max_kept,
        bound.max_grown,
        int(goal.k == 1),
    )


@device
def score_of(bound, n_kept, n_grown):
    """Score of a biclique of these sizes."""
    kept, grown = np.int64(n_kept), np.int64(n_grown)
    if bound.by == EDGES:
        return kept * grown
    if bound.by == BALANCED:
        return min(kept, grown)
    return kept if bound.by == KEPT else grown


@device
def reaches(bound, n_kept, n_grown):
    """Whether bicliques of at most these sizes may have the least score."""
    if bound is None:
        return True
    kept = min(np.int64(n_kept), bound.max_kept)
    grown = min(np.int64(n_grown), bound.max_grown)
    return score_of(bound, kept, grown) >= bound.score[0]


@device
def warp_reaches(bound, n_kept, n_grown):
    """`reaches`, with the same answer in all lanes of a warp."""
    if bound is None:
        return True
    return cuda.any_sync(ALL_LANES, reaches(bound, n_kept, n_grown))


@device
def is_open(bound, n_grown):
    """Whether an R of n_grown vertices is small enough for the window of sizes."""
    if bound is None:
        return True
    return n_grown <= bound.max_grown


@device
def raise_score(bound, keep, n_kept, n_grown):
    """Raise the least score to those of the lanes' bicliques, if `raises` is set."""
    if bound is None:
        return
    if keep and bound.raises != 0:
        score = score_of(bound, n_kept, n_grown)
        if score > bound.score[0]:
            cuda.atomic.max(bound.score, 0, score)
