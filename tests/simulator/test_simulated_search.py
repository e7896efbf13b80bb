# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The GPU engine gives the answers of the oracle and of the CPU engine.

Modules: `backends/gpu.py`, `search/gpu/`.
"""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from numba import cuda

import cugraph_biclique as cb
import graphs
import naive
import test_partition
import test_sub_partitions
from calls import call_for, request_of
from cugraph_biclique.backends.out_of_core import OutOfCore
from cugraph_biclique.calls.counting import Run, count_in_partition
from cugraph_biclique.calls.estimation import estimate
from cugraph_biclique.dask.tasks import enumerate_
from cugraph_biclique.device import plan
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.gpu import at_once, reduction
from cugraph_biclique.results.cpu import members as cpu_results
from cugraph_biclique.results.gpu import members as gpu_results
from cugraph_biclique.search import gpu
from cugraph_biclique.search.gpu.narrow import lane_lists, lane_tables
from cugraph_biclique.search.gpu.wide import roots as wide_roots
from cugraph_biclique.search.gpu.wide import search as wide_search

pytestmark = pytest.mark.simulator

SMALL = {
    "empty": [],
    "edge": graphs.complete(1, 1),
    "complete-5-3": graphs.complete(5, 3),
    "complete-3-70": graphs.complete(3, 70),
    "star": graphs.star(7),
    "star-100": graphs.star(100),
    "path-9": graphs.path(9),
    "matching": graphs.matching(5),
    "cycle-3": graphs.cycle(3),
    "circulant-9-5": graphs.circulant(9, 5),
    "staircase-7": graphs.staircase(7),
    "crown-5": graphs.crown(5),
    "twins": graphs.twins(graphs.random_graph(5, 6, 0.5, seed=1)),
    "random": graphs.random_graph(12, 10, 0.45, seed=2),
    "uneven": graphs.random_graph(6, 80, 0.4, seed=3),
    "twins-140": graphs.wide(140, n_left=6, seed=5),
    "twins-80": graphs.random_graph(6, 80, 0.93, seed=6),
    "union": graphs.compact(
        graphs.disjoint_union(graphs.crown(4), graphs.complete(2, 6), graphs.path(5))
    ),
}


def on_gpu(edges, **options):
    return cb.maximal_bicliques(graphs.as_frame(edges), engine="gpu", **options)


def assert_same_frame(found, edges, **options):
    """The result is the CPU's, row by row, when both are sorted."""
    expected = cb.maximal_bicliques(
        graphs.as_frame(edges), sort=True, engine="cpu", **options
    )
    pd.testing.assert_frame_equal(found.to_frame(), expected.to_frame())
    pd.testing.assert_frame_equal(found.sizes, expected.sizes)


@pytest.mark.parametrize("turned", [False, True], ids=["", "turned"])
@pytest.mark.parametrize("name", SMALL)
def test_small_graphs(name, turned):
    edges = graphs.transposed(SMALL[name]) if turned else SMALL[name]
    found = on_gpu(edges, sort=True)
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)
    assert_same_frame(found, edges)
    assert found.report["engine"] == "gpu"


def test_members_that_come_late_in_a_list():
    edges, maximal = graphs.late_members()
    assert graphs.as_set(on_gpu(edges)) == maximal


@pytest.mark.parametrize("name", ["crown-5", "twins"])
def test_the_count_is_the_number_of_results(name):
    frame = graphs.as_frame(SMALL[name])
    count = cb.maximal_biclique_count(frame, engine="gpu")
    assert count == len(naive.maximal_bicliques(SMALL[name]))
    assert type(count) is int


@pytest.mark.parametrize("name", ["random", "twins-140"])
def test_sizes_are_counted(name):
    frame = graphs.as_frame(SMALL[name])
    pd.testing.assert_frame_equal(
        cb.maximal_biclique_sizes(frame, engine="gpu"),
        cb.maximal_biclique_sizes(frame, engine="cpu"),
    )


