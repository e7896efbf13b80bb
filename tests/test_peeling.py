# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wing numbers and tip numbers, against peeling from the definition and closed forms.

Modules: `api/peeling.py`, `calls/peeling.py`, `peeling/`.
"""

import sys

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from at_work import stopped_by_ctrl_c
from cugraph_biclique.data import southern_women
from cugraph_biclique.local_counting import priority
from cugraph_biclique.peeling import room, windows
from cugraph_biclique.peeling.cpu import tips, wings

pytestmark = pytest.mark.usefixtures("small_jobs")

SIDES = ["left", "right"]


@pytest.fixture(params=["as-released", "small"], scope="class")
def sizes(request):
    """The sizes of windows and of phases for one thread as released, and small ones, so
    that small graphs have many windows, and all threads take part."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "small":
            patch.setattr(windows, "LEAST_ITEMS", 2)
            patch.setattr(windows, "ITEMS_PER_ROOT", 0)
            patch.setattr(windows, "SAMPLED", 1)
            for rounds in (wings.EdgeRounds, tips.VertexRounds):
                defaults = rounds.__init__.__defaults__
                patch.setattr(rounds.__init__, "__defaults__", (0,) * len(defaults))
        yield


def wing_numbers(G, **options):
    frame = cb.bitruss(G, **options)
    left, right, wing = (frame[name].tolist() for name in frame.columns)
    return dict(zip(zip(left, right, strict=True), wing, strict=True))


def tip_numbers(G, side, **options):
    frame = cb.tip(G, side, **options)
    return dict(zip(frame["vertex"].tolist(), frame["tip"].tolist(), strict=True))


def sided(edges, side):
    """The edges, with a side on the left."""
    return edges if side == "left" else graphs.transposed(edges)


def check(edges, engine):
    frame = graphs.as_frame(edges)
    assert wing_numbers(frame, engine=engine) == naive.wing_numbers(edges)
    for side in SIDES:
        expected = naive.tip_numbers(sided(edges, side))
        assert tip_numbers(frame, side, engine=engine) == expected


# Numbers


@given(edges=graphs.bipartite_edges(max_vertices=7, max_width=9))
def test_any_graph_peels_as_the_oracle(engine, sizes, edges):
    check(edges, engine)


@given(edges=graphs.labelled_bipartite_edges(max_vertices=4, max_width=4))
def test_numbers_go_with_their_labels(engine, edges):
    check(edges, engine)


@pytest.mark.parametrize(("n_left", "n_right"), [(1, 9), (2, 2), (3, 8), (70, 9)])
def test_complete_graphs_follow_the_closed_form(n_left, n_right, engine, sizes):
    frame = graphs.as_frame(graphs.complete(n_left, n_right))
    wing = (n_left - 1) * (n_right - 1)
    assert set(wing_numbers(frame, engine=engine).values()) == {wing}
    for side, (own, other) in {
        "left": (n_left, n_right),
        "right": (n_right, n_left),
    }.items():
        tip = (own - 1) * other * (other - 1) // 2
        assert set(tip_numbers(frame, side, engine=engine).values()) == {tip}


@pytest.mark.parametrize(
    "edges", [graphs.path(9), graphs.cycle(5), graphs.star(7), graphs.matching(5)]
)
def test_graphs_without_butterflies_have_zeros(edges, engine):
    frame = graphs.as_frame(edges)
    assert set(wing_numbers(frame, engine=engine).values()) == {0}
    assert set(tip_numbers(frame, "left", engine=engine).values()) == {0}


def test_levels_are_those_of_each_part(engine, sizes):
    # Complete graphs of their own, joined by paths, keep their numbers.
    edges = [((n, u), (n, v)) for n in range(2, 9) for u, v in graphs.complete(n, n)]
    edges += [((n, 0), (n + 1, 0)) for n in range(2, 8)]
    found = wing_numbers(graphs.as_frame(edges), engine=engine)
    assert found == {(u, v): (u[0] - 1) ** 2 if u[0] == v[0] else 0 for u, v in edges}


