# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time the (alpha, beta)-core, and the list of all (p, q)-bicliques.

    python benchmarks/subgraphs.py GRAPH.txt.gz ... [--engine gpu] [--output FILE]

Each file holds lines "u v". Bicliques are listed up to `--most` of them, and their
number is compared with the exact count where the list ends.
"""

import argparse
import time
from functools import partial

import cugraph_biclique as cb
from common import load, name_of, save, show

CORES = ((2, 2), (5, 5), (10, 10))
SIZES = ((2, 2), (3, 3), (2, 4))


def timed(call):
    """Return the answer of a call, and its seconds."""
    began = time.perf_counter()
    answer = call()
    return answer, round(time.perf_counter() - began, 3)


def listed(graph, p, q, engine, most):
    """The number of bicliques listed, at most about `most`, and whether all are."""
    n = 0
    for batch in cb.iter_bicliques(graph, p, q, engine=engine, batch_size=1_000_000):
        n += len(batch)
        if n >= most:
            return n, False
    return n, True


def rows(path, engine, most):
    """Yield a row per core and per size, after a first call that compiles."""
    graph = cb.bipartite_graph(load(path))
    cb.core(graph, 2, 2, engine=engine)
    for alpha, beta in CORES:
        core, seconds = timed(partial(cb.core, graph, alpha, beta, engine=engine))
        yield {
            "graph": name_of(path), "engine": engine, "call": f"core {alpha}, {beta}",
            "rows": len(core), "seconds": seconds,
        }  # fmt: skip
    for p, q in SIZES:
        listed(graph, p, q, engine, 1)
        call = partial(listed, graph, p, q, engine, most)
        (n, ended), seconds = timed(call)
        assert not ended or n == cb.biclique_count(graph, p, q, engine=engine)
        yield {
            "graph": name_of(path), "engine": engine,
            "call": f"iter_bicliques {p}, {q}", "rows": n, "seconds": seconds,
        }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("graphs", nargs="+", help="files of edges, u v on each line")
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument(
        "--most", type=int, default=50_000_000, help="bicliques (default: 50000000)"
    )
    parser.add_argument("--output", help="JSON file (default: a new file in results/)")
    options = parser.parse_args()
    table = [
        row
        for path in options.graphs
        for row in rows(path, options.engine, options.most)
    ]
    show(table)
    save("subgraphs", table, options.output)


if __name__ == "__main__":
    main()
