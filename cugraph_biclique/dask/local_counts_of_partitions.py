# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Counts by vertex and by edge, from partitions.

A set of picked vertices belongs to the partition of its first vertex, which has all
edges of the set. So the counts of a label in different partitions are of different
bicliques, and add up.
"""

from __future__ import annotations

from typing import Any, cast

import dask
import dask.dataframe as dd
from distributed import futures_of

from cugraph_biclique.calls.counting import Run
from cugraph_biclique.calls.local_counting import (
    all_passes,
    edge_frame,
    in_input_order,
    vertex_frame,
)
from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.contract.sums import LocalCounts
from cugraph_biclique.dask.call import DaskCall
from cugraph_biclique.dask.frames import added_up, together
from cugraph_biclique.dask.host_frames import concatenated, is_cudf_frame
from cugraph_biclique.dask.partitions import without_last
from cugraph_biclique.dask.pruning import least_of_counts
from cugraph_biclique.dask.reading import SIDES, Reading
from cugraph_biclique.dask.tasks import BicliqueOptions, Task
from cugraph_biclique.dask.waiting import computed, gathered, wait_for
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.local_counting.exact import exact_sum
from cugraph_biclique.local_counting.stars import stars
from cugraph_biclique.partition.pruned import pruned
from cugraph_biclique.preparation.stages import anchored_and_ordered

LARGEST = 2**63 - 1  # count of an int64


def counts_frame(call: DaskCall, p: int, q: int, of: str) -> dd.DataFrame:
    """Return the counts of the vertices of a side, or of the edges, as a frame on the
    workers. Its rows have no order."""
    with call.on_workers():
        read = call.checked()
        if p == 1 or q == 1:
            edges = together(read.frame, "left" if p == 1 else "right")
            count = dask.delayed(count_stars)
            parts = [count(part, p, q, of) for part in edges.to_delayed()]
            found = call.client.compute(parts)
        else:
            graph = call.core(p, q)
            run = Run.of(graph.side_to_anchor(p, q), p, q)
            plan = call.plan(graph, run.side, least_of_counts([run]))
            options = call.options(plan)
            found = list(call.futures(count_sets, plan, options, run, of).values())
        return summed(call.client, read, found, of)


def summed(client: Any, read: Reading, found: list[Any], of: str) -> dd.DataFrame:
    """Add up the counts of the same vertex or edge; all others have 0."""
    keys = [of] if of in SIDES else list(SIDES)
    most = sum(gathered(client.map(total, found, pure=False)))
    zeros = read.frame[keys].map_partitions(without_counts)
    refuse_large(most, is_cudf_frame(zeros._meta))
    dtype = "int64" if most <= LARGEST else object
    meta = zeros._meta.astype({"count": dtype})
    parts = [
        dask.delayed(as_dtype)(each, dtype) for each in (*found, *zeros.to_delayed())
    ]
    frame = dd.from_delayed(parts, meta=meta, verify_meta=False)
    frame = together(frame, keys[0], read.frame.npartitions)
    frame = frame.map_partitions(sum_of_labels, keys, meta=meta).persist()
    if dtype is object and largest_in(frame) <= LARGEST:
        frame = frame.astype({"count": "int64"})
    columns = ["vertex"] if of in SIDES else list(read.columns)
    frame = frame.rename(columns=dict(zip(keys, columns, strict=True))).persist()
    wait_for(futures_of(frame))
    return frame


def largest_in(frame: dd.DataFrame) -> int:
    """Return the largest count of a frame."""
    parts = [dask.delayed(largest_of)(part) for part in frame.to_delayed()]
    return max(computed(*parts))


# Tasks


def count_stars(edges: Any, p: int, q: int, of: str) -> Any:
    """Count the stars of the centres of a Dask partition, which has all their edges."""
    graph = bipartite_graph(edges, *SIDES)
    return counts_of(graph, stars(graph, p, q), of)


def count_sets(task: Task, run: Run, of: str) -> Any:
    """Count the (p, q)-bicliques of the roots of a partition; p, q >= 2.

    In a sub-partition of one root, all sets contain that root. The count leaves out its
    edges, and adds the counts of the root and of its edges at the end.
    """
    options, frame = cast("BicliqueOptions", task.options), task.frame
    of_root = frame[:0]
    if task.planned.root_splits > 0 and len(frame):
        of_root = labelled(frame[frame["rank"] == frame["rank"].max()], task.labels)
        frame = without_last(frame)
    picks = run.picks - (task.planned.root_splits > 0)
    if picks == 1:
        graph = options.partition(frame[frame["is_root"]], task.labels).graph
        sizes = (1, run.leasts[0]) if run.side == "left" else (run.leasts[0], 1)
        counts = stars(graph, *sizes)
    else:
        graph, counts = counts_of_sets(task, frame, run, picks, of not in SIDES)
    found = counts_of(graph, counts, of)
    if not len(of_root) or of == OTHER[run.side]:
        return found
    if of in SIDES:
        # Each biclique is counted at each of its other picked vertices.
        times = sum_of(counts.left if of == "left" else counts.right) // picks
        refuse_large(times, graph.on_device)
        last = of_root[[of]].iloc[:1].assign(count=times)
    else:
        neighbours = counts_of(graph, counts, OTHER[run.side])
        last = of_root[list(SIDES)].merge(neighbours, on=OTHER[run.side])
    return concatenated([found, last])


def counts_of_sets(
    task: Task, frame: Any, run: Run, picks: int, edges: bool
) -> tuple[BipartiteGraph, LocalCounts]:
    """Count by the sets of several vertices whose first one is a root."""
    least = least_of_counts([run])
    least = least._replace(grown=least.grown - (run.picks - picks))
    options = cast("BicliqueOptions", task.options)
    partition = pruned(options.partition(frame, task.labels), least)
    graph, grow, is_root = partition
    request = options.request(partition)
    # The sizes 2, 2 have no effect: see `count_in_partition`.
    ordered, anchored = anchored_and_ordered(
        graph, 2, 2, request.resources, grow, is_root
    )
    anchored = anchored._replace(picks=picks, least=run.leasts[0])
    sums = all_passes(anchored, request.backend, edges, request.trace, False)
    return graph, in_input_order(graph, ordered, sums, edges)


def labelled(frame: Any, labels: tuple[Any, Any]) -> Any:
    """Return a frame with labels in place of their positions."""
    columns = {
        side: some.take(frame[side].values).reset_index(drop=True)
        for side, some in zip(SIDES, labels, strict=True)
    }
    return frame.reset_index(drop=True).assign(**columns)


def counts_of(graph: BipartiteGraph, counts: LocalCounts, of: str) -> Any:
    """Return the counts as a frame, named by side."""
    values = counts.of(of)
    refuse_large(sum_of(values), graph.on_device)
    if of not in SIDES:
        return edge_frame(graph, values)
    return vertex_frame(graph, values, of).rename(columns={"vertex": of})


def refuse_large(most: int, on_device: bool) -> None:
    """Raise an error if cuDF cannot add up some counts."""
    if on_device and most > LARGEST:
        raise OverflowError(
            "the counts of partitions add up to more than 2**63 - 1, which cuDF cannot "
            'hold: pass a frame in host memory, such as ddf.to_backend("pandas"), or '
            "use workers that each have room for the whole graph"
        )


def sum_of(values: Any) -> int:
    """Return the exact sum of counts."""
    if values.dtype == object:
        return sum(values.tolist())
    return exact_sum(values)


def without_counts(edges: Any) -> Any:
    """Return the labels of some columns, once each, with a count of 0."""
    found = edges.drop_duplicates(ignore_index=True)
    found["count"] = 0
    return found.astype({"count": "int64"})


def total(found: Any) -> int:
    """Return the sum of the counts of a frame."""
    return sum_of(found["count"].values)


def as_dtype(found: Any, dtype: Any) -> Any:
    """Return a frame with counts as int64, or as Python integers."""
    return found.astype({"count": dtype})


def sum_of_labels(found: Any, keys: list[str]) -> Any:
    """Add up the counts of equal labels."""
    return added_up(found, keys, "count")


def largest_of(found: Any) -> int:
    """Return the largest count of a Dask partition."""
    return max(found["count"].tolist(), default=0)
