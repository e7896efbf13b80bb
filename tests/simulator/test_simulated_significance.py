# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Random graphs of the GPU engine are those of the CPU engine.

Modules: `randomization/gpu.py`.
"""

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique import backends
from cugraph_biclique.calls import random_searches
from cugraph_biclique.randomization import gpu
from test_significance import edges_of, random_graphs

pytestmark = pytest.mark.simulator

SMALL = {
    "empty": [],
    "edge": graphs.complete(1, 1),
    "two": graphs.matching(2),
    "three": graphs.path(4),
    "crown-5": graphs.crown(5),
    "star": graphs.star(7),
    "twins": graphs.twins(graphs.random_graph(5, 6, 0.5, seed=1)),
    "random": graphs.random_graph(30, 20, 0.2, seed=2),
}


@pytest.mark.parametrize("name", SMALL)
def test_both_engines_draw_the_same_graphs(name):
    frame = graphs.as_frame(SMALL[name])
    assert random_graphs(frame, 5, 3, "gpu", 2) == random_graphs(frame, 5, 3, "cpu")


def test_a_device_skips_the_graphs_that_others_search():
    frame = graphs.as_frame(graphs.IRREGULAR["planted"])
    graph = cb.bipartite_graph(frame)
    drawn = backends.backend_for("gpu").random_graphs(graph, 5, "swaps")
    drawn.skip(2)
    assert edges_of(drawn.union(1), graph, 1) == random_graphs(frame, 5, 3, "cpu")[2:]


@pytest.mark.parametrize("name", ["two", "random"])
def test_rounds_in_a_launch_of_their_own_draw_the_same_graphs(name, monkeypatch):
    monkeypatch.setattr(gpu, "FEW_EDGES", 0)
    frame = graphs.as_frame(SMALL[name])
    assert random_graphs(frame, 5, 2, "gpu") == random_graphs(frame, 5, 2, "cpu")


WIDE = graphs.wide(70, n_left=5)  # 70 common neighbours do not fit one word


@pytest.mark.parametrize("together", [1, 100])
@pytest.mark.parametrize(
    ("edges", "least"),
    [
        (graphs.random_graph(7, 6, 0.4, seed=2), (1, 1)),
        (graphs.random_graph(7, 6, 0.5, seed=4), (3, 2)),
        (SMALL["twins"], (1, 1)),
        (WIDE, (1, 1)),
    ],
    ids=["random", "least", "twins", "wide"],
)
def test_both_engines_have_the_same_answer(edges, least, together, monkeypatch):
    monkeypatch.setattr(random_searches, "together", lambda *_: together)
    one, other = (
        cb.significance(
            graphs.as_frame(edges), 3, seed=3, min_left=least[0], min_right=least[1],
            engine=engine,
        )
        for engine in ("cpu", "gpu")
    )  # fmt: skip
    pd.testing.assert_frame_equal(one.sizes, other.sizes, check_exact=True)


@pytest.mark.parametrize("together", [1, 100])
@pytest.mark.parametrize("edges", [SMALL["random"], SMALL["twins"]])
def test_both_engines_have_the_same_p_values(edges, together, monkeypatch):
    monkeypatch.setattr(random_searches, "together", lambda *_: together)
    one, other = (
        cb.maximal_bicliques(graphs.as_frame(edges), sort=True, engine=engine).p_values(
            draws=3, seed=3
        )
        for engine in ("cpu", "gpu")
    )
    pd.testing.assert_frame_equal(one, other, check_exact=True)


def test_both_engines_have_the_same_contrasts():
    edges = SMALL["random"]
    labels = {u: u % 3 == 0 for u, _ in edges}
    one, other = (
        cb.contrast(
            cb.maximal_bicliques(graphs.as_frame(edges), sort=True, engine=engine),
            labels,
            draws=9,
        )
        for engine in ("cpu", "gpu")
    )
    pd.testing.assert_frame_equal(one, other, check_exact=True)


@pytest.mark.parametrize("null", ["swaps", "bicm"])
def test_both_engines_return_the_same_frames(null):
    frame = graphs.as_frame(SMALL["random"])
    drawn = (
        cb.random_graphs(frame, 2, 1, null=null, engine=engine)
        for engine in ("cpu", "gpu")
    )
    for one, other in zip(*drawn, strict=True):
        pd.testing.assert_frame_equal(one, other)


@pytest.mark.parametrize("by", ["surprise", "lift"])
def test_both_engines_have_the_same_p_values_by_mean_degrees(by):
    frame = graphs.as_frame(SMALL["twins"])
    one, other = (
        cb.maximal_bicliques(frame, engine=engine, sort=True).p_values(
            by, draws=3, seed=2, null="bicm"
        )
        for engine in ("cpu", "gpu")
    )
    pd.testing.assert_frame_equal(one, other)
