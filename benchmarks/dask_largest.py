# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The largest graph that the memory of a host allows, on one Dask worker and on two.

Processes write the edges of communities to Parquet. A community has one of a few
patterns, so its bicliques are counted once for each pattern, and the answers are sums
over all communities. Each file has a part of every community. One vertex of a community
has an edge to all vertices of the other side, so packing keeps communities together.

For each number of workers, the seconds of

- `read_and_partition` and `search`, for maximal bicliques with `LEAST` vertices on each
  side, and `p_q_cut`, a (`LEAST`, `LEAST`) count, both with partitions, for the second
  time; `first_...` is the first time, in which workers may compile;
- `first_maximal` and `first_p_q`, the same counts as a user calls them, on workers that
  may have compiled nothing so far, and `maximal` and `p_q`, the second calls;
  `tasks_of_maximal` has the seconds of the tasks of `maximal`, summed by their names;
- `prepare`, which reads the graph for several calls, and both counts with it, twice.

And the peak memory of each worker. `--calls` chooses among the three.
"""

import argparse
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from benchmarks.shared.clusters import TaskSeconds, partitioned, peaks, read, workers
from benchmarks.shared.timing import check, timed

NEEDS = ["distributed", "pyarrow"]
QUICK = ["--edges 20000 --workers 1 --files 1"]
FULL = ["--workers 1 2"]

EDGES = {"cpu": 10_000_000, "gpu": 1_000_000_000}
SIDES = 200, 40  # vertices of a community
DENSITY, PATTERNS = 0.3, 8
LEAST = 4
CALLS = ["cut", "frame", "kept"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--engine", choices=list(EDGES), default="cpu")
    parser.add_argument(
        "--edges", type=int, help="about (default: 10 million, or a billion on GPUs)"
    )
    parser.add_argument("--files", type=int, default=128)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--protocol", choices=["tcp", "ucx"], default="tcp")
    parser.add_argument("--calls", choices=CALLS, nargs="+", default=CALLS)


def run(options: argparse.Namespace) -> Iterator[dict]:
    made = patterns()
    wanted = options.edges or EDGES[options.engine]
    n = max(1, round(wanted / np.mean([len(each) for each in made])))
    expected = {
        "bicliques": over_all(n, [bicliques(each) for each in made]),
        "p_q": over_all(n, [p_q(each) for each in made]),
    }
    with tempfile.TemporaryDirectory() as folder:
        _, writing = timed(partial(write_edges, n, options.files, Path(folder)))
        about = {
            "edges": over_all(n, list(map(len, made))),
            "communities": n,
            "generating_seconds": writing,
        }
        for count in options.workers:
            row = on_workers(options, Path(folder), count)
            for name, right in expected.items():
                check(set(row[name]) == {str(right)}, count, name, row[name], right)
                row[name] = str(right)
            yield {**about, **row}


def patterns() -> list[pd.DataFrame]:
    """The edges of a community, for each pattern."""
    rng = np.random.default_rng(1)
    made = []
    for _ in range(PATTERNS):
        has_edge = rng.random(SIDES) < DENSITY
        has_edge[0] = True
        made.append(pd.DataFrame(np.argwhere(has_edge), columns=["user", "item"]))
    return made


def bicliques(edges: pd.DataFrame) -> int:
    """The number of requested maximal bicliques."""
    least = {"min_left": LEAST, "min_right": LEAST}
    return cb.maximal_biclique_count(edges, engine="cpu", **least)  # no device memory


def p_q(edges: pd.DataFrame) -> int:
    """The number of (`LEAST`, `LEAST`)-bicliques."""
    return cb.biclique_count(edges, LEAST, LEAST, engine="cpu")


def over_all(n: int, of_pattern: list[int]) -> int:
    """The sum over n communities, of which every `PATTERNS`-th has the same pattern."""
    return sum(
        each * len(range(which, n, PATTERNS)) for which, each in enumerate(of_pattern)
    )


def write_edges(n: int, files: int, folder: Path) -> None:
    """Write the edges of n communities, in as many processes as there are cores."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(files, os.cpu_count() or 1), spawn) as pool:
        list(pool.map(partial(write_file, n, files, folder), range(files)))


