# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How far a count on a GPU is from the least time of its launches, tests and bytes.

A floor is the largest of three times: that of all launches one after the other, that of
the tests at `TESTS` per second, and that of the least bytes at `BYTES` per second. The
launches are those without CUDA graphs, and the time of one is measured. The least bytes
are those of the input, of both lists of neighbours, which are written and read once,
and of the lists that the sweeps of the roots read.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from unittest import mock

import numpy as np

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.calls import call_for
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured, on_engine, timed

NEEDS = ["cupy", "a GPU"]
QUICK = ["random:left=40,right=30,density=0.3 --repeat 1"]
FULL = [
    "FOLDER/lastfm-hetrec.txt.gz FOLDER/movielens-10m_ti.txt.gz "
    "FOLDER/citeulike-a.txt.gz FOLDER/marvel.txt.gz FOLDER/movielens-10m_ui.txt.gz "
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/foursquare-checkin.txt.gz "
    "FOLDER/fimi-mushroom.txt.gz FOLDER/bms-webview2.txt.gz FOLDER/pinterest.txt.gz"
]

TESTS = 5e9  # per second
BYTES = 4e12  # per second
LAUNCHES = 2_000  # to measure the time of one


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--repeat", type=int, default=5, help="runs (default: 5)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    each = seconds_of_a_launch()
    for graph in options.graphs:
        yield row(graph, each, options.repeat)


def lines(row: dict) -> list[dict]:
    """The printed table, in milliseconds."""
    times = {name: 1e3 * row[name] for name in ("floor", "count")}
    stages = {name: 1e3 * seconds for name, seconds in row["stages"].items()}
    shown = "graph", "maximal", "tests", "launches"
    return [{name: row[name] for name in shown} | times | stages]


def row(name: str, launch: float, repeat: int) -> dict:
    """The figures of one graph."""
    edges = load(name)
    given, calls = on_engine(edges, "gpu"), []

    def count() -> int:
        call = call_for(given, engine="gpu")
        found = call.count()
        calls[:] = [*calls, call.report()]
        return found

    answer, seconds = measured(
        lambda: cb.maximal_biclique_count(given, engine="gpu"), repeat, "gpu"
    )
    check_maximal(name_of(name), answer)
    for _ in range(repeat):
        check(timed(count, "gpu")[0] == answer, name, "count", answer)
    stages = [report["seconds"] for report in calls]
    with counted_launches() as launches:
        check(count() == answer, name, "count without CUDA graphs", answer)
    figures = {
        "tests": calls[-1]["nodes"],
        "not_maximal": calls[-1]["not_maximal"],
        "launches": len(launches),
        "bytes": least_bytes(given),
    }
    parts = {
        "launches": launch * figures["launches"],
        "tests": figures["tests"] / TESTS,
        "bytes": figures["bytes"] / BYTES,
    }
    floor = max(parts.values())
    return {
        "graph": name_of(name),
        "edges": len(edges),
        "maximal": answer,
        **figures,
        "floors": parts,
        "floor": floor,
        "count": seconds["seconds"],
        "ratio": seconds["seconds"] / floor,
        "repetitions": seconds["repetitions"],
        "stages": {n: float(np.median([s[n] for s in stages])) for n in stages[0]},
    }


def seconds_of_a_launch() -> float:
    """Seconds of each of many launches of a kernel that does next to nothing."""
    import cupy

    from cugraph_biclique.device.elementwise import _fill
    from cugraph_biclique.device.launching import Packed, launch

    out = Packed(cupy.empty(1, np.int32))

    def chain() -> None:
        for _ in range(LAUNCHES):
            launch(_fill, 1, out, 0)

    timed(chain, "gpu")
    return timed(chain, "gpu")[1] / LAUNCHES


@contextmanager
def counted_launches() -> Iterator[list]:
    """Within it, launches are noted."""
    from cugraph_biclique.device import launching

    launches: list = []

    def noting(launch: Callable, function: Callable, *arguments: object) -> None:
        launches.append(function)
        launch(function, *arguments)

    with ExitStack() as patches:
        for name in ("launch", "launch_together"):
            launch = getattr(launching, name)
            for module in list(sys.modules.values()):
                if module is not launching and vars(module).get(name) is launch:
                    noted = partial(noting, launch)
                    patches.enter_context(mock.patch.object(module, name, noted))
        yield launches


def least_bytes(given: tuple) -> int:
    """Bytes that any search of the same roots moves, see the top."""
    from cugraph_biclique.search.gpu import root_work

    prepared = call_for(given, engine="gpu").prepared
    graph = prepared.ordered.graph
    lists = sum(
        array.nbytes
        for array in (
            graph.grown_indptr, graph.grown_indices,
            graph.kept_indptr, graph.kept_indices,
        )
    )  # fmt: skip
    swept = int(root_work(graph).sum()) * graph.kept_indices.itemsize
    return sum(ids.nbytes for ids in given) + 2 * lists + swept
