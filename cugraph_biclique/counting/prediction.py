# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Warn before a count that certainly takes minutes.

The model that chooses the anchor predicts the work, but it does not know how much of it
the count shares. Where it predicts minutes, one CPU core counts a sample of the roots
for some seconds, drawn in proportion to their predicted work. If the sample does not
end, a second one counts random parts of roots.
"""

from __future__ import annotations

import time
import warnings
from math import log
from threading import Timer

import numba
import numpy as np

from cugraph_biclique.arguments import duration
from cugraph_biclique.backends import Anchored
from cugraph_biclique.errors import SILENCE, LongSearchWarning
from cugraph_biclique.interrupts import new_flag
from cugraph_biclique.tasks import MOST_PARTS, Job, root_work

LONG = 300  # seconds that are worth a warning
STEPS = 1e9  # of the model, in a second of a CPU core, for up to three picks
SHARED = 4.0  # how many times more with each further pick
CORES = 100  # of a CPU, which no GPU exceeds
SAMPLE_SECONDS = 2.5  # of each of the two samples
DRAWS = 200
# The sample ends after FEW draws if each predicts less than this share of a long count.
FEW, SHORT_SHARE = 8, 0.01
SEED = 1


def warn_if_long(anchored: Anchored) -> None:
    """Warn of a count that certainly takes longer than `LONG` seconds."""
    cores = numba.get_num_threads() if anchored.backend.engine == "cpu" else CORES
    rate = log(cores * STEPS) + max(0, anchored.picks - 3) * log(SHARED)
    if anchored.log_steps <= log(LONG) + rate:
        return
    seconds = sampled_seconds(anchored.for_cores(), LONG * cores) / cores
    if seconds > LONG:
        warnings.warn(
            f"the count needs {duration(seconds)} or more, as a sample of its roots "
            "shows: count smaller p or q, or remove the vertices with the most "
            f"neighbours; {SILENCE}",
            LongSearchWarning,
            stacklevel=4,
        )


def sampled_seconds(anchored: Anchored, long: float = 0.0) -> float:
    """Seconds that a CPU core needs for a count, from a sample of its roots.

    The sample ends early if its first draws predict much less than `long` seconds. If
    it does not end in time, the result is too small.
    """
    seconds, ended = _sample(anchored, 1, long)
    if not ended:
        seconds = max(seconds, _sample(anchored, MOST_PARTS)[0])
    return seconds


def _sample(anchored: Anchored, parts: int, long: float = 0.0) -> tuple[float, bool]:
    """The mean of the seconds of some roots, or of one of their parts, each divided by
    the chance to be drawn; and whether all draws have ended."""
    from cugraph_biclique.counting.cpu.worker import CountWorker

    work = root_work(anchored.graph).astype(np.float64)
    if not work.any():
        return 0.0, True
    share = work / work.sum()
    flag = new_flag()
    worker = CountWorker(anchored, [anchored.least], flag)
    worker.start(Job(0, 0))
    worker.advance()  # compiles
    late = Timer(SAMPLE_SECONDS, flag.__setitem__, (0, 1))
    late.daemon = True
    late.start()
    rng = np.random.default_rng(SEED)
    seconds = []
    try:
        for root in rng.choice(len(work), DRAWS, p=share).tolist():
            worker.start(Job(root, root + 1, int(rng.integers(parts)), parts))
            began, ended = time.perf_counter(), False
            while not (ended or flag[0]):
                ended, _ = worker.advance()
            seconds.append((time.perf_counter() - began) * parts / share[root])
            is_short = len(seconds) == FEW and max(seconds) < SHORT_SHARE * long
            if flag[0] or is_short:
                break
    finally:
        late.cancel()
    return float(np.mean(seconds)), not flag[0]