def write_file(n: int, files: int, folder: Path, which: int) -> None:
    """Write every `files`-th edge of each community, from edge `which` on."""
    parts = []
    for pattern, edges in enumerate(patterns()):
        some = edges.iloc[which::files].to_numpy(np.int32)
        community = np.arange(pattern, n, PATTERNS, dtype=np.int32)
        first = np.multiply.outer(community, np.array(SIDES, np.int32))
        parts.append((first[:, None] + some).reshape(-1, 2))
    ends = np.concatenate(parts)
    frame = pd.DataFrame({"user": ends[:, 0], "item": ends[:, 1]})
    frame.to_parquet(folder / f"{which:04d}.parquet", index=False)


def on_workers(options: argparse.Namespace, edges: Path, n: int) -> dict:
    """Count on `n` workers, stage by stage, and call by call."""
    import cugraph_biclique.dask as over_dask

    engine, seconds = options.engine, {}
    least = {"min_left": LEAST, "min_right": LEAST}
    answers: dict[str, list[int]] = {"bicliques": [], "p_q": []}
    row = {"engine": engine, "workers": n, "protocol": options.protocol}
    with workers(engine, n, None, options.protocol) as client:
        ddf = read(engine, edges)

        def call(name: str, of: str, function: Callable[..., int], graph: Any) -> None:
            answer, seconds[name] = timed(partial(function, graph, engine=engine))
            answers[of].append(answer)

        maximal = partial(over_dask.maximal_biclique_count, **least)
        count = partial(over_dask.biclique_count, p=LEAST, q=LEAST)
        if "cut" in options.calls:
            row |= in_partitions(client, ddf, engine, seconds, answers)
        if "frame" in options.calls:
            for first in ("first_", ""):
                tasks = TaskSeconds(client)
                call(f"{first}maximal", "bicliques", maximal, ddf)
                row["tasks_of_maximal"] = tasks.by_name()
                call(f"{first}p_q", "p_q", count, ddf)
        if "kept" in options.calls:
            make = partial(over_dask.bipartite_graph, ddf, engine=engine)
            graph, seconds["prepare"] = timed(make)
            for again in ("", "_again"):
                call(f"maximal_prepared{again}", "bicliques", maximal, graph)
            for again in ("", "_again"):
                call(f"p_q_prepared{again}", "p_q", count, graph)
            row["on_every_worker"] = graph.is_on_every_worker
            row["seconds_of_workers"] = [each["seconds"] for each in graph.report]
        return {
            **row,
            **{of: list(map(str, found)) for of, found in answers.items()},
            "seconds": seconds,
            **peaks(client, engine),
        }


def in_partitions(client, ddf, engine: str, seconds: dict, answers: dict) -> dict:
    """Count in partitions, stage by stage."""
    import dask

    import cugraph_biclique.dask as over_dask
    from cugraph_biclique.dask import tasks
    from cugraph_biclique.dask.call import DaskCall

    pieces = list(map(dask.delayed(len), ddf.to_delayed()))
    _, seconds["read"] = timed(lambda: dask.compute(*pieces))
    for first in ("first_", ""):
        call = DaskCall(ddf, None, None, engine, None, None, None, client)
        (plan, options), seconds[f"{first}read_and_partition"] = timed(
            partial(partitioned, call, LEAST, LEAST)
        )
        sizes, parts = client.gather(client.map(len, plan.frames)), len(plan.partitions)
        found, seconds[f"{first}search"] = timed(
            partial(call.gathered, tasks.count, plan, options)
        )
        answers["bicliques"].append(sum(found))
        count = partial(over_dask.biclique_count, ddf, LEAST, LEAST, engine=engine)
        n, seconds[f"{first}p_q_cut"] = timed(partial(count, partitions=parts))
        answers["p_q"].append(n)
    return {
        "partition_bytes": call.most_bytes,
        "partitions": parts,
        "edges_of_frames": sizes,
    }
