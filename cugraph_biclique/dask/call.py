# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A call over a Dask frame, from its arguments to the futures of its partitions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from math import comb
from pathlib import Path
from typing import Any

from cugraph_biclique.arguments import positive
from cugraph_biclique.dask import tasks
from cugraph_biclique.dask.partitioning import (
    Plan,
    core,
    degrees,
    edges_of,
    on_host,
    plan,
    side_degrees,
    side_to_anchor,
    side_to_grow,
)
from cugraph_biclique.dask.tasks import Options, PartitionError
from cugraph_biclique.engine import check_engine
from cugraph_biclique.memory import budget_bytes
from cugraph_biclique.progress import Progress, check_progress, reporting
from cugraph_biclique.results import parquet

PARTS_PER_THREAD = 4  # more balance better, and copy more edges
SHARE = 4  # of a budget, a partition's edges may take the fourth part


class Call:
    """One call: its arguments checked, its edges on the workers."""

    def __init__(
        self,
        ddf: Any,
        left: Hashable | None,
        right: Hashable | None,
        engine: str,
        memory_budget: int | str | None,
        partitions: int | None,
        progress: Progress,
        client: Any,
    ) -> None:
        if not hasattr(ddf, "to_delayed") or not hasattr(ddf, "columns"):
            raise TypeError(
                f"ddf must be a Dask DataFrame of edges, not {type(ddf).__name__}: "
                "make one with dask.dataframe.from_pandas, or call "
                "cugraph_biclique.maximal_bicliques"
            )
        check_engine(engine)
        self.engine = engine
        self.memory_budget = memory_budget
        self.most_bytes = None
        if memory_budget is not None:
            self.most_bytes = budget_bytes(memory_budget) // SHARE
        self.progress = check_progress(progress)
        self.client = _client(client)
        if partitions is None:
            threads = sum(self.client.nthreads().values())
            partitions = PARTS_PER_THREAD * max(1, threads)
        self.parts = positive("partitions", partitions)
        self.frame = ddf, left, right

    @cached_property
    def edges(self) -> Any:
        """The distinct edges, on the workers."""
        return edges_of(*self.frame)

    def enumeration(self, min_left: int, min_right: int) -> tuple[Plan, Options]:
        """The partitions to search, and with what."""
        min_left = positive("min_left", min_left)
        min_right = positive("min_right", min_right)
        with self.client.as_current():
            edges = core(self.edges, min_left, min_right)
            grow = side_to_grow(side_degrees(edges))
            cut = plan(edges, grow, self.parts, self.most_bytes)
        return cut, Options(grow, min_left, min_right, self.engine, self.memory_budget)

    def count(self, p: int, q: int) -> int:
        """The (p, q)-bicliques of the graph."""
        with self.client.as_current():
            if p == 1 or q == 1:
                side, leaves = ("right", p) if q == 1 else ("left", q)
                degree = degrees(self.edges, side)["degree"]
                times = on_host(degree.value_counts().compute())
                return sum(int(n) * comb(int(k), leaves) for k, n in times.items())
            edges = core(self.edges, p, q)
            side = side_to_anchor(side_degrees(edges), p, q)
            cut = plan(edges, side, self.parts, self.most_bytes)
        options = Options(side, 1, 1, self.engine, self.memory_budget)
        n = len(cut.frames)
        return sum(
            self.gathered(tasks.count_p_q, cut, options, each=[[p] * n, [q] * n])
        )

    def futures(
        self, work: Callable, cut: Plan, options: Options, each: Sequence[list] = ()
    ) -> list[Any]:
        """Futures of what `work` makes of each partition, all of them done."""
        from distributed import KilledWorker, as_completed

        n = len(cut.frames)
        frames = self.client.compute(cut.frames)
        futures = [
            self.client.submit(
                tasks.run, work, i, n, frame, options, *extra,
                key=f"biclique-{work.__name__.strip('_')}-{frame.key}-{i}",
                # The heaviest first: what is left at the end is little.
                priority=heavy,
            )
            for i, (frame, heavy, *extra) in enumerate(
                zip(frames, cut.work, *each, strict=True)
            )
        ]  # fmt: skip
        del frames  # nobody needs them longer than their tasks do
        number = {future.key: i for i, future in enumerate(futures)}
        with reporting(self.progress, sum(cut.roots)) as on_progress:
            for future in as_completed(futures):
                i = number[future.key]
                if future.status == "error":
                    error = future.exception()
                    self.client.cancel(futures)
                    if isinstance(error, KilledWorker):
                        raise PartitionError(
                            f"partition {i} of {n} ({cut.roots[i]:,} roots, work "
                            f"{cut.work[i]:,}) has killed every worker that it was "
                            "given to, most likely for want of memory: pass a "
                            "memory_budget, or more partitions"
                        ) from error
                    raise error
                on_progress(cut.roots[i])
        return futures

    def gathered(self, *arguments: Any, **each: Any) -> list[Any]:
        """The same, with the results on the client."""
        return self.client.gather(self.futures(*arguments, **each))


def _client(client: Any) -> Any:
    """The client to work with."""
    if client is not None:
        return client
    from distributed import get_client

    try:
        return get_client()
    except ValueError as error:
        raise ValueError(
            "there is no Dask client: make one before, such as "
            "client = distributed.Client() for the cores of this machine, or "
            "Client(dask_cuda.LocalCUDACluster()) for its GPUs"
        ) from error


def read_manifest(folder: Path) -> dict[str, Any]:
    """What the manifest of a data set says, nothing where there is none."""
    return parquet.read_manifest(folder, fields={}) or {}


def open_folder(folder: Path, asked: int, cut: Plan, options: Options) -> None:
    """See that a folder is that of a plan, or make it so if it is new."""
    wanted = {
        "edges": cut.digest,
        "asked": asked,
        "partitions": len(cut.frames),
        "roots": cut.roots,
        "min_left": options.min_left,
        "min_right": options.min_right,
    }
    manifest = read_manifest(folder)
    if manifest and manifest != wanted:
        raise FileExistsError(
            f"path={str(folder)!r} holds the bicliques of another graph, of a frame in "
            "other pieces, or with other min_left, min_right or partitions: pass a new "
            "folder, or remove it"
        )
    if not manifest:
        for partial in folder.glob(parquet.MANIFEST + "*"):
            partial.unlink()
        parquet.empty_folder(folder)
        parquet.write_manifest(folder, wanted)
