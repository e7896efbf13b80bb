# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From edges with degrees to independent partitions, as Dask operations.

The client receives three numbers per vertex of one side, and a sample of the edges.
With these numbers, the client orders the vertices and assigns them to partitions. Roots
are packed by common neighbours where packing saves copies of edges. Otherwise they are
spread.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from zlib import crc32

import dask
import numpy as np
import pandas as pd
from distributed import futures_of

from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.dask import lists
from cugraph_biclique.dask.batches import Batch, batch_of
from cugraph_biclique.dask.edges import EDGE_BYTES, Edges, EdgesWithDegrees
from cugraph_biclique.dask.exchange import added, persisted, persisted_on
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
) -> Plan:
    """Cut a graph into about `partitions` partitions, and assign them to workers.

    With `most_bytes` there may be more partitions, so that none is much larger.
    `threads` gives the number of threads of each worker. The partitions are for
    bicliques of the `least` sizes. For cliques, `grow` is `VERTICES`.

    The owners of kept vertices have their lists. They add up the work of all roots, and
    the client assigns each root to a partition. Then the owners send each list to the
    partitions of its roots: `lists.Rule` tells which part of it.
    """
    kept = "left" if grow == VERTICES else OTHER[grow]
    edges = graph.edges.turned(kept)
    placed = places_of(edges)
    summary = summary_of(edges, placed, graph.n_edges)
    most_edges = None if most_bytes is None else most_bytes / EDGE_BYTES
    assigned = _assign(summary, partitions, most_edges, sum(threads.values()))
    if not len(assigned.batch):  # no edges are left: one empty partition
        assigned = assigned._replace(batch=np.zeros(1, np.int32))
    n_batches = int(assigned.batch[-1]) + 1
    pairs = assigned.pairs_per_partition()
    if grow == VERTICES:
        degree = summary.roots["degree"].to_numpy()
        n = len(assigned.batch)
        pairs = np.bincount(assigned.partition, weights=degree, minlength=n)
    planned, split = split_heavy_roots(
        assigned.partitions(), assigned.work.sum() / partitions, pairs, n_batches
    )
    workers = assign_workers(planned, split, n_batches, threads)
    rule = rule_of(grow, least)
    frames, labels = _frames_of(edges, placed, assigned, grow, rule, workers)
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
    numbers, n = edges.numbers, edges.numbers.size(edges.other)
    degree = edges.degree
    if degree is None:
        count = dask.delayed(lists.degrees_of_roots)
        degree = added(
            [count(each, n, numbers.where) for each in edges.lists],
            lists.sum_of,
            numbers.where,
        )
    [placed] = persisted(dask.delayed(lists.placed)(degree, numbers.where))
    return placed


class Summary(NamedTuple):
    """What the client receives of the edges."""

    roots: pd.DataFrame  # by degree, and then by id: degree, work, signature, seed
    sample: pd.DataFrame  # some edges: root (its row in `roots`), signature
    rate: float  # the fraction of the kept vertices whose edges are in the sample
    digest: int  # of all edges and labels


