# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Random graphs with the same degrees, and what they say about bicliques.

Modules: `api/significance.py`, `calls/significance.py`, `calls/random_searches.py`,
`randomization/`.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique import backends, randomization
from cugraph_biclique.calls import bicliques, random_searches
from cugraph_biclique.data import southern_women
from cugraph_biclique.graph.bipartite import from_ids
from cugraph_biclique.randomization import BUDGET_EACH, LEAST, ROUNDS, TOGETHER, numbers

PLANTED = [
    *graphs.random_graph(60, 40, 0.06, seed=3),
    *product(range(60, 67), range(40, 46)),  # a block that no degree explains
    *((u, u % 40) for u in range(60, 67)),
]


def random_graphs(frame, seed, n, engine, together=1):
    """The edge sets of n random graphs, some of which are united."""
    graph = cb.bipartite_graph(frame)
    drawn = backends.backend_for(engine).random_graphs(graph, seed, "swaps")
    numbers = [min(together, n - first) for first in range(0, n, together)]
    return [e for k in numbers for e in edges_of(drawn.union(k), graph, k)]


def edges_of(union, graph, n):
    """The edges of each of n united graphs, with the labels of the given graph."""
    union = union.in_host_memory()
    cb.BipartiteGraph(
        union.left_indptr, union.left_indices, union.right_indptr, union.right_indices,
        union.left_labels, union.right_labels,
    )  # fmt: skip
    assert union.n_left == n * graph.n_left and union.n_right == n * graph.n_right
    edges = [[] for _ in range(n)]
    for u in range(union.n_left):
        for v in union.left_indices[union.left_indptr[u] : union.left_indptr[u + 1]]:
            k, u_in_one = divmod(u, graph.n_left)
            v_in_one = v - k * graph.n_right
            assert 0 <= v_in_one < graph.n_right
            edges[k].append((graph.left_labels[u_in_one], graph.right_labels[v_in_one]))
    return edges


def all_graphs(edges):
    """Every graph with the same degrees: sets of edges."""
    lefts, rights = Counter(u for u, _ in edges), Counter(v for _, v in edges)
    rows = [
        [[(u, v) for v in chosen] for chosen in combinations(sorted(rights), degree)]
        for u, degree in lefts.items()
    ]
    chosen = [frozenset(e for row in rows_ for e in row) for rows_ in product(*rows)]
    return [g for g in chosen if Counter(v for _, v in g) == rights]


# Random graphs


@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_degrees_stay_and_no_edge_is_parallel(name, engine):
    edges = set(graphs.IRREGULAR[name])
    frame = graphs.as_frame(edges)
    for drawn in random_graphs(frame, 3, 3, engine):
        assert len(drawn) == len(set(drawn)) == len(edges)
        for side in (0, 1):
            degrees = Counter(edge[side] for edge in edges)
            assert Counter(edge[side] for edge in drawn) == degrees


UNIFORM = {
    "path": [(0, 0), (0, 1), (1, 1), (2, 0), (2, 2)],
    "two": [(0, 0), (1, 1)],
    "dense": [(u, v) for u in range(4) for v in range(4) if u != v],
    "uneven": [(0, 0), (0, 1), (0, 2), (1, 0), (1, 3), (2, 1), (3, 0)],
}


@pytest.mark.parametrize("name", UNIFORM)
def test_all_graphs_with_the_degrees_are_equally_likely(name):
    """Pearson's chi-square statistic, four standard deviations above its mean."""
    expected = all_graphs(UNIFORM[name])
    n = 100 * len(expected) + 1000
    drawn = random_graphs(graphs.as_frame(UNIFORM[name]), 12, n, "cpu")
    found = Counter(map(frozenset, drawn))
    assert set(found) == set(expected)
    each = n / len(expected)
    statistic = sum((found[graph] - each) ** 2 / each for graph in expected)
    freedom = len(expected) - 1
    assert statistic < freedom + 4 * (2 * freedom) ** 0.5


