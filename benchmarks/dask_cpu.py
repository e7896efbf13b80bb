# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A count of maximal bicliques on one Dask worker and on more.

Each worker is a process with one thread. The first call on each cluster is not timed.
"""

import argparse
import logging
from collections.abc import Iterator
from functools import partial

from benchmarks.shared.answers import check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured

NEEDS = ["distributed"]
QUICK = ["random:left=40,right=30,density=0.3 --workers 1 --partitions 3 --repeat 1"]
FULL = ["FOLDER/pinterest.txt.gz"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graph", help=HELP)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--partitions", type=int, default=12)
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    counts = set()
    for workers in options.workers:
        row = on_workers(options.graph, workers, options.partitions, options.repeat)
        counts.add(row["count"])
        check(len(counts) == 1, options.graph, counts)
        check_maximal(row["graph"], row["count"])
        yield row


def on_workers(graph: str, workers: int, partitions: int, repeat: int) -> dict:
    """Seconds of a whole call with a number of workers, and of its first half."""
    import dask.dataframe as dd
    from distributed import Client, LocalCluster, wait

    import cugraph_biclique.dask as over_dask
    from cugraph_biclique.dask.call import DaskCall

    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=":0",
            silence_logs=logging.ERROR,
        ) as cluster,
        Client(cluster) as client,
    ):  # fmt: skip
        ddf = dd.from_pandas(load(graph), npartitions=4).persist()
        wait(ddf)
        call = partial(over_dask.maximal_biclique_count, ddf, partitions=partitions)
        count, seconds = measured(call, repeat)

        def cut():
            call = DaskCall(ddf, None, None, "auto", None, partitions, None, client)
            with call.on_workers():
                graph = call.edges().counted()
                plan = call.plan(graph, graph.side_to_grow(1, 1))
                return sum(client.gather(client.map(len, plan.frames)))

        copies, cutting = measured(cut, repeat)
        return {
            "graph": name_of(graph),
            "workers": workers,
            "partitions": partitions,
            "count": count,
            "count_seconds": seconds,
            "partitioning_seconds": cutting,
            "copies_of_an_edge": copies / len(ddf),
        }
