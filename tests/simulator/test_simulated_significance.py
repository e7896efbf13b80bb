# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Random graphs of the GPU engine are those of the CPU engine."""

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from test_significance import random_graphs

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
    assert random_graphs(frame, 5, 2, "gpu") == random_graphs(frame, 5, 2, "cpu")


def test_both_engines_have_the_same_answer():
    frame = graphs.as_frame(graphs.random_graph(7, 6, 0.4, seed=2))
    one, other = (
        cb.significance(frame, 2, seed=3, engine=engine) for engine in ("cpu", "gpu")
    )
    pd.testing.assert_frame_equal(one.sizes, other.sizes, check_exact=True)
