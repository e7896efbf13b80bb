# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What G may be: one dispatcher, one small module for each kind.

A kind is recognised by the package and the name of a class G inherits from, so that
no optional library has to be imported, or even installed, to tell.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Hashable
from typing import Any

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.engine import engine_and_reason
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.inputs.arrow_stream import from_arrow_stream
from cugraph_biclique.inputs.networkx_graph import from_networkx_graph
from cugraph_biclique.inputs.numpy_pairs import from_numpy_pairs
from cugraph_biclique.inputs.pandas_frame import from_pandas_frame
from cugraph_biclique.inputs.scipy_sparse import from_scipy_sparse


def _as_it_is(graph: BipartiteGraph) -> BipartiteGraph:
    return graph


Adapter = Callable[..., BipartiteGraph]


# Kinds with columns, called with (G, left, right).
FRAMES: dict[tuple[str, str], Adapter] = {
    ("pandas", "DataFrame"): from_pandas_frame,
    ("polars", "DataFrame"): from_arrow_stream,
    ("pyarrow", "RecordBatch"): from_arrow_stream,
    ("pyarrow", "RecordBatchReader"): from_arrow_stream,
    ("pyarrow", "Table"): from_arrow_stream,
}

# Kinds on a device, whose adapters need its libraries and are imported when used:
# (module, function). Frames are called with (G, left, right), the others with (G).
FRAMES_ON_DEVICE = {
    ("cudf", "DataFrame"): ("cudf_frame", "from_cudf_frame"),
}
OTHERS_ON_DEVICE = {
    ("cupy", "ndarray"): ("cupy_pairs", "from_cupy_pairs"),
    ("cupyx", "sparray"): ("cupy_sparse", "from_cupy_sparse"),
    ("cupyx", "spmatrix"): ("cupy_sparse", "from_cupy_sparse"),
    ("cugraph", "Graph"): ("cugraph_graph", "from_cugraph_graph"),
}

# Kinds without columns, called with (G).
OTHERS: dict[tuple[str, str], Adapter] = {
    ("cugraph_biclique", "BipartiteGraph"): _as_it_is,
    ("numpy", "ndarray"): from_numpy_pairs,
    ("builtins", "tuple"): from_numpy_pairs,
    ("builtins", "list"): from_numpy_pairs,
    ("scipy", "sparray"): from_scipy_sparse,
    ("scipy", "spmatrix"): from_scipy_sparse,
    ("networkx", "Graph"): from_networkx_graph,
}

# Tuples (left, right) with an element of these packages.
PAIRS_ON_DEVICE = {
    "cudf": ("cudf_frame", "from_cudf_pair"),
    "cupy": ("cupy_pairs", "from_cupy_pairs"),
}

OVER_DASK = "pass it to the same call of cugraph_biclique.dask, or its .compute() here"

PAIRS = 'pass pandas.DataFrame(list(G), columns=["left", "right"]) if it has pairs'

