# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`groups`: planted groups are found, and every number is that of the oracle.

Modules: `api/groups.py`, `calls/groups.py`, `grouping/`, `results/groups.py`.
"""

from itertools import product
from math import comb, log2
from unittest import mock

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.calls import groups as search
from cugraph_biclique.data import southern_women
from cugraph_biclique.grouping import hubs, seeds
from cugraph_biclique.grouping.evidence import choices
from cugraph_biclique.grouping.ranking import Group, ranked
from test_answers import host


def evidence(edges, left, right):
    """Bits of evidence for a group, with exact numbers of sets."""
    edges = set(edges)
    among = sum((u, v) in edges for u, v in product(left, right))
    of_left = sum(u in left for u, _ in edges)
    expected = of_left * sum(v in right for _, v in edges) / len(edges)
    pairs = len(left) * len(right)
    if among <= expected or expected >= pairs:
        return -np.inf
    bits = among * log2(among / expected)
    if among < pairs:
        bits += (pairs - among) * log2((pairs - among) / (pairs - expected))
    for side, some in ((0, left), (1, right)):
        n, k = len({e[side] for e in edges}), len(some)
        bits -= log2(comb(n, k) * k * (k + 1))
    return bits


def as_sets(found):
    """The groups as pairs of sets."""
    left, right = host(found.left), host(found.right)
    return [
        (set(left.vertex[left.group == i]), set(right.vertex[right.group == i]))
        for i in range(len(found))
    ]


def assert_right(edges, found, density=0.5, least=(2, 2), overlap=0.3):
    """All numbers are those of the oracle, and no group breaks a limit."""
    edges = set(edges)
    summary, groups = host(found.summary), as_sets(found)
    lefts, rights = host(found.left), host(found.right)
    missing = host(found.missing)
    absent = list(zip(missing.group, missing.left, missing.right, strict=True))
    expected = []
    for i, (left, right) in enumerate(groups):
        among = {pair for pair in product(left, right) if pair in edges}
        row = summary.loc[i]
        assert (row.n_left, row.n_right, row.n_edges) == (
            len(left), len(right), len(among),
        )  # fmt: skip
        assert row.density == pytest.approx(len(among) / (len(left) * len(right)))
        assert row.score == pytest.approx(evidence(edges, left, right))
        assert row.p_value == pytest.approx(min(1, 2**-row.score))
        assert len(left) >= least[0] and len(right) >= least[1]
        for side, table, other in ((0, lefts, right), (1, rights, left)):
            for _, vertex, share in table[table.group == i].itertuples(index=False):
                touched = sum(pair[side] == vertex for pair in among)
                assert share == pytest.approx(touched / len(other))
                assert share >= density - 1e-9
        expected += [(i, u, v) for u in left for v in right if (u, v) not in edges]
    assert sorted(absent) == sorted(expected)
    assert (np.diff(summary.score) <= 1e-9).all()
    for j, (left, right) in enumerate(groups):
        for other, others in groups[:j]:
            shared = len(left & other) * len(right & others)
            assert shared <= overlap * len(left) * len(right)


def has_most(ring, group):
    """Whether a group has most of the 8 and of the 5 vertices of a ring."""
    return len(ring[0] & group[0]) >= 6 and len(ring[1] & group[1]) >= 4


def planted(n_noise, density, seed, rings=5):
    """Noise with hubs, and rings of 8 x 5 of which a share of the edges exists."""
    rng = np.random.default_rng(seed)
    noise = (rng.random((n_noise, 2)) ** 3 * [n_noise // 4, n_noise // 20]).astype(int)
    edges = {(u, v) for u, v in noise.tolist()}
    truth = []
    for ring in range(rings):
        left = [n_noise // 4 - 1 - 8 * ring - i for i in range(8)]
        right = [n_noise // 20 - 1 - 5 * ring - i for i in range(5)]
        some = rng.random((8, 5)) < density
        edges |= {(left[i], right[j]) for i, j in np.argwhere(some).tolist()}
        edges |= {(u, int(v)) for u in left for v in rng.integers(0, 9, 3)}
        truth.append((set(left), set(right)))
    return sorted(edges), truth


@pytest.mark.parametrize(("density", "most"), [(1.0, 8), (0.85, 6), (0.7, 4)])
def test_planted_rings_come_first(density, most, engine):
    edges, truth = planted(60_000, density, seed=3)
    found = cb.groups(graphs.as_frame(edges), 30, engine=engine)
    assert_right(edges, found)
    best = as_sets(found)[: len(truth)]
    for left, right in truth:
        assert any(len(left & us) >= most and len(right & vs) >= 3 for us, vs in best)
    p_value = host(found.summary).p_value
    assert (p_value[: len(truth)] < 0.01).all()
    assert (p_value[len(truth) :] > 0.01).all()


@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_all_numbers_are_those_of_the_oracle(name, engine):
    edges = graphs.IRREGULAR[name]
    frame = graphs.as_frame(edges)
    for options in ({}, {"density": 0.8, "overlap": 0.9}, {"min_left": 3}):
        found = cb.groups(frame, 5, engine=engine, **options)
        assert_right(
            edges,
            found,
            options.get("density", 0.5),
            (options.get("min_left", 2), 2),
            options.get("overlap", 0.3),
        )


@given(graphs.bipartite_edges())
def test_no_biclique_has_more_evidence_than_the_best_group(edges):
    with mock.patch.object(hubs, "READS", 1 << 30):
        found = cb.groups(graphs.as_frame(edges), 1, engine="cpu")
    assert_right(edges, found)
    best = max(
        (
            evidence(edges, left, right)
            for left, right in naive.maximal_bicliques(edges)
            if len(left) >= 2 and len(right) >= 2
        ),
        default=-np.inf,
    )
    if best > -np.inf:
        assert host(found.summary).score[0] >= best - 1e-9


def test_random_graphs_have_no_group_of_a_small_p_value():
    small = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        weight = 1 / np.sqrt(np.arange(1, 201)), 1 / np.sqrt(np.arange(1, 81))
        p = np.minimum(1, 900 * np.outer(*(w / w.sum() for w in weight)))
        edges = np.argwhere(rng.random(p.shape) < p)
        found = cb.groups(edges, 1)
        small += int((found.summary.p_value < 0.05).sum())
    assert small <= 2


def test_blocks_that_are_much_of_the_graph_are_found():
    two = [(i, j) for i in range(20) for j in range(20) if (i < 10) == (j < 10)]
    found = cb.groups(np.array(two))
    assert host(found.summary).p_value.tolist()[:2] == pytest.approx([3e-16] * 2, rel=1)
    assert as_sets(found)[0] in [(set(range(10)),) * 2, (set(range(10, 20)),) * 2]


def test_a_side_of_few_vertices_has_no_hubs():
    rng = np.random.default_rng(2)
    has = rng.random((600, 20)) < 0.1
    has[:60, :6] = rng.random((60, 6)) < 0.95
    best = as_sets(cb.groups(np.argwhere(has), 1))[0]
    assert len(best[0] & set(range(60))) >= 30 and best[1] == set(range(6))


def test_vertices_asked_for_are_not_refined_away():
    edges = [[0, 1], [0, 3], [1, 1], [1, 3], [2, 1], [2, 3], [3, 0], [3, 3]]
    found = cb.groups(np.array(edges), containing={"left": [2]})
    assert ({0, 1, 2}, {1, 3}) in as_sets(found)


def test_the_weights_of_all_sizes_sum_to_one():
    n = 12
    weight = [comb(n, k) * 2.0 ** -choices(n)[k] for k in range(1, n + 1)]
    assert sum(weight) == pytest.approx(1 - 1 / (n + 1))


def test_the_answer_does_not_depend_on_the_number_of_seeds(monkeypatch):
    edges, _ = planted(4000, 0.85, seed=4)
    frame = graphs.as_frame(edges)
    expected = cb.groups(frame, 5).to_frame()
    monkeypatch.setattr(search, "Seeds", lambda: seeds.Seeds(40))
    pd.testing.assert_frame_equal(cb.groups(frame, 5).to_frame(), expected)


def test_one_dense_part_does_not_hide_the_others(monkeypatch):
    edges, truth = planted(2000, 1.0, seed=5, rings=2)
    dense = [(f"d{i}", f"d{j}") for i in range(16) for j in range(16) if (i + j) % 5]
    frame = graphs.as_frame([(f"u{u}", f"v{v}") for u, v in edges] + dense)
    monkeypatch.setattr(search, "Seeds", lambda: seeds.Seeds(30))
    found = as_sets(cb.groups(frame, 5))
    for left, right in truth:
        ring = {f"u{u}" for u in left}, {f"v{v}" for v in right}
        assert any(has_most(ring, group) for group in found)


def test_a_hub_may_be_in_a_group_but_not_in_a_seed(monkeypatch):
    edges, truth = planted(4000, 1.0, seed=6, rings=1)
    left, right = truth[0]
    edges = sorted({*edges, *((u, 0) for u in left)})  # shop 0 is the largest hub
    monkeypatch.setattr(hubs, "READS", 4)
    best = as_sets(cb.groups(graphs.as_frame(edges), 1))[0]
    assert left <= best[0] and right <= best[1]


def test_groups_around_a_vertex(engine):
    edges, truth = planted(4000, 0.85, seed=7)
    left, right = truth[2]
    frame, one = graphs.as_frame(edges), {"left": [min(left)]}
    for containing in (one, {**one, "right": [min(right)]}):
        found = cb.groups(frame, 3, containing=containing, engine=engine)
        assert_right(edges, found)
        assert len(found) >= 1
        for lefts, rights in as_sets(found):
            assert set(containing["left"]) <= lefts
            assert set(containing.get("right", [])) <= rights
        assert len(as_sets(found)[0][0] & left) >= 6


def test_groups_that_overlap_a_better_one_are_left_out():
    def group(left, right, bits):
        sides = (np.array(side, np.int32) for side in (left, right))
        return Group(*sides, len(left) * len(right), bits)

    best = group([1, 2, 3], [1, 2], 9.0)
    half = group([1, 2, 3], [2, 3], 8.0)
    other = group([4, 5], [1, 2], 7.0)
    assert ranked([other, half, best], 3, 0.4) == [best, other]
    assert ranked([other, half, best], 3, 0.5) == [best, half, other]
    assert ranked([other, half, best], 1, 0.5) == [best]


@pytest.mark.parametrize("name", ["nothing", "a star", "a matching"])
def test_graphs_without_groups(name, engine):
    edges = {"nothing": [], "a star": [(0, i) for i in range(9)],
             "a matching": [(i, i) for i in range(9)]}[name]  # fmt: skip
    frame = pd.DataFrame(edges, columns=["left", "right"], dtype="int64")
    found = cb.groups(frame, engine=engine)
    assert len(found) == 0 and repr(found) == "<Groups: none>"
    for table in (found.summary, found.left, found.right, found.missing):
        assert len(table) == 0
    assert len(found.to_frame()) == 0


def test_some_groups_are_selected_as_bicliques_are(engine):
    edges = graphs.as_frame(planted(20_000, 0.85, seed=3)[0])
    found = cb.groups(edges, 6, engine=engine)
    sets = as_sets(found)
    for some, which in ((found[1:3], [1, 2]), (found[[4, 0]], [4, 0])):
        assert as_sets(some) == [sets[i] for i in which]
        assert host(some.summary).group.tolist() == [0, 1]
        assert some.report == found.report | {"groups": 2}
    sure = host(found.summary).p_value < 0.01
    assert as_sets(found[sure]) == [sets[i] for i in np.flatnonzero(sure)]
    with pytest.raises(TypeError, match="a result cannot be indexed by int"):
        found[0]


def test_the_frame_has_the_members_as_lists():
    found = cb.groups(southern_women(), 2)
    frame = found.to_frame()
    assert list(frame) == [
        "group", "left", "right", "n_left", "n_right", "n_edges", "density", "score",
        "p_value",
    ]  # fmt: skip
    for row, (left, right) in zip(frame.itertuples(), as_sets(found), strict=True):
        assert set(row.left) == left and set(row.right) == right
    assert "p_value" in found._repr_html_()


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"k": 0}, ValueError, "k=0 is too small"),
        ({"min_left": 1}, ValueError, "min_left=1 is too small: a group has 2 or more"),
        ({"density": 0}, ValueError, "density=0 is not a share"),
        ({"density": 1.5}, ValueError, "density=1.5 is not a share"),
        ({"density": "half"}, TypeError, "density must be a number, not str"),
        ({"overlap": True}, TypeError, "overlap must be a number, not bool"),
        (
            {"containing": {"left": ["nobody"]}},
            ValueError,
            "which is not in G",
        ),
    ],
)
def test_bad_arguments(options, error, text):
    with pytest.raises(error, match=text):
        cb.groups(southern_women(), **options)


def test_the_call_is_no_module():
    import cugraph_biclique.calls.groups  # noqa: F401

    assert callable(cb.groups)
