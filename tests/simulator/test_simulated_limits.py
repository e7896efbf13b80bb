# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The GPU engine where its memory is short: the same answers, or an error that says so.

What it allocates is made so small here that small graphs fill it.

Modules: `search/gpu/host/cpu_fallback.py`, `search/gpu/host/workspace.py`.
"""

import itertools

import pandas as pd
import pytest
import warps

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.results import parquet
from cugraph_biclique.search import gpu
from cugraph_biclique.search.gpu.host import workspace
from cugraph_biclique.search.gpu.narrow import excluded, subtrees
from cugraph_biclique.search.gpu.narrow import expand as narrow_expand
from cugraph_biclique.search.gpu.narrow import search as narrow_search
from cugraph_biclique.search.gpu.roots import large as large_roots
from cugraph_biclique.search.gpu.roots import rows as root_rows
from cugraph_biclique.search.gpu.state import OutOfTime, TooLarge

pytestmark = pytest.mark.simulator

RANDOM = graphs.random_graph(14, 12, 0.5, seed=1)
CROWN = graphs.crown(6)
WIDE = graphs.wide(140, n_left=6, seed=5)  # for min_right=3, which keeps twins apart


def streamed(edges, **options):
    """All bicliques in order, by a stream: a whole result would have a budget too."""
    batches = cb.iter_maximal_bicliques(
        graphs.as_frame(edges), engine="gpu", batch_size=10**6, **options
    )
    return [pair for batch in batches for pair in graphs.as_list(batch)]


def collected(edges, **options):
    """All bicliques in order, as one result: it may have all records of the plan."""
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine="gpu", **options)
    return graphs.as_list(found)


def large_enough(edges, min_left=1, min_right=1):
    """The bicliques that the oracle finds, and that are large enough."""
    return {
        (left, right)
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= min_left and len(right) >= min_right
    }


@pytest.fixture(scope="module")
def whole(simulated_gpu):
    """The bicliques of RANDOM in the order of a search that has all it wants."""
    found = streamed(RANDOM)
    assert len(found) == len(set(found))
    assert set(found) == naive.maximal_bicliques(RANDOM)
    return found


@pytest.fixture
def pools(monkeypatch, limit):
    """A function that gives each search a pool of so many rows, and returns them."""
    made = []

    class Noting(gpu.Search):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            pool = self.work.pool
            pool.deferred[:] = -1
            made.append(pool)

    def shrink(rows):
        limit(gpu, least_rows=rows, most_rows=rows)
        monkeypatch.setattr(gpu, "Search", Noting)
        return made

    return shrink


@pytest.fixture
def turn_by_turn(monkeypatch):
    """No node is small enough to be searched by a warp, or to get a table."""
    monkeypatch.setattr(narrow_expand, "MOST_EXCLUDED", -1)
    monkeypatch.setattr(narrow_expand, "MOST_MEMBERS", 0)


@pytest.mark.parametrize("looks", [1, 2, 6, 10])
def test_the_time_is_up_while_children_do_not_fit_the_pool(looks, limit, monkeypatch):
    """The bicliques found so far name the lists of members of these children."""
    limit(gpu, wide_degree=5, least_rows=128, most_rows=128)
    done = itertools.count(1)

    def check_time(work):
        if next(done) == looks:
            raise OutOfTime

    monkeypatch.setattr(workspace.Workspace, "check_time", check_time)
    edges = graphs.random_graph(14, 14, 0.75, seed=9)
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine="gpu")
    assert len(found) > 0
    every = naive.maximal_bicliques(edges)
    assert graphs.as_set(found) < every


@pytest.mark.parametrize(
    ("name", "min_left", "min_right"),
    [
        ("random", 1, 1),
        ("random", 3, 1),
        ("random", 1, 3),
        ("crown", 1, 1),
        ("twins", 1, 1),
        ("twins", 1, 3),
    ],
)
def test_wide_nodes_can_do_what_narrow_ones_do(
    name, min_left, min_right, monkeypatch, limit
):
    edges = {
        "random": RANDOM,
        "crown": CROWN,
        "twins": graphs.twins(graphs.random_graph(6, 6, 0.5, seed=2)),
    }[name]
    options = {"min_left": min_left, "min_right": min_right}
    expected = cb.maximal_bicliques(
        graphs.as_frame(edges), engine="cpu", sort=True, **options
    )
    taken = []

    class Noting(gpu.Search):
        def run(self, first, last, most):
            taken.append(
                (
                    last - self.work.first_wide,
                    self.work.first_wide - self.work.first_narrow,
                )
            )
            return super().run(first, last, most)

    limit(gpu, wide_degree=0)
    monkeypatch.setattr(gpu, "Search", Noting)
    found = cb.maximal_bicliques(
        graphs.as_frame(edges), engine="gpu", sort=True, **options
    )
    pd.testing.assert_frame_equal(found.to_frame(), expected.to_frame())
    wide, narrow = taken[0]
    assert wide > 3
    assert narrow == 0


# Pool: nodes and their rows


@pytest.mark.parametrize("rows", [40, 100])
def test_nodes_that_find_no_room_in_the_pool_come_later(
    rows, pools, turn_by_turn, whole
):
    made = pools(rows)
    assert streamed(RANDOM) == whole  # in the same order too
    assert (made[0].deferred >= 0).any()


@pytest.mark.parametrize("rows", [600, 612])
def test_children_of_wide_nodes_that_find_no_room_come_later(rows, pools):
    # Narrow roots are in the pool before; what the children need fits an empty one.
    small = [(u + 1000, v + 1000) for u, v in graphs.random_graph(9, 12, 0.6, seed=1)]
    frame = graphs.as_frame(graphs.wide(140, n_left=8, seed=5) + small)
    pools(rows)
    count = cb.maximal_biclique_count(frame, min_right=3, engine="gpu")
    assert count == cb.maximal_biclique_count(frame, min_right=3, engine="cpu")


def test_no_node_has_more_rows_than_are_counted(
    pools, turn_by_turn, monkeypatch, whole
):
    # Rows that are left out afterwards need room, too.
    monkeypatch.setattr(excluded, "FEW_ROWS", 1 << 30)
    fill, made = narrow_expand.fill_node, []

    def counted(pool, parent, mask, new, at, least, table):
        most = narrow_expand.count_rows(pool, parent, mask, least)
        middle, end = fill(pool, parent, mask, new, at, least, table)
        made.append((end - at, most))
        return middle, end

    monkeypatch.setattr(narrow_expand, "fill_node", counted)
    pools(100)
    assert streamed(RANDOM) == whole
    assert made
    assert all(rows <= sum(most) for rows, most in made)


@pytest.mark.parametrize("limit", [("PROBES", 1), ("MOST_SWEPT", 60)])
@pytest.mark.parametrize("most_marked", [0, 1 << 17])
@pytest.mark.parametrize("least", [1, 3])
def test_roots_that_meet_many_vertices_need_no_table(
    limit, most_marked, least, monkeypatch
):
    monkeypatch.setattr(root_rows, "FEW_SLOTS", 8)
    monkeypatch.setattr(root_rows, "FEW_SWEPT", 45)
    monkeypatch.setattr(root_rows, "ROOT_SLOTS", 16)
    monkeypatch.setattr(root_rows, *limit)
    monkeypatch.setattr(gpu, "MOST_MARKED", most_marked)
    swept = {name: set() for name in ("sweep_in_shared", "mark_rows", "meet")}
    tables = set()
    for module, name in (
        (root_rows, "sweep_in_shared"),
        (large_roots, "mark_rows"),
        (large_roots, "meet"),
    ):
        sweep = getattr(module, name)

        def noting(graph, root, of, *more, name=name, sweep=sweep):
            swept[name].add(int(root))
            if name == "sweep_in_shared":
                tables.add(len(of.vertices))
            return sweep(graph, root, of, *more)

        monkeypatch.setattr(module, name, noting)
    edges = graphs.random_graph(24, 18, 0.4, seed=2)
    edges += [(u + 100, v + 100) for u, v in graphs.crown(5)]
    found = streamed(edges, min_left=least, min_right=least)
    assert len(found) == len(set(found))
    assert set(found) == large_enough(edges, least, least)
    marks = least == 1 and most_marked > 0  # a row has at least two bits
    far, others = swept["mark_rows"], swept["meet"]
    if not marks:
        far, others = others, far
    near = swept["sweep_in_shared"]
    assert tables == {8, 16}
    assert not others
    assert near - far
    assert far - near if limit[0] == "MOST_SWEPT" else far & near


@pytest.fixture
def donated(monkeypatch):
    """How many levels warps with a short interval want to donate, and how many do."""
    levels = set()
    donate = subtrees.donate

    def noting(pool, control, shared, candidate, listed, highest, depth, waiting):
        these = pool, control, shared, candidate, listed, highest, depth, waiting
        left = donate(*these)
        levels.add((int(depth + 1 - highest), int(left - highest)))
        return left

    monkeypatch.setattr(subtrees, "donate", noting)
    monkeypatch.setattr(subtrees, "DONATION_INTERVAL", 1)
    # Warps go on side by side, so some wait while others search.
    monkeypatch.setattr(warps, "schedule", warps.oldest_first)
    return levels


@pytest.mark.parametrize("interval", [1, 4, 8])
@pytest.mark.parametrize("seed", range(2))
def test_warps_donate_what_takes_long(seed, interval, donated, monkeypatch):
    monkeypatch.setattr(subtrees, "DONATION_INTERVAL", interval)
    monkeypatch.setattr(subtrees, "MOST_MEMBERS", 3 * seed)  # of a table
    random = graphs.random_graph(24, 18, 0.5, seed=seed)
    turned = [(-u, -v) for u, v in random]  # other rows come first
    for edges in (random, turned, graphs.twins(random), graphs.crown(6)):
        found = streamed(edges, min_left=1 + seed, min_right=1 + seed)
        assert len(found) == len(set(found))
        assert set(found) == large_enough(edges, min_left=1 + seed, min_right=1 + seed)
    assert any(done > 0 for _, done in donated)


def test_warps_donate_what_comes_of_wide_nodes(donated):
    edges = graphs.wide(140, n_left=12, seed=1)
    found = streamed(edges, min_right=3)
    assert len(found) == len(set(found))
    assert set(found) == large_enough(edges, min_right=3)
    assert donated


def test_warps_donate_in_the_end_though_others_have_work(donated, monkeypatch):
    edges = graphs.random_graph(24, 18, 0.5, seed=1)
    monkeypatch.setattr(subtrees, "waiting_warps", lambda control: 0)
    monkeypatch.setattr(subtrees, "NODES_PER_WARP", 20)
    assert set(streamed(edges)) == naive.maximal_bicliques(edges)
    assert donated


@pytest.mark.parametrize("most", [0, 1])
def test_what_finds_no_room_is_not_donated(most, donated, monkeypatch, limit):
    edges = graphs.random_graph(24, 18, 0.5, seed=3)
    limit(gpu, most_levels=most)
    monkeypatch.setattr(subtrees, "DONATION_INTERVAL", 3)
    found = streamed(edges)
    assert len(found) == len(set(found))
    assert set(found) == naive.maximal_bicliques(edges)
    assert any(done < wanted for wanted, done in donated)
    assert max(done for _, done in donated) == most


def test_levels_that_an_early_end_leaves_are_forgotten(whole, monkeypatch, limit):
    check, ended, taken = narrow_search.check_found, [], []

    def leave_levels(work, seen):
        try:
            check(work, seen)
        except TooLarge:
            work.pool.levels.fill(1)  # as if no warp had taken them
            ended.append(seen)
            raise

    monkeypatch.setattr(narrow_search, "check_found", leave_levels)
    monkeypatch.setattr(subtrees, "waiting_warps", lambda control: 0)
    monkeypatch.setattr(subtrees, "read_level", lambda pool, at: taken.append(at))
    monkeypatch.setattr(warps, "schedule", warps.oldest_first)
    limit(gpu, first_records=1, most_records=25)
    assert collected(RANDOM) == whole
    assert ended
    assert not taken  # as no warp donates


@pytest.mark.parametrize("seed", [2, 4])
def test_places_without_rows_are_not_read(seed, turn_by_turn, monkeypatch, limit):
    # Rows that are dropped after their places were counted leave places between the
    # candidates and the excluded rows of a node.
    new_pool = workspace.new_pool

    def with_garbage(rows, most_levels):
        pool = new_pool(rows, most_levels)
        pool.bits.fill(0x6DB6DB6DB6DB6DB6)
        pool.owner.fill(0)
        return pool

    monkeypatch.setattr(workspace, "new_pool", with_garbage)
    limit(gpu, wide_degree=9)
    frame = graphs.as_frame(graphs.nested(22, 7, seed=seed))
    count = cb.maximal_biclique_count(frame, engine="gpu")
    assert count == cb.maximal_biclique_count(frame, engine="cpu")


@pytest.mark.parametrize("most", [1, 17, 18])
def test_what_finds_no_room_is_counted_once(most, donated, monkeypatch, limit):
    limit(gpu, most_levels=most)
    monkeypatch.setattr(subtrees, "waiting_warps", lambda control: 1000)
    frame = graphs.as_frame(graphs.random_graph(14, 22, 0.5, seed=1))
    count = cb.maximal_biclique_count(frame, engine="gpu")
    assert count == cb.maximal_biclique_count(frame, engine="cpu")


def test_a_pool_is_never_written_past_its_end(pools, turn_by_turn):
    # There is no room for a largest node on each level. The arrays of the simulator
    # have bounds.
    edges = graphs.crown(7)
    for rows in (12, 24):
        pools(rows)
        assert set(streamed(edges)) == naive.maximal_bicliques(edges)


@pytest.mark.parametrize("name", ["crown", "wide"])
def test_a_pool_without_room_for_one_node_leaves_it_to_the_cores(name, pools):
    edges, min_right = {"crown": (CROWN, 1), "wide": (WIDE, 3)}[name]
    frame = graphs.as_frame(edges)
    pools(4)
    expected = large_enough(edges, min_right=min_right)
    found = streamed(edges, min_right=min_right)
    assert len(found) == len(set(found))
    assert set(found) == expected
    count = cb.maximal_biclique_count(frame, min_right=min_right, engine="gpu")
    assert count == len(expected)


# Output


@pytest.mark.parametrize("records", [1, 20])
def test_more_bicliques_than_expected_are_searched_again(
    records, limit, whole, searches
):
    limit(gpu, first_records=records, spare_records=0)  # too late for a pause
    assert collected(RANDOM) == whole
    first, again = searches
    assert again == first


def test_more_bicliques_than_the_budget_allows_are_found_in_pieces(
    limit, whole, searches
):
    limit(gpu, first_records=1, most_records=25)
    assert collected(RANDOM) == whole
    assert len(searches) > 3


def test_wide_vertices_are_searched_in_pieces_too(limit, searches):
    limit(gpu, first_records=1, most_records=25)
    found = collected(WIDE, min_right=3)
    assert len(found) == len(set(found))
    assert set(found) == {
        (left, right)
        for left, right in naive.maximal_bicliques(WIDE)
        if len(right) >= 3
    }
    assert len(searches) > 3


def test_a_vertex_with_too_many_bicliques_is_left_to_the_cores(limit):
    limit(gpu, most_records=3)
    found = streamed(CROWN)
    assert len(found) == len(set(found))
    assert set(found) == naive.maximal_bicliques(CROWN)


# Too small for the rows of a vertex, for the lists of some children, of all together.
@pytest.mark.parametrize("memory_budget", [4000, 8_000, 20_000])
def test_a_vertex_that_does_not_fit_is_left_to_the_cores(memory_budget):
    found = streamed(WIDE, min_right=3, memory_budget=memory_budget)
    assert len(found) == len(set(found))
    assert set(found) == {
        (left, right)
        for left, right in naive.maximal_bicliques(WIDE)
        if len(right) >= 3
    }


# Writing


def read(folder):
    """The bicliques of a data set in order, and the names of its files."""
    files = sorted(folder.glob("*.parquet"))
    frame = pd.concat([pd.read_parquet(file) for file in files])
    assert frame["biclique"].tolist() == list(range(len(frame)))
    pairs = zip(frame["left"], frame["right"], strict=True)
    return [tuple(map(frozenset, pair)) for pair in pairs], [f.name for f in files]


def test_writing_goes_on_after_an_interruption(monkeypatch, tmp_path, searches):
    monkeypatch.setattr("cugraph_biclique.preparation.jobs.JOBS_PER_THREAD", 5)
    monkeypatch.setattr(parquet.PartWriter, "rows_per_file", 20)
    frame = graphs.as_frame(RANDOM)
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    count = cb.write_maximal_bicliques(frame, whole, engine="gpu")
    pairs, names = read(whole)
    jobs = list(searches)
    assert len(pairs) == len(set(pairs)) == count
    assert set(pairs) == naive.maximal_bicliques(RANDOM)
    assert len(jobs) > 2 and len(names) > 2

    def interrupt(done, total):
        if 2 * done >= total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cb.write_maximal_bicliques(frame, broken, engine="gpu", progress=interrupt)
    searches.clear()
    assert cb.write_maximal_bicliques(frame, broken, engine="gpu") == count
    assert read(broken) == (pairs, names)
    assert 0 < len(searches) < len(jobs)  # what was safe was not searched again
