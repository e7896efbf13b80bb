# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From edges with degrees to independent partitions, as Dask operations.

The client receives four numbers per group of roots, and a sample of the edges.
With these numbers, the client orders the vertices and assigns them to partitions. Roots
are packed by common neighbours where packing saves copies of edges. Otherwise they are
spread.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple
from zlib import crc32

import dask
import numpy as np
import pandas as pd
from distributed import futures_of

from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.dask import lists
from cugraph_biclique.dask.batches import Batch, Vertices, batch_of
from cugraph_biclique.dask.edges import EDGE_BYTES, Edges, EdgesWithDegrees
from cugraph_biclique.dask.exchange import added, exchanged, persisted, persisted_on
from cugraph_biclique.dask.lists import HASHES, Rule
from cugraph_biclique.dask.partitions import (
    VERTICES,
    Plan,
    PlannedPartition,
    SubPartition,
    assign_workers,
    edges_of_sub_partition,
    split_heavy_roots,
)
from cugraph_biclique.dask.waiting import computed
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids
from cugraph_biclique.partition.packing import Limits, Roots, pack
from cugraph_biclique.partition.pruning import Least
from cugraph_biclique.partition.spreading import copied, spread

FEW, MANY = 1 << 14, 1 << 19  # bounds of the client's sample: a quarter of the edges
PARTITIONS_PER_FRAME = 8  # on average: the task of each partition reads the whole frame
SAVES = 2  # pack if spread partitions have at least this many times as many edges
GROUPS = 64  # a group has at most one in this many parts of a partition's work
FEWER = 8  # one in eight of the sampled vertices is enough for that decision


def make_plan(
    graph: EdgesWithDegrees,
    grow: str,
    partitions: int,
    most_bytes: int | None,
    threads: dict[str, int],
    least: Least,
    labelled: bool,
) -> Plan:
    """Cut a graph into about `partitions` partitions, and assign them to workers.

    With `most_bytes` there may be more partitions, so that none is much larger.
    `threads` gives the number of threads of each worker. The partitions are for
    bicliques of the `least` sizes, with the labels of the graph or without. For
    cliques, `grow` is `VERTICES`.

    The owners of kept vertices have their lists. They add up the work of all roots, and
    the client assigns each root to a partition. Then the owners send each list to the
    partitions of its roots: `lists.Rule` tells which part of it.
    """
    kept = "left" if grow == VERTICES else OTHER[grow]
    edges = graph.edges.turned(kept)
    placed = places_of(edges)
    most_edges = None if most_bytes is None else most_bytes / EDGE_BYTES
    rate = rate_of(graph.n_edges)
    most_work = most_edges if most_edges is not None and rate < 1 else np.inf
    groups = groups_of(edges, placed, partitions, most_work)
    summary = summary_of(edges, placed, groups, rate)
    assigned = _assign(summary, partitions, most_edges, sum(threads.values()))
    if not len(assigned.batch):  # no edges are left: one empty partition
        assigned = assigned._replace(batch=np.zeros(1, np.int32))
    n_batches = int(assigned.batch[-1]) + 1
    pairs = assigned.sums("degree" if grow == VERTICES else "pairs")
    planned, split = split_heavy_roots(
        assigned.partitions(),
        summary.groups["work"].sum() / partitions,
        pairs,
        n_batches,
    )
    workers = assign_workers(planned, split, n_batches, threads)
    rule = rule_of(grow, least)
    tables = edges.numbers.tables if labelled else {}
    frames, labels = _frames_of(
        edges, placed, groups, assigned, tables, grow, rule, workers
    )
    frames += _sub_partitions_of(frames, split, workers[n_batches:], grow)
    labels += [labels[part.partition.frame] for part in split]
    return Plan(
        [futures_of(frame)[0] for frame in frames],
        [futures_of(each)[0] for each in labels],
        planned,
        grow,
        summary.digest,
        assigned.digest(),
    )


def rule_of(grow: str, least: Least) -> Rule:
    """Return which part of a list a partition needs.

    A search needs whole lists; those of the core, of which few are too short. A count
    picks vertices in ascending order: a list begins at its first root in the partition,
    and is left out if it is then too short for the vertices to pick. For cliques, only
    later neighbours matter.
    """
    if grow == VERTICES:
        return Rule(ascending=True, own=True)
    return Rule(ascending=True, least=least.grown) if least.ascending else Rule()


