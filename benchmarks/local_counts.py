# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Counts by vertex and by edge, beside the plain count; their sums are checked.

For butterflies, "anchored" is the plain count that picks the vertices of one side.
"""

import argparse
from collections.abc import Iterator

import numpy as np

import cugraph_biclique as cb
from benchmarks.shared.answers import check_count
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured
from cugraph_biclique.local_counting import priority

QUICK = ["random:left=20,right=15,density=0.4 --repeat 1"]
FULL = [
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/pinterest.txt.gz "
    "FOLDER/citeulike-a.txt.gz"
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument("--p", type=int, default=2, help="left vertices (default: 2)")
    parser.add_argument("--q", type=int, default=2, help="right vertices (default: 2)")
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for graph in options.graphs:
        yield row(graph, options.engine, options.p, options.q, options.repeat)


def row(name: str, engine: str, p: int, q: int, repeat: int) -> dict:
    """Measure the calls on one graph."""
    graph = cb.bipartite_graph(load(name))
    calls = {
        "plain": lambda: cb.biclique_count(graph, p, q, engine=engine),
        "by_vertex": lambda: cb.biclique_count_by_vertex(
            graph, p, q, "left", engine=engine
        ),
        "by_edge": lambda: cb.biclique_count_by_edge(graph, p, q, engine=engine),
    }
    if p == q == 2:
        calls["anchored"] = lambda: anchored_count(graph, engine)
    answers, seconds = {}, {}
    for call, work in calls.items():
        answers[call], seconds[call] = measured(work, repeat, engine)
    total = answers["plain"]
    check_count(name_of(name), p, q, total)
    check(answers.get("anchored", total) == total, name, "anchored")
    check(sum(answers["by_vertex"]["count"].tolist()) == p * total, name, "by vertex")
    check(sum(answers["by_edge"]["count"].tolist()) == p * q * total, name, "by edge")
    plain = seconds["plain"]["seconds"]
    return {
        "graph": name_of(name),
        "engine": engine,
        "p": p,
        "q": q,
        "edges": graph.n_edges,
        "count": str(total),
        **entries_read(graph),
        **seconds,
        "ratio": {
            call: seconds[call]["seconds"] / plain for call in ("by_vertex", "by_edge")
        },
    }


def entries_read(graph) -> dict:
    """Entries that a sweep from one side and one order of both sides read."""
    left, right = np.diff(graph.left_indptr), np.diff(graph.right_indptr)
    smaller = np.minimum(np.repeat(left, left), right[graph.left_indices])
    squares = (int(np.square(degree, dtype=float).sum()) for degree in (left, right))
    return {"anchored_reads": int(min(squares)), "one_order_reads": int(smaller.sum())}


def anchored_count(graph, engine: str) -> int:
    """The plain count of butterflies, without one order of priority."""
    price = priority.PRICE
    priority.PRICE = dict.fromkeys(price, float("inf"))
    try:
        return cb.biclique_count(graph, 2, 2, engine=engine)
    finally:
        priority.PRICE = price
