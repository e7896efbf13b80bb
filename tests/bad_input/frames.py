# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Frames whose columns do not say what the edges are."""

import numpy as np
import pandas as pd

from bad_input import bad, edges, frame, pa, pl

CASES = [
    # Too few columns, or too many
    bad(
        "no columns",
        ValueError,
        "the edge frame has no columns, [], but needs two, one for each end of an "
        "edge: add a column",
        lambda: pd.DataFrame(),
    ),
    bad(
        "one column",
        ValueError,
        "the edge frame has 1 column, ['user'], but needs two, one for each end of an "
        "edge: add a column",
        lambda: frame(user=[1]),
    ),
    bad(
        "one column and an index",
        ValueError,
        "the edge frame has 1 column, ['item'], but needs two, one for each end of an "
        "edge: pass G.reset_index() if the index of G holds the other end",
        lambda: edges().set_index("user"),
    ),
    bad(
        "edges in the index",
        ValueError,
        "the index of G has several levels, ['user', 'item'], so the edges could be in "
        "the index or in the columns: pass (G > 0).set_axis(G.index.to_flat_index()) "
        "if each column is a right vertex, or G.index.to_frame(index=False) if the "
        "levels hold the edges, or G.reset_index(drop=True) if the columns hold them",
        lambda: edges().assign(n=1, m=2).set_index(["user", "item"]),
    ),
    bad(
        "edges in the index, beside a weight",
        ValueError,
        "the index of G has several levels, ['user', 'item'], so the edges could be in "
        "the index or in the columns: pass G.index.to_frame(index=False) if the levels "
        "hold the edges",
        lambda: edges().assign(n=1).set_index(["user", "item"]),
    ),
    bad(
        "a matrix with two levels",
        ValueError,
        "the index of G has several levels, ['user', 'item'], so the edges could be in "
        "the index or in the columns: pass G.set_axis(G.index.to_flat_index()) if each "
        "column is a right vertex, or G.index.to_frame(index=False) if the levels hold "
        "the edges",
        lambda: edges().assign(x=True, y=False).set_index(["user", "item"]),
    ),
    bad(
        "a level of the index",
        ValueError,
        "left='user' is not a column, but a level of the index of G: pass "
        "G.reset_index('user')",
        lambda: edges().assign(n=1).set_index("user"),
        left="user",
        right="item",
    ),
    bad(
        "two levels of the index",
        ValueError,
        "left='user' is not a column, but a level of the index of G: pass "
        "G.reset_index(['user', 'item'])",
        lambda: edges().assign(n=1).set_index(["user", "item"]),
        left="user",
        right="item",
    ),
    bad(
        "three columns",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "G > 0 if each column is a right vertex",
        lambda: frame(weight=[1.5], user=[1], item=[2]),
    ),
    bad(
        "three columns, left named",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "G > 0 if each column is a right vertex",
        lambda: frame(weight=[1.5], user=[1], item=[2]),
        left="user",
    ),
    bad(
        "three columns, right named",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "G > 0 if each column is a right vertex",
        lambda: frame(weight=[1.5], user=[1], item=[2]),
        right="item",
    ),
    bad(
        "a thousand columns",
        ValueError,
        "the edge frame has 1,000 columns, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "
        '...]: name the two that hold the edges with left="..." and right="...", or '
        "pass G > 0 if each column is a right vertex",
        lambda: pd.DataFrame(np.zeros((1, 1000), int)),
    ),
    bad(
        "a crosstab",
        ValueError,
        "the edge frame has 3 columns, ['x', 'y', 'z']: name the two that hold the "
        'edges with left="..." and right="...", or pass G > 0 if each column is a '
        "right vertex",
        lambda: pd.crosstab(pd.Series([1, 2, 1]), pd.Series(list("xyz"))),
    ),
    bad(
        "three columns of Arrow",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "G.to_pandas() > 0 if each column is a right vertex",
        lambda: pa().table({"weight": [1.5], "user": [1], "item": [2]}),
    ),
    bad(
        "three columns of Polars",
        ValueError,
        "the edge frame has 3 columns, ['weight', 'user', 'item']: name the two that "
        'hold the edges with left="..." and right="...", or pass '
        "G.to_pandas() > 0 if each column is a right vertex",
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
        "a crosstab of two columns",
        ValueError,
        "G has two columns of numbers, ['x', 'y'], which could be edges or a "
        "biadjacency matrix: pass G > 0 if each column is a right vertex, or left='x' "
        "and right='y' if each row is an edge",
        lambda: pd.crosstab(pd.Series([1, 2, 1]), pd.Series(list("xyx"))),
    ),
    bad(
        "zeros and ones with labels",
        ValueError,
        "G has two columns of numbers, ['x', 'y'], which could be edges or a "
        "biadjacency matrix: pass G > 0 if each column is a right vertex, or left='x' "
        "and right='y' if each row is an edge",
        lambda: frame(x=[1, 0], y=[1, 1]).set_axis(["u", "v"]),
    ),
    bad(
        "numbers beside labels",
        ValueError,
        "the edge frame has 3 columns, ['user', 'x', 'y']: name the two that hold the "
        'edges with left="..." and right="...", or pass G.set_index(\'user\') > 0 if '
        "each column is a right vertex",
        lambda: frame(user=["u", "v"], x=[1, 0], y=[1, 1]),
    ),
    bad(
        "booleans beside labels",
        ValueError,
        "the edge frame has 3 columns, ['user', 'x', 'y']: name the two that hold the "
        'edges with left="..." and right="...", or pass G.set_index(\'user\') if each '
        "column is a right vertex",
        lambda: frame(user=["u", "v"], x=[True, False], y=[True, True]),
    ),
    bad(
        "text in three columns",
        ValueError,
        "the edge frame has 3 columns, ['n', 'user', 'item']: name the two that hold "
        'the edges with left="..." and right="..."',
        lambda: frame(n=[1], user=["u"], item=["v"]),
    ),
    bad(
        "booleans and nulls",
        ValueError,
        "G has a null in row 'v' and column 'x', but an entry of a Boolean biadjacency "
        "matrix must be True (an edge) or False (no edge): pass G.fillna(False) if "
        "nulls are no edges",
        lambda: pd.DataFrame(
            {"x": [True, None], "y": [None, True]}, index=["u", "v"], dtype=object
        ),
    ),
    bad(
        "booleans of pandas and nulls",
        ValueError,
        "G has a null in row 1 and column 'x', but an entry of a Boolean biadjacency "
        "matrix must be True (an edge) or False (no edge): pass G.fillna(False) if "
        "nulls are no edges",
        lambda: frame(x=[True, None], y=[True, True]).astype("boolean"),
    ),
    bad(
        "booleans of Arrow and nulls",
        ValueError,
        "G has a null in row 1 and column 0, but an entry of a Boolean biadjacency "
        "matrix must be True (an edge) or False (no edge): pass "
        "G.to_pandas().fillna(False) if nulls are no edges",
        lambda: pa().table({"x": [True, None], "y": [True, True]}),
    ),
    bad(
        "booleans of Polars and nulls",
        ValueError,
        "G has a null in row 1 and column 0, but an entry of a Boolean biadjacency "
        "matrix must be True (an edge) or False (no edge): pass G.fill_null(False) if "
        "nulls are no edges",
        lambda: pl().DataFrame({"x": [True, None], "y": [True, True]}),
    ),
    bad(
        "two rows of one label",
        ValueError,
        "the row label 'u' of G is repeated, but each row of a biadjacency matrix is "
        "one vertex: pass G.groupby(level=0).any() to merge rows with the same label",
        lambda: frame(x=[True, False], y=[True, True]).set_axis(["u", "u"]),
    ),
    bad(
        "two matrix columns of one label",
        ValueError,
        "the column label 'x' of G is repeated, but each column of a biadjacency "
        "matrix is one vertex: pass G.T.groupby(level=0).any().T to merge columns with "
        "the same label",
        lambda: pd.DataFrame([[True, False]], columns=["x", "x"]),
    ),
    bad(
        "a row without a label",
        ValueError,
        "row labels of G have 1 null, at row 1 (counted from 0, whatever the index), "
        "but a label cannot be null: drop these edges, or replace the nulls with a "
        "label",
        lambda: frame(x=[True, False], y=[True, True]).set_axis(["u", None]),
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
