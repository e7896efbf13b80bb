# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The tasks of workers: one partition on one thread, or on one GPU."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from traceback import clear_frames
from typing import Any, NamedTuple, cast

import numba
import pandas as pd
from distributed import get_worker

from cugraph_biclique.arguments import LARGEST
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.call import Call
from cugraph_biclique.calls.cliques import CliqueCall
from cugraph_biclique.calls.counting import Run, count_in_partition
from cugraph_biclique.calls.writing import write as write_call
from cugraph_biclique.cliques.partition import from_frame as clique_partition
from cugraph_biclique.contract.partition import Partition
from cugraph_biclique.dask.budget import memories, room, smallest
from cugraph_biclique.dask.host_frames import from_host_frame
from cugraph_biclique.dask.partitions import (
    VERTICES,
    PlannedPartition,
    edges_of_partition,
    without_last,
)
from cugraph_biclique.dask.pruning import least_of_counts, least_of_search
from cugraph_biclique.datasets.folders import clear, locked
from cugraph_biclique.datasets.manifest_files import file_of
from cugraph_biclique.datasets.own_files import make_folder, mark
from cugraph_biclique.datasets.stores import Place, place_of
from cugraph_biclique.device.engine import select_engine
from cugraph_biclique.partition.frames import from_frame, with_labels
from cugraph_biclique.partition.pruned import pruned
from cugraph_biclique.request.request import Request, UndirectedRequest
from cugraph_biclique.request.sizes import Sizes
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.cliques import Cliques

HALVED = "_halved"  # marks the folder of a partition that was split


class BicliqueOptions(NamedTuple):
    """The options of a call for bicliques, and the search of one of its partitions."""

    grow: str
    min_left: int = 1
    min_right: int = 1
    engine: str = "auto"
    memory_budget: int | str | None = None
    host_threads: Mapping[str, int] | None = None  # see `budget.smallest`
    kind: str = "biclique"
    most: tuple[int, ...] = (LARGEST, LARGEST)  # largest sizes: left, right

    def least(self) -> dict[str, int]:
        """Return the sizes by argument, without largest sizes that allow any."""
        sizes = {"min_left": self.min_left, "min_right": self.min_right}
        most = zip(("max_left", "max_right"), self.most, strict=True)
        return sizes | {name: size for name, size in most if size < LARGEST}

    def partition(self, frame: Any, labels: tuple[Any, Any]) -> Partition:
        """Return the graph of a partition and its roots, built from its frame."""
        partition = from_frame(frame, "left", "right", self.grow, "rank", "is_root")
        return partition if labels[0] is None else with_labels(partition, *labels)

    def request(self, partition: Partition) -> Request:
        """Return the request of a call for a partition."""
        return Request(
            partition.graph,
            engine=self.engine,
            memory_budget=budget_of_task(self),
            progress=False,
            is_partition=True,
        )

    def call(self, frame: Any, labels: tuple[Any, Any]) -> BicliqueCall:
        """Return the search of a partition."""
        least = least_of_search(self.grow, self.min_left, self.min_right)
        partition = pruned(self.partition(frame, labels), least)
        sizes = Sizes(self.min_left, self.min_right, *self.most)
        return BicliqueCall(self.request(partition), sizes, partition=partition)


class CliqueOptions(NamedTuple):
    """The options of a call for cliques, and the search of one of its partitions."""

    min_size: int = 1
    memory_budget: int | str | None = None
    host_threads: Mapping[str, int] | None = None  # see `budget.smallest`
    engine: str = "auto"
    on_device: bool = False  # the edges of the caller
    grow: str = VERTICES
    kind: str = "clique"

    def least(self) -> dict[str, int]:
        """Return the minimum sizes by argument."""
        return {"min_size": self.min_size}

    def call(self, frame: Any, labels: tuple[Any, Any]) -> CliqueCall:
        """Return the search of a partition."""
        partition = clique_partition(frame, labels[0])
        request = UndirectedRequest(
            partition.graph,
            engine=self.engine,
            memory_budget=budget_of_task(self),
            progress=False,
        )
        request.is_on_device = self.on_device  # so frames of results are, too
        return CliqueCall(request, self.min_size, partition)


def budget_of_task(options: BicliqueOptions | CliqueOptions) -> int | str | None:
    """Return the memory budget of a task.

    By default, a task may use its thread's share of the memory that its worker has
    now.
    """
    if options.memory_budget is not None:
        return options.memory_budget
    shares = [
        smallest([room(engine, get_worker())], options.host_threads)
        for engine in memories(options.kind, options.engine)
    ]
    return min(share for share in shares if share is not None)


