# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Plots look as they did.

They are compared with the pictures in baseline/, without texts, which each version of
matplotlib renders in its own way: texts have tests of their own. After a change that is
meant, ``python tests/viz/test_pictures.py`` writes all pictures anew; look at them.
"""

from pathlib import Path

import matplotlib
import pytest

matplotlib.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.testing.compare import compare_images
from matplotlib.text import Text

import cugraph_biclique as cb
from cugraph_biclique import viz
from cugraph_biclique.data import southern_women
from samples import chance, large, overlapping, table, wide_sizes, women

BASELINE = Path(__file__).parent / "baseline"
TOLERANCE = 4  # root mean square of differences; a cell too much is more
PICTURES = {
    "biadjacency": lambda ax: viz.biadjacency(southern_women(), women(3), ax=ax),
    "biadjacency_large": lambda ax: viz.biadjacency(*large(), ax=ax),
    "sizes": lambda ax: viz.sizes(women(), ax=ax),
    "sizes_wide": lambda ax: viz.sizes(wide_sizes(), ax=ax),
    "counts": lambda ax: viz.counts(table(), ax=ax),
    "false_share": lambda ax: viz.false_share(chance(), ax=ax),
    "overlaps": lambda ax: viz.overlaps(
        cb.maximal_bicliques(overlapping(), engine="cpu"), ax=ax
    ),
}


def without_a_block(ax):
    viz.biadjacency(southern_women(), women(2), ax=ax)


def other_colours(ax):
    viz.biadjacency(southern_women(), women(4)[1:], ax=ax)


def without_a_small_block(ax):
    viz.biadjacency(*large(1), ax=ax)


def without_a_size(ax):
    sizes = cb.maximal_biclique_sizes(southern_women(), engine="cpu")
    viz.sizes(sizes.drop(index=len(sizes) // 2), ax=ax)


def without_the_tail(ax):
    sizes = wide_sizes()
    viz.sizes(sizes[sizes["n_left"] < 300], ax=ax)


def other_count(ax):
    counts = table()
    counts.loc[15, "count"] = counts.loc[15, "count"] ** 2
    viz.counts(counts, ax=ax)


def other_draws(ax):
    viz.false_share(chance(1), ax=ax)


def without_a_node(ax):
    found = cb.maximal_bicliques(overlapping(), engine="cpu")
    viz.overlaps(found, top=len(found) - 1, ax=ax)


WRONG = {
    "biadjacency": [without_a_block, other_colours],
    "biadjacency_large": [without_a_small_block],
    "sizes": [without_a_size],
    "sizes_wide": [without_the_tail],
    "counts": [other_count],
    "false_share": [other_draws],
    "overlaps": [without_a_node],
}


def picture(draw, path):
    """Draw on axes of a fixed place, and save without texts."""
    figure, ax = plt.subplots(figsize=(4, 3), dpi=80)
    draw(ax)
    if ax.get_legend():
        ax.get_legend().remove()
    for text in figure.findobj(Text):
        text.set_visible(False)
    figure.savefig(path, metadata={"Software": None})
    plt.close(figure)
    return str(path)


def difference(name, drawn):
    return compare_images(str(BASELINE / f"{name}.png"), drawn, TOLERANCE)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_was(name, tmp_path):
    drawn = picture(PICTURES[name], tmp_path / f"{name}.png")
    assert difference(name, drawn) is None


@pytest.mark.parametrize(
    "name, draw", [(name, draw) for name in WRONG for draw in WRONG[name]]
)
def test_a_wrong_picture_is_noticed(name, draw, tmp_path):
    drawn = picture(draw, tmp_path / "wrong.png")
    assert "Image files did not match" in difference(name, drawn)


def write_baseline():
    """Write all pictures anew."""
    for name, draw in PICTURES.items():
        print(picture(draw, BASELINE / f"{name}.png"))


if __name__ == "__main__":
    write_baseline()
