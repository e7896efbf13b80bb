# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs of cuGraph: the sides they declare, or have, and those that have none.

Modules: `inputs/cugraph_graph.py`.
"""

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive

pytestmark = pytest.mark.gpu

EDGES = graphs.random_graph(25, 35, 0.3, seed=41)
RIGHT_FROM = 1000  # labels of the right side: one id space, as in cuGraph
SHIFTED = [(u, RIGHT_FROM + v) for u, v in EDGES]
BICLIQUES = naive.maximal_bicliques(SHIFTED)


@pytest.fixture(scope="module")
def cudf():
    return pytest.importorskip("cudf")


@pytest.fixture(scope="module")
def cugraph():
    return pytest.importorskip("cugraph")


@pytest.fixture(scope="module")
def frame(cudf):
    return cudf.DataFrame(SHIFTED, columns=["user", "item"])


def graph_of(cugraph, frame, directed=False, kind="Graph", **options):
    graph = getattr(cugraph, kind)(directed=directed)
    graph.from_cudf_edgelist(frame, source="user", destination="item", **options)
    return graph


def lists(found):
    frame = found.to_frame().to_pandas()
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


def assert_right(found, expected=BICLIQUES):
    listed = lists(found)
    assert found.report["engine"] == "gpu"
    assert len(listed) == len(found) == len(expected)
    assert set(listed) == set(expected)


# Directed


@pytest.mark.parametrize("renumber", [True, False])
def test_the_sources_of_a_directed_graph_are_left(renumber, cugraph, frame):
    graph = graph_of(cugraph, frame, directed=True, renumber=renumber)
    found = cb.maximal_bicliques(graph)
    assert_right(found)
    assert repr(found).endswith("'user' x 'item'>")
    assert found.left["vertex"].dtype == frame["user"].dtype


def test_strings_are_renumbered_by_cugraph_and_come_back(cugraph, cudf):
    edges = [(f"u{u}", f"i{v}") for u, v in EDGES]
    frame = cudf.DataFrame(edges, columns=["user", "item"])
    graph = graph_of(cugraph, frame, directed=True)
    assert_right(cb.maximal_bicliques(graph), naive.maximal_bicliques(edges))


def test_labels_of_several_columns_come_back_as_structs(cugraph, cudf):
    edges = [((u // 5, f"u{u % 5}"), (v // 7, f"i{v % 7}")) for u, v in EDGES]
    rows = [(*u, *v) for u, v in edges]
    frame = cudf.DataFrame(rows, columns=["shop", "user", "place", "item"])
    graph = cugraph.Graph(directed=True)
    graph.from_cudf_edgelist(
        frame, source=["shop", "user"], destination=["place", "item"]
    )
    found = cb.maximal_bicliques(graph)
    parts = found.left["vertex"].struct.explode()
    assert list(parts.columns) == ["shop", "user"]
    assert parts["shop"].dtype == frame["shop"].dtype
    listed = found.to_frame().to_pandas()
    read = {
        tuple(
            frozenset(tuple(v.values()) for v in row[side])
            for side in ("left", "right")
        )
        for _, row in listed.iterrows()
    }
    assert read == set(naive.maximal_bicliques(edges))


@pytest.mark.parametrize("kind", ["int", "str", "several columns"])
def test_a_graph_made_of_another_graph(kind, cugraph, cudf):
    """It has no edge frame of its own any more, only what cuGraph made of it."""
    edges = [(u, v) for u, v in SHIFTED]
    if kind == "str":
        edges = [(f"u{u}", f"i{v}") for u, v in EDGES]
    frame = cudf.DataFrame(edges, columns=["user", "item"])
    source, destination = "user", "item"
    if kind == "several columns":
        frame["shop"], frame["place"] = frame["user"] % 3, frame["item"] % 3
        source, destination = ["user", "shop"], ["item", "place"]
        edges = [((u, u % 3), (v, v % 3)) for u, v in edges]
    graph = cugraph.Graph(directed=True)
    graph.from_cudf_edgelist(frame, source=source, destination=destination)
    expected = naive.maximal_bicliques(edges)
    graph = graph.to_directed()
    assert graph.input_df is None
    assert cb.maximal_biclique_count(graph) == len(expected)
    if kind != "several columns":
        assert set(lists(cb.maximal_bicliques(graph))) == set(expected)


@pytest.mark.parametrize(
    ("user", "item"), [("int64", "uint64"), ("int64", "str"), ("category", "category")]
)
def test_ends_of_different_dtypes_are_refused(user, item, cugraph, cudf):
    """cuDF would make floats of the first, and mix up the categories of the last."""
    frame = cudf.DataFrame({"user": [1, 2], "item": [7, 8]})
    graph = graph_of(cugraph, frame, directed=True)
    frame["user"] = frame["user"].astype(user)
    frame["item"] = frame["item"].astype(item)
    graph.input_df  # noqa: B018 (it has one)
    graph._Impl.input_df = frame  # whatever cuGraph itself would say of it
    with pytest.raises(TypeError, match="the same dtype"):
        cb.maximal_bicliques(graph)


def test_graphs_without_edges_have_none(cugraph, cudf):
    assert cb.maximal_biclique_count(cugraph.Graph()) == 0
    graph = cugraph.BiPartiteGraph()
    graph.add_nodes_from(cudf.Series([1, 2]), bipartite="users")
    assert cb.maximal_biclique_count(graph) == 0


def test_sets_of_more_than_two_are_refused(frame):
    classes = pytest.importorskip("cugraph.structure.graph_classes")
    graph = graph_of(classes, frame, kind="NPartiteGraph")
    with pytest.raises(TypeError, match="BiPartiteGraph"):
        cb.maximal_bicliques(graph)


def test_weights_and_parallel_edges_do_not_matter(cugraph, cudf, frame):
    twice = cudf.concat([frame, frame[:50]], ignore_index=True)
    twice["weight"] = 0.5
    graph = cugraph.MultiGraph(directed=True)
    graph.from_cudf_edgelist(twice, "user", "item", edge_attr="weight")
    assert_right(cb.maximal_bicliques(graph))


def test_a_label_on_both_sides_is_one_vertex_and_an_error(cugraph, cudf):
    """In the edge frame the two are different vertices."""
    frame = cudf.DataFrame({"user": [3, 4, 8], "item": [7, 3, 9]})
    graph = graph_of(cugraph, frame, directed=True)
    with pytest.raises(
        cb.NotBipartiteError, match=r"vertex 3 .*both in and out.*frame"
    ):
        cb.maximal_bicliques(graph)
    assert cb.maximal_biclique_count(frame) == 3


# Undirected


@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("store", ["edges", "symmetric edges", "adjacency list"])
def test_an_undirected_graph_is_two_coloured(store, shuffled, cugraph, cudf, frame):
    """The smallest vertex of a component is left, wherever it stood in its edge."""
    edges = frame.to_pandas().to_numpy().copy()
    if shuffled:
        rng = np.random.default_rng(1)
        turned = rng.random(len(edges)) < 0.5
        edges[turned] = edges[turned][:, ::-1]
        rng.shuffle(edges)
    if store == "adjacency list":
        n = edges.max() + 1
        both = np.concatenate([edges, edges[:, ::-1]])
        both = both[np.lexsort(both.T[::-1])]
        starts = np.searchsorted(both[:, 0], np.arange(n + 1))
        graph = cugraph.Graph()
        graph.from_cudf_adjlist(
            cudf.Series(starts.astype("int32")), cudf.Series(both[:, 1].astype("int32"))
        )
    else:
        both = edges if store == "edges" else np.concatenate([edges, edges[:, ::-1]])
        turned = cudf.DataFrame(both, columns=["user", "item"])
        graph = graph_of(cugraph, turned)
    assert_right(cb.maximal_bicliques(graph))


def test_in_each_component_the_smallest_vertex_is_left(cugraph, cudf):
    # 5 - 2, 2 - 9: 2 is left. 1 - 7, 8 - 7: 1 is left. Strings by their order.
    frame = cudf.DataFrame({"user": [5, 2, 1, 8], "item": [2, 9, 7, 7]})
    expected = {
        (frozenset([2]), frozenset([5, 9])),
        (frozenset([1, 8]), frozenset([7])),
    }
    told = "undirected cuGraph graph of 2 components .*such as {} and {}.*directed=True"
    with pytest.warns(cb.UnknownSidesWarning, match=told.format(1, 2)):
        assert set(lists(cb.maximal_bicliques(graph_of(cugraph, frame)))) == expected
    words = frame.astype("str")
    named = {tuple(frozenset(map(str, side)) for side in pair) for pair in expected}
    with pytest.warns(cb.UnknownSidesWarning, match=told.format("'1'", "'2'")):
        assert set(lists(cb.maximal_bicliques(graph_of(cugraph, words)))) == named


def test_the_upper_triangle_that_cugraph_keeps_does_not_turn_edges(cugraph, cudf):
    """view_edge_list() of an undirected graph has the smaller id first, whatever its
    side: here the left vertices are the larger ones in every edge but one."""
    edges = [(90, 5), (90, 6), (80, 5), (80, 6), (1, 6)]
    frame = cudf.DataFrame(edges, columns=["user", "item"])
    assert_right(
        cb.maximal_bicliques(graph_of(cugraph, frame)), naive.maximal_bicliques(edges)
    )


@pytest.mark.parametrize("kind", [int, str])
def test_an_odd_cycle_is_shown(kind, cugraph, cudf):
    cycle = [4, 8, 2, 6, 5]
    edges = [(10, 11), (11, 12)]
    edges += list(zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    frame = cudf.DataFrame(edges, columns=["user", "item"]).astype(kind)
    with pytest.raises(cb.NotBipartiteError, match="odd cycle") as error:
        cb.maximal_bicliques(graph_of(cugraph, frame))
    for vertex in cycle:
        assert repr(kind(vertex)) in str(error.value)
    assert "5 nodes" in str(error.value)
    assert repr(kind(11)) not in str(error.value)


def test_a_loop_is_an_odd_cycle(cugraph, cudf):
    frame = cudf.DataFrame({"user": [1, 2, 3], "item": [2, 2, 4]})
    with pytest.raises(cb.NotBipartiteError, match="2 has an edge to itself"):
        cb.maximal_bicliques(graph_of(cugraph, frame))


@pytest.mark.filterwarnings("ignore::cugraph_biclique.UnknownSidesWarning")
@pytest.mark.parametrize("seed", range(6))
def test_colours_are_those_of_networkx(seed, cugraph, cudf):
    nx = pytest.importorskip("networkx")
    rng = np.random.default_rng(seed)
    pairs = np.unique(rng.integers(0, 60, (45, 2)), axis=0)
    frame = cudf.DataFrame(pairs, columns=["user", "item"])
    host = nx.Graph()
    host.add_nodes_from(sorted(set(pairs.ravel().tolist())))
    host.add_edges_from(pairs.tolist())
    graph = graph_of(cugraph, frame)
    try:
        expected = cb.maximal_bicliques(host, engine="cpu").to_frame()
    except cb.NotBipartiteError:
        with pytest.raises(cb.NotBipartiteError):
            cb.maximal_bicliques(graph)
        return
    sides = zip(expected["left"], expected["right"], strict=True)
    assert set(lists(cb.maximal_bicliques(graph))) == {
        (frozenset(left), frozenset(right)) for left, right in sides
    }


# Declared sets


def with_sets(graph, users, items):
    graph.add_nodes_from(users, bipartite="users")
    if items is not None:
        graph.add_nodes_from(items, bipartite="items")
    return graph


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("both", [True, False])
def test_the_first_declared_set_is_left(directed, both, cugraph, cudf, frame):
    """Even if its vertices are the larger ones, or those that edges point to."""
    turned = frame.rename(columns={"user": "item", "item": "user"})
    graph = graph_of(cugraph, turned, directed=directed, kind="BiPartiteGraph")
    with_sets(graph, frame["user"].unique(), frame["item"].unique() if both else None)
    assert_right(cb.maximal_bicliques(graph))


def test_a_bipartite_graph_without_sets_is_two_coloured(cugraph, frame):
    assert_right(cb.maximal_bicliques(graph_of(cugraph, frame, kind="BiPartiteGraph")))


@pytest.mark.parametrize(
    ("users", "items", "message"),
    [
        ([1, 2], [7], r"vertex 8 is in neither"),
        ([1, 2, 7], [7, 8], r"vertex 7 is in both"),
        ([1, 7], [2, 8], r"edge \(1, 7\) has both ends in the first set"),
    ],
)
def test_sets_that_do_not_fit_are_refused(users, items, message, cugraph, cudf):
    frame = cudf.DataFrame({"user": [1, 2], "item": [7, 8]})
    graph = graph_of(cugraph, frame, kind="BiPartiteGraph")
    with pytest.raises(cb.NotBipartiteError, match=message):
        cb.maximal_bicliques(with_sets(graph, users, items))


# Whatever else


def test_columns_of_a_graph_cannot_be_named(cugraph, frame):
    with pytest.raises(TypeError, match="left='user' names a column"):
        cb.maximal_bicliques(graph_of(cugraph, frame), left="user")


def test_counts(cugraph, frame):
    graph = graph_of(cugraph, frame, directed=True)
    assert cb.maximal_biclique_count(graph) == len(BICLIQUES)
    assert cb.biclique_count(graph, 2, 2) == naive.biclique_count(EDGES, 2, 2)


def test_a_frame_is_taken_as_two_id_spaces_and_a_graph_as_one(cugraph, cudf):
    """User 3 and item 3 are one vertex to cuGraph."""
    edges = [(u, v) for u, v in EDGES]
    frame = cudf.DataFrame(edges, columns=["user", "item"])
    assert cb.maximal_biclique_count(frame) == len(BICLIQUES)
    with pytest.raises(cb.NotBipartiteError):
        cb.maximal_biclique_count(graph_of(cugraph, frame, directed=True))


# Sparse matrices of CuPy


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "csr with duplicates"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "bool"])
def test_a_sparse_matrix_is_a_biadjacency_matrix(form, dtype):
    cupy = pytest.importorskip("cupy")
    sparse = pytest.importorskip("cupyx.scipy.sparse")
    rows, columns = (cupy.asarray(side, "int32") for side in zip(*EDGES, strict=True))
    values = cupy.ones(len(EDGES), dtype)
    if form == "csr with duplicates":
        rows, columns, values = (
            cupy.concatenate([part, part[:9]]) for part in (rows, columns, values)
        )
    matrix = sparse.coo_matrix((values, (rows, columns)), shape=(30, 40))
    if not form.startswith("coo"):
        matrix = matrix.asformat(form[:3])
    found = cb.maximal_bicliques(matrix)
    assert_right(found, naive.maximal_bicliques(EDGES))
    assert cb.biclique_count(matrix, 2, 2) == naive.biclique_count(EDGES, 2, 2)


@pytest.mark.parametrize("dtype", ["float32", "complex64"])
def test_entries_that_are_nan_are_refused(dtype):
    cupy = pytest.importorskip("cupy")
    sparse = pytest.importorskip("cupyx.scipy.sparse")
    matrix = sparse.csr_matrix(cupy.asarray([[0, 1], [np.nan, 0]], dtype))
    with pytest.raises(ValueError, match=r"1 NaN .* row 1 and column 0"):
        cb.maximal_bicliques(matrix)


def test_entries_that_are_zero_are_no_edges():
    cupy = pytest.importorskip("cupy")
    sparse = pytest.importorskip("cupyx.scipy.sparse")
    values = cupy.array([1.0, 0.0, 2.0])
    places = cupy.array([0, 0, 1]), cupy.array([0, 1, 1])
    matrix = sparse.coo_matrix((values, places), shape=(2, 2)).tocsr()
    before = matrix.data.copy()
    assert cb.maximal_biclique_count(matrix) == 2
    pd.testing.assert_series_equal(
        pd.Series(matrix.data.get()), pd.Series(before.get())
    )
