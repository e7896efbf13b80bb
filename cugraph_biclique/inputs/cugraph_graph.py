# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""cuGraph graphs, with sides from declared sets, edge directions or a two-colouring.

A cuGraph graph has one id space, so a label on both sides is one vertex, and an error.
Labels come from the frame that the graph was made from: cuGraph's internal edge list
may be renumbered, or hold only the upper triangle.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import cudf
import cugraph
import cupy
import numpy as np
from cugraph.structure.graph_classes import NPartiteGraph

from cugraph_biclique.arguments import shown
from cugraph_biclique.errors import NotBipartiteError
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs.cudf_labels import number, number_rows, taken
from cugraph_biclique.inputs.cupy_pairs import from_keys
from cugraph_biclique.inputs.networkx_graph import two_colours, warn_of_guess

LEFT, RIGHT, NEITHER, BOTH = range(4)


class Edges(NamedTuple):
    """The edges of a graph between vertices 0, 1, ..., which ascend by label."""

    source: cupy.ndarray
    destination: cupy.ndarray
    labels: Any  # of the vertices, on the device
    names: tuple[Any, Any]  # of the input columns of the edges


def from_cugraph_graph(graph: cugraph.Graph) -> BipartiteGraph:
    """Take a cuGraph graph, and determine the side of each vertex.

    The first of the sets that a `BiPartiteGraph` declares is left. Without sets, the
    sources of a directed graph are left. An undirected graph is two-coloured: in each
    component, the smallest vertex is left, which is a guess and a warning if there are
    several components. Labels of several columns come back as structs.
    """
    if not has_edges(graph):
        none = cupy.empty(0, np.int64)
        return from_keys(none, none, none)
    edges = edges_of(graph)
    sets = _declared_sets(graph)
    if sets is not None:
        side = _declared_sides(edges, *sets)
    elif graph.is_directed():
        side = _sources(edges)
    else:
        side = _colours(edges)
    backward = side[edges.source] == RIGHT
    left = cupy.where(backward, edges.destination, edges.source)
    right = cupy.where(backward, edges.source, edges.destination)
    place = cupy.empty(len(side), np.int64)  # of a vertex on its side
    sides = [cupy.flatnonzero(side == which) for which in (LEFT, RIGHT)]
    for vertices in sides:
        place[vertices] = cupy.arange(len(vertices))
    keys = place[left] * len(sides[RIGHT]) + place[right]
    keys.sort()
    names = edges.names if graph.is_directed() else ("left", "right")
    labels = (taken(edges.labels, which) for which in sides)
    return from_keys(keys, *labels, *names)._with(_one_id_space=True)


def has_edges(graph: cugraph.Graph) -> bool:
    """Whether a graph was made from edges."""
    return any(getattr(graph, n, None) is not None for n in ("edgelist", "adjlist"))


def edges_of(graph: cugraph.Graph) -> Edges:
    """Return the edges of a graph between numbered vertices."""
    frame, sources, destinations = _edge_frame(graph)
    ends = [frame[sources], frame[destinations]]
    for source, destination in zip(sources, destinations, strict=True):
        _check_dtypes(frame[source].dtype, frame[destination].dtype)
    ends[1].columns = sources  # sources and destinations are the same vertices
    vertices = cudf.concat(ends, ignore_index=True)
    if len(sources) == 1:
        numbered = number(vertices[sources[0]], "vertices of G")
    else:
        numbered = number_rows(vertices, "vertices of G")
    distinct, ids = cupy.unique(numbered.numbers, return_inverse=True)
    n = len(frame)
    names = (_joined(sources), _joined(destinations))
    return Edges(ids[:n], ids[n:], numbered.restore(distinct), names)


def _edge_frame(
    graph: cugraph.Graph,
) -> tuple[cudf.DataFrame, list[Any], list[Any]]:
    """Return the frame that a graph was made from, and the names of its source and
    destination columns. Without that frame, use cuGraph's edge list."""
    frame = graph.input_df
    if frame is not None:
        columns = graph.source_columns, graph.destination_columns
        return frame, *(c if isinstance(c, list) else [c] for c in columns)
    frame = graph.decompress_to_edgelist()  # of an adjacency list, or another graph
    if "src" in frame.columns:
        return frame, ["src"], ["dst"]
    n = sum(str(name).endswith("_src") for name in frame.columns)
    return frame, [f"{i}_src" for i in range(n)], [f"{i}_dst" for i in range(n)]


def _check_dtypes(source: Any, destination: Any) -> None:
    """Raise an error if the ends of edges have different dtypes, unless both are signed
    integers: a vertex has a single label."""
    signed = [getattr(dtype, "kind", "") == "i" for dtype in (source, destination)]
    if source != destination and not all(signed):
        raise TypeError(
            f"the sources of G have dtype {source} and its destinations have dtype "
            f"{destination}: give both columns the same dtype (and the same "
            "categories), or pass the edge frame"
        )


