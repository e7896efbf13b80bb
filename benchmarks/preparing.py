# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The host's preparation of a graph that is larger than its device, before the search.

The budget is a tenth of the graph. All partitions together have the edges of the graph,
and more. Packing and cutting are measured one after the other, and then together, as
they run beside a search.
"""

import argparse
from collections.abc import Iterator

import numba

import cugraph_biclique as cb
from benchmarks.shared.calls import CPU, resources
from benchmarks.shared.graphs import power_law
from benchmarks.shared.timing import check, timed, timing
from cugraph_biclique.partition.pieces import Packs, pieces
from cugraph_biclique.preparation.stages import prepare

QUICK = ["--edges 5000 --threads 1 --repeat 1"]
FULL = ["--threads 1 2"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edges", type=int, default=30_000_000)
    parser.add_argument("--threads", type=int, nargs="+", default=[1])
    parser.add_argument("--repeat", type=int, default=1, help="runs (default: 1)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    few, edges = power_law(10_000, 3000, 2000), power_law(options.edges)
    before = numba.get_num_threads()
    try:
        for threads in options.threads:
            numba.set_num_threads(threads)
            stages(few)  # compiles
            yield row(edges, threads, options.repeat)
    finally:
        numba.set_num_threads(before)


def row(edges, threads: int, repeat: int) -> dict:
    """Seconds of every stage on a number of threads."""
    runs = [stages(edges) for _ in range(repeat)]
    return {
        "threads": threads,
        **runs[0][0],
        **{
            stage: timing([seconds[stage] for _, seconds in runs])
            for stage in runs[0][1]
        },
    }


def stages(edges) -> tuple[dict, dict]:
    """Sizes, and the seconds of each stage."""
    graph, building = timed(lambda: cb.bipartite_graph(edges))
    budget = graph.nbytes // 10
    used = resources(CPU, budget)
    ordered = prepare(graph, 1, 1, used).ordered.graph
    todo, packing = timed(lambda: list(Packs(ordered, budget)))
    copies, cutting = timed(
        lambda: sum(len(piece.graph.kept_indices) for _, piece in pieces(ordered, todo))
    )
    coming = pieces(ordered, Packs(ordered, budget))
    _, first = timed(lambda: next(coming))
    _, others = timed(lambda: sum(1 for _ in coming))
    n_edges = len(ordered.kept_indices)
    check(copies >= n_edges, "edges are missing", copies, n_edges)
    sizes = {
        "edges": graph.n_edges,
        "pieces": len(todo),
        "copies_of_an_edge": copies / n_edges,
    }
    seconds = {
        "graph": building,
        "reduce": used.trace.seconds["reduce"],
        "order": used.trace.seconds["order"],
        "pack": packing,
        "cut, beside the search": cutting,
        "pack and cut the first": first,
        "pack and cut": first + others,
    }
    return sizes, seconds