def places_of(edges: Edges) -> Any:
    """Return a task for the order of the roots by degree, and then by id."""
    place = dask.delayed(lists.placed)
    [placed] = persisted(place(edges.degree, edges.numbers.where))
    return placed


def rate_of(n_edges: int) -> float:
    """Return the fraction of the kept vertices whose edges the client samples."""
    n_edges = max(1, n_edges)
    return min(1.0, min(MANY, max(FEW, n_edges // 4)) / n_edges)


def groups_of(edges: Edges, placed: Any, partitions: int, most_work: float) -> Any:
    """Return a task for the groups of roots that share a partition."""
    numbers = edges.numbers
    n, where = numbers.size(edges.other), numbers.where
    count = dask.delayed(lists.numbers_of_roots)
    places = placed if edges.symmetric else None
    totals = added(
        [count(each, n, places, where) for each in edges.lists],
        lists.merged_numbers,
        where,
    )
    share = 1 / (GROUPS * partitions)
    group = dask.delayed(lists.grouped)
    [groups] = persisted(group(totals, placed, share, most_work / GROUPS, where))
    return groups


class Summary(NamedTuple):
    """What the client receives of the edges."""

    groups: pd.DataFrame  # of roots: work, roots, pairs, degree, see `lists.Groups`
    sample: pd.DataFrame  # some edges: group, signature
    rate: float  # the fraction of the kept vertices whose edges are in the sample
    digest: int  # of all edges and labels


def summary_of(edges: Edges, placed: Any, groups: Any, rate: float) -> Summary:
    """Return all groups, all edges of some kept vertices, and a digest of all edges."""
    numbers, where = edges.numbers, edges.numbers.where
    some, about = dask.delayed(lists.sample_of), dask.delayed(lists.about_groups)
    samples = [
        some(each, rate, placed, groups, edges.symmetric, where) for each in edges.lists
    ]
    columns, *sampled = computed(about(groups, where), *samples)
    ends = ("group", 0), ("signature", 1)
    sample = {name: np.concatenate([each[i] for each in sampled]) for name, i in ends}
    digest = numbers.digest + sum(each[2] for each in sampled)
    return Summary(pd.DataFrame(columns), pd.DataFrame(sample), rate, digest % 2**64)


class Assignment(NamedTuple):
    """The partition of each group of roots, and the batch of each partition."""

    partition: np.ndarray  # per group: its partition
    batch: np.ndarray  # int32, per partition: its batch; one frame serves a batch
    groups: pd.DataFrame  # of `Summary`
    copies: float = 0.0  # estimated: edges in all batches, if partitions have a limit

    def digest(self) -> int:
        """Return a checksum of the assignment of roots to partitions."""
        arrays = self.groups["pairs"].to_numpy(), self.partition
        return crc32(b"".join(array.tobytes() for array in arrays))

    def partitions(self) -> list[PlannedPartition]:
        """Return the partitions, before heavy roots are split."""
        numbers = zip(self.sums("roots"), self.sums("work"), self.batch, strict=True)
        return [
            PlannedPartition(number, (), 0, int(roots), int(work), int(batch))
            for number, (roots, work, batch) in enumerate(numbers)
        ]

    def sums(self, name: str) -> np.ndarray:
        """Return the sum of a column of the groups, for each partition."""
        weights, n = self.groups[name].to_numpy(), len(self.batch)
        return np.bincount(self.partition, weights=weights, minlength=n)


def _assign(
    summary: Summary,
    partitions: int,
    most_edges: float | None,
    threads: int,
) -> Assignment:
    """Assign all roots to about `partitions` partitions, for a cluster of `threads`.

    The sample shows which groups share kept vertices. Where the sample has no edges,
    roots with the same neighbour of largest degree are packed together.
    """
    groups, rate = summary.groups, summary.rate
    work = groups["work"].to_numpy().astype(np.float64)
    most_work = work.sum() / partitions
    if most_edges is not None:
        if rate < 1:  # a sample misses edges, but the work includes all
            most_work = min(most_work, most_edges)
        sample = Sample.of(summary, rate)
        packed = sample.pack(work, most_work, most_edges)
        batch = np.arange(packed.max(initial=-1) + 1, dtype=np.int32)  # one frame each
        return Assignment(packed, batch, groups, sample.copies(packed))
    chosen = spread(work, partitions)
    fewer = rate / FEWER if rate < 1 else rate
    sample = Sample.of(summary, fewer)
    packed = sample.pack(work, most_work, np.inf)
    if sample.copies(chosen) >= SAVES * sample.copies(packed):
        chosen = packed
        if fewer < rate:
            chosen = Sample.of(summary, rate).pack(work, most_work, np.inf)
    return Assignment(chosen, _batches(chosen, work, threads), groups)


class Sample(NamedTuple):
    """All edges of some kept vertices, with the groups of roots on the left."""

    graph: BipartiteGraph
    edges: np.ndarray  # float64, per kept vertex: number of edges that it represents

    @classmethod
    def of(cls, summary: Summary, rate: float) -> Sample:
        """Build the sample of a fraction `rate` of the kept vertices."""
        signatures = summary.sample["signature"].to_numpy()
        chosen = signatures % HASHES < int(rate * HASHES)
        kept_ids, kept = pd.factorize(signatures[chosen], sort=True)
        sides = pd.RangeIndex(len(summary.groups)), pd.RangeIndex(len(kept))
        labels: tuple[Any, Any] = sides
        groups = summary.sample["group"].to_numpy()[chosen]
        return cls(from_ids(groups, kept_ids, *labels), kept // HASHES / rate)

    def pack(self, work: np.ndarray, most_work: float, most_edges: float) -> np.ndarray:
        """Return the partition of each group if the groups are packed."""
        graph = self.graph
        roots = Roots(
            Adjacency(graph.left_indptr, graph.left_indices),
            Adjacency(graph.right_indptr, graph.right_indices),
            self.edges,
            work,
        )
        return pack(roots, np.arange(len(work)), Limits(most_work, most_edges))

    def copies(self, batch: np.ndarray) -> float:
        """Estimate the number of edges in all batches, given the batch of each root."""
        graph = self.graph
        return copied(batch, graph.right_indptr, graph.right_indices, self.edges)


def _batches(partition: np.ndarray, work: np.ndarray, threads: int) -> np.ndarray:
    """Return the batch of each partition: about one batch per thread, or more batches
    if there are many partitions.

    Consecutive partitions have the most edges in common, so they share a batch. The
    batches have similar work.
    """
    if not len(partition):
        return np.empty(0, np.int32)
    load = np.bincount(partition, weights=work)
    n_batches = max(1, threads, len(load) // PARTITIONS_PER_FRAME)
    reached = np.cumsum(load)
    batch = ((reached - load / 2) / (reached[-1] / n_batches)).astype(np.int32)
    return np.cumsum(np.diff(batch, prepend=batch[:1]) > 0, dtype=np.int32)


def _frames_of(
    edges: Edges,
    placed: Any,
    groups: Any,
    assigned: Assignment,
    tables: dict[str, list[Any]],
    grow: str,
    rule: Rule,
    workers: list[str],
) -> tuple[list[Any], list[Any]]:
    """Return the futures of the frames of all batches, and of their labels.

    Each frame is pinned to its worker. Otherwise Dask would choose the worker that has
    most of the edges, which may be the same one for all frames.
    """
    numbers, n_batches = edges.numbers, int(assigned.batch[-1]) + 1
    # These arrays pass through the scheduler: keep them small.
    partition = assigned.partition.astype(np.min_scalar_type(len(assigned.batch)))
    batch = assigned.batch.astype(np.min_scalar_type(n_batches))
    give = dask.delayed(lists.of_roots)
    partition_of, batch_at = persisted(
        give(groups, partition, numbers.where),
        give(groups, batch[partition], numbers.where),
    )
    copy = dask.delayed(lists.copies_of)
    of_copies = placed, batch_at, n_batches, rule, numbers.where
    copies = persisted(*(copy(each, *of_copies) for each in edges.lists))
    ends = np.searchsorted(assigned.batch, np.arange(n_batches + 1)).tolist()
    labels = tables, numbers.offsets, numbers.names
    [about] = persisted(dask.delayed(Vertices)(*labels, placed, partition_of))
    both = exchanged(
        copies,
        workers[:n_batches],
        batch_of,
        [
            (about, Batch(first, end, grow), numbers.where)
            for first, end in pairwise(ends)
        ],
    )
    parts = [
        persisted_on(workers[:n_batches], [each[i] for each in both]) for i in range(2)
    ]
    return parts[0], parts[1]


def _sub_partitions_of(
    frames: list[Any], split: list[SubPartition], workers: list[str], grow: str
) -> list[Any]:
    """Return the frames of the sub-partitions of heavy roots."""
    edges_of = dask.delayed(edges_of_sub_partition)
    made = [
        edges_of(frames[part.frame], part.number, grow, True, which, of)
        for part, which, of in split
    ]
    return persisted_on(workers, made)
