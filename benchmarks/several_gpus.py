# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A list and both kinds of counts on one, two and four GPUs of a machine, without Dask.

The graph is in host memory. The first row of each call has no `devices`, so a single
GPU searches all roots as one job. All rows of a call must have the same answer.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial

import pandas as pd

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured

NEEDS = ["cupy", "a GPU"]
QUICK = ["random:left=60,right=40,density=0.2 --gpus 1 --repeat 1"]
FULL = [
    "power-law:edges=5000000,left=100000,right=50000,exponent=1.5,distinct=1 "
    "--gpus 1 2 4",
    "random:left=200,right=200,density=0.5 FOLDER/disgenet.txt.gz "
    "FOLDER/bookcrossing.txt.gz FOLDER/youtube-groupmemberships.txt.gz "
    "--calls maximal --gpus 1 2 4",
]
CALLS = ["maximal", "list", "p_q"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--calls", choices=CALLS, nargs="+", default=CALLS)
    parser.add_argument("--least", type=int, default=3, help="of both sides, to list")
    parser.add_argument("--pq", type=int, nargs=2, default=[3, 3])
    parser.add_argument("--gpus", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeat", type=int, default=5, help="runs (default: 5)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for graph in options.graphs:
        edges = load(graph)
        for name, call in calls(edges, options).items():
            answers = set()
            for row in rows(call, options):
                answers.add(row["answer"])
                check(len(answers) == 1, graph, name, answers)
                yield {"graph": name_of(graph), "call": name, "edges": len(edges)} | row
            if name == "maximal_biclique_count":
                check_maximal(name_of(graph), int(answers.pop()))


def rows(call: Callable, options: argparse.Namespace) -> Iterator[dict]:
    """The answer and the seconds of a call without `devices`, and with 1, 2, ..."""
    for gpus in (0, *options.gpus):
        devices = list(range(gpus)) or None
        answer, seconds = measured(partial(call, devices), options.repeat, "gpu")
        yield {"devices": gpus or None, "answer": str(answer), "seconds": seconds}


def calls(edges: pd.DataFrame, options: argparse.Namespace) -> dict[str, Callable]:
    """The calls to measure, as functions of the devices."""
    least = options.least
    p, q = options.pq
    named = {
        "maximal": (
            "maximal_biclique_count",
            lambda devices: cb.maximal_biclique_count(
                edges, engine="gpu", devices=devices
            ),
        ),
        "list": (
            "maximal_bicliques",
            lambda devices: len(
                cb.maximal_bicliques(
                    edges, min_left=least, min_right=least, engine="gpu",
                    devices=devices,
                )
            ),
        ),
        "p_q": (
            f"biclique_count {p}, {q}",
            lambda devices: cb.biclique_count(
                edges, p, q, engine="gpu", devices=devices
            ),
        ),
    }  # fmt: skip
    return dict(named[call] for call in options.calls)
