# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""(p, q)-bicliques by vertex and by edge, against the oracle and closed forms.

Modules: `api/local_counts.py`, `calls/local_counting.py`, `contract/sums.py`,
`local_counting/`.
"""

import sys
from itertools import product
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from at_work import stopped_by_ctrl_c
from cugraph_biclique.calls.local_counting import most_neighbours
from cugraph_biclique.host.arrays import array_module, to_host
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting.exact import passes
from cugraph_biclique.preparation.stages import anchor
from cugraph_biclique.request.request import Request

pytestmark = pytest.mark.usefixtures("small_jobs")

UP_TO_4 = list(product(range(1, 5), repeat=2))


def local(G, p, q, **options):
    """The counts of left vertices, right vertices and edges, as dictionaries."""
    left, right = (
        dict(rows(cb.biclique_count_by_vertex(G, p, q, side, **options)))
        for side in ("left", "right")
    )
    by_edge = rows(cb.biclique_count_by_edge(G, p, q, **options))
    return left, right, {(u, v): count for u, v, count in by_edge}


def rows(frame):
    """The rows of a frame, as Python values."""
    return zip(*(frame[name].tolist() for name in frame.columns), strict=True)


def expected(edges, p, q):
    """The same from the oracle, with the vertices and edges that have none."""
    left, right, by_edge = naive.local_counts(edges, p, q)
    return (
        {u: left[u] for u, _ in edges},
        {v: right[v] for _, v in edges},
        {edge: by_edge[edge] for edge in edges},
    )


def check_sums_of_roots(edges, p, q, parts, engine):
    """The sums over the sets of every n-th root add up to those of all roots."""
    request = Request(graphs.as_frame(edges), engine=engine, progress=False)
    anchored = anchor(request.graph, p, q, request.resources)
    backend, graph = request.backend, anchored.graph
    (total,) = backend.count(anchored, [anchored.least], Trace(), False)
    [add] = passes(anchored.least, most_neighbours(anchored), total)
    part = array_module(graph.grown_weight).arange(len(graph.grown_weight)) % parts
    some = [
        backend.set_sums(
            anchored._replace(graph=graph._replace(is_root=part == number)),
            add, True, Trace(), False,
        )
        for number in range(parts)
    ]  # fmt: skip
    whole = backend.set_sums(anchored, add, True, Trace(), False)
    for name in ("grown", "kept", "edges"):
        sums = [to_host(getattr(each, name)) for each in (*some, whole)]
        assert sum(sums[:-1]).tolist() == sums[-1].tolist()
    assert sum(each.total for each in some) == whole.total


def check_sums(found, total, p, q):
    left, right, by_edge = (sum(counts.values()) for counts in found)
    assert (left, right, by_edge) == (p * total, q * total, p * q * total)


@given(edges=graphs.labelled_bipartite_edges(max_width=90), pq=st.sampled_from(UP_TO_4))
def test_any_graph_counts_as_the_oracle(engine, edges, pq):
    frame = graphs.as_frame(edges)
    found = local(frame, *pq, engine=engine)
    assert found == expected(edges, *pq)
    check_sums(found, cb.biclique_count(frame, *pq, engine=engine), *pq)


@given(edges=graphs.bipartite_edges(), pq=st.sampled_from(UP_TO_4))
def test_exchanging_the_sides_exchanges_p_and_q(engine, edges, pq):
    p, q = pq
    left, right, by_edge = local(graphs.as_frame(edges), p, q, engine=engine)
    mirrored = local(graphs.as_frame(graphs.transposed(edges)), q, p, engine=engine)
    assert mirrored == (right, left, {(v, u): n for (u, v), n in by_edge.items()})


@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_irregular_graphs_count_as_the_oracle(name, engine):
    edges = sorted(set(graphs.IRREGULAR[name]))
    if len({u for u, _ in edges}) > len({v for _, v in edges}):
        edges = graphs.transposed(edges)  # the oracle chooses among the left vertices
    frame = graphs.as_frame(edges)
    few = frame["user"].nunique() <= 40
    for p, q in [(2, 2), (2, 3), (3, 2), (3, 4)] if few else [(2, 2), (2, 3)]:
        found = local(frame, p, q, engine=engine)
        assert found == expected(edges, p, q), (p, q)
        check_sums(found, cb.biclique_count(frame, p, q, engine=engine), p, q)


def test_complete_graphs_follow_the_closed_form(engine):
    for n_left, n_right, p, q in [
        (9, 7, 2, 2),
        (9, 7, 4, 3),
        (4, 90, 3, 2),
        (8, 8, 8, 8),
    ]:
        left, right, by_edge = local(
            graphs.as_frame(graphs.complete(n_left, n_right)), p, q, engine=engine
        )
        one_left, one_right = comb(n_left - 1, p - 1), comb(n_right - 1, q - 1)
        assert set(left.values()) == {one_left * comb(n_right, q)}
        assert set(right.values()) == {comb(n_left, p) * one_right}
        assert set(by_edge.values()) == {one_left * one_right}


@pytest.mark.parametrize(
    ("p", "q"),
    [
        (2, 31),
        (2, 32),
        (2, 33),
        (3, 40),
        (2, 150),
        (1, 33),
        (1, 150),
        (150, 2),
        (33, 1),
    ],
)
def test_counts_beyond_64_bits_are_exact(p, q, engine):
    # C(n, 33) passes 2^63 at n = 67; a second part has other counts
    wide = graphs.complete(5, 300) + [(9, v) for v in range(299)]
    more = [(100 + u, 1000 + v) for u in range(4) for v in range(66 + u)]
    edges = wide + more
    if p > q:
        edges = graphs.transposed(edges)
    frame = graphs.as_frame(edges)
    found = local(frame, p, q, engine=engine)
    few = (graphs.transposed(edges), q, p) if p > q else (edges, p, q)
    left, right, by_edge = expected(*few)
    if p > q:
        by_edge = {(u, v): n for (v, u), n in by_edge.items()}
        left, right = right, left
    assert found == (left, right, by_edge)


def test_counts_are_int64_exactly_where_all_fit(engine):
    for n, dtype in [(66, np.int64), (67, object)]:
        frame = graphs.as_frame(graphs.complete(2, n))
        found = cb.biclique_count_by_vertex(frame, 2, 33, "left", engine=engine)
        assert found["count"].dtype == dtype
        assert found["count"].tolist() == [comb(n, 33)] * 2
        assert all(type(count) is int for count in found["count"].tolist())
        found = cb.biclique_count_by_vertex(frame, 1, 33, "left", engine=engine)
        assert found["count"].dtype == dtype


# Frames


def test_frames_have_the_labels_and_names_of_the_caller(engine):
    edges = pd.DataFrame(
        {"item": np.array([7, 5, 7, 5, 5], np.int16), "user": list("abbab")}
    )
    by_user = cb.biclique_count_by_vertex(
        edges, 2, 2, "left", left="user", right="item", engine=engine
    )
    assert by_user.to_dict("list") == {"vertex": ["a", "b"], "count": [1, 1]}
    by_item = cb.biclique_count_by_vertex(edges, 1, 2, "left", engine=engine)
    assert by_item["vertex"].dtype == np.int16
    assert by_item.to_dict("list") == {"vertex": [5, 7], "count": [1, 1]}
    by_edge = cb.biclique_count_by_edge(edges, 2, 2, engine=engine)
    assert by_edge.to_dict("list") == {
        "item": [5, 5, 7, 7],
        "user": ["a", "b", "a", "b"],
        "count": [1, 1, 1, 1],
    }
    assert by_edge["item"].dtype == np.int16 and by_edge["count"].dtype == np.int64


@pytest.mark.parametrize(("p", "q"), [(1, 1), (1, 3), (2, 2), (3, 2)])
def test_an_empty_graph_has_empty_frames(p, q, engine):
    empty = graphs.as_frame([])
    by_vertex = cb.biclique_count_by_vertex(empty, p, q, "right", engine=engine)
    assert by_vertex.columns.tolist() == ["vertex", "count"] and not len(by_vertex)
    by_edge = cb.biclique_count_by_edge(empty, p, q, engine=engine)
    assert by_edge.columns.tolist() == ["user", "item", "count"] and not len(by_edge)


def test_vertices_without_edges_have_zero(engine):
    graph = cb.BipartiteGraph(
        np.array([0, 0, 2, 4]), np.array([0, 2, 0, 2], np.int32),
        np.array([0, 2, 2, 4]), np.array([1, 2, 1, 2], np.int32),
        pd.Index(list("abc")), pd.Index(list("xyz")),
    )  # fmt: skip
    for p, q, counts in [(2, 2, [0, 1, 1]), (1, 2, [0, 1, 1]), (2, 3, [0, 0, 0])]:
        found = cb.biclique_count_by_vertex(graph, p, q, "left", engine=engine)
        assert found["count"].tolist() == counts
    assert local(graph, 2, 1, engine=engine)[1] == {"x": 1, "y": 0, "z": 1}


@pytest.mark.parametrize("side", ["both", None, 0])
def test_a_side_is_left_or_right(side):
    frame = graphs.as_frame(graphs.crown(3))
    with pytest.raises(ValueError, match=r"side=.* is unknown: pass 'left' or 'right'"):
        cb.biclique_count_by_vertex(frame, 2, 2, side)


def test_columns_of_the_answer_need_three_names():
    frame = pd.DataFrame({"count": [1, 2], "item": [3, 4]})
    with pytest.raises(ValueError, match=r"'count' and 'item'.*rename a column of G"):
        cb.biclique_count_by_edge(frame, 2, 2)
    assert len(cb.biclique_count_by_vertex(frame, 2, 2, "left")) == 2


# The plain count of a complete graph takes no time, as it merges twins. The sums over
# its sets take hours: they are the second stage with this name.
ENDLESS = """
import logging
import cugraph_biclique as cb
import graphs

class Listener(logging.Handler):
    seen = 0
    def emit(self, record):
        if record.getMessage() == "count: begins":
            self.seen += 1
            if self.seen == 2:
                when_at_work(lambda: print("at work", flush=True))

def run(n):
    frame = graphs.as_frame(graphs.complete(n, n))
    cb.biclique_count_by_edge(frame, 8, 8, engine="cpu")

run(9)  # compiles
logger = logging.getLogger("cugraph_biclique")
logger.setLevel(logging.INFO)
logger.addHandler(Listener())
run(50)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_stops_the_sums():
    _, message = stopped_by_ctrl_c(ENDLESS, "at work")
    assert message.endswith("KeyboardInterrupt")


@pytest.mark.parametrize("parts", [1, 3, 40])  # some without roots
@pytest.mark.parametrize(("p", "q"), [(2, 3), (4, 3)])
def test_the_sums_of_some_roots_add_up(p, q, parts, engine):
    edges = graphs.random_graph(12, 10, 0.6, seed=2)
    check_sums_of_roots(edges, p, q, parts, engine)
