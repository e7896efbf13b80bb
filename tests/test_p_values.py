# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""p-values of bicliques, against random graphs that are searched one by one.

Modules: `results/p_values.py`, `calls/random_searches.py`, `randomization/seeds.py`.
"""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.calls import bicliques, random_searches
from cugraph_biclique.data import southern_women
from cugraph_biclique.results.scores import SCORES
from test_answers import expected_score, host
from test_significance import PLANTED

NAMES = ["planted", "twins", "wide-both-65", "repeated-edges"]


def frame_of(found, by="surprise", **options):
    """The frame of p-values, in host memory."""
    return host(found.p_values(by, **options))


def expected(found, edges, by, draws, seed, **search):
    """The p-values of a result, from a search for each random graph."""
    scores = host(found.scores(by)).tolist()
    drawn = [
        cb.maximal_bicliques(graph, engine="cpu", **search).scores(by).tolist()
        for graph in cb.random_graphs(edges, draws, seed, engine="cpu")
    ]
    return scores, *map(list, zip(*naive.adjusted(scores, drawn), strict=True))


def assert_as_expected(table, scores, p_values, rates):
    assert table["biclique"].tolist() == list(range(len(scores)))
    assert table["score"].tolist() == scores
    assert table["p_value"].tolist() == p_values
    np.testing.assert_allclose(table["fdr"], rates, rtol=1e-12)


@pytest.mark.parametrize("by", SCORES)
def test_p_values_are_those_of_the_random_graphs(by, engine):
    edges = graphs.as_frame(graphs.random_graph(20, 15, 0.3, seed=8))
    least = {"min_left": 2, "min_right": 2}
    found = cb.maximal_bicliques(edges, engine=engine, sort=True, **least)
    table = frame_of(found, by, draws=6, seed=4)
    assert_as_expected(table, *expected(found, edges, by, 6, 4, **least))


@pytest.mark.parametrize("name", NAMES)
def test_p_values_of_irregular_graphs(name, engine):
    edges = graphs.as_frame(graphs.IRREGULAR[name])
    found = cb.maximal_bicliques(edges, engine=engine, sort=True)[::50]
    table = frame_of(found, draws=2, seed=5)
    assert_as_expected(table, *expected(found, edges, "surprise", 2, 5))


@settings(max_examples=15)
@given(graphs.bipartite_edges())
def test_naive_bicliques_have_the_same_p_values(edges):
    frame = graphs.as_frame(edges)
    found = cb.maximal_bicliques(frame, engine="cpu", sort=True)
    drawn = []
    for graph in cb.random_graphs(frame, 4, seed=2, engine="cpu"):
        pairs = list(graph.itertuples(index=False, name=None))
        cliques = naive.maximal_bicliques(pairs)
        drawn.append([expected_score(pairs, a, b, "share") for a, b in cliques])
    scores = found.scores("share").tolist()
    table = frame_of(found, "share", draws=4, seed=2)
    pairs = list(zip(table["p_value"], table["fdr"], strict=True))
    np.testing.assert_allclose(
        np.reshape(pairs, (-1, 2)),
        np.reshape(naive.adjusted(scores, drawn), (-1, 2)),
        rtol=1e-12,
    )


@pytest.mark.parametrize("by", ["lift", "surprise"])
@pytest.mark.parametrize("name", NAMES)
def test_unions_of_random_graphs_change_nothing(name, by, engine, monkeypatch):
    edges = graphs.as_frame(graphs.IRREGULAR[name])
    found = cb.maximal_bicliques(edges, engine=engine, sort=True, min_left=2)
    monkeypatch.setattr(random_searches, "together", lambda *_: 1)
    single = frame_of(found, by, draws=5, seed=7)
    for together in (2, 100):
        monkeypatch.setattr(random_searches, "together", lambda *_, n=together: n)
        table = frame_of(found, by, draws=5, seed=7)
        pd.testing.assert_frame_equal(table, single, check_exact=True)


def test_batches_of_random_bicliques_change_nothing(engine, monkeypatch):
    found = cb.maximal_bicliques(southern_women(), engine=engine, sort=True)
    expected = frame_of(found, draws=5, seed=7)
    monkeypatch.setattr(bicliques, "AT_ONCE", 10)
    table = frame_of(found, draws=5, seed=7)
    pd.testing.assert_frame_equal(table, expected, check_exact=True)


def test_the_random_bicliques_have_the_sizes_and_vertices_that_were_asked_for(engine):
    search = {"max_right": 3, "min_left": 2, "containing": {"right": ["E8"]}}
    women = southern_women()
    found = cb.maximal_bicliques(women, engine=engine, sort=True, **search)
    table = frame_of(found, "share", draws=8, seed=3)
    assert_as_expected(table, *expected(found, women, "share", 8, 3, **search))


def test_the_largest_bicliques_compete_with_all_of_their_sizes(engine):
    women = southern_women()
    least = {"min_left": 2, "min_right": 3}
    found = cb.largest_bicliques(women, 4, engine=engine, **least)
    table = frame_of(found, "edges", draws=8, seed=3)
    assert_as_expected(table, *expected(found, women, "edges", 8, 3, **least))


def test_a_selection_keeps_its_p_values(engine):
    found = cb.maximal_bicliques(southern_women(), engine=engine, sort=True)
    whole = frame_of(found, draws=9, seed=1)
    best = frame_of(found.nlargest(5, by="surprise"), draws=9, seed=1)
    top = whole.nlargest(5, "score", keep="all")
    assert best["p_value"].tolist() == top["p_value"].tolist()[:5]
    some = frame_of(found[10:12], draws=9, seed=1)
    assert some["p_value"].tolist() == whole["p_value"].tolist()[10:12]


def test_a_planted_block_is_no_chance(engine):
    found = cb.maximal_bicliques(
        graphs.as_frame(PLANTED), min_left=2, min_right=2, engine=engine
    )
    table = frame_of(found, draws=19, seed=1)
    best = table["score"].idxmax()
    left, right = next(iter(found[[best]]))
    assert set(range(60, 67)) <= set(left) and set(range(40, 46)) <= set(right)
    assert table["p_value"][best] == 1 / 20 == table["p_value"].min()
    assert table["fdr"][best] == 0
    assert (table["p_value"] <= 1 / 20).sum() < len(table) / 2


def reviews_with_rings(n, rings, kept, seed):
    """Edges of active users and popular items, and rings of ten users and five items
    that lack a share of their edges."""
    random = np.random.default_rng(seed)
    u = random.choice(n // 3, n, p=powers(n // 3, 0.6))
    v = random.choice(n // 30, n, p=powers(n // 30, 0.9))
    by_chance = pd.DataFrame({"u": u, "v": v})
    (by_chance,) = cb.random_graphs(by_chance, 1, seed, engine="cpu")
    edges = set(by_chance.itertuples(index=False, name=None))
    for ring in range(1, rings + 1):
        users, items = range(n * ring, n * ring + 10), range(n * ring, n * ring + 5)
        edges |= {(a, b) for a in users for b in items if random.random() < kept}
        edges |= {(a, int(b)) for a in users for b in random.choice(v, 3)}
    return graphs.as_frame(sorted(edges))


def powers(n, exponent):
    weight = 1 / np.arange(1, n + 1) ** exponent
    return weight / weight.sum()


def test_rings_with_missing_edges_are_found_without_tuning(engine):
    n, rings = 6000, 5
    frame = reviews_with_rings(n, rings, kept=0.8, seed=2)
    found = cb.maximal_bicliques(frame, min_left=3, min_right=2, engine=engine)
    table = frame_of(found, draws=19, seed=1)
    small = table["p_value"] <= 0.05
    lefts = [{int(u) // n for u in left} - {0} for left, _ in found[small.to_numpy()]]
    assert set().union(*lefts) == set(range(1, rings + 1))
    assert all(len(left) == 1 for left in lefts)  # none is without a ring
    assert small.sum() < len(found) / 5


def test_chance_has_small_p_values_as_often_as_they_say():
    """Random graphs against others: four standard deviations above the mean."""
    edges = graphs.as_frame(graphs.random_graph(14, 10, 0.35, seed=3))
    n, draws, level = 60, 4, 0.4  # two of the five values of a p-value
    small = 0
    for k, graph in enumerate(cb.random_graphs(edges, n, seed=11, engine="cpu")):
        found = cb.maximal_bicliques(graph, engine="cpu", min_left=2, min_right=2)
        small += frame_of(found, draws=draws, seed=k)["p_value"].min() <= level
    assert small <= n * level + 4 * (n * level * (1 - level)) ** 0.5


@pytest.mark.parametrize("by", ["edges", "share"])
def test_graphs_without_a_choice_have_no_evidence(by, engine):
    found = cb.maximal_bicliques(graphs.as_frame(graphs.matching(5)), engine=engine)
    table = frame_of(found, by, draws=3, seed=1)
    assert (table[["p_value", "fdr"]] == 1).all(axis=None)


def test_no_biclique_has_an_empty_frame(engine):
    found = cb.maximal_bicliques(southern_women(), min_left=19, engine=engine)
    table = frame_of(found, draws=2, seed=1)
    assert table.shape == (0, 4)


def test_random_graphs_without_a_biclique_of_the_sizes_count_as_lower():
    """A complete block that swaps with a matching dissolve."""
    edges = [*graphs.complete(3, 3), *((u, u) for u in range(3, 40))]
    frame = graphs.as_frame(edges)
    found = cb.maximal_bicliques(frame, min_left=3, min_right=3, engine="cpu")
    table = frame_of(found, "edges", draws=9, seed=1)
    assert table["p_value"].tolist() == [0.1] and table["fdr"].tolist() == [0]


def test_the_frame_has_its_types(engine):
    found = cb.maximal_bicliques(southern_women(), engine=engine)
    for by, kind in (("surprise", "float64"), ("edges", "int64")):
        assert frame_of(found, by, draws=2, seed=1).dtypes.astype(str).to_dict() == {
            "biclique": "int64", "score": kind, "p_value": "float64", "fdr": "float64",
        }  # fmt: skip


def test_seeds_decide_the_answer(engine):
    found = cb.maximal_bicliques(southern_women(), engine=engine, sort=True)
    on_cpu = cb.maximal_bicliques(southern_women(), engine="cpu", sort=True)
    one, other = (frame_of(f, draws=9, seed=4) for f in (found, on_cpu))
    pd.testing.assert_frame_equal(one, other, check_exact=True)
    assert not frame_of(found, draws=9, seed=5).equals(one)


def test_progress_counts_random_graphs():
    seen = []
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    found.p_values(draws=4, seed=1, progress=lambda done, all_: seen.append(done))
    assert seen[0] == 1 and seen[-1] == 4


def test_a_result_that_was_pickled_has_its_p_values():
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    again = pickle.loads(pickle.dumps(found))
    pd.testing.assert_frame_equal(
        frame_of(found, draws=3, seed=1), frame_of(again, draws=3, seed=1)
    )


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"by": "size"}, ValueError, "by='size' is unknown"),
        ({"draws": 0}, ValueError, "draws=0 is too small"),
        ({"draws": None}, TypeError, "draws must be an integer, not NoneType"),
        ({"seed": -1}, ValueError, "seed=-1 is negative"),
        ({"seed": 1.0}, TypeError, "seed must be an integer, not float"),
        ({"progress": 3}, TypeError, "progress must be"),
    ],
)
def test_arguments_are_checked(change, error, words):
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    with pytest.raises(error, match=words):
        found.p_values(**({"seed": 1} | change))
