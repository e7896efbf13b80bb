# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sizes beside those of random graphs: the time of swaps, searches and one count.

The graph stands on the engine before the timing.
"""

import argparse
from collections.abc import Iterator
from itertools import islice

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import clock_for, measured, wait_for
from cugraph_biclique.backends import backend_for

QUICK = ["random:left=40,right=30,density=0.3 --draws 3 --repeat 1"]
FULL = ["FOLDER/youtube-groupmemberships.txt.gz"]

SEED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--draws", type=int, default=20, help="(default: 20)")
    parser.add_argument("--engine", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for name in options.graphs:
        graph = cb.bipartite_graph(load(name))
        yield {"graph": name_of(name), **row(graph, name_of(name), options)}


def row(graph, name: str, options: argparse.Namespace) -> dict:
    """Time one count, the swaps, and the whole call."""
    engine, draws = options.engine, options.draws

    def swaps() -> None:
        random_graphs = backend_for(engine).randomization.random_graphs
        for _ in islice(random_graphs(graph, SEED), draws):
            wait_for(engine)

    def sizes():
        return cb.maximal_biclique_sizes(graph, engine=engine)

    def whole():
        return cb.significance(graph, draws, seed=SEED, engine=engine)

    def seconds_of(call) -> tuple:
        return measured(call, options.repeat, engine, clock_for(engine))

    _, count = seconds_of(sizes)
    _, swapping = seconds_of(swaps)
    found, seconds = seconds_of(whole)
    searching = seconds["seconds"] - swapping["seconds"]
    bicliques = int(found.sizes["observed"].sum())
    check_maximal(name, bicliques)
    return {
        "engine": engine,
        "draws": draws,
        "bicliques": bicliques,
        "mean_of_draws": float(found.sizes["mean"].sum()),
        "count_seconds": count,
        "swap_seconds": swapping,
        "search_seconds": searching,
        "seconds": seconds,
        "counts_in_the_searches": searching / count["seconds"],
        "counts_in_the_swaps": swapping["seconds"] / count["seconds"],
        "counts_in_the_call": seconds["seconds"] / count["seconds"],
    }
