# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What G may be, how its vertices are numbered, and what is refused.

Modules: `inputs/`.
"""

from __future__ import annotations

import datetime
import math
import re
import sys
import types
from contextlib import nullcontext
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
from cugraph_biclique.data import southern_women
from cugraph_biclique.errors import NotBipartiteError, UnknownSidesWarning
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.inputs.pandas_frame import pick_columns


def edges_of(graph):
    """The edges as a list of labels, in the order of the left adjacency."""
    left_ids = np.repeat(np.arange(graph.n_left), np.diff(graph.left_indptr))
    left = pd.Series(graph.left_labels.take(left_ids)).tolist()
    right = pd.Series(graph.right_labels.take(graph.left_indices)).tolist()
    return list(zip(left, right, strict=True))


def mentions(*words):
    """A pattern for ``match=`` that wants all the words, in any order."""
    return "(?s)" + "".join(f"(?=.*{re.escape(str(word))})" for word in words)


def frame_of(labels, dtype=None):
    """A frame with one edge from user 0, 1, ... to each label."""
    item = pd.Series(labels, dtype=dtype)
    return pd.DataFrame({"user": range(len(item)), "item": item})


# Frames


@given(graphs.labelled_bipartite_edges(max_vertices=6, max_width=20))
def test_edges_of_a_frame_come_back_with_their_labels(edges):
    graph = bipartite_graph(graphs.as_frame(edges))
    assert sorted(edges_of(graph), key=str) == sorted(set(edges), key=str)
    assert graph.n_left == len({u for u, _ in edges})
    assert graph.n_right == len({v for _, v in edges})


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, ("user", "item")),
        ({"left": "user", "right": "item"}, ("user", "item")),
        ({"left": "item", "right": "user"}, ("item", "user")),
        ({"left": "user"}, ("user", "item")),
        ({"left": "item"}, ("item", "user")),
        ({"right": "item"}, ("user", "item")),
        ({"right": "user"}, ("item", "user")),
    ],
)
def test_names_say_which_of_two_columns_is_left(arguments, expected):
    frame = pd.DataFrame({"user": ["u"], "item": ["i"]})
    graph = bipartite_graph(frame, **arguments)
    assert (graph.left_name, graph.right_name) == expected
    assert edges_of(graph) == [tuple(frame.loc[0, list(expected)])]


@pytest.mark.parametrize(
    "arguments", [{}, {"left": "user"}, {"right": "item"}, {"right": "weight"}]
)
def test_of_three_columns_both_are_named(arguments):
    frame = pd.DataFrame({"weight": [0.5], "user": ["u"], "item": ["i"]})
    with pytest.raises(ValueError, match=mentions("3 columns", *frame.columns)):
        bipartite_graph(frame, **arguments)
    assert edges_of(bipartite_graph(frame, "user", "item")) == [("u", "i")]


@pytest.mark.parametrize("names", [[0, 1], [("a", 1), ("a", 2)], [1.5, None]])
def test_columns_may_have_any_names(names):
    frame = pd.DataFrame([[1, 2]], columns=pd.Index(names, tupleize_cols=False))
    assert edges_of(bipartite_graph(frame)) == [(1, 2)]


def test_the_index_of_a_frame_does_not_matter():
    frame = pd.DataFrame({"user": [2, 1], "item": [5, 6]}, index=[7, 7])
    assert edges_of(bipartite_graph(frame)) == [(1, 6), (2, 5)]


@pytest.mark.parametrize("columns", [["user"], []])
def test_a_frame_needs_two_columns(columns):
    with pytest.raises(ValueError, match=mentions("column", *columns, "needs two")):
        bipartite_graph(pd.DataFrame(columns=columns))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("name", ["usr", 0, ("user",)])
def test_a_missing_column_is_named_with_those_there_are(side, name):
    with pytest.raises(ValueError, match=mentions(f"{side}={name!r}", "user", "item")):
        bipartite_graph(frame_of([1]), **{side: name})


def test_one_column_cannot_be_both_sides():
    with pytest.raises(ValueError, match=mentions("left='item'", "right='item'")):
        bipartite_graph(frame_of([1]), left="item", right="item")


def test_a_column_name_must_be_that_of_one_column():
    frame = pd.DataFrame([[1, 2, 3]], columns=["user", "item", "item"])
    with pytest.raises(ValueError, match=mentions("right='item'", "2 columns")):
        bipartite_graph(frame, "user", "item")
    frame.columns = ["user", "item", "user"]
    with pytest.raises(ValueError, match=mentions("left='user'", "2 columns")):
        bipartite_graph(frame, "user", "item")
    frame.columns = ["user", "weight", "weight"]
    frame["item"] = 7
    assert edges_of(bipartite_graph(frame, "user", "item")) == [(1, 7)]


def test_messages_do_not_list_hundreds_of_columns():
    with pytest.raises(ValueError, match=r"\.\.\.") as raised:
        pick_columns(range(1000), left="user")
    assert len(str(raised.value)) < 200


# Ids and labels


@pytest.mark.parametrize(
    ("labels", "dtype"),
    [
        ([127, -128, 0], "int8"),
        ([3, 1, 2], "int32"),
        ([3, -1, 2], "int64"),
        ([2**63 - 1, -(2**63), 0], "int64"),
        ([2**63 - 1, 2**63 - 2, 2**63 - 9], "int64"),
        ([10**9, 10**9 + 5, 10**9 + 2], "int64"),
        ([10**15, 5, 10**9], "int64"),
        ([255, 0, 3], "uint8"),
        ([2**64 - 1, 0, 3], "uint64"),
        ([2**64 - 1, 2**64 - 3, 2**64 - 2], "uint64"),
        ([True, False, True], "bool"),
        ([1.5, -0.5, 1e-300, 2.0**53 - 1], "float64"),
        ([1.5, -0.5, 2], "float32"),
        ([1.5, -0.5, 2], "float16"),
        ([float("inf"), 0.0, -1.0], "float64"),
        ([3, 1, 2], "Int64"),
        ([3, 1, 2], "UInt8"),
        ([True, False, True], "boolean"),
        ([1.5, 0.5, 2], "Float64"),
        (["b", "ä", "a"], "str"),
        (["b", "ä", "a"], "object"),
        (["b", "ä", "a"], "string"),
        ([3, 1, 2], "object"),
        ([2**80, 1, 2**70], "object"),
        ([b"b", b"", b"a"], "object"),
        ([Decimal("2.5"), Decimal(1), Decimal(7)], "object"),
        ([datetime.date(2026, 2, 1), datetime.date(2026, 1, 1)], "object"),
        (["2026-03-01", "2026-01-01", "2026-02-01"], "datetime64[ns]"),
        (["2026-03-01", "2026-01-01", "2026-02-01"], "datetime64[s]"),
        (["2026-03-01", "2026-01-01"], "datetime64[us, Europe/Berlin]"),
        (["3h", "1h", "2h"], "timedelta64[ns]"),
        (["2026-03", "2026-01", "2026-02"], "period[M]"),
        ([3, 0, 2], "Sparse[int64]"),
        (pd.arrays.IntervalArray.from_breaks([0, 1, 2])[::-1], None),
        ([3, 1, 2], "int64[pyarrow]"),
        ([True, False], "bool[pyarrow]"),
        ([1.5, 0.5, 2], "double[pyarrow]"),
        (["b", "ä", "a"], "string[pyarrow]"),
        (["2026-03-01", "2026-01-01"], "timestamp[us][pyarrow]"),
    ],
    ids=str,
)
def test_labels_keep_their_dtype_and_ids_their_order(labels, dtype):
    if "[pyarrow]" in str(dtype):
        pytest.importorskip("pyarrow")
    frame = frame_of(labels, dtype)
    graph = bipartite_graph(pd.concat([frame, frame]), "user", "item")
    distinct = pd.Series(graph.right_labels)
    assert distinct.dtype == frame["item"].dtype
    assert distinct.tolist() == sorted(set(frame["item"]))
    restored = pd.Series(graph.right_labels.take(graph.left_indices))
    assert restored.dtype == frame["item"].dtype
    assert restored.tolist() == frame["item"].tolist()


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-9, 9), min_size=1))
def test_integers_of_any_spread_are_numbered_in_order(labels):
    graph = bipartite_graph(frame_of(labels, "int64"))
    assert graph.right_labels.tolist() == sorted(set(labels))
    assert edges_of(graph) == list(enumerate(labels))


LARGEST = 2.0**53 - 1  # the last float that can be no other integer


@given(st.lists(st.floats(-LARGEST, LARGEST) | st.just(math.inf), min_size=1))
def test_floats_are_numbered_in_order(labels):
    graph = bipartite_graph(frame_of(labels, "float64"))
    assert graph.right_labels.tolist() == sorted(set(labels))
    assert edges_of(graph) == list(enumerate(labels))


@given(st.lists(st.text(max_size=3), min_size=1))
def test_texts_are_numbered_in_order(labels):
    graph = bipartite_graph(frame_of(labels, "str"))
    assert graph.right_labels.tolist() == sorted(set(labels))
    assert edges_of(graph) == list(enumerate(labels))


@given(st.lists(st.integers(-(2**70), 2**70) | st.floats(allow_nan=False)))
def test_objects_are_one_vertex_each_or_refused(labels):
    frame = pd.DataFrame({"user": range(len(labels)), "item": labels}, dtype=object)
    types = [{type(label) for label in labels if label == other} for other in labels]
    large = any(isinstance(v, float) and 2**53 <= abs(v) < math.inf for v in labels)
    if large or any(len(kinds) > 1 for kinds in types):
        with pytest.raises(ValueError, match="'item' contain"):
            bipartite_graph(frame)
    else:
        assert edges_of(bipartite_graph(frame)) == list(enumerate(labels))


def test_both_zeros_are_one_vertex():
    assert bipartite_graph(frame_of([0.0, -0.0])).n_right == 1


@pytest.mark.parametrize("labels", [[(2, "a"), (1, "b")], [(1, 2), (1,), ()]])
def test_tuples_are_labels(labels):
    frame = graphs.as_frame([(0, label) for label in labels])
    assert edges_of(bipartite_graph(frame)) == [(0, label) for label in sorted(labels)]


@pytest.mark.parametrize(
    "labels", [["b", 2, "a", 1], [(2, "a"), 5, (1, 2)], [(1, "a"), (1, 2)]]
)
def test_labels_without_an_order_are_numbered_as_they_appear(labels):
    frame = graphs.as_frame([(0, label) for label in labels])
    frame["item"] = frame["item"].astype(object)
    assert edges_of(bipartite_graph(frame)) == [(0, label) for label in labels]


@pytest.mark.parametrize("ordered", [False, True])
def test_categoricals_are_numbered_by_category(ordered):
    items = pd.Categorical(list("xzz"), categories=list("zyx"), ordered=ordered)
    graph = bipartite_graph(frame_of(items))
    assert list(graph.right_labels) == ["z", "x"]  # y has no edge
    assert graph.right_labels.dtype == items.dtype
    assert edges_of(graph) == [(0, "x"), (1, "z"), (2, "z")]


def test_millions_of_categories_without_an_edge():
    dtype = pd.CategoricalDtype(range(2_000_000))
    items = pd.Categorical.from_codes([1_999_999, 0], dtype=dtype)
    graph = bipartite_graph(frame_of(items))
    assert edges_of(graph) == [(0, 1_999_999), (1, 0)]
    assert graph.right_labels.dtype == dtype


@pytest.mark.parametrize(
    "dtype", ["int64", "float64", "bool", "str", "object", "category", "Int64"]
)
def test_an_empty_frame_has_no_vertices_and_keeps_its_dtypes(dtype):
    graph = bipartite_graph(frame_of([], dtype))
    assert (graph.n_left, graph.n_right, graph.n_edges) == (0, 0, 0)
    assert graph.right_labels.dtype == pd.Series([], dtype=dtype).dtype


def test_arrays_of_the_other_byte_order():
    for dtype in (">i4", ">f8"):
        pairs = np.array([[3, 1], [2, 1]], dtype)
        assert edges_of(bipartite_graph(pairs)) == [(2, 1), (3, 1)]


@pytest.mark.parametrize(
    ("labels", "dtype", "rows"),
    [
        ([1.0, np.nan, 2.0, np.nan], "float64", (1, 3)),
        (["a", None, np.nan, pd.NA], "object", (1, 2, 3)),
        (["a", None], "str", (1,)),
        ([None, "a"], "string", (0,)),
        ([1, pd.NA], "Int64", (1,)),
        (["a", None, "b"], "category", (1,)),
        (["2026-01-01", None], "datetime64[s]", (1,)),
        (["2026-01-01", None], "datetime64[s, UTC]", (1,)),
        ([None, Decimal("NaN")], "object", (0, 1)),
        ([1, None], "int64[pyarrow]", (1,)),
        ([None] * 9, "object", (0, 1, 2, 3, 4, "...")),
    ],
    ids=str,
)
def test_null_labels_are_counted_and_located(labels, dtype, rows):
    if "pyarrow" in dtype:
        pytest.importorskip("pyarrow")
    frame = frame_of(labels, dtype)
    count = frame["item"].isna().sum()
    where = f"row {', '.join(map(str, rows))}"
    with pytest.raises(ValueError, match=mentions("'item'", f"{count} null", where)):
        bipartite_graph(frame)
    with pytest.raises(ValueError, match=mentions("left", "'item'", where)):
        bipartite_graph(frame, left="item", right="user")


def test_nulls_are_located_by_position_not_by_index():
    frame = frame_of(["a", None, "b"]).set_axis([10, 20, 30])
    with pytest.raises(ValueError, match=mentions("row 1", "counted from 0")) as error:
        bipartite_graph(frame)
    assert "20" not in str(error.value)


def test_nan_is_null_where_pandas_takes_it_for_a_number():
    zero = pd.Series([0.0, 1.0], dtype="Float64")
    frame = frame_of(zero / zero)
    with pytest.raises(ValueError, match=mentions("1 null", "row 0")):
        bipartite_graph(frame)
    pyarrow = pytest.importorskip("pyarrow")
    numbers = pyarrow.array([1.0, float("nan"), None])
    frame = frame_of(pd.arrays.ArrowExtensionArray(numbers))
    with pytest.raises(ValueError, match=mentions("2 nulls", "row 1, 2")):
        bipartite_graph(frame)


@pytest.mark.parametrize("labels", [[["a"], ["b"]], [{1}, {2}], [{}, {}]])
def test_labels_that_cannot_be_hashed_are_refused(labels):
    frame = pd.DataFrame({"user": range(2), "item": pd.Series(labels, dtype=object)})
    with pytest.raises(TypeError, match=mentions("'item'", "hash")):
        bipartite_graph(frame)


def test_lists_of_arrow_are_refused():
    pyarrow = pytest.importorskip("pyarrow")
    lists = pd.arrays.ArrowExtensionArray(pyarrow.array([[1], [2]]))
    with pytest.raises(TypeError, match=mentions("'item'", "hash")):
        bipartite_graph(frame_of(lists))


# Arrays


PAIRS = [(3, 1), (2, 1), (3, 5), (3, 1)]


@pytest.mark.parametrize("dtype", ["int64", "uint8", "float32", "S3", "U3", object])
def test_an_array_has_an_edge_a_row(dtype):
    pairs = np.array(PAIRS).astype(dtype)
    graph = bipartite_graph(pairs)
    assert edges_of(graph) == sorted(set(map(tuple, pairs.tolist())))
    assert (graph.left_name, graph.right_name) == ("left", "right")


def test_an_array_of_objects_keeps_them():
    graph = bipartite_graph(np.array([["a", 1], ["b", 2]], dtype=object))
    assert edges_of(graph) == [("a", 1), ("b", 2)]
    assert graph.left_labels.dtype == object


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_kinds_of_arrays():
    assert edges_of(bipartite_graph(np.empty((0, 2)))) == []
    assert edges_of(bipartite_graph(np.matrix([[1, 2]]))) == [(1, 2)]
    masked = np.ma.array([[1, 2], [3, 4]], mask=[[0, 0], [0, 1]])
    with pytest.raises(ValueError, match=mentions("right", "1 null", "row 1")):
        bipartite_graph(masked)


@pytest.mark.parametrize("shape", [(4,), (4, 3), (2, 4), (1, 2, 2), ()])
def test_an_array_of_another_shape_is_refused(shape):
    with pytest.raises(ValueError, match=mentions(shape, "(n, 2)", "pass")):
        bipartite_graph(np.zeros(shape))


@pytest.mark.parametrize("container", [tuple, list])
@pytest.mark.parametrize("kind", [np.array, pd.Series, pd.Index, pd.array])
def test_two_arrays_are_the_two_sides(container, kind):
    left, right = zip(*PAIRS, strict=True)
    sides = container([kind(left), kind([f"v{v}" for v in right])])
    assert edges_of(bipartite_graph(sides)) == [(2, "v1"), (3, "v1"), (3, "v5")]


def test_two_arrays_match_by_position():
    sides = pd.Series([1, 2], index=[0, 1]), pd.Series(["a", "b"], index=[1, 0])
    assert edges_of(bipartite_graph(sides)) == [(1, "a"), (2, "b")]


@pytest.mark.parametrize(
    "sides",
    [
        [(1, 2)],
        [(1, 2), (3, 4)],
        ([1, 2], [3, 4]),
        (np.arange(2), [3, 4]),
        (np.arange(2), np.arange(2), np.arange(2)),
        (),
    ],
    ids=str,
)
def test_other_lists_and_tuples_are_refused(sides):
    name = type(sides).__name__
    with pytest.raises(TypeError, match=mentions(name, "two 1-d arrays", "DataFrame")):
        bipartite_graph(sides)


def test_two_arrays_are_of_one_length():
    with pytest.raises(ValueError, match="2 left and 3 right"):
        bipartite_graph((np.arange(2), np.arange(3)))


# Sparse matrices


@pytest.fixture
def sparse():
    return pytest.importorskip("scipy.sparse")


SPARSE = [
    f"{f}_{k}"
    for f in ("bsr", "coo", "csc", "csr", "dia", "dok", "lil")
    for k in ("array", "matrix")
]


@pytest.mark.parametrize("kind", SPARSE)
@pytest.mark.parametrize("dtype", ["float64", "int8", "bool"])
def test_a_sparse_matrix_has_its_rows_left(sparse, kind, dtype):
    dense = np.array([[0, 1, 0, 1], [0, 0, 0, 0], [1, 1, 0, 0]], dtype)
    graph = bipartite_graph(getattr(sparse, kind)(dense))
    assert (graph.n_left, graph.n_right) == dense.shape  # empty ones, too
    assert edges_of(graph) == [(0, 1), (0, 3), (2, 0), (2, 1)]
    assert graph.left_labels.tolist() == [0, 1, 2]
    assert (graph.left_name, graph.right_name) == ("left", "right")


def test_explicit_zeros_are_no_edges(sparse):
    matrix = sparse.coo_array(([1, 0, -1], ([0, 1, 1], [0, 0, 1])), (2, 2))
    assert edges_of(bipartite_graph(matrix)) == [(0, 0), (1, 1)]


@pytest.mark.parametrize("kind", ["coo_array", "csr_array"])
def test_entries_given_twice_are_added(sparse, kind):
    if kind == "coo_array":
        matrix = sparse.coo_array(([1, -1, 2, 2], ([0, 0, 1, 1], [0, 0, 1, 1])), (2, 2))
    else:
        matrix = sparse.csr_array(([1, -1, 2, 2], [0, 0, 1, 1], [0, 2, 4]), (2, 2))
    assert edges_of(bipartite_graph(matrix)) == [(1, 1)]
    assert len(matrix.data) == 4  # the caller's matrix is as it was


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 4)), max_size=30))
def test_unsorted_rows_give_the_same_graph(edges):
    sparse = pytest.importorskip("scipy.sparse")
    left, right = np.array(edges, np.int64).reshape(-1, 2).T
    matrix = sparse.coo_array((np.ones(len(edges)), (left, right)), (7, 5))
    for converted in (matrix, matrix.tocsr(), matrix.tocsc()):
        assert edges_of(bipartite_graph(converted)) == sorted(set(edges))


def test_a_sparse_array_of_one_dimension_is_refused(sparse):
    with pytest.raises(ValueError, match=mentions("(3,)", "two dimensions")):
        bipartite_graph(sparse.coo_array(np.ones(3)))


def test_a_sparse_side_beyond_32_bits_is_refused(sparse):
    matrix = sparse.coo_array(([1], ([0], [2**31])), (1, 2**31 + 1))
    with pytest.raises(ValueError, match="2,147,483,649 vertices"):
        bipartite_graph(matrix)


# NetworkX


@pytest.fixture
def nx():
    return pytest.importorskip("networkx")


def declared(nx, edges, left, right, kind="Graph"):
    graph = getattr(nx, kind)()
    graph.add_nodes_from(left, bipartite=0)
    graph.add_nodes_from(right, bipartite=1)
    graph.add_edges_from(edges)
    return graph


@pytest.mark.parametrize("kind", ["Graph", "MultiGraph", "DiGraph", "MultiDiGraph"])
def test_node_attributes_declare_the_sides(nx, kind):
    edges = [("b", 2), (1, "a"), ("a", 2), ("a", 2), (2, "a")]
    graph = bipartite_graph(declared(nx, edges, "cab", [3, 1, 2], kind))
    assert edges_of(graph) == [("a", 1), ("a", 2), ("b", 2)]
    assert graph.left_labels.tolist() == ["a", "b", "c"]  # c and 3 have no edge
    assert graph.right_labels.tolist() == [1, 2, 3]


def test_an_edge_inside_a_side_is_not_bipartite(nx):
    graph = declared(nx, [("a", 1), ("a", "b")], "ab", [1])
    with pytest.raises(NotBipartiteError, match=mentions("'a'", "'b'", "left side")):
        bipartite_graph(graph)


@pytest.mark.parametrize("sides", [([], []), ([1], [2])])
@pytest.mark.parametrize("kind", ["Graph", "MultiGraph", "DiGraph"])
def test_a_self_loop_is_not_bipartite(nx, sides, kind):
    graph = declared(nx, [(1, 2), (1, 1)], *sides, kind)
    with pytest.raises(NotBipartiteError, match="1"):
        bipartite_graph(graph)


def test_all_nodes_declare_a_side_or_none(nx):
    graph = declared(nx, [("a", 1), ("a", 2)], "a", [1])
    with pytest.raises(ValueError, match=mentions("1 of 3 nodes", "bipartite", "2")):
        bipartite_graph(graph)


@pytest.mark.parametrize("value", [2, "left", -1, [0]])
def test_a_side_is_zero_or_one(nx, value):
    graph = declared(nx, [("a", 1)], "a", [1])
    graph.nodes["a"]["bipartite"] = value
    with pytest.raises(ValueError, match=mentions("'a'", f"bipartite={value!r}")):
        bipartite_graph(graph)


def test_graphs_without_sides_are_two_coloured(nx):
    graph = nx.Graph([("b", "y"), ("x", "a"), ("a", "y"), ("x", "c")])
    graph.add_node("alone")
    # The smallest node of the only component with edges is a.
    assert edges_of(bipartite_graph(graph)) == [
        ("a", "x"),
        ("a", "y"),
        ("b", "y"),
        ("c", "x"),
    ]
    assert bipartite_graph(graph).left_labels.tolist() == ["a", "alone", "b", "c"]
    graph = nx.Graph([(5, 1), (7, 2)])  # in each component the smallest one is left
    with pytest.warns(UnknownSidesWarning, match=r"of 2 .*such as 1 and 2"):
        assert edges_of(bipartite_graph(graph)) == [(1, 5), (2, 7)]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=15))
def test_two_colours_or_an_odd_cycle(edges):
    nx = pytest.importorskip("networkx")
    graph = nx.Graph(edges)
    if nx.is_bipartite(graph):
        parts = sum(len(part) > 1 for part in nx.connected_components(graph))
        told = pytest.warns(UnknownSidesWarning) if parts > 1 else nullcontext()
        with told:
            found = {frozenset(edge) for edge in edges_of(bipartite_graph(graph))}
        assert found == {frozenset(edge) for edge in graph.edges()}
        return
    with pytest.raises(NotBipartiteError) as raised:
        bipartite_graph(graph)
    path = re.search(r"odd cycle ([-\d ]+?) \((\d+) nodes", str(raised.value))
    if path is None:
        assert "to itself" in str(raised.value)
        return
    cycle = [int(node) for node in path[1].split(" - ")]
    assert len(cycle) == len(set(cycle)) == int(path[2])
    assert len(cycle) % 2 == 1
    assert all(
        graph.has_edge(u, v) for u, v in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
    )


def test_a_long_odd_cycle_is_cut_in_the_message(nx):
    with pytest.raises(NotBipartiteError, match=r"\.\.\. \(101 nodes\)"):
        bipartite_graph(nx.cycle_graph(101))


@pytest.mark.parametrize("kind", ["DiGraph", "MultiDiGraph"])
def test_sources_of_a_directed_graph_are_left(nx, kind):
    graph = getattr(nx, kind)([(9, 1), (8, 1), (9, 1)])
    graph.add_node(7)
    assert edges_of(bipartite_graph(graph)) == [(8, 1), (9, 1)]
    assert bipartite_graph(graph).left_labels.tolist() == [7, 8, 9]
    graph.add_edge(1, 5)
    with pytest.raises(NotBipartiteError, match="node 1 has edges both in and out"):
        bipartite_graph(graph)


def test_nodes_of_networkx_come_back_as_they_are(nx):
    left, right = [(1, 2), "a", frozenset({3}), 2.5], [datetime.date(2026, 1, 1), 7]
    graph = nx.Graph([(u, v) for u in left for v in right])
    found = bipartite_graph(graph)
    assert set(edges_of(found)) == {(u, v) for u in left for v in right}
    kinds = {type(node) for node in found.left_labels}
    assert kinds == {tuple, str, frozenset, float}


def test_nan_is_no_node(nx):
    with pytest.raises(ValueError, match="null"):
        bipartite_graph(nx.Graph([(float("nan"), 1)]))


def test_an_empty_networkx_graph(nx):
    for kind in (nx.Graph, nx.DiGraph):
        graph = bipartite_graph(kind())
        assert (graph.n_left, graph.n_right, graph.n_edges) == (0, 0, 0)


# The dispatcher


def test_a_graph_passes_through():
    graph = bipartite_graph(frame_of(["a"]))
    assert bipartite_graph(graph) is graph


def test_subclasses_are_of_the_kind_they_inherit(nx):
    class Frame(pd.DataFrame):
        pass

    class Network(nx.Graph):
        pass

    assert edges_of(bipartite_graph(Frame(frame_of(["a"])))) == [(0, "a")]
    assert edges_of(bipartite_graph(Network([(1, 2)]))) == [(1, 2)]


@pytest.mark.parametrize(
    "graph", [None, 5, b"edges", range(3), types, np.float64(1), sys.maxsize]
)
def test_other_kinds_are_refused_with_those_accepted(graph):
    words = type(graph).__name__, "pandas", "NumPy", "SciPy", "NetworkX"
    with pytest.raises(TypeError, match=mentions(*words)):
        bipartite_graph(graph)


@pytest.mark.parametrize(
    ("module", "name", "remedy"),
    [
        ("pandas.core.series", "Series", "DataFrame of two columns"),
        ("cudf.core.series", "Series", "DataFrame of two columns"),
        ("dask.dataframe.dask_expr._collection", "DataFrame", "cugraph_biclique.dask"),
        ("dask_cudf._expr.collection", "DataFrame", "cugraph_biclique.dask"),
        ("cugraph.structure.property_graph", "PropertyGraph", "edge frame"),
        ("polars.lazyframe.frame", "LazyFrame", ".collect()"),
        ("pyarrow.lib", "ChunkedArray", "Table"),
    ],
)
def test_kinds_without_an_adapter_say_how_to_convert(module, name, remedy):
    kind = types.new_class(name)
    kind.__module__ = module
    with pytest.raises(TypeError, match=mentions(f"{module}.{name}", remedy)):
        bipartite_graph(kind())


@pytest.mark.parametrize("path", ["edges.csv", Path("edges.parquet")])
def test_a_path_is_to_be_read_before(path):
    with pytest.raises(
        TypeError, match=mentions(str(path), "cugraph_biclique.read_edges(G)")
    ):
        bipartite_graph(path)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(
    "graph",
    [
        np.array(PAIRS),
        (np.arange(2), np.arange(2)),
        bipartite_graph(frame_of([1])),
    ],
    ids=["array", "tuple", "graph"],
)
def test_only_frames_have_columns(graph, side):
    kind = type(graph).__name__
    with pytest.raises(TypeError, match=mentions(f"{side}='user'", kind, "leave")):
        bipartite_graph(graph, **{side: "user"})


def test_sparse_matrices_and_networks_have_no_columns(nx, sparse):
    for graph in (nx.path_graph(3), sparse.csr_array((2, 2))):
        with pytest.raises(TypeError, match=mentions("left='user'", "leave")):
            bipartite_graph(graph, left="user")


def test_no_optional_library_is_imported_to_tell_a_kind(python):
    program = """
