# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Calls over Dask that are refused."""

import pandas as pd
import pytest

from bad_input import bad, column, edges, frame, objects


def dask(pandas_frame, pieces=1):
    """The same frame for Dask, its objects as they are and not as strings."""
    dd = pytest.importorskip("dask.dataframe")
    with pytest.importorskip("dask").config.set({"dataframe.convert-string": False}):
        return dd.from_pandas(pandas_frame, pieces)


CASES = [
    # Frames
    bad(
        "a frame of pandas",
        TypeError,
        "ddf must be a Dask DataFrame of edges, not DataFrame: create one with "
        "dask.dataframe.from_pandas, or pass this graph to the same function of "
        "cugraph_biclique",
        edges,
    ),
    bad(
        "three columns",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass ddf.compute() > 0 to '
        "the same function of cugraph_biclique if each column is a right vertex",
        lambda: dask(frame(weight=[1.5], user=[1], item=[2])),
    ),
    bad(
        "booleans",
        ValueError,
        "all columns of ddf are Boolean, so ddf looks like a biadjacency matrix and "
        "not like edges: if it is a matrix, pass ddf.compute() to the same function of "
        "cugraph_biclique; if True and False are labels, name two columns with "
        'left="..." and right="..."',
        lambda: dask(frame(x=[True, False], y=[True, True])),
    ),
    bad(
        "a mask",
        TypeError,
        "left must be the name of a column, not a pandas.…Series: pass one of "
        "['user', 'item']",
        lambda: dask(edges()),
        left=pd.Series([True, False, True]),
    ),
    # Labels
    bad(
        "complex numbers",
        TypeError,
        "labels of column 'item' are of dtype complex128, which is not supported for "
        "labels (complex numbers have no order): convert them to integers, float64 or "
        "strings",
        lambda: dask(column([1j, 2])),
    ),
    bad(
        "nulls",
        ValueError,
        "labels of column 'item' are null in 2 edges, but a label cannot be "
        "null: drop these edges, or replace the nulls with a label",
        lambda: dask(column([1.5, None, None]), 2),
    ),
    bad(
        "large floats",
        ValueError,
        "labels of column 'item' contain 9007199254740992.0, but float64 cannot "
        "distinguish integers of that size: read or create these ids as integers "
        "(Int64 allows missing values), or, if they are not integers, convert them to "
        "strings",
        lambda: dask(column([1.0, 2.0**53]), 2),
    ),
    bad(
        "equal labels",
        ValueError,
        "labels of column 'item' contain both True and 1, which are equal: convert "
        "all labels to one type, for example to distinct strings with .astype(str)",
        lambda: dask(objects(True, 1)),
    ),
    bad(
        "lists",
        TypeError,
        "labels of column 'item' of dtype object cannot be hashed or compared (…): "
        "convert them to strings, tuples or numbers",
        lambda: dask(objects([1], [2])),
    ),
    bad(
        "text and numbers",
        TypeError,
        "the two columns have labels of dtypes int64 and …, but both ends of an edge "
        "are vertices of one kind: convert one column to the dtype of the other",
        lambda: dask(column(["a", "b"])),
        min_size=1,
    ),
    # Options
    bad(
        "min_size=0",
        ValueError,
        "min_size=0 is too small: pass 1 or more",
        lambda: dask(edges()),
        min_size=0,
    ),
    bad(
        "partitions=0",
        ValueError,
        "partitions=0 is too small: pass 1 or more",
        lambda: dask(edges()),
        partitions=0,
    ),
    bad(
        "a budget of many digits",
        ValueError,
        "memory_budget='9999999999999999999999999999999999999..."
        "9999999999999999999999999999999999999' "
        'is not a size: pass a number of bytes, or a size such as "8GiB"',
        lambda: dask(edges()),
        memory_budget="9" * 400,
    ),
    bad(
        "an empty path",
        ValueError,
        "path='' is not a folder name: pass the name of a folder, or \".\" for the "
        "current folder",
        lambda: dask(edges()),
        path="",
    ),
]
