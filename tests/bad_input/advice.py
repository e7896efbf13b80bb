# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What messages advise: the words, the code that they mean, and the edges it gives."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from bad_input import column, frame, network, objects, pa, pl, sp

TABLE = pd.DataFrame({"x": [1, 0], "y": [0, 2], "z": [3, 3]})
# Those of the table that are not zero
ENTRIES = [(0, "x"), (0, "z"), (1, "y"), (1, "z")]


class Case(NamedTuple):
    """A graph that is refused, and what to pass instead."""

    name: str
    G: Callable[[], Any]
    advice: str
    follow: Callable[[Any], Any]
    edges: list[tuple[Any, Any]]
    arguments: dict[str, Any]


def follow(name, G, advice, edges, follow=None, **arguments):
    """A case; advice that is code is followed to the letter."""
    return Case(name, G, advice, follow or code(advice), edges, arguments)


def code(text):
    """What an expression of a message makes of G."""

    def run(G):
        import numpy
        import pandas
        import scipy.sparse

        names = {"numpy": numpy, "pandas": pandas, "scipy": scipy, "G": G}
        return eval(text, names)

    return run


EDGES = 'pandas.DataFrame(list(G), columns=["left", "right"])'
SIDES = "(pandas.Series(G[0]), pandas.Series(G[1]))"

