# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time a graph that is larger than its memory budget, and compare the answers.

    python benchmarks/out_of_core.py [--communities 5000] [--times 10 1 0.1]

The graph consists of communities and edges between them. The first budget is the
memory of the device. The others are the bytes of the adjacency, multiplied by each of
TIMES. All calls have run before on a smaller graph.
"""

import argparse
import time
from functools import partial

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.backends import backend_for
from cugraph_biclique.device.plan import WHOLE_BYTES
from cugraph_biclique.partition.pieces import in_pieces, packs, pieces
from cugraph_biclique.preparation import prepare
from cugraph_biclique.trace import Trace
from on_device import save

SIZE = 60, 40  # of a community


def communities(n, density, between, seed=1):
    """Edges of n dense communities, plus random edges between any two vertices."""
    rng = np.random.default_rng(seed)
    left, right = SIZE
    inside = rng.random((n, left, right)) < density
    block, u, v = inside.nonzero()
    u, v = block * left + u, block * right + v
    n_between = int(between * len(u))
    u = np.concatenate([u, rng.integers(n * left, size=n_between)])
    v = np.concatenate([v, rng.integers(n * right, size=n_between)])
    return pd.DataFrame({"u": u, "v": v}).astype("int32")


def answers(graph, budget):
    """The counts within a budget, and the seconds of each call."""
    row = {}
    for name, call in {
        "maximal": partial(cb.maximal_biclique_count, graph),
        "p_q": partial(cb.biclique_count, graph, 3, 3),
    }.items():
        began = time.perf_counter()
        row[name] = call(memory_budget=budget)
        row[f"{name}_seconds"] = round(time.perf_counter() - began, 3)
    return row


def stages_of(graph, budget):
    """Seconds of the host's stages for a budget, and the mean copies of an edge."""
    began = time.perf_counter()
    ordered = prepare(graph, 1, 1, backend_for("cpu"), Trace(), budget).ordered.graph
    prepared = time.perf_counter()
    todo = packs(ordered, budget)
    packed = time.perf_counter()
    copies = sum(len(piece.graph.kept_indices) for piece in pieces(ordered, todo))
    return {
        "pieces": len(todo),
        "copies_of_an_edge": round(copies / len(ordered.kept_indices), 3),
        "prepare_seconds": round(prepared - began, 3),
        "pack_seconds": round(packed - prepared, 3),
        "cut_seconds": round(time.perf_counter() - packed, 3),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--communities", type=int, default=5000)
    parser.add_argument("--density", type=float, default=0.55)
    parser.add_argument("--between", type=float, default=0.02)
    parser.add_argument("--times", type=float, nargs="+", default=[10, 1, 0.1])
    parser.add_argument("--output")
    arguments = parser.parse_args()
    few = cb.bipartite_graph(communities(200, arguments.density, arguments.between))
    for budget in (None, few.n_edges * WHOLE_BYTES):
        answers(few, budget)
    stages_of(few, few.n_edges * WHOLE_BYTES)
    made = communities(arguments.communities, arguments.density, arguments.between)
    graph = cb.bipartite_graph(made)
    del made
    rows = []
    about = {"edges": graph.n_edges, "bytes": graph.nbytes}
    for times in (None, *arguments.times):
        budget = None if times is None else int(graph.nbytes * times)
        row = {"budget": "all" if times is None else times, "bytes": budget}
        if budget is not None and in_pieces(graph.n_edges, "gpu", budget):
            row |= stages_of(graph, budget)
        rows.append(row | answers(graph, budget))
        print(rows[-1], flush=True)
        assert all(rows[-1][name] == rows[0][name] for name in ("maximal", "p_q"))
        if arguments.output:
            save(arguments.output, ["cupy"], graph=about, runs=rows)


if __name__ == "__main__":
    main()
