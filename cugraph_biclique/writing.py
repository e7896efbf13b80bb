# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Writing a data set that survives a crash: parts in order, a manifest of what is done.

Jobs are cut the same way at each run, whatever the number of threads, and their results
arrive in order. So the manifest need only say how many jobs are finished and which
files hold them; whatever else is in the folder belongs to a job that was interrupted,
and is written again.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.enumeration import (
    Enumeration,
    jobs_to_keep,
    search_jobs,
    star_records,
)
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.partition.pieces import most_edges
from cugraph_biclique.records import Records, concatenate
from cugraph_biclique.results import Bicliques, parquet
from cugraph_biclique.results.bicliques import MEMBERS_PER_FILE

BYTES_A_MEMBER = 512  # of the budget, on a side of a part, which is written beside it
LEAST_MEMBERS = 1 << 16
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def fingerprint(graph: BipartiteGraph) -> str:
    """Tells whether a data set is of this graph, with these labels."""
    graph = graph.with_host_labels()
    digest = hashlib.sha256()
    for array in (graph.left_indptr, graph.left_indices):
        digest.update(np.ascontiguousarray(to_host(array)).data)
    for labels in (graph.left_labels, graph.right_labels):
        digest.update(str(labels.dtype).encode())
        if isinstance(labels.dtype, np.dtype) and labels.dtype.kind in "iub":
            digest.update(np.ascontiguousarray(labels).data)
            continue
        for label in labels:
            digest.update(repr(label).encode())
            digest.update(b"\0")
    return digest.hexdigest()


def write(path: str | os.PathLike[str], call: Enumeration) -> int:
    """Write, or go on writing, the data set at `path`; returns its bicliques."""
    prepared = call.prepared
    part_writer = parquet.part_writer(call.graph)
    folder = parquet.folder_at(path)
    jobs = jobs_to_keep(prepared)
    manifest = _open_manifest(folder, _asked(call), len(jobs) + 1)  # one for the stars
    done = manifest["jobs_done"]
    if done == manifest["jobs"]:
        return manifest["bicliques"]

    most_members = max(LEAST_MEMBERS, prepared.budget // BYTES_A_MEMBER)
    writer = _Writer(folder, manifest, part_writer, call.bicliques, most_members)
    for job, part in search_jobs(
        prepared, jobs[done:], Records.copy, call.stages, call.threads, call.progress
    ):
        if part is None:
            writer.finish(done + job + 1)
        else:
            writer.add(part)
    stars = star_records(prepared)
    if len(stars):
        writer.add(stars)
    writer.finish(len(jobs) + 1, last=True)
    return manifest["bicliques"]


def _asked(call: Enumeration) -> dict[str, Any]:
    """What decides the files of a call: only the same may go on with them."""
    asked = {
        "graph": fingerprint(call.graph),
        "min_left": call.min_left,
        "min_right": call.min_right,
        "engine": call.engine,
        "version": files("cugraph_biclique").joinpath("VERSION").read_text().strip(),
    }
    if call.prepared.streamed:  # its jobs depend on the budget
        asked["edges_of_a_piece"] = most_edges(call.prepared.budget)
    return asked


def _differences(there: dict[str, Any], asked: dict[str, Any]) -> str:
    """What a folder was written with, where something else is asked for."""
    differ = [name for name in there | asked if there.get(name) != asked.get(name)]
    told = {"graph": "another graph", "edges_of_a_piece": "another memory_budget"}
    texts = [
        told.get(name, f"{name}={there.get(name)!r} instead of {asked.get(name)!r}")
        for name in differ
    ]
    return ", ".join(texts) or "another version"  # which cuts it into other jobs


def _open_manifest(folder: Path, asked: dict[str, Any], jobs: int) -> dict[str, Any]:
    manifest = parquet.read_manifest(folder)
    if manifest is None:
        strangers = [
            item.name
            for item in folder.iterdir()
            if not item.name.startswith(parquet.MANIFEST)
        ]
        if strangers:
            raise FileExistsError(
                f"path={str(folder)!r} holds {strangers[0]!r} and no manifest: pass a "
                "new folder, or remove what is there"
            )
        manifest = {
            "asked": asked,
            "jobs": jobs,
            "jobs_done": 0,
            "bicliques": 0,
            "parts": [],
        }
        with resumable(folder):
            parquet.write_manifest(folder, manifest)
    if manifest["asked"] != asked or manifest["jobs"] != jobs:
        raise FileExistsError(
            f"path={str(folder)!r} holds the bicliques of another call, with "
            f"{_differences(manifest['asked'], asked)}: pass a new folder, or remove it"
        )
    _check_parts(folder, manifest["parts"])
    return manifest


def _check_parts(folder: Path, parts: list[str]) -> None:
    """Every part of the manifest must be there; any other was left by a crash."""
    there = {path.name for path in folder.glob("part-*")}
    missing = [name for name in parts if name not in there]
    if missing:
        raise FileNotFoundError(
            f"path={str(folder)!r} has lost {missing[0]!r}, which its manifest lists: "
            "remove the folder and write it again"
        )
    for name in there.difference(parts):
        (folder / name).unlink()


@contextmanager
def resumable(folder: Path) -> Iterator[None]:
    """Says what to do where there is no room for what is written."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        raise OSError(
            error.errno,
            f"{error.strerror}, while writing to {str(folder)!r}: what is there is "
            "sound. Make room, and repeat the same call: it goes on where it was",
        ) from error


class _Writer:
    """Collects records into files, and admits them to the manifest by whole jobs."""

    def __init__(
        self,
        folder: Path,
        manifest: dict[str, Any],
        part_writer: Any,
        bicliques: Callable[[Records], Bicliques],
        most_members: int,
    ) -> None:
        self.folder = folder
        self.most_rows = part_writer.rows_per_file
        self.most_members = min(most_members, MEMBERS_PER_FILE)
        self.manifest = manifest
        self.data_set = parquet.DataSet(folder, part_writer)
        self.bicliques = bicliques
        self.waiting: list[Records] = []
        self.rows = 0
        self.written = manifest["bicliques"]
        self.parts = list(manifest["parts"])

    def add(self, records: Records) -> None:
        """Take records; write a file once there are enough."""
        self.waiting.append(records)
        self.rows += len(records)
        if self.rows >= self.most_rows:
            self._write()

    def finish(self, jobs_done: int, last: bool = False) -> None:
        """Note that all results of so many jobs have been added."""
        begun = self.parts != self.manifest["parts"]
        if not (begun or last or self.rows >= self.most_rows // 2):
            return
        if self.rows or not self.parts:
            self._write()
        self.manifest.update(
            jobs_done=jobs_done, bicliques=self.written, parts=list(self.parts)
        )
        with resumable(self.folder):
            parquet.write_manifest(self.folder, self.manifest)

    def _write(self) -> None:
        batch = self.bicliques(concatenate(self.waiting))
        self.waiting = []
        self.rows = 0
        with resumable(self.folder):
            for part in batch._parts(self.most_rows, self.most_members):
                self.parts.append(
                    self.data_set.write(len(self.parts), part._members(), self.written)
                )
                self.written += len(part)
