# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A call over a Dask frame, from its arguments to the futures of its partitions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dask

from cugraph_biclique.arguments import positive
from cugraph_biclique.counting import Run, table_runs
from cugraph_biclique.dask import tasks
from cugraph_biclique.dask.edges import Edges, Weighed, core, edges_of, weigh
from cugraph_biclique.dask.partitioning import plan
from cugraph_biclique.dask.parts import PARTS_PER_THREAD, Part, Plan
from cugraph_biclique.dask.running import run_all
from cugraph_biclique.dask.tasks import Options, partition_name
from cugraph_biclique.datasets.folders import begun_manifest, resumable, stranger
from cugraph_biclique.datasets.manifests import (
    MANIFEST,
    check_parts,
    read_manifest,
    record_of,
    write_manifest,
)
from cugraph_biclique.engine import check_engine
from cugraph_biclique.memory import budget_bytes
from cugraph_biclique.progress import Progress, check_progress

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
                "create one with dask.dataframe.from_pandas, or call "
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

    def edges(self, by: str = "left") -> Edges:
        """The distinct edges, on the workers."""
        return edges_of(*self.frame, self.parts // PARTS_PER_THREAD, by)

    def core(self, min_left: int, min_right: int) -> Weighed:
        """The edges that such bicliques can have. Where both sides have to be looked
        at, the right one comes first: the left one is met last then, as `weigh` needs.
        """
        by = "right" if min_left > 1 else "left"
        return weigh(core(self.edges(by), min_left, min_right))

    @contextmanager
    def on_workers(self) -> Iterator[None]:
        """Where Dask operations are made: on the caller's client; unless the caller has
        said otherwise, with shuffles that leave frames of a device there, and that wait
        for no worker that is dead."""
        method = dask.config.get("dataframe.shuffle.method", None) or "tasks"
        config = dask.config.set({"dataframe.shuffle.method": method})
        with self.client.as_current(), config:
            yield

    def cut(self, weighed: Weighed, grow: str) -> Plan:
        """The partitions of a graph."""
        threads = self.client.nthreads()
        return plan(weighed, grow, self.parts, self.most_bytes, threads)

    def enumeration(self, min_left: int, min_right: int) -> tuple[Plan, Options]:
        """The partitions to search, and with what."""
        min_left = positive("min_left", min_left)
        min_right = positive("min_right", min_right)
        with self.on_workers():
            weighed = self.core(min_left, min_right)
            cut = self.cut(weighed, weighed.side_to_grow())
        return cut, self.options(cut, min_left, min_right)

    def count(self, p: int, q: int) -> int:
        """The (p, q)-bicliques of the graph."""
        with self.on_workers():
            if p == 1 or q == 1:
                weighed = weigh(self.edges())
                return weighed.stars("right", p) if q == 1 else weighed.stars("left", q)
            weighed = self.core(p, q)
            run = Run.of(weighed.side_to_anchor(p, q), p, q)
        return self.run_counts(weighed, [run])[p, q]

    def count_table(self, max_p: int, max_q: int) -> dict[tuple[int, int], int]:
        """The (p, q)-bicliques of the graph for all p and q up to these."""
        with self.on_workers():
            edges = self.edges()
            weighed = weigh(edges)
            table = {(p, 1): weighed.stars("right", p) for p in range(1, max_p + 1)}
            table |= {(1, q): weighed.stars("left", q) for q in range(2, max_q + 1)}
            runs = table_runs(max_p, max_q)
            if runs:
                weighed = weigh(core(edges._replace(nulls=[]), 2, 2))
            del edges
        for side in ("left", "right"):
            some = [run for run in runs if run.side == side]
            if some:
                table |= self.run_counts(weighed, some)
        return table

    def run_counts(
        self, weighed: Weighed, runs: list[Run]
    ) -> dict[tuple[int, int], int]:
        """The (p, q)-bicliques for all cells of runs on the same side."""
        with self.on_workers():
            cut = self.cut(weighed, runs[0].side)
        found = self.gathered(tasks.count_p_q, cut, self.options(cut), runs)
        cells = [cell for run in runs for cell in run.cells()]
        return dict(zip(cells, map(sum, zip(*found, strict=True)), strict=True))

    def options(self, cut: Plan, min_left: int = 1, min_right: int = 1) -> Options:
        """What the tasks of a plan have to know."""
        return Options(cut.grow, min_left, min_right, self.engine, self.memory_budget)

    def futures(
        self, work: Callable[..., Any], cut: Plan, options: Options, *arguments: Any
    ) -> dict[Part, Any]:
        """Futures of what `work` makes of each part of a plan, all of them done."""
        return run_all(self.client, cut, work, options, arguments, self.progress)

    def gathered(self, *arguments: Any) -> list[Any]:
        """The same, with the results on the client."""
        return self.client.gather(list(self.futures(*arguments).values()))


def _client(client: Any) -> Any:
    """The client to work with."""
    if client is not None:
        return client
    from distributed import get_client

    try:
        return get_client()
    except ValueError as error:
        raise ValueError(
            "there is no Dask client: create one first, for example client = "
            "distributed.Client() for the cores of this machine, or "
            "Client(dask_cuda.LocalCUDACluster()) for its GPUs"
        ) from error


def partitions_of(folder: Path) -> int | None:
    """About how many partitions the data set in a folder was asked for with."""
    manifest = read_manifest(folder)
    return None if manifest is None else manifest["asked"].get("partitions")


def _differences(there: dict[str, Any], wanted: dict[str, Any]) -> str:
    """What a folder was written with, where something else is asked for."""
    texts = []
    if there.get("edges") != wanted["edges"]:
        texts.append("a different graph")
    for name in ("partitions", "min_left", "min_right"):
        if there.get(name) != wanted[name]:
            texts.append(f"{name}={there.get(name)!r} instead of {wanted[name]!r}")
    others = (
        "a frame that is divided differently, a different memory_budget or a "
        "different version of the package"
    )
    return ", ".join(texts) or others


def open_folder(
    folder: Path, asked: int, cut: Plan, options: Options
) -> dict[str, Any]:
    """See that a folder is that of a plan, or make it so if it is new; its manifest."""
    wanted = {
        "call": "dask.write_maximal_bicliques",
        "edges": cut.digest,
        "cut": cut.digest_of_parts,
        "partitions": asked,
        "names": [part.name for part in cut.parts],
        "roots": [part.roots for part in cut.parts],
        "min_left": options.min_left,
        "min_right": options.min_right,
    }
    manifest = begun_manifest(folder, wanted, len(cut.parts), _differences)
    there = [part for part in manifest["parts"] if (folder / part["name"]).exists()]
    check_parts(folder, manifest | {"parts": there})  # lost partitions are made again
    return manifest


def close_folder(folder: Path, manifest: dict[str, Any], found: dict[Part, int]) -> int:
    """Admit all partitions, by their manifests; returns their bicliques."""
    names = {partition_name(part) for part in found}
    for path in sorted(folder.glob(f"*/{MANIFEST}")):
        if path.parent.name not in names:
            raise stranger(folder, path.parent.name)
    parts = []
    for part, bicliques in found.items():
        name = f"{partition_name(part)}/{MANIFEST}"
        content = (folder / name).read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        parts.append(record_of(name, len(content), bicliques, digest))
    total = sum(found.values())
    done = {"jobs_done": manifest["jobs"], "bicliques": total, "parts": parts}
    if manifest | done != manifest:
        with resumable(folder):
            write_manifest(folder, manifest | done)
    return total
