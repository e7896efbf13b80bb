# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How many bicliques there are of each size.

Modules: `viz/_sizes.py`.
"""

import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique import viz
from cugraph_biclique.data import southern_women
from samples import wide_sizes, women
from shown import mesh_of


def test_sizes_of_bicliques_and_of_their_table_are_the_same():
    sizes = cb.maximal_biclique_sizes(southern_women(), engine="cpu")
    expected = {(n, m): c for n, m, c in sizes.itertuples(index=False, name=None)}
    assert mesh_of(viz.sizes(women())) == expected
    assert mesh_of(viz.sizes(sizes)) == expected
    assert mesh_of(viz.sizes(sizes.sample(frac=1, random_state=0))) == expected


def test_a_long_tail_has_logarithmic_axes_that_say_so():
    sizes = wide_sizes()
    ax = viz.sizes(sizes)
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert ax.get_xlabel() == "left vertices (log scale, ranges of sizes)"
    assert "in a range" in ax.figure.axes[1].get_ylabel()
    assert sum(mesh_of(ax).values()) == sizes["count"].sum()
    assert min(ax.get_xticks()) == 1


def test_only_the_wide_axis_is_logarithmic():
    sizes = pd.DataFrame({"n_left": [1, 900], "n_right": [2, 5], "count": [3, 4]})
    ax = viz.sizes(sizes)
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear")
    assert ax.get_ylabel() == "right vertices"
    assert sorted(mesh_of(ax).values()) == [3, 4]


def test_a_single_size():
    sizes = pd.DataFrame({"n_left": [1000], "n_right": [1], "count": [1]})
    assert mesh_of(viz.sizes(sizes)) == {(1000, 1): 1}
