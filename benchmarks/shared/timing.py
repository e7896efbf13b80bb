# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Seconds and peak memory of calls, on CPU cores and on a GPU."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numba
import numpy as np
import pandas as pd

Answer = TypeVar("Answer")


class WrongAnswer(Exception):
    """Two ways to the same answer differ."""


def check(right: bool, *what: object) -> None:
    """Refuse a measurement whose answer is wrong."""
    if not right:
        raise WrongAnswer(", ".join(map(str, what)))


def wait_for(engine: str) -> None:
    """Wait for the work of a device."""
    if engine == "gpu":
        import cupy

        cupy.cuda.Device().synchronize()


def clock_for(engine: str) -> Callable[[], float]:
    """The clock of calls: with one thread, that of the processor, as other work on the
    machine does not change its time."""
    alone = engine == "cpu" and numba.get_num_threads() == 1
    return time.process_time if alone else time.perf_counter


def timed(
    call: Callable[[], Answer],
    engine: str = "cpu",
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Answer, float]:
    """Return the answer of a call, and its seconds."""
    wait_for(engine)
    began = clock()
    answer = call()
    wait_for(engine)
    return answer, clock() - began


def measured(
    call: Callable[[], Answer],
    repeat: int,
    engine: str = "cpu",
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Answer, dict]:
    """Return the answer of a call, and the figures of `repeat` runs after a warm-up."""
    answer, first = timed(call, engine, clock)
    seconds = []
    for _ in range(repeat):
        again, took = timed(call, engine, clock)
        seconds.append(took)
        if isinstance(answer, int):
            check(again == answer, "a repetition", again, answer)
    return answer, timing(seconds) | {"first": first}


def timing(seconds: Sequence[float]) -> dict:
    """Median and all repetitions, ready for JSON."""
    return {"seconds": statistics.median(seconds), "repetitions": list(seconds)}


def on_engine(edges: pd.DataFrame, engine: str):
    """The edges as the engine takes them soonest: a frame, or arrays on the device."""
    if engine == "cpu":
        return edges
    import cupy

    return tuple(cupy.asarray(edges[side].to_numpy()) for side in edges)


def device_peak(work: Callable[[], Answer]) -> tuple[int, Answer]:
    """Peak device memory of a call in bytes, above its memory at the start.

    CuPy allocates through RMM as soon as cuDF is loaded.
    """
    import cudf  # noqa: F401
    import rmm.statistics

    with rmm.statistics.statistics():
        rmm.statistics.push_statistics()
        answer = work()
        return rmm.statistics.pop_statistics().peak_bytes, answer


PEAK = """
import sys
import numpy as np, pandas as pd
import cugraph_biclique as cb
def call(G):
    return {call}
call(pd.DataFrame({"u": [0, 0, 1], "v": [0, 1, 1]}).astype("int32"))
if len(sys.argv) > 1:
    call(pd.DataFrame(np.load(sys.argv[1]), columns=["u", "v"]))
with open("/proc/self/status") as status:
    print(*(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def csr_bytes(graph: pd.DataFrame) -> int:
    """Bytes of the CSR arrays of one side: 32-bit neighbours, 64-bit offsets."""
    return 4 * len(graph) + 8 * (int(graph["u"].nunique()) + 1)


def peak_memory(graph: pd.DataFrame, call: str) -> dict | None:
    """Peak bytes of a call above those of the same call on three edges.

    Each call runs in a new interpreter. The memory of the edges is included.
    """
    if not Path("/proc/self/status").exists():
        return None
    program = PEAK.replace("{call}", call)
    threads = {"NUMBA_NUM_THREADS": str(numba.get_num_threads())}

    def peak(*arguments: str) -> int:
        command = [sys.executable, "-c", program, *arguments]
        ended = subprocess.run(
            command,
            env={**os.environ, **threads},
            capture_output=True,
            text=True,
            check=True,
        )
        return int(ended.stdout) * 1024

    with tempfile.TemporaryDirectory() as folder:
        edges = Path(folder) / "edges.npy"
        np.save(edges, np.asfortranarray(graph.to_numpy()))
        peak()  # fills the cache of compiled kernels
        growth = peak(str(edges)) - peak()
    allowed = 20 * csr_bytes(graph) + 200 * 10**6
    return {"growth": growth, "allowed": allowed, "within": growth <= allowed}