def test_a_round_and_the_same_round_again_lead_back():
    """So the chain is symmetric: the same numbers reverse a round."""
    from cugraph_biclique.randomization.cpu import Room, swap_round

    graph = cb.bipartite_graph(graphs.as_frame(graphs.random_graph(30, 20, 0.4, 5)))
    owner = np.repeat(
        np.arange(graph.n_left, dtype=np.int32), np.diff(graph.left_indptr)
    )
    room = Room.of(graph.n_edges)
    for drawn in numbers(4, 0, 20):
        slots = graph.left_indices.copy()
        swap_round(owner, slots, graph.n_right, drawn, room)
        assert (slots != graph.left_indices).any()
        swap_round(owner, slots, graph.n_right, drawn, room)
        np.testing.assert_array_equal(slots, graph.left_indices)


def test_graphs_differ_between_seeds_and_draws():
    frame = graphs.as_frame(graphs.random_graph(40, 30, 0.2, seed=6))
    drawn = [*random_graphs(frame, 1, 2, "cpu"), *random_graphs(frame, 2, 2, "cpu")]
    assert len(set(map(frozenset, drawn))) == 4
    assert drawn[:2] == random_graphs(frame, 1, 2, "cpu")
    large = random_graphs(frame, 1 << 70, 1, "cpu"), random_graphs(frame, 0, 1, "cpu")
    assert large[0] != large[1]


def test_the_first_random_graph_forgets_the_graph():
    """Its overlap with the graph is that of two random graphs far apart."""
    edges = set(graphs.random_graph(400, 300, 0.02, seed=7))
    drawn = [set(g) for g in random_graphs(graphs.as_frame(edges), 1, 30, "cpu")]
    apart = np.mean([len(a & b) for a, b in combinations(drawn[::3], 2)])
    assert len(drawn[0] & edges) < 2 * apart
    assert np.mean([len(a & b) for a, b in pairwise(drawn)]) < 1.5 * apart


def test_numbers_of_rounds_do_not_depend_on_how_they_are_drawn():
    whole = numbers(7, 0, 3 * ROUNDS)
    parts = [numbers(7, k * ROUNDS, ROUNDS) for k in range(3)]
    np.testing.assert_array_equal(whole, np.concatenate(parts))
    assert len(np.unique(whole)) == whole.size


@pytest.mark.gpu
@pytest.mark.parametrize("few_edges", [0, 1 << 13])
@pytest.mark.parametrize("name", ["planted", "wide-both-65", "twins"])
def test_both_engines_draw_the_same_graphs(name, few_edges, monkeypatch):
    from cugraph_biclique.randomization import gpu

    monkeypatch.setattr(gpu, "FEW_EDGES", few_edges)
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    assert random_graphs(frame, 5, 3, "cpu") == random_graphs(frame, 5, 3, "gpu", 2)


@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_unions_have_the_graphs_that_are_drawn_one_by_one(name, engine):
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    single = random_graphs(frame, 6, 5, engine)
    for together in (2, 5):
        assert random_graphs(frame, 6, 5, engine, together) == single


