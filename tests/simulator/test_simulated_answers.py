# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Answers of a result of the GPU engine are those of the oracle and of the CPU.

Modules: `results/gpu/missing.py`, `results/gpu/sums.py`.
"""

import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.results import absent_edges, scores
from cugraph_biclique.results.gpu import missing, sums
from cugraph_biclique.results.scores import SCORES
from cugraph_biclique.results.weights import WEIGHTED
from test_cover import assert_cover
from test_covers import assert_covers
from test_families import assert_families
from test_missing import assert_missing

pytestmark = pytest.mark.simulator

EDGES = {
    "random": graphs.random_graph(12, 10, 0.45, seed=2),
    "twins": graphs.twins(graphs.random_graph(5, 6, 0.5, seed=1)),
    "uneven": graphs.random_graph(6, 80, 0.4, seed=3),
}


def both(edges, **options):
    """The sorted results of the engines."""
    frame = graphs.as_frame(edges)
    return [
        cb.maximal_bicliques(frame, engine=engine, sort=True, **options)
        for engine in ("cpu", "gpu")
    ]


@pytest.mark.parametrize("name", EDGES)
def test_scores_and_vertices_are_those_of_the_cpu(name, monkeypatch):
    monkeypatch.setattr(sums, "MEMBERS_AT_ONCE", 60)  # several batches
    expected, found = both(EDGES[name])
    for by in SCORES:
        of_cpu = expected.scores(by).to_numpy()
        np.testing.assert_array_equal(found.scores(by).to_numpy(), of_cpu)
    for side in ("left", "right"):
        for by in ("edges", "share"):
            table = found.vertices(side, by)
            assert table.equals(expected.vertices(side, by))


@pytest.mark.parametrize("name", EDGES)
def test_amounts_and_tables_are_those_of_the_cpu(name):
    expected, found = both(EDGES[name])
    frame = graphs.as_frame(sorted(set(EDGES[name])))
    frame = frame.assign(amount=np.sqrt(np.arange(len(frame))))
    for by in WEIGHTED:
        of_cpu = expected.scores(by, weight=frame).to_numpy()
        of_gpu = found.scores(by, weight=frame).to_numpy()
        assert of_gpu.tobytes() == of_cpu.tobytes()
    of_cpu = expected._repr_html_()
    assert found._repr_html_() == of_cpu.replace("engine cpu", "engine gpu")


@pytest.mark.parametrize("at_most", [1, 3, 100])
@pytest.mark.parametrize("name", EDGES)
def test_missing_edges(name, at_most, monkeypatch):
    monkeypatch.setattr(scores, "MEMBERS_AT_ONCE", 60)
    monkeypatch.setattr(absent_edges, "MOST_WAITING", 10)
    monkeypatch.setattr(missing, "KEYS_AT_ONCE", 10)
    _, found = both(EDGES[name], min_left=2)
    assert_missing(found[:25], EDGES[name], at_most)


def test_nothing_is_missing():
    assert not len(both(graphs.complete(3, 4))[1].missing())
    assert not len(both([(1, 2)], min_left=2)[1].missing())


def test_families():
    _, found = both(EDGES["random"])
    assert_families(found, 0.5, "share")


def test_covers():
    _, found = both(EDGES["random"])
    assert_covers(found, EDGES["random"])
    assert_covers(found[::2], EDGES["random"])


def test_cover():
    assert_cover(both(EDGES["uneven"])[1], EDGES["uneven"], 5)
