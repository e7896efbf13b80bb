# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The backend of the CPU cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import numba

from cugraph_biclique.contract.backend import (
    Backend,
    Found,
    Jobs,
    Null,
    RandomGraphs,
    StoredJobs,
    Take,
)
from cugraph_biclique.contract.prepared import AnchorCost, Anchored, Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.contract.search_graph import Array, Ordered, SearchGraph
from cugraph_biclique.contract.sets import Choices, Sets
from cugraph_biclique.contract.sums import LocalCounts, Pass, SetSums
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.progress import Progress, Tracker
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.cpu import anchoring, order, reduction
from cugraph_biclique.preparation.jobs import (
    ON_CORES,
    jobs_for,
    jobs_to_keep,
    root_work,
)
from cugraph_biclique.results.cpu import members as member_lists
from cugraph_biclique.results.cpu import missing, sums
from cugraph_biclique.search.cpu import stars
from cugraph_biclique.search.cpu import worker as search_worker


class Cpu(Backend):
    """Prepares, searches and counts on the CPU cores."""

    engine: Literal["cpu", "gpu"] = "cpu"
    prepares_on_host = True

    # The stages before the search.

    def placed(self, graph: BipartiteGraph) -> BipartiteGraph:
        return graph

    def core(
        self, graph: BipartiteGraph, min_left: int, min_right: int
    ) -> tuple[Array, Array]:
        return reduction.core(graph, min_left, min_right)

    def reduce_graph(
        self,
        graph: BipartiteGraph,
        left_degree: Array,
        right_degree: Array,
        *,
        merge_left: bool,
        merge_right: bool,
    ) -> Any:
        return reduction.reduce_graph(
            graph,
            left_degree,
            right_degree,
            merge_left=merge_left,
            merge_right=merge_right,
        )

    def side_to_grow(
        self, left_degree: Array, right_degree: Array, min_left: int, min_right: int
    ) -> Callable[[], str]:
        return order.side_to_grow(left_degree, right_degree, min_left, min_right)

    def anchor_costs(
        self, reduced: Any, p: int, q: int, budget: int
    ) -> tuple[AnchorCost, AnchorCost]:
        return anchoring.anchor_costs(reduced, p, q, budget)

    def order_graph(
        self, reduced: Any, grow: str, is_root: Array | None, budget: int
    ) -> Ordered:
        return order.order_graph(reduced, grow, is_root, budget)

    # The search.

    def jobs(self, prepared: Prepared) -> Jobs:
        work = root_work(prepared.ordered.graph)
        return jobs_for(work, numba.get_num_threads(), divide=prepared.goal is None)

    def jobs_to_keep(self, prepared: Prepared) -> StoredJobs:
        return jobs_to_keep(root_work(prepared.ordered.graph), ON_CORES)

    def search(
        self,
        prepared: Prepared,
        jobs: Jobs,
        take: Take | None,
        trace: Trace,
        on_progress: Tracker,
    ) -> Found:
        return search_worker.search_jobs(prepared, jobs, take, trace, on_progress)

    def counting_stars(
        self, graph: SearchGraph, min_grown: int, min_kept: int
    ) -> Callable[[], int]:
        return stars.counting_stars(graph, min_grown, min_kept)

    def star_records(
        self, graph: SearchGraph, min_grown: int, min_kept: int
    ) -> Records:
        return stars.star_records(graph, min_grown, min_kept)

    # From records to members.

    def kept_sizes(self, ordered: Ordered, records: Records) -> Array:
        return member_lists.kept_sizes(ordered, records)

    def kept_members(
        self, ordered: Ordered, records: Records, sizes: Array
    ) -> tuple[Array, Array]:
        return member_lists.kept_members(ordered, records, sizes)

    def grown_members(self, ordered: Ordered, records: Records) -> tuple[Array, Array]:
        return member_lists.grown_members(ordered, records)

    def sort_members(self, offsets: Array, members: Array) -> None:
        member_lists.sort_members(offsets, members)

    def canonical_order(self, offsets: Array, members: Array, n_right: Array) -> Array:
        return member_lists.canonical_order(offsets, members, n_right)

    def sum_kept(self, ordered: Ordered, records: Records, weight: Array) -> Array:
        return sums.sum_kept(ordered, records, weight)

    def sum_grown(self, ordered: Ordered, records: Records, weight: Array) -> Array:
        return sums.sum_grown(ordered, records, weight)

    def count_by_vertex(
        self, ordered: Ordered, records: Records, side: str, score: Array
    ) -> tuple[Array, Array]:
        return sums.count_by_vertex(ordered, records, side, score)

    def missing_pairs(
        self,
        offsets: Array,
        members: Array,
        of_member: tuple[Array, Array],
        of_candidate: tuple[Array, Array],
        at_most: int,
        strides: tuple[int, int],
    ) -> Iterator[tuple[Array, Array]]:
        return missing.missing_pairs(
            offsets, members, of_member, of_candidate, at_most, strides
        )

    # Counts of (p, q)-bicliques, and their listing.

    def count(
        self, anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
    ) -> list[int]:
        from cugraph_biclique.counting import cpu as counting

        return counting.count(anchored, leasts, trace, progress)

    def butterflies(
        self,
        graph: BipartiteGraph,
        edges: bool,
        budget: int,
        trace: Trace,
        progress: Progress,
    ) -> LocalCounts:
        from cugraph_biclique.local_counting import cpu as local_counting

        return local_counting.butterflies(graph, edges, budget, trace, progress)

    def butterfly_count(
        self, graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
    ) -> int | None:
        from cugraph_biclique.local_counting import cpu as local_counting

        return local_counting.butterfly_count(graph, budget, trace, progress)

    def wing_numbers(
        self, graph: BipartiteGraph, budget: int, trace: Trace, progress: Progress
    ) -> Array:
        from cugraph_biclique.peeling import cpu as peeling

        return peeling.wing_numbers(graph, budget, trace, progress)

    def tip_numbers(
        self,
        graph: BipartiteGraph,
        side: str,
        budget: int,
        trace: Trace,
        progress: Progress,
    ) -> Array:
        from cugraph_biclique.peeling import cpu as peeling

        return peeling.tip_numbers(graph, side, budget, trace, progress)

    def set_sums(
        self,
        anchored: Anchored,
        add: Pass,
        edges: bool,
        trace: Trace,
        progress: Progress,
    ) -> SetSums:
        from cugraph_biclique.local_counting import cpu as local_counting

        return local_counting.set_sums(anchored, add, edges, trace, progress)

    def pair_bounds(self, indptr: Array, sets: Sets, least: int) -> Array:
        from cugraph_biclique.listing import cpu as listing

        return listing.pair_bounds(indptr, sets, least)

    def extended(
        self, indptr: Array, indices: Array, sets: Sets, least: int, after: int
    ) -> Sets:
        from cugraph_biclique.listing import cpu as listing

        return listing.extended(indptr, indices, sets, least, after)

    def chosen(self, choices: Choices) -> tuple[Array, Array]:
        from cugraph_biclique.listing import cpu as listing

        return listing.chosen(choices)

    # Random graphs.

    def random_graphs(
        self, graph: BipartiteGraph, seed: int, null: Null
    ) -> RandomGraphs:
        from cugraph_biclique.randomization import bicm
        from cugraph_biclique.randomization.cpu import RandomGraphs as Drawn

        if null == "bicm":
            return bicm.RandomGraphs(graph, seed)
        return Drawn(graph, seed)
