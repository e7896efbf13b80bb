# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Frames whose columns do not say what the edges are."""

import numpy as np
import pandas as pd

from bad_input import bad, frame, pa, pl

CASES = [
    # Too few columns, or too many
    bad(
        "no columns",
        ValueError,
        "the edge frame has no columns, [], but needs two, one for each end of an edge",
        lambda: pd.DataFrame(),
    ),
    bad(
        "one column",
        ValueError,
        "the edge frame has 1 column, ['user'], but needs two, one for each end of an "
        "edge",
        lambda: frame(user=[1]),
    ),
    bad(
        "three columns",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "scipy.sparse.csr_array(numpy.asarray(G)) if each column is a right vertex",
        lambda: frame(weight=[1.5], user=[1], item=[2]),
    ),
    bad(
        "three columns, left named",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "scipy.sparse.csr_array(numpy.asarray(G)) if each column is a right vertex",
        lambda: frame(weight=[1.5], user=[1], item=[2]),
        left="user",
    ),
    bad(
        "three columns, right named",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "scipy.sparse.csr_array(numpy.asarray(G)) if each column is a right vertex",
        lambda: frame(weight=[1.5], user=[1], item=[2]),
        right="item",
    ),
    bad(
        "a thousand columns",
        ValueError,
        "the edge frame has 1,000 columns, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "
        '...]: name the two that hold the edges with left="..." and right="...", or '
        "pass scipy.sparse.csr_array(numpy.asarray(G)) if each column is a right "
        "vertex",
        lambda: pd.DataFrame(np.zeros((1, 1000), int)),
    ),
    bad(
        "a crosstab",
        ValueError,
        "the edge frame has 3 columns, ['x', 'y', 'z']: name the two that hold the "
        'edges with left="..." and right="...", or pass '
        "scipy.sparse.csr_array(numpy.asarray(G)) if each column is a right vertex",
        lambda: pd.crosstab(pd.Series([1, 2, 1]), pd.Series(list("xyz"))),
    ),
    bad(
        "three columns of Arrow",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "scipy.sparse.csr_array(numpy.asarray(G)) if each column is a right vertex",
        lambda: pa().table({"weight": [1.5], "user": [1], "item": [2]}),
    ),
    bad(
        "three columns of Polars",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "scipy.sparse.csr_array(numpy.asarray(G)) if each column is a right vertex",
        lambda: pl().DataFrame({"weight": [1.5], "user": [1], "item": [2]}),
    ),
    bad(
        "two columns of one name",
        ValueError,
        "left='user' names 2 columns: rename all but one, the columns are ['user', "
        "'user']",
        lambda: pd.DataFrame([[1, 2]], columns=["user", "user"]),
    ),
    bad(
        "two levels of one name",
        ValueError,
        "left=(1, 2) names 2 columns: rename all but one, the columns are [(1, 2), "
        "(1, 2)]",
        lambda: pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([(1, 2)] * 2)),
    ),
    bad(
        "Arrow columns of one name",
        ValueError,
        "left='user' names 2 columns: rename all but one, the columns are ['user', "
        "'user']",
        lambda: pa().table([[1], [2]], names=["user", "user"]),
    ),
    # Biadjacency matrices
    bad(
        "booleans",
        ValueError,
        "both columns of G are Boolean, so G looks like a biadjacency matrix and not "
        "like edges: if it is a matrix, pass scipy.sparse.csr_array(numpy.asarray(G, "
        "bool)); if True and False are labels, pass a frame and name its columns with "
        'left="..." and right="..."',
        lambda: frame(x=[True, False], y=[True, True]),
    ),
    bad(
        "booleans of pandas",
        ValueError,
        "both columns of G are Boolean, so G looks like a biadjacency matrix and not "
        "like edges: if it is a matrix, pass scipy.sparse.csr_array(numpy.asarray(G, "
        "bool)); if True and False are labels, pass a frame and name its columns with "
        'left="..." and right="..."',
        lambda: frame(x=[True, False], y=[True, True]).astype("boolean"),
    ),
    bad(
        "booleans of Python",
        ValueError,
        "both columns of G are Boolean, so G looks like a biadjacency matrix and not "
        "like edges: if it is a matrix, pass scipy.sparse.csr_array(numpy.asarray(G, "
        "bool)); if True and False are labels, pass a frame and name its columns with "
        'left="..." and right="..."',
        lambda: frame(x=[True, False], y=[True, True]).astype(object),
    ),
    bad(
        "booleans that are sparse",
        ValueError,
        "both columns of G are Boolean, so G looks like a biadjacency matrix and not "
        "like edges: if it is a matrix, pass scipy.sparse.csr_array(numpy.asarray(G, "
        "bool)); if True and False are labels, pass a frame and name its columns with "
        'left="..." and right="..."',
        lambda: frame(x=[True], y=[False]).astype(pd.SparseDtype(bool)),
    ),
    bad(
        "booleans of Arrow",
        ValueError,
        "both columns of G are Boolean, so G looks like a biadjacency matrix and not "
        "like edges: if it is a matrix, pass scipy.sparse.csr_array(numpy.asarray(G, "
        "bool)); if True and False are labels, pass a frame and name its columns with "
        'left="..." and right="..."',
        lambda: pa().table({"x": [True, False], "y": [True, True]}),
    ),
    bad(
        "booleans of Polars",
        ValueError,
        "both columns of G are Boolean, so G looks like a biadjacency matrix and not "
        "like edges: if it is a matrix, pass scipy.sparse.csr_array(numpy.asarray(G, "
        "bool)); if True and False are labels, pass a frame and name its columns with "
        'left="..." and right="..."',
        lambda: pl().DataFrame({"x": [True, False], "y": [True, True]}),
    ),
    # What names no column
    bad(
        "an unknown column",
        ValueError,
        "left='usr' is not a column: the columns are ['user', 'item']",
        left="usr",
    ),
    bad(
        "an unknown column on the right",
        ValueError,
        "right='Item' is not a column: the columns are ['user', 'item']",
        right="Item",
    ),
    bad(
        "a position",
        ValueError,
        "left=0 is not a column: the columns are ['user', 'item']",
        left=0,
    ),
    bad(
        "a long name",
        ValueError,
        "left='xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxx"
        "xxxxxxxxxx' is not a column: the columns are ['user', 'item']",
        left="x" * 1_000_000,
    ),
    bad(
        "True is not 1",
        ValueError,
        "left=True is not a column: the columns are [0, 1]",
        lambda: pd.DataFrame([[1, 2]]),
        left=True,
    ),
    bad(
        "missing is not a name",
        ValueError,
        "left=1 is not a column: the columns are [0, <NA>]",
        lambda: pd.DataFrame([[1, 2]], columns=[0, pd.NA]),
        left=1,
    ),
    bad(
        "a list of names",
        TypeError,
        "left must be the name of a column, not a list: pass one of ['user', 'item']",
        left=["user"],
    ),
    bad(
        "a column itself",
        TypeError,
        "right must be the name of a column, not a pandas.…Series: pass one of "
        "['user', 'item']",
        right=pd.Series([1, 2, 3]),
    ),
    bad(
        "a mask",
        TypeError,
        "left must be the name of a column, not a numpy.ndarray: pass one of ['user', "
        "'item']",
        left=np.array([True, False, True]),
    ),
    bad(
        "the same column",
        ValueError,
        "left='item' and right='item' are the same column: choose two different "
        "columns from ['user', 'item']",
        left="item",
        right="item",
    ),
    bad(
        "half of a level",
        ValueError,
        "left=1 is not a column: the columns are [(1, 2), (1, 3)]",
        lambda: pd.DataFrame(
            [[1, 2]], columns=pd.MultiIndex.from_tuples([(1, 2), (1, 3)])
        ),
        left=1,
    ),
    bad(
        "a long list of columns",
        ValueError,
        "left='user' is not a column: the columns are "
        "['00000000000000000000000000000000000000000000000000', "
        "'11111111111111111111111111111111111111111111111111', "
        "'22222222222222222222222222222222222222222222222222', "
        "'33333333333333333333333333333333333333333333333333', "
        "'44444444444444444444444444444444444444444444444444', "
        "'55555555555555555555555555555555555555555555555555', "
        "'66666666666666666666666666666666666666666666666666', "
        "'77777777777777777777777777777777777777777777777777', "
        "'88888888888888888888888888888888888888888888888888', "
        "'99999999999999999999999999999999999999999999999999', "
        "'1010101010101010101010101010101010101...01010101010101010101010101010101"
        "01010', "
        "'1111111111111111111111111111111111111...11111111111111111111111111111111"
        "11111', ...]",
        lambda: pd.DataFrame([["x"] * 40], columns=[f"{i}" * 50 for i in range(40)]),
        left="user",
    ),
    # Tables that Arrow cannot read
    bad(
        "objects of Polars",
        TypeError,
        "column 'user' of G has the Polars dtype Object, which Arrow does not "
        "support: convert it to integers or strings, or pass a pandas DataFrame",
        lambda: pl().DataFrame(
            {"user": pl().Series([object()], dtype=pl().Object), "item": [1]}
        ),
    ),
    bad(
        "128 bits of Polars",
        TypeError,
        "G is a polars.…DataFrame, which pyarrow cannot read as a table (…): pass a "
        "table with two columns and one row per edge, of types that Arrow supports, "
        "such as Int64 and String",
        lambda: pl().DataFrame(
            {"user": [1], "item": [2]}, {"user": pl().Int128, "item": pl().Int8}
        ),
    ),
]
