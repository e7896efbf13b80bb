# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The steps of a cuDF pipeline around the search, and its peaks of device memory.

From a cuDF edge frame to a graph on the device, for several kinds of labels, and end to
end to cuDF frames and to Parquet. Then the peaks of counting and writing, with budgets
from the peak without a budget down to a twentieth of it.
"""

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, device_peak, measured

NEEDS = ["cudf", "a GPU"]
QUICK = ["random:left=40,right=30,density=0.3 --repeat 1 --pool 1"]
FULL = [
    "FOLDER/foursquare-checkin.txt.gz FOLDER/youtube-groupmemberships.txt.gz "
    "FOLDER/pinterest.txt.gz FOLDER/fimi-mushroom.txt.gz FOLDER/citeulike-a.txt.gz"
]

SHARES = (1, 2, 5, 10, 20)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--repeat", type=int, default=5, help="runs (default: 5)")
    parser.add_argument(
        "--pool", type=int, default=16, metavar="GIB", help="RMM pool (default: 16)"
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    import rmm

    # Real pipelines use a pool. The peaks are the bytes requested of the pool.
    rmm.reinitialize(pool_allocator=True, initial_pool_size=options.pool << 30)
    for graph in options.graphs:
        yield row(graph, options.repeat)


def row(name: str, repeat: int) -> dict:
    """Measure the pipeline on one graph."""
    frames = frames_of(name)
    edges = frames["int32"]
    figures: dict = {"graph": name_of(name), "edges": len(edges), "to_graph": {}}

    def seconds(call, runs=repeat):
        answer, times = measured(call, runs, "gpu")
        return times, answer

    for kind, frame in frames.items():
        figures["to_graph"][kind], graph = seconds(
            lambda frame=frame: cb.bipartite_graph(frame)
        )
    figures["adjacency_bytes"] = graph.nbytes
    figures["left_members"], _ = seconds(lambda: cb.maximal_bicliques(edges).left)
    figures["sorted"], found = seconds(
        lambda: cb.maximal_bicliques(edges, sort=True), 2
    )
    figures["bicliques"] = answer = len(found)
    check_maximal(name_of(name), answer)
    figures["to_frame"], _ = seconds(found.to_frame)
    figures["to_parquet"], n = seconds(lambda: to_parquet(edges), 2)
    check(n == answer, name, "to_parquet", n)
    figures["write"], (n, figures["parquet_bytes"]) = seconds(lambda: write(edges), 2)
    check(n == answer, name, "write", n)
    del found
    figures["count_budgets"] = budgets(edges, cb.maximal_biclique_count, answer)
    figures["write_budgets"] = budgets(edges, lambda *a, **k: write(*a, **k)[0], answer)
    return figures


def frames_of(name: str) -> dict:
    """The edges, with labels of several dtypes."""
    import cudf

    edges = cudf.DataFrame(load(name))
    return {
        "int32": edges,
        "int64": edges.astype("int64"),
        "str": edges.astype("str"),
        "category": edges.astype("str").astype("category"),
    }


def write(edges, **options) -> tuple[int, int]:
    """Write to a new folder; return the number of bicliques, and their bytes."""
    folder = Path(tempfile.mkdtemp()) / "out"
    n = cb.write_maximal_bicliques(edges, folder, **options)
    size = sum(file.stat().st_size for file in folder.iterdir())
    shutil.rmtree(folder.parent)
    return n, size


def to_parquet(edges) -> int:
    """Hold the whole result, then write it to a new folder."""
    folder = Path(tempfile.mkdtemp()) / "out"
    found = cb.maximal_bicliques(edges)
    found.to_parquet(folder)
    shutil.rmtree(folder.parent)
    return len(found)


def budgets(edges, work, answer: int) -> dict:
    """Measure the peaks with smaller and smaller budgets."""
    rows = []
    unbounded, n = device_peak(lambda: work(edges))
    check(n == answer, "without a budget", n, answer)
    for share in SHARES:
        budget = unbounded // share
        (used, n), seconds = measured(
            lambda budget=budget: device_peak(
                lambda: work(edges, memory_budget=budget)
            ),
            1,
            "gpu",
        )
        check(n == answer, "budget", budget, n, answer)
        rows.append(
            {
                "budget": budget,
                "peak": used,
                "peak_over_budget": used / budget,
                "seconds": seconds,
            }
        )
    return {"unbounded_peak": unbounded, "budgets": rows}
