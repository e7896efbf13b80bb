# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Projections from partitions.

A pair belongs to the partition of its first vertex by rank, which has all edges of the
common neighbours. Its degrees are those of the whole graph.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pandas as pd

from cugraph_biclique.backends import backend_for
from cugraph_biclique.calls.counting import Run
from cugraph_biclique.calls.projection import Wanted, as_pairs, pairs_frame
from cugraph_biclique.contract.partition import OTHER, Partition
from cugraph_biclique.contract.sets import Sets
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.degrees import degrees_of_graph
from cugraph_biclique.dask.merging import degrees_at
from cugraph_biclique.dask.pruning import least_of_counts
from cugraph_biclique.dask.reading import SIDES
from cugraph_biclique.dask.tasks import BicliqueOptions, Task
from cugraph_biclique.graph.rows import gather_rows
from cugraph_biclique.host.arrays import array_module, to_host
from cugraph_biclique.listing.growing import Side, check_budget, complete_sets
from cugraph_biclique.partition.frames import with_labels
from cugraph_biclique.partition.pruned import pruned
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.pair_scores import Pairs, PairTest


def frames_of_partitions(call: DaskCall, wanted: Wanted) -> tuple[list[Any], int]:
    """List the pairs of each partition. Return the tasks of their frames, and for a
    test the number of vertices of the side."""
    degree, test, n = None, None, 0
    if wanted.by != "count" or wanted.null is not None:
        both = degrees_of_graph(call)
        of_side = {"left": both.left, "right": both.right}
        degree = of_side[wanted.side]
        n = both.sizes[SIDES.index(wanted.side)]
        if wanted.null is not None:
            test = call.client.submit(
                test_of_labels, wanted, degree, of_side[OTHER[wanted.side]], pure=False
            )
    run = run_of(wanted)
    with call.on_workers():
        graph = call.core(*run.cells()[0])
        plan = call.plan(graph, wanted.side, least_of_counts([run]))
        options = call.options(plan)
        found = call.futures(listed_pairs, plan, options, wanted, degree, test)
    return list(found.values()), n


def run_of(wanted: Wanted) -> Run:
    """Return the count whose sets are the pairs."""
    return Run(wanted.side, 2, [wanted.least])


# Tasks


def test_of_labels(wanted: Wanted, degree: pd.Series, other: pd.Series) -> PairTest:
    """Return the test of the pairs, given the degrees of both sides."""
    assert wanted.null is not None
    return PairTest.of(wanted.null, degree.to_numpy(), other.to_numpy())


def listed_pairs(
    task: Task,
    wanted: Wanted,
    degree: pd.Series | None,
    test: PairTest | None,
) -> Any:
    """List the pairs of the roots of a partition as a frame."""
    options, place = cast("BicliqueOptions", task.options), SIDES.index(wanted.side)
    # Until the pairs are known, the labels are positions, which ascend as labels do.
    partition = options.partition(task.frame, (None, None))
    if task.planned.root_splits > 0:
        pairs = pairs_of_last(partition, wanted)
    else:
        partition = pruned(partition, least_of_counts([run_of(wanted)]))
        pairs = pairs_of_roots(partition, wanted, options.request(partition))
    position = partition.graph._label_indexes[place].to_numpy()
    ends = np.stack([pairs.first, pairs.second])
    swapped = position[ends[0]] > position[ends[1]]
    ends[:, swapped] = ends[::-1, swapped]
    pairs = pairs._replace(first=ends[0], second=ends[1])
    graph = with_labels(partition, *task.labels).graph
    of_vertex = np.zeros(len(position), np.int64)
    if degree is not None:
        of_vertex = degrees_at(degree, graph._label_indexes[place])
    return pairs_frame(wanted, test, pairs, of_vertex, graph)


def pairs_of_roots(partition: Partition, wanted: Wanted, request: Request) -> Pairs:
    """Return the pairs whose first vertex is a root; the vertices are in the order of
    their ranks."""
    backend = backend_for(request.engine)
    check_budget(request.budget, partition.graph.nbytes)
    of_side = Side.of(backend.placed(partition.graph), wanted.side == "left")
    xp = array_module(of_side.indices)
    roots = xp.flatnonzero(xp.asarray(partition.is_root))
    common = gather_rows(of_side.indptr, of_side.indices, roots)
    of_roots = Sets(roots.astype(np.int32)[:, None], *common)
    return as_pairs(
        complete_sets(
            of_side, 2, wanted.least, backend, request.budget, lambda _: None, of_roots
        )
    )


def pairs_of_last(partition: Partition, wanted: Wanted) -> Pairs:
    """Return the pairs of a split root, which is the last vertex, with the roots of its
    sub-partition: all edges are those of its neighbours."""
    graph = partition.graph
    indptr = graph.left_indptr if wanted.side == "left" else graph.right_indptr
    common = np.diff(to_host(indptr))
    last = len(common) - 1
    chosen = to_host(partition.is_root) & (common >= wanted.least)
    chosen[last:] = False
    first = np.flatnonzero(chosen).astype(np.int32)
    return Pairs(first, np.full_like(first, last), common[first])