@pytest.mark.parametrize(
    ("name", "min_left", "min_right"),
    [
        ("random", 2, 2),
        ("random", 3, 1),
        ("random", 1, 3),
        ("random", 3, 4),
        ("twins", 1, 4),
        ("twins", 4, 1),
        ("path-9", 2, 2),  # nothing is left of it
        ("crown-5", 3, 1),
        ("uneven", 2, 20),
        ("twins-140", 3, 1),
    ],
)
def test_minimum_sizes(name, min_left, min_right):
    edges = SMALL[name]
    options = {"min_left": min_left, "min_right": min_right}
    found = on_gpu(edges, sort=True, **options)
    assert graphs.as_set(found) == {
        (left, right)
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= min_left and len(right) >= min_right
    }
    assert_same_frame(found, edges, **options)
    count = cb.maximal_biclique_count(graphs.as_frame(edges), engine="gpu", **options)
    assert count == len(found)


WIDE = {
    "eight": graphs.random_graph(8, 300, 0.7, seed=1),
    "both-sides": graphs.wide_both(70, seed=7),
    "twins-140": SMALL["twins-140"],
    "twins-80": SMALL["twins-80"],
}


# Twins with up to two members at a time are merged, which leaves few vertices wide.
@pytest.mark.parametrize(
    ("name", "min_left", "min_right", "wide"),
    [
        ("eight", 1, 1, 8),
        ("both-sides", 1, 3, 1),
        ("twins-140", 1, 3, 6),
        ("twins-80", 1, 3, 6),  # many of their children are wide too
        ("twins-80", 3, 66, 6),
    ],
)
def test_vertices_of_more_than_64_neighbours(
    name, min_left, min_right, wide, monkeypatch
):
    searched = []

    class Noting(gpu.Search):
        def run(self, first, last, most):
            searched.append(last - max(first, self.work.first_wide))
            return super().run(first, last, most)

    monkeypatch.setattr(gpu, "Search", Noting)
    edges, options = WIDE[name], {"min_left": min_left, "min_right": min_right}
    found = on_gpu(edges, sort=True, **options)
    assert searched == [wide]
    assert_same_frame(found, edges, **options)
    count = cb.maximal_biclique_count(graphs.as_frame(edges), engine="gpu", **options)
    assert count == len(found)


def test_rows_of_wide_roots_without_marks_in_shared_memory(monkeypatch):
    monkeypatch.setattr(wide_roots, "MOST_MARKED", 0)
    edges = WIDE["eight"]
    assert_same_frame(on_gpu(edges, sort=True), edges)


@pytest.mark.parametrize(
    "sizes",
    [
        {"roots.marked.MANY": 0, "roots.marked.PARTS": 3},  # blocks share all roots
        {"roots.marked.MANY": 20, "roots.marked.PARTS": 5},
        {"roots.marked.FEW_COLUMNS": 1},  # all threads look for rows in all columns
        {"wide.lists.LONG_LIST": 0, "wide.lists.LONG_IF_FEW": 0},
        {"wide.search.FEW_CHILDREN": 0},  # one warp per child
        {"wide.maximality.HEAVY_WORDS": 0, "wide.expand.HEAVY_WORDS": 0},
    ],
    ids=str,
)
@pytest.mark.parametrize("min_right", [1, 4])
def test_work_that_blocks_share(sizes, min_right, limit, launched, monkeypatch):
    limit(gpu, wide_degree=3)
    for name, value in sizes.items():
        monkeypatch.setattr(f"cugraph_biclique.search.gpu.{name}", value)
    edges = with_hubs()
    frame = graphs.as_frame(edges)
    wanted = cb.maximal_bicliques(frame, min_right=min_right, sort=True, engine="cpu")
    found = on_gpu(edges, min_right=min_right, sort=True)
    assert found.sizes.equals(wanted.sizes)
    assert found.left.equals(wanted.left)
    assert wide_roots.open_marked in launched
    count = cb.maximal_biclique_count(frame, min_right=min_right, engine="gpu")
    assert count == len(wanted)


def with_hubs():
    """A graph whose first right vertex has all left vertices as neighbours, the second
    one all but one, and the third one most."""
    rows = np.random.default_rng(5).random((40, 14)) < 0.4
    rows[:, 0] = True
    rows[:, 1] = np.arange(40) != 30
    rows[:, 2] = np.arange(40) % 9 > 0
    return [tuple(map(int, edge)) for edge in np.argwhere(rows)]


