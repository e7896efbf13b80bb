# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The tasks of workers: one partition on one thread, or on one GPU."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from traceback import clear_frames
from typing import Any, NamedTuple

import numba
import pandas as pd
from distributed import get_worker

from cugraph_biclique import resumable_writing
from cugraph_biclique.cliques import writing as writing_cliques
from cugraph_biclique.cliques.enumeration import CliqueCall
from cugraph_biclique.cliques.partition import from_frame as clique_partition
from cugraph_biclique.cliques.result import Cliques
from cugraph_biclique.collecting import collect
from cugraph_biclique.counting import Run, count_in_partition
from cugraph_biclique.dask.budget import room, smallest
from cugraph_biclique.dask.partitions import (
    VERTICES,
    PlannedPartition,
    edges_of_partition,
    without_last,
)
from cugraph_biclique.dask.pruning import least_of_counts, least_of_search
from cugraph_biclique.datasets.folders import clear, locked
from cugraph_biclique.datasets.manifest_files import file_of
from cugraph_biclique.datasets.own_files import make_folder, opened
from cugraph_biclique.engine import select_engine
from cugraph_biclique.enumeration import Enumeration, size_frame
from cugraph_biclique.memory import budget_bytes
from cugraph_biclique.partition import Partition, from_frame
from cugraph_biclique.partition.pruned import pruned
from cugraph_biclique.results import Bicliques
from cugraph_biclique.trace import Trace

HALVED = "_halved"  # marks the folder of a partition that was split


class Options(NamedTuple):
    """The options of a call for bicliques, and what its tasks do."""

    grow: str
    min_left: int = 1
    min_right: int = 1
    engine: str = "auto"
    memory_budget: int | str | None = None
    host_threads: Mapping[str, int] | None = None  # see `budget.smallest`
    kind: str = "biclique"

    def least(self) -> dict[str, int]:
        """Return the minimum sizes by argument."""
        return {"min_left": self.min_left, "min_right": self.min_right}

    def search(self, task: Task, budget: int | str | None) -> Enumeration:
        """Return the search of a partition."""
        least = least_of_search(self.grow, self.min_left, self.min_right)
        return Enumeration(
            pruned(task.partition, least),
            None,
            None,
            self.min_left,
            self.min_right,
            self.engine,
            budget,
            progress=False,
        )

    @staticmethod
    def sizes(call: Enumeration) -> pd.DataFrame:
        """Count the bicliques of a search per size."""
        return size_frame(call.sizes())

    @staticmethod
    def found(call: Enumeration) -> Bicliques:
        """List the bicliques of a search."""
        found = call.bicliques(collect(call))
        found.report = {"edges": call.graph.n_edges, **call.report_for(found)}
        return found

    @staticmethod
    def write(folder: Path, call: Enumeration) -> int:
        """Write the bicliques of a search, or resume writing."""
        return resumable_writing.write(folder, call)


class CliqueOptions(NamedTuple):
    """The options of a call for cliques, and what its tasks do."""

    min_size: int = 1
    memory_budget: int | str | None = None
    host_threads: Mapping[str, int] | None = None  # see `budget.smallest`
    grow: str = VERTICES
    engine: str = "cpu"
    kind: str = "clique"

    def least(self) -> dict[str, int]:
        """Return the minimum sizes by argument."""
        return {"min_size": self.min_size}

    def search(self, task: Task, budget: int | str | None) -> CliqueCall:
        """Return the search of a partition."""
        partition = clique_partition(task.frame)
        return CliqueCall(partition, None, None, self.min_size, budget, progress=False)

    @staticmethod
    def sizes(call: CliqueCall) -> pd.DataFrame:
        """Count the cliques of a search per size."""
        return call.sizes()

    @staticmethod
    def found(call: CliqueCall) -> Cliques:
        """List the cliques of a search, each with its vertices in ascending order."""
        found = call.collected()._with_ascending_members()
        edges = len(call.graph.indices) // 2
        found.report = {"edges": edges, **found.report}
        return found

    @staticmethod
    def write(folder: Path, call: CliqueCall) -> int:
        """Write the cliques of a search, or resume writing."""
        return writing_cliques.write(folder, call)


class PartitionError(RuntimeError):
    """Raised if the task of a partition fails."""


class PartitionTooLargeError(PartitionError, MemoryError):
    """Raised if the task of a partition runs out of memory."""


