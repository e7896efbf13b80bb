# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The work of the CPU engine on fixed graphs: no change may raise it unnoticed.

Modules: `search/cpu/`, `counting/cpu/`.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
import work_table
from benchmarks.shared import clock, work
from calls import resources
from cugraph_biclique.preparation.stages import anchor
from cugraph_biclique.search.stars import count_stars


@pytest.mark.parametrize("name", work_table.GRAPHS)
def test_the_work_of_fixed_graphs_is_that_of_the_table(name):
    lines = work_table.changes(work_table.expected()[name], work_table.measured(name))
    assert not lines, (
        f"the work of the graph {name!r} has changed. If this is intended, run "
        f"{work_table.COMMAND} and commit the table"
    )


def test_the_table_has_work_of_each_kind():
    """So that a change of any part of the engine shows."""
    table = work_table.expected()
    assert list(table) == list(work_table.GRAPHS)
    for of in ("maximal", "3, 3", "5, 4"):
        for figure in table["random"][of]:
            assert any(graph[of][figure] for graph in table.values()), (of, figure)


def test_changes_are_those_above_the_tolerance():
    expected = {"maximal": {"tests": 1000, "words": 1000, "equal": 0, "steps": 500}}
    found = {"maximal": {"tests": 1010, "words": 989, "equal": 1, "steps": 506}}
    assert work_table.changes(expected, expected) == []
    assert work_table.changes(expected, found) == [
        "maximal: equal rises from 0 to 1",
        "maximal: steps rises from 500 to 506",
        "maximal: words falls from 1,000 to 989",
    ]
    assert work_table.changes({}, {"3, 3": {"pairs": 7}}) == [
        "3, 3: pairs rises from 0 to 7"
    ]


def test_the_command_writes_the_table(tmp_path, monkeypatch, capsys):
    table = work_table.expected()
    table["southern women"]["maximal"]["tests"] += 50
    monkeypatch.setattr(work_table, "FILE", tmp_path / "table.json")
    only = {"southern women": work_table.GRAPHS["southern women"]}
    monkeypatch.setattr(work_table, "GRAPHS", only)
    work_table.FILE.write_text(json.dumps(table))
    work_table.main()
    said, where = capsys.readouterr().out.splitlines()
    assert said.startswith("southern women: maximal: tests falls from ")
    assert where.endswith("table.json")
    right = work_table.measured("southern women")
    assert work_table.expected() == {"southern women": right}


# The figures


@given(graphs.bipartite_edges())
def test_tests_that_succeed_are_the_bicliques(edges):
    ready = work.prepared(graphs.as_frame(edges))
    found = work.searched(ready)
    maximal = found["tests"] - found["contained"] + count_stars(ready, work.CPU)
    assert maximal == len(naive.maximal_bicliques(edges))


@given(graphs.bipartite_edges(), st.integers(2, 4), st.integers(2, 4))
def test_a_count_by_steps_is_the_count(edges, p, q):
    frame = graphs.as_frame(edges)
    anchored = anchor(cb.bipartite_graph(frame), p, q, resources())
    assert work.Count(anchored).total == naive.biclique_count(edges, p, q)


@pytest.mark.parametrize("n", [70, 100])
def test_the_work_of_a_star_of_rows(n):
    """One root of n members, and n roots of none: a path is swept once."""
    edges = [(u, 0) for u in range(n)] + [(u, 1 + u) for u in range(n)]
    edges += [(n + u, 1 + u) for u in range(n)]
    found = work.searched(work.prepared(graphs.as_frame(edges)))
    assert found["roots"] == n + 1
    assert found["wide_roots"] == 1
    assert found["swept"] == n * 2 + n * 3
    assert found["steps"] == found["wide_steps"] == 0


@pytest.mark.slow
def test_seconds_by_kind_are_those_of_a_search():
    if not clock.HAS_COUNTER:
        assert clock.seconds_by_kind(None) is None
        return
    edges = graphs.random_graph(150, 60, 0.6, seed=1)
    found = clock.seconds_by_kind(work.prepared(graphs.as_frame(edges)))
    assert list(found) == list(clock.KINDS)
    assert min(found.values()) >= 0
    assert sum(found.values()) > 0
