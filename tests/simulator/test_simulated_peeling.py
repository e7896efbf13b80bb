# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The GPU engine peels as the oracle does.

Modules: `peeling/gpu/`, `peeling/windows.py`.
"""

import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.data import southern_women
from cugraph_biclique.device import plan
from cugraph_biclique.peeling import windows
from cugraph_biclique.peeling.gpu import levels, tips, wings
from test_peeling import sided, tip_numbers, wing_numbers

pytestmark = pytest.mark.simulator

ON_CORES = ["peeling.cpu.wing_numbers", "peeling.cpu.tip_numbers"]

SMALL = {
    "empty": [],
    "edge": graphs.complete(1, 1),
    "complete-5-4": graphs.complete(5, 4),
    "path-9": graphs.path(9),
    "crown-6": graphs.crown(6),
    "twins": graphs.twins(graphs.random_graph(4, 5, 0.5, seed=1)),
    "random": graphs.random_graph(12, 10, 0.6, seed=2),
    "uneven": graphs.random_graph(5, 40, 0.6, seed=3),
    "blocks": graphs.compact(
        graphs.disjoint_union(graphs.complete(3, 4), graphs.crown(5), graphs.path(4))
    ),
}


@pytest.fixture
def small_sizes(monkeypatch):
    """Many windows, long edges, blooms and lists, and few vertices taken together."""
    monkeypatch.setattr(windows, "LEAST_ITEMS", 2)
    monkeypatch.setattr(windows, "ITEMS_PER_ROOT", 0)
    monkeypatch.setattr(windows, "SAMPLED", 1)
    monkeypatch.setattr(wings, "LONG", 2)
    monkeypatch.setattr(tips, "PIECE_BITS", 1)
    monkeypatch.setattr(tips, "MOST_AT_ONCE", 2)
    for module in (wings, tips):
        monkeypatch.setattr(module, "ROUNDS", 3)


def check(edges):
    frame = graphs.as_frame(edges)
    assert wing_numbers(frame, engine="gpu") == naive.wing_numbers(edges)
    for side in ("left", "right"):
        expected = naive.tip_numbers(sided(edges, side))
        assert tip_numbers(frame, side, engine="gpu") == expected


@pytest.mark.parametrize("name", SMALL)
def test_small_graphs(name, only_the_device):
    check(SMALL[name])


@pytest.mark.parametrize("name", ["twins", "random", "blocks"])
def test_small_sizes(name, only_the_device, small_sizes):
    check(SMALL[name])


@pytest.mark.parametrize("length", [2, 1000])
def test_counters_and_pieces_fit_the_budget(length):
    n, lengths = 50, np.full(80, length)
    for budget in (10**4, 10**5, 10**6):
        room = plan.biclique_count(budget).sweeps
        scratch = tips.new_scratch(n, lengths, budget)
        pieces = 80 * 4 * (length == 1000)  # of 256 entries
        if room < n * 8 + 12 * pieces:
            assert scratch is None
            continue
        rows = len(scratch.n_touched)
        most = min(tips.MOST_AT_ONCE, room // (n * 8 + 12 * pieces))
        assert rows == most
        assert scratch.common.shape == scratch.touched.shape == (rows, n)
        assert len(scratch.pieces) == max(1, rows * pieces)


def test_blocks_that_meet(only_the_device, small_sizes, two_blocks):
    check(SMALL["blocks"])
    assert {wings.run_rounds, tips.run_rounds} <= {*two_blocks}


def test_a_real_graph(only_the_device, small_sizes):
    check(list(southern_women().itertuples(index=False, name=None)))


def test_progress_ends_with_all_items(only_the_device, small_sizes):
    seen = []
    frame = graphs.as_frame(SMALL["random"])
    cb.bitruss(frame, engine="gpu", progress=lambda *done: seen.append(done))
    assert seen[-1] == (len(frame), len(frame))
    assert levels.ROUNDS > 3  # of one launch; the test has fewer


@pytest.mark.parametrize("budget", ["2kB", "60kB"])
def test_without_room_the_cores_peel(budget):
    edges = SMALL["random"]
    frame = graphs.as_frame(edges)
    options = {"engine": "gpu", "memory_budget": budget}
    assert wing_numbers(frame, **options) == naive.wing_numbers(edges)
    assert tip_numbers(frame, "left", **options) == naive.tip_numbers(edges)
