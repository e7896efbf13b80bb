# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Shares of a partition, and of a single root, find what the whole has, each once."""

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
import naive
from cugraph_biclique.counting import table_runs
from cugraph_biclique.dask import tasks
from cugraph_biclique.dask.partitioning import Part
from cugraph_biclique.dask.shares import share_of

SIDES = {"left": ("left", "right"), "right": ("right", "left")}  # grown, kept


def whole(edges, grow):
    """The frame of a graph, each of whose roots is a partition."""
    frame = pd.DataFrame(sorted(set(edges)), columns=["left", "right"])
    degree = frame.groupby(SIDES[grow][0]).size().sort_values(kind="stable")
    rank = pd.Series(range(len(degree)), index=degree.index)
    frame["rank"] = frame[SIDES[grow][0]].map(rank).astype("int64")
    return frame.assign(home=frame["rank"])


def tasks_below(edges, grow, engine, of, again, min_left=1, min_right=1):
    """A task for each share of each root, and for each share of those if `again`."""
    frame = whole(edges, grow)
    options = tasks.Options(grow, min_left, min_right, engine, "1GB")
    for root in frame["rank"].unique():
        for which in range(of):
            share = share_of(frame, root, grow, False, which, of)
            part = Part(int(root), (which,), 1, 1, 1, None)
            for half in (0, 1) if again else ():
                halved = share_of(share, root, grow, True, half, 2)
                yield tasks.Task(part, halved, options)
            if not again:
                yield tasks.Task(part, share, options)


@given(
    graphs.bipartite_edges(max_vertices=7, max_width=12),
    st.sampled_from(sorted(SIDES)),
    st.integers(1, 3),
    st.booleans(),
)
def test_shares_of_single_roots_find_the_oracle_s(engine, edges, grow, of, again):
    listed = [
        pair
        for task in tasks_below(edges, grow, engine, of, again)
        for pair in graphs.as_list(tasks.enumerate_(task))
    ]
    assert len(listed) == len(set(listed))
    assert set(listed) == naive.maximal_bicliques(edges)


@pytest.mark.parametrize("grow", SIDES)
@pytest.mark.parametrize(("min_left", "min_right"), [(2, 2), (3, 1), (1, 4), (4, 3)])
def test_least_sizes(min_left, min_right, grow, engine):
    edges = graphs.random_graph(20, 15, 0.5, seed=3)
    expected = {
        pair
        for pair in naive.maximal_bicliques(edges)
        if len(pair[0]) >= min_left and len(pair[1]) >= min_right
    }
    made = tasks_below(edges, grow, engine, 2, False, min_left, min_right)
    listed = [pair for task in made for pair in graphs.as_list(tasks.enumerate_(task))]
    assert len(listed) == len(expected)
    assert set(listed) == expected


@pytest.mark.parametrize("grow", SIDES)
@pytest.mark.parametrize("name", ["planted", "twins"])
def test_counts_add_up(name, grow, engine):
    edges = sorted(set(graphs.IRREGULAR[name]))
    runs = [run for run in table_runs(4, 4) if run.side == grow]
    made = tasks_below(edges, grow, engine, 2, False)
    counts = [tasks.count_p_q(task, runs) for task in made]
    cells = [cell for run in runs for cell in run.cells()]
    for cell, total in zip(cells, map(sum, zip(*counts, strict=True)), strict=True):
        assert total == naive.biclique_count(edges, *cell), cell