import sys
sys.modules["scipy"] = None  # Numba imports it where it can
import numpy as np, pandas as pd
from cugraph_biclique.inputs import bipartite_graph
bipartite_graph(pd.DataFrame({"user": [1], "item": [2]}))
bipartite_graph(np.array([[1, 2]]))
try:
    bipartite_graph(5)
except TypeError:
    pass
print(*(name for name in sys.argv[1:] if name in sys.modules))
"""
    optional = "networkx", "cudf", "cupy", "dask", "cugraph", "polars"
    assert python(program, *optional).split() == []


def test_errors_are_of_builtin_kinds():
    errors = sys.modules["cugraph_biclique.errors"]
    assert issubclass(errors.NotBipartiteError, ValueError)
    assert issubclass(errors.EngineUnavailableError, RuntimeError)
    assert issubclass(errors.MemoryBudgetError, MemoryError)


# Tables that speak the Arrow C stream


class Stream:
    """A table of a library that nobody here has heard of."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def arrow_forms(table):
    """All that a PyArrow table may come as."""
    (batch,) = table.combine_chunks().to_batches()
    return [table, batch, table.to_reader(), Stream(table)]


@pytest.fixture
def pa():
    return pytest.importorskip("pyarrow")


def test_arrow_tables_are_edge_frames(pa):
    table = pa.table({"weight": [1.0, 2, 3], "item": list("bab"), "user": [3, 3, 8]})
    for form in arrow_forms(table):
        graph = bipartite_graph(form, left="user", right="item")
        assert (graph.left_name, graph.right_name) == ("user", "item")
        assert graph.left_labels.tolist() == [3, 8]
        assert graph.right_labels.tolist() == ["a", "b"]
        assert graph.left_indices.tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        ([2**53 + 1, 5, 2**53], "int64"),
        (["b", "ä", "a"], "string_view"),
        ([b"b", b"c", b"a"], "binary_view"),
        ([18_000, 3, 500], "date32"),
    ],
)
def test_arrow_labels_keep_their_values(labels, kind, pa):
    column = pa.array(labels, getattr(pa, kind)())
    graph = bipartite_graph(pa.table({"user": column, "item": [1, 1, 2]}))
    assert graph.left_labels.tolist() == sorted(column.to_pylist())
    assert isinstance(graph.left_labels.dtype, pd.ArrowDtype)


