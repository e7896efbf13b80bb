# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Backend`: everything that depends on where a call is executed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from cugraph_biclique.contract.prepared import AnchorCost, Anchored, Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.contract.search_graph import Array, Ordered, SearchGraph
from cugraph_biclique.contract.sets import Choices, Sets
from cugraph_biclique.contract.sums import LocalCounts, Pass, SetSums
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.progress import Progress, Tracker
from cugraph_biclique.host.trace import Trace


class AnyJob(Protocol):
    """A part of a search: a range of roots (`Job`), or some roots (`Pack`)."""

    @property
    def roots(self) -> int:
        """Number of roots that are finished once this job is."""


Jobs: TypeAlias = Iterable[AnyJob]  # some are made during the search
StoredJobs: TypeAlias = Sequence[AnyJob]
Take = Callable[[Records], Any]
Null: TypeAlias = Literal["swaps", "bicm"]  # models of random graphs
Found = Generator[tuple[int, Any], None, None]


class RandomGraphs(Protocol):
    """Random graphs with the degrees of a given one, without end.

    They are the same on every engine for the same seed, however they are united.
    """

    same_edges: bool  # whether all graphs have the same number of edges

    def union(self, n: int) -> BipartiteGraph:
        """The disjoint union of the next n graphs."""

    def skip(self, n: int) -> None:
        """Go on to the graph after the next n."""


