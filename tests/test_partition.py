# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Partitions find what the whole graph has, each biclique in one of them.

Modules: `contract/partition.py`, `partition/frames.py`.
"""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from calls import call_in, request_of
from cugraph_biclique.calls.counting import Run, count_in_partition
from cugraph_biclique.contract.partition import Partition
from cugraph_biclique.partition.frames import from_frame

SIDES = {"left": ("user", "item"), "right": ("item", "user")}  # grown, kept
DENSE = graphs.random_graph(60, 45, 0.4, seed=20)


def partitions(edges, grow, part_of):
    """The partitions of a graph, vertices of the grown side assigned by `part_of`."""
    frame = pd.DataFrame(sorted(set(edges)), columns=["user", "item"])
    grown, kept = SIDES[grow]
    degree = frame.groupby(grown).size().sort_values(kind="stable")
    rank = pd.Series(range(len(degree)), index=degree.index)
    frame["rank"] = frame[grown].map(rank)
    part = frame["rank"].map(part_of)
    made = []
    for which in sorted(set(part)):
        within = frame[kept].isin(frame[kept][part == which])
        edges_of = frame[within].assign(is_root=part[within] == which)
        edges_of = edges_of.sample(frac=1, random_state=1)
        made.append(from_frame(edges_of, "user", "item", grow, "rank", "is_root"))
    return made


def found_in(partition, engine, **options):
    return call_in(partition, engine=engine, **options).found()


def assert_complete(edges, grow, part_of, engine, **least):
    expected = {
        (left, right)
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= least.get("min_left", 1)
        and len(right) >= least.get("min_right", 1)
    }
    listed = [
        pair
        for partition in partitions(edges, grow, part_of)
        for pair in graphs.as_list(found_in(partition, engine, **least))
    ]
    assert len(listed) == len(set(listed))
    assert set(listed) == expected


@given(
    graphs.bipartite_edges(max_width=70),
    st.sampled_from(sorted(SIDES)),
    st.integers(1, 4),
    st.randoms(use_true_random=False),
)
def test_any_partition_of_any_graph_finds_the_oracle_s(
    engine, edges, grow, parts, chance
):
    assignment = [chance.randrange(parts) for _ in range(200)]
    assert_complete(edges, grow, assignment.__getitem__, engine)


@pytest.mark.parametrize("grow", SIDES)
@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_irregular_graphs(name, grow, engine):
    assert_complete(graphs.IRREGULAR[name], grow, lambda rank: rank % 3, engine)


@pytest.mark.parametrize("grow", SIDES)
@pytest.mark.parametrize(("min_left", "min_right"), [(2, 2), (3, 1), (1, 4), (4, 3)])
def test_least_sizes(min_left, min_right, grow, engine):
    least = {"min_left": min_left, "min_right": min_right}
    assert_complete(DENSE, grow, lambda rank: rank * 7 % 5, engine, **least)


@pytest.mark.parametrize("grow", SIDES)
@pytest.mark.parametrize("name", ["dense-40-40", "planted", "twins", "wide-both-65"])
def test_counts_add_up(name, grow, engine):
    edges = sorted(set(graphs.IRREGULAR[name]))
    for p, q in [(2, 2), (3, 2), (3, 4)]:
        counts = [
            count_in_partition(
                partition, request_of(partition, engine), [Run.of(grow, p, q)]
            )
            for partition in partitions(edges, grow, lambda rank: rank % 4)
        ]
        assert np.sum(counts) == naive.biclique_count(edges, p, q)


def test_a_small_budget_gives_the_same(engine):
    expected = naive.maximal_bicliques(DENSE)
    found = [
        pair
        for partition in partitions(DENSE, "right", lambda rank: rank % 2)
        for pair in graphs.as_list(found_in(partition, engine, memory_budget=2_000_000))
    ]
    assert len(found) == len(expected)
    assert set(found) == expected


def test_a_partition_has_the_edges_of_its_neighbours_only():
    edges = [(0, "a"), (0, "b"), (1, "b"), (2, "c")]
    first, second = partitions(edges, "right", lambda rank: 0 if rank < 2 else 1)
    assert isinstance(first, Partition)
    assert {first.graph.n_edges, second.graph.n_edges} == {3}
    assert np.count_nonzero(first.is_root) == 2
    assert cb.maximal_biclique_count(first.graph) == 2
