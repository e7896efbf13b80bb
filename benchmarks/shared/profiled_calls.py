# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The process that `benchmarks load` profiles: a warm and a profiled count per graph.

A kernel named `MARK` begins each profiled count. The counts are printed, one per line.
"""

import sys

MARK = "next_graph"


def main(graphs: list[str]) -> None:
    import cupy
    from cupyx.profiler import profile

    import cugraph_biclique as cb
    from benchmarks.shared.graphs import load
    from benchmarks.shared.timing import on_engine

    mark = cupy.RawKernel(f'extern "C" __global__ void {MARK}() {{}}', MARK)
    mark((1,), (1,), ())
    for graph in graphs:
        given = on_engine(load(graph), "gpu")
        cb.maximal_biclique_count(given, engine="gpu")
        with profile():
            mark((1,), (1,), ())
            print(cb.maximal_biclique_count(given, engine="gpu"), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
