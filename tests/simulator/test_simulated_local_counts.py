# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The GPU engine counts by vertex and by edge as the oracle does.

Modules: `local_counting/gpu/`.
"""

import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.local_counting.gpu import launches, sets
from test_local_counting import check_sums_of_roots, expected, local

pytestmark = pytest.mark.simulator

ON_CORES = ["local_counting.cpu.butterflies", "local_counting.cpu.set_sums"]

SMALL = {
    "empty": [],
    "edge": graphs.complete(1, 1),
    "complete-5-4": graphs.complete(5, 4),
    "path-9": graphs.path(9),
    "crown-6": graphs.crown(6),
    "twins": graphs.twins(graphs.random_graph(4, 5, 0.5, seed=1)),
    "random": graphs.random_graph(12, 10, 0.6, seed=2),
    "uneven": graphs.random_graph(5, 150, 0.6, seed=3),
    "uneven-right": graphs.transposed(graphs.random_graph(5, 90, 0.6, seed=4)),
}


@pytest.mark.parametrize("name", SMALL)
def test_small_graphs(name, only_the_device):
    edges = SMALL[name]
    for p, q in [(1, 2), (2, 2), (2, 3), (3, 3)]:
        found = local(graphs.as_frame(edges), p, q, engine="gpu")
        assert found == expected(edges, p, q), (p, q)


@pytest.mark.parametrize(("p", "q"), [(4, 2), (4, 3), (5, 4), (3, 5)])
def test_several_levels(p, q, only_the_device):
    edges = SMALL["random"]
    found = local(graphs.as_frame(edges), p, q, engine="gpu")
    assert found == expected(edges, p, q)


@pytest.mark.parametrize("long_list", [0, 1, 8])
@pytest.mark.parametrize(("p", "q"), [(2, 3), (4, 3)])
def test_short_lists_are_looked_up_in_long_ones(
    p, q, long_list, only_the_device, monkeypatch
):
    monkeypatch.setattr(sets, "LONG_LIST", long_list)
    edges = SMALL["random"] + [(20, v) for v in range(10)]
    edges += [(u, 30) for u in range(12)] + [(u, 31) for u in range(0, 12, 5)]
    found = local(graphs.as_frame(edges), p, q, engine="gpu")
    assert found == expected(edges, p, q)


@pytest.mark.parametrize("most", [1, 3, 64])
def test_parts_of_a_root_add_up(most, only_the_device, monkeypatch):
    monkeypatch.setattr(launches, "MOST_PARTS", most)
    monkeypatch.setattr(launches, "ITEMS_PER_BLOCK", 30)
    edges = SMALL["random"]
    for p, q in [(2, 3), (4, 3)]:
        found = local(graphs.as_frame(edges), p, q, engine="gpu")
        assert found == expected(edges, p, q)


@pytest.mark.parametrize("parts", [3, 40])  # some without roots
def test_the_sums_of_some_roots_add_up(parts, only_the_device):
    check_sums_of_roots(SMALL["random"], 4, 3, parts, engine="gpu")


def test_counts_beyond_64_bits(only_the_device):
    edges = graphs.complete(3, 80) + [(3, v) for v in range(79)]
    found = local(graphs.as_frame(edges), 3, 38, engine="gpu")
    assert found == expected(edges, 3, 38)


@pytest.mark.parametrize(("p", "q"), [(2, 2), (3, 2)])
def test_the_cores_count_what_does_not_fit_the_device(p, q, monkeypatch):
    edges = SMALL["random"]
    found = local(graphs.as_frame(edges), p, q, engine="gpu", memory_budget=20_000)
    assert found == expected(edges, p, q)


def test_both_sums_of_a_graph_agree():
    frame = graphs.as_frame(SMALL["uneven"])
    whole = cb.biclique_count(frame, 2, 2, engine="gpu")
    by_edge = cb.biclique_count_by_edge(frame, 2, 2, engine="gpu")
    assert by_edge["count"].sum() == 4 * whole
