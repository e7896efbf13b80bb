# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The order of a graph on a device, which is that of the CPU engine.

Modules: `preparation/gpu/`, `device/bit_matrices.py`.
"""

import numpy as np
import pandas as pd
import pytest

import graphs
from calls import resources
from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.backends.gpu import Gpu
from cugraph_biclique.device import bit_matrices
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.preparation import stages
from cugraph_biclique.preparation.gpu import at_once, order

pytestmark = pytest.mark.simulator

CPU, GPU = Cpu(), Gpu()
TINY = 8  # bytes: a budget without room for bit matrices


def ordered(backend, graph, grow, budget, least=1, is_root=None):
    degrees = backend.core(graph, least, least)
    reduced = backend.reduce_graph(
        graph, *degrees, merge_left=True, merge_right=grow == "left"
    )
    return backend.order_graph(reduced, grow, is_root, budget)


def assert_same(found, expected):
    for field, other in zip(found.graph, expected.graph, strict=True):
        np.testing.assert_array_equal(field, other)
    for side in ("kept", "grown"):
        mine, other = getattr(found, side), getattr(expected, side)
        np.testing.assert_array_equal(mine.of, other.of)
        np.testing.assert_array_equal(mine.weight, other.weight)


@pytest.mark.parametrize("least", [1, 2])
@pytest.mark.parametrize("grow", ["left", "right"])
@pytest.mark.parametrize("budget", [1 << 30, TINY])
def test_both_ways_give_the_order_of_the_cpu_engine(budget, grow, least):
    edges = graphs.random_graph(70, 90, 0.05, seed=3)
    edges += [(70 + k, v) for k in range(3) for u, v in edges if u == 5]  # twins
    graph = bipartite_graph(graphs.as_frame(edges))
    expected = ordered(CPU, graph, grow, budget, least)
    assert_same(ordered(GPU, graph, grow, budget, least), expected)


@pytest.mark.parametrize("sizes", [(1, 1), (2, 2), (3, 3), (2, 4), (4, 1)])
@pytest.mark.parametrize("shape", [(40, 60), (60, 40)])
def test_one_step_gives_what_the_stages_give(shape, sizes):
    edges = graphs.random_graph(*shape, 0.08, seed=sum(sizes))
    edges += [(70 + k, v) for k in range(3) for u, v in edges if u == 5]  # twins
    edges += [(u, 70 + k) for k in range(3) for u, v in edges if v == 5]
    graph = bipartite_graph(graphs.as_frame(edges))
    expected = in_stages(graph, sizes)
    found = GPU.prepare_at_once(graph, *sizes, 1 << 30, Trace())
    assert found.grow == expected.grow
    assert_same(found, expected)
    n_neighbours = np.diff(expected.graph.grown_indptr)
    assert found.sizes.swept == np.sum(np.diff(expected.graph.kept_indptr) ** 2)
    for n in range(66):
        assert found.sizes.below[n] == np.sum(n_neighbours < n)


def in_stages(graph, sizes):
    return stages._in_stages(graph, *sizes, resources("cpu"), partition=None)


def test_one_step_of_an_empty_core():
    graph = bipartite_graph(graphs.as_frame([(0, 0), (1, 1)]))
    found = GPU.prepare_at_once(graph, 2, 2, 1 << 30, Trace())
    assert_same(found, in_stages(graph, (2, 2)))
    assert found.sizes.swept == 0


def test_one_step_is_for_small_graphs(monkeypatch):
    graph = bipartite_graph(graphs.as_frame(graphs.random_graph(9, 9, 0.5, seed=1)))
    assert GPU.prepare_at_once(graph, 1, 1, TINY, Trace()) is None
    monkeypatch.setattr(at_once, "MOST_COMPARISONS", 2 * 9 * 9 - 1)
    assert GPU.prepare_at_once(graph, 1, 1, 1 << 30, Trace()) is None


@pytest.mark.parametrize("most", [0, 1 << 15])
def test_members_of_classes(most, monkeypatch):
    monkeypatch.setattr(order, "MOST_COMPARED", most)
    edges = graphs.random_graph(20, 30, 0.2, seed=5)
    edges += [(v % 7 * 10, 99) for v in range(7)]  # labels of twins far apart
    edges += [(100 + k, 100 + k // 3) for k in range(12)]
    graph = bipartite_graph(graphs.as_frame(edges))
    found, expected = (ordered(e, graph, "right", TINY, 1) for e in (GPU, CPU))
    for side in ("kept", "grown"):
        mine, other = getattr(found, side), getattr(expected, side)
        np.testing.assert_array_equal(mine.members, other.members)


@pytest.mark.parametrize("grow", ["left", "right"])
def test_a_partition_stays_in_order(grow):
    graph = bipartite_graph(graphs.as_frame(graphs.random_graph(20, 30, 0.2, seed=4)))
    n = graph.n_left if grow == "left" else graph.n_right
    is_root = np.arange(n) % 3 == 0
    sorts, matrices = (
        ordered(GPU, graph, grow, budget, 1, is_root) for budget in (TINY, 1 << 30)
    )
    assert_same(matrices, sorts)


def test_vertices_of_many_bits():
    """Both sides together have too many vertices for sort keys of 32 bits."""
    n = 1 << 15
    u, v = np.arange(n), (np.arange(n) * 7 + 1) % n
    edges = pd.DataFrame({"u": np.append(u, u[:40]), "v": np.append(v, v[40:80])})
    graph = bipartite_graph(edges)
    expected = ordered(CPU, graph, "left", TINY)
    assert_same(ordered(GPU, graph, "left", TINY), expected)


def test_matrices_are_bounded(monkeypatch):
    assert bit_matrices.new_matrices(64, 64) is not None
    assert bit_matrices.new_matrices(64, 64, most=1023) is None
    assert bit_matrices.new_matrices(bit_matrices.MOST_ROWS + 1, 1) is None

    def fail(*args):
        raise MemoryError

    monkeypatch.setattr(bit_matrices.xp, "zeros", fail)
    assert bit_matrices.new_matrices(64, 64) is None
