# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How time, memory and work grow with edges, bicliques and p + q, with fitted slopes.

The graphs have degrees of a power law. A slope of 1 means that a figure grows as fast
as what it is set against. For p + q, the figure is the factor for each vertex more.

On CPU cores, each row has the counted work of the search, and its seconds by kind of
step. Two more rows tell the work of the search from the memory that it reaches. They
are disjoint copies of the first graph, with as many edges as the last one, so they have
the work of the first graph for each biclique. The vertices of a copy have ids next to
each other ("copies"), or those of all copies are mixed ("mixed copies"). Equal degrees
stay in the order of the ids.

Seconds of stages and of kinds of step, and microseconds for each biclique, are the
least of all runs, because other programs on the machine only add to them.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from itertools import product

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from benchmarks.shared.calls import call_for, stars_of
from benchmarks.shared.clock import seconds_by_kind
from benchmarks.shared.graphs import power_law
from benchmarks.shared.timing import (
    check,
    device_peak,
    measured,
    on_engine,
    peak_memory,
)
from benchmarks.shared.work import prepared, searched

QUICK = ["--edges 1000 2000 4000 --sums 4 6 --repeat 1 --no-memory --no-kinds"]
FULL = ["", "--exponent 3 --edges 25000 50000 100000 200000 400000"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--edges",
        type=int,
        nargs="+",
        default=[100_000, 200_000, 400_000, 800_000, 1_600_000, 3_200_000],
        help="edges of the graphs to list (default: 1e5 to 3.2e6, doubled each time)",
    )
    parser.add_argument(
        "--sums",
        type=int,
        nargs="*",
        default=[4, 6, 8, 10, 12, 14, 16],
        help="p + q of the counts on the first graph, with p = q (default: 4 to 16)",
    )
    parser.add_argument(
        "--exponent",
        type=float,
        default=1.5,
        help="vertex of an edge: n x uniform^exponent. From 2 on, there are hubs "
        "(default: 1.5)",
    )
    parser.add_argument("--engine", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--repeat", type=int, default=5, help="runs (default: 5)")
    parser.add_argument(
        "--no-memory", action="store_true", help="do not measure peak memory"
    )
    parser.add_argument(
        "--no-work", action="store_true", help="do not count the work of the search"
    )
    parser.add_argument(
        "--no-kinds", action="store_true", help="no seconds by kind of step"
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    listed = []
    for n_edges in options.edges:
        edges = graph(n_edges, options)
        listed.append(listing("maximal", edges, options))
        yield listed[-1]
    first = graph(options.edges[0], options)
    copies = round(len(edges) / len(first))
    if options.engine == "cpu" and copies > 1:
        for of, mix in (("copies", False), ("mixed copies", True)):
            yield listing(of, disjoint(first, copies, mix), options)
    counted = []
    for total in options.sums:
        counted.append(counting(total, options))
        yield counted[-1]
    seconds, bytes_ = "seconds", "memory.growth"
    work = [f"per_biclique.{name}" for name in ("microseconds", *WORK)]
    yield from slopes("maximal", listed, ["edges"], [seconds, bytes_, *work])
    yield from slopes("maximal", listed, ["bicliques"], [seconds, bytes_])
    yield from slopes("p, q", counted, ["p + q"], [seconds, bytes_])


def graph(n_edges: int, options: argparse.Namespace) -> pd.DataFrame:
    """A graph of about this many edges."""
    return power_law(n_edges, exponent=options.exponent, distinct=1)


def disjoint(edges: pd.DataFrame, copies: int, mix: bool) -> pd.DataFrame:
    """Copies of a graph with different vertices, whose ids are mixed or not."""
    sizes, rng = edges.max() + 1, np.random.default_rng(1)
    parts = pd.concat([edges + copy * sizes for copy in range(copies)])
    for side, size in sizes.items() if mix else ():
        parts[side] = rng.permutation(copies * size)[parts[side]]
    return parts.astype("int32").reset_index(drop=True)


WORK = "tests", "swept", "words", "wide_words"


def listing(of: str, edges: pd.DataFrame, options: argparse.Namespace) -> dict:
    """Count the maximal bicliques of a graph, by stages and with the counted work."""
    engine, reports = options.engine, []
    given, last = on_engine(edges, engine), []

    def work() -> int:
        call = call_for(given, engine=engine)
        count = call.count()
        reports.append(call.report())
        last[:] = [call]
        return count

    count, seconds = measured(work, options.repeat, engine)
    found = cb.maximal_bicliques(given, engine=engine)
    check(len(found) == count, len(edges), "list and count", len(found), count)
    stars = stars_of(last.pop())
    timed = [report["seconds"] for report in reports[1:]]
    row = {
        "of": of,
        "edges": len(edges),
        "bicliques": count,
        "stars": stars,
        "nodes": reports[-1]["nodes"],
        "not_maximal": reports[-1]["not_maximal"],
        "equal": reports[-1]["equal"],
        "largest_degrees": [int(edges[side].value_counts().max()) for side in edges],
        "mean_sizes": mean_sizes(found.sizes),
        "engine": engine,
        "seconds": seconds,
        "stages": {name: min(each[name] for each in timed) for name in timed[0]},
    }
    per = {"microseconds": 1e6 * min(seconds["repetitions"])}
    if engine == "cpu" and not options.no_work:
        row |= work_of(edges, options)
        maximal = row["work"]["tests"] - row["work"]["contained"]
        check(maximal == count - stars, len(edges), "tests", maximal, count, stars)
        per |= {name: row["work"][name] for name in WORK}
    row["per_biclique"] = {name: figure / max(count, 1) for name, figure in per.items()}
    call = "cb.maximal_biclique_count(G, engine='cpu')"
    return row | {
        "memory": peak(edges, call, work, options) if of == "maximal" else None
    }


def lines(row: dict) -> list[dict]:
    """The printed table."""
    if "stages" not in row:
        return [row]
    shown = "of", "edges", "bicliques", "seconds", "memory", "per_biclique"
    speed = {name: row.get(name) for name in ("nanoseconds_per_swept", "reached_bytes")}
    return [{name: row[name] for name in shown} | speed]


def mean_sizes(sizes: pd.DataFrame) -> list[float]:
    """Mean number of left and of right vertices of a biclique."""
    return [float(sizes[side].mean()) for side in ("n_left", "n_right")]


def work_of(edges: pd.DataFrame, options: argparse.Namespace) -> dict:
    """The counted work of a search, and the nanoseconds of its units."""
    ready = prepared(edges)
    graph, work = ready.ordered.graph, searched(ready)
    n_grown = len(graph.grown_weight)
    found = {
        "work": work,
        # A sweep reads the neighbours of any kept vertex, and writes at any grown one.
        "reached_bytes": graph.kept_indices.nbytes
        + graph.kept_indptr.nbytes
        + n_grown * (graph.kept_indices.itemsize + np.dtype(np.uint64).itemsize),
    }
    if options.no_kinds:
        return found
    runs = [seconds_by_kind(ready) for _ in range(options.repeat)]
    if runs[0] is None:
        return found
    kinds = {name: min(run[name] for run in runs) for name in runs[0]}
    roots = kinds["narrow_roots"] + kinds["wide_roots"]
    return found | {
        "kinds": kinds,
        "nanoseconds_per_swept": 1e9 * roots / max(1, work["swept"]),
        "nanoseconds_per_step": 1e9 * kinds["narrow_nodes"] / max(1, work["steps"]),
    }


def counting(total: int, options: argparse.Namespace) -> dict:
    """Count bicliques with p = q vertices on each side, or nearly."""
    engine, p = options.engine, total // 2
    q = total - p
    edges = graph(options.edges[0], options)
    given = on_engine(edges, engine)
    call = f"cb.biclique_count(G, {p}, {q}, engine='cpu')"
    work = partial(cb.biclique_count, given, p, q, engine=engine)
    count, seconds = measured(work, options.repeat, engine)
    return {
        "of": "p, q",
        "edges": len(edges),
        "p + q": total,
        "count": str(count),
        "engine": engine,
        "seconds": seconds,
        "memory": peak(edges, call, work, options),
    }


def peak(edges, call: str, work, options: argparse.Namespace) -> dict | None:
    """Peak memory of a call: of the host on CPU cores, of the device on a GPU."""
    if options.no_memory:
        return None
    if options.engine == "gpu":
        return {"growth": device_peak(work)[0]}
    return peak_memory(edges, call)


def slopes(of: str, rows: list[dict], against, figures) -> Iterator[dict]:
    """Slopes of logarithms by least squares, where there are points enough."""
    for x, y in product(against, figures):
        points = [(row[x], value(row, y)) for row in rows]
        points = [(a, b) for a, b in points if b and a > 0 and b > 0]
        if len(points) < 2:
            continue
        xs, ys = np.array(points, dtype=float).T
        exponential = x == "p + q"
        slope, start = np.polyfit(xs if exponential else np.log(xs), np.log(ys), 1)
        fitted = start + slope * (xs if exponential else np.log(xs))
        yield {
            "of": of,
            "figure": "memory" if y == "memory.growth" else y.rpartition(".")[2],
            "against": x,
            "points": len(points),
            "factor" if exponential else "slope": float(
                np.exp(slope) if exponential else slope
            ),
            # The largest factor between a point and the line.
            "off": float(np.exp(np.abs(np.log(ys) - fitted).max())),
        }


def value(row: dict, path: str):
    """A figure of a row; of a timing, its median."""
    for key in path.split("."):
        row = row.get(key) if isinstance(row, dict) else None
    return row["seconds"] if isinstance(row, dict) else row