CASES = [
    follow("a table of counts", TABLE.copy, "G > 0", ENTRIES),
    follow(
        "a table of Arrow",
        lambda: pa().Table.from_pandas(TABLE),
        "G.to_pandas() > 0",
        ENTRIES,
    ),
    follow(
        "a table of Polars",
        lambda: pl().DataFrame(TABLE.to_dict("list")),
        "G.to_pandas() > 0",
        ENTRIES,
    ),
    follow(
        "a stream of Arrow",
        lambda: pa().RecordBatchReader.from_stream(pa().Table.from_pandas(TABLE)),
        "G.read_pandas() > 0",
        ENTRIES,
    ),
    follow(
        "a table with labels",
        lambda: TABLE.assign(u=["a", "b"])[["u", "x", "y", "z"]],
        "G.set_index('u') > 0",
        [("ab"[u], v) for u, v in ENTRIES],
    ),
    follow(
        "a table of Polars with labels",
        lambda: pl().DataFrame({"u": ["a", "b"], "x": [True, False], "y": [True] * 2}),
        "G.to_pandas().set_index('u')",
        [("a", "x"), ("a", "y"), ("b", "y")],
    ),
    follow(
        "a crosstab",
        lambda: pd.crosstab(pd.Series([7, 8, 7]), pd.Series(list("xyz"))),
        "G > 0",
        [(7, "x"), (7, "z"), (8, "y")],
    ),
    follow(
        "a crosstab of two columns",
        lambda: pd.crosstab(pd.Series([7, 8, 7]), pd.Series(list("xyx"))),
        "G > 0",
        [(7, "x"), (8, "y")],
    ),
    follow(
        "two columns with a named axis that hold edges",
        lambda: pd.DataFrame(TABLE[["x", "y"]]).rename_axis("end", axis=1),
        "left='x' and right='y'",
        [(1, 0), (0, 2)],
        lambda G: G,
        left="x",
        right="y",
    ),
    follow(
        "booleans and nulls",
        lambda: pd.DataFrame({"x": [True, None], "y": [True, False]}, dtype=object),
        "G.fillna(False)",
        [(0, "x"), (0, "y")],
    ),
    follow(
        "booleans of Polars and nulls",
        lambda: pl().DataFrame({"x": [True, None], "y": [True, False]}),
        "G.fill_null(False)",
        [(0, "x"), (0, "y")],
    ),
    follow(
        "booleans of Arrow and nulls",
        lambda: pa().table({"x": [True, None], "y": [True, False]}),
        "G.to_pandas().fillna(False)",
        [(0, "x"), (0, "y")],
    ),
    follow(
        "a list of booleans and nulls",
        lambda: [[True, None], [False, True]],
        "numpy.asarray(G, object) == True",
        [(0, 0), (1, 1)],
    ),
    follow(
        "a masked array of booleans",
        lambda: np.ma.masked_array([[True, True]], [[False, True]]),
        "G.filled(False)",
        [(0, 0)],
    ),
    follow(
        "rows with one label",
        lambda: (TABLE > 0).set_axis(["u", "u"]),
        "G.groupby(level=0).any()",
        [("u", "x"), ("u", "y"), ("u", "z")],
    ),
    follow(
        "matrix columns with one label",
        lambda: (TABLE > 0).set_axis(["x", "x", "z"], axis=1),
        "G.T.groupby(level=0).any().T",
        [(0, "x"), (1, "x"), (0, "z"), (1, "z")],
    ),
    follow(
        "rows of booleans",
        lambda: (np.array([True, False, True]), np.array([False, True, False])),
        "numpy.array(G)",
        [(0, 0), (0, 2), (1, 1)],
    ),
    follow(
        "rows of numbers",
        lambda: [[1, 0, 1], [0, 1, 0], [0, 0, 0]],
        "numpy.array(G) > 0",
        [(0, 0), (0, 2), (1, 1)],
    ),
    follow(
        "edges in the index",
        lambda: frame(u=[1, 2], v=["a", "b"], n=[3, 4]).set_index(["u", "v"]),
        "G.index.to_frame(index=False)",
        [(1, "a"), (2, "b")],
    ),
    follow(
        "edges beside an index of two levels",
        lambda: frame(u=[1, 2], v=["a", "b"], n=[3, 4], m=[5, 6]).set_index(["u", "v"]),
        "G.reset_index(drop=True)",
        [(3, 5), (4, 6)],
    ),
    follow(
        "a matrix with an index of two levels",
        lambda: frame(u=[1, 2], v=["a", "b"], x=[True, False]).set_index(["u", "v"]),
        "G.set_axis(G.index.to_flat_index())",
        [((1, "a"), "x")],
    ),
    follow(
        "one end in the index",
        lambda: frame(u=[1, 2], v=["a", "b"]).set_index("u"),
        "G.reset_index()",
        [(1, "a"), (2, "b")],
    ),
    follow(
        "counts of pairs",
        lambda: frame(u=[1, 2], v=["a", "b"]).value_counts(),
        "G.index.to_frame(index=False)",
        [(1, "a"), (2, "b")],
    ),
    follow(
        "an index of pairs",
        lambda: pd.MultiIndex.from_tuples([(1, "a"), (2, "b")]),
        "G.to_frame(index=False)",
        [(1, "a"), (2, "b")],
    ),
    follow(
        "a column and its index",
        lambda: pd.Series(["a", "b"], [1, 2]),
        "G.reset_index()",
        [(1, "a"), (2, "b")],
    ),
    follow(
        "records in a list",
        lambda: [{"u": 1, "v": "a", "n": 5}],
        "pandas.DataFrame(G)",
        [(1, "a")],
        left="u",
        right="v",
    ),
    follow(
        "rows of a table",
        lambda: [(1, "a", 5), (2, "b", 5)] * 2,
        "pandas.DataFrame(G)",
        [(1, "a"), (2, "b")],
        left=0,
        right=1,
    ),
    follow(
        "lists of neighbours",
        lambda: [[5, 6], [5, 6, 7], [7]],
        "pandas.Series(G).explode().reset_index()",
        [(0, 5), (0, 6), (1, 5), (1, 6), (1, 7), (2, 7)],
    ),
    follow(
        "a dict of lists of neighbours",
        lambda: {"a": [5, 6], "b": [6]},
        "pandas.Series(G).explode().reset_index()",
        [("a", 5), ("a", 6), ("b", 6)],
    ),
    follow(
        "booleans that are labels",
        lambda: (np.array([True, False]), np.array([True, True])),
        'pass a frame and name its columns with left="..." and right="..."',
        [(True, True), (False, True)],
        lambda G: frame(x=G[0], y=G[1]),
        left="x",
        right="y",
    ),
    follow(
        "columns that are named",
        lambda: frame(weight=[0.5], user=[1], item=[2]),
        'with left="..." and right="..."',
        [(1, 2)],
        lambda G: G,
        left="user",
        right="item",
    ),
    follow(
        "a dense matrix",
        lambda: np.eye(3),
        "scipy.sparse.csr_array(G)",
        [(i, i) for i in range(3)],
    ),
    follow(
        "edges with weights", lambda: np.array([[1, 2, 9]]), "G[:, [0, 1]]", [(1, 2)]
    ),
    follow(
        "records",
        lambda: np.array([(1, "a", 5)], [("user", int), ("item", "U1"), ("n", int)]),
        "pandas.DataFrame(G)",
        [(1, "a")],
        left="user",
        right="item",
    ),
    follow("two lists as edges", lambda: [[1, 2], [3, 4]], EDGES, [(1, 2), (3, 4)]),
    follow("two lists as sides", lambda: [[1, 2], [3, 4]], SIDES, [(1, 3), (2, 4)]),
    follow(
        "a pair of lists",
        lambda: ([1, 2, 3], list("abc")),
        SIDES,
        [(1, "a"), (2, "b"), (3, "c")],
    ),
    follow(
        "tuples of two types", lambda: ((1, "a"), (2, "b")), EDGES, [(1, "a"), (2, "b")]
    ),
    follow(
        "a list of pairs",
        lambda: [(1, "a"), (2, "b"), (2, "a")],
        EDGES,
        [(1, "a"), (2, "a"), (2, "b")],
    ),
    follow(
        "a tuple of pairs",
        lambda: ((1, 2), (3, 4), (5, 6)),
        EDGES,
        [(1, 2), (3, 4), (5, 6)],
    ),
    follow("an empty list", lambda: [], EDGES, []),
    follow(
        "columns of Polars",
        lambda: (pl().Series([1, 2]), pl().Series(["a", "b"])),
        SIDES,
        [(1, "a"), (2, "b")],
    ),
    follow(
        "columns of Arrow",
        lambda: (pa().array([1, 2]), pa().array(["a", "b"])),
        SIDES,
        [(1, "a"), (2, "b")],
    ),
    follow("a set", lambda: {(1, "a")}, EDGES, [(1, "a")]),
    follow(
        "a generator", lambda: ((i, 5 * i) for i in (1, 2)), EDGES, [(1, 5), (2, 10)]
    ),
    follow(
        "a zip", lambda: zip([1, 2], "ab", strict=True), EDGES, [(1, "a"), (2, "b")]
    ),
    follow(
        "a dict of lists",
        lambda: {"u": [1, 2], "v": ["a", "b"]},
        "pandas.DataFrame(G)",
        [(1, "a"), (2, "b")],
    ),
    follow(
        "a view of memory",
        lambda: memoryview(np.array([[1, 2]])),
        "numpy.asarray(G)",
        [(1, 2)],
    ),
    follow(
        "a lazy frame",
        lambda: pl().DataFrame({"u": [1], "v": [2]}).lazy(),
        ".collect()",
        [(1, 2)],
        lambda G: G.collect(),
    ),
    follow(
        "ids that became floats",
        lambda: frame(user=[2**53 + 1, None], item=[1, 2]).dropna(),
        "create these ids as integers (Int64 allows missing values)",
        [(2**53 + 1, 1)],
        lambda G: frame(
            user=pd.array([2**53 + 1, None], "Int64"), item=[1, 2]
        ).dropna(),
    ),
    follow(
        "large floats",
        lambda: column([1e300, 1.5e300]),
        "convert them to strings",
        [(0, "1e+300"), (1, "1.5e+300")],
        lambda G: G.astype({"item": str}),
    ),
    follow(
        "equal labels",
        lambda: objects(True, 1, 1.0),
        "distinct strings with .astype(str)",
        [(0, "True"), (1, "1"), (2, "1.0")],
        lambda G: G.assign(item=G["item"].astype(str)),
    ),
    follow(
        "complex numbers",
        lambda: column([1j, 2]),
        "convert them to integers, float64 or strings",
        [(0, "1j"), (1, "(2+0j)")],
        lambda G: G.assign(item=G["item"].astype(str)),
    ),
    follow(
        "lists in cells",
        lambda: objects([1, 2], [1]),
        "convert them to strings, tuples or numbers",
        [(0, (1, 2)), (1, (1,))],
        lambda G: G.assign(item=G["item"].map(tuple)),
    ),
    follow(
        "nulls that are dropped",
        lambda: column(["a", None]),
        "drop these edges",
        [(0, "a")],
        lambda G: G.dropna(),
    ),
    follow(
        "nulls that are labels",
        lambda: column(["a", None]),
        "replace the nulls with a label",
        [(0, "a"), (1, "none")],
        lambda G: G.fillna("none"),
    ),
    follow(
        "a matrix of objects",
        lambda: sp().csr_matrix((np.array([0, 2], object), [0, 1], [0, 1, 2]), (2, 2)),
        "G.astype(float)",
        [(1, 1)],
    ),
    follow(
        "NaN in a matrix",
        lambda: sp().csr_array([[np.nan, 1]]),
        "replace NaN with 0 or 1",
        [(0, 1)],
        lambda G: sp().csr_array(np.nan_to_num(G.toarray())),
    ),
    follow(
        "an odd cycle",
        lambda: network([("x", 1), (1, "y"), ("y", "x")]),
        "remove an edge of the cycle",
        [(1, "x"), (1, "y")],
        lambda G: G.edge_subgraph([("x", 1), (1, "y")]),
    ),
    follow(
        "objects of Polars",
        lambda: pl().DataFrame({"u": pl().Series([1], dtype=pl().Object), "v": [2]}),
        "convert it to integers",
        [(1, 2)],
        lambda G: G.with_columns(pl().Series("u", G["u"].to_list())),
    ),
    follow(
        "128 bits",
        lambda: pl().DataFrame(
            {"u": [1], "v": [2]}, {"u": pl().Int128, "v": pl().Int8}
        ),
        "of types that Arrow supports, such as Int64 and String",
        [(1, 2)],
        lambda G: G.cast(pl().Int64),
    ),
]
