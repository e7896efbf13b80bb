# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time the host's preparation of a graph that is larger than its device.

    python benchmarks/preparing.py [--edges 30000000] [--threads 1 2] [--output FILE]

The edges are generated, with power-law degrees. The budget is a tenth of the graph.
"""

import argparse
import time

import numba
import numpy as np
import pandas as pd

import cugraph_biclique as cb
from common import save, show
from cugraph_biclique.backends import backend_for
from cugraph_biclique.partition.pieces import packs, pieces
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.trace import Trace


def power_law(n_edges, n_left, n_right, exponent=1.5, seed=1):
    """Generate the edges of a graph whose degrees follow a power law."""
    rng = np.random.default_rng(seed)
    ids = [
        (rng.random(n_edges) ** exponent * n).astype("int32") for n in (n_left, n_right)
    ]
    return pd.DataFrame({"left": ids[0], "right": ids[1]})


def run(edges, threads):
    """Seconds of every stage on a number of threads."""
    numba.set_num_threads(threads)
    began = time.perf_counter()
    graph = cb.bipartite_graph(edges)
    built = time.perf_counter()
    budget = graph.nbytes // 10
    trace = Trace()
    ordered = prepare(graph, 1, 1, backend_for("cpu"), trace, budget).ordered.graph
    prepared = time.perf_counter()
    todo = packs(ordered, budget)
    packed = time.perf_counter()
    copies = sum(len(piece.graph.kept_indices) for piece in pieces(ordered, todo))
    cut = time.perf_counter()
    return {
        "edges": graph.n_edges,
        "threads": threads,
        "graph": round(built - began, 2),
        "reduce": round(trace.seconds["reduce"], 2),
        "order": round(trace.seconds["order"], 2),
        "pack": round(packed - prepared, 2),
        "cut, beside the search": round(cut - packed, 2),
        "pieces": len(todo),
        "copies_of_an_edge": round(copies / len(ordered.kept_indices), 2),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=int, default=30_000_000)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--output")
    arguments = parser.parse_args()
    n = arguments.edges
    for threads in arguments.threads:
        run(power_law(10_000, 3000, 2000), threads)
    edges = power_law(n, n // 3, n // 6)
    rows = [run(edges, threads) for threads in arguments.threads]
    show(rows)
    save("preparing", rows, arguments.output)


if __name__ == "__main__":
    main()