def test_members_of_both_halves_of_a_row():
    """Eight members of a row are the bits of a subset, wherever they are."""
    rng = np.random.default_rng(2)
    places = [rng.choice(64, 8, replace=False) for _ in range(20)]
    places += [np.r_[0:4, 32:36], np.r_[28:32, 60:64], np.r_[0:8], np.r_[56:64]]
    places += [np.array([0, 8, 16, 24, 32, 40, 48, 56]), np.array([5]), np.array([63])]
    for members in places:
        within = sum(1 << int(k) for k in members)
        rows = np.array(
            [within & int(bits) for bits in rng.integers(0, 2**63, 32)] , np.uint64
        )  # fmt: skip
        rows[:2] = within, 0
        subsets = np.zeros(32, np.int32)
        read_subsets[1, 32](rows, np.uint64(within), subsets)
        # Each member is one bit, the same in all rows.
        bits = [{k for k in range(8) if subset >> k & 1} for subset in subsets]
        assert len(bits[0]) == len(members)
        assert bits[1] == set()
        sizes = [int(row).bit_count() for row in rows]
        assert list(map(len, bits)) == sizes
        for a, x in zip(rows, bits, strict=True):
            for b, y in zip(rows, bits, strict=True):
                assert (int(a) & int(b)).bit_count() == len(x & y)
        # A list gets the members back, and the weight of the rows that contain a row.
        masks, above = np.zeros(32, np.uint64), np.zeros(32, np.int32)
        weights = rng.integers(0, lane_lists.MOST_WEIGHT + 1, 32).astype(np.int32)
        read_listed[1, 32](subsets, weights, np.uint64(within), masks, above)
        assert (masks == rows).all()
        for row, weight in zip(rows, above, strict=True):
            if row:
                assert weight == weights[rows & row == row].sum()


@cuda.jit
def read_subsets(rows, within, subsets):
    lane = cuda.grid(1)
    subsets[lane] = lane_tables.subset_of(rows[lane], lane_tables.members_of(within))


@cuda.jit
def read_listed(subsets, weights, within, masks, above):
    lane = cuda.grid(1)
    lists = cuda.shared.array((32, lane_lists.LIST_WORDS), np.uint32)
    lane_lists.empty_list(lists)
    lane_lists.add_candidate(lists, 0, lane, subsets[lane], weights[lane])
    members = lane_tables.members_of(within)
    if lane == 0:
        lane_lists.describe_listed(lists, 0, members, 0, 0)
    cuda.syncthreads()
    masks[lane] = lane_lists.mask_of(lists[0], subsets[lane])
    above[lane] = lane_lists.weight_above(lists[0], subsets[lane])


@pytest.mark.parametrize(
    ("sizes", "min_left", "min_right"),
    [
        ((2, 3), 1, 1),
        ((5, 6), 1, 1),
        ((5, 6), 2, 4),
        ((7, 10), 1, 1),
        ((2, 6, 11), 1, 8),  # the sizes of R matter in a count, too
    ],
    ids=str,
)
def test_small_children_of_wide_nodes(sizes, min_left, min_right):
    edges = graphs.small_below_wide(sizes)
    options = {"min_left": min_left, "min_right": min_right}
    large = {
        (left, right)
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= min_left and len(right) >= min_right
    }
    assert graphs.as_set(on_gpu(edges, **options)) == large
    frame = graphs.as_frame(edges)
    count = cb.maximal_biclique_count(frame, engine="gpu", **options)
    assert count == len(large)


@pytest.fixture
def planned(monkeypatch):
    """A function that changes parts of the plan of the memory of a count."""
    new_plan = plan.counting_search

    def change(**sizes):
        def changed(budget, wide):
            return new_plan(budget, wide=wide)._replace(**sizes)

        monkeypatch.setattr(plan, "counting_search", changed)

    return change


@pytest.mark.parametrize(
    ("sizes", "limits"),
    [
        ({}, {}),
        (
            {"wide_degree": 5},
            {"wide.pair_rows.PLACES": 4, "wide.pair_rows.PLACE_WORDS": 2},
        ),
        ({"most_children": 8}, {}),  # the roots are tested in parts
        ({"pairs_each": 1}, {"roots.marked.MOST_PAIRED": 9}),
        ({"wide_degree": 0}, {}),
    ],
    ids=str,
)
def test_rows_of_two_members(sizes, limits, limit, launched, monkeypatch):
    for name, value in limits.items():
        monkeypatch.setattr(f"cugraph_biclique.search.gpu.{name}", value)
    limit(gpu, **{"pairs_each": 0, "wide_degree": 3, **sizes})
    for seed in range(1, 4):
        edges = graphs.pairs_and_others(n_left=12, n_right=40, seed=seed)
        count = cb.maximal_biclique_count(graphs.as_frame(edges), engine="gpu")
        assert count == len(naive.maximal_bicliques(edges))
    assert wide_search.count_pairs in launched


