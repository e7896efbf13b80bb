# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Backends: where a graph is prepared, searched and counted. Each call has one.

`backend_for` chooses one of four. ``cpu`` works on CPU cores, ``gpu`` on one device,
and ``several_gpus`` on the devices that the call names. ``out_of_core`` keeps the graph
in host memory and works on a device, one piece of the graph at a time. Enumeration and
counting use only the protocol `Backend`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from cugraph_biclique.goal import Goal
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.listing.sets import Listing
from cugraph_biclique.local_counting.exact import Pass
from cugraph_biclique.local_counting.sums import LocalCounts, SetSums
from cugraph_biclique.partition.pieces import Pack, Packs, in_pieces
from cugraph_biclique.preparation import AnchorCost, Array, Ordered, SearchGraph
from cugraph_biclique.progress import Progress, Tracker
from cugraph_biclique.records import Records
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace

StoredJobs = Sequence[Job] | Sequence[Pack]
Jobs = StoredJobs | Packs  # packs are made during the search
Take = Callable[[Records], Any]
Found = Generator[tuple[int, Any], None, None]


class Preparation(Protocol):
    """The stages before the search: core, twins, and the order of the roots.

    If an engine can do all for a small graph in one step, `prepare_at_once` does it for
    a graph, the two least sizes, a budget and a trace. It returns None for others.
    """

    @property
    def prepare_at_once(
        self,
    ) -> Callable[[BipartiteGraph, int, int, int, Trace], Ordered | None] | None: ...

    def core(
        self, graph: BipartiteGraph, min_left: int, min_right: int
    ) -> tuple[Array, Array]:
        """Degrees within the core; 0 for the vertices outside."""

    def reduce_graph(
        self,
        graph: BipartiteGraph,
        left_degree: Array,
        right_degree: Array,
        *,
        merge_left: bool,
        merge_right: bool,
    ) -> Any:
        """The graph without the vertices outside the core, and with twins merged. Only
        `anchor_costs` and `order_graph` of the same backend read it."""

    def side_to_grow(
        self, left_degree: Array, right_degree: Array, min_left: int, min_right: int
    ) -> Callable[[], str]:
        """The side to grow in a search for these least sizes, when it is known: the
        stages may go on until then."""

    def anchor_costs(
        self, reduced: Any, p: int, q: int, budget: int
    ) -> tuple[AnchorCost, AnchorCost]:
        """The predicted work of a count for an anchor on the left, and on the right.
        A device bounds its sample by the budget."""

    def order_graph(
        self, reduced: Any, grow: str, is_root: Array | None, budget: int
    ) -> Ordered:
        """The search graph, and the mapping back to the vertices of the input. A device
        bounds its scratch memory by the budget."""


class Stars(Protocol):
    """Bicliques with a single vertex on the kept side."""

    def counting_stars(
        self, graph: SearchGraph, min_grown: int, min_kept: int, /
    ) -> Callable[[], int]:
        """Begin to count the maximal stars of the requested sizes. The result returns
        their number."""

    def star_records(
        self, graph: SearchGraph, min_grown: int, min_kept: int, /
    ) -> Records:
        """The maximal stars of the requested sizes."""


class RandomGraphs(Protocol):
    """Random graphs with the degrees of a given one, without end.

    They are the same on every engine for the same seed, however they are united.
    """

    def union(self, n: int) -> BipartiteGraph:
        """The disjoint union of the next n graphs."""


class Randomization(Protocol):
    """Random graphs with the degrees of a given one."""

    def RandomGraphs(self, graph: BipartiteGraph, seed: int) -> RandomGraphs:
        """The random graphs of a seed."""


class MemberLists(Protocol):
    """Conversion of records to members."""

    def kept_sizes(self, ordered: Ordered, records: Records) -> Array:
        """Number of vertices on the kept side of each biclique."""

    def kept_members(
        self, ordered: Ordered, records: Records, sizes: Array
    ) -> tuple[Array, Array]:
        """Offsets and members of the kept side."""

    def grown_members(self, ordered: Ordered, records: Records) -> tuple[Array, Array]:
        """Offsets and members of the grown side."""

    def sort_members(self, offsets: Array, members: Array, /) -> None:
        """Sort the members of each biclique, in place."""

    def sum_kept(self, ordered: Ordered, records: Records, weight: Array) -> Array:
        """Sum the weights (int64) of the classes of each kept side: int64."""

    def sum_grown(self, ordered: Ordered, records: Records, weight: Array) -> Array:
        """Sum the weights (int64) of the classes of each grown side: int64."""

    def count_by_vertex(
        self, ordered: Ordered, records: Records, side: str, score: Array
    ) -> tuple[Array, Array]:
        """For each vertex of a side, the number of its bicliques, and the best one:
        that with the largest score, and the least id among equal ones; -1 if there is
        none."""

    def missing_pairs(
        self,
        offsets: Array,
        members: Array,
        of_member: tuple[Array, Array],
        of_candidate: tuple[Array, Array],
        at_most: int,
        strides: tuple[int, int],
    ) -> Iterator[tuple[Array, Array]]:
        """Keys of absent edges between the members and the vertices of the other side
        that miss at most `at_most` of them, and their counts; in parts."""

    def canonical_order(
        self, offsets: Array, members: Array, n_right: Array, /
    ) -> Array:
        """The order by (n_left, n_right, left members)."""


