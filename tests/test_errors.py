# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What is refused, and that the message names the argument, the value and a cure.

Modules: `errors.py`, `arguments.py`, `request/request.py`, `request/sizes.py`.
"""

import re
import signal
import sys

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from at_work import stopped_by_ctrl_c

GRAPH = graphs.as_frame(graphs.crown(4))


def mentions(*words):
    """A pattern for ``match=`` that wants all the words, in any order."""
    return "(?s)" + "".join(f"(?=.*{re.escape(str(word))})" for word in words)


ENUMERATIONS = {
    "maximal_bicliques": cb.maximal_bicliques,
    "maximal_biclique_count": cb.maximal_biclique_count,
    "maximal_biclique_sizes": cb.maximal_biclique_sizes,
    "iter_maximal_bicliques": lambda *a, **k: list(cb.iter_maximal_bicliques(*a, **k)),
}
CALLS = {
    **ENUMERATIONS,
    "biclique_count": lambda graph, **k: cb.biclique_count(graph, 2, 2, **k),
    "biclique_counts": lambda graph, **k: cb.biclique_counts(graph, 2, 2, **k),
    "biclique_count_by_vertex": lambda graph, **k: cb.biclique_count_by_vertex(
        graph, 2, 2, "left", **k
    ),
    "biclique_count_by_edge": lambda graph, **k: cb.biclique_count_by_edge(
        graph, 2, 2, **k
    ),
    "significance": lambda graph, **k: cb.significance(graph, 1, seed=1, **k),
}
every_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
every_enumeration = pytest.mark.parametrize(
    "call", ENUMERATIONS.values(), ids=ENUMERATIONS
)


# Graphs


@every_call
@pytest.mark.parametrize("graph", [None, 5, "edges.csv", {"a": 1}, [(1, 2)]])
def test_a_graph_of_another_kind_is_a_type_error(call, graph):
    with pytest.raises(TypeError, match=mentions(type(graph).__name__)):
        call(graph)


@every_call
def test_a_frame_of_one_column_is_refused(call):
    with pytest.raises(ValueError, match=mentions("column", "user")):
        call(GRAPH[["user"]])


@every_call
@pytest.mark.parametrize("side", ["left", "right"])
def test_an_unknown_column_is_named_with_those_there_are(call, side):
    with pytest.raises(ValueError, match=mentions(side, "usr", "user", "item")):
        call(GRAPH, **{side: "usr"})


@every_call
def test_one_column_cannot_be_both_sides(call):
    with pytest.raises(ValueError, match=mentions("left", "right", "item")):
        call(GRAPH, left="item", right="item")


@every_call
def test_null_labels_are_counted_and_located(call):
    frame = pd.DataFrame({"user": [1.0, np.nan, 2.0, np.nan], "item": list("abcd")})
    with pytest.raises(ValueError, match=mentions("2", "user", "null")):
        call(frame)
    frame = pd.DataFrame({"user": [1, 2, 3], "item": ["a", None, "b"]})
    with pytest.raises(ValueError, match=mentions("1", "item", "null")):
        call(frame)


def test_labels_that_cannot_be_hashed_are_refused():
    frame = pd.DataFrame({"user": [1, 2], "item": [["a"], ["b"]]})
    with pytest.raises(TypeError, match=mentions("item", "hash")):
        cb.maximal_bicliques(frame)


def test_an_odd_cycle_is_shown():
    graph = nx.Graph([("x", "y"), ("y", "z"), ("z", "x"), ("z", "tail")])
    with pytest.raises(cb.NotBipartiteError, match=mentions("'x'", "'y'", "'z'")):
        cb.maximal_bicliques(graph)


def test_an_edge_within_a_declared_side_is_shown():
    graph = nx.Graph([("x", "y"), ("y", "z")])
    nx.set_node_attributes(graph, {"x": 0, "y": 1, "z": 1}, "bipartite")
    with pytest.raises(cb.NotBipartiteError, match=mentions("'y'", "'z'")):
        cb.maximal_bicliques(graph)


# Sizes


@pytest.mark.parametrize("argument", ["p", "q"])
@pytest.mark.parametrize("value", [0, -1])
def test_p_and_q_start_at_one(argument, value):
    arguments = {"p": 2, "q": 2, argument: value}
    with pytest.raises(ValueError, match=mentions(argument, value)):
        cb.biclique_count(GRAPH, **arguments)


@pytest.mark.parametrize("argument", ["p", "q"])
@pytest.mark.parametrize("value", [2.0, "2", None, True, [2]])
def test_p_and_q_are_integers(argument, value):
    arguments = {"p": 2, "q": 2, argument: value}
    with pytest.raises(TypeError, match=mentions(argument, value)):
        cb.biclique_count(GRAPH, **arguments)


@pytest.mark.parametrize("argument", ["max_p", "max_q"])
@pytest.mark.parametrize(("value", "error"), [(0, ValueError), (1.5, TypeError)])
def test_the_table_s_limits_are_positive_integers(argument, value, error):
    arguments = {"max_p": 2, "max_q": 2, argument: value}
    with pytest.raises(error, match=mentions(argument, value)):
        cb.biclique_counts(GRAPH, **arguments)


@every_enumeration
@pytest.mark.parametrize("argument", ["min_left", "min_right"])
@pytest.mark.parametrize(
    ("value", "error"),
    [(0, ValueError), (-3, ValueError), (1.5, TypeError), ("2", TypeError)],
)
def test_minimum_sizes_are_positive_integers(call, argument, value, error):
    with pytest.raises(error, match=mentions(argument, value)):
        call(GRAPH, **{argument: value})


def test_integers_of_numpy_are_integers():
    assert cb.biclique_count(GRAPH, np.int64(1), np.uint8(3)) == 4
    assert cb.maximal_biclique_count(GRAPH, min_left=np.int32(2)) == 4 + 6


@pytest.mark.parametrize(
    ("value", "error"),
    [(0, ValueError), (-1, ValueError), (2.5, TypeError), ("9", TypeError)],
)
def test_batch_sizes_are_positive_integers(value, error):
    with pytest.raises(error, match=mentions("batch_size", value)):
        cb.iter_maximal_bicliques(GRAPH, batch_size=value)
    with pytest.raises(error, match=mentions("batch_size", value)):
        cb.maximal_bicliques(GRAPH).iter_batches(value)


@pytest.mark.parametrize(
    ("k", "by", "error"),
    [(-1, "edges", ValueError), (1, "area", ValueError), ("3", "left", TypeError)],
)
def test_nlargest_wants_a_count_and_a_known_measure(k, by, error):
    found = cb.maximal_bicliques(GRAPH)
    with pytest.raises(error, match=mentions(k if by != "area" else "area")):
        found.nlargest(k, by=by)


@every_call
def test_progress_is_a_switch_or_a_function(call):
    with pytest.raises(TypeError, match=mentions("progress", "str")):
        call(GRAPH, progress="yes")


# Engines and memory


@every_call
def test_an_unknown_engine_is_refused_with_those_there_are(call):
    with pytest.raises(
        ValueError, match=mentions("engine", "tpu", "cpu", "gpu", "auto")
    ):
        call(GRAPH, engine="tpu")


def test_errors_are_of_the_builtin_kinds():
    assert issubclass(cb.NotBipartiteError, ValueError)
    assert issubclass(cb.EngineUnavailableError, RuntimeError)
    assert issubclass(cb.MemoryBudgetError, MemoryError)


@pytest.mark.parametrize("budget", ["8GiB", "512 MiB", "2GB", 8 * 2**30, None])
def test_memory_budgets_that_suffice(budget):
    assert len(cb.maximal_bicliques(GRAPH, memory_budget=budget)) == 2**4 - 2


@pytest.mark.parametrize(
    ("budget", "error"),
    [
        ("lots", ValueError),
        ("8 parsecs", ValueError),
        ("", ValueError),
        (0, ValueError),
        (-5, ValueError),
        ([1], TypeError),
    ],
)
def test_memory_budgets_that_mean_nothing(budget, error):
    for call in (
        cb.maximal_bicliques,
        CALLS["biclique_count"],
        CALLS["biclique_counts"],
    ):
        with pytest.raises(error, match=mentions("memory_budget", budget)):
            call(GRAPH, memory_budget=budget)


def test_a_result_beyond_its_budget_says_which_calls_can_do_it():
    frame = graphs.as_frame(graphs.crown(18))  # 262,142 bicliques
    with pytest.raises(
        cb.MemoryBudgetError, match=mentions("iter_", "write_", "min_left")
    ):
        cb.maximal_bicliques(frame, memory_budget="2MiB")


# Ctrl-C

ENDLESS = """
import cugraph_biclique as cb, pandas as pd, random
chance = random.Random(1)
def graph(n):
    pairs = [(u, v) for u in range(n) for v in range(n) if chance.random() < 0.9]
    return pd.DataFrame(pairs, columns=["user", "item"])
small, endless = graph(12), graph(300)
def run(G):
    {call}
run(small)  # compiles
when_at_work(lambda: print("at work", flush=True))
run(endless)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize(
    "call",
    [
        "cb.maximal_bicliques(G, engine='cpu')",
        "cb.maximal_biclique_count(G, engine='cpu')",
        "for _ in cb.iter_maximal_bicliques(G, engine='cpu'): pass",
        "cb.biclique_count(G, 40, 40, engine='cpu')",
        "cb.biclique_counts(G, 40, 40, engine='cpu')",
    ],
)
def test_ctrl_c_stops_the_work(call):
    status, message = stopped_by_ctrl_c(ENDLESS.replace("{call}", call), "at work")
    assert message.endswith("KeyboardInterrupt")
    assert status == -signal.SIGINT
