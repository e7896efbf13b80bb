# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A list and both kinds of counts on one, two and four GPUs of a machine, without Dask.

The graph has degrees of a power law and is in host memory. The first row of each call
has no `devices`, so a single GPU searches all roots as one job. All rows of a call must
have the same answer.
"""

import argparse
from collections.abc import Callable, Iterator

import pandas as pd

import cugraph_biclique as cb
from benchmarks.shared.graphs import power_law
from benchmarks.shared.timing import check, measured

NEEDS = ["cupy", "a GPU"]
QUICK = ["--edges 20000 --left 1000 --right 500 --gpus 1 --repeat 1"]
FULL = ["--gpus 1 2 4"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edges", type=int, default=5_000_000)
    parser.add_argument("--left", type=int, default=100_000)
    parser.add_argument("--right", type=int, default=50_000)
    parser.add_argument("--exponent", type=float, default=1.5)
    parser.add_argument("--least", type=int, default=3, help="of both sides, to list")
    parser.add_argument("--pq", type=int, nargs=2, default=[3, 3])
    parser.add_argument("--gpus", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeat", type=int, default=5, help="runs (default: 5)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    edges = power_law(
        options.edges, options.left, options.right, options.exponent, distinct=1
    )
    for name, call in calls(edges, options).items():
        answers = set()
        for gpus in (0, *options.gpus):
            devices = list(range(gpus)) or None
            answer, seconds = measured(
                lambda devices=devices, call=call: call(devices), options.repeat, "gpu"
            )
            answers.add(answer)
            check(len(answers) == 1, name, gpus, answers)
            yield {
                "call": name,
                "edges": len(edges),
                "devices": gpus or None,
                "answer": str(answer),
                "seconds": seconds,
            }


def calls(edges: pd.DataFrame, options: argparse.Namespace) -> dict[str, Callable]:
    """The calls to measure, as functions of the devices."""
    least = options.least
    p, q = options.pq
    return {
        "maximal_biclique_count": lambda devices: cb.maximal_biclique_count(
            edges, engine="gpu", devices=devices
        ),
        "maximal_bicliques": lambda devices: len(
            cb.maximal_bicliques(
                edges, min_left=least, min_right=least, engine="gpu", devices=devices
            )
        ),
        f"biclique_count {p}, {q}": lambda devices: cb.biclique_count(
            edges, p, q, engine="gpu", devices=devices
        ),
    }
