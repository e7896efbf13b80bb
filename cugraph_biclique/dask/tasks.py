# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a worker does with one partition. A task is a thread's work, or a GPU's."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pandas as pd
from distributed import get_worker

from cugraph_biclique import resumable_writing
from cugraph_biclique.collecting import collect
from cugraph_biclique.counting import Run, count_in_partition
from cugraph_biclique.dask.parts import Part
from cugraph_biclique.dask.shares import part_of, without_last
from cugraph_biclique.datasets.folders import clear, locked
from cugraph_biclique.datasets.manifests import MANIFEST
from cugraph_biclique.engine import select_engine
from cugraph_biclique.enumeration import Enumeration
from cugraph_biclique.memory import SHARE, budget_bytes, free_memory
from cugraph_biclique.partition import Partition, from_frame
from cugraph_biclique.results import Bicliques
from cugraph_biclique.trace import Trace

HALVED = "_halved"  # a file in the folder of a partition


class Options(NamedTuple):
    """What a call was asked for."""

    grow: str
    min_left: int = 1
    min_right: int = 1
    engine: str = "auto"
    memory_budget: int | str | None = None


class PartitionError(RuntimeError):
    """A partition whose task has failed."""


class PartitionTooLargeError(PartitionError, MemoryError):
    """A partition for whose task there is not memory enough."""


class Task(NamedTuple):
    """One partition, and what is asked of it."""

    part: Part
    frame: Any
    options: Options

    @property
    def roots(self) -> int:
        """How many it has; those of a share of a single root are pairs."""
        return int(self.frame["rank"][self.frame["is_root"]].nunique())

    @property
    def partition(self) -> Partition:
        """The partition that the frame describes."""
        return from_frame(
            self.frame, "left", "right", self.options.grow, "rank", "is_root"
        )

    def enumeration(self) -> Enumeration:
        """The search of the partition."""
        return Enumeration(
            self.partition,
            None,
            None,
            self.options.min_left,
            self.options.min_right,
            self.options.engine,
            _budget(self.options),
            progress=False,
        )


def _budget(options: Options) -> int | str | None:
    """What a task may take: unless it was said, its thread's share of what is free, or
    of what the worker may have."""
    if options.memory_budget is not None or select_engine(options.engine) == "gpu":
        return options.memory_budget
    state = get_worker().state
    free = min(free_memory(), get_worker().memory_manager.memory_limit or 1 << 62)
    return max(1, int(SHARE * free / state.nthreads))


def count(task: Task) -> int:
    """How many maximal bicliques a partition has."""
    return task.enumeration().count()


def sizes(task: Task) -> pd.DataFrame:
    """How many of each size: ``n_left``, ``n_right``, ``count``."""
    call = task.enumeration()
    parts = [np.empty((0, 3), np.int64), *call.search(call.size_histogram)]
    table = pd.DataFrame(np.concatenate(parts), columns=["n_left", "n_right", "count"])
    return table.groupby(["n_left", "n_right"], as_index=False).sum()


def enumerate_(task: Task) -> Bicliques:
    """The maximal bicliques of a partition."""
    call = task.enumeration()
    found = call.bicliques(collect(call))
    found.report = {"edges": call.graph.n_edges, **call.report_for(found)}
    return found


def partition_name(part: Part) -> str:
    """The folder of a partition, in that of the data set."""
    return f"partition-{part.name}"


def write(task: Task, path: str) -> int:
    """Write the maximal bicliques of a partition to a folder of its own, or go on."""
    if not (Path(path) / MANIFEST).exists():
        raise FileNotFoundError(
            f"path={path!r} does not exist for this worker: pass a folder on a file "
            "system that all workers and the client share"
        )
    shares = task.part.shares
    parts = [task.part._replace(shares=shares[:i]) for i in range(len(shares) + 1)]
    *halved, folder = [Path(path) / partition_name(part) for part in parts]
    for above in halved:
        give_up(above)
    folder.mkdir(exist_ok=True)
    # A worker that Dask takes for dead may still write the same partition.
    with locked(folder, wait=True):
        if not (folder / HALVED).exists():
            return resumable_writing.write(folder, task.enumeration())
        clear(folder)  # that may have been interrupted
    raise MemoryError("its halves have already been written or started")


COUNTS = {count, write}  # what they return is how many bicliques a partition has


def give_up(folder: Path) -> None:
    """Mark the folder of a partition whose halves take its place, and empty it."""
    folder.mkdir(exist_ok=True)
    with locked(folder, wait=True):
        (folder / HALVED).touch()
        clear(folder)


def count_p_q(task: Task, runs: list[Run]) -> list[int]:
    """The (p, q)-bicliques, p and q at least 2, that belong to a partition, for all
    cells of some runs. In a share of a single root that is in all sets of theirs."""
    picked = int(task.part.below > 0)
    frame = without_last(task.frame) if picked else task.frame
    partition = task._replace(frame=frame).partition
    engine = select_engine(task.options.engine, partition.graph)
    budget = budget_bytes(task.options.memory_budget, engine)
    return count_in_partition(partition, runs, engine, budget, Trace(), picked)


def run(
    work: Any,
    part: Part,
    n: int,
    frame: Any,
    options: Options,
    *arguments: Any,
) -> Any:
    """Work on a partition of n; an error says which partition it was. On cores it is
    one thread, as Dask has a task for each; what a device leaves to cores may have
    all of them."""
    threads = numba.get_num_threads()
    try:
        if select_engine(options.engine) == "cpu":
            numba.set_num_threads(1)
        frame = part_of(frame, part.number, options.grow)
        return work(Task(part, frame, options), *arguments)
    except Exception as error:
        kind = PartitionError
        if isinstance(error, MemoryError):
            kind = PartitionTooLargeError
        raise kind(
            f"partition {part.name} of {n} ({len(frame):,} edges) failed in "
            f"{work.__name__}: {type(error).__name__}: {error}. To reproduce the "
            "error, repeat the call with the same frame and the same number of "
            "partitions"
        ) from error
    finally:
        numba.set_num_threads(threads)
