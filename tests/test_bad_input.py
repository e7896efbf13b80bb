# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every bad argument is one clear error, and nothing is guessed.

The tables are in `bad_input`: what is refused by each call that takes the argument,
with the whole message; what is accepted, with its edges; and what the messages advise.

Modules: `arguments.py`, `request/containing.py`, `inputs/label_checks.py`.
"""

import inspect
import re
import warnings

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import naive
from bad_input import (
    accepted,
    advice,
    edges,
    frames,
    kinds,
    label_types,
    labels,
    limits,
    networks,
    options,
    over_dask,
    pairs,
)

TABLES = frames, kinds, pairs, labels, label_types, limits, networks, options
CASES = [case for table in TABLES for case in table.CASES]
CALLS = [
    cb.bipartite_graph,
    cb.maximal_bicliques,
    cb.maximal_biclique_count,
    cb.maximal_biclique_sizes,
    cb.estimate_maximal_bicliques,
    cb.iter_maximal_bicliques,
    cb.write_maximal_bicliques,
    cb.write_groups,
    cb.biclique_count,
    cb.biclique_counts,
    cb.project,
    cb.core,
    cb.core_numbers,
    cb.iter_bicliques,
    cb.significance,
    cb.random_graphs,
    cb.biclique_count_by_vertex,
    cb.biclique_count_by_edge,
    cb.bitruss,
    cb.tip,
]
NEEDED = {
    "p": 2, "q": 2, "max_p": 2, "max_q": 2, "alpha": 2, "beta": 2, "seed": 1,
    "draws": 2, "side": "left",
}  # fmt: skip


def by_name(cases):
    """Test ids: the names of cases."""
    return {"argvalues": cases, "ids": [case.name for case in cases]}


def pattern(message):
    """A pattern for a whole message, an ellipsis of which may be anything."""
    return ".*".join(map(re.escape, message.split("…")))


def arguments_of(call, path):
    """What a call needs beside its graph."""
    names = inspect.signature(call).parameters.values()
    needed = NEEDED | {"path": path}
    return {
        each.name: needed[each.name]
        for each in names
        if each.default is each.empty and each.name in needed
    }


def refuse(call, case, **others):
    """See that a call raises the error of a case, and no other."""
    G = case.G()
    with warnings.catch_warnings(), pytest.raises(Exception) as raised:
        warnings.simplefilter("ignore")  # of SciPy, about what is damaged
        call(G, **others | case.arguments)
    assert type(raised.value) is case.error
    assert re.fullmatch(pattern(case.message), str(raised.value), re.DOTALL)


def takes(call, case):
    """Whether a call has all the arguments of a case."""
    if call.__name__ == "project" and "alpha" in case.arguments:
        return False  # a rate here, and a degree elsewhere
    return set(case.arguments) <= set(inspect.signature(call).parameters)


@pytest.mark.parametrize("case", **by_name(CASES))
def test_a_bad_argument_is_one_clear_error(case, tmp_path):
    calls = [call for call in CALLS if takes(call, case)]
    for call in calls:
        refuse(call, case, **arguments_of(call, tmp_path / "found"))
    assert calls
    assert list(tmp_path.iterdir()) == []


def test_the_tables_are_large_and_no_name_is_twice():
    names = [case.name for case in CASES]
    assert len(names) == len(set(names)) > 200


def test_no_message_is_long():
    assert max(len(case.message) for case in CASES) < 900


@pytest.mark.parametrize("case", **by_name(over_dask.CASES))
def test_a_bad_argument_over_dask_is_one_clear_error(case, client, tmp_path):
    over = pytest.importorskip("cugraph_biclique.dask")
    others = "Dask", "Partition", "bipartite_graph"
    names = [name for name in over.__all__ if not name.startswith(others)]
    calls = [getattr(over, name) for name in names]
    for call in filter(lambda call: takes(call, case), calls):
        refuse(call, case, **arguments_of(call, tmp_path / "found"))


# What is accepted


def edges_of(graph):
    """The edges of a graph, as pairs of labels."""
    left = np.repeat(np.arange(graph.n_left), np.diff(graph.left_indptr))
    lefts = pd.Series(graph.left_labels.take(left)).tolist()
    rights = pd.Series(graph.right_labels.take(graph.left_indices)).tolist()
    return list(zip(lefts, rights, strict=True))


def types_of(edge):
    """The types of labels, with those of Python in place of NumPy's."""
    return [type(v.item() if isinstance(v, np.generic) else v) for v in edge]


@pytest.mark.filterwarnings("ignore:the matrix subclass")  # of NumPy
@pytest.mark.parametrize("case", **by_name(accepted.CASES))
def test_nothing_is_guessed(case):
    graph = cb.bipartite_graph(case.G(), **case.arguments)
    found = edges_of(graph)
    assert sorted(found, key=repr) == sorted(case.edges, key=repr)
    ordered = sorted(case.edges, key=found.index)
    assert list(map(types_of, found)) == list(map(types_of, ordered))
    bicliques = cb.maximal_bicliques(case.G(), engine="cpu", **case.arguments)
    assert {
        (frozenset(left), frozenset(right)) for left, right in bicliques
    } == naive.maximal_bicliques(case.edges)


# What is advised


@pytest.mark.parametrize("case", **by_name(advice.CASES))
def test_advice_that_is_followed_gives_the_right_edges(case):
    G = case.G()
    with pytest.raises((TypeError, ValueError)) as raised:
        cb.bipartite_graph(G)
    assert case.advice in str(raised.value)
    graph = cb.bipartite_graph(case.follow(G), **case.arguments)
    assert sorted(edges_of(graph), key=repr) == sorted(case.edges, key=repr)


def test_half_a_character_is_a_label_that_parquet_cannot_hold(tmp_path):
    frame = pd.DataFrame({"user": [1, 2], "item": ["x", "\ud800"]}, dtype=object)
    assert cb.maximal_biclique_count(frame) == 2
    pytest.importorskip("pyarrow")
    with pytest.raises(TypeError) as raised:
        cb.write_maximal_bicliques(frame, tmp_path / "found")
    assert str(raised.value) == (
        "right labels of G, 'item', such as '\\ud800' are not valid Unicode "
        "(surrogates not allowed), but text in Parquet must be: convert them first, "
        "for example with .map(ascii)"
    )
    frame["item"] = frame["item"].map(ascii)
    assert cb.write_maximal_bicliques(frame, tmp_path / "found") == 2


@pytest.mark.parametrize(
    "budget",
    [1 << 62, 10**400, np.uint64(2**64 - 1), "9" * 30, "9999999TB", " 8 gib\n"],
    ids=["2**62", "10**400", "uint64", "30 digits", "terabytes", "blanks"],
)
def test_a_budget_beyond_all_memory_is_no_bound(budget):
    for call in (cb.maximal_biclique_count, cb.maximal_bicliques):
        call(edges(), memory_budget=budget, engine="cpu")


def test_a_batch_may_be_larger_than_any_integer_of_64_bits():
    [batch] = cb.iter_maximal_bicliques(edges(), batch_size=10**5000)
    assert len(batch) == 2
