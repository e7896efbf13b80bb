# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What all plots have in common: axes, nothing to draw, bad input, libraries.

Modules: `viz/`.
"""

import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

import cugraph_biclique as cb
from cugraph_biclique import viz
from cugraph_biclique.data import southern_women
from samples import blocks, chance, no_bicliques, ring, table, wide_sizes, women
from shown import drawn_edges, mesh_of, nodes_and_links, texts_in

SIZES = wide_sizes()
COUNTS = table(3)
NONE = pd.DataFrame({"u": [], "v": []}, dtype=int)


@pytest.mark.parametrize(
    "draw",
    [
        lambda **ax: viz.biadjacency(southern_women(), women(2), **ax),
        lambda **ax: viz.sizes(SIZES, **ax),
        lambda **ax: viz.overlaps(women(3), **ax),
        lambda **ax: viz.counts(COUNTS, **ax),
        lambda **ax: chance().plot(**ax),
    ],
    ids=["biadjacency", "sizes", "overlaps", "counts", "false_share"],
)
def test_axes_come_back_and_wrong_ones_do_not_go_in(draw):
    assert isinstance(draw(), Axes)
    figure, (ax, other) = plt.subplots(1, 2)
    assert draw(ax=ax) is ax
    assert not other.has_data()
    with pytest.raises(
        TypeError, match=r"ax must be matplotlib Axes, not .*Figure.*plt\.subplots"
    ):
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
        (
            lambda: viz.biadjacency(ring(), cb.groups(ring(), engine="cpu")[:0]),
            "no groups",
        ),
        (lambda: viz.sizes(no_bicliques()), "no bicliques"),
        (lambda: viz.sizes(SIZES[:0]), "no bicliques"),
        (lambda: viz.overlaps(no_bicliques()), "no bicliques"),
        (lambda: viz.counts(COUNTS[:0]), "no bicliques"),
        (lambda: viz.false_share(cb.significance(NONE, 1, seed=1)), "no bicliques"),
        (lambda: viz.counts(COUNTS.assign(count=0)), "no bicliques"),
    ],
)
def test_nothing_is_an_empty_plot_that_says_so(draw, said):
    ax = draw()
    assert [text.get_text() for text in ax.texts] == [said]
    assert not ax.get_images() and not ax.collections
    ax.figure.canvas.draw()


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
            "bicliques must be Bicliques or Groups, not .*DataFrame: pass",
        ),
        (
            lambda: viz.biadjacency(southern_women(), 3),
            TypeError,
            "must be Bicliques or Groups, not int: .*largest_bicliques or groups",
        ),
        (
            lambda: viz.biadjacency(
                blocks((2, 2)), cb.maximal_bicliques(np.eye(70).nonzero())
            ),
            ValueError,
            "bicliques has 70 bicliques, but at most 64 can be drawn.*nlargest",
        ),
        (
            lambda: viz.biadjacency(ring(), cb.groups(ring(), engine="cpu")[[0] * 65]),
            ValueError,
            r"bicliques has 65 groups, but at most 64 can be drawn.*bicliques\[:5\]",
        ),
        (
            lambda: viz.biadjacency(ring()[:-1], cb.groups(ring(), engine="cpu")[:1]),
            ValueError,
            "number 0 of bicliques has 8 x 5 vertices and 37 edges, but G has 36 edges",
        ),
        (
            lambda: viz.biadjacency(southern_women()[3:], women(9)),
            ValueError,
            "but G has .* edges between these vertices: pass a result of this graph",
        ),
        (
            lambda: viz.biadjacency(southern_women()[40:], women(3)),
            ValueError,
            "the left vertex '.*', which is not in G: pass a result of this",
        ),
        (
            lambda: viz.biadjacency(southern_women(), members_only=True),
            ValueError,
            "members_only=True with bicliques=None .*: pass",
        ),
        (
            lambda: viz.sizes(women().sizes),
            ValueError,
            "found_or_sizes has no column 'count'.*the result of maximal_bicliques or",
        ),
        (
            lambda: viz.false_share(SIZES),
            TypeError,
            "found must be a Significance, not .*DataFrame: pass the result of",
        ),
        (
            lambda: viz.sizes(7),
            TypeError,
            "found_or_sizes must be a frame .*, not int: pass the result of",
        ),
        (
            lambda: viz.sizes(with_value(SIZES, "n_left", 0)),
            ValueError,
            "found_or_sizes has 0 in column 'n_left'.*1 or more",
        ),
        (
            lambda: viz.overlaps(women().sizes),
            TypeError,
            "found must be Bicliques, not .*DataFrame: .*nlargest",
        ),
        (lambda: viz.overlaps(women(), top=0), ValueError, "top=0 is too small"),
        (lambda: viz.overlaps(women(), top=2.5), TypeError, "top must be an integer"),
        (
            lambda: viz.counts({"p": [1]}),
            TypeError,
            "table must be .*columns p, q, count, not dict: .* of biclique_counts",
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
    groups = cb.groups(cudf.from_pandas(ring()), 1)
    on_host = viz.biadjacency(ring(), cb.groups(ring(), 1, engine="cpu"))
    ax = viz.biadjacency(cudf.from_pandas(ring()), groups[:1])
    assert drawn_edges(ax) == drawn_edges(on_host)
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


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["matplotlib", "datashader", "networkx"])
def test_without_a_library_an_error_says_how_to_get_it(missing, python):
    *before, error = python(WITHOUT, missing).splitlines()
    assert f"cugraph_biclique.viz needs {missing} (" in error
    assert error.endswith('pip install "cugraph_biclique[viz]"')
    assert before == ([] if missing == "matplotlib" else ["imported"])


DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.slow
def test_the_pictures_of_the_docs_are_there_and_can_be_drawn(monkeypatch):
    monkeypatch.setattr("sys.path", [str(DOCS), *sys.path])
    import make_pictures

    shown = re.findall(r"_static/(\w+)\.png", (DOCS / "plots.md").read_text())
    assert sorted(shown) == sorted(make_pictures.PICTURES)
    for name, draw in make_pictures.PICTURES.items():
        assert (DOCS / "_static" / f"{name}.png").exists()
        assert draw().axes[0].has_data()
