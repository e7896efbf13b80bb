# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Scores that add up the amounts of edges, such as prices, instead of counting edges.

A result keeps no columns of G but its ends, so the caller passes the amounts as a
frame. All steps run on the host, on both engines.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.inputs.frame_columns import is_name, list_of
from cugraph_biclique.results.cpu.weighted import (
    WeightedEdges,
    sum_edges,
    sum_members,
)
from cugraph_biclique.results.scores import ANY, MEMBERS_AT_ONCE

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result

WEIGHTED = "edges", "share", "share_left"  # scores that are sums over edges
SIDES = "left", "right"
MOST = 1 << 62  # sum of the absolute values of integers


def weighted_scores(found: Result, by: str, weight: Any) -> np.ndarray:
    """Return the weighted score of each biclique, in host memory: int64 for sums of
    integers, float64 otherwise."""
    if by not in WEIGHTED:
        raise ValueError(
            f"by={by!r} does not add up edges, so it has no weight: pass one of "
            f"{', '.join(map(repr, WEIGHTED))}, or leave weight out"
        )
    graph = found._graph
    values = _of_edges(graph, weight)
    if by != "edges" and (values < 0).any():
        raise ValueError(
            f"weight is negative for an edge of G, so by={by!r} would be no share: "
            'pass by="edges", or amounts of 0 or more'
        )
    indptr, indices = map(to_host, (graph.left_indptr, graph.left_indices))
    edges = WeightedEdges(indptr, indices, values)
    sums = np.zeros(len(found), values.dtype)
    others = np.zeros(len(found), values.dtype)
    of_vertices = _of_vertices(edges, graph, by)
    for at, left, right in _members(found):
        sums[at] = sum_edges(edges, left, right)
        if by != "edges":
            others[at] = sum_members(right if by == "share" else left, of_vertices)
    if by == "edges":
        return sums
    return np.divide(sums, others, out=np.zeros(len(found)), where=others > 0)


def _members(found: Result) -> Iterator[tuple[slice, Any, Any]]:
    """Yield which bicliques, and the offsets and ascending members of both sides."""
    at = 0
    for part in found._with_ascending_members()._parts(ANY, MEMBERS_AT_ONCE):
        if len(part):
            left, right = (tuple(map(to_host, part._side(s))) for s in SIDES)
            yield slice(at, at + len(part)), left, right
            at += len(part)


def _of_vertices(edges: WeightedEdges, graph: BipartiteGraph, by: str) -> np.ndarray:
    """The sum of the weights of all edges of each vertex of the side of a share."""
    n = graph.n_left if by == "share_left" else graph.n_right
    sums = np.zeros(n, edges.weight.dtype)
    ends = edges.indices
    if by == "share_left":
        ends = np.repeat(np.arange(n), np.diff(edges.indptr))
    np.add.at(sums, ends, edges.weight)
    return sums


def _of_edges(graph: BipartiteGraph, weight: Any) -> np.ndarray:
    """Return the weight of each edge of the graph: int64 or float64. Rows of one edge
    add up, and rows of other edges do not count."""
    frame = weight.to_pandas() if hasattr(weight, "to_pandas") else weight
    ends, amounts = _columns(graph, frame)
    values = _numbers(amounts, shown(amounts.name))
    ids = [
        _ids(index, column)
        for index, column in zip(graph._label_indexes, ends, strict=True)
    ]
    indptr, indices = map(to_host, (graph.left_indptr, graph.left_indices))
    rows = np.repeat(np.arange(graph.n_left), np.diff(indptr))
    keys = rows * graph.n_right + indices  # ascending
    wanted = np.where(np.minimum(*ids) < 0, -1, ids[0] * graph.n_right + ids[1])
    # In this order, the binary searches read memory in order.
    order = np.argsort(wanted, kind="stable")
    wanted, values = wanted[order], values[order]
    at = np.searchsorted(keys, wanted)
    known = at < len(keys)
    known[known] = keys[at[known]] == wanted[known]
    sums = np.zeros(len(keys), values.dtype)
    np.add.at(sums, at[known], values[known])
    _refuse_edges_without_row(graph, rows, np.bincount(at[known], minlength=len(keys)))
    return sums