def test_rows_of_two_members_below_wide_nodes(limit, launched):
    limit(gpu, pairs_each=0)
    edges = graphs.pairs_below_wide(84)
    frame = graphs.as_frame(edges)
    count = cb.maximal_biclique_count(frame, engine="gpu")
    assert count == cb.maximal_biclique_count(frame, engine="cpu")
    assert wide_search.count_pairs_below in launched


@pytest.mark.parametrize(
    ("sizes", "rows_each"),
    [({"matrices": 220}, 1 << 20), ({"matrices": 1_000}, 0), ({"members": 400}, 0)],
    ids=str,
)
def test_wide_roots_that_do_not_fit_together(
    sizes, rows_each, limit, planned, no_cores
):
    """Their marks are kept, and the lists of a root alone may not fit either."""
    limit(gpu, pairs_each=rows_each, wide_degree=3)
    planned(**sizes)
    edges = graphs.pairs_and_others(n_left=12, n_right=40, seed=1)
    count = cb.maximal_biclique_count(graphs.as_frame(edges), engine="gpu")
    assert count == len(naive.maximal_bicliques(edges))


def test_vertices_without_edges():
    edges = [(2 * u + 1, 3 * v + 2) for u, v in SMALL["crown-5"]]
    left, right = np.array(edges).T
    matrix = scipy.sparse.coo_array((np.ones(len(edges)), (left, right)), (15, 20))
    found = cb.maximal_bicliques(matrix, engine="gpu")
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)
    nothing = cb.maximal_bicliques(scipy.sparse.csr_array((3, 4)), engine="gpu")
    assert graphs.as_set(nothing) == set()


def test_labels_of_other_kinds_and_repeated_edges():
    edges = graphs.relabelled(SMALL["crown-5"], "unicode", "negative") * 2
    found = on_gpu(edges, sort=True)
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)
    assert_same_frame(found, edges)


def test_the_order_is_the_same_at_each_run():
    first, second = (graphs.as_list(on_gpu(SMALL["random"])) for _ in range(2))
    assert first == second


def test_streamed_batches_are_the_whole_result():
    frame = graphs.as_frame(SMALL["random"])
    batches = list(cb.iter_maximal_bicliques(frame, batch_size=7, engine="gpu"))
    assert {len(batch) for batch in batches[:-1]} == {7}
    streamed = [pair for batch in batches for pair in graphs.as_list(batch)]
    assert streamed == graphs.as_list(on_gpu(SMALL["random"]))


def test_results_can_be_taken_apart():
    found = on_gpu(SMALL["crown-5"])
    pairs = graphs.as_list(found)
    assert graphs.as_list(found[3:9]) == pairs[3:9]
    assert [tuple(map(frozenset, biclique)) for biclique in found] == pairs
    largest = found.nlargest(4)
    n = largest.sizes["n_left"] * largest.sizes["n_right"]
    assert n.tolist() == [6] * 4
    on_cpu = cb.maximal_bicliques(graphs.as_frame(SMALL["crown-5"]), engine="cpu")
    same = on_cpu.take([graphs.as_list(on_cpu).index(pair) for pair in pairs])
    for by in ("share", "lift", "surprise"):
        assert found.scores(by).tolist() == same.scores(by).tolist()
        assert found.vertices("left", by).equals(same.vertices("left", by))
    assert graphs.as_list(found.take([4, 0])) == [pairs[4], pairs[0]]


@pytest.mark.parametrize("most", [at_once.MOST_COMPARISONS, 0])
def test_vertices_whose_neighbours_have_the_same_hash_are_no_twins(monkeypatch, most):
    monkeypatch.setattr(at_once, "MOST_COMPARISONS", most)
    mix, launch = reduction.MIX, reduction.launch_together
    launches = []

    def with_poor_first_hashes(*args):
        launches.append(args)
        poor = len(launches) == 1  # all vertices of a side have the same hash
        monkeypatch.setattr(reduction, "MIX", np.uint64(0) if poor else mix)
        launch(*args)

    for module in (reduction, at_once):
        monkeypatch.setattr(module, "launch_together", with_poor_first_hashes)
    found = on_gpu(SMALL["twins"])
    assert graphs.as_set(found) == naive.maximal_bicliques(SMALL["twins"])
    assert len(launches) > 1


