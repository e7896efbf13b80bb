# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time a count of maximal bicliques on one Dask worker and on two.

    python benchmarks/dask_cpu.py GRAPH.txt.gz [--workers 1 2] [--partitions 12]

Each worker is a process with one thread. The first call on each cluster is not timed.
The result is the median of three more calls.
"""

import argparse
import logging
from functools import partial

from common import load, measured, name_of, save, show, timing


def run(graph, workers, partitions):
    """Seconds of a whole call with a number of workers, and of its first half."""
    import dask.dataframe as dd
    from distributed import Client, LocalCluster, wait

    import cugraph_biclique.dask as over_dask
    from cugraph_biclique.dask.call import Call
    from cugraph_biclique.dask.edges import with_degrees

    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None,
            silence_logs=logging.ERROR,
        ) as cluster,
        Client(cluster) as client,
    ):  # fmt: skip
        ddf = dd.from_pandas(load(graph), npartitions=4).persist()
        wait(ddf)
        call = partial(over_dask.maximal_biclique_count, ddf, partitions=partitions)
        count, seconds = measured(call, 3)

        def cut():
            call = Call(ddf, None, None, "auto", None, partitions, None, client)
            with call.on_workers():
                graph = with_degrees(call.edges())
                plan = call.plan(graph, graph.side_to_grow())
                return sum(client.gather(client.map(len, plan.frames)))

        copies, cutting = measured(cut, 3)
        return {
            "graph": name_of(graph),
            "workers": workers,
            "partitions": partitions,
            "count": count,
            **timing(seconds),
            "partitioning_seconds": timing(cutting)["seconds"],
            "copies_of_an_edge": round(copies / len(ddf), 3),
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--partitions", type=int, default=12)
    parser.add_argument("--output")
    arguments = parser.parse_args()
    rows = [
        run(arguments.graph, workers, arguments.partitions)
        for workers in arguments.workers
    ]
    assert len({row["count"] for row in rows}) == 1
    show(rows)
    save("dask", rows, arguments.output)


if __name__ == "__main__":
    main()
