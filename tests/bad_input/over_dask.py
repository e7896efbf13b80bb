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
        "ddf must be a Dask DataFrame of edges, not DataFrame: make one with "
        "dask.dataframe.from_pandas, or call cugraph_biclique.maximal_bicliques",
        edges,
    ),
    bad(
        "three columns",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the ends of an edge, with left="..." and right="...", or pass '
        "scipy.sparse.csr_array(ddf.compute()) to cugraph_biclique's own calls if it "
        "has a column for each right vertex",
        lambda: dask(frame(weight=[1.5], user=[1], item=[2])),
    ),
    bad(
        "booleans",
        ValueError,
        "both columns of G hold booleans, as a biadjacency matrix does, and not ends "
        "of edges: pass scipy.sparse.csr_array(ddf.compute()) to cugraph_biclique's "
        "own calls if G is one; if True and False are labels, pass a frame, and name "
        'its columns with left="..." and right="..."',
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
        "labels of column 'item' are of dtype complex128, which cannot be told apart "
        "or ordered (complex numbers have no order): convert them to integers, "
        "float64 or strings",
        lambda: dask(column([1j, 2])),
    ),
    bad(
        "nulls",
        ValueError,
        "labels of column 'item' are null in 2 distinct edges: a null names no "
        "vertex, drop these edges or give it a label",
        lambda: dask(column([1.5, None, None]), 2),
    ),
    bad(
        "large floats",
        ValueError,
        "labels of column 'item' have 9007199254740992.0, and float64 cannot tell "
        "integers of that size apart: read or make these ids as integers from the "
        "start (Int64 holds missing ones), or, if they are no integers, make them "
        "strings",
        lambda: dask(column([1.0, 2.0**53]), 2),
    ),
    bad(
        "equal labels",
        ValueError,
        "labels of column 'item' have both True and 1, which are equal: give all "
        "labels one type, such as with .astype(str), which keeps them apart",
        lambda: dask(objects(True, 1)),
    ),
    bad(
        "lists",
        TypeError,
        "labels of column 'item' of dtype object cannot be hashed or compared (…): "
        "convert them to strings, tuples or numbers",
        lambda: dask(objects([1], [2])),
    ),
    # Options
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
        "memory_budget='9999999999999999999999999999999999999...999999999999999999"
        '9999999999999999999\' is no size: pass bytes, or a string like "8GiB"',
        lambda: dask(edges()),
        memory_budget="9" * 400,
    ),
    bad(
        "an empty path",
        ValueError,
        "path='' names no folder: pass the name of one, \".\" for the current one",
        lambda: dask(edges()),
        path="",
    ),
]