def test_a_real_graph(engine, sizes):
    women = southern_women()
    check(list(women.itertuples(index=False, name=None)), engine)
    wings = cb.bitruss(women, engine=engine)
    assert wings.columns.tolist() == ["woman", "event", "wing"]
    assert wings["wing"].dtype == np.int64 and int(wings["wing"].max()) == 12


GRAPHS = {
    "random": graphs.random_graph(60, 80, 0.2, seed=3),
    "blocks": graphs.planted_blocks(60, blocks=4, size=9, noise=0.05, seed=7),
    "wide": graphs.wide_both(150, seed=12),
    "uneven": graphs.random_graph(90, 10, 0.5, seed=5),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_the_k_bitruss_is_what_its_definition_says(name, engine, sizes):
    frame = graphs.as_frame(GRAPHS[name])
    edges = cb.bitruss(frame, engine=engine)
    counts = cb.biclique_count_by_edge(frame, 2, 2, engine="cpu")["count"]
    assert (edges["wing"] <= counts).all()
    for k in np.unique(edges["wing"])[1::5]:
        inside = edges[edges["wing"] >= k].drop(columns="wing")
        assert cb.biclique_count_by_edge(inside, 2, 2)["count"].min() >= k
        # No larger subgraph has as many: the others go one after the other.
        rest = frame.drop_duplicates()
        while len(rest) > len(inside):
            counted = cb.biclique_count_by_edge(rest, 2, 2)
            few = counted["count"] < k
            assert few.any()
            rest = counted[~few].drop(columns="count")
        assert len(rest) == len(inside)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", GRAPHS)
def test_the_k_tip_is_what_its_definition_says(name, side, engine, sizes):
    edges = sided(GRAPHS[name], side)
    assert tip_numbers(
        graphs.as_frame(GRAPHS[name]), side, engine=engine
    ) == naive.tip_numbers(edges)


@given(edges=graphs.bipartite_edges(), copies=st.integers(2, 3))
def test_exchanged_sides_and_unions_keep_their_numbers(engine, edges, copies):
    of_one = wing_numbers(graphs.as_frame(edges), engine=engine)
    mirrored = wing_numbers(graphs.as_frame(graphs.transposed(edges)), engine=engine)
    assert mirrored == {(v, u): wing for (u, v), wing in of_one.items()}
    union = graphs.disjoint_union(*[edges] * copies)
    found = wing_numbers(graphs.as_frame(union), engine=engine)
    for (u, v), wing in found.items():
        assert wing == of_one[u[1], v[1]]


@pytest.mark.parametrize("name", ["moreno_crime", "unicodelang", "opsahl-ucforum"])
def test_engines_and_sizes_agree_on_real_graphs(name, engine, sizes, known_graph):
    frame = known_graph(name)
    wing = cb.bitruss(frame, engine=engine)["wing"]
    counts = cb.biclique_count_by_edge(frame, 2, 2, engine="cpu")["count"]
    assert (wing <= counts).all()
    k = int(wing.max())
    inside = frame.drop_duplicates().sort_values(["u", "v"])[wing.to_numpy() >= k]
    assert cb.biclique_count_by_edge(inside, 2, 2)["count"].min() >= k
    for side in SIDES:
        assert cb.tip(frame, side, engine=engine).equals(
            cb.tip(frame, side, engine="cpu")
        )
    assert cb.bitruss(frame, engine="cpu")["wing"].equals(wing)


# Frames, arguments and progress


def test_frames_have_the_labels_and_names_of_the_caller(engine):
    edges = pd.DataFrame(
        {"item": np.array([7, 5, 7, 5, 5], np.int16), "user": list("abbab")}
    )
    by_user = cb.tip(edges, "left", left="user", right="item", engine=engine)
    assert by_user.to_dict("list") == {"vertex": ["a", "b"], "tip": [1, 1]}
    by_edge = cb.bitruss(edges, engine=engine)
    assert by_edge.to_dict("list") == {
        "item": [5, 5, 7, 7],
        "user": ["a", "b", "a", "b"],
        "wing": [1, 1, 1, 1],
    }
    assert by_edge["item"].dtype == np.int16 and by_edge["wing"].dtype == np.int64


def test_an_empty_graph_has_empty_frames(engine):
    empty = graphs.as_frame([])
    assert cb.bitruss(empty, engine=engine).columns.tolist() == ["user", "item", "wing"]
    found = cb.tip(empty, "right", engine=engine)
    assert found.columns.tolist() == ["vertex", "tip"] and not len(found)


def test_vertices_without_edges_have_zero(engine):
    graph = cb.BipartiteGraph(
        np.array([0, 0, 2, 4]), np.array([0, 2, 0, 2], np.int32),
        np.array([0, 2, 2, 4]), np.array([1, 2, 1, 2], np.int32),
        pd.Index(list("abc")), pd.Index(list("xyz")),
    )  # fmt: skip
    assert tip_numbers(graph, "left", engine=engine) == {"a": 0, "b": 1, "c": 1}
    assert tip_numbers(graph, "right", engine=engine) == {"x": 1, "y": 0, "z": 1}
    assert set(wing_numbers(graph, engine=engine).values()) == {1}


def test_a_side_is_left_or_right():
    with pytest.raises(ValueError, match=r"side='both' is unknown: pass 'left' or"):
        cb.tip(graphs.as_frame(graphs.crown(3)), "both")


def test_columns_of_the_answer_need_three_names():
    frame = pd.DataFrame({"wing": [1, 2], "item": [3, 4]})
    with pytest.raises(ValueError, match=r"three names with 'wing': rename a column"):
        cb.bitruss(frame)
    assert len(cb.tip(frame, "left")) == 2


def test_an_index_that_exceeds_the_budget_is_not_made():
    frame = graphs.as_frame(graphs.complete(40, 50))
    message = r"memory_budget=100,000 bytes .* of 39,000 paths .* takes ([\d,]+) bytes"
    with pytest.raises(cb.MemoryBudgetError, match=message) as raised:
        cb.bitruss(frame, engine="cpu", memory_budget=100_000)
    needed = int(str(raised.value).split("takes ")[1].split()[0].replace(",", ""))
    assert set(wing_numbers(frame, engine="cpu", memory_budget=needed).values()) == {
        39 * 49
    }


def test_a_graph_that_is_too_large_is_refused(monkeypatch):
    frame = graphs.as_frame(graphs.complete(4, 5))
    monkeypatch.setattr(room, "MOST_IDS", 19)
    with pytest.raises(ValueError, match=r"G has 20 edges, and 6 pairs .* most 19 of"):
        cb.bitruss(frame, engine="cpu")
    monkeypatch.setattr(priority, "MOST_VERTICES", 8)
    for call in (cb.bitruss, lambda G, **options: cb.tip(G, "left", **options)):
        with pytest.raises(ValueError, match=r"9 vertices and 20 edges, .* a part of"):
            call(frame, engine="cpu")


def test_progress_ends_with_all_items(engine, sizes):
    frame = graphs.as_frame(GRAPHS["random"])
    for call, n in (
        (cb.bitruss, len(frame.drop_duplicates())),
        (lambda G, **options: cb.tip(G, "left", **options), frame["user"].nunique()),
    ):
        seen = []
        call(frame, engine=engine, progress=lambda *done, seen=seen: seen.append(done))
        assert seen[-1] == (n, n)
        last = [done for done, total in seen if total == n]
        assert last[-1] == n


PEELED = """
import cugraph_biclique as cb
import graphs

when_at_work(lambda: print("at work", flush=True))
frame = graphs.as_frame(graphs.random_graph(700, 700, 0.2, seed=1))
print("made", flush=True)
cb.bitruss(frame, engine="cpu")
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_ctrl_c_stops_the_peeling():
    _, message = stopped_by_ctrl_c(PEELED, "made", "at work")
    assert message.endswith("KeyboardInterrupt")
