# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From edges with degrees to independent partitions, as Dask operations.

The client receives three numbers per vertex of one side, and a sample of the edges.
With these numbers, the client orders the vertices and assigns them to partitions. Roots
are packed by common neighbours where packing saves copies of edges. Otherwise they are
spread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple
from zlib import crc32

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd
from distributed import futures_of

from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.dask.clique_edges import later_edges
from cugraph_biclique.dask.edges import (
    HASHES,
    ROOTS,
    Edges,
    EdgesWithDegrees,
    frames_for,
    on_host,
    persisted,
    with_work,
)
from cugraph_biclique.dask.exchange import cut_at, hashes, joined, objects
from cugraph_biclique.dask.host_frames import from_host_frame, to_host_frame
from cugraph_biclique.dask.partitions import (
    PARTITIONS_PER_THREAD,
    VERTICES,
    Plan,
    PlannedPartition,
    SubPartition,
    assign_workers,
    edges_of_sub_partition,
    needed_by,
    split_heavy_roots,
)
from cugraph_biclique.dask.pruning import needed_lists
from cugraph_biclique.dask.reading import SIDES
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids
from cugraph_biclique.partition.packing import Limits, Roots, pack
from cugraph_biclique.partition.pruning import Least
from cugraph_biclique.partition.spreading import copied, spread

