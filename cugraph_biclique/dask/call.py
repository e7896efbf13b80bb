# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A call over a Dask frame, from its arguments to the results of its partitions."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeAlias, TypeVar

import dask
import dask.dataframe as dd
import pandas as pd
from dask.base import tokenize

from cugraph_biclique.arguments import positive
from cugraph_biclique.calls.counting import Run, table_runs
from cugraph_biclique.dask import tasks
from cugraph_biclique.dask.bipartite_replicas import BipartiteReplica, Sought
from cugraph_biclique.dask.budget import default_budget, memories, threads_of_hosts
from cugraph_biclique.dask.clients import client_of, wait_for_worker
from cugraph_biclique.dask.cugraph_edges import check_one_id_space, edges_of_graph
from cugraph_biclique.dask.edges import (
    EDGE_BYTES,
    Edges,
    EdgesWithDegrees,
    core,
    edges_of,
    owners_for,
)
from cugraph_biclique.dask.graph import DaskGraph, refuse_options_of
from cugraph_biclique.dask.labelling import reading_of
from cugraph_biclique.dask.neighbourhood import neighbourhood
from cugraph_biclique.dask.numbering import (
    ONE_KIND,
    TWO_KINDS,
    Numbers,
    Spaces,
    have_hashes,
    numbers_of,
)
from cugraph_biclique.dask.partitioning import make_plan
from cugraph_biclique.dask.partitions import (
    PARTITIONS_PER_THREAD,
    Plan,
    PlannedPartition,
)
from cugraph_biclique.dask.pruning import least_of_counts, least_of_search
from cugraph_biclique.dask.reading import SIDES, Reading
from cugraph_biclique.dask.results import (
    close_folder,
    default_bytes_of,
    is_begun,
    open_folder,
    total_sizes,
)
from cugraph_biclique.dask.running import run_all
from cugraph_biclique.dask.tasks import BicliqueOptions, CliqueOptions
from cugraph_biclique.dask.waiting import gathered
from cugraph_biclique.dask.whole import NotOnEveryWorkerError, WholeGraph, Why, fits
from cugraph_biclique.dask.whole_only import refuse_cut
from cugraph_biclique.datasets.stores import Place
from cugraph_biclique.device.budget import budget_bytes
from cugraph_biclique.device.engine import check_engine
from cugraph_biclique.host.progress import Progress, check_progress
from cugraph_biclique.inputs import is_multi_gpu_graph
from cugraph_biclique.partition.pruning import Least
from cugraph_biclique.request.containing import Containing
from cugraph_biclique.request.sizes import Sizes

T = TypeVar("T")

logger = logging.getLogger(__name__)

Options: TypeAlias = BicliqueOptions | CliqueOptions
ALL = Least(1, 1)  # bicliques of any size
ANY_SIZES = Sizes()
BUDGET_TO_EDGES = 4  # the edges of a partition may take a quarter of the budget


def rounded(size: int) -> int:
    """Return the largest power of two up to a size.

    Free memory varies a little between calls. The same cluster should nevertheless cut
    the same graph in the same way.
    """
    return 1 << (size.bit_length() - 1)


