# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs that are on the device, as CuPy arrays: the same answers, as cuDF frames.

Modules: `inputs/cupy_pairs.py`, `inputs/cupy_sparse.py`.
"""

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive

pytestmark = pytest.mark.gpu

GRAPHS = {
    "crown": graphs.crown(7),
    "dense": graphs.random_graph(60, 45, 0.4, seed=20),
    "twins": graphs.IRREGULAR["twins"],
    "wide": graphs.IRREGULAR["wide-both-150"],
    "repeated": graphs.IRREGULAR["repeated-edges"],
    # labels far apart, which are too many for a table, and negative ones
    "sparse-labels": [(7 - 10**12 * u, 3 * v) for u, v in graphs.crown(6)],
}


@pytest.fixture(scope="module")
def cupy():
    return pytest.importorskip("cupy")


@pytest.fixture(params=["tuple", "array"], scope="module")
def on_device(request, cupy):
    """A function that puts edges on the device, in one of the accepted forms."""

    def put(edges, dtype="int64"):
        array = cupy.asarray(edges, dtype).reshape(-1, 2)
        if request.param == "array":
            return array
        return cupy.ascontiguousarray(array[:, 0]), cupy.ascontiguousarray(array[:, 1])

    return put


def on_host(frame):
    """A cuDF frame as a pandas one."""
    assert type(frame).__module__.partition(".")[0] == "cudf"
    return frame.to_pandas()


def pairs(frame):
    """The bicliques of a cuDF list frame, in order."""
    frame = on_host(frame)
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


@pytest.mark.parametrize("name", GRAPHS)
def test_the_bicliques_are_those_of_the_oracle(name, on_device):
    edges = GRAPHS[name]
    found = cb.maximal_bicliques(on_device(edges))
    assert found.report["engine"] == "gpu"
    listed = pairs(found.to_frame())
    assert len(listed) == len(set(listed)) == len(found)
    assert set(listed) == naive.maximal_bicliques(edges)


@pytest.mark.parametrize("engine", ["cpu", "gpu"])
@pytest.mark.parametrize("name", GRAPHS)
def test_sorted_results_are_those_of_host_input(name, engine, on_device):
    edges = GRAPHS[name]
    found = cb.maximal_bicliques(on_device(edges), sort=True)
    expected = cb.maximal_bicliques(np.array(edges), sort=True, engine=engine)
    for part in ("left", "right", "sizes"):
        pd.testing.assert_frame_equal(
            on_host(getattr(found, part)), getattr(expected, part)
        )


@pytest.mark.parametrize("name", GRAPHS)
def test_counts_and_sizes_need_no_result(name, on_device):
    edges = GRAPHS[name]
    expected = naive.maximal_bicliques(edges)
    assert cb.maximal_biclique_count(on_device(edges)) == len(expected)
    sizes = cb.maximal_biclique_sizes(on_device(edges))
    assert int(sizes["count"].sum()) == len(expected)


@pytest.mark.parametrize("name", GRAPHS)
def test_p_q_counts_are_those_of_the_oracle(name, on_device):
    edges = sorted(set(GRAPHS[name]))
    for p, q in [(1, 3), (2, 2), (3, 2), (3, 3)]:
        expected = naive.biclique_count(edges, p, q)
        assert cb.biclique_count(on_device(GRAPHS[name]), p, q) == expected
    table = cb.biclique_counts(on_device(GRAPHS[name]), 3, 3)
    assert table["count"].iloc[-1] == expected


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint32", "int64", "uint64"])
def test_labels_keep_their_dtype(dtype, on_device):
    found = cb.maximal_bicliques(on_device(GRAPHS["crown"], dtype))
    assert found.left["vertex"].dtype == dtype
    assert found.right["vertex"].dtype == dtype
    assert set(pairs(found.to_frame())) == naive.maximal_bicliques(GRAPHS["crown"])


def test_an_empty_graph_has_none(on_device):
    found = cb.maximal_bicliques(on_device([]))
    assert len(found) == 0
    for frame in (found.left, found.right, found.sizes, found.to_frame()):
        assert len(on_host(frame)) == 0


@pytest.mark.parametrize("name", ["dense", "wide", "twins"])
def test_the_order_is_the_same_at_each_run(name, on_device):
    first, second = (cb.maximal_bicliques(on_device(GRAPHS[name])) for _ in range(2))
    for part in ("left", "right"):
        pd.testing.assert_frame_equal(
            on_host(getattr(first, part)), on_host(getattr(second, part))
        )


def test_a_loop_takes_one_biclique_after_the_other(on_device):
    found = cb.maximal_bicliques(on_device(GRAPHS["twins"]))
    looped = [(frozenset(left), frozenset(right)) for left, right in found]
    assert looped == pairs(found.to_frame())


def test_slices_and_the_largest_are_results_too(on_device):
    found = cb.maximal_bicliques(on_device(GRAPHS["dense"]))
    listed = pairs(found.to_frame())
    assert pairs(found[5:17].to_frame()) == listed[5:17]
    largest = pairs(found.nlargest(9).to_frame())
    areas = sorted((len(left) * len(right) for left, right in listed), reverse=True)
    assert [len(left) * len(right) for left, right in largest] == areas[:9]


def test_streamed_batches_are_the_whole_result(on_device):
    G = on_device(GRAPHS["dense"])
    whole = pairs(cb.maximal_bicliques(G).to_frame())
    batches = cb.iter_maximal_bicliques(G, batch_size=500)
    streamed = [pairs(batch.to_frame()) for batch in batches]
    assert {len(batch) for batch in streamed[:-1]} == {500}
    assert [pair for batch in streamed for pair in batch] == whole


@pytest.mark.parametrize("name", ["dense", "sparse-labels"])
def test_parquet_round_trip(name, on_device, tmp_path):
    G = on_device(GRAPHS[name])
    found = cb.maximal_bicliques(G)
    found.to_parquet(tmp_path / "at once")
    assert cb.write_maximal_bicliques(G, tmp_path / "in parts") == len(found)
    for folder in tmp_path.iterdir():
        frame = pd.read_parquet(folder)
        sides = zip(frame["left"], frame["right"], strict=True)
        read = {(frozenset(left), frozenset(right)) for left, right in sides}
        assert read == naive.maximal_bicliques(GRAPHS[name])
        assert len(frame) == len(found)


def test_the_caller_s_arrays_do_not_change(cupy):
    edges = cupy.asarray(GRAPHS["dense"])
    before = edges.copy()
    cb.maximal_bicliques(edges, sort=True)
    assert bool((edges == before).all())


def test_arrays_of_a_derived_class(cupy):
    class Derived(cupy.ndarray):
        pass

    for edges in (GRAPHS["dense"], [(0, 0)]):
        derived = Derived((len(edges), 2), "int64")
        derived[:] = cupy.asarray(edges)
        found = cb.maximal_bicliques(derived)
        assert len(found) == len(naive.maximal_bicliques(edges))


def test_parallel_edges_take_no_memory_after_the_call(cupy):
    labels = cupy.tile(cupy.arange(2000), 3000)
    graph = cb.bipartite_graph((labels, labels))
    assert graph.n_edges == 2000
    arrays = graph.left_indices, graph.right_indices, graph.left_indptr
    assert max(array.data.mem.size for array in arrays) < labels.nbytes // 4


@pytest.mark.parametrize(
    "call",
    [cb.maximal_bicliques, lambda graph, **k: cb.biclique_count(graph, 2, 2, **k)],
    ids=["maximal_bicliques", "biclique_count"],
)
def test_the_cpu_engine_does_not_take_them(call, on_device):
    with pytest.raises(ValueError, match=r"(?s)engine='cpu'.*host memory.*cupy"):
        call(on_device(GRAPHS["crown"]), engine="cpu")


@pytest.mark.parametrize(
    ("left", "right", "error", "message"),
    [
        ([1.5, 2], [1, 2], TypeError, "left labels"),
        ([1, 2], [[1, 2]], TypeError, "right labels"),
        ([1, 2], [1, 2, 3], ValueError, "2 left and 3 right"),
    ],
)
def test_arrays_that_are_no_edges_are_refused(left, right, error, message, cupy):
    with pytest.raises(error, match=message):
        cb.maximal_bicliques((cupy.asarray(left), cupy.asarray(right)))


def test_an_array_of_another_shape_is_refused(cupy):
    with pytest.raises(ValueError, match=r"\(n, 2\)"):
        cb.maximal_bicliques(cupy.ones((4, 3), int))


def test_an_array_of_booleans_is_a_matrix(cupy):
    matrix = cupy.asarray([[True, False], [True, True], [False, False]])
    graph = cb.bipartite_graph(matrix)
    assert (graph.n_left, graph.n_right, graph.n_edges) == (3, 2, 3)
    found = cb.maximal_bicliques(matrix.T)
    assert sorted((sorted(left), sorted(right)) for left, right in found) == [
        ([0], [0, 1]),
        ([0, 1], [1]),
    ]


def test_a_pair_of_arrays_of_booleans_is_no_graph(cupy):
    G = tuple(cupy.asarray([[True, False], [True, True]]))
    with pytest.raises(ValueError, match=r"are Boolean.* pass cupy\.stack\(G\);"):
        cb.maximal_bicliques(G)
    assert cb.bipartite_graph(cupy.stack(G)).n_edges == 3
