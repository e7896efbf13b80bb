# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A graph that is larger than its memory budget on a GPU; all budgets have one answer.

The graph consists of communities and edges between them. The first budget is the
memory of the device. The others are the bytes of the adjacency, multiplied by each of
TIMES. All calls have run before on a smaller graph.
"""

import argparse
from collections.abc import Iterator
from functools import partial

import cugraph_biclique as cb
from benchmarks.shared.calls import CPU, resources
from benchmarks.shared.graphs import communities
from benchmarks.shared.timing import check, measured, timed
from cugraph_biclique.device.plan import WHOLE_BYTES
from cugraph_biclique.partition.pieces import Packs, in_pieces, pieces
from cugraph_biclique.preparation.stages import prepare

NEEDS = ["cupy", "a GPU"]
QUICK = ["--communities 20 --times 1 --repeat 1"]
FULL = [
    "--communities 3000 --times 30 12 3 1",
    "--communities 2400 --density .7 --times 10 3 1",
    "--communities 30000 --density .7 --times .1 --repeat 1",
]

COUNTS = ("maximal", "p_q")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--communities", type=int, default=5000)
    parser.add_argument("--density", type=float, default=0.55)
    parser.add_argument("--between", type=float, default=0.02)
    parser.add_argument("--times", type=float, nargs="+", default=[10, 1, 0.1])
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    shape = {"density": options.density, "between": options.between}
    few = cb.bipartite_graph(communities(min(200, options.communities), **shape))
    for budget in (None, few.n_edges * WHOLE_BYTES):
        answers(few, budget, 0)
    stages_of(few, few.n_edges * WHOLE_BYTES)
    graph = cb.bipartite_graph(communities(options.communities, **shape))
    first: dict = {}
    for times in (None, *options.times):
        budget = None if times is None else int(graph.nbytes * times)
        row = {
            "budget": "all" if times is None else times,
            "bytes": budget,
            "edges": graph.n_edges,
            "adjacency_bytes": graph.nbytes,
        }
        if budget is not None and in_pieces(graph.n_edges, budget):
            row["stages"] = stages_of(graph, budget)
        row |= answers(graph, budget, options.repeat)
        first = first or row
        for name in COUNTS:
            check(row[name] == first[name], times, name, row[name], first[name])
        yield row


def answers(graph, budget: int | None, repeat: int) -> dict:
    """The counts within a budget, and the seconds of each call."""
    row = {}
    for name, call in {
        "maximal": partial(cb.maximal_biclique_count, graph, engine="gpu"),
        "p_q": partial(cb.biclique_count, graph, 3, 3, engine="gpu"),
    }.items():
        work = partial(call, memory_budget=budget)
        if repeat:
            row[name], row[f"{name}_seconds"] = measured(work, repeat, "gpu")
        else:
            row[name] = work()
    return row


def stages_of(graph, budget: int) -> dict:
    """Seconds of the host's stages for a budget, and the mean copies of an edge."""
    prepared, preparing = timed(lambda: prepare(graph, 1, 1, resources(CPU, budget)))
    ordered = prepared.ordered.graph
    todo, packing = timed(lambda: list(Packs(ordered, budget)))
    copies, cutting = timed(
        lambda: sum(len(piece.graph.kept_indices) for _, piece in pieces(ordered, todo))
    )
    return {
        "pieces": len(todo),
        "copies_of_an_edge": copies / len(ordered.kept_indices),
        "prepare_seconds": preparing,
        "pack_seconds": packing,
        "cut_seconds": cutting,
    }
