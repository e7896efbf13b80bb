# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The table of (p, q)-biclique counts.

Modules: `viz/_counts.py`.
"""

from math import log10

import pandas as pd
import pytest

import cugraph_biclique as cb
from cugraph_biclique import viz
from cugraph_biclique.data import southern_women
from samples import table
from shown import texts_in


def test_colours_are_logarithms_of_integers_of_any_size():
    ax = viz.counts(table(6, base=10**20))
    powers = ax.collections[0].get_array()
    assert powers.shape == (6, 6)
    for p in range(1, 7):
        for q in range(1, 7):
            if p == q == 6:
                assert powers.mask[q - 1, p - 1]
            else:
                assert powers[q - 1, p - 1] == log10(10 ** (20 * p * q))
    assert (6, 6) not in texts_in(ax)


def test_values_are_written_where_they_fit():
    ax = viz.counts(cb.biclique_counts(southern_women(), 3, 3, engine="cpu"))
    assert texts_in(ax)[2, 2] == "341"
    assert len(texts_in(ax)) == 9
    big = pd.DataFrame({"p": [1, 2, 3], "q": [1, 1, 1]})
    big["count"] = pd.Series([99_999, 9_999_999, 123_456 * 10**5000], dtype=object)
    assert texts_in(viz.counts(big)) == {
        (1, 1): "99,999",
        (2, 1): r"$1.00\cdot10^{7}$",
        (3, 1): r"$1.23\cdot10^{5005}$",
    }
    assert not texts_in(viz.counts(table(11, base=2)))


@pytest.mark.parametrize("power", [5, 15, 16, 200, 5000])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_powers_of_ten_are_rounded_to_themselves(power, more):
    count = pd.DataFrame({"p": [2], "q": [2]})
    count["count"] = pd.Series([10**power + more], dtype=object)
    text = f"$1.00\\cdot10^{{{power}}}$" if power > 5 or more >= 0 else "99,999"
    assert texts_in(viz.counts(count)) == {(2, 2): text}


def test_a_part_of_a_table():
    whole = table(6)
    ax = viz.counts(whole[whole["p"] >= 3])
    assert ax.get_xlim() == (2.5, 6.5)


def test_the_colour_bar_has_powers_of_ten():
    ax = viz.counts(table(4))
    bar = ax.figure.axes[1]
    ax.figure.canvas.draw()
    assert "$10^{0}$" in [text.get_text() for text in bar.get_yticklabels()]
    assert bar.get_ylabel() == "(p, q)-bicliques (log scale)"
