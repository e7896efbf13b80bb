# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Conversion of a graph of any accepted kind to an `UndirectedGraph`."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.device.engine import on_device
from cugraph_biclique.graph.bipartite import BipartiteGraph, adjacency_of
from cugraph_biclique.graph.undirected import UndirectedGraph, joined_sides, of_ids
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.inputs import bipartite_graph, package_of, package_of_class
from cugraph_biclique.inputs.boolean_matrix import is_boolean_frame
from cugraph_biclique.inputs.integer_columns import integer_columns
from cugraph_biclique.inputs.labels import encode
from cugraph_biclique.inputs.networkx_adjacency import adjacency
from cugraph_biclique.inputs.networkx_graph import numbered


def undirected_graph(
    G: Any, left: Hashable | None = None, right: Hashable | None = None
) -> UndirectedGraph:
    """Convert a graph of any kind that `maximal_cliques` accepts."""
    if isinstance(G, UndirectedGraph):
        return G
    if package_of(G) == "cugraph" and on_device(G) and hasattr(G, "is_directed"):
        return _of_cugraph(G)
    columns = integer_columns(G, left, right)
    if columns is not None and (graph := _of_integers(*columns)) is not None:
        return graph
    if on_device(G):
        G = _copied(G)
    kinds = {(package_of_class(base), base.__name__) for base in type(G).__mro__}
    if ("networkx", "Graph") in kinds:
        return _of_networkx(G)
    if isinstance(G, BipartiteGraph):
        raise TypeError(
            "G is a BipartiteGraph, whose two sides have separate labels, but cliques "
            "need one kind of vertex: pass an edge frame"
        )
    ends = bipartite_graph(G, left, right)
    if isinstance(ends.left_labels, pd.RangeIndex):  # a matrix without labels
        if ends.n_left != ends.n_right:
            raise ValueError(
                f"G is a matrix of shape ({ends.n_left:,}, {ends.n_right:,}), "
                "but an adjacency matrix is square: pass one row and one column for "
                "each vertex"
            )
        ids = np.arange(ends.n_left)
        return joined_sides(ends, ids, ids, ends.left_labels)
    if isinstance(G, pd.DataFrame) and left is None is right and is_boolean_frame(G):
        _refuse_two_kinds(ends)
    return joined_sides(ends, *_one_id_space(ends))


def _of_integers(left: Any, right: Any) -> UndirectedGraph | None:
    """Convert two columns of integers, in the memory that has them.

    Returns None if there are no edges, and if all labels are 0 or 1, because the
    columns may be those of a matrix.
    """
    graph = None
    if not isinstance(left, np.ndarray):
        from cugraph_biclique.inputs.cupy_undirected import from_labels

        graph = from_labels(left, right)
    if graph is None:
        both = pd.Series(np.concatenate([to_host(left), to_host(right)]))
        ids, labels = encode(both, "labels of both columns together")
        graph = of_ids(ids[: len(left)], ids[len(left) :], labels)
    return None if set(graph.labels[:3]) <= {0, 1} else graph


def _refuse_two_kinds(ends: BipartiteGraph) -> None:
    """Raise an error if the two axes of a matrix have different labels."""
    rows, columns = pd.Index(ends.left_labels), pd.Index(ends.right_labels)
    for index, others, axis, other in (
        (rows, columns, "row", "column"),
        (columns, rows, "column", "row"),
    ):
        alone = index[~index.isin(others)]
        if len(alone):
            raise ValueError(
                f"the {axis} label {shown(alone[0])} of G is no {other} label, but "
                "rows and columns of an adjacency matrix are the same vertices: give "
                "each vertex a row and a column with the same label"
            )


def _directed_error(graph: Any) -> TypeError:
    """Make the error for a directed graph."""
    return TypeError(
        f"G is a {full_name(graph)}, but cliques are defined for undirected graphs: "
        "pass G.to_undirected()"
    )


def _copied(G: Any) -> Any:
    """Copy a graph to host memory: a pandas frame, an array, a tuple of these, or a
    SciPy matrix."""
    if isinstance(G, tuple):
        return tuple(map(_copied, G))
    package = package_of(G)
    if package == "cudf" and hasattr(G, "to_pandas"):
        return G.to_pandas()
    if package in ("cupy", "cupyx"):
        return G.get()
    return G  # the adapters of `inputs` raise an error


def _of_cugraph(graph: Any) -> UndirectedGraph:
    """Take the edges of a cuGraph graph, with the labels of its input."""
    from cugraph_biclique.inputs.cugraph_graph import edges_of, has_edges

    if graph.is_directed():
        raise _directed_error(graph)
    if not has_edges(graph):
        none = np.empty(0, np.int64)
        return of_ids(none, none, pd.Index(none))
    import cudf

    from cugraph_biclique.inputs.cupy_undirected import from_ids

    edges = edges_of(graph)
    labels = pd.Index(cudf.Series(edges.labels).to_pandas())
    with suppress(MemoryError):
        return from_ids(edges.source, edges.destination, labels)
    return of_ids(to_host(edges.source), to_host(edges.destination), labels)


def _of_networkx(graph: Any) -> UndirectedGraph:
    if graph.is_directed():
        raise _directed_error(graph)
    number, labels = numbered(list(graph))
    n = len(number)
    ids = np.fromiter(number.values(), np.int64, n)
    degrees, vs = adjacency(graph)
    us = np.repeat(np.arange(n), degrees)
    edges = us != vs  # each in both directions
    return UndirectedGraph(*adjacency_of(ids[us[edges]], ids[vs[edges]], n, n), labels)


def _one_id_space(ends: BipartiteGraph) -> tuple[np.ndarray, np.ndarray, Any]:
    """Number the labels of both columns together."""
    lefts, rights = pd.Series(ends.left_labels), pd.Series(ends.right_labels)
    if lefts.dtype != rights.dtype:
        lefts, rights = _of_one_dtype(lefts, rights)
    both = pd.concat([lefts, rights], ignore_index=True)
    ids, labels = encode(both, "labels of both columns together")
    return ids[: len(lefts)], ids[len(lefts) :], labels


def _of_one_dtype(lefts: pd.Series, rights: pd.Series) -> tuple[pd.Series, pd.Series]:
    """Convert labels to a dtype that has the values of both, without loss."""
    if len(lefts) and len(rights):
        common = common_dtype(lefts.dtype, rights.dtype)
    else:
        common = lefts.dtype if len(lefts) else rights.dtype
    return lefts.astype(common), rights.astype(common)


def common_dtype(left: Any, right: Any) -> Any:
    """Return a dtype that has the labels of both columns, without loss."""
    if left == right:
        return left
    dtypes, common = (left, right), None
    if all(isinstance(dtype, pd.CategoricalDtype) for dtype in dtypes):
        return pd.CategoricalDtype(left.categories.append(right.categories).unique())
    if all(pd.api.types.is_integer_dtype(dtype) for dtype in dtypes):
        # float for int64 and uint64
        common = pd.concat([pd.Series(dtype=dtype) for dtype in dtypes]).dtype
    if common is None or getattr(common, "kind", "i") == "f":
        raise TypeError(
            f"the two columns have labels of dtypes {left} and {right}, but both ends "
            "of an edge are vertices of one kind: convert one column to the dtype of "
            "the other"
        )
    return common
