# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal bicliques against the oracle and closed forms; order, labels, results.

Modules: `api/bicliques.py`, `calls/bicliques.py`, `calls/call.py`,
`contract/backend.py`, `contract/prepared.py`, `contract/records.py`,
`results/bicliques.py`, `results/frames.py`, `results/result.py`,
`results/cpu/classes.py`, `results/cpu/members.py`, `search/cpu/`, `search/stars.py`,
`preparation/cpu/order.py`, `preparation/cpu/reduction.py`, `contract/search_graph.py`,
`backends/cpu.py`.
"""

import gc
import threading
from collections import Counter
from itertools import chain, islice

import networkx as nx
import numba
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from calls import call_for
from cugraph_biclique.results.cpu import members as cpu_members
from cugraph_biclique.search import cpu as search

DENSE = graphs.as_frame(graphs.random_graph(60, 45, 0.4, seed=20))
TWO_LETTERS = pd.DataFrame({"user": ["b", "a", "a", "c"], "item": [7, 7, 5, 5]})


def joined(batches):
    """The bicliques of all the batches, in order."""
    return list(chain.from_iterable(map(graphs.as_list, batches)))


# Which bicliques


@pytest.mark.usefixtures("scheduling")
@given(graphs.bipartite_edges())
def test_any_graph_gives_the_oracle_s_bicliques(engine, edges):
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)


@given(graphs.labelled_bipartite_edges(max_vertices=6, max_width=80))
def test_labels_of_any_kind_come_back(engine, edges):
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)


@pytest.mark.usefixtures("scheduling")
@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_irregular_graphs_give_the_oracle_s_bicliques(name, engine):
    edges = graphs.IRREGULAR[name]
    expected = naive.maximal_bicliques(edges)
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert graphs.as_set(found) == expected
    mirrored = cb.maximal_bicliques(
        graphs.as_frame(graphs.transposed(edges)), engine=engine
    )
    assert graphs.as_set(mirrored) == {(left, right) for right, left in expected}


@pytest.mark.usefixtures("scheduling")
@pytest.mark.parametrize("name", graphs.CLOSED_FORMS)
def test_closed_forms(name, engine):
    edges, maximal = graphs.CLOSED_FORMS[name]
    for oriented in (edges, graphs.transposed(edges)):
        frame = graphs.as_frame(oriented)
        assert cb.maximal_biclique_count(frame, engine=engine) == maximal
        assert len(cb.maximal_bicliques(frame, engine=engine)) == maximal


def test_members_that_come_late_in_a_list(engine):
    edges, maximal = graphs.late_members()
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert graphs.as_set(found) == maximal


@pytest.mark.parametrize("copies", [(1, 1, 1), (1, 2, 3), (3, 1, 2)], ids=str)
def test_wide_rows_count_with_all_their_twins(copies, engine):
    edges = graphs.nested_wide(*copies)
    expected = naive.maximal_bicliques(edges)
    for least in range(1, sum(copies) + 2):
        found = cb.maximal_bicliques(  # left twins are not merged
            graphs.as_frame(edges), min_left=3, min_right=least, engine=engine
        )
        large = {pair for pair in expected if len(pair[1]) >= least}
        assert graphs.as_set(found) == large
        sizes = sorted(zip(found.sizes["n_left"], found.sizes["n_right"], strict=True))
        assert sizes == sorted((len(left), len(right)) for left, right in large)


@given(graphs.bipartite_edges(), st.integers(1, 5), st.integers(1, 5))
def test_minimum_sizes_filter_the_whole_result(engine, edges, min_left, min_right):
    frame = graphs.as_frame(edges)
    options = {"min_left": min_left, "min_right": min_right, "engine": engine}
    expected = {
        (left, right)
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= min_left and len(right) >= min_right
    }
    assert graphs.as_set(cb.maximal_bicliques(frame, **options)) == expected
    assert cb.maximal_biclique_count(frame, **options) == len(expected)


def test_a_large_least_size_is_asked_of_the_side_that_is_kept(engine):
    """Rows of the kept side are dropped early, those of the grown side late."""
    frame = graphs.as_frame(graphs.random_graph(40, 40, 0.4, seed=8))
    for edges in (frame, frame[["item", "user"]]):
        for least, side in (((2, 8), "left"), ((8, 2), "right")):
            call = call_for(edges, *least, engine)
            assert call.prepared.ordered.grow == side


LEAST = [(2, 2), (3, 1), (1, 3), (4, 3), (5, 17), (1, 70), (3, 60), (66, 1), (64, 3)]


@pytest.mark.usefixtures("scheduling")
@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_minimum_sizes_filter_irregular_graphs(name, engine):
    edges = graphs.IRREGULAR[name]
    frame, whole = graphs.as_frame(edges), naive.maximal_bicliques(edges)
    for min_left, min_right in LEAST:
        options = {"min_left": min_left, "min_right": min_right, "engine": engine}
        expected = {
            (left, right)
            for left, right in whole
            if len(left) >= min_left and len(right) >= min_right
        }
        assert graphs.as_set(cb.maximal_bicliques(frame, **options)) == expected
        assert cb.maximal_biclique_count(frame, **options) == len(expected)


# Nodes that a search visits, for each of the least sizes. More of them with the same
# answers mean that a bound or a test of maximality prunes less.
NODES_LEAST = [(1, 1), (3, 2), (1, 3), (4, 3)]
NODES = {
    "dense-14-200": [4762, 4761, 4204, 4190],
    "sparse-70-70": [116, 51, 58, 0],
    "uneven-262-10": [356, 291, 355, 229],
    "planted": [735, 613, 613, 468],
    "planted-wide": [90, 114, 97, 85],
    "twins-wide": [348, 348, 322, 320],
    "wide-129": [208, 208, 198, 197],
    "wide-both-150": [524, 252, 220, 106],
    "triples-before": [309, 156, 95, 113],
    "triples-behind": [393, 156, 354, 113],
}


@pytest.mark.parametrize("name", NODES)
def test_the_search_visits_as_many_nodes_as_it_did(name):
    threads = numba.get_num_threads()
    numba.set_num_threads(1)  # the parts of a root each count what they see of it
    try:
        visited = [
            cb.maximal_bicliques(
                graphs.as_frame(graphs.IRREGULAR[name]),
                min_left=min_left,
                min_right=min_right,
                engine="cpu",
            ).report["nodes"]
            for min_left, min_right in NODES_LEAST
        ]
    finally:
        numba.set_num_threads(threads)
    assert visited == NODES[name]


def test_the_two_sides_have_separate_labels(engine):
    frame = pd.DataFrame({"user": [3, 3, 5], "item": [3, 5, 5]})
    assert graphs.as_set(cb.maximal_bicliques(frame, engine=engine)) == {
        (frozenset({3}), frozenset({3, 5})),
        (frozenset({3, 5}), frozenset({5})),
    }


def test_named_columns_say_which_side_is_left(engine):
    frame = TWO_LETTERS.assign(weight=0.5)[["weight", "item", "user"]]
    found = cb.maximal_bicliques(frame, left="user", right="item", engine=engine)
    assert graphs.as_set(found) == naive.maximal_bicliques(
        TWO_LETTERS.itertuples(index=False, name=None)
    )


# Other kinds of graphs


@pytest.mark.parametrize("kind", ["csr_array", "csc_array", "coo_array", "csr_matrix"])
def test_a_sparse_matrix_has_its_rows_left(kind, engine):
    edges = [(u + 2, v + 3) for u, v in graphs.IRREGULAR["dense-14-200"]]
    left, right = np.array(edges).T  # rows 0 and 1 and columns 0 to 2 are empty
    matrix = scipy.sparse.coo_array((np.ones(len(edges)), (left, right)), (20, 220))
    found = cb.maximal_bicliques(getattr(scipy.sparse, kind)(matrix), engine=engine)
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)


def test_an_empty_sparse_matrix_has_none(engine):
    found = cb.maximal_bicliques(scipy.sparse.csr_array((3, 4)), engine=engine)
    assert len(found) == 0


def test_a_networkx_graph_declares_its_sides(engine):
    graph = nx.Graph()
    graph.add_nodes_from("abcd", bipartite=0)
    graph.add_nodes_from([1, 2, 3], bipartite=1)
    edges = [("a", 1), ("b", 1), ("b", 2), ("c", 2), ("c", 3)]
    graph.add_edges_from((v, u) if v == 2 else (u, v) for u, v in edges)
    found = cb.maximal_bicliques(graph, engine=engine)
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)


# Order


@given(graphs.bipartite_edges())
def test_sorted_results_are_in_canonical_order(engine, edges):
    found = cb.maximal_bicliques(graphs.as_frame(edges), sort=True, engine=engine)
    frame = found.to_frame()
    rows = [(list(a), list(b)) for a, b in zip(frame.left, frame.right, strict=True)]
    assert all(a == sorted(a) and b == sorted(b) for a, b in rows)
    keys = [(len(a), len(b), a, b) for a, b in rows]
    assert keys == sorted(keys)


def test_sides_that_differ_in_their_last_members_are_ordered_too(engine):
    edges = [(u, v) for v in range(40) for u in [*range(150), 150 + 7 * v % 40]]
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine, sort=True)
    listed = found.to_frame()
    lefts = listed["left"].tolist()
    assert lefts == [[*range(150)], *([*range(150), 150 + i] for i in range(40))]
    assert len(listed) == len(naive.maximal_bicliques(edges))


def test_sorted_results_order_text_labels_as_text(engine):
    edges = graphs.relabelled(graphs.crown(5), "unicode", "str")
    found = cb.maximal_bicliques(graphs.as_frame(edges), sort=True, engine=engine)
    frame = found.to_frame()
    rows = [(list(a), list(b)) for a, b in zip(frame.left, frame.right, strict=True)]
    expected = [
        (sorted(left), sorted(right)) for left, right in naive.maximal_bicliques(edges)
    ]
    assert rows == sorted(expected, key=lambda row: (len(row[0]), len(row[1]), *row))


def test_long_frames_of_sorted_results_keep_the_order(engine):
    found = cb.maximal_bicliques(DENSE, sort=True, engine=engine)
    for side in (found.left, found.right):
        keys = list(zip(side["biclique"], side["vertex"], strict=True))
        assert keys == sorted(keys)
        assert side["biclique"].unique().tolist() == list(range(len(found)))


ORDERED = {
    "dense": DENSE,
    "crown": graphs.as_frame(graphs.crown(16)),
    **{
        name: graphs.as_frame(graphs.IRREGULAR[name])
        for name in ("planted-wide", "wide-both-520", "uneven-300-12")
    },
}


def assert_equal_results(first, second):
    """The same bicliques, and members, in the same order."""
    pd.testing.assert_frame_equal(first.left, second.left)
    pd.testing.assert_frame_equal(first.right, second.right)


@pytest.mark.parametrize("sort", [False, True])
@pytest.mark.parametrize("name", ORDERED)
def test_the_order_is_the_same_at_each_run(name, sort, engine):
    first, second = (
        cb.maximal_bicliques(ORDERED[name], sort=sort, engine=engine) for _ in range(2)
    )
    assert_equal_results(first, second)


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.skipif(
    numba.config.NUMBA_NUM_THREADS == 1, reason="Numba has a single thread here"
)
@pytest.mark.parametrize("sort", [False, True])
@pytest.mark.parametrize("name", ORDERED)
def test_the_order_does_not_depend_on_the_number_of_threads(name, sort):
    most = numba.config.NUMBA_NUM_THREADS
    try:
        found = []
        for threads in (1, 2, most):
            numba.set_num_threads(threads)
            found.append(cb.maximal_bicliques(ORDERED[name], sort=sort, engine="cpu"))
    finally:
        numba.set_num_threads(most)
    assert found[1].report["threads"] == 2
    assert_equal_results(found[0], found[1])
    assert_equal_results(found[0], found[2])


# Labels and frames


@pytest.mark.parametrize(
    "dtype",
    [
        "int8",
        "int32",
        "uint64",
        "Int64",
        "float32",
        "str",
        "object",
        "category",
        "datetime64[us]",
        "int64[pyarrow]",
        "string[pyarrow]",
    ],
)
def test_columns_keep_their_dtype(dtype, engine):
    frame = pd.DataFrame({"user": [1, 2, 2], "item": [1, 1, 2]})
    frame["item"] = frame["item"].astype(dtype)
    found = cb.maximal_bicliques(frame, engine=engine)
    assert found.left["vertex"].dtype == frame["user"].dtype
    assert found.right["vertex"].dtype == frame["item"].dtype
    assert graphs.as_set(found) == naive.maximal_bicliques(
        frame.itertuples(index=False, name=None)
    )


def test_a_categorical_may_have_categories_without_edges(engine):
    items = pd.Categorical(["x", "z", "z"], categories=["z", "y", "x"])
    frame = pd.DataFrame({"user": [1, 1, 2], "item": items})
    found = cb.maximal_bicliques(frame, engine=engine)
    assert found.right["vertex"].dtype == items.dtype
    assert graphs.as_set(found) == {
        (frozenset({1}), frozenset("xz")),
        (frozenset({1, 2}), frozenset("z")),
    }


def test_any_index_of_the_edge_frame_is_ignored(engine):
    frame = TWO_LETTERS.set_axis([9, 9, 2, 0])
    assert graphs.as_set(cb.maximal_bicliques(frame, engine=engine)) == graphs.as_set(
        cb.maximal_bicliques(TWO_LETTERS, engine=engine)
    )


def test_the_caller_s_frame_does_not_change(engine):
    frame = DENSE.copy(deep=True)
    cb.maximal_bicliques(frame, sort=True, engine=engine)
    pd.testing.assert_frame_equal(frame, DENSE)


# The result object


@pytest.fixture(params=["dense", "wide", "empty"])
def found(request, engine):
    edges = {
        "dense": DENSE,
        "wide": graphs.as_frame(graphs.IRREGULAR["wide-both-150"]),
        "empty": graphs.as_frame([]),
    }
    return cb.maximal_bicliques(edges[request.param], engine=engine)


def test_sizes_describe_every_biclique(found):
    assert list(found.sizes.columns) == ["biclique", "n_left", "n_right"]
    assert found.sizes["biclique"].tolist() == list(range(len(found)))
    rows = zip(found.sizes["n_left"], found.sizes["n_right"], strict=True)
    assert list(rows) == [(len(a), len(b)) for a, b in graphs.as_list(found)]


def test_long_frames_hold_a_row_a_member(found):
    for side in (found.left, found.right):
        assert list(side.columns) == ["biclique", "vertex"]
        assert side["biclique"].is_monotonic_increasing
    members = [
        side.groupby("biclique").agg(list).iloc[:, 0]
        for side in (found.left, found.right)
    ]
    rows = zip(*(map(frozenset, side) for side in members), strict=True)
    assert list(rows) == graphs.as_list(found)


def test_list_frame_has_a_row_a_biclique(found):
    frame = found.to_frame()
    assert {"left", "right"} <= set(frame.columns)
    assert len(frame) == len(found)


@pytest.mark.parametrize("size", [1, 7, 1000, 10**6])
def test_batches_are_the_whole_in_pieces(size, engine):
    edges = graphs.as_frame(graphs.crown(7))
    whole = cb.maximal_bicliques(edges, engine=engine)
    batches = list(whole.iter_batches(size))
    assert all(0 < len(batch) <= size for batch in batches)
    assert joined(batches) == graphs.as_list(whole)


@pytest.mark.parametrize("name", ["dense-40-40", "wide-both-65", "twins"])
def test_members_stand_in_the_same_order_in_any_batch(name, engine):
    edges = graphs.as_frame(graphs.IRREGULAR[name])
    whole = cb.maximal_bicliques(edges, engine=engine)
    streamed = cb.iter_maximal_bicliques(edges, batch_size=7, engine=engine)
    for batches in (list(whole.iter_batches(7)), list(streamed)):
        for side in ("left", "right"):
            members = pd.concat([getattr(batch, side)["vertex"] for batch in batches])
            assert members.tolist() == getattr(whole, side)["vertex"].tolist()


@pytest.mark.parametrize("name", sorted(graphs.IRREGULAR))
def test_members_do_not_depend_on_how_threads_share_them(name, monkeypatch):
    edges = graphs.as_frame(graphs.IRREGULAR[name])
    found = cb.maximal_bicliques(edges, engine="cpu")
    alone = found.left, found.right
    monkeypatch.setattr(cpu_members, "RECORDS_PER_JOB", 3)
    shared = found.left, found.right
    for one, other in zip(alone, shared, strict=True):
        pd.testing.assert_frame_equal(one, other)


def test_making_lists_leaves_the_garbage_collector_as_it_was(found):
    found.to_frame()
    assert gc.isenabled()
    gc.disable()
    try:
        found.to_frame()
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize(
    "part", [slice(3, 9), slice(None, None, 7), slice(-5, None), slice(4, 4)], ids=str
)
def test_slices_are_results_too(part, found):
    assert graphs.as_list(found[part]) == graphs.as_list(found)[part]
    some = found[part].sizes
    assert some["biclique"].tolist() == list(range(len(some)))


def test_a_loop_takes_one_biclique_after_the_other(found):
    frame = found.to_frame()
    assert [(left, right) for left, right in found] == list(
        zip(frame["left"], frame["right"], strict=True)
    )
    for biclique in found[:1]:
        assert biclique.left == frame["left"][0]
        assert biclique.right == frame["right"][0]
    assert list(found[:0]) == []


def test_a_loop_has_few_members_in_memory(monkeypatch):
    found = cb.maximal_bicliques(DENSE, engine="cpu")
    grown_members, asked = cpu_members.grown_members, []

    def counting(ordered, records):
        asked.append(len(records))
        return grown_members(ordered, records)

    monkeypatch.setattr(cpu_members, "grown_members", counting)
    assert len(list(islice(found, 1500))) == 1500 < len(found)
    assert asked == [1000, 1000]


@pytest.mark.parametrize("by", ["edges", "left", "right"])
@pytest.mark.parametrize("k", [0, 1, 10, 10**6])
def test_nlargest_gives_the_biggest_first(by, k, found):
    def sizes(result):
        n_left, n_right = result.sizes["n_left"], result.sizes["n_right"]
        return {"edges": n_left * n_right, "left": n_left, "right": n_right}[
            by
        ].tolist()

    biggest = found.nlargest(k, by=by)
    assert type(biggest) is type(found)
    assert sizes(biggest) == sorted(sizes(found), reverse=True)[:k]
    assert graphs.as_set(biggest) <= graphs.as_set(found)


def test_parquet_round_trip(found, tmp_path):
    found.to_parquet(tmp_path / "out")
    assert graphs.read(tmp_path / "out") == Counter(graphs.as_list(found))


def test_the_report_says_what_was_done(engine):
    report = cb.maximal_bicliques(DENSE, engine=engine).report
    assert report["engine"] == engine
    assert report["nodes"] > 0
    assert report["peak_bytes"] > 0
    assert 0 < report["busy_ratio"] <= 1
    assert 0 <= report["not_maximal"] <= report["nodes"]
    if engine == "cpu":
        assert report["equal"] >= 0
    assert report["seconds"]
    assert all(seconds >= 0 for seconds in report["seconds"].values())


@pytest.mark.parametrize("name", NODES)
def test_nodes_are_bicliques_or_not_maximal(name):
    """Every node is a biclique of at least two kept vertices, or not maximal."""
    frame = graphs.as_frame(graphs.IRREGULAR[name])
    threads = numba.get_num_threads()
    numba.set_num_threads(1)  # the parts of a root each count what they see of it
    try:
        call = call_for(frame)
        n = call.count()
    finally:
        numba.set_num_threads(threads)
    report = call.report()
    n -= len(call.rest())
    assert report["nodes"] - report["not_maximal"] == n


def test_equal_rows_are_counted():
    """Two hundred rows of fourteen bits repeat each other; a path has no rows."""
    for edges, some in ((graphs.IRREGULAR["dense-14-200"], True), ([(1, 1)], False)):
        found = cb.maximal_bicliques(graphs.as_frame(edges), engine="cpu")
        assert (found.report["equal"] > 0) == some


@pytest.mark.usefixtures("small_jobs")
def test_the_nodes_of_all_threads_are_counted(monkeypatch):
    # A thread that is interrupted while it adds must not undo what others added. The
    # first calls of both threads return together.
    take_nodes, taken = search.take_nodes, {}
    before = numba.get_num_threads()
    threads = min(2, before)
    together = threading.Barrier(threads)

    def together_at_first(state):
        nodes, thread = take_nodes(state), threading.get_ident()
        first = thread not in taken
        taken.setdefault(thread, []).append(nodes)
        if first:
            together.wait(60)
        return nodes

    monkeypatch.setattr(search, "take_nodes", together_at_first)
    numba.set_num_threads(threads)
    try:
        found = cb.maximal_bicliques(DENSE, engine="cpu")
    finally:
        numba.set_num_threads(before)
    assert len(taken) == threads
    everything = [counted for each in taken.values() for counted in each]
    report = found.report
    assert [report["nodes"], report["not_maximal"], report["equal"]] == [
        sum(counted) for counted in zip(*everything, strict=True)
    ]


def test_a_result_says_what_it_is(found):
    assert f"{len(found):,}" in repr(found)


# Progress


def test_progress_ends_with_all_roots_done(engine):
    seen = []
    cb.maximal_biclique_count(
        DENSE, engine=engine, progress=lambda done, total: seen.append((done, total))
    )
    done, totals = zip(*seen, strict=True)
    assert list(done) == sorted(set(done))
    assert set(totals) == {done[-1]}


def test_an_error_of_the_progress_function_comes_out(engine):
    def broken(done, total):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cb.maximal_biclique_count(DENSE, engine=engine, progress=broken)


@pytest.mark.parametrize("progress", [False, True])
def test_a_switch_for_progress_changes_no_answer(progress, engine):
    pytest.importorskip("tqdm")
    count = cb.maximal_biclique_count(DENSE, engine=engine, progress=progress)
    assert count == cb.maximal_biclique_count(DENSE, engine=engine)


# Counting without a result


@given(graphs.bipartite_edges())
def test_the_count_is_the_number_of_results(engine, edges):
    count = cb.maximal_biclique_count(graphs.as_frame(edges), engine=engine)
    assert count == len(naive.maximal_bicliques(edges))
    assert type(count) is int


@given(graphs.bipartite_edges(), st.integers(1, 3), st.integers(1, 3))
def test_the_histogram_groups_the_sizes(engine, edges, min_left, min_right):
    options = {"min_left": min_left, "min_right": min_right, "engine": engine}
    frame = graphs.as_frame(edges)
    histogram = cb.maximal_biclique_sizes(frame, **options)
    assert list(histogram.columns) == ["n_left", "n_right", "count"]
    rows = [tuple(row) for row in histogram.to_numpy().tolist()]
    sizes = cb.maximal_bicliques(frame, **options).sizes
    expected = Counter(zip(sizes["n_left"], sizes["n_right"], strict=True))
    assert rows == [(*size, expected[size]) for size in sorted(expected)]


# Streaming


@pytest.mark.usefixtures("scheduling")
@pytest.mark.parametrize("batch_size", [1, 100, 10**7])
def test_streamed_batches_are_the_whole_result(batch_size, engine):
    edges = graphs.as_frame(graphs.random_graph(25, 20, 0.4, seed=21))
    whole = cb.maximal_bicliques(edges, engine=engine)
    batches = list(
        cb.iter_maximal_bicliques(edges, batch_size=batch_size, engine=engine)
    )
    assert all(0 < len(batch) <= batch_size for batch in batches)
    assert joined(batches) == graphs.as_list(whole)


def test_streaming_an_empty_graph_gives_no_batch(engine):
    assert list(cb.iter_maximal_bicliques(graphs.as_frame([]), engine=engine)) == []


def test_a_stream_may_be_left_early():
    # More bicliques than could ever be enumerated: only a lazy stream comes back. A GPU
    # searches a range of roots to its end before it gives the first biclique of it.
    endless = graphs.as_frame(graphs.crown(60))
    stream = cb.iter_maximal_bicliques(endless, batch_size=1000, engine="cpu")
    firsts = list(islice(stream, 3))
    stream.close()
    assert [len(batch) for batch in firsts] == [1000] * 3
    pairs = joined(firsts)
    assert len(set(pairs)) == 3000
    assert all(left | right == set(range(60)) for left, right in pairs)


def test_minimum_sizes_apply_to_streams(engine):
    options = {"min_left": 3, "min_right": 2, "engine": engine}
    whole = graphs.as_list(cb.maximal_bicliques(DENSE, **options))
    stream = cb.iter_maximal_bicliques(DENSE, batch_size=50_000, **options)
    assert joined(stream) == whole