def _joined(names: list[Any]) -> Any:
    return names[0] if len(names) == 1 else ", ".join(map(str, names))


def _shown(edges: Edges, vertices: cupy.ndarray) -> list[Any]:
    """Labels of some vertices for messages; those of several columns are tuples."""
    labels = cudf.Series(taken(edges.labels, vertices)).to_pandas().tolist()
    return [tuple(v.values()) if isinstance(v, dict) else v for v in labels]


def _declared_sets(graph: cugraph.Graph) -> tuple[cudf.Series, cudf.Series] | None:
    """The declared vertices of both sides, or None."""
    if not isinstance(graph, NPartiteGraph):
        return None
    if not isinstance(graph, cugraph.BiPartiteGraph):
        raise TypeError(
            "G is an NPartiteGraph, which may have more than two sets: make a "
            "BiPartiteGraph with two declared sets"
        )
    try:
        left, right = graph.sets()
    except IndexError:
        return None
    return left, right


def _declared_sides(
    edges: Edges, left: cudf.Series, right: cudf.Series
) -> cupy.ndarray:
    """Side of each vertex by the declared sets."""
    labels = cudf.Series(edges.labels)
    on_left, on_right = (labels.isin(side).values for side in (left, right))
    side = cupy.where(on_right, RIGHT, LEFT)
    for wrong, problem in (
        (~(on_left | on_right), "is in neither of the sets of G: declare it in one"),
        (on_left & on_right, "is in both sets of G: declare it in only one"),
    ):
        if bool(wrong.any()):
            vertex = _shown(edges, cupy.flatnonzero(wrong)[:1])[0]
            raise NotBipartiteError(
                f"vertex {shown(vertex)} {problem}, with "
                "add_nodes_from(..., bipartite=...)"
            )
    within = side[edges.source] == side[edges.destination]
    if bool(within.any()):
        at = cupy.flatnonzero(within)[:1]
        u, v = _shown(edges, cupy.stack([edges.source, edges.destination])[:, at[0]])
        which = ("first", "second")[int(side[edges.source[at]][0])]
        raise NotBipartiteError(
            f"edge ({shown(u)}, {shown(v)}) has both ends in the {which} set of G: "
            "remove the edge, or correct the sets"
        )
    return side


def _sources(edges: Edges) -> cupy.ndarray:
    """Side of each vertex by direction: destinations are right, all others left."""
    side = cupy.full(len(edges.labels), LEFT)
    side[edges.destination] = RIGHT
    both = side[edges.source] == RIGHT
    if bool(both.any()):
        vertex = _shown(edges, edges.source[cupy.flatnonzero(both)[:1]])[0]
        raise NotBipartiteError(
            f"vertex {shown(vertex)} has edges both in and out, so it is on neither "
            "side: point all edges from left to right, or pass the edge frame if a "
            "left and a right vertex have the same label by chance"
        )
    return side


def _colours(edges: Edges) -> cupy.ndarray:
    """Side of each vertex by two-colouring; the smallest vertex of a component is left.

    The bipartite double cover has two copies of every vertex, and its edges join
    different copies. A component of the graph gives two components of the cover if it
    is bipartite, one per colour, and otherwise one.
    """
    n = len(edges.labels)
    if n == 0:
        return cupy.empty(0, np.int64)
    cover = cudf.DataFrame(
        {
            "from": cupy.concatenate([edges.source, edges.source + n]),
            "to": cupy.concatenate([edges.destination + n, edges.destination]),
        }
    )
    double = cugraph.Graph()
    double.from_cudf_edgelist(cover, "from", "to")
    found = cugraph.connected_components(double)
    component = cupy.empty(2 * n, np.int64)
    component[found["vertex"].values] = found["labels"].values
    one, other = component[:n], component[n:]
    odd = one == other
    if bool(odd.any()):
        raise _odd_cycle(edges, one == one[cupy.flatnonzero(odd)[0]])
    _, first, of = cupy.unique(
        cupy.minimum(one, other), return_index=True, return_inverse=True
    )
    if len(first) > 1:
        warn_of_guess(
            "G is an undirected cuGraph graph",
            len(first),
            _shown(edges, cupy.sort(first)[:2]),
            "make a Graph(directed=True) with edges from left to right, or a "
            "BiPartiteGraph with add_nodes_from(..., bipartite=...) for each side",
        )
    return cupy.where(one == one[first][of], LEFT, RIGHT)


def _odd_cycle(edges: Edges, within: cupy.ndarray) -> NotBipartiteError:
    """Make the error for an odd cycle in a component, given as a flag per vertex."""
    there = within[edges.source]
    neighbours = defaultdict(list)
    ends = (edges.source[there], edges.destination[there])
    for u, v in zip(*(_shown(edges, end) for end in ends), strict=True):
        neighbours[u].append(v)
        neighbours[v].append(u)
    try:
        two_colours(sorted(neighbours), neighbours)
    except NotBipartiteError as error:
        return error
    raise AssertionError("a component that cannot be coloured has an odd cycle")
