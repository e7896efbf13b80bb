# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Arrays, pairs and lists that may mean several graphs, or none."""

import numpy as np
import pandas as pd

from bad_input import bad, pl

CASES = [
    # Arrays of another shape
    bad(
        "an array without dimensions",
        ValueError,
        "G is an array of shape (), but edges need shape (n, 2): pass an array with "
        "one row per edge, or a tuple of two 1-d arrays (left, right)",
        lambda: np.array(4),
    ),
    bad(
        "an array of one dimension",
        ValueError,
        "G is an array of shape (4,), but edges need shape (n, 2): pass an array with "
        "one row per edge, or a tuple of two 1-d arrays (left, right)",
        lambda: np.arange(4),
    ),
    bad(
        "an empty array",
        ValueError,
        "G is an array of shape (0,), but edges need shape (n, 2): pass an array with "
        "one row per edge, or a tuple of two 1-d arrays (left, right)",
        lambda: np.array([]),
    ),
    bad(
        "an array of three columns",
        ValueError,
        "G is an array of shape (2, 3), but edges need shape (n, 2): pass two of its "
        "columns, such as G[:, [0, 1]], or scipy.sparse.csr_array(G) if it is a "
        "biadjacency matrix",
        lambda: np.zeros((2, 3), int),
    ),
    bad(
        "an array of no columns",
        ValueError,
        "G is an array of shape (0, 0), but edges need shape (n, 2): pass an array "
        "with one row per edge, or a tuple of two 1-d arrays (left, right)",
        lambda: np.zeros((0, 0)),
    ),
    bad(
        "an array of three dimensions",
        ValueError,
        "G is an array of shape (2, 2, 2), but edges need shape (n, 2): pass an array "
        "with one row per edge, or a tuple of two 1-d arrays (left, right)",
        lambda: np.zeros((2, 2, 2)),
    ),
    bad(
        "weighted edges",
        ValueError,
        "G is an array of shape (1, 3), but edges need shape (n, 2): pass two of its "
        "columns, such as G[:, [0, 1]], or scipy.sparse.csr_array(G) if it is a "
        "biadjacency matrix",
        lambda: np.array([[1, 2, 0.5]]),
    ),
    bad(
        "a dense matrix",
        ValueError,
        "G is an array of shape (3, 3), but edges need shape (n, 2): pass two of its "
        "columns, such as G[:, [0, 1]], or scipy.sparse.csr_array(G) if it is a "
        "biadjacency matrix",
        lambda: np.eye(3),
    ),
    bad(
        "records",
        TypeError,
        "G is a structured array with the fields ('user', 'item'): pass "
        "pandas.DataFrame(G), and name two of its columns with left and right",
        lambda: np.array([(1, 2)], [("user", int), ("item", int)]),
    ),
    bad(
        "records of numpy.rec",
        TypeError,
        "G is a structured array with the fields ('user', 'item'): pass "
        "pandas.DataFrame(G), and name two of its columns with left and right",
        lambda: np.rec.array([(1, 2)], [("user", int), ("item", int)]),
    ),
    bad(
        "an array of one column",
        ValueError,
        "G is an array of shape (3, 1), but edges need shape (n, 2): pass an array "
        "with one row per edge, or a tuple of two 1-d arrays (left, right)",
        lambda: np.zeros((3, 1)),
    ),
    bad(
        "an array of text",
        ValueError,
        "G is an array of shape (1, 3), but edges need shape (n, 2): pass two of its "
        "columns, such as G[:, [0, 1]]",
        lambda: np.array([["u", "v", "w"]]),
    ),
    # Arrays of booleans
    bad(
        "two arrays of booleans",
        ValueError,
        "both columns of G are Boolean, so G looks like a biadjacency matrix and not "
        "like edges: if it is a matrix, pass numpy.array(G); if True and False are "
        'labels, pass a frame and name its columns with left="..." and right="..."',
        lambda: (np.array([True]), np.array([False])),
    ),
    bad(
        "an array of booleans and nulls",
        ValueError,
        "G has a null in row 0 and column 1, but an entry of a Boolean biadjacency "
        "matrix must be True (an edge) or False (no edge): pass numpy.asarray(G, "
        "object) == True if nulls are no edges",
        lambda: np.array([[True, None]], object),
    ),
    bad(
        "a masked array of booleans",
        ValueError,
        "G has a null in row 0 and column 1, but an entry of a Boolean biadjacency "
        "matrix must be True (an edge) or False (no edge): pass G.filled(False) if "
        "nulls are no edges",
        lambda: np.ma.masked_array([[True, False]], [[False, True]]),
    ),
    bad(
        "rows of booleans of two lengths",
        ValueError,
        "G is a list of rows of booleans, but row 1 has 1 entries and row 0 has 2: "
        "give all rows the same length",
        lambda: [[True, False], [True]],
    ),
    # Pairs and lists
    bad(
        "a pair of lists",
        TypeError,
        "G is a tuple of length 2 (list), which could be two sides or two edges, but "
        "must be two 1-d arrays (left, right): pass (pandas.Series(G[0]), "
        "pandas.Series(G[1])) if they are the sides, or pandas.DataFrame(list(G), "
        'columns=["left", "right"]) if they are edges',
        lambda: ([1, 2], [3, 4]),
    ),
    bad(
        "two edges or two sides",
        TypeError,
        "G is a list of length 2 (tuple), which could be two sides or two edges, but "
        "must be two 1-d arrays (left, right): pass (pandas.Series(G[0]), "
        "pandas.Series(G[1])) if they are the sides, or pandas.DataFrame(list(G), "
        'columns=["left", "right"]) if they are edges',
        lambda: [(1, 2), (3, 4)],
    ),
    bad(
        "a list and an array",
        TypeError,
        "G is a tuple of length 2 (list, numpy.ndarray), which could be two sides or "
        "two edges, but must be two 1-d arrays (left, right): pass "
        "(pandas.Series(G[0]), pandas.Series(G[1])) if they are the sides, or "
        'pandas.DataFrame(list(G), columns=["left", "right"]) if they are edges',
        lambda: (np.arange(2), [3, 4]),
    ),
    bad(
        "a pair of ranges",
        TypeError,
        "G is a tuple of length 2 (range), which could be two sides or two edges, but "
        "must be two 1-d arrays (left, right): pass (pandas.Series(G[0]), "
        "pandas.Series(G[1])) if they are the sides, or pandas.DataFrame(list(G), "
        'columns=["left", "right"]) if they are edges',
        lambda: (range(2), range(2)),
    ),
    bad(
        "a list of pairs",
        TypeError,
        "G is a list of length 3, but must be two 1-d arrays (left, right): pass "
        'pandas.DataFrame(list(G), columns=["left", "right"]) if it is a list of edges',
        lambda: [(1, 2), (3, 4), (5, 6)],
    ),
    bad(
        "one edge",
        TypeError,
        "G is a list of length 1, but must be two 1-d arrays (left, right): pass "
        'pandas.DataFrame(list(G), columns=["left", "right"]) if it is a list of edges',
        lambda: [(1, 2)],
    ),
    bad(
        "an empty list",
        TypeError,
        "G is a list of length 0, but must be two 1-d arrays (left, right): pass "
        'pandas.DataFrame(list(G), columns=["left", "right"]) if it is a list of edges',
        lambda: [],
    ),
    bad(
        "an empty tuple",
        TypeError,
        "G is a tuple of length 0, but must be two 1-d arrays (left, right): pass "
        'pandas.DataFrame(list(G), columns=["left", "right"]) if it is a list of edges',
        lambda: (),
    ),
    bad(
        "rows of numbers",
        TypeError,
        "G is a list of length 2 (list), which could be two sides or two edges, but "
        "must be two 1-d arrays (left, right): pass (pandas.Series(G[0]), "
        "pandas.Series(G[1])) if they are the sides, or numpy.array(G) > 0 if they are "
        "rows of a matrix",
        lambda: [[1, 0, 1], [1, 1, 0]],
    ),
    bad(
        "three rows of numbers",
        TypeError,
        "G is a list of length 3, but must be two 1-d arrays (left, right): pass "
        "pandas.DataFrame(G), with left=0 and right=1, if its rows begin with the ends "
        "of an edge, or numpy.array(G) > 0 if they are rows of a matrix",
        lambda: [[1, 0, 1], [1, 1, 0], [0, 0, 1]],
    ),
    bad(
        "records in a list",
        TypeError,
        "G is a list of length 1, but must be two 1-d arrays (left, right): pass "
        "pandas.DataFrame(G), and name two of its columns with left and right",
        lambda: [{"user": 1, "item": 2, "n": 3}],
    ),
    bad(
        "lists of neighbours",
        TypeError,
        "G is a list of length 3, but must be two 1-d arrays (left, right): pass "
        "pandas.Series(G).explode().reset_index() if it has a list of right vertices "
        "for each left vertex",
        lambda: [[1, 2], [1, 2, 3], [1]],
    ),
    bad(
        "a list of numbers",
        TypeError,
        "G is a list of length 3, but must be two 1-d arrays (left, right): pass a "
        'list of pairs as pandas.DataFrame(list(G), columns=["left", "right"])',
        lambda: [1, 2, 3],
    ),
    bad(
        "three arrays",
        TypeError,
        "G is a tuple of length 3, but must be two 1-d arrays (left, right): pass "
        'pandas.DataFrame(list(G), columns=["left", "right"]) if it is a list of edges',
        lambda: (np.arange(2), np.arange(2), np.arange(2)),
    ),
    bad(
        "two matrices",
        ValueError,
        "G is a tuple of two arrays of shapes (2, 2) and (2, 2), but must be two 1-d "
        "arrays (left, right): pass one column of each",
        lambda: (np.zeros((2, 2)), np.zeros((2, 2))),
    ),
    bad(
        "a short array",
        ValueError,
        "G has 2 left and 3 right labels, but each edge needs one of each: pass two "
        "arrays of the same length",
        lambda: (np.arange(2), np.arange(3)),
    ),
    bad(
        "Series of different lengths",
        ValueError,
        "G has 2 left and 1 right labels, but each edge needs one of each: pass two "
        "arrays of the same length",
        lambda: (pd.Series([1, 2]), pd.Series([3])),
    ),
    bad(
        "columns of Polars",
        TypeError,
        "G is a tuple of length 2 (polars.…Series), which could be two sides or two "
        "edges, but must be two 1-d arrays (left, right): pass (pandas.Series(G[0]), "
        "pandas.Series(G[1])) if they are the sides, or pandas.DataFrame(list(G), "
        'columns=["left", "right"]) if they are edges',
        lambda: (pl().Series([1, 2]), pl().Series([3, 4])),
    ),
]
