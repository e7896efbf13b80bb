# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The biadjacency matrix: every edge, and bicliques as blocks.

Modules: `viz/_biadjacency.py`, `viz/_ordering.py`, `viz/_raster.py`.
"""

from itertools import product

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

import cugraph_biclique as cb
from cugraph_biclique import viz
from cugraph_biclique.data import southern_women
from cugraph_biclique.graph.bipartite import from_ids
from cugraph_biclique.viz import _biadjacency
from samples import ABSENT, blocks, large, no_bicliques, ring, women
from shown import cells_of, drawn_edges, image_of, labels_of

ORANGE, BLUE, GREEN = map(to_rgb, ("#d55e00", "#0072b2", "#009e73"))


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


def crosses(ax):
    """The labels of the cells with a cross."""
    rows, columns = labels_of(ax.yaxis), labels_of(ax.xaxis)
    return {
        (rows[round(y)], columns[round(x)])
        for line in ax.lines
        for x, y in line.get_xydata()
    }


def legend_of(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_missing_edges_of_a_group_are_marked():
    """Two rings with missing edges, which have no edge in common."""
    rings = {(f"u{i}", f"v{j}") for i in range(8) for j in range(5)}
    rings |= {(f"w{i}", f"x{j}") for i in range(4) for j in range(4)}
    absent = {("u0", "v0"), ("u1", "v0"), ("u2", "v3"), ("w3", "x2")}
    edges = pd.DataFrame(sorted((rings | {("u5", "x1")}) - absent), columns=["u", "v"])
    found = cb.maximal_bicliques(edges, min_left=2, min_right=2, engine="cpu")
    ax = viz.biadjacency(edges, found, members_only=True)
    assert crosses(ax) == absent
    assert "missing edges: 4" in legend_of(ax)
    without = viz.biadjacency(edges, found)
    assert not crosses(without)
    assert not any("missing" in text for text in legend_of(without))


@pytest.mark.parametrize("seed", range(4))
def test_missing_edges_are_those_within_connected_bicliques(seed):
    rng = np.random.default_rng(seed)
    pairs = np.argwhere(rng.random((14, 12)) < 0.35)
    edges = pd.DataFrame(pairs, columns=["u", "v"])
    found = cb.maximal_bicliques(edges, min_left=2, min_right=2, engine="cpu")[:8]
    graph = nx.Graph()
    sides = [(set(left), set(right)) for left, right in found]
    graph.add_nodes_from(range(len(sides)))
    graph.add_edges_from(
        (a, b)
        for a, (left, right) in enumerate(sides)
        for b, (others, columns) in enumerate(sides[:a])
        if left & others and right & columns
    )
    inside = set()
    for group in nx.connected_components(graph):
        left = set().union(*(sides[b][0] for b in group))
        right = set().union(*(sides[b][1] for b in group))
        inside |= set(product(left, right))
    expected = inside - set(map(tuple, pairs.tolist()))
    ax = viz.biadjacency(edges, found, members_only=True)
    assert crosses(ax) == {(str(u), str(v)) for u, v in expected}


def test_a_group_is_drawn_alone_with_its_names_and_missing_edges():
    edges = ring()
    ax = viz.biadjacency(edges, cb.groups(edges, engine="cpu")[:1])
    assert sorted(labels_of(ax.yaxis)) == [f"u{i}" for i in range(8)]
    assert sorted(labels_of(ax.xaxis)) == [f"v{j}" for j in range(5)]
    assert len(where(cells_of(ax), ORANGE)) == 37
    assert crosses(ax) == ABSENT
    assert legend_of(ax) == ["0: 8 × 5", "missing edges: 3"]
    assert ax.get_legend().get_title().get_text() == "group: left × right"
    markers = [line.get_marker() for line in ax.get_legend().get_lines()]
    assert markers == ["x"]


def test_cells_without_room_for_crosses_have_none_in_the_legend(monkeypatch):
    monkeypatch.setattr(_biadjacency, "LEAST_CELL", 1000)
    edges = ring()
    ax = viz.biadjacency(edges, cb.groups(edges, engine="cpu")[:1])
    assert not crosses(ax)
    assert legend_of(ax) == ["0: 8 × 5", "missing edges: 3"]
    markers = [line.get_marker() for line in ax.get_legend().get_lines()]
    assert markers == ["None"]


def test_a_group_within_the_whole_graph():
    edges = ring()
    ax = viz.biadjacency(edges, cb.groups(edges, 1, engine="cpu"), members_only=False)
    assert ax.get_ylabel().startswith("user (2")
    assert not crosses(ax)
    assert legend_of(ax) == ["0: 8 × 5", "other edges"]


@pytest.mark.parametrize("seed", range(4))
def test_missing_edges_are_those_of_each_group(seed):
    """Groups may share vertices, but an edge between two of them is not missing."""
    rng = np.random.default_rng(seed)
    chance = np.full((600, 200), 0.01)
    chance[:12, :8] = chance[9:21, 6:14] = 0.85
    edges = pd.DataFrame(np.argwhere(rng.random(chance.shape) < chance))
    edges.columns = ["u", "v"]
    found = cb.groups(edges, 2, engine="cpu")
    ax = viz.biadjacency(edges, found)
    missing = found.missing[["left", "right"]].astype(str)
    assert crosses(ax) == set(missing.itertuples(index=False, name=None))
    assert found.missing["group"].nunique() == 2
    assert f"missing edges: {len(crosses(ax))}" in legend_of(ax)


def test_a_biclique_alone_misses_nothing():
    ax = viz.biadjacency(southern_women(), women(1), members_only=True)
    assert not crosses(ax)
    assert legend_of(ax) == ["0: 5 × 4"]


@pytest.mark.parametrize(("height", "named"), [(4.8, True), (1.5, False)])
def test_vertices_have_names_where_these_fit(height, named):
    edges = blocks((40, 6))
    found = cb.maximal_bicliques(edges, engine="cpu")
    _, ax = plt.subplots(figsize=(7, height))
    viz.biadjacency(edges, found, ax=ax)
    assert len(labels_of(ax.xaxis)) == 6
    assert len(labels_of(ax.yaxis)) == (40 if named else 0)


@pytest.mark.parametrize("n", [20, 40, 55])
def test_names_of_a_new_figure_do_not_overlap(n):
    edges = blocks((n, 6))
    ax = viz.biadjacency(edges, cb.maximal_bicliques(edges, engine="cpu"))
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.yaxis.get_ticklabels()]
    assert len(boxes) == n
    # A box has room for letters with a descender and for a gap, and digits have none.
    for one, other in zip(boxes[1:], boxes, strict=False):
        assert abs(one.y0 - other.y0) > 0.75 * one.height


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
    graph = from_ids(*edges.T, pd.RangeIndex(n), pd.RangeIndex(n))
    opacity = image_of(viz.biadjacency(graph))[..., 3]
    assert np.count_nonzero(opacity) == 3
    assert opacity[opacity > 0].min() > 100


def test_no_bicliques_leave_the_edges():
    ax = viz.biadjacency(southern_women(), no_bicliques())
    assert len(drawn_edges(ax)) == 89
