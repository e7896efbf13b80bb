# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The GPU engine gives the same answers whichever thread of a block goes on first.

A block barrier that is missing may do no harm under one schedule of the simulator. Each
test here runs kernels with block barriers under other schedules.

Modules: `device/control.py`, `device/simt.py`, `device/stack.py`,
`search/gpu/narrow/excluded.py`.
"""

from itertools import combinations, cycle
from typing import Any, NamedTuple

import numpy as np
import pytest
import test_simulated_counts as counts
import test_simulated_search as searches
import warps
from numba import cuda

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.counting.gpu import expand, rows
from cugraph_biclique.counting.gpu import roots as count_roots
from cugraph_biclique.device import control as C
from cugraph_biclique.device import plan, stack
from cugraph_biclique.device.simt import WARP
from cugraph_biclique.inputs import cupy_pairs
from cugraph_biclique.preparation.gpu import anchoring, at_once, order, reduction
from cugraph_biclique.search.gpu import sorting, stars
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.narrow import excluded, subtrees
from cugraph_biclique.search.gpu.narrow import expand as narrow_expand
from cugraph_biclique.search.gpu.roots import rows as root_rows

pytestmark = pytest.mark.simulator

SCHEDULES = {
    "oldest-first": lambda: warps.oldest_first,
    "drawn-1": lambda: warps.drawn(1),
    "drawn-2": lambda: warps.drawn(2),
}


@pytest.fixture(params=SCHEDULES, autouse=True)
def schedule(request, monkeypatch):
    monkeypatch.setattr(warps, "schedule", SCHEDULES[request.param]())


@pytest.mark.parametrize(
    ("name", "least"), [("random", 1), ("twins", 1), ("uneven", 1), ("twins-80", 3)]
)
def test_searches(name, least):
    edges = searches.SMALL[name]
    found = searches.on_gpu(edges, min_right=least)
    expected = naive.maximal_bicliques(edges)
    assert graphs.as_set(found) == {pair for pair in expected if len(pair[1]) >= least}
    assert len(found) == len(graphs.as_set(found))


@pytest.fixture(params=["at once", "in stages"])
def prepared(request, monkeypatch):
    """The cooperative kernels that prepare a graph, with barriers."""
    if request.param == "at once":
        return {at_once._prepare}
    monkeypatch.setattr(at_once, "MOST_COMPARISONS", 0)
    return {reduction._represent, order._arrange}


@pytest.mark.parametrize("name", ["random", "twins", "uneven", "union"])
def test_blocks_that_wait_for_each_other(name, two_blocks, prepared):
    edges = searches.SMALL[name]
    labels = np.array(edges + edges[::3]) * 7 - 20  # some do not occur
    graph = cupy_pairs.from_labels(*np.ascontiguousarray(labels.T))
    found = cb.maximal_bicliques(graph, engine="gpu")
    expected = {
        tuple(frozenset(7 * v - 20 for v in side) for side in pair)
        for pair in naive.maximal_bicliques(edges)
    }
    assert graphs.as_set(found) == expected
    after = {sorting._arrange, stars._list_stars, order._list_members}
    assert set(two_blocks) == {cupy_pairs._build_graph, *prepared, *after}


def test_blocks_that_do_not_wait_for_each_other_are_noticed(
    two_blocks, prepared, monkeypatch
):
    for module in (at_once, order, reduction):
        monkeypatch.setattr(module, "meet_blocks", lambda counters, entry: None)
    edges = searches.SMALL["random"]
    with pytest.raises((AssertionError, IndexError)):
        found = searches.on_gpu(edges)
        assert graphs.as_set(found) == naive.maximal_bicliques(edges)


def test_wide_roots_that_differ_in_their_last_members():
    """Lanes read members that others have written just before."""
    edges = [(u, v) for u in range(5) for v in range(125) if v != 120 + u]
    for u, triple in enumerate(combinations(range(119, 125), 3)):
        edges += [(5 + u, v) for v in triple]
    found = searches.on_gpu(edges, min_right=3)
    expected = naive.maximal_bicliques(edges)
    assert graphs.as_set(found) == {pair for pair in expected if len(pair[1]) >= 3}


def test_roots_with_many_neighbours(monkeypatch):
    monkeypatch.setattr(root_rows, "MOST_SWEPT", 1)
    test_searches("random", 1)


@pytest.mark.parametrize("group", [1, 32])
def test_nodes_with_rows_of_their_own(group, monkeypatch):
    monkeypatch.setattr(narrow_expand, "MOST_EXCLUDED", -1)
    monkeypatch.setattr(narrow_expand, "MOST_MEMBERS", 0)
    monkeypatch.setattr(narrow_expand, "group_for", lambda *_: group)
    test_searches("crown-5", 1)


@cuda.jit
def look_up(table, new):
    lane = cuda.threadIdx.x
    for i in range(3):
        last = excluded.clear_table(table, excluded.SLOTS)
        new[i, lane] = excluded.is_new(table, last, np.uint64(lane + 1))


def test_an_empty_table_has_no_row():
    table, new = np.zeros(excluded.SLOTS, np.uint64), np.zeros((3, WARP), bool)
    look_up[1, WARP](table, new)
    assert new.all()


class Rows(NamedTuple):
    """As much of a pool as excluded rows need."""

    bits: Any
    nodes: Any = None
    chunks: Any = None
    subtrees: Any = None


@cuda.jit
def leave_out(bits, begin, end, largest, ends):
    left = excluded.leave_out_contained(Rows(bits), begin, end, largest)
    ends[cuda.threadIdx.x] = left


@pytest.mark.parametrize("n", [0, 1, 31, 65, 200])
@pytest.mark.parametrize("sizes", [(1, 3), (2, 20), (60, 64)])
def test_rows_that_others_contain_are_left_out(n, sizes, monkeypatch):
    monkeypatch.setattr(excluded, "FEW_ROWS", 0)
    rng = np.random.default_rng(1)
    rows = [
        sum(1 << int(bit) for bit in rng.choice(64, rng.integers(*sizes), False))
        for _ in range(n)
    ]
    rows = rng.permutation(np.array(rows + rows[: n // 3], np.uint64))
    bits = np.concatenate([[np.uint64(7)], rows, [np.uint64(9)] * 70])
    largest, ends = np.zeros(WARP, np.uint64), np.zeros(WARP, np.int32)
    leave_out[1, WARP](bits, np.int32(1), np.int32(1 + len(rows)), largest, ends)
    assert len(set(ends.tolist())) == 1
    left = bits[1 : ends[0]]
    assert set(left) <= set(rows)
    assert all((row & ~left == 0).any() for row in rows)
    lanes = [rows[lane::WARP] for lane in range(min(WARP, len(rows)))]
    size = np.vectorize(int.bit_count, otypes=[int])
    for lane in lanes:
        best = lane[np.argmax(size(lane.astype(object)))]
        below = [row for row in left if row & ~best == 0]
        assert below in ([best], [])
    assert bits[0] == 7 and (bits[1 + len(rows) :] == 9).all()


@cuda.jit
def shorten(bits, nodes, chunks, subtrees, control):
    excluded.shorten_nodes(Rows(bits, nodes, chunks, subtrees), control)


def test_listed_nodes_are_shortened_once(monkeypatch):
    """Node 0 has three chunks, node 1 one, and nodes 2 and 3 are small. Nodes 1 and 3
    have no row to leave out: one has few rows, and one has none."""
    n = [100, excluded.FEW_ROWS, 90, 0]
    ends = np.cumsum(n)
    nodes = np.zeros((4, S.NODE_FIELDS), np.int32)
    nodes[:, S.C_BEGIN] = 1000 + 100 * np.arange(4)
    nodes[:, S.E_BEGIN], nodes[:, S.E_END] = ends - n, ends
    bits = np.arange(1, ends[-1] + 1, dtype=np.uint64)
    bits[[70, 230]] = 2**64 - 1  # of nodes 0 and 2: it contains all of the others
    before, old = bits.copy(), nodes.copy()
    leave_out_contained, visited = excluded.leave_out_contained, []

    def noted(pool, begin, end, largest):
        if cuda.threadIdx.x % WARP == 0:
            visited.append(int(begin))
        return leave_out_contained(pool, begin, end, largest)

    monkeypatch.setattr(excluded, "leave_out_contained", noted)
    chunks = np.zeros((4, C.CHUNK_FIELDS), np.int32)
    chunks[:, C.CHUNK_NODE] = [0, 0, 1, 0]
    chunks[:, C.CHUNK_FIRST] = [1032, 1000, 1100, 1064]
    control = np.zeros(S.CONTROLS, np.int64)
    control[C.CHUNKS], control[S.SUBTREES] = 4, 2
    shorten[2, 2 * WARP](bits, nodes, chunks, np.array([2, 3], np.int32), control)
    assert sorted(visited) == (ends - n).tolist()
    assert (nodes[:, S.E_END] - nodes[:, S.E_BEGIN]).tolist() == [1, n[1], 1, 0]
    assert bits[[0, ends[1]]].tolist() == [2**64 - 1, 2**64 - 1]
    assert (bits[ends[0] : ends[1]] == before[ends[0] : ends[1]]).all()
    nodes[:, S.E_END] = old[:, S.E_END]
    assert (nodes == old).all()


def test_nodes_without_rows_that_others_contain(monkeypatch):
    monkeypatch.setattr(narrow_expand, "MOST_EXCLUDED", -1)
    monkeypatch.setattr(narrow_expand, "MOST_MEMBERS", 0)
    monkeypatch.setattr(narrow_expand, "CHUNK_PAIRS", 1)
    monkeypatch.setattr(excluded, "FEW_ROWS", 0)
    test_searches("random", 1)


def with_twins(edges, times):
    """A graph with each right vertex as often as `times` says, in turn."""
    rights = sorted({v for _, v in edges})
    copies = dict(zip(rights, cycle(times)))
    return [(u, 1000 * v + k) for u, v in edges for k in range(copies[v])]


TABLED = {
    "weights": with_twins(graphs.random_graph(9, 11, 0.6, seed=4), [1, 2, 3]),
    "eight members": graphs.random_graph(8, 24, 0.6, seed=6),
    "equal rows": graphs.random_graph(14, 14, 0.5, seed=2),
    "pruned candidates": graphs.random_graph(20, 20, 0.4, seed=2),
    "sparse": graphs.random_graph(12, 24, 0.35, seed=8),
}


@pytest.fixture
def entered(monkeypatch):
    """Whether the tables of lists took a child of `expand` or a level of `descend`."""
    seen = set()

    def note(module, name, place):
        enter = getattr(module, name)

        def noting(*args):
            fits = enter(*args)
            if args[place] is not None:
                seen.add((name, fits))
            return fits

        monkeypatch.setattr(module, name, noting)

    note(narrow_expand, "enter_rows", 5)
    note(subtrees, "enter_level", 4)
    return seen


@pytest.mark.parametrize("name", TABLED)
def test_levels_of_lists_with_tables(name, entered):
    check_lists(TABLED[name])
    assert ("enter_level", True) in entered


@pytest.mark.parametrize("name", TABLED)
def test_children_of_lists_with_tables(name, entered, monkeypatch):
    monkeypatch.setattr(narrow_expand, "MOST_EXCLUDED", -1)
    check_lists(TABLED[name])
    assert ("enter_rows", True) in entered


@pytest.mark.parametrize(
    ("limit", "value"), [("MOST_CANDIDATES", 3), ("MOST_WEIGHT", 0)]
)
def test_children_that_do_not_fit_a_table(limit, value, entered, monkeypatch):
    monkeypatch.setattr(narrow_expand, "MOST_EXCLUDED", -1)
    monkeypatch.setattr(narrow_expand, limit, value)
    check_lists(TABLED["weights"])
    assert ("enter_rows", False) in entered


def test_levels_that_do_not_fit_a_table(entered, monkeypatch):
    monkeypatch.setattr(subtrees, "MOST_WEIGHT", 0)
    check_lists(TABLED["weights"])
    assert {fits for name, fits in entered if name == "enter_level"} == {False}


def check_lists(edges):
    """Compare lists and counts that need sizes with the oracle."""
    expected = naive.maximal_bicliques(edges)
    for left, right in ((1, 1), (2, 5), (3, 3)):
        found = searches.on_gpu(edges, min_left=left, min_right=right)
        large = {
            (us, vs) for us, vs in expected if len(us) >= left and len(vs) >= right
        }
        assert len(found) == len(large)
        assert graphs.as_set(found) == large
        assert found.sizes["n_right"].to_numpy().tolist() == [
            len(vs) for _, vs in found
        ]
        count = cb.maximal_biclique_count(
            graphs.as_frame(edges), engine="gpu", min_left=left, min_right=right
        )
        assert count == len(large)


def test_small_levels_that_are_donated(monkeypatch):
    monkeypatch.setattr(subtrees, "DONATION_INTERVAL", 1)
    monkeypatch.setattr(subtrees, "NODES_PER_WARP", 1)
    test_searches("random", 1)


@pytest.mark.parametrize(
    ("name", "p", "q"),
    [("random", 3, 2), ("random", 4, 3), ("uneven", 4, 30)],
)
def test_counts(name, p, q):
    edges = counts.SMALL[name]
    expected = naive.biclique_count(edges, p, q)
    assert counts.count(edges, p, q) == expected


def test_counts_of_a_thread(monkeypatch):
    counts.test_counts_of_a_thread_are_put_away_in_time(None, monkeypatch)


@cuda.jit
def tally(leaves):
    bins = cuda.shared.array(count_roots.BINS, np.int32)
    counter = cuda.shared.array(count_roots.COUNTERS, np.int64)
    count_roots.clear_bins(bins)
    for _ in range(3):
        cuda.atomic.add(bins, count_roots.BINS - 1 - cuda.threadIdx.x, 1)
        count_roots.flush(bins, leaves, counter)


def test_what_a_block_has_counted_is_put_away():
    leaves = np.zeros(count_roots.BINS, np.int64)
    tally[1, count_roots.BINS](leaves)
    assert (leaves == 3).all()


@pytest.mark.parametrize("buffer", [3, rows.BUFFER])
def test_triples_of_more_rows_than_lanes(buffer, monkeypatch):
    monkeypatch.setattr(expand, "BUFFER", buffer)
    monkeypatch.setattr(rows, "BUFFER", buffer)
    monkeypatch.setattr(rows, "WARP_ROWS", 2)
    test_counts("random", 4, 4)


@pytest.mark.parametrize("picks", [2, 3])
def test_a_count_that_is_given_up(picks, monkeypatch):
    counts.test_a_count_that_is_given_up_ends_at_once(picks, monkeypatch)


@cuda.jit
def finish(control, last, blocks):
    if stack.is_last_block(control, blocks, np.int64(cuda.grid(1))):
        last[cuda.grid(1)] = 1


def test_the_steps_of_all_threads_are_added_up():
    threads, blocks = 4 * WARP, 3
    control, last = np.zeros(C.WORDS, np.int64), np.zeros(threads * blocks)
    finish[blocks, threads](control, last, blocks)
    of_thread = np.arange(threads * blocks)
    assert control[C.STEPS] == of_thread.sum()
    assert control[C.AT_MOST] == blocks * of_thread[-threads:].sum()
    assert control[C.BUSIEST] == control[C.FINISHED] == 0
    assert np.flatnonzero(last).tolist() == [threads * (blocks - 1)]


@pytest.mark.parametrize("blocks", [1, 1000])
def test_samples_of_neighbours(blocks, monkeypatch):
    """Where all vertices are in the sample, it tells of the whole graph."""
    matrix = np.random.default_rng(1).random((12, 40)) < 0.4
    edges = np.argwhere(matrix).tolist()
    told, to_host = [], anchoring.to_host
    monkeypatch.setattr(anchoring, "to_host", lambda sums: told.append(sums) or sums)
    monkeypatch.setattr(plan, "MOST_COUNTERS", blocks * 12 * plan.COUNTER_BYTES)
    p, q = 2, 5
    cb.biclique_count(graphs.as_frame(edges), p, q, engine="gpu")
    monkeypatch.setattr(anchoring, "to_host", to_host)
    (sums,) = [sums for sums in told if np.shape(sums) == (2, anchoring.SUMS)]
    for row, side, least in ((0, matrix, q), (1, matrix.T, p)):
        shared = side.astype(int) @ side.T
        np.fill_diagonal(shared, 0)
        assert sums[row, anchoring.SAMPLED] == len(side)
        assert 2 * sums[row, anchoring.ROWS] == (shared >= least).sum()
