# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The side that a count picks from.

Modules: `preparation/choices.py`, `preparation/cpu/anchoring.py`,
`preparation/stages.py`.
"""

from math import exp, log

import pytest

import cugraph_biclique as cb
import graphs
import naive
from calls import resources
from cugraph_biclique.preparation.choices import TwoHopSample, anchor_cost
from cugraph_biclique.preparation.cpu import anchoring, reduction
from cugraph_biclique.preparation.stages import anchored_and_ordered

# The hash overflows on purpose; kernels that run as plain Python warn of it.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")

RANDOM = graphs.random_graph(40, 30, 0.4, seed=1)
BUDGET = 1 << 30
MIX = 0x9E3779B97F4A7C15


def picked(rows, v, n):
    """The row that a sample picks second: a hash makes the choice."""
    return min(rows, key=lambda w: (((v * n + w) * MIX & (1 << 64) - 1) >> 33, w))


def sample_of(edges, least):
    """The sample of all left vertices, by definition."""
    left = naive.neighbours(edges)
    right = naive.neighbours(graphs.transposed(edges))
    read = sum(len(members) ** 2 for members in right.values())
    rows, squares, shared = 0, 0, 0
    for v, mine in left.items():
        after = [
            w
            for w, its in left.items()
            if (len(its), w) > (len(mine), v) and len(its & mine) >= least
        ]
        rows += len(after)
        squares += len(after) ** 2
        if len(after) > 1:
            pick = picked(after, v, len(left))
            both = mine & left[pick]
            found = [w for w in after if w != pick and len(left[w] & both) >= least]
            shared += len(after) * len(found)
    return len(left), read, rows, squares, shared


def reduced(edges, p, q):
    graph = cb.bipartite_graph(graphs.as_frame(edges))
    degrees = reduction.core(graph, p, q)
    return reduction.reduce_graph(graph, *degrees, merge_left=False, merge_right=False)


def chosen(edges, p, q, engine="cpu"):
    """The side that a count of these sizes picks from."""
    graph = cb.bipartite_graph(edges)
    found = anchored_and_ordered(graph, p, q, resources(engine, BUDGET))
    return found[0].grow


@pytest.mark.parametrize("least", [2, 4, 6])
def test_a_sample_of_all_vertices_is_exact(least):
    assert len(naive.core(RANDOM, 2, 2)) == len(RANDOM)  # so that ids stay
    given = reduced(RANDOM, 2, 2)
    found = anchoring.sample_two_hop(
        given.left_indptr, given.left_indices, given.right_indptr, given.right_indices,
        least, True, 10**9,
    )  # fmt: skip
    assert found == sample_of(RANDOM, least)


def test_a_sample_needs_no_second_sweep_for_three_picks():
    given = reduced(RANDOM, 2, 2)
    *found, shared = anchoring.sample_two_hop(
        given.left_indptr, given.left_indices, given.right_indptr, given.right_indices,
        4, False, 10**9,
    )  # fmt: skip
    assert tuple(found) == sample_of(RANDOM, 4)[:-1]
    assert shared == 0


def test_a_sample_of_some_vertices_predicts_the_same():
    """Within a factor: the sample is a twentieth of the vertices."""
    edges = graphs.random_graph(400, 300, 0.1, seed=1)
    given = reduced(edges, 5, 5)
    left = given.left_indptr, given.left_indices
    right = given.right_indptr, given.right_indices
    costs = []
    for budget in (10**9, 20_000):
        found = anchoring.sample_two_hop(*left, *right, 5, True, budget)
        costs.append(anchor_cost(TwoHopSample(*found), 400, 5).work)
        assert (found[0] == 400) == (budget == 10**9)
    assert abs(costs[0] - costs[1]) < log(1.5)


def test_the_work_is_that_of_the_levels():
    sample = TwoHopSample(sampled=10, read=500, rows=60, squares=400, shared=360)
    for picks, pairs in [(2, 0), (3, 400), (4, 3 * 400), (6, 27 * 400)]:
        # The side has ten times the vertices of the sample.
        expected = 10 * (500 + pairs)
        assert exp(anchor_cost(sample, 100, picks).work) == pytest.approx(expected)


def test_levels_never_predict_less_work_than_those_above():
    sample = TwoHopSample(sampled=10, read=500, rows=60, squares=400, shared=6)
    costs = [anchor_cost(sample, 10, picks).work for picks in (3, 4, 9)]
    assert costs == [pytest.approx(log(900))] * 3


def test_steps_are_those_of_the_model_that_the_warning_reads():
    sample = TwoHopSample(sampled=10, read=500, rows=60, squares=400, shared=360)
    assert anchor_cost(sample, 100, 5).log_steps == pytest.approx(log(5000 * 6**3))
    assert anchor_cost(sample, 100, 2).log_steps == pytest.approx(log(5000))


def test_a_side_without_vertices_costs_nothing():
    assert anchor_cost(TwoHopSample(0, 0, 0, 0, 0), 0, 3) == (0, 0)
    assert anchor_cost(TwoHopSample(2, 5, 0, 0, 0), 2, 3).work == pytest.approx(log(5))


def test_rows_that_share_too_little_with_each_other_count_for_little(engine):
    """From the left, few roots have many rows, and a dense block has many sets. From
    the right, all roots have many rows, but hardly any three share enough."""
    block = graphs.random_graph(30, 16, 0.85, seed=1)
    noise = graphs.random_graph(600, 100, 0.15, seed=1)
    edges = graphs.compact(graphs.disjoint_union(block, noise))
    assert chosen(graphs.as_frame(edges), 6, 6, engine) == "right"


@pytest.mark.parametrize(
    ("name", "p", "q", "side"),
    [
        ("citeulike-a", 6, 6, "left"),
        ("citeulike-a", 10, 10, "left"),
        ("movielens-10m_ti", 8, 8, "left"),
        ("marvel", 4, 4, "right"),
        ("marvel", 4, 8, "left"),
        ("pinterest", 8, 8, "right"),
    ],
)
def test_the_faster_side_of_real_graphs(name, p, q, side, known_graph, engine):
    """Measured on both sides, and at least 1.5 times as fast from this one."""
    assert chosen(known_graph(name), p, q, engine) == side
