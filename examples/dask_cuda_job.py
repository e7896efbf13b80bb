# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Read edges from Parquet, and write the groups of accounts that chance explains least,
on all GPUs of a machine.

Run ``python examples/dask_cuda_job.py EDGES GROUPS --left user --right item``. GROUPS
is a folder of Parquet with one row per group: its members as lists, and its p-value.
With ``--bicliques FOLDER``, the job writes all maximal bicliques, too. If the job is
interrupted, run the same command again: it does only what is not complete. With
``--cpu``, it runs on all CPU cores; with ``--scheduler ADDRESS``, on an existing
cluster whose workers can read EDGES.
"""

import argparse
from collections.abc import Sequence
from contextlib import ExitStack

from distributed import Client

import cugraph_biclique.dask as over_dask


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    with ExitStack() as stack:
        client = stack.enter_context(connect(options, stack))
        if options.cpu:
            import dask.dataframe as frames
        else:
            import dask_cudf as frames
        edges = frames.read_parquet(
            options.edges, columns=[options.left, options.right]
        )
        graph = over_dask.bipartite_graph(
            edges, left=options.left, right=options.right, client=client
        )
        least = {"min_left": options.min_left, "min_right": options.min_right}
        if options.bicliques:
            over_dask.write_maximal_bicliques(graph, options.bicliques, **least)
        return over_dask.write_groups(graph, options.groups, options.k, **least)


def connect(options: argparse.Namespace, stack: ExitStack) -> Client:
    """Return a client of the requested cluster. A cluster that is started here ends
    with the job."""
    if options.scheduler:
        return Client(options.scheduler)
    if options.cpu:
        from distributed import LocalCluster as Cluster
    else:
        from dask_cuda import LocalCUDACluster as Cluster
    return Client(stack.enter_context(Cluster(dashboard_address=None)))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edges", help="Parquet files with one row per edge")
    parser.add_argument("groups", help="output folder for the groups")
    parser.add_argument("-k", type=int, default=20, help="number of groups")
    parser.add_argument("--bicliques", help="output folder for all maximal bicliques")
    parser.add_argument("--left", default="left", help="column of the left vertices")
    parser.add_argument("--right", default="right", help="column of the right vertices")
    parser.add_argument("--min-left", type=int, default=2)
    parser.add_argument("--min-right", type=int, default=2)
    parser.add_argument(
        "--cpu", action="store_true", help="use CPU cores instead of GPUs"
    )
    parser.add_argument("--scheduler", help="address of an existing cluster")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    print(main(), "groups")
