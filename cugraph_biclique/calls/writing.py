# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Write a data set so that the same call can resume it after a crash.

Every run cuts the search into the same jobs, whatever the number of threads, and their
results arrive in order. So the manifest only records the number of finished jobs and
their files. Files that it does not list belong to an interrupted job, and are written
again. A small result, which is ranked as a whole, is one job and one file.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from importlib.resources import files
from typing import Any

from cugraph_biclique.calls.call import Call
from cugraph_biclique.contract.records import Records, concatenate
from cugraph_biclique.datasets.folders import begun_manifest, resumable, write_part
from cugraph_biclique.datasets.manifests import is_complete, write_manifest
from cugraph_biclique.datasets.stores import Place
from cugraph_biclique.results.parquet import MEMBERS_PER_FILE

BYTES_A_MEMBER = 512  # of the budget per member of one side of a part
LEAST_MEMBERS = 1 << 16


def write(folder: Place, call: Call[Any]) -> int:
    """Write or resume the data set of a call in a folder that it has locked.

    Returns the number of rows in the data set.
    """
    part_writer = call.part_writer()  # first, as it refuses labels
    prepared = call.prepared._replace(streamed=True)
    jobs = call.jobs_to_keep(prepared)
    asked = call.stored_as() | {"version": version()}
    n_jobs = len(jobs) + 1  # one for the rest
    manifest = begun_manifest(folder, asked, n_jobs, _differences, part_writer.kind)
    if is_complete(manifest):
        return manifest[f"{part_writer.kind}s"]

    done = manifest["jobs_done"]
    writer = _Writer(folder, manifest, part_writer, call)
    # The search ends before the lock.
    with closing(call.run(jobs[done:], call.lasting, prepared)) as found:
        for job, part in found:
            if part is None:
                writer.finish(done + job + 1)
            else:
                writer.add(part)
    rest = call.rest()
    if len(rest):
        writer.add(rest)
    writer.finish(n_jobs, last=True)
    return writer.written


def write_one_part(
    folder: Place,
    asked: dict[str, Any],
    kind: str,
    search: Callable[[], tuple[Any, Any]],
) -> int:
    """Write a small result as one part to a folder that the call has locked, unless the
    same call has finished it.

    `search` returns the writer and the result. Nothing of an interrupted search is
    kept. Returns the number of rows in the data set.
    """
    asked = asked | {"version": version()}
    manifest = begun_manifest(folder, asked, 1, _differences, kind)
    if not is_complete(manifest):
        writer, result = search()
        with resumable(folder):
            part = write_part(folder, 0, writer, result._members(), 0)
            manifest.update({"jobs_done": 1, f"{kind}s": len(result), "parts": [part]})
            write_manifest(folder, manifest)
    rows: int = manifest[f"{kind}s"]
    return rows


def version() -> str:
    """The version of the package, on which the order of the results may depend."""
    return files("cugraph_biclique").joinpath("VERSION").read_text().strip()


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
        folder: Place,
        manifest: dict[str, Any],
        part_writer: Any,
        call: Call[Any],
    ) -> None:
        most_members = max(LEAST_MEMBERS, call.budget // BYTES_A_MEMBER)
        self.folder = folder
        self.most_rows = part_writer.rows_per_file
        self.most_members = min(most_members, MEMBERS_PER_FILE)
        self.manifest = manifest
        self.part_writer = part_writer
        self.result = call.result
        self.counted = f"{part_writer.kind}s"
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
