# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A count on one, two and four GPUs, from Dask-cuDF frames of a power-law graph.

For each number of GPUs: the seconds of a call whose workers share the whole graph, from
edges on the workers and from a kept graph. Then those of every step of a call in
partitions, and the number of copies of each edge. All workers have run the same steps
before. All calls must return the same count.
"""

import argparse
import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.shared.clusters import TaskSeconds
from benchmarks.shared.graphs import skewed
from benchmarks.shared.timing import check, timed, timing

NEEDS = ["dask_cuda", "a GPU"]
QUICK = ["--edges 20000 --left 1000 --right 500 --pieces 2 --gpus 1 --repeat 1"]
FULL = [
    "--left 100000 --right 50000 --exponent 1.5 --protocol ucx --gpus 1 2 4",
    "--left 100000 --right 50000 --exponent 1.5 --protocol ucx --gpus 1 2 4 --mode p_q",
]

WARM_UPS = 3  # several, as a call may not run every step on every worker


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edges", type=int, default=20_000_000)
    parser.add_argument("--left", type=int, default=4_000_000)
    parser.add_argument("--right", type=int, default=1_000_000)
    parser.add_argument("--exponent", type=float, default=2.0)
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--parts-per-gpu", type=int, default=4)
    parser.add_argument("--mode", choices=["maximal", "p_q"], default="maximal")
    parser.add_argument("--pq", type=int, nargs=2, default=[3, 3])
    parser.add_argument("--protocol", choices=["tcp", "ucx"], default="tcp")
    parser.add_argument("--gpus", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeat", type=int, default=1, help="runs (default: 1)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    counts = set()
    for gpus in options.gpus:
        row = on_gpus(gpus, options)
        counts.add(row["count"])
        check(len(counts) == 1, gpus, counts)
        yield row


def power_law(n_edges, sizes, exponent, seed):
    """Generate a part of the edges of a power-law graph, on the device."""
    import cudf
    import cupy

    rng = cupy.random.RandomState(seed)
    left, right = skewed(rng.random_sample, n_edges, sizes, exponent)
    return cudf.DataFrame({"left": left, "right": right})


def _some(edges):
    """The first sixteenth of the edges."""
    return edges.head(len(edges) // 16)


def on_gpus(gpus: int, arguments: argparse.Namespace) -> dict:
    """Measure calls with a number of GPUs."""
    import dask
    import dask.dataframe as dd
    from dask_cuda import LocalCUDACluster
    from distributed import Client, wait

    import cugraph_biclique.dask as over_dask

    visible = ",".join(map(str, range(gpus)))
    with (
        LocalCUDACluster(
            CUDA_VISIBLE_DEVICES=visible,
            rmm_pool_size=0.5,
            protocol=arguments.protocol,
            dashboard_address=":0",
        ) as cluster,
        Client(cluster) as client,
    ):
        pieces = []
        for part in range(arguments.pieces):
            with dask.annotate(workers=[part % gpus]):
                pieces.append(
                    dask.delayed(power_law)(
                        arguments.edges // arguments.pieces,
                        (arguments.left, arguments.right),
                        arguments.exponent, 1 + part,
                    )
                )  # fmt: skip
        ddf = dd.from_delayed(pieces).persist()
        wait(ddf)
        row = {
            "graph": f"power law, {arguments.edges / 1e6:g} million",
            "gpus": gpus,
            "partitions": arguments.parts_per_gpu * gpus,
        }
        call = over_dask.maximal_biclique_count
        if arguments.mode == "p_q":
            p, q = arguments.pq
            row["pq"] = f"{p}, {q}"
            call = partial(over_dask.biclique_count, p=p, q=q)
        kept = over_dask.bipartite_graph(ddf)
        for _ in range(2):  # the first one warms up
            tasks = TaskSeconds(client)
            found = [timed(partial(call, each)) for each in (ddf, kept)]
            row["tasks_of_both"] = tasks.by_name()
        of_whole, row["whole_seconds"] = found[0]
        of_kept, row["kept_seconds"] = found[1]
        del kept
        call = partial(call, partitions=row["partitions"])
        # Warm up: compile kernels, initialise libraries, and fill the memory pools.
        for edges in (*[ddf.map_partitions(_some)] * WARM_UPS, ddf):
            call(edges)
        client.get_task_stream(count=1)  # starts to listen
        seconds, counts = [], set()
        for _ in range(arguments.repeat):
            wall = time.time()
            count, took = timed(partial(call, ddf))
            seconds.append(took)
            counts.add(count)
        counts |= {of_whole, of_kept}
        check(len(counts) == 1, "counts", counts)
        row["count"] = str(count)
        row["seconds"] = timing(seconds)
        row.update(task_figures(client.get_task_stream(start=wall)))  # of the last
        row.update(partitioning_figures(client, ddf, row["partitions"]))
        return row


def partitioning_figures(client, ddf, parts):
    """Measure the partitioning of the graph, and describe the partitions."""
    from cugraph_biclique.dask.call import DaskCall

    began = time.perf_counter()
    call = DaskCall(ddf, None, None, "auto", None, parts, None, client)
    with call.on_workers():
        graph = call.edges().counted()
        degrees_at = time.perf_counter()
        plan = call.plan(graph, graph.side_to_grow(1, 1))
        planned_at = time.perf_counter()
        sizes = client.gather(client.map(len, plan.frames))
    work = [partition.work for partition in plan.partitions]
    return {
        "degrees_seconds": degrees_at - began,
        "plan_seconds": planned_at - degrees_at,
        "partitioning_seconds": time.perf_counter() - began,
        "edges": graph.n_edges,
        "grow": plan.grow,
        "groups": len(sizes),
        "replication": sum(sizes) / graph.n_edges,
        "largest_over_mean": max(work) / np.mean(work),
    }


def task_figures(stream):
    """Seconds of the search of each partition, and the largest idle time of a worker at
    the end, as a fraction of the search."""
    spans = [
        (span["start"], span["stop"], task["worker"])
        for task in stream
        for span in task["startstops"]
        if span["action"] == "compute" and "biclique-" in str(task["key"])
    ]
    first, last = min(s for s, _, _ in spans), max(e for _, e, _ in spans)
    done = [max(e for _, e, w in spans if w == worker) for _, _, worker in spans]
    return {
        "search_seconds": last - first,
        "tail": (last - min(done)) / (last - first),
        "seconds_of_partitions": [round(e - s, 3) for s, e, _ in sorted(spans)],
    }
