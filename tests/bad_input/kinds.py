# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Objects that hold no edges, or hold them in a way that has to be named."""

import io
import types
from pathlib import Path

import numpy as np
import pandas as pd

from bad_input import bad, edges, pa, pl

CASES = [
    bad(
        "no graph",
        TypeError,
        "G is a NoneType, but must be one of: a cuDF, pandas or Polars DataFrame of "
        "edges, a PyArrow Table, a CuPy or NumPy array of shape (n, 2), a tuple of "
        "two 1-d arrays (left, right), a CuPy or SciPy sparse biadjacency matrix, a "
        "cuGraph or NetworkX graph",
        lambda: None,
    ),
    bad(
        "a number",
        TypeError,
        "G is a int, but must be one of: a cuDF, pandas or Polars DataFrame of edges, "
        "a PyArrow Table, a CuPy or NumPy array of shape (n, 2), a tuple of two 1-d "
        "arrays (left, right), a CuPy or SciPy sparse biadjacency matrix, a cuGraph "
        "or NetworkX graph",
        lambda: 5,
    ),
    bad(
        "a scalar of NumPy",
        TypeError,
        "G is a numpy.float64, but must be one of: a cuDF, pandas or Polars DataFrame "
        "of edges, a PyArrow Table, a CuPy or NumPy array of shape (n, 2), a tuple of "
        "two 1-d arrays (left, right), a CuPy or SciPy sparse biadjacency matrix, a "
        "cuGraph or NetworkX graph",
        lambda: np.float64(1),
    ),
    bad(
        "bytes",
        TypeError,
        "G is a bytes, but must be one of: a cuDF, pandas or Polars DataFrame of "
        "edges, a PyArrow Table, a CuPy or NumPy array of shape (n, 2), a tuple of "
        "two 1-d arrays (left, right), a CuPy or SciPy sparse biadjacency matrix, a "
        "cuGraph or NetworkX graph",
        lambda: b"edges",
    ),
    bad(
        "a range",
        TypeError,
        "G is a range, but must be one of: a cuDF, pandas or Polars DataFrame of "
        "edges, a PyArrow Table, a CuPy or NumPy array of shape (n, 2), a tuple of "
        "two 1-d arrays (left, right), a CuPy or SciPy sparse biadjacency matrix, a "
        "cuGraph or NetworkX graph",
        lambda: range(3),
    ),
    bad(
        "a module",
        TypeError,
        "G is a module, but must be one of: a cuDF, pandas or Polars DataFrame of "
        "edges, a PyArrow Table, a CuPy or NumPy array of shape (n, 2), a tuple of "
        "two 1-d arrays (left, right), a CuPy or SciPy sparse biadjacency matrix, a "
        "cuGraph or NetworkX graph",
        lambda: types,
    ),
    bad(
        "a class",
        TypeError,
        "G is the class DataFrame: pass an instance of it",
        lambda: pd.DataFrame,
    ),
    bad(
        "a dict of lists",
        TypeError,
        "G is a dict, which is not accepted directly: pass pandas.DataFrame(G) if it "
        "contains a list of labels for each side, or "
        "pandas.Series(G).explode().reset_index() if it has a list of right vertices "
        "for each left vertex",
        lambda: {"user": [1], "item": [2]},
    ),
    bad(
        "a set of edges",
        TypeError,
        "G is a set, which is not accepted directly: pass pandas.DataFrame(list(G), "
        'columns=["left", "right"]) if it contains pairs',
        lambda: {(1, 2)},
    ),
    bad(
        "a generator",
        TypeError,
        "G is a generator, which is not accepted directly: pass "
        'pandas.DataFrame(list(G), columns=["left", "right"]) if it contains pairs',
        lambda: ((i, i) for i in range(3)),
    ),
    bad(
        "a zip",
        TypeError,
        "G is a zip, which is not accepted directly: pass pandas.DataFrame(list(G), "
        'columns=["left", "right"]) if it contains pairs',
        lambda: zip([1], [2], strict=True),
    ),
    bad(
        "a view of memory",
        TypeError,
        "G is a memoryview, which is not accepted directly: pass numpy.asarray(G)",
        lambda: memoryview(np.zeros((1, 2))),
    ),
    bad(
        "a column",
        TypeError,
        "G is a pandas.…Series, which is not accepted directly: pass a DataFrame of "
        "two columns; G.reset_index() makes one of a Series and its index",
        lambda: pd.Series([1, 2]),
    ),
    bad(
        "counts of pairs",
        TypeError,
        "G is a pandas.…Series, which is not accepted directly: pass "
        "G.index.to_frame(index=False) if the levels of its index hold the edges",
        lambda: edges().value_counts(),
    ),
    bad(
        "an index of pairs",
        TypeError,
        "G is a pandas.…MultiIndex, which is not accepted directly: pass "
        "G.to_frame(index=False)",
        lambda: pd.MultiIndex.from_frame(edges()),
    ),
    bad(
        "an index",
        TypeError,
        "G is a pandas.…Index, which is not accepted directly: pass a DataFrame of "
        "two columns; G.reset_index() makes one of a Series and its index",
        lambda: pd.Index([1, 2]),
    ),
    bad(
        "groups",
        TypeError,
        "G is a pandas.…DataFrameGroupBy, which is not accepted directly: pass a "
        "DataFrame of two columns; G.reset_index() makes one of a Series and its index",
        lambda: edges().groupby("user"),
    ),
    bad(
        "a column of Arrow",
        TypeError,
        "G is a pyarrow.lib.Int64Array, which is not accepted directly: pass a Table "
        "of two columns",
        lambda: pa().array([1, 2]),
    ),
    bad(
        "a lazy frame of Polars",
        TypeError,
        "G is a polars.…LazyFrame, which is not accepted directly: pass a DataFrame "
        "of two columns; .collect() converts a LazyFrame to a DataFrame",
        lambda: pl().DataFrame().lazy(),
    ),
    bad(
        "a path",
        TypeError,
        "G is a pathlib.…Path, 'edges.csv', but must be a graph: pass "
        "cugraph_biclique.read_edges(G) if it is the name of a file",
        lambda: Path("edges.csv"),
    ),
    bad(
        "text",
        TypeError,
        "G is a str, '1 2', but must be a graph: pass cugraph_biclique.read_edges(G) "
        "if it is the name of a file",
        lambda: "1 2",
    ),
    bad(
        "a long text",
        TypeError,
        "G is a str, "
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', "
        "but must be a graph: pass cugraph_biclique.read_edges(G) if it is the name of "
        "a file",
        lambda: "x" * 1_000_000,
    ),
    bad(
        "an open file",
        TypeError,
        "G is a _io.BytesIO, but must be a graph: pass "
        "cugraph_biclique.read_edges(G) if it is an open file",
        lambda: io.BytesIO(b"1,2"),
    ),
    bad(
        "a name for an array",
        TypeError,
        "left='user' names a column, but a numpy.ndarray has none: leave left out, or "
        "pass a frame",
        lambda: np.zeros((2, 2)),
        left="user",
    ),
    bad(
        "a name for a pair",
        TypeError,
        "right='item' names a column, but a tuple has none: leave right out, or pass "
        "a frame",
        lambda: (np.arange(2), np.arange(2)),
        right="item",
    ),
]
