# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compare `significance` with one count, and time its swaps and its searches.

    python benchmarks/significance.py GRAPH.txt.gz ... [--draws 20] [--engine gpu]
        [--output FILE]

The graph stands on the engine before the timing, and every kernel has been compiled.
"""

import argparse
import time
from itertools import islice

import cugraph_biclique as cb
from common import load, name_of, save, show
from cugraph_biclique.backends import backend_for

SEED = 1


def timed(call):
    """Return the answer of a call, and its seconds; answers on a device are waited
    for, as every call returns numbers to the host."""
    began = time.perf_counter()
    answer = call()
    return answer, time.perf_counter() - began


def wait(engine):
    """Wait for a device."""
    if engine == "gpu":
        import cupy

        cupy.cuda.get_current_stream().synchronize()


def swaps(graph, draws, engine):
    """Draw random graphs alone."""
    random_graphs = backend_for(engine).randomization.random_graphs
    for _ in islice(random_graphs(graph, SEED), draws):
        wait(engine)


def measure(path, draws, engine):
    """Time one count, the swaps, and the whole call."""
    graph = cb.bipartite_graph(load(path))
    cb.significance(graph, 1, seed=SEED, engine=engine)  # compiles
    _, count = timed(lambda: cb.maximal_biclique_sizes(graph, engine=engine))
    _, swapping = timed(lambda: swaps(graph, draws, engine))
    found, seconds = timed(
        lambda: cb.significance(graph, draws, seed=SEED, engine=engine)
    )
    sizes = found.sizes
    return {
        "graph": name_of(path),
        "engine": engine,
        "draws": draws,
        "bicliques": int(sizes["observed"].sum()),
        "mean_of_draws": round(float(sizes["mean"].sum()), 1),
        "count_seconds": round(count, 4),
        "swap_seconds": round(swapping, 4),
        "search_seconds": round(seconds - swapping, 4),
        "seconds": round(seconds, 4),
        "counts_in_the_searches": round((seconds - swapping) / count, 2),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+")
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--engine", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--output")
    arguments = parser.parse_args()
    rows = [
        measure(path, arguments.draws, arguments.engine) for path in arguments.graphs
    ]
    show(rows)
    save("significance", rows, arguments.output)


if __name__ == "__main__":
    main()
