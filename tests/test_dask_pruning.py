# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Partitions over Dask lack what no requested biclique has, and answer the same.

Modules: `dask/pruning.py`, `dask/lists.py`, `partition/pruned.py`,
`partition/pruning.py`.
"""

from math import comb

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.partition.frames import from_frame
from cugraph_biclique.partition.pruned import pruned
from cugraph_biclique.partition.pruning import Least

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import cugraph_biclique.dask as over_dask  # noqa: E402 (where there is Dask)
from cugraph_biclique.calls.counting import Run  # noqa: E402
from cugraph_biclique.dask.call import DaskCall  # noqa: E402
from cugraph_biclique.dask.pruning import (  # noqa: E402
    least_of_counts,
    least_of_search,
)
from senders import Sender  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # those of Dask are not ours to mend

ROOTS, KEPT = 10, 5  # of a complete graph


def sent(least, per_batch=1):
    """What the batches of a complete graph get: kept vertices and places of roots."""
    sender = Sender(graphs.complete(ROOTS, KEPT), "left", least)
    return sender.sent(np.arange(ROOTS) // per_batch)


# What senders copy


def test_a_search_copies_whole_lists():
    assert [len(kept) for kept, _ in sent(Least(3, 3))] == [ROOTS * KEPT] * ROOTS


@pytest.mark.parametrize("picks", [2, 3, 7])
def test_a_count_copies_lists_from_their_first_root_on(picks):
    found = sent(Least(2, picks, ascending=True))
    lengths = [n if n >= picks else 0 for n in range(ROOTS, 0, -1)]
    assert [len(kept) for kept, _ in found] == [KEPT * n for n in lengths]
    assert all((place >= root).all() for root, (_, place) in enumerate(found))


def test_the_first_root_of_a_batch_decides():
    found = sent(Least(2, 2, ascending=True), per_batch=4)
    assert [place.min() for _, place in found] == [0, 4, 8]
    assert [len(kept) for kept, _ in found] == [KEPT * 10, KEPT * 6, KEPT * 2]


def test_least_sizes_are_those_of_the_sides():
    assert least_of_search("left", 4, 5)[:3] == (5, 4, False)
    assert least_of_search("right", 4, 5)[:3] == (4, 5, False)
    runs = [Run("left", 3, [4, 5]), Run("left", 4, [3, 6])]
    assert least_of_counts(runs)[:3] == (3, 3, True)


# What a task drops

# Two (3, 3)-bicliques. The left vertex 6 has two edges to each of them.
TWO = [
    *((u, v) for u in range(3) for v in range(3)),
    *((u, v) for u in range(3, 6) for v in range(3, 6)),
    *((6, v) for v in (0, 1, 3, 4)),
]


def partition_of(edges, grow, roots):
    frame = pd.DataFrame(edges, columns=["left", "right"])
    frame["is_root"] = frame[grow].isin(roots)
    return from_frame(frame, "left", "right", grow, grow, "is_root")


@pytest.mark.parametrize("grow", ["left", "right"])
def test_a_partition_has_only_edges_of_requested_bicliques(grow):
    edges = TWO if grow == "left" else graphs.transposed(TWO)
    whole = partition_of(edges, grow, range(3))
    smaller = pruned(whole, Least(3, 3))
    assert smaller.graph.n_edges == 9
    assert smaller.graph.n_left == smaller.graph.n_right == 3
    assert smaller.graph.left_labels.tolist() == [0, 1, 2]
    assert smaller.graph.right_labels.tolist() == [0, 1, 2]
    assert smaller.is_root.all()
    cb.BipartiteGraph(**vars(smaller.graph))  # both adjacencies are of one graph
    assert whole.graph.n_edges == len(TWO)  # and is what it was
    assert whole.is_root.sum() == 3


def test_vertices_that_share_too_little_with_a_root_go():
    whole = partition_of(TWO, "left", range(6))
    assert pruned(whole, Least(3, 3)).graph.n_edges == len(TWO)
    assert pruned(whole, Least(3, 3, reads=1e9)).graph.n_edges == 18


def test_a_partition_that_would_lose_all_roots_stays():
    whole = partition_of(TWO, "left", [6])
    assert pruned(whole, Least(5, 2)) is whole


def test_stars_stay():
    edges = [(u, 0) for u in range(5)]
    whole = partition_of(edges, "left", range(5))
    assert pruned(whole, Least(1, 3)).graph.n_edges == 5
    assert pruned(whole, Least(1, 6)) is whole


# Whole calls


@pytest.fixture(scope="module")
def client():
    with distributed.Client(
        processes=False, n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as client:
        yield client


def frame_of(edges):
    frame = pd.DataFrame(edges, columns=["left", "right"])
    return dd.from_pandas(frame, npartitions=3, sort=False)


def copies(client, ddf, p, q):
    """Edges of all frames of a count, where each partition has its own."""
    call = DaskCall(ddf, None, None, "cpu", "100kB", ROOTS, None, client)
    with call.on_workers():
        graph = call.core(p, q)
        side = graph.side_to_anchor(p, q)
        plan = call.plan(graph, side, least_of_counts([Run.of(side, p, q)]))
        unpruned = call.plan(graph, side)
    return [
        sum(client.gather(client.map(len, each.frames))) for each in (plan, unpruned)
    ]


def test_a_count_of_a_complete_graph_sends_half(client):
    ddf = frame_of([(u, v) for u in range(12) for v in range(12)])
    pruned, unpruned = copies(client, ddf, 3, 3)
    assert unpruned > 144  # there are several frames
    assert pruned < 0.7 * unpruned
    for budget in (None, "100kB"):
        n = over_dask.biclique_count(ddf, 3, 3, partitions=12, memory_budget=budget)
        assert n == comb(12, 3) ** 2


@pytest.mark.slow
@pytest.mark.parametrize("partitions", [2, 40])
@pytest.mark.parametrize("sizes", [(3, 3), (2, 5), (6, 2), (9, 9)])
def test_least_sizes_change_nothing_else(sizes, partitions, client):
    rng = np.random.default_rng(2)
    ends = (rng.random((2, 1500)) ** 2 * [[120], [80]]).astype(int)
    edges = sorted(set(map(tuple, ends.T.tolist())))
    ddf, frame = frame_of(edges), graphs.as_frame(edges)
    least = dict(zip(("min_left", "min_right"), sizes, strict=True))
    found = over_dask.maximal_biclique_count(ddf, partitions=partitions, **least)
    assert found == cb.maximal_biclique_count(frame, engine="cpu", **least)
    n = over_dask.biclique_count(ddf, *sizes, partitions=partitions)
    assert n == cb.biclique_count(frame, *sizes, engine="cpu")