FEW, MANY = 1 << 14, 1 << 19  # bounds of the client's sample: a quarter of the edges
PARTITIONS_PER_FRAME = 8  # on average: the task of each partition reads the whole frame
SAVES = 2  # pack if spreading copies at least this many times as many edges
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
    bicliques of the `least` sizes.

    The first shuffle collects edges by root: the root sums the degrees of its
    neighbours, and the client assigns it a partition. The second shuffle collects edges
    by kept vertex. Each partition of a neighbour needs edges of that kept vertex:
    `needed_lists` tells which.

    For cliques, `grow` is `VERTICES`, and the rows are those of `clique_edges`: the
    roots are on the right, with their ``rank``.
    """
    side = "right" if grow == VERTICES else grow
    by_root = _by_root(graph.edges, side)
    frames, limited = by_root.parts(), by_root.limited
    roots = dask.persist(
        *(dask.delayed(_roots)(frame, side, limited) for frame in frames)
    )
    n_edges = max(1, graph.n_edges)
    rate = min(1.0, min(MANY, max(FEW, n_edges // 4)) / n_edges)
    summary = dask.delayed(_summary)
    summaries = dask.compute(
        *(summary(*each, side, rate) for each in zip(frames, roots, strict=True))
    )
    most_edges = None if most_bytes is None else most_bytes / graph.edges.edge_bytes
    assigned = _assign(summaries, rate, partitions, most_edges, sum(threads.values()))
    if not len(assigned.partition):
        return _empty_plan(by_root.frame._meta, grow)
    n_batches = int(assigned.batch[-1]) + 1
    pairs = assigned.pairs_per_partition()
    if grow == VERTICES:
        degree = np.concatenate([each.roots["degree"] for each in summaries])
        pairs = np.bincount(assigned.partition, weights=degree)
    planned, split = split_heavy_roots(
        assigned.partitions(), assigned.work.sum() / partitions, pairs, n_batches
    )
    n_roots = [len(each.roots) for each in summaries]
    owned = _with_owners(by_root, roots, n_roots, assigned)
    n_frames = 1
    if most_bytes is not None:
        n_frames = frames_for(assigned.copies * graph.edges.edge_bytes, most_bytes)
    edges_of: Callable[[Any, str], Any] = later_edges
    if grow != VERTICES:
        edges_of = partial(needed_lists, least=least)
    batches = _edges_of_batches(owned, OTHER[side], n_batches, n_frames, edges_of)
    workers = assign_workers(planned, split, n_batches, threads)
    ends = np.searchsorted(assigned.batch, np.arange(n_batches + 1)).tolist()
    futures = _frames_of(batches, ends, split, workers, grow, limited)
    digest = sum(each.digest for each in summaries) % 2**64
    inputs = by_root, roots
    return Plan(futures, planned, grow, digest, assigned.digest(n_roots), inputs)


def _empty_plan(meta: Any, grow: str) -> Plan:
    """Return the plan of a graph without edges: one empty partition."""
    nothing = PlannedPartition(0, (), root_splits=0, roots=0, work=0, frame=0)
    none = np.empty(0, np.int64)
    frame = meta[list(SIDES)].assign(rank=none, owner=none)
    return Plan(futures_of(persisted(dask.delayed(frame))), [nothing], grow)


def _by_root(edges: Edges, grow: str) -> Edges:
    """Collect edges by root. The edges of a right vertex are already together."""
    if grow == "right":
        return edges
    kept = OTHER[grow]
    frame = edges.frame[list(SIDES)].map_partitions(with_work, kept)
    return edges._replace(frame=frame, by=kept).together(grow).persisted()


def _roots(edges: Any, grow: str, limited: bool) -> Any:
    """Return the roots of some edges: degree, work, and the signature of the neighbour
    with most edges.

    Roots with the same signature can share one copy of that neighbour's edges.
    """
    found = (
        from_host_frame(edges).assign(degree=1).groupby(grow, sort=True, observed=True)
    )
    found = found.agg({"degree": "sum", "work": "sum", "signature": "max"})
    return to_host_frame(found.reset_index()) if limited else found.reset_index()


class Summary(NamedTuple):
    """What the client receives of one Dask partition of the edges."""

    roots: pd.DataFrame  # degree, work, signature
    sample: pd.DataFrame  # some edges: root (its row in `roots`), signature
    digest: int  # of all edges


def _summary(edges: Any, roots: Any, grow: str, rate: float) -> Summary:
    """Return all roots, all edges of some kept vertices, and a digest of all edges."""
    edges, roots = from_host_frame(edges), from_host_frame(roots)
    some = edges[edges["signature"] % HASHES < int(rate * HASHES)][[grow, "signature"]]
    rows = roots[[grow]].assign(root=np.arange(len(roots), dtype=np.int32))
    some = some.merge(rows, on=grow)[["root", "signature"]]
    digest = int(hashes(edges[list(SIDES)]).sum()) if len(edges) else 0
    numbers = roots[["degree", "work", "signature"]]
    return Summary(on_host(numbers), on_host(some), digest)


class Assignment(NamedTuple):
    """The partition of each root, and the batch of each partition."""

    partition: np.ndarray  # per root: its partition
    batch: np.ndarray  # int32, per partition: its batch; one frame serves a batch
    work: np.ndarray  # float64, per root: predicted
    pairs: np.ndarray  # int64, per root: roots from it on, by degree
    copies: float = 0.0  # estimated: edges in all batches, if partitions have a limit

    def digest(self, n_roots: Sequence[int]) -> int:
        """Return a checksum of the assignment of roots to partitions.

        `n_roots` is the number of roots in each Dask partition.
        """
        arrays = np.array(n_roots), self.pairs, self.partition
        return crc32(b"".join(array.tobytes() for array in arrays))

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
    summaries: Sequence[Summary],
    rate: float,
    partitions: int,
    most_edges: float | None,
    threads: int,
) -> Assignment:
    """Assign all roots to about `partitions` partitions, for a cluster of `threads`.

    The sample contains all edges of a fraction `rate` of the kept vertices. It shows
    which roots share kept vertices. Where the sample has no edges, roots with the same
    neighbour of largest degree are packed together.
    """
    roots = pd.concat([each.roots for each in summaries], ignore_index=True)
    work = roots["work"].to_numpy().astype(np.float64)
    seeds = roots["signature"].to_numpy().argsort(kind="stable")[::-1]
    pairs = np.empty(len(work), np.int64)
    by_degree = roots["degree"].to_numpy().argsort(kind="stable")
    pairs[by_degree] = np.arange(len(work), 0, -1)
    most_work = work.sum() / partitions
    if most_edges is not None:
        if rate < 1:  # a sample misses edges, but the work includes all
            most_work = min(most_work, most_edges)
        sample = Sample.of(summaries, rate)
        packed = sample.pack(work, seeds, most_work, most_edges)
        batch = np.arange(packed.max(initial=-1) + 1, dtype=np.int32)  # one frame each
        return Assignment(packed, batch, work, pairs, sample.copies(packed))
    chosen = spread(work, partitions)
    # The choice ignores the cluster's threads: to resume a data set, a cluster of
    # another size must get the same partitions.
    assumed = partitions // PARTITIONS_PER_THREAD
    fewer = rate / FEWER if rate < 1 else rate
    sample = Sample.of(summaries, fewer)
    packed = sample.pack(work, seeds, most_work, np.inf)
    if_packed, if_spread = (
        sample.copies(_batches(each, work, assumed)[each]) for each in (packed, chosen)
    )
    if if_spread >= SAVES * if_packed:
        chosen = packed
        if fewer < rate:
            chosen = Sample.of(summaries, rate).pack(work, seeds, most_work, np.inf)
    return Assignment(chosen, _batches(chosen, work, threads), work, pairs)


class Sample(NamedTuple):
    """All edges of some kept vertices, with the roots on the left."""

    graph: BipartiteGraph
    edges: np.ndarray  # float64, per kept vertex: number of edges that it represents

    @classmethod
    def of(cls, summaries: Sequence[Summary], rate: float) -> Sample:
        """Build the sample of a fraction `rate` of the kept vertices."""
        first = np.cumsum([0, *(len(each.roots) for each in summaries)])
        ends = [
            each.sample["root"].to_numpy() + at
            for each, at in zip(summaries, first, strict=False)
        ]
        signatures = np.concatenate([each.sample["signature"] for each in summaries])
        chosen = signatures % HASHES < int(rate * HASHES)
        kept_ids, kept = pd.factorize(signatures[chosen], sort=True)
        labels: tuple[Any, Any] = pd.RangeIndex(first[-1]), pd.RangeIndex(len(kept))
        graph = from_ids(np.concatenate(ends)[chosen], kept_ids, *labels)
        return cls(graph, kept // HASHES / rate)

    def pack(
        self, work: np.ndarray, seeds: np.ndarray, most_work: float, most_edges: float
    ) -> np.ndarray:
        """Return the partition of each root if the roots are packed."""
        graph = self.graph
        roots = Roots(
            Adjacency(graph.left_indptr, graph.left_indices),
            Adjacency(graph.right_indptr, graph.right_indices),
            self.edges,
            work,
        )
        return pack(roots, seeds, Limits(most_work, most_edges))

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


def _with_owners(
    by_root: Edges, roots: Sequence[Any], n_roots: list[int], assigned: Assignment
) -> Edges:
    """Add columns to the edges: rank, owner (partition) and batch of the root."""
    ends = np.cumsum(n_roots)
    # The tasks carry this array through the scheduler: keep it small.
    owner = assigned.partition.astype(np.min_scalar_type(len(assigned.batch)))
    each = zip(
        by_root.parts(),
        roots,
        [0, *ends],
        np.split(owner, ends[:-1]),
        strict=False,
    )
    with_owner = dask.delayed(_with_owner)
    to = by_root.by, by_root.limited
    owned = [with_owner(*inputs, assigned.batch, *to) for inputs in each]
    meta = by_root.frame._meta[list(SIDES)].assign(
        rank=assigned.pairs[:0], owner=owner[:0], batch=assigned.batch[:0]
    )
    frame = dd.from_delayed(owned, meta=meta, verify_meta=False)
    if by_root.limited:
        frame = objects(frame, from_host_frame)
    return by_root._replace(frame=frame, resting=None)


def _with_owner(
    edges: Any,
    roots: Any,
    first: int,
    owner: np.ndarray,
    batch_of: np.ndarray,
    grow: str,
    limited: bool,
) -> Any:
    """Add the rank, the partition and the batch of the root to each edge."""
    edges, roots = from_host_frame(edges), from_host_frame(roots)
    numbers = np.arange(first, first + len(roots))
    roots = roots.assign(number=numbers, owner=owner, batch=batch_of[owner])
    if "rank" in edges.columns:
        columns, added = [*SIDES, "rank"], ["owner", "batch"]
    else:
        columns, added = list(SIDES), ["rank", "owner", "batch"]
        roots["rank"] = roots["degree"].astype("int64") * ROOTS + roots["number"]
    owned = edges[columns].merge(roots[[grow, *added]], on=grow)
    return to_host_frame(owned) if limited else owned


def _edges_of_batches(
    edges: Edges,
    kept: str,
    n_batches: int,
    least: int,
    edges_of: Callable[[Any, str], Any],
) -> list[list[Any]]:
    """Return the edges that each batch needs, one frame per Dask partition: `edges_of`
    finds them.

    There are at least `least` Dask partitions.
    """
    arguments = kept, n_batches, edges_of, edges.limited
    copies = objects(edges.together(kept, least).frame, _copies, *arguments)
    made = persisted(
        *(each[batch] for each in copies.to_delayed() for batch in range(n_batches))
    )
    return [made[batch::n_batches] for batch in range(n_batches)]


def _copies(
    edges: Any,
    kept: str,
    n_batches: int,
    edges_of: Callable[[Any, str], Any],
    limited: bool,
) -> list[Any]:
    """Return what each batch needs of the edges of some kept vertices."""
    copies = edges_of(edges, kept).sort_values("to")
    ends = copies["to"].searchsorted(np.arange(n_batches + 1)).tolist()
    return cut_at(copies[[*SIDES, "rank", "owner"]], ends, limited)


def _frames_of(
    batches: list[list[Any]],
    ends: list[int],
    split: list[SubPartition],
    workers: list[str],
    grow: str,
    limited: bool,
) -> list[Any]:
    """Return the futures of all frames: of the batches, then of the sub-partitions.

    The partitions of batch i are ``ends[i]:ends[i + 1]``.

    Each frame is pinned to its worker. Otherwise Dask would choose the worker that has
    most of the edges, which may be the same one for all frames.
    """
    n = len(batches)
    join = dask.delayed(_joined_batch)
    each = zip(batches, pairwise(ends), strict=True)
    made = [join(edges, *owners, grow, limited) for edges, owners in each]
    frames = _persisted_on(workers[:n], made)
    edges_of = dask.delayed(edges_of_sub_partition)
    of_split = [
        edges_of(frames[part.frame], part.number, grow, True, which, of)
        for part, which, of in split
    ]
    made = frames + _persisted_on(workers[n:], of_split)
    return [futures_of(frame)[0] for frame in made]


def _joined_batch(
    frames: list[Any], first: int, end: int, grow: str, limited: bool
) -> Any:
    """Return the edges that the partitions ``first:end`` need, in one frame."""
    frame = joined(frames)
    if grow == VERTICES:  # otherwise, every edge of a neighbour is needed
        is_root = (frame["owner"] >= first) & (frame["owner"] < end)
        frame = frame[needed_by(frame, is_root, grow)]
    return to_host_frame(frame) if limited else frame


def _persisted_on(workers: list[str], tasks: list[Any]) -> list[Any]:
    """Run each task on its worker, and keep the result there."""
    made: dict[int, Any] = {}
    for worker in sorted(set(workers)):
        mine = [i for i in range(len(tasks)) if workers[i] == worker]
        there = persisted(*(tasks[i] for i in mine), workers=[worker])
        made.update(zip(mine, there, strict=True))
    return [made[i] for i in range(len(tasks))]
