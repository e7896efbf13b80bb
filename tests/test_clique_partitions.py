# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Partitions for cliques, and their sub-partitions, find each clique once.

Modules: `cliques/partition.py`, `dask/lists.py`.
"""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
from cugraph_biclique.calls.cliques import CliqueCall
from cugraph_biclique.cliques.order import kept_vertices
from cugraph_biclique.cliques.partition import CliquePartition
from cugraph_biclique.dask.partitions import (
    VERTICES,
    PlannedPartition,
    edges_of_partition,
    edges_of_sub_partition,
)
from cugraph_biclique.dask.tasks import CliqueOptions, Task, count, enumerate_, sizes
from cugraph_biclique.inputs.undirected import undirected_graph
from cugraph_biclique.request.request import UndirectedRequest
from senders import Sender

pytestmark = pytest.mark.usefixtures("small_jobs")


def cliques_of(task):
    return [tuple(clique) for clique in enumerate_(task)]


def expected(edges, min_size=1):
    graph = nx.Graph(edges)
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    found = (tuple(sorted(clique)) for clique in nx.find_cliques(graph))
    return sorted(clique for clique in found if len(clique) >= min_size)


def edges_in(graph):
    return [*graph.edges(), *((v, v) for v in nx.isolates(graph))]


graphs_of_cliques = st.builds(
    lambda n, density, seed: edges_in(nx.gnp_random_graph(n, density, seed=seed)),
    st.integers(1, 14),
    st.floats(0, 1),
    st.integers(0, 2**32 - 1),
)


def tasks_of(frame, labels, part, options, chance):
    """The task of a partition, or the tasks of its sub-partitions."""
    if part.root_splits == 2 or chance.random() < 0.3:
        mine = edges_of_partition(frame, part.number, VERTICES)
        yield Task(part, mine, labels, options)
        return
    of = 2 if part.roots > 1 else chance.choice([2, 8])
    for which in range(of):
        whole = frame, part.number, VERTICES, part.is_one_root
        sub = edges_of_sub_partition(*whole, which, of)
        yield from tasks_of(sub, labels, part.split(which, of, None), options, chance)


@given(graphs_of_cliques, st.randoms(use_true_random=False), st.integers(1, 4))
def test_any_tree_of_sub_partitions_finds_each_clique_once(edges, chance, min_size):
    sender = Sender(edges, VERTICES, min_size=min_size)
    owners, per_batch = (
        [chance.randrange(3) for _ in sender.roots],
        chance.choice([1, 3]),
    )
    batches = sender.batches(owners, per_batch) if owners else []
    options = CliqueOptions(min_size, "1GB")
    listed, counted, by_size = [], 0, 0
    for number in sorted(set(owners)):
        part = PlannedPartition(number, (), 0, owners.count(number), 100, None)
        batch = batches[number // per_batch]
        for task in tasks_of(*batch, part, options, chance):
            listed += cliques_of(task)
            counted += count(task)
            by_size += sizes(task)["count"].sum()
    assert sorted(listed) == expected(edges, min_size)
    assert counted == by_size == len(listed)


GRAPHS = {
    "moon-moser": nx.complete_multipartite_graph(*[3] * 6),
    "complete-70": nx.complete_graph(70),
    "wide": nx.gnp_random_graph(90, 0.75, seed=1),
    "hub": nx.compose(nx.star_graph(60), nx.gnp_random_graph(61, 0.08, seed=2)),
    "disjoint": nx.disjoint_union_all(nx.complete_graph(n) for n in range(1, 9)),
}


@pytest.mark.parametrize("name", ["moon-moser", "complete-70", "hub"])
def test_partitions_are_searched_on_every_engine(name, engine):
    """Each root is in one of three partitions, which have the graph in one order."""
    graph = undirected_graph(GRAPHS[name])
    order = kept_vertices(graph, 1)
    found = []
    for part in range(3):
        is_root = np.arange(len(order)) % 3 == part
        request = UndirectedRequest(graph, engine=engine, progress=False)
        call = CliqueCall(request, 1, CliquePartition(graph, order, is_root))
        assert call.engine == engine
        found += map(tuple, call.found())
    assert sorted(found) == expected(edges_in(GRAPHS[name]))


@pytest.mark.parametrize("name", GRAPHS)
def test_single_roots_are_split(name):
    edges = edges_in(GRAPHS[name])
    [(frame, labels)] = Sender(edges, VERTICES).batches()
    options = CliqueOptions(1, "1GB")
    found, of = 0, 3
    for number in range(frame["owner"].max() + 1):
        for which in range(of):
            sub = edges_of_sub_partition(frame, number, VERTICES, True, which, of)
            part = PlannedPartition(number, (which,), 1, 1, 1, None)
            found += count(Task(part, sub, labels, options))
    assert found == cb.maximal_clique_count(GRAPHS[name])


def test_a_partition_has_the_edges_among_neighbours_only():
    """A partition does not get the other neighbours of a hub."""
    edges = [*((0, v) for v in range(1, 100)), (1, 2)]
    [(frame, _)] = Sender(edges, VERTICES).batches()
    owner = frame["owner"][frame["right"] == 1].iloc[0]
    mine = edges_of_partition(frame, owner, VERTICES)
    assert set(mine["right"]) == {0, 1, 2}
    assert len(mine) == 6  # a triangle, and a loop for each of its vertices