# Kinds that cannot be taken, and packages of others: what to do instead.
KIND_CONVERSIONS = {
    "dict": "pass pandas.DataFrame(G) if it has a list of labels for each side",
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
    "pandas": "pass a DataFrame of two columns",
    "polars": "pass a DataFrame of two columns; a LazyFrame is one after .collect()",
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
    """Take a bipartite graph of any accepted kind.

    Parameters
    ----------
    G : DataFrame, array, tuple, sparse matrix, graph
        A cuDF or pandas frame or an (n, 2) array holds an edge a row, a tuple two
        arrays (left, right) of equal length; the two sides have separate id spaces. A
        Polars frame, a PyArrow table, and whatever else speaks the Arrow C stream, is a
        frame, whose labels come back in Arrow's dtypes; it needs pyarrow. A sparse
        matrix of SciPy or CuPy, of any format, is a biadjacency matrix, its rows are
        left. A NetworkX graph has ``bipartite`` node attributes, 0 for left and 1 for
        right, or none at all. A cuGraph graph may be directed, from left to right; a
        `BiPartiteGraph` with declared sets, the first of which is left; or undirected,
        and then the smallest vertex of each component is left. Arrays of CuPy hold
        integers. What comes from cuDF, cuGraph and CuPy stays on the device.
        A `BipartiteGraph` comes back as it is.
    left, right : hashable, optional
        The columns of a frame. A frame of two columns needs no names, one of more does:
        which of them are the ends of an edge is not guessed.

    Returns
    -------
    BipartiteGraph

    Raises
    ------
    TypeError
        If G is of another kind, its labels cannot be hashed, or ``left`` or ``right``
        names a column of something without columns.
    ValueError
        If a column is missing or ambiguous; if a label is null, equal to one of another
        type, or a float of 2**53 or more, which may stand for several integers; or if
        G looks like a biadjacency matrix.
    EngineUnavailableError
        If G is on a device, and there is none that can be used.
    NotBipartiteError
        If an edge of a graph joins two vertices of one side, or the graph has an odd
        cycle, which the message shows.

    Examples
    --------
    >>> import pandas as pd
    >>> bipartite_graph(pd.DataFrame({"user": [3, 3, 8], "item": ["a", "b", "a"]}))
    <BipartiteGraph: 2 left 'user', 2 right 'item', 3 edges>
    """
    for base in type(G).__mro__:
        package = base.__module__.partition(".")[0]
        kind = package, base.__name__
        if kind in FRAMES:
            return FRAMES[kind](G, left, right)
        if kind in OTHERS:
            _refuse_columns(G, left=left, right=right)
            if kind == ("builtins", "tuple"):
                for package in map(package_of, G):
                    if package in PAIRS_ON_DEVICE:
                        return _on_device(PAIRS_ON_DEVICE[package], G)
            return OTHERS[kind](G)
        if kind in FRAMES_ON_DEVICE:
            return _on_device(FRAMES_ON_DEVICE[kind], G, left, right)
        if kind in OTHERS_ON_DEVICE:
            _refuse_columns(G, left=left, right=right)
            return _on_device(OTHERS_ON_DEVICE[kind], G)
    if isinstance(G, str | os.PathLike):
        raise TypeError(
            f"G is a {full_name(G)}, {shown(str(G))}, and must be a graph: read a file "
            "before, as with pandas.read_csv or pandas.read_parquet, or pass it to the "
            "command cugraph-biclique"
        )
    if isinstance(G, type):
        raise TypeError(f"G is the class {G.__qualname__}: pass an instance of it")
    if full_name(G) in KIND_CONVERSIONS:
        raise TypeError(
            f"G is a {full_name(G)}, which cannot be taken directly: "
            f"{KIND_CONVERSIONS[full_name(G)]}"
        )
    if package_of(G) in CONVERSIONS:
        raise TypeError(
            f"G is a {full_name(G)}, which cannot be taken directly: "
            f"{CONVERSIONS[package_of(G)]}"
        )
    if hasattr(G, "__arrow_c_stream__"):
        return from_arrow_stream(G, left, right)
    raise TypeError(f"G is a {full_name(G)}, and must be one of: {ACCEPTED}")


def package_of(G: Any) -> str:
    """The package that the kind of G is from."""
    return type(G).__module__.partition(".")[0]


def _on_device(where: tuple[str, str], G: Any, *columns: Any) -> BipartiteGraph:
    """What an adapter makes of G, where there is a device."""
    engine_and_reason("auto", G)  # refuses G where the GPU engine cannot run
    module, function = where
    adapter = importlib.import_module(f"cugraph_biclique.inputs.{module}")
    return getattr(adapter, function)(G, *columns)


def _refuse_columns(G: Any, **columns: Hashable | None) -> None:
    for argument, name in columns.items():
        if name is not None:
            raise TypeError(
                f"{argument}={shown(name)} names a column, but a {full_name(G)} has "
                f"none: leave {argument} out, or pass a frame"
            )
