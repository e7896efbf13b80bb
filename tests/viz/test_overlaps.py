# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which bicliques share edges.

Modules: `viz/_overlaps.py`.
"""

import numpy as np

import cugraph_biclique as cb
from cugraph_biclique import viz
from samples import blocks, overlapping, women
from shown import nodes_and_links


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
