# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Accepted kinds of G: a dispatcher, and one small module for each kind.

The dispatcher recognises a kind by the package and the name of a base class of G, so
that optional libraries need not be imported or installed.
"""

from __future__ import annotations

import importlib
import io
import os
from collections.abc import Callable, Hashable
from typing import Any

import pandas as pd

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.device.engine import engine_and_reason
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs.arrow_stream import from_arrow_stream
from cugraph_biclique.inputs.networkx_graph import from_networkx_graph
from cugraph_biclique.inputs.numpy_pairs import from_numpy_pairs
from cugraph_biclique.inputs.pandas_frame import from_pandas_frame
from cugraph_biclique.inputs.scipy_sparse import from_scipy_sparse


def _as_it_is(graph: BipartiteGraph) -> BipartiteGraph:
    return graph


Adapter = Callable[..., BipartiteGraph]


# Adapters of kinds with columns, called with (G, left, right).
FRAMES: dict[tuple[str, str], Adapter] = {
    ("pandas", "DataFrame"): from_pandas_frame,
    ("polars", "DataFrame"): from_arrow_stream,
    ("pyarrow", "RecordBatch"): from_arrow_stream,
    ("pyarrow", "RecordBatchReader"): from_arrow_stream,
    ("pyarrow", "Table"): from_arrow_stream,
}

# Adapters of kinds on a device, as (module, function): they need GPU libraries, so they
# are imported when used. Those of frames are called with (G, left, right), others (G).
FRAMES_ON_DEVICE = {
    ("cudf", "DataFrame"): ("cudf_frame", "from_cudf_frame"),
}
OTHERS_ON_DEVICE = {
    ("cupy", "ndarray"): ("cupy_pairs", "from_cupy_pairs"),
    ("cupyx", "sparray"): ("cupy_sparse", "from_cupy_sparse"),
    ("cupyx", "spmatrix"): ("cupy_sparse", "from_cupy_sparse"),
    ("cugraph", "Graph"): ("cugraph_graph", "from_cugraph_graph"),
}

# Adapters of kinds without columns, called with (G).
OTHERS: dict[tuple[str, str], Adapter] = {
    ("cugraph_biclique", "BipartiteGraph"): _as_it_is,
    ("numpy", "ndarray"): from_numpy_pairs,
    ("builtins", "tuple"): from_numpy_pairs,
    ("builtins", "list"): from_numpy_pairs,
    ("scipy", "sparray"): from_scipy_sparse,
    ("scipy", "spmatrix"): from_scipy_sparse,
    ("networkx", "Graph"): from_networkx_graph,
}

# Adapters of tuples (left, right), by the package of an element.
PAIRS_ON_DEVICE = {
    "cudf": ("cudf_frame", "from_cudf_pair"),
    "cupy": ("cupy_pairs", "from_cupy_pairs"),
}

OVER_DASK = (
    "pass it to the same function of cugraph_biclique.dask, or pass G.compute() here"
)

LEVELS = "pass G.index.to_frame(index=False) if the levels of its index hold the edges"

PAIRS = 'pass pandas.DataFrame(list(G), columns=["left", "right"]) if it contains pairs'

# Advice for kinds that are not accepted, by class name, then by package.
KIND_CONVERSIONS = {
    "dict": "pass pandas.DataFrame(G) if it contains a list of labels for each side, "
    "or pandas.Series(G).explode().reset_index() if it has a list of right vertices "
    "for each left vertex",
    "set": PAIRS,
    "frozenset": PAIRS,
    "generator": PAIRS,
    "zip": PAIRS,
    "map": PAIRS,
    "memoryview": "pass numpy.asarray(G)",
}
CONVERSIONS = {
    "cudf": "pass a DataFrame of two columns",
    "cugraph": "pass a Graph, or its edge frame",
    "dask": OVER_DASK,
    "dask_cudf": OVER_DASK,
    "pandas": "pass a DataFrame of two columns; G.reset_index() makes one of a Series "
    "and its index",
    "polars": "pass a DataFrame of two columns; .collect() converts a LazyFrame to a "
    "DataFrame",
    "pyarrow": "pass a Table of two columns",
}

ACCEPTED = (
    "a cuDF, pandas or Polars DataFrame of edges, a PyArrow Table, a CuPy or NumPy "
    "array of shape (n, 2), a tuple of two 1-d arrays (left, right), a CuPy or SciPy "
    "sparse biadjacency matrix, a cuGraph or NetworkX graph"
)


def bipartite_graph(
    G: Any, left: Hashable | None = None, right: Hashable | None = None
) -> BipartiteGraph:
    """Convert a graph of any accepted kind to a `BipartiteGraph`.

    Parameters
    ----------
    G : DataFrame, array, tuple, sparse matrix, graph
        A cuDF or pandas frame or an (n, 2) array has one edge per row; a tuple has two
        arrays (left, right) of equal length. The two sides have separate id spaces. A
        frame of booleans whose columns are not named by ``left`` and ``right`` is a
        biadjacency matrix: its index and its columns are the labels. An array or nested
        lists of booleans are one without labels. A
        Polars frame, a PyArrow table, or any other object with the Arrow C stream
        interface is a frame whose labels come back in Arrow dtypes; it needs pyarrow. A
        SciPy or CuPy sparse matrix of any format is a biadjacency matrix; its rows are
        left. A NetworkX graph has ``bipartite`` attributes on all nodes (0 for left and
        1 for right) or on none. A cuGraph or NetworkX graph may be directed, from left
        to right. A cuGraph `BiPartiteGraph` may declare sets, the first of which is
        left. In other undirected graphs, the smallest vertex of each component is left,
        with a warning if there are several components. CuPy arrays hold integers. Data
        from cuDF, cuGraph and CuPy stays on the device. A `BipartiteGraph` is returned
        unchanged.
    left, right : hashable, optional
        Column names of a frame. A frame of two columns needs none; a frame of more
        columns needs both.

    Returns
    -------
    BipartiteGraph

    Raises
    ------
    TypeError
        If G is of another kind, its labels cannot be hashed, or ``left`` or ``right``
        is given although G has no columns.
    ValueError
        If a column is missing or ambiguous; if a label is null, equal to one of another
        type, or a float of 2**53 or more, which may stand for several integers; or if
        G looks like a dense biadjacency matrix.
    EngineUnavailableError
        If G is on a device, and the GPU engine cannot run.
    NotBipartiteError
        If an edge of a graph joins two vertices of one side, or the graph has an odd
        cycle; the message shows the cycle.

    Warns
    -----
    UnknownSidesWarning
        If nothing says which side of each of several components is left.

    Examples
    --------
    >>> import pandas as pd
    >>> bipartite_graph(pd.DataFrame({"user": [3, 3, 8], "item": ["a", "b", "a"]}))
    <BipartiteGraph: 2 left 'user', 2 right 'item', 3 edges>
    """
    if is_multi_gpu_graph(G):
        raise TypeError(
            "G is a cuGraph graph over several GPUs, which is not accepted directly: "
            "pass it to the same function of cugraph_biclique.dask, which uses the "
            "current Dask client"
        )
    for base in type(G).__mro__:
        package = package_of_class(base)
        kind = package, base.__name__
        if kind in FRAMES:
            return FRAMES[kind](G, left, right)
        if kind in OTHERS:
            refuse_columns(G, left=left, right=right)
            if kind == ("builtins", "tuple"):
                for package in map(package_of, G):
                    if package in PAIRS_ON_DEVICE:
                        return _on_device(PAIRS_ON_DEVICE[package], G)
            return OTHERS[kind](G)
        if kind in FRAMES_ON_DEVICE:
            return _on_device(FRAMES_ON_DEVICE[kind], G, left, right)
        if kind in OTHERS_ON_DEVICE:
            refuse_columns(G, left=left, right=right)
            return _on_device(OTHERS_ON_DEVICE[kind], G)
    if isinstance(G, str | os.PathLike):
        raise TypeError(
            f"G is a {full_name(G)}, {shown(str(G))}, but must be a graph: pass "
            "cugraph_biclique.read_edges(G) if it is the name of a file"
        )
    if isinstance(G, io.IOBase):
        raise TypeError(
            f"G is a {full_name(G)}, but must be a graph: pass "
            "cugraph_biclique.read_edges(G) if it is an open file"
        )
    if isinstance(G, type):
        raise TypeError(f"G is the class {G.__qualname__}: pass an instance of it")
    if isinstance(G, dict) and G and all(_is_pair(key) for key in G):
        raise TypeError(
            f"G is a {full_name(G)}, which is not accepted directly: {PAIRS}"
        )
    if full_name(G) in KIND_CONVERSIONS:
        raise TypeError(
            f"G is a {full_name(G)}, which is not accepted directly: "
            f"{KIND_CONVERSIONS[full_name(G)]}"
        )
    if package_of(G) in CONVERSIONS:
        advice = CONVERSIONS[package_of(G)]
        if isinstance(G, pd.MultiIndex):
            advice = "pass G.to_frame(index=False)"
        elif isinstance(G, pd.Series) and isinstance(G.index, pd.MultiIndex):
            advice = LEVELS
        raise TypeError(
            f"G is a {full_name(G)}, which is not accepted directly: {advice}"
        )
    if hasattr(G, "__arrow_c_stream__"):
        return from_arrow_stream(G, left, right)
    raise TypeError(f"G is a {full_name(G)}, but must be one of: {ACCEPTED}")


def _is_pair(key: Hashable) -> bool:
    return isinstance(key, tuple) and len(key) == 2


def package_of(G: Any) -> str:
    """Name of the package that defines the class of G."""
    return package_of_class(type(G))


def package_of_class(kind: type) -> str:
    """Name of the package that defines a class."""
    return kind.__module__.partition(".")[0]


def _on_device(where: tuple[str, str], G: Any, *columns: Any) -> BipartiteGraph:
    """Import an adapter for kinds on a device, and call it with G."""
    engine_and_reason("auto", G)  # raises if the GPU engine cannot run
    module, function = where
    adapter = importlib.import_module(f"cugraph_biclique.inputs.{module}")
    return getattr(adapter, function)(G, *columns)


def is_multi_gpu_graph(G: Any) -> bool:
    """Return whether G is a cuGraph graph that several GPUs of a Dask cluster hold."""
    bases = [(package_of_class(base), base.__name__) for base in type(G).__mro__]
    return ("cugraph", "Graph") in bases and bool(G.is_multi_gpu())


def refuse_columns(G: Any, **columns: Hashable | None) -> None:
    """Raise an error if a column is named for a graph without columns."""
    for argument, name in columns.items():
        if name is not None:
            raise TypeError(
                f"{argument}={shown(name)} names a column, but a {full_name(G)} has "
                f"none: leave {argument} out, or pass a frame"
            )
