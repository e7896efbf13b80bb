# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The GPU engine counts as the oracle and as the CPU engine do.

Modules: `counting/gpu/`, `preparation/gpu/anchoring.py`.
"""

from math import comb

import numpy as np
import pytest
from numba import cuda

import cugraph_biclique as cb
import graphs
import naive
from calls import resources
from cugraph_biclique.backends import backend_for
from cugraph_biclique.counting import cpu, gpu
from cugraph_biclique.counting.gpu import expand, full_rows, roots, rows
from cugraph_biclique.counting.gpu.state import CONTROLS, LIMB, LIMBS, UPPER, Wanted
from cugraph_biclique.device import control as C
from cugraph_biclique.device.launching import launch
from cugraph_biclique.device.simt import THREADS, WARP
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.preparation.cpu import reduction as cpu_reduction
from cugraph_biclique.preparation.gpu import anchoring
from cugraph_biclique.preparation.gpu import reduction as gpu_reduction
from cugraph_biclique.preparation.stages import anchor

pytestmark = pytest.mark.simulator

ON_CORES = ["counting.cpu.count"]


def thinned(edges, every):
    """The edges without every n-th one."""
    return [edge for k, edge in enumerate(edges) if k % every]


SMALL = {
    "empty": [],
    "edge": graphs.complete(1, 1),
    "complete-5-4": graphs.complete(5, 4),
    "complete-5-70": graphs.complete(5, 70),
    "path-9": graphs.path(9),
    "cycle-3": graphs.cycle(3),
    "staircase-7": graphs.staircase(7),
    "crown-6": graphs.crown(6),
    "twins": graphs.twins(graphs.random_graph(5, 6, 0.5, seed=1)),
    "random": graphs.random_graph(12, 10, 0.6, seed=2),
    "uneven": graphs.random_graph(7, 150, 0.6, seed=3),
    "union": graphs.compact(
        graphs.disjoint_union(graphs.crown(5), graphs.complete(3, 6), graphs.path(5))
    ),
}


def count(edges, p, q):
    return cb.biclique_count(graphs.as_frame(edges), p, q, engine="gpu")


@pytest.mark.parametrize("name", SMALL)
def test_small_graphs(name, only_the_device):
    edges = SMALL[name]
    for p, q in [(1, 2), (2, 2), (2, 4), (3, 3), (4, 3)]:
        assert count(edges, p, q) == naive.biclique_count(edges, p, q), (p, q)


@pytest.mark.parametrize(("p", "q"), [(5, 2), (4, 30), (5, 65), (6, 3)])
def test_rows_of_several_words(p, q, only_the_device):
    edges = SMALL["uneven"]
    assert count(edges, p, q) == naive.biclique_count(edges, p, q)


def test_sizes_beyond_the_bins(only_the_device):
    edges = graphs.complete(3, 256)  # the least size without a bin of its own
    for p, q in [(2, 255), (3, 240)]:
        assert count(edges, p, q) == comb(3, p) * comb(256, q)


def test_rows_that_a_warp_cannot_hold(only_the_device, monkeypatch):
    for module in (expand, rows):
        monkeypatch.setattr(module, "BUFFER", 3)
    monkeypatch.setattr(rows, "WARP_ROWS", 2)
    monkeypatch.setattr(expand, "SUBSET_ROWS", 0)
    edges = SMALL["random"]
    for p, q in [(3, 2), (4, 2), (5, 3)]:
        assert count(edges, p, q) == naive.biclique_count(edges, p, q)


def test_counts_of_a_thread_are_put_away_in_time(only_the_device, monkeypatch):
    monkeypatch.setattr(rows, "FLUSH_AFTER", 0)
    monkeypatch.setattr(rows, "MANY_ROWS", 4)
    monkeypatch.setattr(roots, "TALLIED_AT_MOST", 0)
    edges = SMALL["random"]
    for p, q in [(2, 2), (3, 2), (4, 3)]:
        assert count(edges, p, q) == naive.biclique_count(edges, p, q)


def test_blocks_look_whether_to_go_on(only_the_device, monkeypatch):
    looks = []
    look = roots.is_given_up
    monkeypatch.setattr(roots, "LOOK_LISTS", THREADS)
    monkeypatch.setattr(
        roots, "is_given_up", lambda *args: looks.append(1) or look(*args)
    )
    # More neighbours than a block lays out at a time.
    for edges, p, q in [(SMALL["random"], 2, 2), (graphs.complete(4, 300), 3, 280)]:
        looks.clear()
        assert count(edges, p, q) == naive.biclique_count(edges, p, q)
        assert looks


@pytest.mark.parametrize("picks", [2, 3])
def test_a_count_that_is_given_up_ends_at_once(picks, monkeypatch):
    monkeypatch.setattr(roots, "LOOK_LISTS", THREADS)
    graph = bipartite_graph(graphs.as_frame(graphs.complete(4, 300)))
    anchored = anchor(graph, picks, picks, resources("gpu", 1 << 20), "left")
    work = gpu.Count(anchored.graph, picks, picks, 1 << 20)
    work.control[:] = work.fresh
    work.control[C.STATUS] = C.STUCK
    swept = []
    lay_out = roots.lay_out_lists
    monkeypatch.setattr(
        roots, "lay_out_lists", lambda *args: swept.append(1) or lay_out(*args)
    )
    everyone = work.roots
    launch(
        roots.open_roots, 1, work.packed_graph, everyone, work.sweep, work.packed_state,
        everyone.copy(), Wanted(picks, picks),
    )  # fmt: skip
    assert not swept
    assert not work.leaves.any()


def test_an_interrupt_is_passed_on_to_the_kernels(monkeypatch):
    told = []

    def interrupt(stop):
        raise KeyboardInterrupt

    monkeypatch.setattr(gpu, "wait", interrupt)
    monkeypatch.setattr(
        gpu, "tell_kernels", lambda control, entries: told.append(entries)
    )
    with pytest.raises(KeyboardInterrupt):
        count(SMALL["random"], 3, 3)
    assert told == [{C.STATUS: C.STUCK, C.NEXT: C.NEVER}]


def test_a_row_too_wide_for_a_chunk_is_left_to_the_cores(
    left_to_the_cores, monkeypatch
):
    monkeypatch.setattr(roots, "MOST_WIDTH", 1)
    edges = SMALL["uneven"]
    assert count(edges, 4, 30) == naive.biclique_count(edges, 4, 30)
    assert left_to_the_cores


@pytest.mark.parametrize("words", [30, 100])
def test_small_pools(words, only_the_device, limit, monkeypatch):
    rounds = []
    monkeypatch.setattr(expand, "SUBSET_ROWS", 0)
    limit(gpu, least_words=words, most_words=words)
    launch = gpu.Count.launch_rounds
    monkeypatch.setattr(
        gpu.Count,
        "launch_rounds",
        lambda self, n: rounds.extend(range(n)) or launch(self, n),
    )
    edges = graphs.random_graph(11, 10, 0.8, seed=4)
    assert count(edges, 5, 5) == naive.biclique_count(edges, 5, 5)
    assert len(rounds) > 2  # that a count with enough room needs


@pytest.mark.parametrize("budget", [1, "64KiB", "1MiB"])
def test_small_budgets(budget):
    frame = graphs.as_frame(SMALL["random"])
    count = cb.biclique_count(frame, 4, 3, engine="gpu", memory_budget=budget)
    assert count == naive.biclique_count(SMALL["random"], 4, 3)


@pytest.fixture
def left_to_the_cores(monkeypatch):
    """A list of the counts that the device leaves to the cores."""
    on_cores, left = cpu.count, []
    monkeypatch.setattr(
        cpu, "count", lambda *args: left.append(args) or on_cores(*args)
    )
    return left


def test_a_root_without_room_is_left_to_the_cores(left_to_the_cores, limit):
    limit(gpu, least_words=4, most_words=4)
    edges = SMALL["crown-6"]
    assert count(edges, 3, 3) == naive.biclique_count(edges, 3, 3)
    assert left_to_the_cores


# Equal rows on both sides: blocks without a few edges. Roots of the last two have L of
# several words, and nodes of them, too.
BLOCKS = {
    "whole": graphs.complete(12, 9),
    "few-missing": thinned(graphs.complete(12, 10), every=11),
    "more-missing": thinned(graphs.complete(11, 12), every=5),
    "wide": thinned(graphs.complete(10, 80), every=9),
    "classes": graphs.complete(12, 140) + [(u, 140 + u % 3) for u in range(12)],
}


def on_cores(edges, p, q):
    return cb.biclique_count(graphs.as_frame(edges), p, q, engine="cpu")


@pytest.mark.parametrize("subset_rows", [0, 5])
@pytest.mark.parametrize("name", BLOCKS)
def test_blocks_of_equal_rows(name, subset_rows, left_to_the_cores, monkeypatch):
    monkeypatch.setattr(expand, "SUBSET_ROWS", subset_rows)
    edges = BLOCKS[name]
    pairs = [(3, 3), (4, 2), (5, 5), (6, 8), (8, 6), (8, 8)]
    found = [count(edges, p, q) for p, q in pairs]
    assert not left_to_the_cores
    assert found == [on_cores(edges, p, q) for p, q in pairs]


@pytest.mark.parametrize("buffer", [3, 128])
@pytest.mark.parametrize("name", ["few-missing", "wide"])
def test_full_rows_beside_a_small_buffer(name, buffer, left_to_the_cores, monkeypatch):
    for module in (expand, rows):
        monkeypatch.setattr(module, "BUFFER", buffer)
    monkeypatch.setattr(rows, "WARP_ROWS", 2)
    monkeypatch.setattr(expand, "SUBSET_ROWS", 0)
    edges = BLOCKS[name]
    found = [count(edges, p, q) for p, q in [(3, 3), (5, 4)]]
    assert not left_to_the_cores
    assert found == [on_cores(edges, p, q) for p, q in [(3, 3), (5, 4)]]


def test_full_rows_in_small_pools(left_to_the_cores, limit, monkeypatch):
    limit(gpu, least_words=40, most_words=40)
    monkeypatch.setattr(expand, "SUBSET_ROWS", 1)
    edges = BLOCKS["few-missing"]
    found = count(edges, 5, 5)
    assert not left_to_the_cores
    assert found == on_cores(edges, 5, 5)


@pytest.mark.parametrize(
    ("sides", "picks"), [((40, 10), 8), ((10, 66), 8), ((64, 22), 20), ((60, 58), 57)]
)
def test_numbers_of_several_limbs(sides, picks, only_the_device):
    left, right = sides
    expected = comb(left, picks) * comb(right, picks)
    assert count(graphs.complete(left, right), picks, picks) == expected


def test_limbs_of_rows_below_the_roots(only_the_device, monkeypatch):
    edges = BLOCKS["classes"]
    for p, q in [(3, 3), (6, 5)]:
        expected = comb(12, p) * comb(140, q)
        expected += 3 * comb(4, p) * (comb(141, q) - comb(140, q))
        assert count(edges, p, q) == expected
        with monkeypatch.context() as patch:  # without the sums of the block
            patch.setattr(full_rows, "SIZES", 0)
            assert count(edges, p, q) == expected


def test_the_limbs_of_large_numbers():
    numbers = [0, 5, 2**16 - 1, 2**40 + 3, 2**63 - 1]
    added = np.zeros((LIMBS, len(numbers)), np.int64)
    control = np.zeros(CONTROLS, np.int64)
    for size, number in enumerate(numbers):
        add_one[1, WARP](added.reshape(-1), control, size, number)
    assert control[UPPER] == 1
    assert (added < LIMB).all()
    assert gpu.joined(added).tolist() == numbers
    times = 2**40
    assert gpu.joined(added * times).tolist() == [times * n for n in numbers]


@cuda.jit
def add_one(leaves, control, size, number):
    if cuda.threadIdx.x == 0:
        full_rows.add_limbs(leaves, control, size, number)


@pytest.mark.parametrize("picks", [3, 5])
def test_numbers_beyond_64_bits_are_left_to_the_cores(
    picks, left_to_the_cores, monkeypatch
):
    monkeypatch.setattr(full_rows, "MOST_SETS", 2.0)
    for edges in (graphs.complete(9, 8), BLOCKS["classes"]):
        expected = on_cores(edges, picks, picks)
        left_to_the_cores.clear()
        assert count(edges, picks, picks) == expected
        assert left_to_the_cores


@pytest.mark.parametrize("many", ["many_steps", "many_looks"])
@pytest.mark.parametrize("members", [30, 67])
def test_equal_rows_further_down_are_left_to_the_cores(
    left_to_the_cores, limit, members, many, monkeypatch
):
    # Four classes of three equal rows: a root has full rows, and three levels below.
    edges = [e for e in graphs.complete(12, members) if e[0] % 4 != e[1]]
    expected = on_cores(edges, 6, 6)
    left_to_the_cores.clear()
    monkeypatch.setattr(gpu, "FULL_SHARE", 6)
    assert count(edges, 6, 6) == expected
    assert not left_to_the_cores
    limit(gpu, **{many: 0})
    assert count(edges, 6, 6) == expected
    assert not left_to_the_cores  # it was done when somebody looked
    limit(gpu, rounds_at_once=1)
    assert count(edges, 6, 6) == expected
    assert left_to_the_cores


def test_more_picks_than_levels_are_left_to_the_cores(left_to_the_cores):
    edges = graphs.complete(90, 81)
    assert count(edges, 80, 80) == comb(90, 80) * comb(81, 80)
    assert left_to_the_cores


@pytest.mark.parametrize("minima", [(2, 2), (3, 2), (2, 5), (9, 9)], ids=str)
@pytest.mark.parametrize("name", ["path-9", "staircase-7", "random", "union", "uneven"])
def test_the_core_is_the_same(name, minima):
    graph = bipartite_graph(graphs.as_frame(SMALL[name]), None, None)
    expected = cpu_reduction.core(graph, *minima)
    found = gpu_reduction.core(graph, *minima)
    for side, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(side, other)


def costs_on(engine, graph, p, q):
    """The predicted work of a count for both anchors."""
    backend = backend_for(engine)
    degrees = backend.core(graph, p, q)
    reduced = backend.reduce_graph(graph, *degrees, merge_left=False, merge_right=False)
    return backend.anchor_costs(reduced, p, q, 1 << 30)


@pytest.mark.parametrize(("p", "q"), [(2, 2), (3, 3), (4, 4), (6, 4), (3, 5)])
def test_the_work_of_both_anchors_is_that_of_the_cpu_engine(p, q):
    """Both engines sample every vertex of a small graph."""
    edges = graphs.random_graph(40, 30, 0.4, seed=1)
    assert len(naive.core(edges, q, p)) == len(edges)  # so that ids are the same
    graph = bipartite_graph(graphs.as_frame(edges), None, None)
    expected = costs_on("cpu", graph, p, q)
    found = costs_on("gpu", graph, p, q)
    np.testing.assert_allclose(found, expected)


def test_vertices_outside_the_core_are_not_sampled():
    edges = graphs.random_graph(30, 40, 0.2, seed=2)
    edges += [(30 + k, k) for k in range(40)] + [(k, 40 + k) for k in range(30)]
    assert len(naive.core(edges, 3, 3)) < len(edges) - 70
    graph = bipartite_graph(graphs.as_frame(edges), None, None)
    expected = costs_on("cpu", graph, 3, 3)
    np.testing.assert_allclose(costs_on("gpu", graph, 3, 3), expected)


def test_the_work_of_truncated_sweeps_is_scaled_up(monkeypatch):
    edges = graphs.complete(40, 60)  # any part of a sweep is like the rest
    graph = bipartite_graph(graphs.as_frame(edges), None, None)
    expected = costs_on("gpu", graph, 2, 3)
    monkeypatch.setattr(anchoring, "MOST_READ", 60 * 20)
    found = costs_on("gpu", graph, 2, 3)
    np.testing.assert_allclose(found, expected, rtol=0.1)
    monkeypatch.setattr(anchoring, "MOST_ROWS", 1)
    assert costs_on("gpu", graph, 2, 3)[1].work < found[1].work