def _columns(
    graph: BipartiteGraph, frame: Any
) -> tuple[tuple[pd.Series, pd.Series], pd.Series]:
    """The columns of both ends, and that of the amounts."""
    left, right = graph.left_name, graph.right_name
    example = f'edges[[{shown(left)}, {shown(right)}, "amount"]]'
    if not isinstance(frame, pd.DataFrame):
        raise TypeError(
            f"weight must be a frame of edges with their amounts, not "
            f"{full_name(frame)} ({shown(frame)}): pass {example}, as a result has no "
            "other columns of G"
        )
    columns: list[Hashable] = list(frame.columns)
    ends = [_places(columns, name) for name in (left, right)]
    for name, places in zip((left, right), ends, strict=True):
        if len(places) != 1:
            n = "several columns" if places else "no column"
            raise ValueError(
                f"weight has {n} {shown(name)}, the columns are {list_of(columns)}: "
                f"pass {example}, with the column names of G"
            )
    (at,), (other,) = ends
    others = [place for place in range(len(columns)) if place not in (at, other)]
    if len(others) != 1:
        raise ValueError(
            f"weight has {len(others):,} columns beside {shown(left)} and "
            f"{shown(right)}, the columns are {list_of(columns)}: pass one column of "
            f"amounts, such as {example}"
        )
    return (frame.iloc[:, at], frame.iloc[:, other]), frame.iloc[:, others[0]]


def _places(columns: list[Hashable], name: Hashable) -> list[int]:
    return [place for place, column in enumerate(columns) if is_name(column, name)]


def _numbers(amounts: pd.Series, name: str) -> np.ndarray:
    """The amounts as int64 or float64."""
    is_whole = pd.api.types.is_integer_dtype(amounts) or pd.api.types.is_bool_dtype(
        amounts
    )
    if not is_whole and not pd.api.types.is_float_dtype(amounts):
        raise TypeError(
            f"weight has amounts of dtype {amounts.dtype} in column {name}: pass "
            f"integers or floats, such as edges[{name}].astype(float)"
        )
    null = amounts.isna().to_numpy()
    if null.any():
        raise ValueError(
            f"weight has {np.count_nonzero(null):,} null amounts in column {name}, the "
            f"first in row {null.argmax():,}: fill them, for example with 0"
        )
    floats = amounts.to_numpy(np.float64)
    if not is_whole:
        if not np.isfinite(floats).all():
            row = int((~np.isfinite(floats)).argmax())
            raise ValueError(
                f"weight has the infinite amount {floats[row]} in column {name}, row "
                f"{row:,}: pass finite amounts"
            )
        return floats
    if np.abs(floats).sum() >= MOST:
        raise ValueError(
            f"weight has integers in column {name} whose sum may exceed 2^62: pass "
            f"smaller units, or edges[{name}].astype(float)"
        )
    return amounts.to_numpy(np.int64)


def _ids(index: pd.Index, column: pd.Series) -> np.ndarray:
    """The id of each label, -1 for a label that is not in the graph."""
    try:
        return index.get_indexer(pd.Index(column, tupleize_cols=False))
    except (TypeError, ValueError):  # the labels are of another kind
        return np.full(len(column), -1)


def _refuse_edges_without_row(
    graph: BipartiteGraph, rows: np.ndarray, times: np.ndarray
) -> None:
    """Raise an error if an edge of the graph has no amount."""
    absent = np.flatnonzero(times == 0)
    if not len(absent):
        return
    first = absent[0]
    ids = rows[first], to_host(graph.left_indices)[first]
    labels = [index[i] for index, i in zip(graph._label_indexes, ids, strict=True)]
    raise ValueError(
        f"weight has no row for {len(absent):,} of the {len(rows):,} edges of G, the "
        f"first is ({', '.join(map(shown, labels))}): pass the frame of G with all its "
        "rows, or add these edges with the amount 0"
    )
