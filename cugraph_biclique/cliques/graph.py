# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`UndirectedGraph`, the input of the search for cliques: one kind of vertex."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique._cpu import compiled
from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.engine import on_device
from cugraph_biclique.graph import BipartiteGraph, adjacency_of
from cugraph_biclique.inputs import bipartite_graph, package_of_class
from cugraph_biclique.inputs.boolean_matrix import is_boolean_frame
from cugraph_biclique.inputs.labels import encode
from cugraph_biclique.inputs.networkx_adjacency import adjacency
from cugraph_biclique.inputs.networkx_graph import numbered


@dataclass(frozen=True, eq=False)
class UndirectedGraph:
    """An undirected graph without loops and parallel edges, in CSR form.

    Vertices are numbered 0, 1, ..., in ascending order of their labels if the labels
    have an order.
    """

    indptr: np.ndarray  # int64, vertices + 1
    indices: np.ndarray  # int32, ascending neighbours: each edge is there twice
    labels: pd.Index | np.ndarray

    def __repr__(self) -> str:
        n, edges = len(self.indptr) - 1, len(self.indices) // 2
        return f"<UndirectedGraph: {n:,} vertices, {edges:,} edges>"


def undirected_graph(
    G: Any, left: Hashable | None = None, right: Hashable | None = None
) -> UndirectedGraph:
    """Convert a graph of any kind that `maximal_cliques` accepts."""
    if on_device(G):
        from cugraph_biclique.cliques.on_device import copied

        if isinstance(copy := copied(G), UndirectedGraph):
            return copy
        G = copy
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
        return _of_columns(ends, ids, ids, ends.left_labels)
    if isinstance(G, pd.DataFrame) and left is None is right and is_boolean_frame(G):
        _refuse_two_kinds(ends)
    return _of_columns(ends, *_one_id_space(ends))


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


def _of_columns(
    ends: BipartiteGraph, left_ids: np.ndarray, right_ids: np.ndarray, labels: Any
) -> UndirectedGraph:
    """Join the two adjacencies of a bipartite graph, whose vertices have these ids."""
    if _ascends(left_ids) and _ascends(right_ids):
        indptr, indices = _both_columns(
            ends.left_indptr,
            ends.left_indices,
            ends.right_indptr,
            ends.right_indices,
            left_ids.astype(np.int64),  # one type, whatever numbers the labels
            right_ids.astype(np.int64),
            len(labels),
        )
        return UndirectedGraph(indptr, indices, labels)
    # Labels without an order are numbered by their first appearance.
    us = np.repeat(left_ids, np.diff(ends.left_indptr))
    return of_ids(us, right_ids[ends.left_indices], labels)


def _ascends(ids: np.ndarray) -> bool:
    return bool((ids[1:] > ids[:-1]).all())


@compiled
def _both_columns(
    left_indptr, left_indices, right_indptr, right_indices, left_ids, right_ids, n
):
    """Merge the neighbours that a vertex has as the one and as the other end of an
    edge. Both lists ascend, because the ids of both columns do."""
    left, right = np.full(n, -1, np.int32), np.full(n, -1, np.int32)
    for i in range(left_ids.size):
        left[left_ids[i]] = i
    for j in range(right_ids.size):
        right[right_ids[j]] = j
    indptr = np.zeros(n + 1, np.int64)
    indices = np.empty(2 * left_indices.size, np.int32)
    k = 0
    for v in range(n):
        e = e_end = f = f_end = np.int64(0)
        if left[v] >= 0:
            e, e_end = left_indptr[left[v]], left_indptr[left[v] + 1]
        if right[v] >= 0:
            f, f_end = right_indptr[right[v]], right_indptr[right[v] + 1]
        while e < e_end or f < f_end:
            one = np.int64(right_ids[left_indices[e]]) if e < e_end else n
            other = np.int64(left_ids[right_indices[f]]) if f < f_end else n
            w = min(one, other)
            e += one == w
            f += other == w
            if w != v:
                indices[k] = w
                k += 1
        indptr[v + 1] = k
    # Copy: a slice would keep the memory of the parallel edges allocated.
    return indptr, indices if k == indices.size else indices[:k].copy()


def of_ids(us: np.ndarray, vs: np.ndarray, labels: Any) -> UndirectedGraph:
    """Both directions of all edges except loops."""
    n, edges = len(labels), us != vs
    us, vs = us[edges], vs[edges]
    both = np.concatenate([us, vs]), np.concatenate([vs, us])
    return UndirectedGraph(*adjacency_of(*both, n, n), labels)


def directed_error(graph: Any) -> TypeError:
    """Make the error for a directed graph."""
    return TypeError(
        f"G is a {full_name(graph)}, but cliques are defined for undirected graphs: "
        "pass G.to_undirected()"
    )


def _of_networkx(graph: Any) -> UndirectedGraph:
    if graph.is_directed():
        raise directed_error(graph)
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
