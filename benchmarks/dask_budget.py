# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A graph that needs four times the memory of each of two Dask workers.

The graph consists of small communities. First one worker without a limit writes its
maximal bicliques and counts its (3, 3)-bicliques. The peak memory of this worker is
what the graph needs. Then two workers with a limit do the same. A nanny kills a worker
that exceeds its limit, and Dask then gives up its task, so the run fails unless all
frames keep within the default budget. The run also fails if a worker was restarted, if
the answers differ, or if the need is less than four limits (`--need`).
"""

import argparse
import logging
import os
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.shared.timing import check, timed

NEEDS = ["distributed", "pyarrow"]
QUICK = ["--communities 200 --limit 1000 --need 0"]
FULL = [""]

ROWS = 8, 6  # of a community
FILES = 24


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--communities", type=int, default=300_000)
    parser.add_argument(
        "--limit", type=int, default=700, help="MB of each worker (default: 700)"
    )
    parser.add_argument(
        "--need", type=float, default=4, help="least need, in limits (default: 4)"
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    limit = options.limit * 10**6
    with tempfile.TemporaryDirectory() as folder:
        edges = Path(folder, "edges")
        n_edges = write_edges(options.communities, edges)
        free = on_workers(edges, Path(folder, "free"), 1, None)
        yield {"edges": n_edges, **free}
        within = on_workers(edges, Path(folder, "within"), 2, limit)
        for name in ("bicliques", "digest", "p_q"):
            check(within[name] == free[name], name, within[name], free[name])
        need = free["largest_worker_bytes"] / limit
        check(need >= options.need, "the graph is too small for the limit", need)
        yield {"edges": n_edges, **within, "need_over_limit": need}


def write_edges(n: int, folder: Path) -> int:
    """Write the edges of n communities in random order; return their number."""
    rng = np.random.default_rng(1)
    block, u, v = (rng.random((n, *ROWS)) < 0.7).nonzero()
    order = rng.permutation(len(u))
    user, item = (block * ROWS[0] + u)[order], (block * ROWS[1] + v)[order]
    folder.mkdir()
    cuts = np.linspace(0, len(user), FILES + 1).astype(int)
    for i, (a, b) in enumerate(pairwise(cuts)):
        part = pd.DataFrame({"user": user[a:b], "item": item[a:b]})
        part.to_parquet(folder / f"{i:03d}.parquet")
    return len(user)


def on_workers(edges: Path, out: Path, workers: int, limit: int | None) -> dict:
    """Write and count on a fresh cluster, whose workers have a limit in bytes."""
    import dask
    import dask.dataframe as dd
    from distributed import Client, LocalCluster

    import cugraph_biclique.dask as over_dask
    from cugraph_biclique.dask.call import Call

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None,
            memory_limit=limit, silence_logs=logging.ERROR,
        ) as cluster,
        Client(cluster) as client,
    ):  # fmt: skip
        before = {pid for pid, _ in client.run(peak).values()}
        ddf = dd.read_parquet(edges)
        call = Call(ddf, None, None, "cpu", None, None, None, client)
        n, writing = timed(
            lambda: over_dask.write_maximal_bicliques(ddf, out, engine="cpu")
        )
        count, counting = timed(
            lambda: over_dask.biclique_count(ddf, 3, 3, engine="cpu")
        )
        after = client.run(peak).values()
        check(before == {pid for pid, _ in after}, "a worker was killed")
    return {
        "workers": workers,
        "limit_bytes": limit,
        "partition_bytes": call.most_bytes,
        "partitions": len(list(out.glob("partition-*"))),
        "bicliques": n,
        "digest": str(digest(out)),
        "p_q": str(count),
        "write_seconds": writing,
        "count_seconds": counting,
        "largest_worker_bytes": max(size for _, size in after),
    }


def peak() -> tuple[int, int]:
    """Return the id of this process, which a restart changes, and its peak bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    kilobytes = next(line for line in lines if line.startswith("VmHWM")).split()[1]
    return os.getpid(), int(kilobytes) * 1024


def digest(folder: Path) -> int:
    """Return a number for the bicliques of a folder, the same for every order."""
    total = 0
    for path in sorted(folder.rglob("*.parquet")):
        for row in pd.read_parquet(path).itertuples():
            total += hash((tuple(sorted(row.left)), tuple(sorted(row.right))))
    return total % 2**64
