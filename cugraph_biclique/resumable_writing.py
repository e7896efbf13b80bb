# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Write a data set so that the same call can resume it after a crash.

Every run cuts the search into the same jobs, whatever the number of threads, and their
results arrive in order. So the manifest only records the number of finished jobs and
their files. Files that it does not list belong to an interrupted job, and are written
again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from cugraph_biclique.arguments import LARGEST
from cugraph_biclique.arrays import to_host
from cugraph_biclique.datasets.folders import begun_manifest, resumable, write_part
from cugraph_biclique.datasets.manifests import is_complete, write_manifest
from cugraph_biclique.enumeration import Enumeration, search_jobs
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.records import Records, concatenate
from cugraph_biclique.results import Bicliques, parquet
from cugraph_biclique.results.result import MEMBERS_PER_FILE

BYTES_A_MEMBER = 512  # of the budget per member of one side of a part
LEAST_MEMBERS = 1 << 16


def fingerprint(graph: BipartiteGraph) -> str:
    """Digest of a graph and its labels, which identifies the graph of a data set."""
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


def write(folder: Path, call: Enumeration) -> int:
    """Write or resume the data set in a folder that this call has locked.

    Returns the number of bicliques in the data set.
    """
    prepared = call.prepared
    part_writer = parquet.part_writer(call.graph)
    jobs = call.backend.jobs_to_keep(prepared)
    n_jobs = len(jobs) + 1  # one for the stars
    manifest = begun_manifest(folder, _asked(call), n_jobs, _differences)
    if is_complete(manifest):
        return manifest["bicliques"]

    done = manifest["jobs_done"]
    most_members = max(LEAST_MEMBERS, prepared.budget // BYTES_A_MEMBER)
    writer = _Writer(folder, manifest, part_writer, call.bicliques, most_members)
    found = search_jobs(
        prepared, jobs[done:], Records.copy, call.trace, call.progress, call.select
    )
    with closing(found):  # end the search before the folder is unlocked
        for job, part in found:
            if part is None:
                writer.finish(done + job + 1)
            else:
                writer.add(part)
    stars = call.stars()
    if len(stars):
        writer.add(stars)
    writer.finish(n_jobs, last=True)
    return manifest["bicliques"]


def _asked(call: Enumeration) -> dict[str, Any]:
    """Everything that the files depend on: all of it must be equal to resume."""
    asked = {
        "call": "write_maximal_bicliques",
        "graph": fingerprint(call.graph),
        "min_left": call.min_left,
        "min_right": call.min_right,
        **_limits(call),
        "engine": call.backend.engine,
        "version": files("cugraph_biclique").joinpath("VERSION").read_text().strip(),
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
        self.part_writer = part_writer
        self.bicliques = bicliques
        self.waiting: list[Records] = []
        self.rows = 0
        self.written = manifest["bicliques"]
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
            jobs_done=jobs_done, bicliques=self.written, parts=list(self.parts)
        )
        with resumable(self.folder):
            write_manifest(self.folder, self.manifest)

    def _write(self) -> None:
        batch = self.bicliques(concatenate(self.waiting))
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
