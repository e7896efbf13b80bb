# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Adjacency from dense ids: both ways, ascending, every edge once.

Modules: `graph/bipartite.py`, `graph/checks.py`, `graph/digests.py`, `graph/rows.py`,
`host/arrays.py`.
"""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids
from cugraph_biclique.graph.digests import digest_of_graph
from cugraph_biclique.results.parquet import PartWriter

IDS = st.integers(0, 12)
EDGES = st.lists(st.tuples(IDS, IDS), max_size=60)
DTYPES = st.sampled_from(["int8", "uint8", "int32", "uint32", "int64", "uint64"])


def graph_of(edges, n_left=13, n_right=13, dtype="int64"):
    left, right = np.array(edges, dtype).reshape(-1, 2).T
    return from_ids(left, right, pd.RangeIndex(n_left), pd.RangeIndex(n_right))


def rows(indptr, indices):
    """The neighbours of each vertex."""
    return [indices[start:end].tolist() for start, end in pairwise(indptr)]


def left_rows(graph):
    return rows(graph.left_indptr, graph.left_indices)


def right_rows(graph):
    return rows(graph.right_indptr, graph.right_indices)


@given(EDGES, DTYPES)
def test_both_adjacencies_hold_every_edge_once_and_ascend(edges, dtype):
    graph = graph_of(edges, dtype=dtype)
    distinct = set(edges)
    assert left_rows(graph) == [
        sorted(v for u, v in distinct if u == left) for left in range(13)
    ]
    assert right_rows(graph) == [
        sorted(u for u, v in distinct if v == right) for right in range(13)
    ]
    assert graph.n_edges == len(distinct)


@given(EDGES)
def test_the_order_of_the_edges_does_not_matter(edges):
    graph, ascending = graph_of(edges), graph_of(sorted(edges))
    assert left_rows(graph) == left_rows(ascending)
    assert right_rows(graph) == right_rows(ascending)


@given(EDGES)
def test_the_caller_s_ids_do_not_change(edges):
    left, right = np.array(edges, np.int64).reshape(-1, 2).T.copy()
    copies = left.copy(), right.copy()
    from_ids(left, right, pd.RangeIndex(13), pd.RangeIndex(13))
    assert (left == copies[0]).all()
    assert (right == copies[1]).all()


@pytest.mark.parametrize("edges", [[], [(0, 0)], [(1, 2), (1, 2), (0, 2)]])
def test_arrays_have_their_dtypes(edges):
    graph = graph_of(edges)
    assert graph.left_indptr.dtype == graph.right_indptr.dtype == np.int64
    assert graph.left_indices.dtype == graph.right_indices.dtype == np.int32


@pytest.mark.parametrize(("n_left", "n_right"), [(0, 0), (5, 0), (0, 5), (3, 4)])
def test_a_graph_without_edges(n_left, n_right):
    graph = graph_of([], n_left, n_right)
    assert (graph.n_left, graph.n_right, graph.n_edges) == (n_left, n_right, 0)
    assert left_rows(graph) == [[]] * n_left
    assert right_rows(graph) == [[]] * n_right


def test_vertices_without_an_edge_stay():
    graph = graph_of([(1, 3)], n_left=3, n_right=5)
    assert left_rows(graph) == [[], [3], []]
    assert right_rows(graph) == [[], [], [], [1], []]


def test_parallel_edges_cost_no_memory():
    edges = [(3, 4)] * 1000
    assert graph_of(edges).nbytes == graph_of(edges[:1]).nbytes


def test_ids_whose_products_leave_32_bits():
    n = 200_000
    left = np.array([n - 1, 0, n - 1, 0, n - 1])
    right = np.array([n - 1, n - 1, 0, 0, n - 1])
    graph = from_ids(left, right, pd.RangeIndex(n), pd.RangeIndex(n))
    assert graph.n_edges == 4
    for adjacency in (left_rows(graph), right_rows(graph)):
        assert adjacency[0] == adjacency[-1] == [0, n - 1]
        assert not any(adjacency[1:-1])


def test_labels_and_names_are_those_given():
    labels = pd.Index(["a", "b"]), pd.Index([10, 30])
    graph = from_ids(np.array([1]), np.array([0]), *labels, "user", "item")
    assert graph.left_labels is labels[0]
    assert graph.right_labels is labels[1]
    assert (graph.left_name, graph.right_name) == ("user", "item")
    assert (graph_of([]).left_name, graph_of([]).right_name) == ("left", "right")


def test_bytes_are_those_of_the_adjacency():
    graph = graph_of([(0, 1), (1, 1)], n_left=2, n_right=3)
    assert graph.nbytes == 8 * (3 + 4) + 4 * (2 + 2)


def test_a_graph_cannot_be_changed_and_is_itself():
    graph = graph_of([(0, 1)])
    with pytest.raises(dataclasses.FrozenInstanceError):
        graph.left_name = "user"
    assert graph == graph
    assert graph != graph_of([(0, 1)])
    assert isinstance(hash(graph), int)


def test_a_graph_says_what_it_is():
    graph = from_ids(
        np.arange(1234),
        np.zeros(1234, int),
        pd.RangeIndex(1234),
        pd.RangeIndex(1),
        "user",
        "item",
    )
    for word in ("1,234", "'user'", "'item'", "edges"):
        assert word in repr(graph)


# Refusals


@pytest.mark.parametrize("side", [0, 1])
def test_more_vertices_than_32_bits_are_refused(side):
    labels = [pd.RangeIndex(1), pd.RangeIndex(1)]
    labels[side] = pd.RangeIndex(2**31)
    with pytest.raises(ValueError, match=r"2,147,483,648 vertices.*2,147,483,647"):
        from_ids(np.array([0]), np.array([0]), *labels)


@pytest.mark.parametrize(
    ("left", "right", "side"),
    [([0, 2], [0, 0], "left"), ([-1], [0], "left"), ([0], [5], "right")],
)
def test_an_id_without_a_label_is_refused(left, right, side):
    with pytest.raises(ValueError, match=f"{side} ids range from"):
        from_ids(np.array(left), np.array(right), pd.RangeIndex(2), pd.RangeIndex(5))


def test_an_edge_with_one_end_is_refused():
    with pytest.raises(ValueError, match="2 left ids and 1 right"):
        from_ids(np.array([0, 1]), np.array([0]), pd.RangeIndex(2), pd.RangeIndex(2))


def test_the_class_takes_ready_adjacency():
    indptr, indices = np.array([0, 1]), np.array([0], np.int32)
    graph = BipartiteGraph(
        indptr, indices, indptr, indices, pd.Index(["a"]), pd.Index(["b"])
    )
    assert (graph.n_left, graph.n_right, graph.n_edges) == (1, 1, 1)


def fields(**changes):
    """Those of a graph of three left and two right vertices: 0-0 0-1 1-0 2-1."""
    return {
        "left_indptr": np.array([0, 2, 3, 4]),
        "left_indices": np.array([0, 1, 0, 1], np.int32),
        "right_indptr": np.array([0, 2, 4]),
        "right_indices": np.array([0, 1, 0, 2], np.int32),
        "left_labels": pd.Index(list("abc")),
        "right_labels": pd.Index([7, 8]),
    } | changes


def test_a_graph_of_ready_arrays_is_searched():
    graph = BipartiteGraph(**fields())
    assert cb.maximal_biclique_count(graph, engine="cpu") == 3
    assert cb.biclique_count(graph, 1, 1, engine="cpu") == 4


def ids(*values):
    return np.array(values, np.int32)


WRONG = {
    "an-id-too-large": (
        {"left_indices": ids(0, 10**9, 0, 1)},
        r"left_indices contains the id 1000000000 at position 1, but there are 2",
    ),
    "an-id-too-large-on-the-right": (
        {"right_indices": ids(0, 1, 0, 3)},
        r"right_indices contains the id 3 at position 3, but there are 3 left vertices",
    ),
    "a-negative-id": (
        {"right_indices": ids(0, 1, -5, 2)},
        r"right_indices contains the id -5 at position 2",
    ),
    "a-row-that-does-not-ascend": (
        {"left_indices": ids(1, 0, 0, 1)},
        r"left_indices contains 1 and then 0 at position 1, neighbours of one left",
    ),
    "parallel-edges": (
        {"right_indices": ids(0, 0, 0, 2)},
        r"right_indices contains 0 and then 0 at position 1, neighbours of one right",
    ),
    "rows-that-begin-late": (
        {"left_indptr": np.array([1, 2, 3, 4])},
        r"left_indptr runs from 1 to 4, but must run from 0 to 4",
    ),
    "rows-that-end-too-far": (
        {"right_indptr": np.array([0, 2, 5])},
        r"right_indptr runs from 0 to 5, but must run from 0 to 4",
    ),
    "rows-that-fall": (
        {"left_indptr": np.array([0, 3, 2, 4])},
        r"left_indptr decreases from 3 to 2 at position 2",
    ),
    "rows-far-outside": (
        {"left_indptr": np.array([0, -(2**60), 2**60, 4])},
        r"left_indptr decreases from 0 to -1,152,921,504,606,846,976 at position 1",
    ),
    "no-ends-of-rows": (
        {"right_indptr": np.array([], np.int64)},
        r"right_indptr has 0 entries, but needs one more than there are right",
    ),
    "too-few-labels": (
        {"left_labels": pd.Index(["a", "b"])},
        r"left_labels has 2 labels, but left_indptr describes 3 vertices",
    ),
    "fewer-edges-one-way": (
        {"right_indptr": np.array([0, 2, 3]), "right_indices": ids(0, 1, 0)},
        r"left_indices has 4 edges and right_indices 3, but both must have the same",
    ),
    "an-edge-to-the-right-only": (
        {"right_indices": ids(0, 2, 0, 1)},
        r"left_indices has an edge from left vertex 1 to right vertex 0",
    ),
    "an-edge-to-the-left-only": (
        {"left_indices": ids(0, 1, 1, 1)},
        r"right_indices has an edge from left vertex 1 to right vertex 0",
    ),
    "two-dimensions": (
        {"left_indices": ids(0, 1, 0, 1).reshape(2, 2)},
        r"left_indices has shape \(2, 2\).*: pass left_indices.ravel\(\)",
    ),
    "gaps": (
        {"left_indices": np.zeros(8, np.int32)[::2]},
        r"left_indices has shape \(4,\) and strides \(8,\)",
    ),
}


@pytest.mark.parametrize(("changes", "message"), WRONG.values(), ids=WRONG)
def test_arrays_that_are_no_graph_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        BipartiteGraph(**fields(**changes))


OF_A_WRONG_KIND = {
    "a-list": ({"left_indices": [0, 1, 0, 1]}, "left_indices is a list, but must be"),
    "ids-of-64-bits": (
        {"right_indices": np.array([0, 1, 0, 2])},
        r"right_indices has dtype int64, but must have dtype int32: pass right_",
    ),
    "ends-of-32-bits": (
        {"left_indptr": ids(0, 2, 3, 4)},
        r"left_indptr has dtype int32, but must have dtype int64",
    ),
    "ids-without-a-sign": (
        {"left_indices": np.array([0, 1, 0, 1], np.uint32)},
        r"left_indices has dtype uint32",
    ),
    "a-list-of-labels": (
        {"left_labels": ["a", "b", "c"]},
        r"left_labels is a list, but must be a pandas Index",
    ),
    "a-series-of-labels": (
        {"right_labels": pd.Series([7, 8])},
        r"right_labels is a Series, but must be a pandas Index",
    ),
}


@pytest.mark.parametrize(
    ("changes", "message"), OF_A_WRONG_KIND.values(), ids=OF_A_WRONG_KIND
)
def test_fields_of_a_wrong_kind_are_refused(changes, message):
    with pytest.raises(TypeError, match=message):
        BipartiteGraph(**fields(**changes))


def test_arrays_of_two_places_are_refused():
    class Away(np.ndarray):
        __module__ = "cupy"

    away = ids(0, 1, 0, 1).view(Away)
    with pytest.raises(TypeError, match=r"left_indices is a cupy array, but left_"):
        BipartiteGraph(**fields(left_indices=away))


def test_a_graph_with_changed_arrays_is_checked_again():
    graph = BipartiteGraph(**fields())
    with pytest.raises(
        ValueError, match="left_indices contains the id 9 at position 3"
    ):
        dataclasses.replace(graph, left_indices=ids(0, 1, 0, 9))


@given(EDGES, st.sampled_from(["left", "right"]), st.data())
def test_every_graph_passes_and_no_wrong_id_does(edges, side, data):
    graph = graph_of(edges)
    BipartiteGraph(**vars(graph))
    if edges:
        indices = getattr(graph, f"{side}_indices").copy()
        at = data.draw(st.integers(0, len(indices) - 1))
        others = [i for i in range(-1, 14) if i != indices[at]]
        indices[at] = data.draw(st.sampled_from(others))
        with pytest.raises(ValueError, match="_indices"):
            dataclasses.replace(graph, **{f"{side}_indices": indices})


@pytest.mark.gpu
@pytest.mark.parametrize(("changes", "message"), WRONG.values(), ids=WRONG)
def test_arrays_on_the_device_that_are_no_graph_are_refused(changes, message):
    import cupy

    def away(changes):
        return {
            name: cupy.asarray(value) if isinstance(value, np.ndarray) else value
            for name, value in changes.items()
        }

    assert cb.maximal_biclique_count(BipartiteGraph(**away(fields()))) == 3
    # CuPy copies what is not contiguous, so gaps have to be made there.
    changes = away(changes)
    if "gaps" in message or "strides" in message:
        changes = {"left_indices": cupy.zeros(8, np.int32)[::2]}
    elif "shape" in message:
        changes = {"left_indices": cupy.zeros((2, 2), np.int32)}
    with pytest.raises(ValueError, match=message):
        BipartiteGraph(**away(fields()) | changes)


class DeviceArray:
    """Labels as CuPy has them: in host memory only when asked for."""

    __module__ = "cupy"

    def __init__(self, array):
        self.array = array

    def __len__(self):
        return len(self.array)

    def get(self):
        return self.array

    def __array__(self, *args, **kwargs):
        raise TypeError("implicit conversion to a NumPy array is not allowed")

    def __iter__(self):
        raise AssertionError("one transfer a label")


def test_labels_on_the_device_are_taken_to_the_host_to_be_written():
    host = graph_of([(0, 1), (1, 1), (2, 0)], 3, 2)
    host = dataclasses.replace(
        host,
        left_labels=pd.Index([7, 8, 9], dtype="int32"),
        right_labels=pd.Index([-1, 5]),
    )
    device = dataclasses.replace(
        host,
        left_labels=DeviceArray(host.left_labels.to_numpy()),
        right_labels=DeviceArray(host.right_labels.to_numpy()),
    )
    written, expected = PartWriter(device), PartWriter(host)
    assert written.labels == expected.labels
    assert digest_of_graph(device) == digest_of_graph(host)