def summary_of(edges: Edges, placed: Any, n_edges: int) -> Summary:
    """Return all roots, all edges of some kept vertices, and a digest of all edges."""
    numbers, n_edges = edges.numbers, max(1, n_edges)
    n, where = numbers.size(edges.other), numbers.where
    rate = min(1.0, min(MANY, max(FEW, n_edges // 4)) / n_edges)
    places = placed if edges.symmetric else None
    count, some = dask.delayed(lists.numbers_of_roots), dask.delayed(lists.sample_of)
    totals = added(
        [count(each, n, places, where) for each in edges.lists],
        lists.merged_numbers,
        where,
    )
    [totals] = persisted(totals)
    describe = dask.delayed(lists.in_order)
    samples = [some(each, rate, placed, edges.symmetric, where) for each in edges.lists]
    columns, sampled = dask.compute(describe(totals, placed, where), samples)
    roots = pd.DataFrame(columns)
    first = n - len(roots)
    sample = pd.DataFrame(
        {
            "root": np.concatenate([each[0] for each in sampled]) - first,
            "signature": np.concatenate([each[1] for each in sampled]),
        }
    )
    digest = numbers.digest + sum(each[2] for each in sampled)
    return Summary(roots, sample, rate, digest % 2**64)


class Assignment(NamedTuple):
    """The partition of each root, and the batch of each partition."""

    partition: np.ndarray  # per root: its partition
    batch: np.ndarray  # int32, per partition: its batch; one frame serves a batch
    work: np.ndarray  # float64, per root: predicted
    pairs: np.ndarray  # int64, per root: roots from it on, by degree
    copies: float = 0.0  # estimated: edges in all batches, if partitions have a limit

    def digest(self) -> int:
        """Return a checksum of the assignment of roots to partitions."""
        return crc32(self.partition.data, crc32(self.pairs.data))

    def partitions(self) -> list[PlannedPartition]:
        """Return the partitions, before heavy roots are split."""
        n = len(self.batch)
        roots = np.bincount(self.partition, minlength=n)
        work = np.bincount(self.partition, weights=self.work, minlength=n)
        return [
            PlannedPartition(
                number, (), 0, int(roots[number]), int(work[number]), int(batch)
            )
            for number, batch in enumerate(self.batch)
        ]

    def pairs_per_partition(self) -> np.ndarray:
        """Return the number of pairs of each partition."""
        n = len(self.batch)
        return np.bincount(self.partition, weights=self.pairs, minlength=n)


def _assign(
    summary: Summary,
    partitions: int,
    most_edges: float | None,
    threads: int,
) -> Assignment:
    """Assign all roots to about `partitions` partitions, for a cluster of `threads`.

    The sample shows which roots share kept vertices. Where the sample has no edges,
    roots with the same neighbour of largest degree are packed together.
    """
    roots, rate = summary.roots, summary.rate
    work = roots["work"].to_numpy().astype(np.float64)
    pairs = np.arange(len(work), 0, -1)  # the roots are in the order of degrees
    most_work = work.sum() / partitions
    if most_edges is not None:
        if rate < 1:  # a sample misses edges, but the work includes all
            most_work = min(most_work, most_edges)
        groups = Groups.of(roots, most_work)
        sample = Sample.of(summary, rate, groups)
        packed = sample.pack(groups.work, most_work, most_edges)
        batch = np.arange(packed.max(initial=-1) + 1, dtype=np.int32)  # one frame each
        copies = sample.copies(packed)
        return Assignment(packed[groups.of_root], batch, work, pairs, copies)
    chosen = spread(work, partitions)
    fewer = rate / FEWER if rate < 1 else rate
    groups = Groups.of(roots, most_work)
    sample = Sample.of(summary, fewer, groups)
    packed = sample.pack(groups.work, most_work, np.inf)
    if Sample.of(summary, fewer).copies(chosen) >= SAVES * sample.copies(packed):
        if fewer < rate:
            sample = Sample.of(summary, rate, groups)
            packed = sample.pack(groups.work, most_work, np.inf)
        chosen = packed[groups.of_root]
    return Assignment(chosen, _batches(chosen, work, threads), work, pairs)


class Groups(NamedTuple):
    """Roots with the same signature are packed as one, if they have little work.

    They share the neighbour with most edges. In a large group, other neighbours may
    matter more: each of its roots is a group. The groups are in the order of seeds.
    """

    of_root: np.ndarray  # int32, per root: its group
    work: np.ndarray  # float64, per group

    @classmethod
    def of(cls, roots: pd.DataFrame, most_work: float) -> Groups:
        """Group roots for partitions of some work."""
        seeds = roots["seed"].to_numpy()
        signature = roots["signature"].to_numpy()[seeds]
        work = roots["work"].to_numpy()[seeds].astype(np.float64)
        is_first = np.ones(len(seeds), bool)
        is_first[1:] = signature[1:] != signature[:-1]
        number = np.cumsum(is_first, dtype=np.int32) - 1
        is_large = np.bincount(number, weights=work) > most_work / GROUPS
        is_first |= is_large[number]
        number = np.cumsum(is_first, dtype=np.int32) - 1
        of_root = np.empty(len(seeds), np.int32)
        of_root[seeds] = number
        return cls(of_root, np.bincount(number, weights=work))


class Sample(NamedTuple):
    """All edges of some kept vertices, with the roots, or groups, on the left."""

    graph: BipartiteGraph
    edges: np.ndarray  # float64, per kept vertex: number of edges that it represents

    @classmethod
    def of(cls, summary: Summary, rate: float, groups: Groups | None = None) -> Sample:
        """Build the sample of a fraction `rate` of the kept vertices."""
        signatures = summary.sample["signature"].to_numpy()
        chosen = signatures % HASHES < int(rate * HASHES)
        kept_ids, kept = pd.factorize(signatures[chosen], sort=True)
        roots, n = summary.sample["root"].to_numpy()[chosen], len(summary.roots)
        if groups is not None:
            roots, n = groups.of_root[roots], len(groups.work)
        sides = pd.RangeIndex(n), pd.RangeIndex(len(kept))
        labels: tuple[Any, Any] = sides
        return cls(from_ids(roots, kept_ids, *labels), kept // HASHES / rate)

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
    assigned: Assignment,
    grow: str,
    rule: Rule,
    workers: list[str],
) -> tuple[list[Any], list[Any]]:
    """Return the futures of the frames of all batches, and of their labels.

    Each frame is pinned to its worker. Otherwise Dask would choose the worker that has
    most of the edges, which may be the same one for all frames.
    """
    numbers, n_batches = edges.numbers, int(assigned.batch[-1]) + 1
    first = numbers.size(edges.other) - len(assigned.partition)
    # These arrays pass through the scheduler: keep them small, and send each once.
    partition = assigned.partition.astype(np.min_scalar_type(len(assigned.batch)))
    batch = assigned.batch.astype(np.min_scalar_type(n_batches))[partition]
    give = dask.delayed(_given)
    partition_of, batch_at = give(partition, placed), give(batch, placed)
    copy = dask.delayed(lists.copies_of)
    arguments = placed, first, batch_at, n_batches, rule, numbers.where
    copies = persisted(*(copy(each, *arguments) for each in edges.lists))
    ends = np.searchsorted(assigned.batch, np.arange(n_batches + 1)).tolist()
    join = dask.delayed(batch_of)
    made = [
        join(
            [each[i] for each in copies],
            numbers.tables,
            numbers.offsets,
            numbers.names,
            placed,
            partition_of,
            Batch(ends[i], ends[i + 1], grow),
            numbers.where,
        )
        for i in range(n_batches)
    ]
    both = persisted_on(workers[:n_batches], made)
    parts = [
        persisted_on(workers[:n_batches], [each[i] for each in both]) for i in range(2)
    ]
    return parts[0], parts[1]


def _given(array: np.ndarray, _: Any) -> np.ndarray:
    """Return an array of the client; the other input lets the task run anywhere, as
    `persisted` says."""
    return array


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
