# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Answers about cuDF frames are cuDF frames, with the values of the CPU engine.

Modules: `results/cudf_frames.py`.
"""

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs

pytestmark = pytest.mark.gpu

EDGES = graphs.random_graph(30, 26, 0.35, seed=31)


def by_vertex(edges, **engine):
    return cb.biclique_count_by_vertex(edges, 2, 2, "left", **engine)


def by_edge(edges, **engine):
    return cb.biclique_count_by_edge(edges, 3, 2, **engine)


def edges_of_core(edges, **engine):
    return cb.core(edges, 6, 6, **engine)


def listed(edges, **engine):
    (batch,) = cb.iter_bicliques(edges, 3, 3, batch_size=10**6, **engine)
    return batch


def containing(edges, **engine):
    return cb.maximal_bicliques(
        edges, containing={"right": "v3"}, sort=True, **engine
    ).left


def of_families(edges, **engine):
    return (
        cb.maximal_bicliques(edges, min_left=3, sort=True, **engine)
        .families(0.9)
        .summary
    )


def members_of_families(edges, **engine):
    return (
        cb.maximal_bicliques(edges, min_left=3, sort=True, **engine).families(0.9).right
    )


def missing(edges, **engine):
    return cb.maximal_bicliques(edges, min_left=3, min_right=3, **engine).missing()


def covers(edges, **engine):
    return cb.maximal_bicliques(edges, min_left=3, sort=True, **engine).covers()


def cover(edges, **engine):
    return cb.maximal_bicliques(edges, min_left=3, **engine).cover(5).sizes


def p_values(edges, **engine):
    found = cb.maximal_bicliques(edges, min_left=3, sort=True, **engine)
    return found.p_values(draws=3, seed=1)


def random_graph(edges, **engine):
    (drawn,) = cb.random_graphs(edges, 1, 4, **engine)
    return drawn


def vertices(edges, **engine):
    return cb.maximal_bicliques(edges, sort=True, **engine).vertices(
        "right", "surprise"
    )


def largest(edges, **engine):
    return cb.largest_bicliques(edges, 4, **engine).right


ANSWERS = [
    by_vertex, by_edge, edges_of_core, listed, containing, of_families,
    members_of_families, missing, covers, cover, p_values, random_graph, vertices,
    largest,
]  # fmt: skip


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.__name__)
def test_answers_are_those_of_the_cpu_engine(answer):
    cudf = pytest.importorskip("cudf")
    host = graphs.as_frame([(f"u{u}", f"v{v}") for u, v in EDGES])
    found, expected = answer(cudf.from_pandas(host)), answer(host, engine="cpu")
    assert isinstance(found, cudf.DataFrame)
    assert len(expected)
    pd.testing.assert_frame_equal(found.to_pandas(), expected, check_dtype=False)


def test_counts_beyond_64_bits_are_decimals():
    cudf = pytest.importorskip("cudf")
    host = graphs.as_frame(graphs.complete(3, 80))
    counts = cb.biclique_count_by_edge(cudf.from_pandas(host), 3, 38)["count"]
    assert isinstance(counts.dtype, cudf.Decimal128Dtype)
    expected = cb.biclique_count_by_edge(host, 3, 38, engine="cpu")["count"]
    assert list(map(int, counts.to_arrow().to_pylist())) == expected.tolist()
    with pytest.raises(OverflowError, match="pass G in host memory"):
        cb.biclique_count_by_vertex(
            cudf.from_pandas(graphs.as_frame(graphs.complete(2, 200))), 2, 100, "left"
        )


def test_cugraph_graphs_take_plain_labels():
    cudf, cugraph = pytest.importorskip("cudf"), pytest.importorskip("cugraph")
    pairs = [(u, 100 + v) for u, v in EDGES]
    frame = cudf.DataFrame(pairs, columns=["src", "dst"])
    graph = cugraph.Graph()
    graph.from_cudf_edgelist(frame, source="src", destination="dst")
    found = cb.maximal_bicliques(graph, containing=[103, 104], sort=True)
    every = cb.maximal_bicliques(graphs.as_frame(pairs), sort=True, engine="cpu")
    sides = [(set(left), set(right)) for left, right in every]
    expected = [
        pair for pair in sides if {103, 104} <= pair[0] or {103, 104} <= pair[1]
    ]
    assert len(found) == len(expected) > 1