class PartitionError(RuntimeError):
    """Raised if the task of a partition fails."""


class PartitionTooLargeError(PartitionError, MemoryError):
    """Raised if the task of a partition runs out of memory."""


class Task(NamedTuple):
    """One partition, the frame of its edges, and the options of the call."""

    planned: PlannedPartition
    frame: Any
    labels: tuple[Any, Any]  # of the left and of the right side, None for a count
    options: BicliqueOptions | CliqueOptions

    @property
    def roots(self) -> int:
        """Number of roots. In a sub-partition of one root, the roots are pairs."""
        return int(self.frame["rank"][self.frame["is_root"]].nunique())

    def call(self) -> Call[Any]:
        """Return the search of the partition."""
        return self.options.call(self.frame, self.labels)


def count(task: Task) -> int:
    """Count the maximal bicliques or cliques of a partition."""
    return task.call().count()


def sizes(task: Task) -> pd.DataFrame:
    """Count the maximal bicliques or cliques of a partition per size."""
    return task.call().sizes()


def enumerate_(task: Task) -> Bicliques | Cliques:
    """List the maximal bicliques or cliques of a partition."""
    return listed(task.call())


def listed(call: Call[Any]) -> Bicliques | Cliques:
    """Return all results of a search; their report has the number of edges, too."""
    found: Bicliques | Cliques = call.found()
    found.report = {"edges": call.graph.n_edges, **found.report}
    return found


def write(task: Task, path: str) -> int:
    """Write what a partition has to its folder, or resume writing."""
    whole = place_of(path)
    if not file_of(whole).exists():
        raise FileNotFoundError(
            f"path={path!r} does not exist for this worker: pass a folder on a file "
            "system that all workers and the client share"
        )
    steps = task.planned.path
    splits = [task.planned._replace(path=steps[:i]) for i in range(len(steps) + 1)]
    *halved, folder = [whole / each.folder for each in splits]
    for above in halved:
        give_up(above)
    make_folder(folder)
    # A worker that Dask takes for dead may still write the same partition.
    with locked(folder, wait=True):
        if not (folder / HALVED).exists():
            return write_call(folder, task.call())
        clear(folder)  # `give_up` may have been interrupted
    raise MemoryError("its halves have already been written or started")


COUNTS = {count, write}  # tasks that return the number of bicliques or cliques


def give_up(folder: Place) -> None:
    """Mark the folder of a partition that its halves replace, and empty it."""
    make_folder(folder)
    with locked(folder, wait=True):
        mark(folder / HALVED)
        clear(folder)


def count_p_q(task: Task, runs: list[Run]) -> list[int]:
    """Count the (p, q)-bicliques of a partition for all cells of some runs; p, q >= 2.

    In a sub-partition of one root, all sets contain that root. So the root counts as
    picked already, and the count leaves out its edges.
    """
    options = cast("BicliqueOptions", task.options)
    picked = int(task.planned.root_splits > 0)
    frame = without_last(task.frame) if picked else task.frame
    least = least_of_counts(runs)
    least = least._replace(grown=least.grown - picked)
    partition = pruned(options.partition(frame, task.labels), least)
    return count_in_partition(partition, options.request(partition), runs, picked)


def run(
    work: Any,
    planned: PlannedPartition,
    n: int,
    frame: Any,
    labels: tuple[Any, Any],
    options: BicliqueOptions | CliqueOptions,
    *arguments: Any,
) -> Any:
    """Run `work` on one of n partitions; name the partition in every error."""
    try:
        with threads_of_task(select_engine(options.engine)):
            frame = edges_of_partition(frame, planned.number, options.grow)
            both = from_host_frame(labels[0]), from_host_frame(labels[1])
            return work(Task(planned, frame, both, options), *arguments)
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


@contextmanager
def threads(n: int) -> Iterator[None]:
    """Let Numba's kernels use n threads, or as many as it has."""
    before = numba.get_num_threads()
    numba.set_num_threads(max(1, min(n, numba.config.NUMBA_NUM_THREADS)))
    try:
        yield
    finally:
        numba.set_num_threads(before)


def threads_of_worker() -> AbstractContextManager[None]:
    """Let Numba's kernels use as many threads as Dask lets the worker use."""
    return threads(get_worker().state.nthreads)


@contextmanager
def threads_of_task(engine: str) -> Iterator[None]:
    """Let a CPU task use one thread, as Dask runs one task per thread. If a GPU leaves
    a root to CPU cores, they may all take part."""
    if engine == "gpu":
        yield
        return
    with threads(1):
        yield


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
