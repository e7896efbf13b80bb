# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sub-partitions together find each biclique of their partition or root once.

Modules: `dask/partitions.py`.
"""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphs
import naive
from cugraph_biclique.calls.counting import Run, table_runs
from cugraph_biclique.dask import tasks
from cugraph_biclique.dask.partitions import (
    PlannedPartition,
    assign_workers,
    edges_of_partition,
    edges_of_sub_partition,
    split_heavy_roots,
)
from cugraph_biclique.dask.pruning import least_of_counts, least_of_search
from senders import Sender

pytestmark = pytest.mark.usefixtures("small_jobs")

SIDES = "left", "right"


def tasks_in_roots(edges, grow, engine, of, again, min_left=1, min_right=1):
    """Tasks of the sub-partitions of each root; `again` splits these once more."""
    [(frame, labels)] = Sender(edges, grow).batches()
    options = tasks.BicliqueOptions(grow, min_left, min_right, engine, "1GB")
    for root in frame["owner"].unique():
        for which in range(of):
            sub = edges_of_sub_partition(frame, root, grow, True, which, of)
            part = PlannedPartition(int(root), (which,), 1, 1, 1, None)
            for half in (0, 1) if again else ():
                halved = edges_of_sub_partition(sub, root, grow, False, half, 2)
                yield tasks.Task(part, halved, labels, options)
            if not again:
                yield tasks.Task(part, sub, labels, options)


@given(
    graphs.bipartite_edges(max_vertices=7, max_width=12),
    st.sampled_from(sorted(SIDES)),
    st.integers(1, 3),
    st.booleans(),
)
def test_sub_partitions_of_roots_find_each_biclique_once(
    engine, edges, grow, of, again
):
    listed = [
        pair
        for task in tasks_in_roots(edges, grow, engine, of, again)
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
    made = tasks_in_roots(edges, grow, engine, 2, False, min_left, min_right)
    listed = [pair for task in made for pair in graphs.as_list(tasks.enumerate_(task))]
    assert len(listed) == len(expected)
    assert set(listed) == expected


@pytest.mark.parametrize("grow", SIDES)
@pytest.mark.parametrize("name", ["planted", "twins"])
def test_counts_add_up(name, grow, engine):
    edges = sorted(set(graphs.IRREGULAR[name]))
    runs = [run for run in table_runs(4, 4) if run.side == grow]
    made = tasks_in_roots(edges, grow, engine, 2, False)
    counts = [tasks.count_p_q(task, runs) for task in made]
    cells = [cell for run in runs for cell in run.cells()]
    for cell, total in zip(cells, map(sum, zip(*counts, strict=True)), strict=True):
        assert total == naive.biclique_count(edges, *cell), cell


def heavy(n, work):
    """`n` partitions of one root each, each with its own frame."""
    return [PlannedPartition(i, (), 0, 1, work, i) for i in range(n)]


def test_a_root_gets_at_most_one_sub_partition_per_pair():
    parts = [*heavy(3, 100), PlannedPartition(3, (), 0, 2, 100, 3)]
    pairs = np.array([50, 3, 1, 90])
    planned, split = split_heavy_roots(parts, 10.0, pairs, n_frames=4)
    names = ["00000-0", "00000-9", "00001-0", "00001-1", "00001-2", "00002", "00003"]
    found = [part.name for part in planned]
    assert [name for name in found if name in names] == names
    assert len(found) == 10 + 3 + 1 + 1
    assert sum(part.roots for part in planned) == 5
    assert [part.frame for part in planned if part.path] == list(range(4, 17))
    assert len(split) == 13


def test_frames_of_heavy_roots_are_not_all_on_one_worker():
    planned, split = split_heavy_roots(heavy(4, 100), 50.0, np.full(4, 9), n_frames=4)
    workers = assign_workers(planned, split, 4, {"a": 1, "b": 1, "c": 2})
    firsts = [4 + at for at, sub in enumerate(split) if sub.which == 0]
    assert workers[:4] == [workers[at] for at in firsts]
    assert len(set(workers[:4])) > 1


@given(
    graphs.bipartite_edges(max_width=12),
    st.sampled_from(sorted(SIDES)),
    st.randoms(use_true_random=False),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_any_tree_of_sub_partitions_finds_and_counts_each_biclique_once(
    engine, edges, grow, chance, min_left, min_right
):
    edges = sorted(set(edges))
    options = tasks.BicliqueOptions(grow, min_left, min_right, engine, "1GB")
    least = least_of_search(grow, min_left, min_right)
    made = tasks_of_tree(Sender(edges, grow, least), options, chance)
    listed = [pair for task in made for pair in graphs.as_list(tasks.enumerate_(task))]
    assert len(listed) == len(set(listed))
    assert set(listed) == {
        pair
        for pair in naive.maximal_bicliques(edges)
        if len(pair[0]) >= min_left and len(pair[1]) >= min_right
    }
    run = Run.of(grow, 2 + min_left, 1 + min_right)
    made = tasks_of_tree(Sender(edges, grow, least_of_counts([run])), options, chance)
    total = sum(tasks.count_p_q(task, [run])[0] for task in made)
    assert total == naive.biclique_count(edges, *run.cells()[0])


def test_a_root_without_lists_still_counts_when_its_partition_is_halved(engine):
    """One of two roots has only lists that are too short: the other is not split."""
    small, large = graphs.complete(3, 3), graphs.complete(6, 9)
    edges = [*small, *((u + 3, v + 3) for u, v in large)]
    run, part = Run.of("left", 3, 3), PlannedPartition(0, (), 0, 2, 100, None)
    sender = Sender(edges, "left", least_of_counts([run]))
    owner = [1, 1, 0, 0, 1, 1, 1, 1, 1]
    sent, labels = sender.batches(owner, per_batch=1)[0]
    assert sent["rank"].min() == 3  # the root 2 is gone
    options = tasks.BicliqueOptions("left", 1, 1, engine, "1GB")
    total = 0
    for which in (0, 1):
        sub = edges_of_sub_partition(sent, 0, "left", part.is_one_root, which, 2)
        task = tasks.Task(part.split(which, 2, None), sub, labels, options)
        total += tasks.count_p_q(task, [run])[0]
    assert total == comb(5, 2) * comb(9, 3)


def tasks_of_tree(sender, options, chance):
    """Tasks of random partitions, some of which are split, some of them repeatedly.

    Two partitions share the frame of a batch.
    """
    n = len(sender.roots)
    if not n:
        return
    owners = [chance.randrange(n) for _ in range(n)]
    batches = sender.batches(owners, per_batch=2)
    for number in sorted(set(owners)):
        part = PlannedPartition(number, (), 0, owners.count(number), 100, None)
        yield from tasks_of(*batches[number // 2], part, options, chance)


def tasks_of(frame, labels, part, options, chance):
    """The task of a partition, or the tasks of its sub-partitions."""
    if part.root_splits == 2 or chance.random() < 0.3:
        mine = edges_of_partition(frame, part.number, options.grow)
        yield tasks.Task(part, mine, labels, options)
        return
    of = 2 if part.roots > 1 else chance.choice([2, 8])
    for which in range(of):
        whole_part = frame, part.number, options.grow, part.is_one_root
        sub = edges_of_sub_partition(*whole_part, which, of)
        yield from tasks_of(sub, labels, part.split(which, of, None), options, chance)
