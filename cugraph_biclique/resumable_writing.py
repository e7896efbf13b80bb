# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Write a data set so that the same call can resume it after a crash.

Every run cuts the search into the same jobs, whatever the number of threads, and their
results arrive in order. So the manifest only records the number of finished jobs and
their files. Files that it does not list belong to an interrupted job, and are written
again. `Stored` is what the writer needs to know of a call.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.arguments import LARGEST
from cugraph_biclique.arrays import to_host
from cugraph_biclique.backends import Found, StoredJobs
from cugraph_biclique.datasets.folders import begun_manifest, resumable, write_part
from cugraph_biclique.datasets.manifests import is_complete, write_manifest
from cugraph_biclique.enumeration import Enumeration, search_jobs
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.records import Records, concatenate
from cugraph_biclique.results import parquet
from cugraph_biclique.results.parquet import MEMBERS_PER_FILE

BYTES_A_MEMBER = 512  # of the budget per member of one side of a part
LEAST_MEMBERS = 1 << 16


class Stored(NamedTuple):
    """A call whose results are stored."""

    asked: dict[str, Any]  # all that the files depend on: it must be equal to resume
    writer: Any  # of a file
    jobs: StoredJobs
    search: Callable[[StoredJobs], Found]
    rest: Callable[[], Records]  # the results that no job finds
    result: Callable[[Records], Any]  # with `_parts`
    budget: int  # bytes


def fingerprint(graph: BipartiteGraph) -> str:
    """Digest of a graph and its labels, which identifies the graph of a data set."""
    graph = graph.with_host_labels()
    return digest_of(
        (graph.left_indptr, graph.left_indices),
        (graph.left_labels, graph.right_labels),
    )


def digest_of(adjacency: Iterable[Any], labels_by_side: Iterable[Any]) -> str:
    """Digest of the arrays of a graph and of its labels."""
    digest = hashlib.sha256()
    for array in adjacency:
        digest.update(np.ascontiguousarray(to_host(array)).data)
    for labels in labels_by_side:
        digest.update(str(labels.dtype).encode())
        if isinstance(labels.dtype, np.dtype) and labels.dtype.kind in "iub":
            digest.update(np.ascontiguousarray(labels).data)
            continue
        for label in labels:
            digest.update(repr(label).encode())
            digest.update(b"\0")
    return digest.hexdigest()


def write(folder: Path, call: Enumeration) -> int:
    """Write or resume the data set of bicliques in a folder that this call has locked.

    Returns the number of bicliques in the data set.
    """
    prepared = call.prepared._replace(streamed=True)
    writer = parquet.part_writer(call.graph)  # first, as it refuses labels

    def search(jobs: StoredJobs) -> Found:
        return search_jobs(
            prepared, jobs, Records.lasting, call.trace, call.progress, call.select
        )

    jobs, asked = call.backend.jobs_to_keep(prepared), _asked(call)
    stored = Stored(
        asked, writer, jobs, search, call.stars, call.bicliques, prepared.budget
    )
    return write_stored(folder, stored)


def write_stored(folder: Path, stored: Stored) -> int:
    """Write or resume the data set of a call in a folder that it has locked.

    Returns the number of rows in the data set.
    """
    jobs, kind = stored.jobs, stored.writer.kind
    n_jobs = len(jobs) + 1  # one for the rest
    manifest = begun_manifest(folder, stored.asked, n_jobs, _differences, kind)
    if is_complete(manifest):
        return manifest[f"{kind}s"]

    done = manifest["jobs_done"]
    writer = _Writer(folder, manifest, stored)
    with closing(stored.search(jobs[done:])) as found:  # ends before the lock
        for job, part in found:
            if part is None:
                writer.finish(done + job + 1)
            else:
                writer.add(part)
    rest = stored.rest()
    if len(rest):
        writer.add(rest)
    writer.finish(n_jobs, last=True)
    return writer.written


def version() -> str:
    """The version of the package, on which the order of the results may depend."""
    return files("cugraph_biclique").joinpath("VERSION").read_text().strip()


def _asked(call: Enumeration) -> dict[str, Any]:
    """`Stored.asked` of bicliques."""
    asked = {
        "call": "write_maximal_bicliques",
        "graph": fingerprint(call.graph),
        "min_left": call.min_left,
        "min_right": call.min_right,
        **_limits(call),
        "engine": call.backend.engine,
        "version": version(),
    }
    return asked | call.backend.cut_by(call.budget)


def _limits(call: Enumeration) -> dict[str, Any]:
    """The limits of a call that has some, as JSON: sizes, and ids by side."""
    left, right = call.maximum
    limits: dict[str, Any] = {}
    if left < LARGEST:
        limits["max_left"] = left
    if right < LARGEST:
        limits["max_right"] = right
    if call.containing is not None:
        sides = call.containing._asdict()
        limits["containing"] = {side: ids.tolist() for side, ids in sides.items()}
    return limits


def _differences(there: dict[str, Any], asked: dict[str, Any]) -> str:
    """Describe how the arguments of a folder differ from those of this call."""
    differ = [name for name in there | asked if there.get(name) != asked.get(name)]
    told = {
        "graph": "a different graph",
        "edges_of_a_piece": "a different memory_budget",
        "containing": "other vertices in containing",
    }
    texts = [
        told.get(name, f"{name}={there.get(name)!r} instead of {asked.get(name)!r}")
        for name in differ
    ]
    return (
        ", ".join(texts) or "a different version of the package"
    )  # only the number of jobs differs


class _Writer:
    """Writer of records to files, which enter the manifest by whole jobs."""

    def __init__(self, folder: Path, manifest: dict[str, Any], stored: Stored) -> None:
        most_members = max(LEAST_MEMBERS, stored.budget // BYTES_A_MEMBER)
        self.folder = folder
        self.most_rows = stored.writer.rows_per_file
        self.most_members = min(most_members, MEMBERS_PER_FILE)
        self.manifest = manifest
        self.part_writer = stored.writer
        self.result = stored.result
        self.counted = f"{stored.writer.kind}s"
        self.waiting: list[Records] = []
        self.rows = 0
        self.written = manifest[self.counted]
        self.parts = list(manifest["parts"])

    def add(self, records: Records) -> None:
        """Add records, and write files once there are enough of them."""
        self.waiting.append(records)
        self.rows += len(records)
        if self.rows >= self.most_rows:
            self._write()

    def finish(self, jobs_done: int, last: bool = False) -> None:
        """Record that the results of the first `jobs_done` jobs have been added."""
        begun = len(self.parts) > len(self.manifest["parts"])
        if not (begun or last or self.rows >= self.most_rows // 2):
            return
        if self.rows or not self.parts:
            self._write()
        self.manifest.update(
            {
                "jobs_done": jobs_done,
                self.counted: self.written,
                "parts": list(self.parts),
            }
        )
        with resumable(self.folder):
            write_manifest(self.folder, self.manifest)

    def _write(self) -> None:
        batch = self.result(concatenate(self.waiting))
        self.waiting = []
        self.rows = 0
        with resumable(self.folder):
            for part in batch._parts(self.most_rows, self.most_members):
                members, number = part._members(), len(self.parts)
                self.parts.append(
                    write_part(
                        self.folder, number, self.part_writer, members, self.written
                    )
                )
                self.written += len(part)
