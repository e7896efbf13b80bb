# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time a count on one, two and four GPUs, from Dask-cuDF frames of a power-law graph.

    python benchmarks/dask_gpu.py --edges 20000000 --gpus 1 2 [--output FILE]

For each number of GPUs, the output has the seconds of every step of a call, from edges
on the workers to the result, and the number of copies of each edge. All workers have
run the same steps before. All calls must return the same count.
"""

import argparse
import json
import time
from functools import partial

import numpy as np

from on_device import save

WARM_UPS = 3  # several, as a call may not run every step on every worker


def power_law(n_edges, n_left, n_right, exponent, seed, part, parts):
    """Generate a part of the edges of a power-law graph, on the device."""
    import cudf
    import cupy

    rng = cupy.random.RandomState(seed + part)
    sides = []
    for n in (n_left, n_right):
        place = rng.random_sample(n_edges // parts) ** exponent
        sides.append((place * n).astype("int32"))
    return cudf.DataFrame({"left": sides[0], "right": sides[1]})


def _some(edges):
    """The first sixteenth of the edges."""
    return edges.head(len(edges) // 16)


def run(gpus, arguments):
    """Measure one call with a number of GPUs."""
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
            dashboard_address=None,
        ) as cluster,
        Client(cluster) as client,
    ):
        pieces = []
        for part in range(arguments.pieces):
            with dask.annotate(workers=[part % gpus]):
                pieces.append(
                    dask.delayed(power_law)(
                        arguments.edges, arguments.left, arguments.right,
                        arguments.exponent, 1, part, arguments.pieces,
                    )
                )  # fmt: skip
        ddf = dd.from_delayed(pieces).persist()
        wait(ddf)
        row = {"gpus": gpus, "partitions": arguments.parts_per_gpu * gpus}
        call = over_dask.maximal_biclique_count
        if arguments.mode == "p_q":
            call = partial(
                over_dask.biclique_count, p=arguments.pq[0], q=arguments.pq[1]
            )
        call = partial(call, partitions=row["partitions"])
        # Warm up: compile kernels, initialise libraries, and fill the memory pools.
        for edges in (*[ddf.map_partitions(_some)] * WARM_UPS, ddf):
            call(edges)
        client.get_task_stream(count=1)  # starts to listen
        began, wall = time.perf_counter(), time.time()
        row["count"] = str(call(ddf))
        row["seconds"] = round(time.perf_counter() - began, 3)
        row.update(task_figures(client.get_task_stream(start=wall)))
        row.update(partitioning_figures(client, ddf, row["partitions"]))
        return row


def partitioning_figures(client, ddf, parts):
    """Measure the partitioning of the graph, and describe the partitions."""
    from cugraph_biclique.dask.call import Call
    from cugraph_biclique.dask.edges import with_degrees

    began = time.perf_counter()
    call = Call(ddf, None, None, "auto", None, parts, None, client)
    with call.on_workers():
        graph = with_degrees(call.edges())
        degrees_at = time.perf_counter()
        plan = call.plan(graph, graph.side_to_grow())
        planned_at = time.perf_counter()
        sizes = client.gather(client.map(len, plan.frames))
    work = [partition.work for partition in plan.partitions]
    return {
        "degrees_seconds": round(degrees_at - began, 3),
        "plan_seconds": round(planned_at - degrees_at, 3),
        "partitioning_seconds": round(time.perf_counter() - began, 3),
        "edges": graph.n_edges,
        "grow": plan.grow,
        "groups": len(sizes),
        "replication": round(sum(sizes) / graph.n_edges, 3),
        "largest_over_mean": round(max(work) / np.mean(work), 3),
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
        "search_seconds": round(last - first, 3),
        "tail": round((last - min(done)) / (last - first), 3),
        "seconds_of_partitions": [round(e - s, 3) for s, e, _ in sorted(spans)],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
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
    parser.add_argument("--output")
    arguments = parser.parse_args()
    graph = {k: v for k, v in vars(arguments).items() if k != "output"}
    rows = []
    for gpus in arguments.gpus:
        rows.append(run(gpus, arguments))
        print(json.dumps(rows[-1]), flush=True)
        assert rows[-1]["count"] == rows[0]["count"]
        if arguments.output:
            save(arguments.output, ["cudf", "dask_cuda"], graph=graph, runs=rows)


if __name__ == "__main__":
    main()
