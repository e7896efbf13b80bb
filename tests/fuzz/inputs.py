# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs as a caller passes them, and results as sets of bits again."""

from __future__ import annotations

import functools
from importlib.util import find_spec
from typing import Any, NamedTuple

import networkx as nx
import numba
import numpy as np
import pandas as pd
import scipy.sparse

from cugraph_biclique.inputs import bipartite_graph
from fuzz.graph import Graph, bits_of

LABELS = {
    "int": lambda i: i,
    "int32": lambda i: i.astype(np.int32),
    "negative": lambda i: 3 - 7 * i,
    "huge": lambda i: 2**63 - 1 - i,
    "unsigned": lambda i: i.astype(np.uint64) + np.uint64(2**63),
    "float": lambda i: i / 4 - 1,
    "str": lambda i: np.char.add("v", i.astype(str)).astype(object),
    "date": lambda i: np.datetime64("2026-01-01", "s") + i.astype("timedelta64[h]"),
}
ON_CORES = ["arrays", "pairs", "list", "pandas", "columns", "csr", "coo", "csc",
            "networkx", "bipartite_graph"]  # fmt: skip
OPTIONAL = {"polars": "polars", "arrow": "pyarrow"}
ON_DEVICE = {"cupy": "cupy", "cupy_csr": "cupyx"}
NUMBERED = {"csr", "coo", "csc", "cupy_csr"}  # no labels but the numbers of vertices
INTEGERS = {"cupy"}


@functools.cache
def kinds(engine: str) -> list[str]:
    """The kinds of G that there are here."""
    more = dict(OPTIONAL)
    if engine == "gpu" and not numba.config.ENABLE_CUDASIM and find_spec("cudf"):
        more |= ON_DEVICE  # whose results are cuDF frames
    return ON_CORES + [kind for kind, package in more.items() if find_spec(package)]


class Given(NamedTuple):
    """A graph as it is passed, and the label of each vertex."""

    G: Any
    columns: dict[str, Any]
    left: np.ndarray
    right: np.ndarray


def given(
    graph: Graph,
    kind: str = "arrays",
    left: str = "int",
    right: str = "int",
    copies: int = 1,
    order: int | None = None,
) -> Given:
    """A graph of some kind: every edge `copies` times, in an order of its own."""
    if kind == "made_once":
        return graph.given_once
    if kind in NUMBERED:
        left = right = "int"
    elif kind == "networkx":
        left, right = "int", "str"  # nodes of both sides share one space
    elif kind in INTEGERS:
        left = left if left in ("int", "int32", "negative") else "int"
        right = right if right in ("int", "int32", "negative") else "int"
    labels = (
        LABELS[left](np.arange(graph.matrix.shape[0])),
        LABELS[right](np.arange(graph.matrix.shape[1])),
    )
    u, v = (np.tile(side, copies) for side in graph.edges)
    if order is not None:
        mixed = np.random.default_rng(order).permutation(len(u))
        u, v = u[mixed], v[mixed]
    return Given(*_passed(graph, kind, u, v, *labels), *labels)


def _passed(
    graph: Graph, kind: str, u: np.ndarray, v: np.ndarray, left: Any, right: Any
) -> tuple[Any, dict[str, Any]]:
    shape = graph.matrix.shape
    match kind:
        case "arrays":
            return (left[u], right[v]), {}
        case "pairs":
            if left.dtype == right.dtype:
                return np.column_stack([left[u], right[v]]), {}
            return (left[u], right[v]), {}
        case "list":
            return [left[u], right[v]], {}
        case "csr" | "csc" | "coo":
            ones = np.ones(len(u), np.int8)
            return scipy.sparse.coo_array((ones, (u, v)), shape).asformat(kind), {}
        case "networkx":
            made = nx.Graph()
            made.add_nodes_from(left.tolist(), bipartite=0)
            made.add_nodes_from(right.tolist(), bipartite=1)
            made.add_edges_from(zip(left[u].tolist(), right[v].tolist(), strict=True))
            return made, {}
        case "cupy":
            import cupy

            return (cupy.asarray(left[u]), cupy.asarray(right[v])), {}
        case "cupy_csr":
            import cupy
            import cupyx.scipy.sparse

            entries = cupy.ones(len(u), np.float32), (cupy.asarray(u), cupy.asarray(v))
            return cupyx.scipy.sparse.coo_matrix(entries, shape).tocsr(), {}
    frame = pd.DataFrame({"a": left[u], "b": right[v]})
    # Edges between zeros and ones may be a matrix. Then the package asks for the names.
    is_clear = not frame.isin([0, 1]).to_numpy().all()
    names = {} if is_clear else {"left": "a", "right": "b"}
    match kind:
        case "pandas":
            return frame, names
        case "columns":
            turned = frame.astype({"b": "category"})[["b", "a"]].assign(more=1)
            return turned, {"left": "a", "right": "b"}
        case "bipartite_graph":
            return bipartite_graph(frame, **names), {}
        case "polars":
            import polars

            return polars.from_pandas(frame), names
        case "arrow":
            import pyarrow

            return pyarrow.Table.from_pandas(frame, preserve_index=False), names
    raise ValueError(kind)


# Results


def numbers(labels: np.ndarray, values: Any) -> np.ndarray:
    """The vertices with these labels; a label that is none is an error."""
    values = _in_host_memory(values)
    if labels.dtype == np.int64 and labels[-1:].tolist() == [len(labels) - 1]:
        assert values.min(initial=0) >= 0 and values.max(initial=-1) < len(labels)
        return values
    found = pd.Index(labels).get_indexer(pd.Index(values).astype(labels.dtype))
    assert (found >= 0).all(), "a label that was not given"
    return found


def _in_host_memory(values: Any) -> Any:
    if hasattr(values, "to_pandas"):
        values = values.to_pandas()
    if isinstance(values, pd.Series):
        return values.to_numpy()
    return values


def side_as_bits(n: int, width: int, biclique: Any, vertex: np.ndarray) -> list[int]:
    """One side of n bicliques, given as (biclique, vertex), as bits."""
    made = np.zeros((n, max(1, width)), bool)
    made[_in_host_memory(biclique), vertex] = True
    assert made.sum() == len(vertex), "a member twice"
    return bits_of(made)


def from_long_frames(given: Given, found: Any) -> list[tuple[int, int]]:
    """A result as bits, in its order, from `left` and `right`."""
    sides = []
    for frame, labels in ((found.left, given.left), (found.right, given.right)):
        vertex = numbers(labels, frame["vertex"])
        sides.append(side_as_bits(len(found), len(labels), frame["biclique"], vertex))
    return list(zip(*sides, strict=True))


def from_lists(given: Given, lefts: Any, rights: Any) -> list[tuple[int, int]]:
    """The same, from a list of labels for each biclique and side."""
    sides = []
    for lists, labels in ((lefts, given.left), (rights, given.right)):
        lists = list(lists)
        biclique = np.repeat(np.arange(len(lists)), [len(some) for some in lists])
        flat = [label for some in lists for label in some]
        vertex = numbers(labels, np.array(flat, labels.dtype))
        sides.append(side_as_bits(len(lists), len(labels), biclique, vertex))
    return list(zip(*sides, strict=True))
