# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What kills mutants of the results on cores: frames of known bicliques."""

import answers
import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.results.cpu import classes
from cugraph_biclique.results.cpu import members as cpu


def check(name, **options):
    """Frames, sizes and order of a result."""
    frame = graphs.as_frame(answers.GRAPHS[name])
    found = cb.maximal_bicliques(frame, engine="cpu", **options)
    assert graphs.as_set(found) == answers.maximal(name)
    rows = found.to_frame()
    for side in ("left", "right"):
        long = getattr(found, side)
        assert long["vertex"].tolist() == [v for row in rows[side] for v in row]
    sizes = list(zip(found.sizes["n_left"], found.sizes["n_right"], strict=True))
    assert sizes == [
        (len(a), len(b)) for a, b in zip(rows["left"], rows["right"], strict=True)
    ]
    if options.get("sort"):
        sides = [*rows["left"], *rows["right"]]
        assert all(list(members) == sorted(members) for members in sides)
        keys = [
            (len(a), len(b), list(a), list(b))
            for a, b in zip(rows["left"], rows["right"], strict=True)
        ]
        assert keys == sorted(keys)


@pytest.mark.parametrize("name", answers.GRAPHS)
def test_known_answers(name):
    check(name)


@pytest.mark.parametrize("name", answers.FEW)
def test_sorted_answers(name):
    check(name, sort=True)


@pytest.mark.parametrize("name", answers.FEW)
@pytest.mark.parametrize("shared", [1, 10**6])
def test_either_way_to_the_grown_side(name, shared, monkeypatch):
    monkeypatch.setattr(classes, "SHARED", shared)
    check(name)


@pytest.mark.parametrize("name", answers.FEW)
def test_threads_that_share_the_work(name, monkeypatch):
    monkeypatch.setattr(cpu, "RECORDS_PER_JOB", 3)
    check(name)


@pytest.mark.parametrize("name", answers.FEW)
def test_parts_of_a_result(name):
    found = cb.maximal_bicliques(graphs.as_frame(answers.GRAPHS[name]), engine="cpu")
    listed = graphs.as_list(found)
    assert graphs.as_list(found[3::5]) == listed[3::5]
    batches = found.iter_batches(11)
    assert [pair for batch in batches for pair in graphs.as_list(batch)] == listed
    largest = graphs.as_list(found.nlargest(9, by="edges"))
    sizes = sorted((len(a) * len(b) for a, b in listed), reverse=True)
    assert [len(a) * len(b) for a, b in largest] == sizes[:9]


@pytest.mark.parametrize("seed", range(6))
def test_the_canonical_order_of_any_sides(seed):
    chance = np.random.default_rng(seed)
    lefts = {tuple(np.flatnonzero(chance.random(7) < 0.6)) for _ in range(50)} - {()}
    lefts = [np.array(left, np.int32) for left in lefts]
    offsets = np.cumsum([0, *map(len, lefts)])
    n_right = chance.integers(1, 3, len(lefts))
    order = cpu.canonical_order(offsets, np.concatenate(lefts), n_right)
    keys = [(len(lefts[i]), n_right[i], lefts[i].tolist()) for i in order]
    assert keys == sorted(keys)
    assert sorted(order) == list(range(len(lefts)))
