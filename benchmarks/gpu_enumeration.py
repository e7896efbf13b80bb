# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time enumeration on a GPU, from edge arrays on the device to a count or to frames.

    python benchmarks/gpu_enumeration.py GRAPH.txt.gz ... [--runs 5] [--output FILE]

Each figure is the median of RUNS end-to-end calls after a first one, in milliseconds.
The counts are compared with the known answers.
"""

import argparse
import json
import sys
from pathlib import Path

import cupy
import numpy as np

import cugraph_biclique as cb
from cugraph_biclique.enumeration import Enumeration

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from known_answers import MAXIMAL
from on_device import milliseconds, save


def measure(path, runs, frames):
    """Measure the calls on one graph."""
    edges = np.loadtxt(path, dtype=np.int32)
    pair = cupy.asarray(edges[:, 0].copy()), cupy.asarray(edges[:, 1].copy())
    name = Path(path).name.partition(".")[0]
    count_ms, first_ms, count = milliseconds(
        lambda: cb.maximal_biclique_count(pair, engine="gpu"), runs
    )
    if name in MAXIMAL:
        assert count == MAXIMAL[name][3], (name, count, MAXIMAL[name])
    call = Enumeration(pair, None, None, 1, 1, "gpu", None, False)
    assert call.count() == count
    report = call.report_for()
    row = {
        "graph": name,
        "bicliques": count,
        "count_ms": round(count_ms, 2),
        "first_call_ms": round(first_ms, 1),
        "nodes": report["nodes"],
        "busy_ratio": round(report["busy_ratio"], 3),
        "stages_ms": {k: round(1e3 * v, 2) for k, v in report["seconds"].items()},
    }
    if frames:

        def everything():
            found = cb.maximal_bicliques(pair, engine="gpu")
            assert len(found) == count
            return found.left, found.right

        frames_ms, _, sides = milliseconds(everything, runs)
        row["frames_ms"] = round(frames_ms, 2)
        row["members"] = sum(map(len, sides))
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--no-frames", action="store_true")
    parser.add_argument("--output")
    arguments = parser.parse_args()
    if not arguments.no_frames:
        # cuDF makes CuPy allocate through RMM, which calls the driver for each
        # allocation unless it has a pool. Real pipelines use a pool.
        import cudf  # noqa: F401
        import rmm

        rmm.reinitialize(pool_allocator=True, initial_pool_size=8 << 30)
    rows = []
    for path in arguments.graphs:
        rows.append(measure(path, arguments.runs, not arguments.no_frames))
        print(json.dumps(rows[-1]), flush=True)
    if arguments.output:
        save(arguments.output, ["cupy"], graphs=rows)


if __name__ == "__main__":
    main()
