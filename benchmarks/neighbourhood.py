# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Milliseconds of a search for the bicliques that contain some vertices.

The graph is generated, with degrees of a power law, and is built once. `--device` puts
it on the GPU. A query names a random left or right vertex, or the ends of a
random edge.
"""

import argparse
import json
import statistics
import time

import numpy as np

import cugraph_biclique as cb
from common import save


def generated(n_edges, seed=1):
    """Labels of both sides of each edge, as int64 arrays."""
    rng = np.random.default_rng(seed)
    n_left, n_right = n_edges // 5, n_edges // 10
    left = (n_left * rng.random(n_edges) ** 3).astype(np.int64)
    right = (n_right * rng.random(n_edges) ** 3).astype(np.int64)
    return 10 * left, 7 * right  # so that labels are not ids


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--edges", type=int, default=10_000_000)
    options.add_argument("--queries", type=int, default=50)
    options.add_argument("--engine", choices=["cpu", "gpu"], default="cpu")
    options.add_argument("--device", action="store_true")
    options.add_argument("--output", help="JSON file (default: a new file in results/)")
    options = options.parse_args()
    edges = generated(options.edges)
    sides = edges
    if options.device:
        import cupy

        sides = tuple(map(cupy.asarray, edges))
    began = time.perf_counter()
    graph = cb.bipartite_graph(sides)
    built = time.perf_counter() - began
    chosen = np.random.default_rng(2).choice(len(edges[0]), options.queries)
    pairs = [(int(edges[0][i]), int(edges[1][i])) for i in chosen]
    lefts, rights = (
        np.random.default_rng(3).choice(np.unique(side), options.queries).tolist()
        for side in edges
    )
    results = {"graph": repr(graph), "seconds to build": round(built, 2)}
    for kind, asked, least in (
        ("left", [{"left": u} for u in lefts], 3),
        ("right", [{"right": v} for v in rights], 3),
        ("both", [{"left": u, "right": v} for u, v in pairs], 1),
    ):
        seconds, found = [], []
        for i, containing in enumerate([asked[0], *asked]):
            began = time.perf_counter()
            result = cb.maximal_bicliques(
                graph, containing=containing, min_left=least, min_right=least,
                engine=options.engine,
            )  # fmt: skip
            seconds.append(time.perf_counter() - began)
            found.append(len(result))
            if i == 0:
                first = seconds.pop()
        results[kind] = {
            "least size": least,
            "first ms": round(1e3 * first, 2),  # with compilation or its cache
            "median ms": round(1e3 * statistics.median(seconds), 2),
            "slowest ms": round(1e3 * max(seconds), 2),
            "median bicliques": statistics.median(found),
            "most bicliques": max(found),
        }
    print(json.dumps(results, indent=2))
    results["engine"] = options.engine
    results["on device"] = options.device
    save("neighbourhood", results, options.output)


if __name__ == "__main__":
    main()