def test_small_graphs_are_searched_together_and_large_ones_alone():
    edges = graphs.random_graph(40, 30, 0.3, seed=1)
    graph, free = cb.bipartite_graph(graphs.as_frame(edges)), 1 << 40
    size = graph.n_left + graph.n_right + graph.n_edges
    assert randomization.together(graph, 0, free) == TOGETHER // size
    assert randomization.together(graph, TOGETHER // 3 - size, free) == 3
    assert randomization.together(graph, TOGETHER, free) == 1
    assert randomization.together(graph, 0, 2 * size * BUDGET_EACH) == 2
    assert randomization.together(graph, 0, 1) == 1
    empty = cb.bipartite_graph(graphs.as_frame([]))
    assert randomization.together(empty, 0, free) == TOGETHER // LEAST


# Sizes


def sizes_of(edges, min_left=1, min_right=1):
    found = Counter((len(a), len(b)) for a, b in naive.maximal_bicliques(edges))
    return {s: n for s, n in found.items() if s[0] >= min_left and s[1] >= min_right}


@pytest.mark.parametrize("least", [(1, 1), (2, 3)])
def test_sizes_are_those_of_the_random_graphs(least, engine):
    edges = graphs.random_graph(20, 15, 0.3, seed=8)
    frame = graphs.as_frame(edges)
    found = cb.significance(
        frame, 6, seed=4, min_left=least[0], min_right=least[1], engine=engine
    )
    drawn = [sizes_of(g, *least) for g in random_graphs(frame, 4, 6, "cpu")]
    observed = sizes_of(edges, *least)
    rows = sorted({*observed, *(size for sizes in drawn for size in sizes)})
    table = found.sizes
    assert list(zip(table["n_left"], table["n_right"], strict=True)) == rows
    for row in table.itertuples():
        counts = [sizes.get((row.n_left, row.n_right), 0) for sizes in drawn]
        assert row.observed == observed.get((row.n_left, row.n_right), 0)
        assert row.mean == pytest.approx(np.mean(counts))
        assert row.sd == pytest.approx(np.std(counts, ddof=1))
        assert row.largest == max(counts)
        assert row.false_share == pytest.approx(
            share_of(observed, drawn, row.n_left, row.n_right)
        )


def share_of(observed, drawn, a, b):
    def at_least(sizes):
        return sum(n for (i, j), n in sizes.items() if i >= a and j >= b)

    seen, mean = at_least(observed), np.mean([at_least(sizes) for sizes in drawn])
    return min(1, mean / seen) if seen else 1


def table_of(G, together, **options):
    """The sizes of a call that searches at most `together` graphs as one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(random_searches, "together", lambda *_: together)
        return cb.significance(G, **options).sizes


def assert_batches_change_nothing(G, **options):
    single = table_of(G, 1, **options)
    for together in (2, 100):
        found = table_of(G, together, **options)
        pd.testing.assert_frame_equal(found, single, check_exact=True)


SHORT_SEARCHES = [name for name in graphs.IRREGULAR if name != "planted-wide"]


@pytest.mark.parametrize("least", [(1, 1), (2, 3)])
@pytest.mark.parametrize("name", SHORT_SEARCHES)
def test_batches_have_the_sizes_of_single_graphs(name, least, engine):
    assert_batches_change_nothing(
        graphs.as_frame(graphs.IRREGULAR[name]), draws=4, seed=sum(least),
        min_left=least[0], min_right=least[1], engine=engine,
    )  # fmt: skip


@settings(max_examples=40)
@given(graphs.bipartite_edges(), st.integers(0, 3), st.integers(0, 3))
def test_batches_have_the_sizes_of_single_graphs_with_isolated_vertices(
    edges, lefts, rights
):
    """The isolated vertices come before, between and after the others."""
    lefts, rights = lefts + 1, rights + 1
    u, v = np.array(sorted(set(edges)), np.int64).reshape(-1, 2).T
    n_left, n_right = u.max(initial=0) + 1, v.max(initial=0) + 1
    graph = from_ids(
        lefts * u + lefts // 2, rights * v + rights // 2,
        pd.RangeIndex(lefts * n_left), pd.RangeIndex(rights * n_right),
    )  # fmt: skip
    assert_batches_change_nothing(graph, draws=5, seed=3, engine="cpu")


@pytest.mark.parametrize("edges", [graphs.complete(3, 4), graphs.matching(6)])
def test_batches_of_graphs_without_a_choice(edges, engine):
    assert_batches_change_nothing(
        graphs.as_frame(edges), draws=6, seed=3, engine=engine
    )


def test_histograms_of_many_parts_are_merged(monkeypatch):
    expected = cb.significance(southern_women(), 10, seed=2, engine="cpu").sizes
    monkeypatch.setattr(bicliques, "MOST_ROWS", 1)
    found = cb.significance(southern_women(), 10, seed=2, engine="cpu").sizes
    pd.testing.assert_frame_equal(found, expected, check_exact=True)


def test_the_frame_has_its_types():
    table = cb.significance(southern_women(), 3, seed=1, engine="cpu").sizes
    assert table.dtypes.astype(str).to_dict() == {
        "n_left": "int32", "n_right": "int32", "observed": "int64", "mean": "float64",
        "sd": "float64", "largest": "int64", "false_share": "float64",
    }  # fmt: skip


def test_the_same_seed_has_the_same_answer(engine):
    one, other = (
        cb.significance(southern_women(), 4, seed=9, engine=e) for e in ("cpu", engine)
    )
    pd.testing.assert_frame_equal(one.sizes, other.sizes, check_exact=True)
    another = cb.significance(southern_women(), 4, seed=10, engine=engine)
    assert not another.sizes.equals(one.sizes)


def test_a_planted_block_is_not_explained_by_chance(engine):
    found = cb.significance(graphs.as_frame(PLANTED), 10, seed=2, engine=engine)
    table = found.thresholds()
    assert len(table)
    assert (table["false_share"] <= 0.05).all()
    assert (table["min_left"] <= 7).any() and (table["min_right"] <= 6).any()
    least = table.iloc[0]
    kept = cb.maximal_bicliques(
        graphs.as_frame(PLANTED),
        min_left=int(least["min_left"]),
        min_right=int(least["min_right"]),
        engine=engine,
    )
    assert len(kept) == least["observed"] > 0
    block = set(range(60, 67)), set(range(40, 46))
    assert any(block[0] <= set(a) and block[1] <= set(b) for a, b in kept)


def significance_of(rows, draws=20):
    """A result with rows (n_left, n_right, observed, mean, sd)."""
    columns = ["n_left", "n_right", "observed", "mean", "sd"]
    return cb.Significance(pd.DataFrame(rows, columns=columns), draws, seed=1)


RING = 4, 4, 5_000, 4_000, 100  # 500 of 5 x 4 and so on, among overlaps of hubs
HUBS = 6, 7, 300, 3, 1


def test_thresholds_warn_if_they_cut_small_groups_away():
    found = significance_of([RING, HUBS])
    with pytest.warns(UserWarning, match=r"keeps 292 of 792 .*\.groups\(G\)") as caught:
        table = found.thresholds()
    assert table.loc[0, ["min_left", "min_right"]].tolist() == [4, 7]
    assert caught[0].filename == __file__


def test_thresholds_warn_if_no_size_is_rare_enough():
    with pytest.warns(UserWarning, match="keeps 0 of 500 bicliques"):
        assert not len(significance_of([RING]).thresholds())


@pytest.mark.parametrize(
    "rows",
    [
        [(4, 4, 5_000, 4_000, 190), HUBS],  # within the deviations of chance
        [RING, (6, 7, 600, 3, 1)],  # the first row keeps most
        [(4, 4, 50, 32, 1)],  # too few to lose
        [RING, (2, 2, 10**6, 10**6, 9)],  # too small a part
    ],
    ids=["chance", "most", "few", "part"],
)
def test_thresholds_that_lose_little_do_not_warn(rows):
    significance_of(rows).thresholds()


def test_few_draws_have_no_deviation_to_warn_of():
    significance_of([RING, HUBS], draws=4).thresholds()


@pytest.mark.parametrize("seed", range(3))
def test_random_graphs_rarely_warn(seed):
    """Graphs with hubs, whose bicliques are all by chance."""
    rng = np.random.default_rng(seed)
    u, v = (rng.zipf(1.7, 3000) % 300 for _ in range(2))
    frame = pd.DataFrame({"u": u, "v": v}).drop_duplicates()
    (drawn,) = cb.random_graphs(frame, 1, seed, engine="cpu")
    cb.significance(
        drawn, 10, seed=seed, min_left=2, min_right=2, engine="cpu"
    ).thresholds()


@settings(max_examples=20)
@given(graphs.bipartite_edges())
def test_thresholds_are_the_least_sizes(edges):
    found = cb.significance(graphs.as_frame(edges), 2, seed=1, engine="cpu")
    table = found.thresholds(0.3)
    sizes = found.sizes
    share = {}
    for a, b in product(sizes["n_left"].unique(), sizes["n_right"].unique()):
        above = sizes[(sizes["n_left"] >= a) & (sizes["n_right"] >= b)]
        seen, mean = above["observed"].sum(), above["mean"].sum()
        if seen and Fraction(round(2 * mean), 2 * int(seen)) <= Fraction("0.3"):
            share[int(a), int(b)] = (seen, mean)
    least = {
        (a, b): share[a, b]
        for a, b in share
        if not any((i, j) != (a, b) and i <= a and j <= b for i, j in share)
    }
    rows = {
        (row.min_left, row.min_right): (row.observed, pytest.approx(row.mean))
        for row in table.itertuples()
    }
    assert rows == least
    assert table["observed"].is_monotonic_decreasing


@pytest.mark.parametrize("edges", [[], [(0, 0)], graphs.star(4)], ids=["0", "1", "4"])
def test_graphs_without_a_choice(edges, engine):
    found = cb.significance(graphs.as_frame(edges), 2, seed=1, engine=engine)
    assert (found.sizes["observed"] == found.sizes["mean"]).all()
    assert len(found.thresholds()) == 0
    assert "Significance" in repr(found)


def test_a_single_draw_has_no_deviation():
    found = cb.significance(southern_women(), 1, seed=1, engine="cpu")
    assert found.sizes["sd"].isna().all()
    assert (found.sizes["largest"] == found.sizes["mean"]).all()


def test_progress_counts_graphs():
    seen = []
    cb.significance(
        southern_women(), 3, seed=1, engine="cpu",
        progress=lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    assert seen == [(1, 4), (2, 4), (4, 4)]


def test_an_error_in_the_progress_function_ends_the_call():
    seen = []

    def interrupt(done, total):
        seen.append(done)
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cb.significance(southern_women(), 5, seed=1, engine="cpu", progress=interrupt)
    assert seen == [1, 2]


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"draws": 0}, ValueError, "draws=0 is too small"),
        ({"draws": 2.0}, TypeError, "draws must be an integer, not float"),
        ({"seed": -1}, ValueError, "seed=-1 is negative: pass 0 or more"),
        ({"seed": 1 << 128}, ValueError, r"seed=3402.* pass a number below 2\*\*128"),
        ({"seed": True}, TypeError, "seed must be an integer, not bool"),
        ({"seed": None}, TypeError, "seed must be an integer, not NoneType"),
        ({"min_left": 0}, ValueError, "min_left=0"),
        ({"engine": "tpu"}, ValueError, "engine='tpu'"),
        ({"progress": 3}, TypeError, "progress must be"),
    ],
)
def test_arguments_are_checked(change, error, words):
    with pytest.raises(error, match=words):
        cb.significance(southern_women(), **({"seed": 1} | change))


@pytest.mark.parametrize(
    ("share", "error", "words"),
    [
        (1.5, ValueError, "false_share=1.5 is not a share"),
        (float("nan"), ValueError, "false_share=nan is not a share"),
        ("5%", TypeError, "false_share must be a number, not str"),
        (True, TypeError, "false_share must be a number, not bool"),
    ],
)
def test_shares_are_checked(share, error, words):
    found = cb.significance(southern_women(), 1, seed=1, engine="cpu")
    with pytest.raises(error, match=words):
        found.thresholds(share)
