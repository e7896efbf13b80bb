# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time butterflies by vertex and by edge against the plain count, and check their sums.

    python benchmarks/local_counts.py EDGES... [--engine cpu] [--p 2] [--q 2]
                                      [--repeat 3] [--output FILE]

The graphs are files of lines "u v". The column "ratio" divides by the plain count. For
butterflies, "anchored" is the plain count that picks the vertices of one side.
"""

import argparse

import numpy as np

import cugraph_biclique as cb
from common import load, measured, name_of, save, show, timing
from cugraph_biclique.local_counting import priority


def entries_read(graph):
    """Entries that a sweep from one side and one order of both sides read."""
    left, right = np.diff(graph.left_indptr), np.diff(graph.right_indptr)
    smaller = np.minimum(np.repeat(left, left), right[graph.left_indices])
    squares = (int(np.square(degree, dtype=float).sum()) for degree in (left, right))
    return {"anchored_reads": int(min(squares)), "one_order_reads": int(smaller.sum())}


def anchored_count(graph, engine):
    """The plain count of butterflies, without one order of priority."""
    price = priority.PRICE
    priority.PRICE = dict.fromkeys(price, float("inf"))
    try:
        return cb.biclique_count(graph, 2, 2, engine=engine)
    finally:
        priority.PRICE = price


def row_for(path, engine, p, q, repeat):
    """Measure the calls on one file."""
    graph = cb.bipartite_graph(load(path))
    calls = {
        "plain": lambda: cb.biclique_count(graph, p, q, engine=engine),
        "by_vertex": lambda: cb.biclique_count_by_vertex(
            graph, p, q, "left", engine=engine
        ),
        "by_edge": lambda: cb.biclique_count_by_edge(graph, p, q, engine=engine),
    }
    if p == q == 2:
        calls["anchored"] = lambda: anchored_count(graph, engine)
    row = {"graph": name_of(path), "engine": engine, "p": p, "q": q}
    row |= {"edges": graph.n_edges, **entries_read(graph)}
    answers = {}
    for name, call in calls.items():
        answers[name], seconds = measured(call, repeat)
        row[name] = timing(seconds)["seconds"]
    total = answers["plain"]
    assert answers.get("anchored", total) == total
    assert sum(answers["by_vertex"]["count"].tolist()) == p * total
    assert sum(answers["by_edge"]["count"].tolist()) == p * q * total
    for name in ("by_vertex", "by_edge"):
        row[f"ratio, {name}"] = row[name] / row["plain"]
    return row | {"count": str(total)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("edges", nargs="+", help='files of lines "u v"')
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument("--p", type=int, default=2, help="left vertices (default: 2)")
    parser.add_argument("--q", type=int, default=2, help="right vertices (default: 2)")
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")
    parser.add_argument("--output", help="JSON file (default: a new file in results/)")
    options = parser.parse_args()
    rows = [
        row_for(path, options.engine, options.p, options.q, options.repeat)
        for path in options.edges
    ]
    show(rows)
    save("local_counts", rows, options.output)


if __name__ == "__main__":
    main()
