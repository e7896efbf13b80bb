# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Options of a case, drawn at random. All of them are data that JSON can hold."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from fuzz import limits
from fuzz.counts import COUNTS
from fuzz.graph import Graph
from fuzz.inputs import LABELS, kinds
from fuzz.over_dask import HAS_DASK, OVER_DASK
from fuzz.searches import SEARCHES

RELATIONS = SEARCHES | COUNTS | OVER_DASK
# How often a relation is drawn, where not once
OFTEN = {
    "count": 20, "one_step_at_a_time": 12, "members": 8, "sizes": 6, "counted": 20,
    "counted_all": 2, "counted_transposed": 2, "stars_of_degrees": 2, "batches": 2,
    "by_definition": 2, "union": 0.5, "threads": 0.5, "relabelled": 0.5,
    "counted_by_threads": 0.5, "estimated": 0.5, "estimated_rest": 0.5,
    "closed_form": 0.5, "partitions": 0.5, "counted_in_partitions": 0.3,
    "in_pieces": 0.5, "written": 0.2, "resumed": 0.6,
}  # fmt: skip
WITH_GPU = {"engines": 6, "counted_by_engines": 4}  # and without one: never
WITH_DASK = {
    "listed_over_dask": 0.05,
    "counted_over_dask": 0.05,
    "as_on_one_machine": 0.1,
}
WAYS = ["whole", "kept", "cut"]  # of a graph on the workers
TOO_MANY_SETS = 300_000  # of vertices, for a count that is to take milliseconds
OF_COUNTS = {"count_steps", "count_arena", "count_wide", "summable", "many_sums",
             "list_threads", "most_wedges"}  # fmt: skip


def weights(engine: str) -> tuple[list[str], np.ndarray]:
    """The relations, and the probability of each."""
    often = dict.fromkeys(RELATIONS, 1.0) | OFTEN
    often |= WITH_GPU if engine == "gpu" else dict.fromkeys(WITH_GPU, 0.0)
    often |= (
        WITH_DASK if HAS_DASK and engine != "gpu" else dict.fromkeys(OVER_DASK, 0.0)
    )
    if engine == "dask":
        often = {name: often[name] * (name in OVER_DASK) for name in RELATIONS}
    chance = np.array([often[name] for name in RELATIONS])
    return list(RELATIONS), chance / chance.sum()


