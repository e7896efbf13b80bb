# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time (p, q)-biclique counts on a GPU, from edge arrays on the device to an integer.

    python benchmarks/gpu_counting.py FOLDER [--runs 5] [--output FILE]

FOLDER contains the graphs, as NAME.txt.gz. Each figure is the median of RUNS calls
after a first one, in milliseconds. The CPU engine of the same machine is timed too. The
counts of both engines are compared with each other and with the known answers.
"""

import argparse
import json
import os
import sys
from pathlib import Path

import cupy
import numpy as np

import cugraph_biclique as cb
from cugraph_biclique import counting
from cugraph_biclique.backends import backend_for
from cugraph_biclique.counting.cpu import worker
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.memory import budget_bytes
from cugraph_biclique.trace import Trace

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from known_answers import COUNTS
from on_device import milliseconds, save

CASES = {
    "youtube-groupmemberships": [(2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (8, 8)],
    "marvel": [(3, 3), (5, 5), (8, 8)],
    "lastfm-hetrec": [(3, 3)],
    "citeulike-a": [(3, 3), (5, 5), (8, 8)],
    "foursquare-checkin": [(3, 3), (5, 5), (8, 8)],
    "movielens-10m_ui": [(3, 3), (5, 5)],
    "fimi-mushroom": [(4, 4), (8, 8)],
    "pinterest": [(2, 2), (3, 3), (4, 4)],
}


def measure(name, edges, p, q, runs):
    """Measure one count on the GPU and on the CPU."""
    pair = cupy.asarray(edges[:, 0].copy()), cupy.asarray(edges[:, 1].copy())
    gpu_ms, _, count = milliseconds(lambda: cb.biclique_count(pair, p, q), runs)
    cpu_ms, _, expected = milliseconds(
        lambda: cb.biclique_count(edges, p, q, engine="cpu"), min(runs, 3)
    )
    assert count == expected == COUNTS.get(name, {}).get((p, q), expected), (name, p, q)
    trace = Trace()
    with trace.stage("input"):
        graph = bipartite_graph(pair, None, None)
    on_cores, left = worker.count, []
    worker.count = lambda *args: left.append(1) or on_cores(*args)
    budget = budget_bytes(None, "gpu")
    counting.count(graph, p, q, backend_for("gpu"), budget, trace)
    worker.count = on_cores
    return {
        "graph": name,
        "pq": [p, q],
        "count": str(count),
        "gpu_ms": round(gpu_ms, 2),
        "cpu_ms": round(cpu_ms, 2),
        "stages_ms": {k: round(1e3 * v, 2) for k, v in trace.seconds.items()},
        "left_to_the_cores": bool(left),
        "busy_ratio": None if left else round(trace.busy_ratio, 3),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--output")
    arguments = parser.parse_args()
    rows = []
    for name, cases in CASES.items():
        edges = np.loadtxt(arguments.folder / f"{name}.txt.gz", dtype=np.int32)
        for p, q in cases:
            rows.append(measure(name, edges, p, q, arguments.runs))
            print(json.dumps(rows[-1]), flush=True)
    if arguments.output:
        cores = os.cpu_count()
        save(arguments.output, ["cupy"], cores=cores, counts=rows)


if __name__ == "__main__":
    main()
