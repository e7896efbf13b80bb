# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The result of a call: rows that stay on the workers, or a data set on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd
from dask.delayed import Delayed
from distributed import Future

from cugraph_biclique.dask.clients import is_closed
from cugraph_biclique.dask.partitions import Plan, PlannedPartition
from cugraph_biclique.dask.tasks import BicliqueOptions, CliqueOptions
from cugraph_biclique.dask.waiting import gathered
from cugraph_biclique.dask.whole_only import no_attribute, refuse_index
from cugraph_biclique.datasets.folders import begun_manifest, resumable, stranger
from cugraph_biclique.datasets.manifest_files import (
    MANIFEST,
    OLD_MANIFEST,
    file_of,
    kind_of,
)
from cugraph_biclique.datasets.manifests import (
    part_name,
    read_manifest,
    record_of,
    write_manifest,
)
from cugraph_biclique.datasets.stores import Place, name_in
from cugraph_biclique.results.parquet import pyarrow


class DaskResult:
    """What the partitions of a call found, on the workers that found it."""

    kind: str  # "biclique" or "clique"; also the column that numbers the rows

    def __init__(self, client: Any, found: dict[PlannedPartition, Any]) -> None:
        self._made_by = client
        futures = list(found.values())
        described = gathered(client.map(_described, futures, pure=False))
        self._set(futures, [n for n, _ in described])
        self.report = [
            {"partition": each.name, "roots": each.roots, "work": each.work, **report}
            for each, (_, report) in zip(found, described, strict=True)
        ]

    @property
    def _client(self) -> Any:
        if is_closed(self._made_by):
            raise ValueError(
                "the Dask client of this result is closed, so the workers no longer "
                "keep the result: repeat the call with a new client"
            )
        return self._made_by

    def _set(self, futures: list[Any], sizes: list[int]) -> None:
        """Set the futures of the parts of the result, and their numbers of rows."""
        self._futures = futures
        self._first = np.cumsum([0, *sizes]).tolist()

    def __len__(self) -> int:
        """Number of bicliques or cliques."""
        return self._first[-1]

    def __repr__(self) -> str:
        n, partitions = len(self), len(self._futures)
        return f"<{type(self).__name__}: {n:,} in {partitions:,} partitions>"

    def __getattr__(self, name: str) -> NoReturn:
        raise no_attribute(type(self).__name__, name)

    def __getitem__(self, which: Any) -> NoReturn:
        refuse_index(type(self).__name__)

    def __iter__(self) -> Iterator[Any]:
        refuse_index(type(self).__name__)

    def _frame(self, which: str) -> dd.DataFrame:
        return self._collection(self._futures, _frame, which, self.kind)

    def _delayed(self, futures: list[Any]) -> list[tuple[Delayed, int]]:
        """Return the parts for a graph of tasks, and the number of rows before each."""
        return list(zip(map(lazy, futures), self._first, strict=False))

    def _collection(
        self, futures: list[Any], work: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Return a Dask frame or Series of what `work` makes of each part of the
        result. It gets the arguments, and the number of rows of the parts before."""
        parts = [
            dask.delayed(work)(part, *map(lazy, arguments), first)
            for part, first in self._delayed(futures)
        ]
        empty = self._client.submit(_empty, work, futures[0], *arguments, pure=False)
        # By default, Dask converts object columns to strings, including lists.
        with dask.config.set({"dataframe.convert-string": False}):
            return dd.from_delayed(parts, meta=gathered(empty), verify_meta=False)


class DaskCliques(DaskResult):
    """Maximal cliques, each on the worker that found it.

    `cugraph_biclique.dask.maximal_cliques` returns them. Dask recomputes the results of
    a lost worker when they are needed.

    Attributes
    ----------
    report : list of dict
        One entry per partition, as in `cugraph_biclique.dask.DaskBicliques`, with the
        entries of `cugraph_biclique.Cliques.report` for its search.
    """

    kind = "clique"

    @property
    def sizes(self) -> dd.DataFrame:
        """A row per clique: ``clique`` (int64) and ``size`` (int32)."""
        return self._frame("sizes")

    @property
    def members(self) -> dd.DataFrame:
        """A row per member: ``clique`` (int64), ``vertex`` (your label)."""
        return self._frame("members")

    def to_frame(self) -> dd.DataFrame:
        """Return one row per clique: ``clique``, and its ``vertices`` as a list."""
        return self._frame("to_frame")


def lazy(value: Any) -> Any:
    """Return a future for a graph of tasks, which name only its key; or another value
    as it is.

    The scheduler keeps its last messages. If it runs in the process of the client, as
    that of `LocalCluster`, a future in a task would keep the result on its worker.
    """
    is_future = isinstance(value, Future)
    return Delayed(value.key, {value.key: value}) if is_future else value


def _described(found: Any) -> tuple[int, dict[str, Any]]:
    return len(found), found.report


def _frame(found: Any, which: str, kind: str, first: int) -> Any:
    """Return one frame of a partition, with its rows numbered from `first`."""
    frame = getattr(found, which)
    frame = frame() if callable(frame) else frame
    frame[kind] += first
    return frame


def _empty(work: Callable[..., Any], found: Any, *arguments: Any) -> Any:
    """Return what `work` makes of a part, without rows."""
    return work(found[:1], *arguments, 0)[:0]


def total_sizes(tables: list[pd.DataFrame], sizes: list[str]) -> pd.DataFrame:
    """Add up the counts of the same sizes."""
    none = pd.DataFrame({name: [] for name in (*sizes, "count")}, dtype=np.int64)
    table = pd.concat([none, *tables]).groupby(sizes, as_index=False).sum()
    return table.astype(dict.fromkeys(sizes, "int32"))


def partitions_of(folder: Place) -> int | None:
    """Return the number of partitions that the writer of a folder asked for."""
    manifest = read_manifest(folder)
    return None if manifest is None else manifest["asked"].get("partitions")


def default_bytes_of(folder: Place) -> int | None:
    """Return the default limit, in bytes, that the writer of a folder cut by, if any.

    A cluster with other workers resumes with the same partitions.
    """
    manifest = read_manifest(folder)
    return None if manifest is None else manifest["asked"].get("default_bytes")


def is_begun(folder: Place) -> bool:
    """Return whether a folder has a manifest."""
    return read_manifest(folder) is not None


def _differences(there: dict[str, Any], wanted: dict[str, Any]) -> str:
    """Describe how the call that wrote a folder differs from this one."""
    texts = []
    for name in wanted:
        least = name == "partitions" or name.startswith("min_")
        if least and there.get(name) != wanted[name]:
            texts.append(f"{name}={there.get(name)!r} instead of {wanted[name]!r}")
    # Other least sizes leave other edges of the same graph.
    same_core = not any(text.startswith("min_") for text in texts)
    if same_core and there.get("edges") != wanted["edges"]:
        texts.insert(0, "a different graph")
    others = (
        "a different memory_budget, a different engine or a different version of "
        "the package"
    )
    return ", ".join(texts) or others


def open_folder(
    folder: Place, asked: int, plan: Plan, options: BicliqueOptions | CliqueOptions
) -> dict[str, Any]:
    """Return the manifest of a folder that belongs to a plan, or begin a new one."""
    wanted = {
        "call": f"dask.write_maximal_{options.kind}s",
        "edges": plan.digest,
        "cut": plan.digest_of_assignment,
        "partitions": asked,
        "names": [partition.name for partition in plan.partitions],
        "roots": [partition.roots for partition in plan.partitions],
        **options.least(),
    }
    if plan.default_bytes is not None:
        wanted["default_bytes"] = plan.default_bytes
    jobs = len(plan.partitions)
    return begun_manifest(folder, wanted, jobs, _differences, options.kind)


def close_folder(
    folder: Place, manifest: dict[str, Any], found: dict[PlannedPartition, int]
) -> int:
    """List all partition manifests in the manifest; return the number of rows."""
    names = {partition.folder for partition in found}
    for pattern in (f"*/{MANIFEST}", f"*/{OLD_MANIFEST}"):
        there: list[Place] = [*folder.glob(pattern)]
        for path in sorted(there, key=str):
            partition_folder = name_in(folder, path).partition("/")[0]
            if partition_folder not in names:
                raise stranger(folder, partition_folder)
    parts, kind = [], kind_of(manifest)
    for partition, rows in found.items():
        path = file_of(folder / partition.folder)
        name = name_in(folder, path)
        content = path.read_bytes()
        digest = hashlib.sha256(content).hexdigest()
        parts.append(record_of(name, len(content), rows, digest, kind))
    total = sum(found.values())
    done = {"jobs_done": manifest["jobs"], f"{kind}s": total, "parts": parts}
    if manifest | done != manifest:
        _check_types(folder, found, kind)
        with resumable(folder):
            write_manifest(folder, manifest | done)
    return total


def _check_types(folder: Place, found: dict[PlannedPartition, int], kind: str) -> None:
    """Raise an error if partitions have written labels of different types.

    A worker only sees the labels of its partition, and refuses several types there.
    """
    pa = pyarrow()
    first: dict[str, Any] = {}  # the type of each column of labels
    for partition in found:
        with (folder / partition.folder / part_name(0)).open("rb") as file:
            schema = pa.parquet.read_schema(file)
        for column in schema:
            if column.name == kind or pa.types.is_null(column.type.value_type):
                continue
            there = column.type.value_type
            if pa.types.is_dictionary(there):
                there = there.value_type
            here = first.setdefault(column.name, there)
            if here.id != there.id:
                raise TypeError(
                    f"{column.name} labels of ddf have several types, such as {here} "
                    f"and {there}, but a Parquet column has one type: convert them "
                    "first, for example with .astype(str), and pass an empty folder"
                )
