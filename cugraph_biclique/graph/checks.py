# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Full check of a graph whose arrays come from the caller, when it is constructed.

The kernels do not check the bounds of ids, so a wrong id would read memory outside the
arrays. The check runs on NumPy and on CuPy arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.host.arrays import array_module

MAX_SIDE = 2**31 - 1
ON_DEVICE = {"cupy", "cudf"}  # packages of labels on a device
SIDES = (("left", "right"), ("right", "left"))
FROM_EDGES = "or build the graph with cugraph_biclique.bipartite_graph"


def check_graph(graph: Any) -> None:
    """Raise an error if the arrays of a `BipartiteGraph` are not the two adjacencies of
    one graph."""
    for side, _ in SIDES:
        _check_array(graph, f"{side}_indptr", np.int64)
        _check_array(graph, f"{side}_indices", np.int32)
    _check_place(graph)
    for side, _ in SIDES:
        _check_rows(graph, side)
        _check_labels(graph, side)
    for side, other in SIDES:
        _check_ids(graph, side, other)
    _check_transpose(graph)


def _check_array(graph: Any, name: str, dtype: Any) -> None:
    array, wanted = getattr(graph, name), np.dtype(dtype).name
    if not isinstance(array, np.ndarray) and _package(array) != "cupy":
        raise TypeError(
            f"{name} is a {type(array).__name__}, but must be a NumPy or CuPy array "
            f"of {wanted}: pass numpy.asarray({name}, numpy.{wanted})"
        )
    if array.dtype != dtype:
        raise TypeError(
            f"{name} has dtype {array.dtype}, but must have dtype {wanted}: pass "
            f"{name}.astype(numpy.{wanted})"
        )
    if array.ndim != 1 or not array.flags.c_contiguous:
        raise ValueError(
            f"{name} has shape {array.shape} and strides {array.strides}, but must be "
            f"one-dimensional and contiguous: pass {name}.ravel()"
        )


def _check_place(graph: Any) -> None:
    names = [f"{side}_{part}" for side, _ in SIDES for part in ("indptr", "indices")]
    packages = {name: _package(getattr(graph, name)) for name in names}
    first, place = next(iter(packages.items()))
    for name, package in packages.items():
        if package != place:
            raise TypeError(
                f"{name} is a {package} array, but {first} is a {place} array: pass "
                "all four arrays in host memory, or all on the device"
            )


def _check_rows(graph: Any, side: str) -> None:
    """Check that the row offsets ascend from 0 to the number of entries."""
    name, n = f"{side}_indptr", len(getattr(graph, f"{side}_indices"))
    indptr = getattr(graph, name)
    if not 1 <= len(indptr) <= MAX_SIDE + 1:
        raise ValueError(
            f"{name} has {len(indptr):,} entries, but needs one more than there are "
            f"{side} vertices (at most {MAX_SIDE:,}): pass the positions where the "
            "neighbours of each vertex begin, followed by the position where the last "
            "ones end"
        )
    first, last = int(indptr[0]), int(indptr[-1])
    if first or last != n:
        raise ValueError(
            f"{name} runs from {first:,} to {last:,}, but must run from 0 to {n:,}, "
            f"the length of {side}_indices: pass two arrays of the same adjacency, "
            f"{FROM_EDGES}"
        )
    at = _first(indptr[1:] < indptr[:-1])
    if at is not None:
        raise ValueError(
            f"{name} decreases from {int(indptr[at]):,} to {int(indptr[at + 1]):,} at "
            f"position {at + 1:,}, but must never decrease: pass the positions where "
            f"the neighbours of each vertex begin, {FROM_EDGES}"
        )


def _check_labels(graph: Any, side: str) -> None:
    name, n = f"{side}_labels", len(getattr(graph, f"{side}_indptr")) - 1
    labels = getattr(graph, name)
    if not isinstance(labels, pd.Index | np.ndarray) and (
        _package(labels) not in ON_DEVICE
    ):
        raise TypeError(
            f"{name} is a {type(labels).__name__}, but must be a pandas Index or an "
            f"array: pass pandas.Index({name})"
        )
    if len(labels) != n:
        raise ValueError(
            f"{name} has {len(labels):,} labels, but {side}_indptr describes {n:,} "
            "vertices: pass one label for each vertex"
        )


def _check_ids(graph: Any, side: str, other: str) -> None:
    """Check that the ids of each row are vertices of the other side, and ascend."""
    name, n_other = f"{side}_indices", len(getattr(graph, f"{other}_indptr")) - 1
    indptr, indices = getattr(graph, f"{side}_indptr"), getattr(graph, name)
    at = _first((indices < 0) | (indices >= n_other))
    if at is not None:
        raise ValueError(
            f"{name} contains the id {int(indices[at])} at position {at:,}, but there "
            f"are {n_other:,} {other} vertices: pass ids that are positions in "
            f"{other}_labels, counted from 0"
        )
    falls = indices[1:] <= indices[:-1]
    starts = indptr[1:-1]  # ids may fall from the end of a row to the start of the next
    falls[starts[(starts > 0) & (starts < len(indices))] - 1] = False
    at = _first(falls)
    if at is not None:
        raise ValueError(
            f"{name} contains {int(indices[at])} and then {int(indices[at + 1])} at "
            f"position {at + 1:,}, neighbours of one {side} vertex, but neighbours "
            "must ascend without duplicates: sort each row and drop duplicate edges, "
            f"{FROM_EDGES}"
        )


def _check_transpose(graph: Any) -> None:
    """Check that both adjacencies have the same edges."""
    n_right = graph.n_right
    if len(graph.left_indices) != len(graph.right_indices):
        raise ValueError(
            f"left_indices has {len(graph.left_indices):,} edges and right_indices "
            f"{len(graph.right_indices):,}, but both must have the same edges: pass "
            f"both directions of one graph, {FROM_EDGES}"
        )
    by_left = _rows(graph.left_indptr, graph.n_edges) * n_right + graph.left_indices
    keys = graph.right_indices.astype(np.int64) * n_right
    keys += _rows(graph.right_indptr, graph.n_edges)
    keys.sort()
    at = _first(by_left != keys)
    if at is not None:
        key = min(int(by_left[at]), int(keys[at]))
        has, misses = SIDES[0] if key == int(by_left[at]) else SIDES[1]
        raise ValueError(
            f"{has}_indices has an edge from left vertex {key // n_right} to right "
            f"vertex {key % n_right}, but {misses}_indices does not: pass both "
            f"directions of one graph, {FROM_EDGES}"
        )


def _rows(indptr: Any, n: int) -> Any:
    """Row of each CSR entry, as int64."""
    xp = array_module(indptr)
    return xp.searchsorted(indptr, xp.arange(n), side="right") - 1


def _first(flags: Any) -> int | None:
    """Position of the first flag that is set, or None."""
    at = int(flags.argmax()) if len(flags) else 0
    return at if len(flags) and bool(flags[at]) else None


def _package(value: Any) -> str:
    return type(value).__module__.partition(".")[0]
