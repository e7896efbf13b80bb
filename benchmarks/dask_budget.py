# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A graph that needs four times the memory of each of two Dask workers.

The graph consists of small communities. First one worker without a limit partitions the
graph, writes its maximal bicliques and counts its (3, 3)-bicliques. Then two workers
with a limit do the same. The run fails if a worker exceeds its limit, if the answers
differ, or if the need is less than four limits (`--need`).

On CPU cores, the need is the peak memory of the first worker. A GPU worker uses what
its device has for a search, so the need is its peak while it partitions the graph.
"""

import argparse
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.shared.clusters import partitioned, peaks, read, workers
from benchmarks.shared.timing import check, timed

NEEDS = ["distributed", "pyarrow"]
QUICK = ["--communities 200 --limit 1000 --need 0"]
FULL = [""]

SIZES = {"cpu": (300_000, 700), "gpu": (1_500_000, 1000)}  # communities, limit in MB
ROWS = 8, 6  # of a community
FILES = 24
MIX = np.uint64(0x9E3779B97F4A7C15)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--engine", choices=list(SIZES), default="cpu")
    parser.add_argument(
        "--communities", type=int, help="default: 300,000, or 1,500,000 on GPUs"
    )
    parser.add_argument(
        "--limit", type=int, help="MB of each worker (default: 700, or 1,000 on GPUs)"
    )
    parser.add_argument(
        "--need", type=float, default=4, help="least need, in limits (default: 4)"
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    engine = options.engine
    communities, limit = SIZES[engine]
    limit = (options.limit or limit) * 10**6
    with tempfile.TemporaryDirectory() as folder:
        edges = Path(folder, "edges")
        n_edges = write_edges(options.communities or communities, edges)
        free = on_workers(engine, edges, Path(folder, "free"), 1, None)
        yield {"edges": n_edges, **free}
        within = on_workers(engine, edges, Path(folder, "within"), 2, limit)
        for name in ("bicliques", "digest", "p_q"):
            check(within[name] == free[name], name, within[name], free[name])
        need = free["host_bytes_of_workers"][0]
        if engine == "gpu":
            need = free["partitioning"]["device_bytes_of_workers"][0]
        check(need >= options.need * limit, "the limit is too large", need)
        seconds = (sum(row["seconds"].values()) for row in (within, free))
        ratio = next(seconds) / next(seconds)
        yield {
            "edges": n_edges,
            **within,
            "need_over_limit": need / limit,
            "seconds_over_unlimited": ratio,
        }


def write_edges(n: int, folder: Path) -> int:
    """Write the edges of n communities in random order; return their number."""
    rng = np.random.default_rng(1)
    block, u, v = (rng.random((n, *ROWS), np.float32) < 0.7).nonzero()
    order = rng.permutation(len(u))
    user, item = (block * ROWS[0] + u)[order], (block * ROWS[1] + v)[order]
    folder.mkdir()
    cuts = np.linspace(0, len(user), FILES + 1).astype(int)
    for i, (a, b) in enumerate(pairwise(cuts)):
        part = pd.DataFrame({"user": user[a:b], "item": item[a:b]})
        part.to_parquet(folder / f"{i:03d}.parquet")
    return len(user)


def on_workers(engine: str, edges: Path, out: Path, n: int, limit: int | None) -> dict:
    """Partition, write and count on `n` workers, with a limit in bytes."""
    import cugraph_biclique.dask as over_dask
    from cugraph_biclique.dask.call import DaskCall

    out.mkdir()
    with workers(engine, n, limit) as client:
        ddf, seconds = read(engine, edges), {}
        call = DaskCall(ddf, None, None, engine, None, None, None, client, out)
        (plan, options), seconds["partition"] = timed(partial(partitioned, call))
        partitioning = peaks(client, engine)
        found, seconds["write"] = timed(partial(call.written, out, plan, options))
        count, seconds["count"] = timed(
            partial(over_dask.biclique_count, ddf, 3, 3, engine=engine)
        )
        after = peaks(client, engine)
    return {
        "engine": engine,
        "workers": n,
        "limit_bytes": limit,
        "partition_bytes": call.most_bytes,
        "partitions": len(plan.partitions),
        "bicliques": found,
        "digest": str(digest(out)),
        "p_q": str(count),
        "seconds": seconds,
        "partitioning": partitioning,
        **after,
    }


def digest(folder: Path) -> int:
    """A number for the bicliques of a folder, the same for every order of them, of
    their members, and of the files."""
    from pyarrow import parquet

    total = 0
    for path in sorted(folder.rglob("part-*.parquet")):
        table = parquet.read_table(path, columns=["left", "right"]).combine_chunks()
        if len(table):
            left, right = (sums(table[side].chunk(0)) for side in ("left", "right"))
            total += int(mixed(mixed(left) + right).sum(dtype=np.uint64))
    return total % 2**64


def sums(lists) -> np.ndarray:
    """The sum of the mixed members of each list of an Arrow array."""
    ends = np.cumsum(lists.value_lengths().to_numpy(zero_copy_only=False))
    members = mixed(lists.flatten().to_numpy(zero_copy_only=False))
    reached = np.cumsum(members, dtype=np.uint64)[ends - 1]
    return np.diff(reached, prepend=np.uint64(0))


def mixed(numbers: np.ndarray) -> np.ndarray:
    """A hash of each number."""
    numbers = (numbers.astype(np.uint64) + np.uint64(1)) * MIX
    return (numbers ^ (numbers >> np.uint64(29))) * MIX
