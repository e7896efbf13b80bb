# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wing numbers of edges and tip numbers of vertices, on one or both engines.

Engines must return the same numbers. The largest number of each kind, and the sum of
all, stand for the answer.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numba
import numpy as np

import cugraph_biclique as cb
from benchmarks.peers import compare
from benchmarks.peers.modes import Peer
from benchmarks.peers.program import Task
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured

QUICK = ["random:left=20,right=15,density=0.4 --repeat 1"]
FULL = [
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/foursquare-checkin.txt.gz "
    "FOLDER/pinterest.txt.gz FOLDER/bookcrossing.txt.gz"
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument(
        "--engine", nargs="+", choices=["cpu", "gpu"], default=["cpu"],
        help="one or both (default: cpu)",
    )  # fmt: skip
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")
    compare.add_arguments(parser)


def run(options: argparse.Namespace) -> Iterator[dict]:
    others = compare.peers(options, "wings", options.engine[0])
    for graph in options.graphs:
        yield row(graph, others, options)


def row(name: str, others: dict[str, Peer], options: argparse.Namespace) -> dict:
    """Measure the calls on one graph."""
    edges = load(name)
    found: dict[str, Any] = {"graph": name_of(name)}
    answers: dict[str, list[dict]] = {}
    for engine in options.engine:
        graph = cb.bipartite_graph(edges)
        found["edges"], found[engine] = graph.n_edges, {}
        for call, work in calls(graph, engine).items():
            numbers, found[engine][call] = measured(work, options.repeat, engine)
            answers.setdefault(call, []).append(about(numbers))
    for call, some in answers.items():
        check(all(each == some[0] for each in some), found["graph"], call, some)
        found[call] = some[0]
    total = int(found["wing"]["sum"])
    seconds = {"count": found[options.engine[0]]["wing"]["seconds"]}
    task = Task(threads=numba.get_num_threads())
    return found | compare.compare(others, edges, task, total, seconds, options)


def calls(graph: cb.BipartiteGraph, engine: str) -> dict[str, Callable[[], Any]]:
    """The calls, by name. Each returns a frame, whose last column has the numbers."""
    return {
        "wing": partial(cb.bitruss, graph, engine=engine),
        "tip_left": partial(cb.tip, graph, "left", engine=engine),
        "tip_right": partial(cb.tip, graph, "right", engine=engine),
    }


def about(frame: Any) -> dict:
    """The largest number, and the sum of all."""
    values = np.asarray(frame.iloc[:, -1].tolist(), dtype=object)
    return {"largest": max(values, default=0), "sum": str(values.sum())}
