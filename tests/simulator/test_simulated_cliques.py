# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal cliques on the GPU engine, against NetworkX and the CPU engine.

Modules: `cliques/gpu/`.
"""

from itertools import combinations

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import warps
from hypothesis import given, settings
from hypothesis import strategies as st

import cugraph_biclique as cb
from cugraph_biclique.calls.cliques import CliqueCall
from cugraph_biclique.cliques import gpu
from cugraph_biclique.cliques.gpu import narrow, wide, wide_children, workspace
from cugraph_biclique.cliques.order import kept_vertices
from cugraph_biclique.cliques.partition import CliquePartition
from cugraph_biclique.host.jobs import ranges
from cugraph_biclique.inputs.undirected import undirected_graph
from cugraph_biclique.request.request import UndirectedRequest

pytestmark = pytest.mark.simulator

FULL = nx.complete_graph(66)
FULL.remove_edges_from([(0, 1), (2, 3), (3, 4)])
GRAPHS = {
    "nothing": nx.empty_graph(0),
    "alone": nx.empty_graph(3),
    "path": nx.path_graph(9),
    "star": nx.star_graph(40),
    "complete-6": nx.complete_graph(6),
    "moon-moser": nx.complete_multipartite_graph(*[3] * 4),
    "moon-moser-15": nx.complete_multipartite_graph(*[3] * 5),
    "multipartite": nx.complete_multipartite_graph(1, 2, 3, 4),
    "karate": nx.convert_node_labels_to_integers(nx.karate_club_graph()),
    "no-path": nx.complement(nx.path_graph(14)),
    "all-but-one": nx.Graph(
        edge for last in range(9, 13) for edge in combinations([*range(9), last], 2)
    ),
    "random": nx.gnp_random_graph(18, 0.6, seed=1),
    "sparse": nx.gnp_random_graph(40, 0.1, seed=2),
    "pairs-apart": nx.complement(nx.disjoint_union_all([nx.path_graph(2)] * 7)),
    "wide": FULL,
    # Below: nearly all open members are adjacent to all others.
    "stars-apart": nx.complement(
        nx.disjoint_union_all([*map(nx.star_graph, (1, 2, 3)), nx.empty_graph(8)])
    ),
    "ring-apart": nx.complement(
        nx.disjoint_union(nx.cycle_graph(7), nx.empty_graph(7))
    ),
    "pieces": nx.compose(nx.complete_graph(12), nx.complete_graph(range(5, 17))),
}
# Roots with 64, 65, 128 and 129 members, and more
COMPLETE = [65, 66, 100, 129, 130, 239]
SMALL = nx.gnp_random_graph(12, 0.6, seed=1)  # for limits that make searches long
# Members from which on a node is wide, to search small graphs in all ways
MOST_MEMBERS = [0, 1, 4, 63]


def expected(graph, min_size=1):
    """The cliques of NetworkX, in the canonical order."""
    found = (tuple(sorted(clique)) for clique in nx.find_cliques(graph))
    found = (clique for clique in found if len(clique) >= min_size)
    return sorted(found, key=lambda clique: (len(clique), clique))


def found_in(graph, **options):
    options = {"sort": True, "engine": "gpu"} | options
    return [tuple(clique) for clique in cb.maximal_cliques(graph, **options)]


def compare(graph, min_size=1):
    cliques = expected(graph, min_size)
    options = {"min_size": min_size, "engine": "gpu"}
    assert found_in(graph, min_size=min_size) == cliques
    assert cb.maximal_clique_count(graph, **options) == len(cliques)
    return cliques


@pytest.mark.parametrize("most_members", MOST_MEMBERS)
@pytest.mark.parametrize("name", GRAPHS)
def test_the_cliques_are_those_of_networkx(name, most_members, limit):
    limit(gpu, most_members=most_members)
    compare(GRAPHS[name])


@pytest.mark.parametrize("n", COMPLETE)
def test_complete_graphs(n):
    compare(nx.complete_graph(n))
    assert found_in(nx.complete_graph(n), min_size=n + 1) == []


def test_few_open_vertices_and_a_long_prefix():
    """Both together do not fit a mask, if cliques are emitted."""
    apart = nx.path_graph(4), nx.cycle_graph(5), nx.path_graph(2)
    graph = nx.complement(nx.disjoint_union_all([*apart, nx.empty_graph(60)]))
    for min_size in (1, 65):
        compare(graph, min_size)


@pytest.mark.parametrize("missed", [{0}, {40}, {69}, {3, 68}, {*range(3, 70)}])
def test_an_outsider_of_a_large_clique(missed):
    graph = nx.complete_graph(70)
    graph.add_edges_from((70, v) for v in range(70) if v not in missed)
    for min_size in (1, 69, 70):
        compare(graph, min_size)


@given(st.integers(1, 9), st.integers(0, 5), st.data())
@settings(max_examples=20)
def test_random_graphs_that_are_nearly_complete(n, universal, data):
    """Some of the first n vertices are not adjacent to some vertices."""
    graph = nx.complete_graph(n + universal)
    vertex = st.integers(0, n + universal - 1)
    apart = st.tuples(st.integers(0, n - 1), vertex)
    graph.remove_edges_from(data.draw(st.lists(apart, max_size=8)))
    most_members = data.draw(st.sampled_from(MOST_MEMBERS))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gpu, "LIMITS", gpu.LIMITS._replace(most_members=most_members))
        compare(graph, data.draw(st.integers(1, n + universal)))


def test_lists_of_children_by_several_blocks(limit, two_blocks):
    limit(gpu, most_members=2)
    compare(GRAPHS["random"])
    assert wide_children.list_children in two_blocks


@given(
    st.integers(1, 12),
    st.floats(0.2, 1),
    st.integers(0, 2**32 - 1),
    st.integers(1, 4),
    st.sampled_from(MOST_MEMBERS),
)
@settings(max_examples=30)
def test_random_graphs(n, density, seed, min_size, most_members):
    graph = nx.gnp_random_graph(n, density, seed=seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gpu, "LIMITS", gpu.LIMITS._replace(most_members=most_members))
        compare(graph, min_size)


@pytest.mark.parametrize("most_members", [2, 63])
@pytest.mark.parametrize("min_size", [2, 4, 6])
def test_minimum_sizes(min_size, most_members, limit):
    limit(gpu, most_members=most_members)
    cliques = compare(GRAPHS["random"], min_size)
    sizes = pd.Series([len(clique) for clique in cliques], dtype=np.int32)
    counted = cb.maximal_clique_sizes(GRAPHS["random"], min_size=min_size, engine="gpu")
    assert dict(counted.to_numpy()) == sizes.value_counts().to_dict()


@pytest.mark.parametrize(
    "limits",
    [
        {"most_words": 100},
        {"most_words": 30, "most_members": 3},
        {"most_children": 1, "most_members": 2},
        {"first_records": 1},
        {"first_records": 2, "most_members": 2},
        {"most_records": 20},  # the cores search the roots with more
        {"most_records": 0},
        {"first_records": 0, "most_members": 0},
        {"most_records": 0, "most_members": 0},
        {"most_levels": 1},
    ],
    ids=str,
)
def test_memory_that_is_too_small(limits, limit, monkeypatch):
    monkeypatch.setattr(narrow, "DONATION_INTERVAL", 1)
    limit(gpu, **limits)
    for graph in (GRAPHS["moon-moser"], SMALL):
        compare(graph)


@pytest.mark.parametrize("most_members", [2, 63])
def test_partitions_and_shares(most_members, limit):
    """Two partitions, the roots of each shared by searches on one copy of the graph."""
    limit(gpu, most_members=most_members)
    graph = undirected_graph(GRAPHS["random"])
    order = kept_vertices(graph, 1)
    found = []
    for part in range(2):
        request = UndirectedRequest(graph, engine="gpu", progress=False)
        is_root = np.arange(len(order)) % 2 == part
        call = CliqueCall(request, 1, CliquePartition(graph, order, is_root))
        ordered = call.prepared.ordered
        for job in ranges(ordered.first_root, ordered.graph.n, 4):
            searched = call.run([job], call.lasting, call.prepared)
            for records in (taken for _, taken in searched if taken is not None):
                found += [tuple(clique) for clique in call.result(records)]
    assert sorted(found) == sorted(expected(GRAPHS["random"]))


@pytest.mark.parametrize("budget", [20_000, 200_000])
def test_small_budgets(budget, limit):
    for most_members in (3, 63):
        limit(gpu, most_members=most_members)
        graph, options = GRAPHS["random"], {"memory_budget": budget, "engine": "gpu"}
        found = cb.maximal_cliques(graph, sort=True, **options)
        assert [tuple(clique) for clique in found] == expected(graph)
        assert found.report["engine"] == "gpu"
        assert cb.maximal_clique_count(graph, **options) == len(found)


def test_wide_nodes_take_the_memory_that_is_planned(limit, monkeypatch):
    launch_together, wide_level = wide.launch_together, wide.WideSearch.wide_level
    planned, levels = [], []

    def launch(kernel, blocks, made, sizes, lists, *others):
        n = len(made.node)
        sets = wide.SETS * len(made.within) * workspace.WORD_BYTES // n
        allocated = sum(array.nbytes for array in (*made, *lists))
        ends = 2 * wide_children.KINDS * workspace.WORD_BYTES  # of the offsets
        planned.append(n * (sets + wide.CHILD_BYTES) + ends == allocated)
        launch_together(kernel, blocks, made, sizes, lists, *others)

    def make(search, expansion, children):
        level = wide_level(search, expansion, children)
        levels.append(level.nbytes == search.level_bytes(children))
        return level

    monkeypatch.setattr(wide, "launch_together", launch)
    monkeypatch.setattr(wide.WideSearch, "wide_level", make)
    limit(gpu, most_members=2)
    compare(GRAPHS["random"])
    assert planned and levels
    assert all(planned + levels)


def test_a_graph_that_does_not_fit_the_device_is_searched_by_cores():
    found = cb.maximal_cliques(
        GRAPHS["random"], memory_budget=4000, engine="gpu", sort=True
    )
    assert [tuple(clique) for clique in found] == expected(GRAPHS["random"])
    assert found.report["engine"] == "cpu"


@pytest.mark.parametrize("most_members", [4, 63])
def test_warps_that_donate_all_that_they_can(most_members, limit, monkeypatch):
    limit(gpu, most_members=most_members)
    monkeypatch.setattr(narrow, "DONATION_INTERVAL", 1)
    monkeypatch.setattr(narrow, "NODES_PER_WARP", 1)
    monkeypatch.setattr(narrow, "MOST_MEMBERS", 2)  # of a truth table
    for name in ("moon-moser-15", "random", "pairs-apart"):
        compare(GRAPHS[name])


@pytest.mark.parametrize("most_members", [0, 2, 5, 10])
def test_truth_tables_of_all_sizes(most_members, monkeypatch):
    monkeypatch.setattr(narrow, "MOST_MEMBERS", most_members)
    for name in ("no-path", "multipartite", "random"):
        compare(GRAPHS[name])


@pytest.mark.parametrize("schedule", ["oldest_first", "drawn"])
def test_other_schedules(schedule, limit, monkeypatch):
    schedules = {"oldest_first": warps.oldest_first, "drawn": warps.drawn(1)}
    monkeypatch.setattr(warps, "schedule", schedules[schedule])
    for most_members in (3, 63):
        limit(gpu, most_members=most_members)
        compare(GRAPHS["karate"])


@pytest.mark.parametrize("most", [1, 1000])
def test_outer_rows_that_are_copied(most, limit, monkeypatch):
    monkeypatch.setattr(narrow, "MOST_MEMBERS", 2)
    monkeypatch.setattr(narrow, "FEW_ROWS", 0)
    monkeypatch.setattr(workspace, "FEW_ROWS", 0)
    monkeypatch.setattr(workspace, "MOST_COPIES", most)
    for most_members in (5, 63):
        limit(gpu, most_members=most_members)
        compare(GRAPHS["karate"])
        compare(GRAPHS["random"])


def test_the_order_is_the_same_at_each_run(limit):
    for most_members in (3, 63):
        limit(gpu, most_members=most_members)
        first, second = (found_in(GRAPHS["random"], sort=False) for _ in range(2))
        assert first == second


def test_the_order_with_sort_is_that_of_the_cpu_engine():
    graph = GRAPHS["karate"]
    assert found_in(graph) == found_in(graph, engine="cpu")


def test_batches_and_files(tmp_path, limit):
    limit(gpu, most_members=5)
    graph = GRAPHS["karate"]
    batches = list(cb.iter_maximal_cliques(graph, batch_size=10, engine="gpu"))
    assert [len(batch) for batch in batches] == [10, 10, 10, 6]
    assert [tuple(c) for batch in batches for c in batch] == found_in(graph, sort=False)
    pytest.importorskip("pyarrow")
    n = cb.write_maximal_cliques(graph, tmp_path / "found", engine="gpu")
    assert n == cb.verify_data_set(tmp_path / "found") == 36


@pytest.mark.parametrize("most_members", [5, 63])
def test_streams_begin_with_small_parts(most_members, limit):
    limit(gpu, most_members=most_members, part_records=4, first_records=8)
    graph = GRAPHS["karate"]
    batches = list(cb.iter_maximal_cliques(graph, batch_size=7, engine="gpu"))
    assert [len(batch) for batch in batches] == [7, 7, 7, 7, 7, 1]
    found = [tuple(sorted(clique)) for batch in batches for clique in batch]
    assert len(found) == len(set(found))
    assert set(found) == set(expected(graph))


def test_the_report_counts_the_search():
    found = cb.maximal_cliques(GRAPHS["karate"], engine="gpu")
    assert found.report["engine"] == "gpu"
    assert found.report["nodes"] >= len(found)
    assert set(found.report["seconds"]) == {"input", "order", "search"}
