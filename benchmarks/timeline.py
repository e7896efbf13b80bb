# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""When kernels and copies run within a count and a list on a GPU.

The calls begin with arrays in host memory. The profiler of PyTorch records the begin
and the end of each kernel and of each copy. The shares are those of the run with the
median time. A kernel with fewer blocks than the device has multiprocessors leaves some
of them idle. So `most_active` is an upper bound of the share of multiprocessors that
are active, in each of `PARTS` equal parts of the time from the first event to the last
one. `load` measures how long they are active within each kernel.
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from operator import itemgetter
from pathlib import Path

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured, timed

NEEDS = ["torch", "cupy", "a GPU"]
QUICK = ["random:left=40,right=30,density=0.3 --repeat 1"]
FULL = ["FOLDER/youtube-groupmemberships.txt.gz FOLDER/bookcrossing.txt.gz"]

PARTS = 20
CALLS = {
    "count": lambda edges: cb.maximal_biclique_count(edges, engine="gpu"),
    "list": lambda edges: len(cb.maximal_bicliques(edges, engine="gpu")),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--repeat", type=int, default=5, help="runs (default: 5)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for graph in options.graphs:
        edges = load(graph)
        for name, function in CALLS.items():
            call = partial(function, edges)
            answer, seconds = measured(call, options.repeat, "gpu")
            check_maximal(name_of(graph), answer)
            runs = [profiled(call, answer) for _ in range(1 + options.repeat)]
            took, events = sorted(runs[1:], key=itemgetter(0))[options.repeat // 2]
            yield {
                "graph": name_of(graph),
                "call": name,
                "maximal": answer,
                "seconds": seconds,
                "profiled_seconds": took,
                **figures(events, took, multiprocessors()),
            }


def profiled(call: Callable[[], int], answer: int) -> tuple[float, list[dict]]:
    """Seconds of a call, and what the device did in it."""
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        again, seconds = timed(call, "gpu")
    check(again == answer, "a profiled run", again, answer)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.json"
        profiler.export_chrome_trace(str(path))
        return seconds, events_of(path.read_text(encoding="utf-8"))


def multiprocessors() -> int:
    """Number of multiprocessors of the device."""
    import cupy

    return int(cupy.cuda.Device().attributes["MultiProcessorCount"])


def events_of(trace: str) -> list[dict]:
    """Kernels and copies of a Chrome trace, whose times are in microseconds."""
    kinds = {"kernel": "kernel", "gpu_memcpy": ""}
    found = []
    for event in json.loads(trace)["traceEvents"]:
        if event.get("ph") == "X" and event.get("cat") in kinds:
            begin, (x, y, z) = event["ts"], event["args"].get("grid", (0, 0, 0))
            ways = [way for way in ("HtoD", "DtoH") if way in event["name"]]
            found.append(
                {
                    "kind": kinds[event["cat"]] or "".join(ways),
                    "begin": begin / 1e6,
                    "end": (begin + event["dur"]) / 1e6,
                    "blocks": x * y * z,
                    "bytes": event["args"].get("bytes", 0),
                }
            )
    return found


def figures(events: list[dict], seconds: float, multiprocessors: int) -> dict:
    """Shares of the time of a call."""
    kernels, to_device, to_host = (
        [event for event in events if event["kind"] == kind]
        for kind in ("kernel", "HtoD", "DtoH")
    )
    check(bool(kernels), "the profiler recorded no kernel")
    return {
        "kernels": len(kernels),
        "in_kernels": union(kernels) / seconds,
        "in_copies_to_device": union(to_device) / seconds,
        "in_copies_to_host": union(to_host) / seconds,
        "bytes_to_device": sum(event["bytes"] for event in to_device),
        "bytes_to_host": sum(event["bytes"] for event in to_host),
        "span": max(e["end"] for e in events) - min(e["begin"] for e in events),
        "most_active": most_active(events, multiprocessors),
    }


def union(events: list[dict]) -> float:
    """Seconds in which at least one of the events runs."""
    total, until = 0.0, float("-inf")
    for event in sorted(events, key=lambda event: event["begin"]):
        total += max(0.0, event["end"] - max(until, event["begin"]))
        until = max(until, event["end"])
    return total


def most_active(events: list[dict], multiprocessors: int) -> list[float]:
    """Upper bound of the share of active multiprocessors in each part of the time."""
    begin, end = min(e["begin"] for e in events), max(e["end"] for e in events)
    bounds = [begin + k * (end - begin) / PARTS for k in range(PARTS + 1)]
    times = sorted({*bounds, *(e[at] for e in events for at in ("begin", "end"))})
    active, part = [0.0] * PARTS, 0
    for one, two in pairwise(times):
        while part < PARTS - 1 and one >= bounds[part + 1]:
            part += 1
        running = (e["blocks"] for e in events if e["begin"] <= one and two <= e["end"])
        active[part] += (two - one) * min(1.0, sum(running) / multiprocessors)
    return [each * PARTS / (end - begin) for each in active]
