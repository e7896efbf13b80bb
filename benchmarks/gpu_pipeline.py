# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time the steps of a cuDF pipeline around the search, and measure device memory.

    python benchmarks/gpu_pipeline.py GRAPH.txt.gz ... [--runs 5] [--output FILE]

For each graph, the output has the milliseconds from a cuDF edge frame to a graph on the
device, for several kinds of labels, and the milliseconds end to end to cuDF frames and
to Parquet. It also has the peak of device memory of counting and writing, with budgets
from the peak without a budget down to a twentieth of it. The answers are compared.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

import cudf
import numpy as np
import rmm
import rmm.statistics

import cugraph_biclique as cb

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from known_answers import MAXIMAL
from on_device import milliseconds, save

SHARES = (1, 2, 5, 10, 20)


def median_of(work, runs):
    """Median milliseconds of a call after a warm-up, and the last result."""
    median, _, result = milliseconds(work, runs)
    return round(median, 2), result


def frames_of(path):
    """The edges, with labels of several dtypes."""
    edges = cudf.DataFrame(np.loadtxt(path, dtype=np.int32), columns=["u", "v"])
    return {
        "int32": edges,
        "int64": edges.astype("int64"),
        "str": edges.astype("str"),
        "category": edges.astype("str").astype("category"),
    }


def write(edges, **options):
    """Write to a new folder; return the number of bicliques, and their bytes."""
    folder = Path(tempfile.mkdtemp()) / "out"
    n = cb.write_maximal_bicliques(edges, folder, **options)
    size = sum(file.stat().st_size for file in folder.iterdir())
    shutil.rmtree(folder.parent)
    return n, size


def to_parquet(edges):
    """Hold the whole result, then write it to a new folder."""
    folder = Path(tempfile.mkdtemp()) / "out"
    found = cb.maximal_bicliques(edges)
    found.to_parquet(folder)
    shutil.rmtree(folder.parent)
    return len(found)


def peak(work):
    """Peak device memory of a call in bytes, above its memory at the start."""
    with rmm.statistics.statistics():
        rmm.statistics.push_statistics()
        result = work()
        peak_bytes = rmm.statistics.pop_statistics().peak_bytes
    return peak_bytes, result


def budgets(edges, work, answer):
    """Measure the peaks with smaller and smaller budgets."""
    rows = []
    unbounded, n = peak(lambda: work(edges))
    assert n == answer
    for share in SHARES:
        budget = unbounded // share
        began = time.perf_counter()
        used, n = peak(lambda budget=budget: work(edges, memory_budget=budget))
        assert n == answer
        rows.append(
            {
                "budget": budget,
                "peak": used,
                "peak_over_budget": round(used / budget, 3),
                "seconds": round(time.perf_counter() - began, 3),
            }
        )
    return {"unbounded_peak": unbounded, "budgets": rows}


def measure(path, runs):
    """Measure the pipeline on one graph."""
    name = Path(path).name.partition(".")[0]
    frames = frames_of(path)
    edges = frames["int32"]
    row = {"graph": name, "edges": len(edges), "graph_ms": {}}
    for kind, frame in frames.items():
        row["graph_ms"][kind], graph = median_of(
            lambda frame=frame: cb.bipartite_graph(frame), runs
        )
    row["adjacency_bytes"] = graph.nbytes
    row["frames_ms"], found = median_of(lambda: cb.maximal_bicliques(edges).left, runs)
    row["sorted_ms"], found = median_of(
        lambda: cb.maximal_bicliques(edges, sort=True), 2
    )
    row["bicliques"] = len(found)
    if name in MAXIMAL:
        assert len(found) == MAXIMAL[name][3], (name, len(found))
    row["to_frame_ms"], _ = median_of(found.to_frame, runs)
    row["to_parquet_ms"], n = median_of(lambda: to_parquet(edges), 2)
    assert n == len(found)
    row["write_ms"], (n, row["parquet_bytes"]) = median_of(lambda: write(edges), 2)
    assert n == len(found)
    answer = len(found)
    del found
    row["count"] = budgets(edges, cb.maximal_biclique_count, answer)
    row["write"] = budgets(edges, lambda *a, **k: write(*a, **k)[0], answer)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--output")
    arguments = parser.parse_args()
    # Real pipelines use a pool. The peaks are the bytes requested of the pool.
    rmm.reinitialize(pool_allocator=True, initial_pool_size=16 << 30)
    rows = []
    for path in arguments.graphs:
        rows.append(measure(path, arguments.runs))
        print(json.dumps(rows[-1]), flush=True)
    if arguments.output:
        save(arguments.output, ["cudf", "cupy", "rmm"], graphs=rows)


if __name__ == "__main__":
    main()
