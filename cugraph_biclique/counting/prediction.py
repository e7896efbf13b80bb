# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Warn before a count that certainly takes minutes.

The cost model that chooses the anchor also predicts the work. It does not know how much
of this work the count shares. So if it predicts minutes, one CPU core counts a sample
of the roots for some seconds. Roots are drawn in proportion to their predicted work. If
the sample does not end, a second sample counts random parts of roots.
"""

from __future__ import annotations

import time
import warnings
from math import log
from threading import Timer

import numba
import numpy as np

from cugraph_biclique.arguments import duration
from cugraph_biclique.contract.prepared import Anchored
from cugraph_biclique.errors import SILENCE, LongSearchWarning
from cugraph_biclique.host.interrupts import new_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.preparation.jobs import MOST_PARTS, root_work

LONG = 300  # seconds that are worth a warning
STEPS = 1e9  # steps of the model per second of a CPU core, for up to three picks
SHARED = 4.0  # factor of these steps for each further pick
CORES = 100  # CPU cores that are faster than any GPU
SAMPLE_SECONDS = 2.5  # for each of the two samples
DRAWS = 200
# The sample ends after FEW draws if each predicts less than this share of a long count.
FEW, SHORT_SHARE = 8, 0.01
SEED = 1


def warn_if_long(anchored: Anchored, engine: str) -> None:
    """Warn of a count that certainly takes longer than `LONG` seconds."""
    cores = numba.get_num_threads() if engine == "cpu" else CORES
    rate = log(cores * STEPS) + max(0, anchored.picks - 3) * log(SHARED)
    if anchored.log_steps <= log(LONG) + rate:
        return
    seconds = sampled_seconds(anchored.to_host(), LONG * cores) / cores
    if seconds > LONG:
        warnings.warn(
            f"the count needs {duration(seconds)} or more, as a sample of its roots "
            "shows: count smaller p or q, or remove the vertices with the most "
            f"neighbours; {SILENCE}",
            LongSearchWarning,
            stacklevel=4,
        )


def sampled_seconds(anchored: Anchored, long: float = 0.0) -> float:
    """Estimate the seconds that a CPU core needs for a count, from a sample of roots.

    The sample ends early if its first draws predict much less than `long` seconds. If
    it does not end in time, the result is a lower estimate.
    """
    seconds, ended = _sample(anchored, 1, long)
    if not ended:
        seconds = max(seconds, _sample(anchored, MOST_PARTS)[0])
    return seconds


def _sample(anchored: Anchored, parts: int, long: float = 0.0) -> tuple[float, bool]:
    """Return the estimate of one sample, and whether all of its draws have ended.

    A draw is a root, or one of its `parts` parts. The estimate is the mean of the
    seconds of each draw, divided by the probability of the draw.
    """
    from cugraph_biclique.counting.cpu import CountWorker

    work = root_work(anchored.graph).astype(np.float64)
    if not work.any():
        return 0.0, True
    share = work / work.sum()
    flag = new_flag()
    worker = CountWorker(anchored, [anchored.least], flag)
    worker.start(Job(0, 0))
    worker.advance()  # compiles the kernels
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
