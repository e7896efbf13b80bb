# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Energy of counts on a GPU, by the counter of its driver (NVML).

The same count is repeated until `--seconds` have passed, because the driver updates the
counter a few times per second. The energy is that of the whole device, and not that of
the host. `above_idle` subtracts the power of a device that waits, with the memory and
the kernels of a call loaded.
"""

import argparse
import ctypes
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, on_engine, timing

NEEDS = ["cupy", "a GPU"]
QUICK = ["random:left=40,right=30,density=0.3 --repeat 1 --seconds 0.3"]
FULL = ["FOLDER/youtube-groupmemberships.txt.gz FOLDER/bookcrossing.txt.gz"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="of each run (default: 2)"
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    joules = meter()
    for graph in options.graphs:
        given = on_engine(load(graph), "gpu")
        call = partial(cb.maximal_biclique_count, given, engine="gpu")
        yield {"graph": name_of(graph), **row(graph, call, joules, options)}


def row(graph: str, call: Callable, joules: Callable, options: argparse.Namespace):
    """The figures of one graph: energies are joules of a count."""
    answer = call()
    check_maximal(name_of(graph), answer)
    time.sleep(options.seconds / 2)  # the device lowers its clock
    idle, waited, _ = used(joules, partial(time.sleep, 0.1), options.seconds)
    each, above, seconds = [], [], []
    for _ in range(options.repeat):
        energy, spent, answers = used(joules, call, options.seconds)
        check(set(answers) == {answer}, graph, "repetitions", set(answers), answer)
        each.append(energy / len(answers))
        above.append((energy - spent * idle / waited) / len(answers))
        seconds.append(spent / len(answers))
    million = 1e6 / max(1, answer)
    return {
        "maximal": answer,
        "call": timing(seconds),
        "idle_watts": idle / waited,
        "joules": statistics.median(each),
        "above_idle": statistics.median(above),
        "joules_per_million": statistics.median(each) * million,
        "above_idle_per_million": statistics.median(above) * million,
        "all_joules": each,
    }


def used(
    joules: Callable[[], float], call: Callable[[], object], least: float
) -> tuple[float, float, list]:
    """Joules and seconds of repeated calls that take at least `least` seconds, and
    their answers."""
    before, began, answers = joules(), time.perf_counter(), []
    while not answers or time.perf_counter() - began < least:
        answers.append(call())
    return joules() - before, time.perf_counter() - began, answers


def meter() -> Callable[[], float]:
    """A function that reads the joules that CuPy's current device has used so far.

    The library of the driver is loaded directly: its Python module may be missing.
    """
    import cupy

    bus = cupy.cuda.runtime.deviceGetPCIBusId(cupy.cuda.Device().id)
    library = ctypes.CDLL("libnvidia-ml.so.1")
    device, millijoules = ctypes.c_void_p(), ctypes.c_ulonglong()

    def ask(name: str, *arguments: object) -> None:
        status = getattr(library, name)(*arguments)
        if status:
            raise SystemExit(
                f"{name} of the driver returned {status}: the energy of this device "
                "cannot be read. Use a data-centre GPU since Volta, outside of MIG."
            )

    ask("nvmlInit_v2")
    ask("nvmlDeviceGetHandleByPciBusId_v2", bus.encode(), ctypes.byref(device))

    def joules() -> float:
        total = "nvmlDeviceGetTotalEnergyConsumption"
        ask(total, device, ctypes.byref(millijoules))
        return millijoules.value / 1000

    return joules
