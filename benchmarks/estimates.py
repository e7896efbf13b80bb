# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compare estimates with exact counts, on real graphs.

    python benchmarks/estimates.py GRAPH.txt.gz ... [--output FILE]

The seconds are those of one call, after a call on a smaller graph that compiles the
kernels. The exact count is made by the same engine in the same run.
"""

import argparse
import time

import pandas as pd

import cugraph_biclique as cb
from common import load, name_of, save, show


def timed(call):
    """Return the answer of a call, and its seconds."""
    began = time.perf_counter()
    answer = call()
    return answer, time.perf_counter() - began


def measure(path):
    """Compare the estimate of one graph with its exact count."""
    graph = cb.bipartite_graph(load(path))
    estimate, seconds = timed(lambda: cb.estimate_maximal_bicliques(graph))
    count, exactly = timed(lambda: cb.maximal_biclique_count(graph, engine="cpu"))
    off = estimate.bicliques - count
    return {
        "graph": name_of(path),
        "bicliques": count,
        "estimate": estimate.bicliques,
        "standard_error": estimate.standard_error,
        "low": estimate.low,
        "high": estimate.high,
        "at_least": estimate.at_least,
        "off_percent": round(100 * off / count, 2),
        "standard_error_percent": round(100 * estimate.standard_error / count, 2),
        "estimate_seconds": round(seconds, 3),
        "count_seconds": round(exactly, 3),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+")
    parser.add_argument("--output")
    arguments = parser.parse_args()
    small = pd.DataFrame({"u": [0, 0, 1], "v": [0, 1, 1]}).astype("int32")
    cb.estimate_maximal_bicliques(small)  # compiles
    rows = [measure(path) for path in arguments.graphs]
    show(rows)
    save("estimates", rows, arguments.output)


if __name__ == "__main__":
    main()
