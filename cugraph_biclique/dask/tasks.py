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

from cugraph_biclique import writing
from cugraph_biclique.counting import Run, count_in_partition
from cugraph_biclique.engine import select_engine
from cugraph_biclique.enumeration import Enumeration
from cugraph_biclique.holding import hold
from cugraph_biclique.memory import SHARE, budget_bytes, free_memory
from cugraph_biclique.partition import Partition, from_frame
from cugraph_biclique.results import Bicliques, parquet
from cugraph_biclique.stages import Stages
from cugraph_biclique.workers import Report


class Options(NamedTuple):
    """What a call was asked for."""

    grow: str
    min_left: int = 1
    min_right: int = 1
    engine: str = "auto"
    memory_budget: int | str | None = None


class PartitionError(RuntimeError):
    """A partition whose task has failed."""


def partition_of(frame: Any, options: Options) -> Partition:
    """The partition that a frame of the plan describes."""
    return from_frame(frame, "left", "right", options.grow, "rank", "is_root")


def enumeration_of(frame: Any, options: Options) -> Enumeration:
    """The search of a partition."""
    return Enumeration(
        partition_of(frame, options),
        None,
        None,
        options.min_left,
        options.min_right,
        options.engine,
        _budget(options),
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


def count(frame: Any, options: Options) -> int:
    """How many maximal bicliques a partition has."""
    return enumeration_of(frame, options).count()


def sizes(frame: Any, options: Options) -> pd.DataFrame:
    """How many of each size: ``n_left``, ``n_right``, ``count``."""
    call = enumeration_of(frame, options)
    parts = [np.empty((0, 3), np.int64), *call.search(call.size_histogram)]
    table = pd.DataFrame(np.concatenate(parts), columns=["n_left", "n_right", "count"])
    return table.groupby(["n_left", "n_right"], as_index=False).sum()


def enumerate_(frame: Any, options: Options) -> Bicliques:
    """The maximal bicliques of a partition."""
    call = enumeration_of(frame, options)
    found = call.bicliques(hold(call))
    found.report = call.report_for(found)
    return found


def write(frame: Any, options: Options, folder: str) -> int:
    """Write the maximal bicliques of a partition to a folder of its own, or go on."""
    if not (Path(folder).parent / parquet.MANIFEST).exists():
        raise FileNotFoundError(
            f"path={str(Path(folder).parent)!r} is not there for this worker: pass one "
            "on a file system that all workers and the client see"
        )
    return writing.write(folder, enumeration_of(frame, options))


def count_p_q(frame: Any, options: Options, runs: list[Run]) -> list[int]:
    """The (p, q)-bicliques, p and q at least 2, that belong to a partition, for all
    cells of some runs."""
    partition = partition_of(frame, options)
    engine = select_engine(options.engine, partition.graph)
    budget = budget_bytes(options.memory_budget, engine)
    return count_in_partition(partition, runs, engine, budget, Stages(), Report(1))


def run(work: Any, number: int, n: int, frame: Any, *arguments: Any) -> Any:
    """Work on partition `number` of n, on one thread, as Dask has a task for each; an
    error says which partition it was."""
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        return work(frame, *arguments)
    except Exception as error:
        raise PartitionError(
            f"partition {number} of {n} ({len(frame):,} edges) has failed in "
            f"{work.__name__}: {type(error).__name__}: {error}. The same call with the "
            "same frame and as many partitions meets it again"
        ) from error
    finally:
        numba.set_num_threads(threads)
