# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Shares of a partition, and of a single root, find what the whole has, each once."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
import naive
from cugraph_biclique.counting import Run, table_runs
from cugraph_biclique.dask import tasks
from cugraph_biclique.dask.parts import Part, places, with_shares
from cugraph_biclique.dask.shares import part_of, share_of

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


def heavy(n, work):
    """So many partitions of a single root each, each in a frame of its own."""
    return [Part(i, (), 0, 1, work, i) for i in range(n)]


def test_a_root_is_dealt_in_no_more_shares_than_it_has_pairs():
    parts = [*heavy(3, 100), Part(3, (), 0, 2, 100, 3)]
    planned, shares = with_shares(parts, 10.0, np.array([50, 3, 1, 90]), n_frames=4)
    names = ["00000-0", "00000-9", "00001-0", "00001-1", "00001-2", "00002", "00003"]
    found = [part.name for part in planned]
    assert [name for name in found if name in names] == names
    assert len(found) == 10 + 3 + 1 + 1
    assert sum(part.roots for part in planned) == 5
    assert [part.frame for part in planned if part.shares] == list(range(4, 17))
    assert len(shares) == 13


def test_frames_of_heavy_roots_are_not_all_on_one_worker():
    planned, shares = with_shares(heavy(4, 100), 50.0, np.full(4, 9), n_frames=4)
    workers = places(planned, shares, 4, {"a": 1, "b": 1, "c": 2})
    firsts = [4 + at for at, share in enumerate(shares) if share.which == 0]
    assert workers[:4] == [workers[at] for at in firsts]
    assert len(set(workers[:4])) > 1


@given(
    graphs.bipartite_edges(max_width=12),
    st.sampled_from(sorted(SIDES)),
    st.randoms(use_true_random=False),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_any_tree_of_shares_finds_and_counts_the_oracle_s(
    engine, edges, grow, chance, min_left, min_right
):
    edges = sorted(set(edges))
    options = tasks.Options(grow, min_left, min_right, engine, "1GB")
    made = list(dealt(whole(edges, grow), options, chance))
    listed = [pair for task in made for pair in graphs.as_list(tasks.enumerate_(task))]
    assert len(listed) == len(set(listed))
    assert set(listed) == {
        pair
        for pair in naive.maximal_bicliques(edges)
        if len(pair[0]) >= min_left and len(pair[1]) >= min_right
    }
    run = Run.of(grow, 2 + min_left, 1 + min_right)
    total = sum(tasks.count_p_q(task, [run])[0] for task in made)
    assert total == naive.biclique_count(edges, *run.cells()[0])


def dealt(frame, options, chance):
    """Tasks for partitions of any roots, some of them dealt, and some of these."""
    ranks = sorted(frame["rank"].unique())
    home = {rank: chance.randrange(len(ranks)) for rank in ranks}
    frame = frame.assign(home=frame["rank"].map(home).astype("uint8"))
    homes = list(home.values())
    for number in sorted(set(homes)):
        part = Part(number, (), 0, homes.count(number), 100, None)
        yield from shares_of(frame, part, options, chance)


def shares_of(frame, part, options, chance):
    """A task for a part, or those for its shares."""
    if part.below == 2 or chance.random() < 0.3:
        mine = part_of(frame, part.number, options.grow)
        yield tasks.Task(part, mine, options)
        return
    of = 2 if part.roots > 1 else chance.choice([2, 8])
    for which in range(of):
        share = share_of(frame, part.number, options.grow, part.below > 0, which, of)
        yield from shares_of(share, part.share(which, of, None), options, chance)
