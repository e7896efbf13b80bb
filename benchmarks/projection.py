# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Pairs of vertices with common neighbours: seconds, and the peak of memory.

The number of all pairs, with one common neighbour or more, is bounded by `wedges`: a
projection without a threshold makes them. `--memory` measures the peak on CPU cores.
"""

import argparse
from collections.abc import Iterator
from functools import partial

import numpy as np

import cugraph_biclique as cb
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured, peak_memory

QUICK = ["random:left=20,right=15,density=0.4 --repeat 1"]
FULL = [
    "hub: FOLDER/youtube-groupmemberships.txt.gz FOLDER/lastfm-hetrec.txt.gz --memory"
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument(
        "--least-common", type=int, default=2, help="common neighbours (default: 2)"
    )
    parser.add_argument("--memory", action="store_true", help="measure peak memory")
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for name in options.graphs:
        yield row(name, options)


def row(name: str, options: argparse.Namespace) -> dict:
    """Measure the projection to the left side, without a null and with one."""
    edges, least = load(name), options.least_common
    graph = cb.bipartite_graph(edges)
    call = partial(cb.project, graph, "left", least_common=least, engine=options.engine)
    pairs, seconds = measured(lambda: len(call()), options.repeat, options.engine)
    bicliques = cb.biclique_count(graph, 2, least, engine=options.engine)
    check(pairs <= bicliques, name, pairs, bicliques)
    found, tested = measured(
        lambda: len(call(validated="bicm")), options.repeat, options.engine
    )
    degree = np.diff(graph.right_indptr).astype(float)
    return {
        "graph": name_of(name),
        "engine": options.engine,
        "edges": graph.n_edges,
        "least_common": least,
        "wedges": float((degree * (degree - 1)).sum() / 2),
        "pairs": pairs,
        "validated": found,
        "project": seconds,
        "with_bicm": tested,
        "memory": peak_memory(
            edges, f'cb.project(G, "left", least_common={least}, engine="cpu")'
        )
        if options.memory
        else None,
    }
