# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The share of bicliques that chance explains, by least size.

Modules: `viz/_significance.py`.
"""

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
from cugraph_biclique import viz
from samples import chance
from shown import mesh_of


def expected(found, a, b):
    sizes = found.sizes
    above = sizes[(sizes["n_left"] >= a) & (sizes["n_right"] >= b)]
    return min(1, above["mean"].sum() / above["observed"].sum())


def significance(*rows):
    columns = ["n_left", "n_right", "observed", "mean"]
    return cb.Significance(pd.DataFrame(rows, columns=columns), draws=2, seed=1)


def test_each_cell_has_the_share_of_its_least_size():
    found = chance()
    drawn = mesh_of(viz.false_share(found))
    assert len(drawn) > 30
    for (a, b), share in drawn.items():
        assert share == pytest.approx(expected(found, a, b))


def test_sizes_of_random_graphs_alone_count_where_they_are_large_enough():
    found = significance((1, 1, 0, 50.0), (2, 2, 10, 1.0), (9, 9, 0, 1.0))
    assert mesh_of(viz.false_share(found)) == {(2, 2): pytest.approx(0.2)}


def test_cells_that_chance_does_not_explain_have_an_outline():
    found = significance((1, 1, 10, 10.0), (2, 1, 10, 0.0))
    ax = viz.false_share(found)
    segments = {tuple(np.ravel(line.get_xydata())) for line in ax.lines}
    assert segments == {
        (1.5, 0.5, 1.5, 1.5), (2.5, 0.5, 2.5, 1.5),
        (1.5, 0.5, 2.5, 0.5), (1.5, 1.5, 2.5, 1.5),
    }  # fmt: skip


def test_a_long_tail_has_a_logarithmic_axis():
    rows = [(n, 1 + n % 3, 4, 1.0) for n in range(1, 200)]
    ax = viz.false_share(significance(*rows))
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear")
    assert ax.get_xlabel() == "least number of left vertices (log scale)"
