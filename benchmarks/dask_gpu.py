# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""One, two, four GPUs: a count on a generated power-law graph, from Dask-cuDF frames.

    python benchmarks/dask_gpu.py --edges 20000000 --gpus 1 2 [--output FILE]

For each number of GPUs: the seconds of every step, end to end from edges that are on
the workers, and how often an edge was copied. All must find the same.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np


def power_law(n_edges, n_left, n_right, exponent, seed, part, parts):
    """Some edges of a graph whose degrees follow a power law, on the device."""
    import cudf
    import cupy

    rng = cupy.random.RandomState(seed + part)
    sides = []
    for n in (n_left, n_right):
        place = rng.random_sample(n_edges // parts) ** exponent
        sides.append((place * n).astype("int32"))
    return cudf.DataFrame({"left": sides[0], "right": sides[1]})


def run(gpus, arguments):
    """The figures with so many GPUs."""
    import dask
    import dask.dataframe as dd
    from dask_cuda import LocalCUDACluster
    from distributed import Client, wait

    import cugraph_biclique.dask as over_dask
    from cugraph_biclique.dask import partitioning

    visible = ",".join(map(str, range(gpus)))
    with (
        LocalCUDACluster(
            CUDA_VISIBLE_DEVICES=visible, rmm_pool_size=0.5, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        pieces = [
            dask.delayed(power_law)(
                arguments.edges, arguments.left, arguments.right, arguments.exponent,
                1, part, arguments.pieces,
            )
            for part in range(arguments.pieces)
        ]  # fmt: skip
        ddf = dd.from_delayed(pieces).persist()
        wait(ddf)
        row = {"gpus": gpus, "partitions": arguments.parts_per_gpu * gpus}
        small = dd.from_delayed(pieces[:1]).head(1000, compute=False)
        over_dask.maximal_biclique_count(small, partitions=gpus)  # compiles,
        over_dask.biclique_count(small, *arguments.pq, partitions=gpus)  # on all
        began = time.perf_counter()
        edges = partitioning.edges_of(ddf, None, None)
        of = partitioning.side_degrees(edges)
        row["degrees_seconds"] = round(time.perf_counter() - began, 3)
        row["vertices"] = {side: found.vertices for side, found in of.items()}
        grow = partitioning.side_to_grow(of)
        cut = partitioning.plan(edges, grow, row["partitions"])
        frames = client.compute(cut.frames)
        sizes = client.gather(client.map(len, frames))
        row["partitioning_seconds"] = round(time.perf_counter() - began, 3)
        n = int(edges.shape[0].compute())
        row["edges"], row["replication"] = n, round(sum(sizes) / n, 3)
        del cut, frames, edges
        for name, call in {
            "maximal": lambda **k: over_dask.maximal_biclique_count(ddf, **k),
            "p_q": lambda **k: over_dask.biclique_count(ddf, *arguments.pq, **k),
        }.items():
            began = time.perf_counter()
            found = call(partitions=row["partitions"])
            row[f"{name}_seconds"] = round(time.perf_counter() - began, 3)
            row[f"{name}_count"] = str(found)
        return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=int, default=20_000_000)
    parser.add_argument("--left", type=int, default=4_000_000)
    parser.add_argument("--right", type=int, default=1_000_000)
    parser.add_argument("--exponent", type=float, default=2.0)
    parser.add_argument("--pieces", type=int, default=8)
    parser.add_argument("--parts-per-gpu", type=int, default=4)
    parser.add_argument("--pq", type=int, nargs=2, default=[3, 3])
    parser.add_argument("--gpus", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--output")
    arguments = parser.parse_args()
    rows = []
    for gpus in arguments.gpus:
        rows.append(run(gpus, arguments))
        print(json.dumps(rows[-1]), flush=True)
    for name in ("maximal_count", "p_q_count"):
        assert len({row[name] for row in rows}) == 1, name
    if arguments.output:
        import cudf
        import dask_cuda
        import numba

        modules = (cudf, dask_cuda, numba, np)
        versions = {m.__name__: m.__version__ for m in modules}
        result = {"device": "NVIDIA H200", "versions": versions, "runs": rows}
        result["graph"] = {k: v for k, v in vars(arguments).items() if k != "output"}
        Path(arguments.output).write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