# Parts of a graph


@pytest.mark.parametrize("grow", ["left", "right"])
def test_partitions_find_each_biclique_once(grow):
    edges = graphs.random_graph(11, 80, 0.3, seed=7)  # roots of both widths
    parts = test_partition.partitions(edges, grow, lambda rank: rank % 2)
    found = [
        pair
        for part in parts
        for pair in graphs.as_list(test_partition.found_in(part, "gpu"))
    ]
    assert len(found) == len(set(found))
    assert set(found) == naive.maximal_bicliques(edges)


@pytest.mark.parametrize("budget", [4000, 900])
def test_a_graph_without_room_is_searched_in_pieces(budget):
    edges = [
        (5 * block + u, 5 * block + v)
        for block in range(6)
        for u, v in graphs.random_graph(5, 5, 0.7, seed=block)
    ]
    expected = naive.maximal_bicliques(edges)
    frame, how = graphs.as_frame(edges), {"engine": "gpu", "memory_budget": budget}
    assert cb.maximal_biclique_count(frame, **how) == len(expected)
    batches = cb.iter_maximal_bicliques(frame, **how)
    found = [pair for batch in batches for pair in graphs.as_list(batch)]
    assert len(found) == len(expected)
    assert set(found) == expected
    call = call_for(frame, **how)
    assert isinstance(call.backend, OutOfCore)
    estimated = estimate(call.prepared.to_host(), Trace())
    assert estimated.bicliques == len(expected)
    n = cb.biclique_count(frame, 3, 2, **how)
    assert n == naive.biclique_count(sorted(set(edges)), 3, 2)


def test_sub_partitions_of_roots_find_each_biclique_once():
    edges = graphs.random_graph(9, 8, 0.5, seed=1)
    made = test_sub_partitions.tasks_in_roots(edges, "left", "gpu", of=1, again=False)
    found = [pair for task in made for pair in graphs.as_list(enumerate_(task))]
    assert len(found) == len(set(found))
    assert set(found) == naive.maximal_bicliques(edges)


def test_below_a_root_an_earlier_vertex_may_hold_a_later_wide_one():
    edges = graphs.random_graph(9, 140, 0.5, seed=1)
    for u, them in enumerate([range(101), range(111), [*range(96), *range(111, 140)]]):
        edges += [(u + 9, v) for v in them]
    found = []
    for engine in ("gpu", "cpu"):
        made = test_sub_partitions.tasks_in_roots(
            edges, "left", engine, of=1, again=False
        )
        (task,) = [task for task in made if task.planned.number == 10]
        found.append(graphs.as_list(enumerate_(task)))
    assert len(found[0]) == len(found[1])
    assert set(found[0]) == set(found[1])


def test_the_counts_of_partitions_add_up():
    edges = graphs.random_graph(12, 14, 0.5, seed=8)
    parts = test_partition.partitions(edges, "left", lambda rank: rank % 3)
    run = Run.of("left", 3, 2)
    counts = [
        count_in_partition(part, request_of(part, "gpu", 1 << 20), [run])
        for part in parts
    ]
    assert np.sum(counts) == naive.biclique_count(edges, 3, 2)


@pytest.mark.parametrize("rounds", [0, 2, 64])
def test_the_order_does_not_depend_on_how_it_is_found(rounds, monkeypatch):
    """By one member more each time, and what is left by all of them."""
    monkeypatch.setattr(gpu_results, "MOST_ROUNDS", rounds)
    chance = np.random.default_rng(3)
    lefts = {tuple(np.flatnonzero(chance.random(9) < 0.7)) for _ in range(60)} - {()}
    lefts = [np.array(left, np.int32) for left in lefts]
    offsets = np.cumsum([0, *map(len, lefts)])
    arrays = offsets, np.concatenate(lefts), chance.integers(1, 3, len(lefts))
    expected = cpu_results.canonical_order(*arrays)
    np.testing.assert_array_equal(gpu_results.canonical_order(*arrays), expected)
