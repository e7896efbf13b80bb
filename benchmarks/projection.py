# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Pairs of vertices with common neighbours: seconds, and the peak of memory.

The number of all pairs, with one common neighbour or more, is bounded by `wedges`: a
projection without a threshold makes them. `--memory` measures the peak of a process on
CPU cores, and on a GPU that of device memory within `--budget`.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, device_peak, measured, peak_memory

QUICK = ["random:left=20,right=15,density=0.4 --repeat 1 --memory --budget 4GB"]
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
    parser.add_argument("--budget", help="memory_budget of all calls, such as 4GB")
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for name in options.graphs:
        yield row(name, options)


def row(name: str, options: argparse.Namespace) -> dict:
    """Measure the projection to the left side, without a null and with one."""
    edges, least = load(name), options.least_common
    graph = cb.bipartite_graph(edges)
    call = partial(
        cb.project,
        graph,
        "left",
        least_common=least,
        engine=options.engine,
        memory_budget=options.budget,
    )
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
        "budget": options.budget,
        "memory": memory(edges, call, options) if options.memory else None,
    }


def memory(edges: pd.DataFrame, call: Callable[[], Any], options) -> dict | None:
    """The peak of a call's memory in bytes: of the process, or of the device."""
    if options.engine == "gpu":
        return {"device": device_peak(call)[0]}
    words = f"least_common={options.least_common}, memory_budget={options.budget!r}"
    return peak_memory(edges, f'cb.project(G, "left", {words}, engine="cpu")')