def test_arrow_dictionaries_are_categoricals(pa):
    column = pa.DictionaryArray.from_arrays([1, 0, 1], ["z", "a"])
    graph = bipartite_graph(pa.table({"user": column, "item": [1, 1, 2]}))
    assert graph.left_labels.tolist() == ["z", "a"]
    assert isinstance(graph.left_labels, pd.CategoricalIndex)


def test_arrow_nulls_are_counted_and_placed(pa):
    table = pa.table({"user": [1, None, 2, None], "item": [1, 2, 3, 4]})
    with pytest.raises(ValueError, match=mentions("'user'", "2 nulls", "1, 3")):
        bipartite_graph(table)


def test_arrow_streams_without_columns_are_refused(pa):
    with pytest.raises(TypeError, match=mentions("Stream", "table with two columns")):
        bipartite_graph(Stream(pa.chunked_array([[1, 2]])))


def test_arrow_tables_without_pyarrow_say_how_to_install_it(pa, monkeypatch):
    stream = Stream(pa.table({"user": [1], "item": [2]}))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=mentions("pyarrow", "pip install")):
        bipartite_graph(stream)


def test_polars_frames_are_edge_frames():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"user": ["x", "y", "x"], "item": [1, 1, 2]})
    graph = bipartite_graph(frame)
    assert graph.left_labels.tolist() == ["x", "y"]
    with pytest.raises(TypeError, match=mentions("LazyFrame", ".collect()")):
        bipartite_graph(frame.lazy())


# The data that comes with the package


def test_the_southern_women_are_those_of_networkx(nx):
    frame = southern_women()
    assert list(frame.columns) == ["woman", "event"]
    graph = bipartite_graph(frame)
    assert (graph.n_left, graph.n_right, graph.n_edges) == (18, 14, 89)
    network = bipartite_graph(nx.davis_southern_women_graph())
    assert edges_of(network) == edges_of(graph)
