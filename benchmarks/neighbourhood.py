# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Searches for the bicliques that contain some vertices of a graph that is built once.

A query names a random left or right vertex, or the ends of a random edge. Each answer
contains what was asked for.
"""

import argparse
import statistics
from collections.abc import Iterator

import numpy as np

import cugraph_biclique as cb
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, timed, timing

QUICK = ["--graph power-law:edges=2000,exponent=3 --queries 3"]
FULL = [""]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    large = "power-law:edges=10000000,left=2000000,right=1000000,exponent=3"
    parser.add_argument("--graph", default=large, help=f"{HELP} (default: {large})")
    parser.add_argument("--queries", type=int, default=50, help="(default: 50)")
    parser.add_argument("--engine", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument(
        "--device", action="store_true", help="put the graph on the GPU first"
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    edges = load(options.graph)
    u, v = 10 * edges["u"].to_numpy(), 7 * edges["v"].to_numpy()  # labels are not ids
    sides = u, v
    if options.device:
        import cupy

        sides = cupy.asarray(u), cupy.asarray(v)
    graph, built = timed(lambda: cb.bipartite_graph(sides), options.engine)
    chosen = np.random.default_rng(2).choice(len(edges), options.queries)
    lefts, rights = (
        np.random.default_rng(3).choice(np.unique(side), options.queries).tolist()
        for side in (u, v)
    )
    both = [{"left": int(u[i]), "right": int(v[i])} for i in chosen]
    for kind, asked, least in (
        ("left", [{"left": vertex} for vertex in lefts], 3),
        ("right", [{"right": vertex} for vertex in rights], 3),
        ("both", both, 1),
    ):
        yield {
            "kind": kind,
            "graph": name_of(options.graph),
            "edges": graph.n_edges,
            "engine": options.engine,
            "on_device": options.device,
            "seconds_to_build": built,
            "least": least,
            **answered(graph, asked, least, options.engine),
        }


def answered(graph, asked: list[dict], least: int, engine: str) -> dict:
    """Seconds and sizes of the answers to some queries, after a first one."""
    seconds, found = [], []
    for containing in [asked[0], *asked]:
        result, took = timed(
            lambda containing=containing: cb.maximal_bicliques(
                graph, containing=containing, min_left=least, min_right=least,
                engine=engine,
            ),
            engine,
        )  # fmt: skip
        seconds.append(took)
        found.append(len(result))
        for left, right in result[:3] if len(result) else ():
            members = {"left": set(left), "right": set(right)}
            missing = [
                s for s, vertex in containing.items() if vertex not in members[s]
            ]
            check(not missing, containing, "not in", missing)
    first, *rest = seconds
    return {
        "first_seconds": first,  # with compilation, or its cache
        "query": timing(rest),
        "slowest": max(rest),
        "median_bicliques": statistics.median(found[1:]),
        "most_bicliques": max(found[1:]),
    }
