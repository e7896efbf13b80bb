# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Plots: what they show, and that they look as they did.

Pictures are compared with those in tests/baseline, without texts, which each version of
matplotlib renders in its own way: texts have tests of their own. After a change that is
meant, ``python tests/test_viz.py`` writes all pictures anew; look at them.
"""

import re
import sys
from math import log10
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
import pytest

matplotlib.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import to_rgb
from matplotlib.testing.compare import compare_images
from matplotlib.text import Text

import cugraph_biclique as cb
from cugraph_biclique import viz
from cugraph_biclique.data import southern_women

BASELINE = Path(__file__).parent / "baseline"
TOLERANCE = 4  # root mean square of differences; a cell too much is more
ORANGE, BLUE, GREEN = map(to_rgb, ("#d55e00", "#0072b2", "#009e73"))


@pytest.fixture(autouse=True)
def style():
    """The defaults of matplotlib, whatever the user prefers, and no figure left."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.use("Agg")
        yield
        plt.close("all")


def women(n=None):
    """The largest bicliques of the graph of the demo."""
    found = cb.maximal_bicliques(southern_women(), engine="cpu", sort=True)
    return found if n is None else found.nlargest(n)


def blocks(*sizes, of=None):
    """An edge frame of complete blocks (left, right) that share no vertex, in a random
    order of vertices; `of` is how many there are of these."""
    left, right = np.cumsum([(0, 0), *sizes], axis=0).T
    rng = np.random.default_rng(3)
    names_left = rng.permutation(of or left[-1])
    names_right = rng.permutation(of or right[-1])
    pairs = [
        pd.MultiIndex.from_product(
            [
                names_left[left[i] : left[i + 1]],
                names_right[right[i] : right[i + 1]],
            ],
            names=["user", "item"],
        ).to_frame(index=False)
        for i in range(len(sizes))
    ]
    return pd.concat(pairs, ignore_index=True)


def noisy_blocks():
    """A graph of 600 x 500, too large to draw every cell, with two blocks."""
    rng = np.random.default_rng(5)
    noise = {"user": rng.integers(0, 600, 600), "item": rng.integers(0, 500, 600)}
    return pd.concat(
        [
            blocks((150, 120), (80, 100), of=500),
            pd.DataFrame(noise),
            pd.DataFrame({"user": range(600), "item": [i % 500 for i in range(600)]}),
        ],
        ignore_index=True,
    )


def large(n=2):
    edges = noisy_blocks()
    found = cb.maximal_bicliques(edges, engine="cpu", min_left=80, min_right=90)
    return edges, found.nlargest(n)


def overlapping():
    """Two bicliques that share edges, and one that shares none."""
    together = blocks((6, 4))
    more = together[together["user"] < 3].assign(item=lambda e: e["item"] + 4)
    return pd.concat([together, more, blocks((5, 5)) + 100], ignore_index=True)