class Searches(Protocol):
    """The part of a backend that searches, for bicliques or for cliques."""

    def search(
        self,
        prepared: Any,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        """See `Backend.search`."""


class Backend(ABC):
    """Where a graph is prepared, searched and counted, and where results are read.

    The methods stand in the order in which a call needs them. Each one calls a function
    of a stage, which has the details.
    """

    engine: Literal["cpu", "gpu"]  # the name that the caller uses
    prepares_on_host: bool  # on CPU cores, by `interruptible`

    # The stages before the search: core, twins, and the order of the roots.

    @abstractmethod
    def placed(self, graph: BipartiteGraph) -> BipartiteGraph:
        """The graph, moved to the memory in which it is prepared."""

    def prepare_at_once(
        self,
        graph: BipartiteGraph,
        min_left: int,
        min_right: int,
        budget: int,
        trace: Trace,
    ) -> Ordered | None:
        """All stages in one step; None if the stages below should run one by one."""
        return None

    @abstractmethod
    def core(
        self, graph: BipartiteGraph, min_left: int, min_right: int
    ) -> tuple[Array, Array]:
        """Degrees within the core; 0 for the vertices outside."""

    @abstractmethod
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

    @abstractmethod
    def side_to_grow(
        self, left_degree: Array, right_degree: Array, min_left: int, min_right: int
    ) -> Callable[[], str]:
        """The side to grow in a search for these least sizes, when it is known: the
        stages may go on until then."""

    @abstractmethod
    def anchor_costs(
        self, reduced: Any, p: int, q: int, budget: int
    ) -> tuple[AnchorCost, AnchorCost]:
        """The predicted work of a count for an anchor on the left, and on the right.
        A device bounds its sample by the budget."""

    @abstractmethod
    def order_graph(
        self, reduced: Any, grow: str, is_root: Array | None, budget: int
    ) -> Ordered:
        """The search graph, and the mapping back to the vertices of the input. A device
        bounds its scratch memory by the budget."""

    # The search.

    @abstractmethod
    def jobs(self, prepared: Prepared) -> Jobs:
        """Cut the search into jobs of about equal work."""

    @abstractmethod
    def jobs_to_keep(self, prepared: Prepared) -> StoredJobs:
        """Cut the search into jobs whose results can be stored one by one. The jobs
        depend on the graph and on `cut_by`, but not on the machine."""

    def cut_by(self, budget: int) -> dict[str, Any]:
        """Parameters, besides the graph, that `jobs_to_keep` depends on."""
        return {}

    @abstractmethod
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

    @abstractmethod
    def counting_stars(
        self, graph: SearchGraph, min_grown: int, min_kept: int
    ) -> Callable[[], int]:
        """Begin to count the maximal stars of the requested sizes, which have a single
        vertex on the kept side. The result returns their number."""

    @abstractmethod
    def star_records(
        self, graph: SearchGraph, min_grown: int, min_kept: int
    ) -> Records:
        """The maximal stars of the requested sizes."""

    # From records to members.

    @abstractmethod
    def kept_sizes(self, ordered: Ordered, records: Records) -> Array:
        """Number of vertices on the kept side of each biclique."""

    @abstractmethod
    def kept_members(
        self, ordered: Ordered, records: Records, sizes: Array
    ) -> tuple[Array, Array]:
        """Offsets and members of the kept side."""

    @abstractmethod
    def grown_members(self, ordered: Ordered, records: Records) -> tuple[Array, Array]:
        """Offsets and members of the grown side."""

    @abstractmethod
    def sort_members(self, offsets: Array, members: Array) -> None:
        """Sort the members of each biclique, in place."""

    @abstractmethod
    def canonical_order(self, offsets: Array, members: Array, n_right: Array) -> Array:
        """The order by (n_left, n_right, left members)."""

    @abstractmethod
    def sum_kept(self, ordered: Ordered, records: Records, weight: Array) -> Array:
        """Sum the weights (int64) of the classes of each kept side: int64."""

    @abstractmethod
    def sum_grown(self, ordered: Ordered, records: Records, weight: Array) -> Array:
        """Sum the weights (int64) of the classes of each grown side: int64."""

    @abstractmethod
    def count_by_vertex(
        self, ordered: Ordered, records: Records, side: str, score: Array
    ) -> tuple[Array, Array]:
        """For each vertex of a side, the number of its bicliques, and the best one:
        that with the largest score, and the least id among equal ones; -1 if there is
        none."""

    @abstractmethod
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

    # Counts of (p, q)-bicliques, and their listing.

    @abstractmethod
    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        """For each of `leasts`, sum over the sets of `picks` anchored vertices the
        number of ways to choose that many of their common neighbours. The list ascends
        from `anchored.least`."""

    @abstractmethod
    def butterflies(
        self,
        graph: BipartiteGraph,
        edges: bool,
        budget: int,
        trace: Trace,
        progress: Progress,
    ) -> LocalCounts:
        """Count the butterflies of each vertex, and of each edge if asked for."""

    @abstractmethod
    def butterfly_count(
        self, graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
    ) -> int | None:
        """Count all butterflies; None if `count` should do it."""

    @abstractmethod
    def wing_numbers(
        self, graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
    ) -> Array:
        """The wing number of each edge, in the order of `left_indices`: int64."""

    @abstractmethod
    def tip_numbers(
        self,
        graph: BipartiteGraph,
        side: str,
        budget: int,
        trace: Trace,
        progress: Progress,
    ) -> Array:
        """The tip number of each vertex of a side: int64."""

    @abstractmethod
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

    @abstractmethod
    def pair_bounds(self, indptr: Array, sets: Sets, least: int) -> Array:
        """The most pairs of a later vertex and a common neighbour that `extended` makes
        for each set: int64, in host memory. It bounds the work, and the size of the
        extended sets."""

    @abstractmethod
    def extended(
        self, indptr: Array, indices: Array, sets: Sets, least: int, after: int
    ) -> Sets:
        """Add one vertex to each set, in every way that gives at least `least` common
        neighbours and leaves at least `after` vertices to be added later.

        The vertices that a set may still take are those after its last member that
        share enough neighbours with it. `indptr` and `indices` are the adjacency of
        the other side.
        """

    @abstractmethod
    def chosen(self, choices: Choices) -> tuple[Array, Array]:
        """The members of bicliques: one row per picked vertex and one per chosen
        vertex, one column per biclique, int32."""

    # Random graphs.

    @abstractmethod
    def random_graphs(
        self, graph: BipartiteGraph, seed: int, null: Null
    ) -> RandomGraphs:
        """The random graphs of a seed, with the degrees of a graph. `null` says whether
        each graph has these degrees, or their mean."""


class Resources(NamedTuple):
    """What the stages of a call work with."""

    backend: Backend
    budget: int  # bytes
    trace: Trace
