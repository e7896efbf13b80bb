# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The process that `benchmarks load` profiles: a warm and a profiled count per graph.

The first argument is what to count: "maximal", or sizes as in "3, 4". A kernel named
`MARK` begins each profiled count. The counts are printed, one per line.
"""

import sys

MARK = "next_graph"


def main(call: str, graphs: list[str]) -> None:
    import cupy
    from cupyx.profiler import profile

    import cugraph_biclique as cb
    from benchmarks.shared.graphs import load
    from benchmarks.shared.sizes import sizes
    from benchmarks.shared.timing import on_engine

    def count(given) -> int:
        if call == "maximal":
            return cb.maximal_biclique_count(given, engine="gpu")
        return cb.biclique_count(given, *sizes(call), engine="gpu")

    mark = cupy.RawKernel(f'extern "C" __global__ void {MARK}() {{}}', MARK)
    mark((1,), (1,), ())
    for graph in graphs:
        given = on_engine(load(graph), "gpu")
        count(given)
        with profile():
            mark((1,), (1,), ())
            print(count(given), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
