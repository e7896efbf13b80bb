# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Backends: where a prepared graph is searched or counted. The choice is made once.

`backend_for` chooses one of three. ``cpu`` works on the cores, ``gpu`` on one device,
and ``out_of_core`` keeps the graph in host memory and works on a device, one piece of
the graph at a time. Each implements `Backend`, which is all that enumeration and
counting know of them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.order import Ordered, SearchGraph
from cugraph_biclique.partition.pieces import Pack, in_pieces
from cugraph_biclique.progress import Progress, Tracker
from cugraph_biclique.records import Records
from cugraph_biclique.tasks import Job
from cugraph_biclique.trace import Trace

Array: TypeAlias = Any  # of NumPy, or of CuPy
Jobs = Sequence[Job] | Sequence[Pack]
Take = Callable[[Records], Any]
Found = Generator[tuple[int, Any], None, None]


class Reduction(Protocol):
    """Removes vertices outside the core, and merges twins."""

    def core(
        self, graph: BipartiteGraph, min_left: int, min_right: int
    ) -> tuple[Array, Array]:
        """Degrees within the core, 0 for the vertices outside."""

    def reduce_graph(
        self,
        graph: BipartiteGraph,
        left_degree: Array,
        right_degree: Array,
        *,
        merge_left: bool,
        merge_right: bool,
    ) -> Any:
        """The reduced graph, as `Ordering.order_graph` of the same backend takes it."""


class Ordering(Protocol):
    """Chooses the side of the roots, and numbers the vertices."""

    def side_to_grow(self, left_degree: Array, right_degree: Array) -> str:
        """The side of the roots of a search."""

    def side_to_anchor(self, reduced: Any, p: int, q: int) -> str:
        """The side of the roots of a count."""

    def order_graph(self, reduced: Any, grow: str, is_root: Array | None) -> Ordered:
        """The search graph, and the way back to the vertices of the input."""


class Stars(Protocol):
    """Bicliques with a single vertex on the kept side."""

    def star_sizes(self, graph: SearchGraph) -> Array:
        """Vertices on the grown side of each star."""

    def maximal_stars(self, graph: SearchGraph) -> Array:
        """Whether each star is maximal."""


class MemberLists(Protocol):
    """Turns records into members."""

    def kept_sizes(self, ordered: Ordered, records: Records) -> Array:
        """Vertices on the kept side of each biclique."""

    def kept_members(
        self, ordered: Ordered, records: Records, sizes: Array
    ) -> tuple[Array, Array]:
        """Offsets and members of the kept side."""

    def grown_members(self, ordered: Ordered, records: Records) -> tuple[Array, Array]:
        """Offsets and members of the grown side."""

    def sort_members(self, offsets: Array, members: Array, /) -> None:
        """Sort the members of each biclique, in place."""

    def canonical_order(
        self, offsets: Array, members: Array, n_right: Array, /
    ) -> Array:
        """The order by (n_left, n_right, left members)."""


class Prepared(NamedTuple):
    """A graph ready for the search, and the least sizes in terms of its sides."""

    ordered: Ordered
    min_kept: int
    min_grown: int
    backend: Backend
    budget: int  # bytes

    @property
    def least_bits(self) -> int:
        """Members below which a row is dropped; one-vertex rows never count."""
        return max(2, self.min_kept)

    def for_cores(self) -> Prepared:
        """The same search for the CPU backend."""
        ordered = self.ordered._replace(graph=self.ordered.graph.to_host())
        return self._replace(ordered=ordered, backend=backend_for("cpu"))


class Anchored(NamedTuple):
    """A graph ready for a count: sets of `picks` vertices of the anchored side (the
    grown one of `graph`) with at least `least` common neighbours."""

    graph: SearchGraph
    picks: int
    least: int
    backend: Backend
    budget: int  # bytes

    def for_cores(self) -> Anchored:
        """The same count for the CPU backend."""
        return self._replace(graph=self.graph.to_host(), backend=backend_for("cpu"))


class Backend(Protocol):
    """Everything that depends on where a call is executed."""

    engine: Literal["cpu", "gpu"]  # in the words of the caller
    prepares_on_host: bool  # on the CPU cores, where a signal may come in between

    @property
    def reduction(self) -> Reduction:
        """The first stage of the preparation."""

    @property
    def ordering(self) -> Ordering:
        """The second stage of the preparation."""

    @property
    def stars(self) -> Stars:
        """Bicliques that the search leaves out."""

    @property
    def member_lists(self) -> MemberLists:
        """Members of what was found."""

    def placed(self, graph: BipartiteGraph) -> BipartiteGraph:
        """The graph in the memory in which it is prepared."""

    def jobs(self, prepared: Prepared) -> Jobs:
        """The search cut into jobs, which share its work evenly."""

    def jobs_to_keep(self, prepared: Prepared) -> Jobs:
        """The search cut into jobs whose results are worth keeping one by one. The cut
        depends on the graph and on `cut_by`, and not on the machine."""

    def cut_by(self, budget: int) -> dict[str, Any]:
        """What else `jobs_to_keep` depends on, by name."""

    def search(
        self,
        prepared: Prepared,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        """Yield what `take` returns for each filled output buffer, as (job, taken) in
        the order of the jobs; (job, None) ends a job. Without `take`, yield numbers of
        bicliques."""

    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        """Sum over the sets of `picks` anchored vertices the ways to choose `least` of
        their common neighbours, for each of `leasts` (ascending, from the anchored
        one)."""


def backend_for(engine: str, n_edges: int = 0, budget: int = 0) -> Backend:
    """The backend of an engine that is available.

    A graph that would take more than half of the budget while it is prepared on the
    device is one for ``out_of_core``. Partitions leave `n_edges` out: they have been
    cut to fit.
    """
    from cugraph_biclique.backends.cpu import Cpu
    from cugraph_biclique.backends.gpu import Gpu
    from cugraph_biclique.backends.out_of_core import OutOfCore

    if engine == "cpu":
        return Cpu()
    if n_edges and in_pieces(n_edges, budget):
        return OutOfCore()
    return Gpu()