class LocalCounting(Protocol):
    """Counts by vertex and by edge."""

    def butterflies(
        self,
        graph: BipartiteGraph,
        edges: bool,
        budget: int,
        trace: Trace,
        progress: Progress,
    ) -> LocalCounts:
        """Count the butterflies of each vertex, and of each edge if asked for."""

    def butterfly_count(
        self, graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
    ) -> int | None:
        """Count all butterflies; None if an anchored count should do it."""

    def set_sums(
        self,
        anchored: Anchored,
        add: Pass,
        edges: bool,
        trace: Trace,
        progress: Progress,
    ) -> SetSums:
        """Sum `add` over the sets of `picks` anchored vertices with at least `least`
        common neighbours, for each vertex, and for each edge if asked for."""


class Prepared(NamedTuple):
    """A graph ready for the search, with the least sizes of its kept and grown side."""

    ordered: Ordered
    min_kept: int
    min_grown: int
    backend: Backend
    budget: int  # bytes
    goal: Goal | None = None  # of a search for the largest bicliques only
    streamed: bool = False  # whether the caller takes results during the search

    @property
    def least_bits(self) -> int:
        """Least number of bits of a row; rows with fewer are dropped."""
        return max(2, self.min_kept)

    def for_cores(self) -> Prepared:
        """The same search for the CPU backend."""
        ordered = self.ordered._replace(graph=self.ordered.graph.to_host())
        return self._replace(ordered=ordered, backend=backend_for("cpu"))


class Anchored(NamedTuple):
    """A graph ready for a count of the sets of `picks` anchored vertices with at least
    `least` common neighbours. The anchor is the grown side of `graph`."""

    graph: SearchGraph
    picks: int
    least: int
    backend: Backend
    budget: int  # bytes
    log_steps: float = 0.0  # logarithm of the predicted work; 0 if unknown

    def for_cores(self) -> Anchored:
        """The same count for the CPU backend."""
        return self._replace(graph=self.graph.to_host(), backend=backend_for("cpu"))


class Backend(Protocol):
    """Everything that depends on where a call is executed."""

    engine: Literal["cpu", "gpu"]  # the name that the caller uses
    prepares_on_host: bool  # on CPU cores, by `interruptible`

    @property
    def preparation(self) -> Preparation:
        """The stages before the search."""

    @property
    def stars(self) -> Stars:
        """The bicliques that the search skips."""

    @property
    def member_lists(self) -> MemberLists:
        """The conversion of results to members."""

    @property
    def randomization(self) -> Randomization:
        """Random graphs with the same degrees."""

    @property
    def listing(self) -> Listing:
        """The kernels that list (p, q)-bicliques."""

    @property
    def local_counting(self) -> LocalCounting:
        """The counts by vertex and by edge."""

    def placed(self, graph: BipartiteGraph) -> BipartiteGraph:
        """The graph, moved to the memory in which it is prepared."""

    def jobs(self, prepared: Prepared) -> Jobs:
        """Cut the search into jobs of about equal work."""

    def jobs_to_keep(self, prepared: Prepared) -> StoredJobs:
        """Cut the search into jobs whose results can be stored one by one. The jobs
        depend on the graph and on `cut_by`, but not on the machine."""

    def cut_by(self, budget: int) -> dict[str, Any]:
        """Parameters, besides the graph, that `jobs_to_keep` depends on."""

    def search(
        self,
        prepared: Prepared,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        """Run the search. Yield (job, result of `take`) for each filled output buffer,
        in the order of the jobs; (job, None) ends a job. Without `take`, yield numbers
        of bicliques."""

    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        """For each of `leasts`, sum over the sets of `picks` anchored vertices the
        number of ways to choose that many of their common neighbours. The list ascends
        from `anchored.least`."""


def backend_for(
    engine: str, n_edges: int = 0, budget: int = 0, devices: tuple[int, ...] = ()
) -> Backend:
    """Choose the backend of an available engine.

    A graph that the plan has no bytes to prepare on the device (`plan.preparation`) is
    left to ``out_of_core``, also if the call names `devices`. Calls for partitions omit
    `n_edges`: a partition has been cut to fit.
    """
    from cugraph_biclique.backends.cpu import Cpu
    from cugraph_biclique.backends.gpu import Gpu
    from cugraph_biclique.backends.out_of_core import OutOfCore
    from cugraph_biclique.backends.several_gpus import SeveralGpus

    if engine == "cpu":
        return Cpu()
    if n_edges and in_pieces(n_edges, budget):
        return OutOfCore()
    return SeveralGpus(devices) if devices else Gpu()
