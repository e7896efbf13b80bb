# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Call`: one enumeration from end to end, for bicliques or for cliques.

A call takes a graph from its request, prepares it, cuts the search into jobs, and turns
the records of the search into a result. Whatever happens to the records (counting,
collecting, batches, files) is the same for both.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import Any, ClassVar, Generic, TypeVar

import pandas as pd

from cugraph_biclique.contract.backend import Found, Jobs, Searches, StoredJobs, Take
from cugraph_biclique.contract.records import Records, concatenate, in_batches
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.host.memory import peak_memory
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.partition.pieces import Packs

logger = logging.getLogger(__name__)

Result = TypeVar("Result")
Select = Callable[[Records], Records]


class Call(ABC, Generic[Result]):
    """One enumeration, with its arguments checked and its graph prepared."""

    noun: ClassVar[str]  # what is found
    advice: ClassVar[str]  # what to do if the result exceeds the budget

    backend: Searches
    graph: Any  # of the caller
    prepared: Any  # what `backend` searches
    engine: str
    budget: int  # bytes
    progress: Progress
    trace: Trace
    select: Select | None = None  # drops what is not requested from each output buffer

    # What bicliques and cliques do in different ways.

    @abstractmethod
    def jobs(self, prepared: Any) -> Jobs:
        """Cut the search into jobs of about equal work."""

    @abstractmethod
    def jobs_to_keep(self, prepared: Any) -> StoredJobs:
        """Cut the search into jobs whose results can be stored one by one."""

    @abstractmethod
    def lasting(self, records: Records) -> Records:
        """Return the records of an output buffer, as a result needs them."""

    def rest(self) -> Records:
        """Return the records that no job finds."""
        return Records.empty()

    @abstractmethod
    def result(self, records: Records) -> Result:
        """Wrap records in a result."""

    @abstractmethod
    def sizes(self) -> pd.DataFrame:
        """Return the number of results of each size."""

    @abstractmethod
    def stored_as(self) -> dict[str, Any]:
        """All that the files of a data set depend on: it must be equal to resume."""

    @abstractmethod
    def part_writer(self) -> Any:
        """Return the writer of a file, or raise an error if it refuses the labels."""

    # What they share.

    def run(self, jobs: Jobs, take: Take | None, prepared: Any) -> Found:
        """Search jobs; see `Backend.search`."""
        return run_search(
            self.backend, prepared, jobs, take, self.trace, self.progress, self.select,
            self.noun,
        )  # fmt: skip

    def search(
        self, take: Take | None, streamed: bool = False
    ) -> Generator[Any, None, None]:
        """Yield what `take` returns for each filled output buffer, the rest last.
        Without `take`, yield numbers, without that of the rest.

        If results are `streamed`, the first ones come early, in small buffers.
        """
        prepared = self.prepared._replace(streamed=streamed)
        with closing(self.run(self.jobs(prepared), take, prepared)) as found:
            for _, taken in found:
                if taken is not None:
                    yield taken
        if take is not None and len(rest := self.rest()):
            yield take(rest)

    def count(self) -> int:
        """Return the number of results."""
        return sum(self.search(None))

    def collected(self) -> Records:
        """Return the records of all results, within the memory budget."""
        with closing(self.search(self.lasting)) as parts:
            return self.within_budget(parts)

    def within_budget(
        self,
        parts: Iterable[Records],
        check: Callable[[int, int], None] = lambda held, n: None,
    ) -> Records:
        """Collect the parts of a search, and call `check` with the bytes and the number
        of the results so far.

        Raises
        ------
        MemoryBudgetError
            If they do not fit the budget.
        """
        found: list[Records] = []
        held = n = 0
        for part in parts:
            found.append(part)
            held += part.nbytes
            n += len(part)
            if held > self.budget:
                raise MemoryBudgetError(
                    f"the result outgrew memory_budget={self.budget:,} bytes after "
                    f"{n:,} {self.noun}: {self.advice}"
                )
            check(held, n)
        return concatenate(found)

    def found(self, in_order: bool = False) -> Result:
        """Return all results, in the canonical order if asked for."""
        found: Any = self.result(self.collected())
        if in_order:
            with self.trace.stage("sort"):
                found = found._canonical()
        found.report = self.report(found._records)
        result: Result = found
        return result

    def batches(self, batch_size: int) -> Generator[Result, None, None]:
        """Yield results of `batch_size`, whatever the sizes of the output buffers."""
        with closing(self.search(self.lasting, streamed=True)) as parts:
            for records in in_batches(parts, batch_size):
                yield self.result(records)

    def report(self, records: Records | None = None) -> dict[str, Any]:
        """Return the `report` of a result; its sizes are None while it is unknown."""
        return report_of(self.trace, self.engine, self.noun, records)


def report_of(
    trace: Trace, engine: str, noun: str, records: Records | None
) -> dict[str, Any]:
    """Return the `report` of a result, from the counters of its call."""
    report = {
        "engine": engine,
        "threads": trace.threads,
        noun: None if records is None else len(records),
        "nodes": trace.nodes,
        "not_maximal": trace.not_maximal,
    }
    if noun == "bicliques":
        report["equal"] = trace.merged(engine)
    return report | {
        "seconds": trace.seconds | {"search": trace.search_seconds},
        "busy_ratio": trace.busy_ratio,
        "bytes": None if records is None else records.nbytes,
        "peak_bytes": peak_memory(),
    }


def run_search(
    backend: Searches,
    prepared: Any,
    jobs: Jobs,
    take: Take | None,
    trace: Trace,
    progress: Progress = None,
    select: Select | None = None,
    noun: str = "bicliques",
) -> Found:
    """Run `Backend.search`, and yield its results.

    `select` drops records of an output buffer before `take` gets them and the progress
    counts them. Without `take`, `select` has no effect: the backend only counts, and
    counts all that it finds.
    """
    if isinstance(jobs, Packs):  # the last one tells their number
        roots, cut, of = jobs.roots, "packs", ""
    else:
        jobs = list(jobs) if not isinstance(jobs, list) else jobs
        roots, of = sum(job.roots for job in jobs), f" of {len(jobs)}"
        cut = f"{len(jobs):,} jobs"
    began = trace.search_seconds
    logger.info("search: begins, %s roots in %s", f"{roots:,}", cut)
    with reporting(progress, roots, noun=noun) as on_progress:
        taker = take and on_progress.counting(take)
        if taker and select:
            taker = _after(select, taker)
        parts = backend.search(prepared, jobs, taker, trace, on_progress)
        with closing(parts):
            for index, taken in parts:
                if taken is None:
                    logger.debug("search: job %d%s done", index + 1, of)
                elif take is None:
                    on_progress(found=taken)
                yield index, taken
    without = ", stars not counted" if noun == "bicliques" else ""
    logger.info(
        "search: done in %.2f s, %s nodes, %s %s%s", trace.search_seconds - began,
        f"{trace.nodes:,}", f"{on_progress.found:,}", noun, without,
    )  # fmt: skip


def _after(select: Select, take: Take) -> Take:
    return lambda records: take(select(records))