class DaskCall:
    """One call: check its arguments, and run its steps on the workers."""

    kind = "biclique"
    spaces: Spaces = TWO_KINDS

    def __init__(
        self,
        ddf: Any,
        left: Hashable | None,
        right: Hashable | None,
        engine: str,
        memory_budget: int | str | None,
        partitions: int | None,
        progress: Progress,
        client: Any,
        folder: Place | None = None,
    ) -> None:
        self.kept: DaskGraph | None = ddf if isinstance(ddf, DaskGraph) else None
        if self.kept is not None:
            refuse_options_of(self.kept, left, right, engine, memory_budget, client)
            engine, memory_budget = self.kept.engine, self.kept.memory_budget
            client = self.kept.client
        self.one_id_space = is_multi_gpu_graph(ddf)
        if self.one_id_space:
            ddf, left, right = edges_of_graph(ddf, left, right)
        if self.kept is None and not isinstance(ddf, dd.DataFrame):
            raise TypeError(
                f"ddf must be a Dask DataFrame of edges, not {type(ddf).__name__}: "
                "create one with dask.dataframe.from_pandas, or pass this graph to "
                "the same function of cugraph_biclique"
            )
        check_engine(engine)
        self.engine = engine
        self.memory_budget = memory_budget
        self.budget = None
        if memory_budget is not None:
            self.budget = budget_bytes(memory_budget)
        self.progress = check_progress(progress)
        self.client = client_of(client)
        self.most_bytes = None
        if self.budget is not None:
            self.most_bytes = self.budget // BUDGET_TO_EDGES
        elif folder is not None and is_begun(folder):
            self.most_bytes = default_bytes_of(folder)
        else:
            wait_for_worker(self.client)
            self.budget = default_budget(self.client, *memories(self.kind, engine))
            self.most_bytes = rounded(max(1, self.budget // BUDGET_TO_EDGES))
        self.may_be_cut = partitions is not None
        if partitions is None:
            threads = sum(self.client.nthreads().values())
            partitions = PARTITIONS_PER_THREAD * max(1, threads)
        self.partitions = positive("partitions", partitions)
        self.frame: tuple[Any, ...] = ddf, left, right
        self.whole: WholeGraph | None = None  # of the answer, unless it is in parts
        self.why = Why.MEMORY if self.kept is None else self.kept.why  # it is in parts
        self.containing: Containing | None = None
        self.source: Numbers | None = None if self.kept is None else self.kept.numbers
        self.numbered: Numbers | None = None
        self.read: Reading | None = None  # until its labels are numbered
        self.rows: int | None = None  # of the frame, once it has been read

    @property
    def columns(self) -> tuple[Hashable, Hashable]:
        """The names of the columns of the left and the right labels."""
        return self.reading().columns if self.source is None else self.source.columns

    def all_labels(self) -> Reading:
        """Return the labels of all edges, which stay on the workers."""
        return Reading(*self.frame) if self.source is None else reading_of(self.source)

    def all_alike(self) -> Reading:
        """Return the labels of all edges. Equal ones are alike, and have equal
        hashes."""
        read = self.all_labels()
        if self.source is None and not have_hashes(read.frame._meta):
            return reading_of(self.numbers_in(read))
        return read

    def reading(self) -> Reading:
        """Return the labels of the edges: all, or those near `containing`."""
        if self.numbered is not None:
            return reading_of(self.numbered)
        if self.read is None:
            read = self.all_labels()
            if self.containing is not None:
                read.check()
                read = neighbourhood(read, self.containing, self.one_id_space)
            self.read = read
        return self.read

    def numbers(self) -> Numbers:
        """Return the edges as ids, which stay on the workers."""
        if self.numbered is not None:
            return self.numbered
        if self.source is not None and self.containing is None:
            return self.source
        self.numbered = self.numbers_in(self.reading())
        self.read = None
        if self.one_id_space:
            check_one_id_space(self.numbered)
        return self.numbered

    @property
    def have_order(self) -> dict[str, bool]:
        """Whether the labels of each side have an order, after a search."""
        numbers = self.source if self.numbered is None else self.numbered
        assert numbers is not None
        return numbers.has_order

    def numbers_in(self, read: Reading) -> Numbers:
        """Return some edges as ids, which stay on the workers."""
        read.check()
        n_edges = read.size()[0]
        if self.containing is None:
            self.rows = n_edges
        least = self.partitions // PARTITIONS_PER_THREAD
        owners, limited = owners_for(n_edges, least, self.most_bytes)
        limited = limited and (self.may_be_cut or not self.fit(n_edges))
        return numbers_of(read, self.spaces, owners, limited)

    def checked(self) -> Reading:
        """Return `reading` after all checks of its labels. Equal labels are alike, so
        that they have equal hashes."""
        read = self.reading()
        read.check()
        if self.one_id_space or not have_hashes(read.frame._meta):
            self.numbers()
            read = self.reading()
        return read

    def forget(self) -> None:
        """Let the workers free what the result of this call does not need. It may need
        the whole graph, or without that the edges, to count degrees."""
        self.numbered = self.read = self.kept = None
        if self.whole is not None:
            self.source = None
        if self.whole is not None or self.source is not None:
            self.frame = ()

    def only_near(self, containing: Containing) -> None:
        """Work on the edges near some vertices only, also if the workers keep all."""
        self.containing, self.kept = containing, None

    def fit(self, n_edges: int, label_bytes: float = 0.0) -> bool:
        """Whether a graph fits every worker."""
        if self.budget is None:  # in a data set that is resumed
            return False
        threads = min(self.client.nthreads().values(), default=1)
        return fits(n_edges, label_bytes, self.budget * threads)

    def on_whole(self, call: Callable[[WholeGraph], T]) -> T | None:
        """Return what `call` finds with all of the graph on every worker.

        Returns None if the graph does not fit the workers, or if the caller asks for
        partitions. A graph that the workers do not keep has only the edges near the
        vertices of `containing`.
        """
        if self.may_be_cut:
            return None
        with self.on_workers():
            try:
                whole = None if self.kept is None else self.kept.whole
                if whole is None and (self.kept is None or self.containing is not None):
                    whole = self.whole_graph()
                if self.has_all(whole):
                    self.whole = whole
                return None if whole is None else call(whole)
            except NotOnEveryWorkerError as error:
                self.whole, self.why = None, error.why
                logger.info("the graph is cut into partitions: %s", error)
                if self.kept is not None and error.why is not Why.MEMORY:
                    self.kept.whole, self.kept.why = None, error.why
                return None

    def only_on_whole(self, name: str, call: Callable[[WholeGraph], T]) -> T:
        """`on_whole`, for a call that cannot be made from partitions."""
        found = self.on_whole(call)
        if found is None:
            refuse_cut(name, self.why)
        return found

    def sought(self, whole: WholeGraph, sizes: Any) -> Any:
        """Return what to search on a graph. If the workers keep it, it has all edges;
        otherwise those near the vertices of `containing`."""
        if self.containing is not None and self.has_all(whole):
            return Sought(sizes, self.containing, tokenize(self.containing))
        return Sought(sizes)

    def has_all(self, whole: WholeGraph | None) -> bool:
        """Whether a graph has all edges, and not only those near `containing`."""
        is_kept = self.kept is not None and whole is self.kept.whole
        return is_kept or self.containing is None

    def whole_graph(self) -> WholeGraph | None:
        """Copy the graph to every worker, if it fits; None if not."""
        numbers = self.numbers()
        vertices = sum(numbers.size(side) for side in SIDES)
        if not self.fit(numbers.n_edges, vertices * numbers.label_bytes / 2):
            return None
        return self.copied(numbers)

    def copied(self, numbers: Numbers) -> WholeGraph:
        """Copy a graph to every worker."""
        options = BicliqueOptions(
            "right",
            engine=self.engine,
            memory_budget=self.memory_budget,
            host_threads=threads_of_hosts(self.client),
        )
        return WholeGraph(self.client, numbers, options, BipartiteReplica)

    def kept_graph(self) -> DaskGraph:
        """Return the graph, which the workers keep."""
        if self.kept is not None:
            return self.kept
        why = Why.MEMORY
        with self.on_workers():
            numbers = self.numbers()
            try:
                whole = self.whole_graph()
            except NotOnEveryWorkerError as error:
                logger.info("the graph is not on every worker: %s", error)
                whole, why = None, error.why
        return DaskGraph(
            self.client, self.engine, self.memory_budget, numbers, whole, why
        )

    def count_maximal(self, sizes: Sizes) -> int:
        """Count the maximal bicliques of the graph."""
        return self.counted(sizes, partial(self.enumeration, *sizes, labelled=False))

    def listed(self, sizes: Sizes) -> dict[PlannedPartition, Any]:
        """List the maximal bicliques; return the futures of the results, in order."""
        return self.found(sizes, lambda: self.enumeration(*sizes))

    def sizes_of_maximal(self, sizes: Sizes) -> pd.DataFrame:
        """Count the maximal bicliques of each size."""
        cut = partial(self.enumeration, *sizes, labelled=False)
        found = self.by_size(sizes, cut)
        return total_sizes(found, ["n_left", "n_right"])

    def counted(
        self, sizes: Sizes | int, cut: Callable[[], tuple[Plan, Options]]
    ) -> int:
        """Count what a search for these sizes finds: on whole graphs, or in the
        partitions that `cut` makes."""
        n = self.on_whole(
            lambda whole: whole.count_maximal(self.sought(whole, sizes), self.progress)
        )
        return sum(self.gathered(tasks.count, *cut())) if n is None else n

    def found(
        self, sizes: Sizes | int, cut: Callable[[], tuple[Plan, Options]]
    ) -> dict[PlannedPartition, Any]:
        """List what a search for these sizes finds, as `counted`; return the futures of
        the results, in order."""
        found = self.on_whole(
            lambda whole: whole.listed(self.sought(whole, sizes), self.progress)
        )
        return self.futures(tasks.enumerate_, *cut()) if found is None else found

    def by_size(
        self, sizes: Sizes | int, cut: Callable[[], tuple[Plan, Options]]
    ) -> list[pd.DataFrame]:
        """Count what a search for these sizes finds by size, as `counted`; return
        tables to add up."""
        found = self.on_whole(
            lambda whole: whole.sizes_of_maximal(
                self.sought(whole, sizes), self.progress
            )
        )
        return self.gathered(tasks.sizes, *cut()) if found is None else found

    def edges(self) -> Edges:
        """Return the distinct edges, which stay on the workers."""
        return edges_of(self.numbers(), symmetric=self.spaces == ONE_KIND)

    def core(self, min_left: int, min_right: int) -> EdgesWithDegrees:
        """Return the edges that bicliques of these sizes can have, with degrees."""
        return core(self.edges(), min_left, min_right).counted()

    @contextmanager
    def on_workers(self) -> Iterator[None]:
        """Context for Dask operations: the caller's client.

        Labels of object columns stay objects: by default, Dask would convert them to
        strings.
        """
        config = dask.config.set({"dataframe.convert-string": False})
        with self.client.as_current(), config:
            yield

    def plan(
        self,
        graph: EdgesWithDegrees,
        grow: str,
        least: Least = ALL,
        labelled: bool = True,
    ) -> Plan:
        """Cut a graph into partitions for bicliques of the `least` sizes, with the
        labels of the graph or without.

        The default budget applies only to graphs that exceed it: a smaller graph is
        spread or packed by the time that this saves.
        """
        most = default = self.most_bytes
        if self.memory_budget is not None:
            default = None
        elif most is not None and graph.n_edges * EDGE_BYTES <= most:
            most = None
            default = default if graph.edges.numbers.where.limited else None
        threads = self.client.nthreads()
        plan = make_plan(graph, grow, self.partitions, most, threads, least, labelled)
        return plan._replace(default_bytes=default)

    def enumeration(
        self, min_left: int, min_right: int, *most: int, labelled: bool = True
    ) -> tuple[Plan, BicliqueOptions]:
        """Return the partitions to search, and the options of their tasks.

        The largest sizes of `most` are dropped by the tasks. Counts need no labels.
        """
        with self.on_workers():
            graph = self.core(min_left, min_right)
            grow = graph.side_to_grow(min_left, min_right)
            least = least_of_search(grow, min_left, min_right)
            plan = self.plan(graph, grow, least, labelled)
        return plan, self.options(plan, Sizes(min_left, min_right, *most))

    def count(self, p: int, q: int) -> int:
        """Count the (p, q)-bicliques of the graph."""
        n = self.on_whole(lambda whole: whole.count(p, q, self.progress))
        if n is not None:
            return n
        with self.on_workers():
            if p == 1 or q == 1:
                graph = self.edges().counted()
                return graph.stars("right", p) if q == 1 else graph.stars("left", q)
            graph = self.core(p, q)
            run = Run.of(graph.side_to_anchor(p, q), p, q)
        return self.run_counts(graph, [run])[p, q]

    def count_table(self, max_p: int, max_q: int) -> dict[tuple[int, int], int]:
        """Count the (p, q)-bicliques for all p up to `max_p` and q up to `max_q`."""
        found = self.on_whole(
            lambda whole: whole.count_table(max_p, max_q, self.progress)
        )
        if found is not None:
            return found
        with self.on_workers():
            edges = self.edges()
            graph = edges.counted()
            table = {(p, 1): graph.stars("right", p) for p in range(1, max_p + 1)}
            table |= {(1, q): graph.stars("left", q) for q in range(2, max_q + 1)}
            runs = table_runs(max_p, max_q)
            if runs:
                graph = core(edges, 2, 2).counted()
            del edges
        for side in ("left", "right"):
            some = [run for run in runs if run.side == side]
            if some:
                table |= self.run_counts(graph, some)
        return table

    def run_counts(
        self, graph: EdgesWithDegrees, runs: list[Run]
    ) -> dict[tuple[int, int], int]:
        """Count the (p, q)-bicliques for all cells of runs on the same side."""
        with self.on_workers():
            least = least_of_counts(runs)
            plan = self.plan(graph, runs[0].side, least, labelled=False)
        found = self.gathered(tasks.count_p_q, plan, self.options(plan), runs)
        cells = [cell for run in runs for cell in run.cells()]
        return dict(zip(cells, map(sum, zip(*found, strict=True)), strict=True))

    def options(self, plan: Plan, sizes: Sizes = ANY_SIZES) -> BicliqueOptions:
        """Return the options of the tasks of a plan."""
        least, most = sizes[:2], sizes[2:]
        threads = threads_of_hosts(self.client)
        options = BicliqueOptions(
            plan.grow, *least, self.engine, self.memory_budget, threads
        )
        return options._replace(most=most)

    def futures(
        self,
        work: Callable[..., Any],
        plan: Plan,
        options: Options,
        *arguments: Any,
    ) -> dict[PlannedPartition, Any]:
        """Run `work` on each partition of a plan; return the finished futures."""
        return run_all(self.client, plan, work, options, arguments, self.progress)

    def gathered(self, *arguments: Any) -> list[Any]:
        """Run `futures`, and gather the results on the client."""
        return gathered(list(self.futures(*arguments).values()))

    def written(self, folder: Place, plan: Plan, options: Options) -> int:
        """Write what the partitions have to a folder; return the number of rows."""
        manifest = open_folder(folder, self.partitions, plan, options)
        futures = self.futures(tasks.write, plan, options, str(folder))
        counts = gathered(list(futures.values()))
        found = dict(zip(futures, counts, strict=True))
        return close_folder(folder, manifest, found)