def wide_sizes():
    """Sizes with a long tail."""
    n = np.arange(1, 400)
    left = pd.DataFrame({"n_left": n, "n_right": 1, "count": 4000 // n})
    right = left.rename(columns={"n_left": "n_right", "n_right": "n_left"})
    return pd.concat([left, right[5:]], ignore_index=True)


def table(most=6, base=10):
    """Counts far beyond any integer of a machine, and one that is zero."""
    cells = [(p, q) for p in range(1, most + 1) for q in range(1, most + 1)]
    counts = [0 if p == q == most else base ** (p * q) for p, q in cells]
    p, q = zip(*cells, strict=True)
    return pd.DataFrame({"p": p, "q": q, "count": pd.Series(counts, dtype=object)})


# Pictures

PICTURES = {
    "biadjacency": lambda ax: viz.biadjacency(southern_women(), women(3), ax=ax),
    "biadjacency_large": lambda ax: viz.biadjacency(*large(), ax=ax),
    "sizes": lambda ax: viz.sizes(women(), ax=ax),
    "sizes_wide": lambda ax: viz.sizes(wide_sizes(), ax=ax),
    "counts": lambda ax: viz.counts(table(), ax=ax),
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


def without_a_node(ax):
    found = cb.maximal_bicliques(overlapping(), engine="cpu")
    viz.overlaps(found, top=len(found) - 1, ax=ax)


WRONG = {
    "biadjacency": [without_a_block, other_colours],
    "biadjacency_large": [without_a_small_block],
    "sizes": [without_a_size],
    "sizes_wide": [without_the_tail],
    "counts": [other_count],
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


# The biadjacency matrix


def image_of(ax):
    return np.asarray(ax.get_images()[0].get_array(), float)


def cells_of(ax):
    """The colour in the middle of each cell."""
    image, shape = image_of(ax), (len(ax.get_yticks()), len(ax.get_xticks()))
    rows, columns = (
        ((2 * np.arange(n) + 1) * pixels // (2 * n))
        for n, pixels in zip(shape, image.shape[:2], strict=True)
    )
    return image[np.ix_(rows, columns)]


def labels_of(axis):
    return [text.get_text() for text in axis.get_ticklabels()]


def drawn_edges(ax):
    """The edges that cells with a colour stand for, in labels."""
    coloured = (cells_of(ax) < 1).any(axis=2)
    left, right = labels_of(ax.yaxis), labels_of(ax.xaxis)
    return {(left[i], right[j]) for i, j in np.argwhere(coloured)}


def where(cells, colour):
    return np.argwhere(np.abs(cells - colour).max(axis=2) < 0.01)


def solid(places):
    """Whether places are all of a rectangle, and its shape."""
    height, width = places.max(axis=0) - places.min(axis=0) + 1
    return len(places) == height * width, (height, width)


@pytest.mark.parametrize("bicliques", [0, 5, 30])
def test_every_edge_is_drawn_and_no_other(bicliques):
    ax = viz.biadjacency(southern_women(), women(bicliques) if bicliques else None)
    assert drawn_edges(ax) == set(southern_women().itertuples(index=False, name=None))


def test_without_bicliques_the_order_is_that_of_the_graph():
    ax = viz.biadjacency(southern_women())
    assert labels_of(ax.yaxis) == sorted(southern_women()["woman"].unique())


def test_disjoint_bicliques_are_solid_blocks_one_after_the_other():
    edges = blocks((7, 5), (4, 6), (3, 3))
    found = cb.maximal_bicliques(edges, engine="cpu")
    cells = cells_of(viz.biadjacency(edges, found.nlargest(3)))
    blocks_seen = [where(cells, colour) for colour in (ORANGE, BLUE, GREEN)]
    assert [solid(places) for places in blocks_seen] == [
        (True, (7, 5)),
        (True, (4, 6)),
        (True, (3, 3)),
    ]
    corners = [places.min(axis=0).tolist() for places in blocks_seen]
    assert corners == [[0, 0], [7, 5], [11, 11]]


def positions(ax, biclique):
    return [
        sorted(labels_of(axis).index(str(member)) for member in members)
        for axis, members in zip((ax.yaxis, ax.xaxis), biclique, strict=True)
    ]


def is_run(places):
    return places == list(range(places[0], places[0] + len(places)))


@pytest.mark.parametrize("seed", range(5))
def test_the_first_two_are_never_torn_apart(seed):
    rng = np.random.default_rng(seed)
    edges = np.argwhere(rng.random((20, 18)) < 0.5)
    found = cb.maximal_bicliques(edges, engine="cpu").nlargest(6)
    ax = viz.biadjacency(edges, found)
    for biclique in found[:2]:
        assert all(map(is_run, positions(ax, biclique)))


def test_what_can_stay_together_does():
    found = women(3)
    ax = viz.biadjacency(southern_women(), found)
    for biclique in found:
        assert all(map(is_run, positions(ax, biclique)))


def test_a_cell_of_several_bicliques_has_stripes_of_all():
    edges = pd.DataFrame({"u": [0, 0, 1], "v": [0, 1, 0]})
    found = cb.maximal_bicliques(edges, engine="cpu", sort=True)
    ax = viz.biadjacency(edges, found)
    row, column = labels_of(ax.yaxis).index("0"), labels_of(ax.xaxis).index("0")
    image = image_of(ax)
    height, width = image.shape[0] // 2, image.shape[1] // 2
    cell = image[row * height :][:height, column * width :][:, :width]
    seen = {tuple(colour) for colour in cell.reshape(-1, 3)}
    assert seen == {ORANGE, BLUE}
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert legend == ["0: 1 × 2", "1: 2 × 1", "in several"]


def test_only_members():
    found = women(1)
    ax = viz.biadjacency(southern_women(), found, members_only=True)
    assert (ax.get_ylabel(), ax.get_xlabel()) == ("woman (5 of 18)", "event (4 of 14)")
    left, _ = next(iter(found))
    assert sorted(labels_of(ax.yaxis)) == sorted(left)
    assert len(where(cells_of(ax), ORANGE)) == 20


def test_a_legend_says_what_it_leaves_out():
    texts = viz.biadjacency(southern_women(), women(20)).get_legend().get_texts()
    assert "and 8 more" in [text.get_text() for text in texts]


def test_labels_are_no_formulas_and_shortened_where_one_sees_it():
    edges = pd.DataFrame({"$a$": ["$x_1$", "long " * 20], "b": [1, 2]})
    ax = viz.biadjacency(edges)
    ax.figure.savefig("/dev/null", format="png")
    assert labels_of(ax.yaxis)[0] == "$x_1$"
    assert len(labels_of(ax.yaxis)[1]) < 30
    assert labels_of(ax.yaxis)[1].endswith("…")
    assert not any(t.get_parse_math() for t in ax.yaxis.get_ticklabels())
    assert ax.get_ylabel() == "$a$ (2)"


@pytest.mark.parametrize(
    "label",
    [lambda i: i / 4, lambda i: (i, "x"), lambda i: pd.Timestamp(2026, 1, 1 + i), str],
    ids=["float", "tuple", "time", "str"],
)
def test_labels_of_any_kind(label):
    pairs = [(label(i), label(j)) for i in range(4) for j in range(3)]
    edges = pd.DataFrame({"u": [u for u, _ in pairs], "v": [v for _, v in pairs]})
    ax = viz.biadjacency(edges, cb.maximal_bicliques(edges, engine="cpu"))
    assert len(where(cells_of(ax), ORANGE)) == 12


def test_other_kinds_of_graphs():
    edges = southern_women()
    graph = cb.bipartite_graph(edges)
    for G in (graph, edges.to_records(index=False).tolist(), edges):
        if isinstance(G, list):
            G = tuple(map(np.array, zip(*G, strict=True)))
        ax = viz.biadjacency(G, women(2))
        assert len(drawn_edges(ax)) == 89
    swapped = viz.biadjacency(edges, left="event", right="woman")
    assert swapped.get_ylabel() == "event (14)"


def test_large_graphs_are_rasterised_with_blocks_of_their_colours():
    edges, found = large()
    ax = viz.biadjacency(edges, found)
    image = image_of(ax)[..., :3] / 255
    height, width = image.shape[:2]
    assert height < 600 and width < 600
    n_left, n_right = found.sizes[["n_left", "n_right"]].to_numpy().T.tolist()
    first = image[: height * n_left[0] // 600, : width * n_right[0] // 500]
    assert np.allclose(first, ORANGE, atol=0.01)
    second = where(image, BLUE)
    expected = n_left[1] * n_right[1] * height * width / (600 * 500)
    assert 0.9 * expected < len(second) < 1.1 * expected
    assert solid(second)[0]
    assert len(labels_of(ax.yaxis)) == 0
    outlines = [patch.get_height() for patch in ax.patches]
    assert sorted(outlines) == sorted(n_left)


def test_no_edge_is_too_few_to_be_seen():
    n = 20_000
    edges = np.array([(0, 0), (n - 1, 1), (n // 2, n - 1)])
    graph = cb.graph.from_ids(*edges.T, pd.RangeIndex(n), pd.RangeIndex(n))
    opacity = image_of(viz.biadjacency(graph))[..., 3]
    assert np.count_nonzero(opacity) == 3
    assert opacity[opacity > 0].min() > 100


# Sizes


def mesh_of(ax):
    """The counts that are drawn: (x, y) of the cell: count."""
    values = ax.collections[0].get_array()
    corners = ax.collections[0].get_coordinates()
    middles = (corners[:-1, :-1] + corners[1:, 1:]) / 2
    return {
        tuple(middles[cell].tolist()): float(values[cell])
        for cell in np.ndindex(values.shape)
        if not np.ma.getmaskarray(values)[cell]
    }


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


# Overlaps


def nodes_and_links(ax):
    nodes = next(c for c in ax.collections if isinstance(c, PathCollection))
    links = [c for c in ax.collections if isinstance(c, LineCollection)]
    return nodes, links


def test_areas_tell_edges_and_links_what_is_shared():
    found = cb.maximal_bicliques(overlapping(), engine="cpu")
    assert len(found) == 3
    ax = viz.overlaps(found)
    nodes, (links,) = nodes_and_links(ax)
    sizes = found.nlargest(3).sizes
    edges = (sizes["n_left"] * sizes["n_right"]).tolist()
    areas = nodes.get_sizes()
    assert np.allclose(areas / areas[0], np.array(edges) / edges[0])
    assert len(links.get_segments()) == 1
    (a, _), (b, _) = [
        biclique for biclique in found if max(map(int, biclique.right)) < 100
    ]
    shared = len(set(a) & set(b)) * 4
    joined = [n for n in edges if n != 25]
    assert links.get_array().tolist() == [shared / (sum(joined) - shared)]


def test_shared_edges_are_those_of_the_sets():
    found = women(12)
    sets = [{(u, v) for u in left for v in right} for left, right in found]
    pairs = [(a, b) for i, a in enumerate(sets) for b in sets[:i] if a & b]
    _, (links,) = nodes_and_links(viz.overlaps(women(), top=12))
    widths, similar = links.get_linewidths(), links.get_array()
    expected = sorted((len(a & b) / len(a | b), len(a & b)) for a, b in pairs)
    assert np.allclose(sorted(similar), [jaccard for jaccard, _ in expected])
    shared = sorted(n for _, n in expected)
    assert np.allclose(sorted(widths), np.array(shared) / shared[-1] * max(widths))


def test_nodes_that_share_nothing_are_seen_and_keep_apart():
    edges = blocks((5, 5), (4, 4), (3, 3), (2, 2))
    ax = viz.overlaps(cb.maximal_bicliques(edges, engine="cpu"))
    nodes, links = nodes_and_links(ax)
    assert links == []
    ax.figure.canvas.draw()
    places = ax.transData.transform(nodes.get_offsets())
    assert all(ax.bbox.contains(*place) for place in places)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    assert apart[np.triu_indices(4, 1)].min() > 40


def test_the_layout_is_the_same_at_each_call():
    first, again = (nodes_and_links(viz.overlaps(women()))[0] for _ in range(2))
    assert np.array_equal(first.get_offsets(), again.get_offsets())


def test_the_title_says_how_many_are_shown():
    assert viz.overlaps(women(), top=4).get_title(loc="left") == (
        "the 4 largest of 63 bicliques"
    )
    assert viz.overlaps(women(4)).get_title(loc="left") == "4 bicliques"


# Counts


def texts_in(ax):
    return {tuple(map(int, text.get_position())): text.get_text() for text in ax.texts}


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


# All of them

SIZES = wide_sizes()
COUNTS = table(3)
NONE = pd.DataFrame({"u": [], "v": []}, dtype=int)


def no_bicliques():
    return cb.maximal_bicliques(southern_women(), engine="cpu", min_left=15)


@pytest.mark.parametrize(
    "draw",
    [
        lambda **ax: viz.biadjacency(southern_women(), women(2), **ax),
        lambda **ax: viz.sizes(SIZES, **ax),
        lambda **ax: viz.overlaps(women(3), **ax),
        lambda **ax: viz.counts(COUNTS, **ax),
    ],
    ids=viz.__all__,
)
def test_axes_come_back_and_wrong_ones_do_not_go_in(draw):
    assert isinstance(draw(), Axes)
    figure, (ax, other) = plt.subplots(1, 2)
    assert draw(ax=ax) is ax
    assert not other.has_data()
    with pytest.raises(TypeError, match=r"ax is a .*Figure.*plt\.subplots"):
        draw(ax=figure)


@pytest.mark.parametrize(
    "draw, said",
    [
        (lambda: viz.biadjacency(NONE), "no edges"),
        (lambda: viz.biadjacency(NONE, cb.maximal_bicliques(NONE)), "no edges"),
        (
            lambda: viz.biadjacency(
                southern_women(), no_bicliques(), members_only=True
            ),
            "no bicliques",
        ),
        (lambda: viz.sizes(no_bicliques()), "no bicliques"),
        (lambda: viz.sizes(SIZES[:0]), "no bicliques"),
        (lambda: viz.overlaps(no_bicliques()), "no bicliques"),
        (lambda: viz.counts(COUNTS[:0]), "no bicliques"),
        (lambda: viz.counts(COUNTS.assign(count=0)), "no bicliques"),
    ],
)
def test_nothing_is_an_empty_plot_that_says_so(draw, said):
    ax = draw()
    assert [text.get_text() for text in ax.texts] == [said]
    assert not ax.get_images() and not ax.collections
    ax.figure.canvas.draw()


def test_no_bicliques_leave_the_edges():
    ax = viz.biadjacency(southern_women(), no_bicliques())
    assert len(drawn_edges(ax)) == 89


def with_value(frame, column, value):
    frame = frame.astype({column: object})
    frame.loc[1, column] = value
    return frame


@pytest.mark.parametrize(
    "draw, error, words",
    [
        (
            lambda: viz.biadjacency(southern_women(), women().to_frame()),
            TypeError,
            "bicliques is a .*DataFrame.* must be a Bicliques: pass",
        ),
        (
            lambda: viz.biadjacency(southern_women(), 3),
            TypeError,
            "bicliques is a int, .*nlargest",
        ),
        (
            lambda: viz.biadjacency(
                blocks((2, 2)), cb.maximal_bicliques(np.eye(70).nonzero())
            ),
            ValueError,
            "bicliques has 70, and 64 can be drawn.*nlargest",
        ),
        (
            lambda: viz.biadjacency(southern_women()[3:], women(9)),
            ValueError,
            "of whose .* edges G has .*pass bicliques of this very graph",
        ),
        (
            lambda: viz.biadjacency(southern_women()[40:], women(3)),
            ValueError,
            "the left vertex '.*', which G has not: pass bicliques of this",
        ),
        (
            lambda: viz.biadjacency(southern_women(), members_only=True),
            ValueError,
            "members_only=True .* bicliques=None: pass",
        ),
        (
            lambda: viz.sizes(women().sizes),
            ValueError,
            "found_or_sizes has no column 'count'.*pass what maximal_bicliques or",
        ),
        (lambda: viz.sizes(7), TypeError, "found_or_sizes is a int.*pass what"),
        (
            lambda: viz.sizes(with_value(SIZES, "n_left", 0)),
            ValueError,
            "found_or_sizes has 0 in column 'n_left'.*1 or more",
        ),
        (
            lambda: viz.overlaps(women().sizes),
            TypeError,
            "found is a .*DataFrame.*must be a Bicliques",
        ),
        (lambda: viz.overlaps(women(), top=0), ValueError, "top=0 is too small"),
        (lambda: viz.overlaps(women(), top=2.5), TypeError, "top must be an integer"),
        (
            lambda: viz.counts({"p": [1]}),
            TypeError,
            "table is a dict, .*columns p, q, count: pass what biclique_counts",
        ),
        (
            lambda: viz.counts(with_value(COUNTS, "count", -1)),
            ValueError,
            "table has -1 in column 'count'.*0 or more",
        ),
        (
            lambda: viz.counts(with_value(COUNTS, "count", "12")),
            ValueError,
            "table has '12' in column 'count'",
        ),
        (
            lambda: viz.counts(pd.concat([COUNTS, COUNTS[2:3]])),
            ValueError,
            "table has more than one row with p=1, q=3: pass",
        ),
    ],
)
def test_bad_input_is_one_clear_error(draw, error, words):
    before = plt.get_fignums()
    with pytest.raises(error, match=words):
        draw()
    assert plt.get_fignums() == before


class OfCudf:
    """As much of a frame of cuDF as plots use."""

    def __init__(self, frame):
        self.frame = frame

    def to_pandas(self):
        return self.frame


def test_frames_of_other_kinds_are_converted():
    assert mesh_of(viz.sizes(OfCudf(SIZES))) == mesh_of(viz.sizes(SIZES))
    assert texts_in(viz.counts(OfCudf(COUNTS))) == texts_in(viz.counts(COUNTS))


@pytest.mark.gpu
def test_a_graph_and_bicliques_of_cudf():
    cudf = pytest.importorskip("cudf")
    edges = cudf.from_pandas(southern_women())
    found = cb.maximal_bicliques(edges)
    on_host = viz.biadjacency(southern_women(), women(1))
    assert drawn_edges(viz.biadjacency(edges, found.nlargest(1))) == (
        drawn_edges(on_host)
    )
    assert mesh_of(viz.sizes(found)) == mesh_of(viz.sizes(women()))
    _, (links,) = nodes_and_links(viz.overlaps(found, top=63))
    _, (expected,) = nodes_and_links(viz.overlaps(women(), top=63))
    assert np.allclose(sorted(links.get_array()), sorted(expected.get_array()))


WITHOUT = """
import sys
sys.modules[sys.argv[1]] = None
import numpy
import cugraph_biclique
try:
    import cugraph_biclique.viz as viz
    import matplotlib
    matplotlib.use("Agg")
    from cugraph_biclique.data import southern_women
    found = cugraph_biclique.maximal_bicliques(southern_women(), engine="cpu")
    viz.sizes(found)
    print("imported")
    if sys.argv[1] == "networkx":
        viz.overlaps(found)
    viz.biadjacency(numpy.arange(1000).repeat(2).reshape(-1, 2))
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize("missing", ["matplotlib", "datashader", "networkx"])
def test_without_a_library_an_error_says_how_to_get_it(missing, python):
    *before, error = python(WITHOUT, missing).splitlines()
    assert f"cugraph_biclique.viz needs {missing} (" in error
    assert error.endswith('pip install "cugraph_biclique[viz]"')
    assert before == ([] if missing == "matplotlib" else ["imported"])


DOCS = Path(__file__).parents[1] / "docs"


def test_the_pictures_of_the_docs_are_there_and_can_be_drawn(monkeypatch):
    monkeypatch.setattr("sys.path", [str(DOCS), *sys.path])
    import make_pictures

    shown = re.findall(r"_static/(\w+)\.png", (DOCS / "plots.md").read_text())
    assert sorted(shown) == sorted(make_pictures.PICTURES)
    for name, draw in make_pictures.PICTURES.items():
        assert (DOCS / "_static" / f"{name}.png").exists()
        assert draw().axes[0].has_data()


def write_baseline():
    """Write all pictures anew."""
    for name, draw in PICTURES.items():
        print(picture(draw, BASELINE / f"{name}.png"))


if __name__ == "__main__":
    write_baseline()
