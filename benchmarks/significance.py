# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sizes beside those of random graphs: the time of swaps, searches and one count.

`one_by_one` is the same call with a search for each random graph: small graphs share a
search. The graph stands on the engine before the timing.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import cugraph_biclique as cb
from benchmarks.shared.answers import check, check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import clock_for, measured, wait_for
from cugraph_biclique import randomization
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
        drawn = backend_for(engine).random_graphs(graph, SEED, "swaps")
        for n in united:
            drawn.union(n)
            wait_for(engine)

    def sizes():
        return cb.maximal_biclique_sizes(graph, engine=engine)

    def whole(progress=False):
        return cb.significance(
            graph, draws, seed=SEED, engine=engine, progress=progress
        )

    def one_by_one():
        with one_at_a_time():
            return whole()

    def seconds_of(call) -> tuple:
        return measured(call, options.repeat, engine, clock_for(engine))

    done: list[int] = []
    whole(progress=lambda graphs, of: done.append(graphs))
    united = [after - before for before, after in pairwise(done)]
    _, count = seconds_of(sizes)
    _, swapping = seconds_of(swaps)
    found, seconds = seconds_of(whole)
    expected, separately = seconds_of(one_by_one)
    check(found.sizes.equals(expected.sizes), name, "differs from single searches")
    searching = seconds["seconds"] - swapping["seconds"]
    bicliques = int(found.sizes["observed"].sum())
    check_maximal(name, bicliques)
    return {
        "engine": engine,
        "draws": draws,
        "most_in_a_search": max(united),
        "bicliques": bicliques,
        "mean_of_draws": float(found.sizes["mean"].sum()),
        "count_seconds": count,
        "swap_seconds": swapping,
        "search_seconds": searching,
        "seconds": seconds,
        "one_by_one_seconds": separately,
        "counts_in_the_searches": searching / count["seconds"],
        "counts_in_the_swaps": swapping["seconds"] / count["seconds"],
        "counts_in_the_call": seconds["seconds"] / count["seconds"],
    }


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Let `significance` search each random graph alone."""
    usual = randomization.TOGETHER
    randomization.TOGETHER = 1
    try:
        yield
    finally:
        randomization.TOGETHER = usual