def draw(rng: np.random.Generator, graph: Graph, engine: str) -> tuple[str, dict]:
    """A relation, and its options."""
    names, chance = weights(engine)
    relation = str(rng.choice(names, p=chance))
    if relation in OVER_DASK:
        return relation, drawn_over_dask(rng, graph, relation)
    o: dict[str, Any] = {"engine": engine, "salt": int(rng.integers(1 << 20))}
    o |= drawn_input(rng, engine)
    o["threads"] = int(rng.choice([1, 1, 1, 1, 2, 3]))
    o["fences"] = bool(rng.random() < 0.6)
    if rng.random() < 0.6:
        o["limits"] = drawn_limits(rng, engine, relation in COUNTS)
        o["fences"] = True
    if rng.random() < 0.2:
        o["memory_budget"] = int(rng.choice([1, 900, 4000, 20_000, 10**6]))
    if relation in COUNTS:
        o |= drawn_pq(rng, graph)
    elif rng.random() < 0.6:
        o |= drawn_least(rng, graph)
    if relation == "resumed":  # several files, or nothing is safe before the end
        most = max(2, len(graph.maximal or ()) // int(rng.integers(2, 8)))
        o["limits"] = o.get("limits", {}) | {"rows_per_file": most}
    return relation, o | drawn_for(rng, graph, relation)


def drawn_input(rng: np.random.Generator, engine: str) -> dict[str, Any]:
    """How the graph is passed: as a `BipartiteGraph`, more often than not."""
    if rng.random() < 0.6:
        return {"kind": "made_once"}
    o: dict[str, Any] = {"kind": str(rng.choice(kinds(engine)))}
    if rng.random() < 0.5:
        o["left"], o["right"] = map(str, rng.choice([*LABELS], 2))
    if rng.random() < 0.5:
        o["order"] = int(rng.integers(100))
    if rng.random() < 0.3:
        o["copies"] = int(rng.integers(2, 4))
    return o


def drawn_over_dask(
    rng: np.random.Generator, graph: Graph, relation: str
) -> dict[str, Any]:
    """Options of the calls over Dask. The kernels of several tasks run at a time, so
    internal sizes stay as they are."""
    import both_ways

    o: dict[str, Any] = {
        "engine": "cpu", "salt": int(rng.integers(1 << 20)), "threads": 1,
        "fences": False, "way": str(rng.choice(WAYS)),
    }  # fmt: skip
    if rng.random() < 0.3:
        o["copies"] = int(rng.integers(2, 4))
    if relation == "as_on_one_machine":
        left, right = map(str, rng.choice(sorted(both_ways.LABELS), 2))
        name = str(rng.choice(sorted(both_ways.CALLS)))
        if both_ways.CALLS[name].is_of_cliques:
            right = left
            o["way"] = o["way"].replace("kept", "whole")  # which is bipartite
        return o | {"call": name, "left_kind": left, "right_kind": right}
    o["left"], o["right"] = map(str, rng.choice([*LABELS], 2))
    if rng.random() < 0.5:
        o["order"] = int(rng.integers(100))
    if relation == "counted_over_dask":
        return o | drawn_pq(rng, graph)
    return o | drawn_least(rng, graph)


def drawn_limits(rng: np.random.Generator, engine: str, counts: bool) -> dict[str, int]:
    """Some internal sizes, made small."""
    there = limits.of_engine(engine)
    names = [name for name in there if (name in OF_COUNTS) == counts or engine == "gpu"]
    chosen = {*rng.choice(names, int(rng.integers(1, 5)), replace=False).tolist()}
    if not counts and rng.random() < 0.5:
        chosen.add("output_records")  # which has most to do with all the others
    return {name: int(rng.choice(there[name][0])) for name in sorted(chosen)}


def drawn_least(rng: np.random.Generator, graph: Graph) -> dict[str, int]:
    """Least sizes: small, or about those of a biclique that is there."""
    if "root" in graph.made and rng.random() < 0.4:
        return {"min_left": 3, "min_right": 3}  # keeps twins apart: roots stay wide
    if graph.maximal and rng.random() < 0.3:
        some = [*graph.sizes][int(rng.integers(len(graph.sizes)))]
        return {
            name: max(1, size + int(rng.integers(-1, 2)))
            for name, size in zip(("min_left", "min_right"), some, strict=True)
        }
    least = rng.choice([1, 1, 2, 2, 3, 3, 3, 4, 6], 2)
    return {"min_left": int(least[0]), "min_right": int(least[1])}


def drawn_pq(rng: np.random.Generator, graph: Graph) -> dict[str, int]:
    """Sizes to count, small where there are many sets of such a size."""
    p, q = (int(n) for n in rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 9], 2))
    n_left, n_right = graph.matrix.shape
    while min(comb(n_left, p), comb(n_right, q)) > TOO_MANY_SETS and max(p, q) > 2:
        p, q = (max(1, n - 1) if n == max(p, q) else n for n in (p, q))
    return {"p": p, "q": q}


def drawn_for(rng: np.random.Generator, graph: Graph, relation: str) -> dict[str, Any]:
    """Options that only some relations know."""
    match relation:
        case "members":
            return {
                "read": str(rng.choice(["long", "loop", "slices", "lists"])),
                "sort": bool(rng.random() < 0.3),
            }
        case "batches":
            most = len(graph.maximal or ())
            return {"batch_size": max(1, most // int(rng.integers(1, 9)))}
        case "partitions" | "counted_in_partitions":
            return {"parts": int(rng.integers(1, 5))}
        case "in_pieces":
            return {"pieces": int(rng.choice([1, 2, 4, 8]))}
        case "closed_form":
            form = str(rng.choice(["complete", "crown", "chain", "blocks"]))
            most = 14 if form == "crown" else 90
            sizes = rng.integers(1, most, 2)
            o = {"form": form, "n": int(sizes[0]), "m": int(sizes[1])}
            if form == "complete":
                o |= {"p": int(rng.integers(1, 40)), "q": int(rng.integers(1, 40))}
            return o
    return {}