class Task(NamedTuple):
    """One partition, its frame, and the options of the call."""

    planned: PlannedPartition
    frame: Any
    options: Options | CliqueOptions

    @property
    def roots(self) -> int:
        """Number of roots. In a sub-partition of one root, the roots are pairs."""
        return int(self.frame["rank"][self.frame["is_root"]].nunique())

    @property
    def partition(self) -> Partition:
        """The partition as a search graph, built from the frame."""
        return from_frame(
            self.frame, "left", "right", self.options.grow, "rank", "is_root"
        )

    def enumeration(self) -> Any:
        """Return the search of the partition."""
        return self.options.search(self, _budget(self.options))


def _budget(options: Options | CliqueOptions) -> int | str | None:
    """Return the memory budget of a task.

    By default, a task may use its thread's share of the memory that its worker has
    now.
    """
    if options.memory_budget is not None:
        return options.memory_budget
    return smallest([room(options.engine, get_worker())], options.host_threads)


def count(task: Task) -> int:
    """Count the maximal bicliques or cliques of a partition."""
    return task.enumeration().count()


def sizes(task: Task) -> pd.DataFrame:
    """Count the maximal bicliques or cliques of a partition per size."""
    return task.options.sizes(task.enumeration())


def enumerate_(task: Task) -> Bicliques | Cliques:
    """List the maximal bicliques or cliques of a partition."""
    return task.options.found(task.enumeration())


def write(task: Task, path: str) -> int:
    """Write what a partition has to its folder, or resume writing."""
    if not file_of(Path(path)).exists():
        raise FileNotFoundError(
            f"path={path!r} does not exist for this worker: pass a folder on a file "
            "system that all workers and the client share"
        )
    steps = task.planned.path
    splits = [task.planned._replace(path=steps[:i]) for i in range(len(steps) + 1)]
    *halved, folder = [Path(path) / each.folder for each in splits]
    for above in halved:
        give_up(above)
    make_folder(folder)
    # A worker that Dask takes for dead may still write the same partition.
    with locked(folder, wait=True):
        if not (folder / HALVED).exists():
            return task.options.write(folder, task.enumeration())
        clear(folder)  # `give_up` may have been interrupted
    raise MemoryError("its halves have already been written or started")


COUNTS = {count, write}  # tasks that return the number of bicliques or cliques


def give_up(folder: Path) -> None:
    """Mark the folder of a partition that its halves replace, and empty it."""
    make_folder(folder)
    with locked(folder, wait=True):
        os.close(opened(folder / HALVED, os.O_RDWR | os.O_CREAT))
        clear(folder)


def count_p_q(task: Task, runs: list[Run]) -> list[int]:
    """Count the (p, q)-bicliques of a partition for all cells of some runs; p, q >= 2.

    In a sub-partition of one root, all sets contain that root. So the root counts as
    picked already, and the count leaves out its edges.
    """
    picked = int(task.planned.root_splits > 0)
    frame = without_last(task.frame) if picked else task.frame
    least = least_of_counts(runs)
    least = least._replace(grown=least.grown - picked)
    partition = pruned(task._replace(frame=frame).partition, least)
    engine = select_engine(task.options.engine, partition.graph)
    budget = budget_bytes(_budget(task.options), engine)
    return count_in_partition(partition, runs, engine, budget, Trace(), picked)


def run(
    work: Any,
    planned: PlannedPartition,
    n: int,
    frame: Any,
    options: Options | CliqueOptions,
    *arguments: Any,
) -> Any:
    """Run `work` on one of n partitions; name the partition in every error.

    A CPU task uses one thread, as Dask runs one task per thread. When a GPU task falls
    back to CPU cores, it may use all of them.
    """
    threads = numba.get_num_threads()
    try:
        if select_engine(options.engine) == "cpu":
            numba.set_num_threads(1)
        frame = edges_of_partition(frame, planned.number, options.grow)
        return work(Task(planned, frame, options), *arguments)
    except Exception as error:
        kind = PartitionError
        if isinstance(error, MemoryError):
            kind = PartitionTooLargeError
        n_edges = len(frame)
        # The worker keeps the error and its tracebacks. Their frames would keep the
        # arrays of the failed search, so the halves would not fit either.
        for each in chain_of(error):
            clear_frames(each.__traceback__)
        del frame
        raise kind(
            f"partition {planned.name} of {n} ({n_edges:,} edges) failed in "
            f"{work.__name__}: {type(error).__name__}: {error}. To reproduce the "
            "error, repeat the call with the same frame and the same number of "
            "partitions"
        ) from error
    finally:
        numba.set_num_threads(threads)


def chain_of(error: BaseException) -> list[BaseException]:
    """Return an error, and the errors that led to it."""
    chain: list[BaseException] = []
    todo: list[BaseException | None] = [error]
    while todo:
        each = todo.pop()
        if each is not None and each not in chain:
            chain.append(each)
            todo += [each.__cause__, each.__context__]
    return chain
