# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Assignment of roots to partitions, on the client, from degrees and a sample of edges.

Roots are packed where packing saves copies of edges, and spread otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import pandas as pd

from cugraph_biclique.dask.edges import HASHES
from cugraph_biclique.dask.parts import PARTS_PER_THREAD, Part, grouped
from cugraph_biclique.graph import BipartiteGraph, from_ids
from cugraph_biclique.partition.packing import pack
from cugraph_biclique.partition.spreading import copied, spread

EDGE_BYTES = 40  # approximate, per edge of a partition
PARTS_IN_A_FRAME = 8  # on average: the task of each partition reads the whole frame
SAVES = 2  # pack if spreading copies at least this many times as many edges
FEWER = 8  # one in eight of the sampled vertices is enough for that decision


class Seen(NamedTuple):
    """What the client receives of one Dask partition of the edges."""

    roots: pd.DataFrame  # degree, work, signature
    sample: pd.DataFrame  # some edges: root (its row in `roots`), signature
    digest: int  # of all edges


class Assigned(NamedTuple):
    """The partition of each root, and the batch of each partition."""

    part: np.ndarray  # per root: its partition
    group: np.ndarray  # int32, per partition: its frame
    work: np.ndarray  # float64, per root: predicted
    pairs: np.ndarray  # int64, per root: roots from it on, by degree

    def digest(self, n_roots: Sequence[int]) -> int:
        """Return a checksum of the assignment of roots to partitions.

        `n_roots` is the number of roots in each Dask partition.
        """
        arrays = np.array(n_roots), self.pairs, self.part
        return crc32(b"".join(array.tobytes() for array in arrays))

    def parts(self) -> list[Part]:
        """Return the partitions."""
        n = len(self.group)
        roots = np.bincount(self.part, minlength=n)
        work = np.bincount(self.part, weights=self.work, minlength=n)
        return [
            Part(number, (), 0, int(roots[number]), int(work[number]), int(group))
            for number, group in enumerate(self.group)
        ]

    def pairs_in(self) -> np.ndarray:
        """Return the number of pairs of each partition."""
        return np.bincount(self.part, weights=self.pairs, minlength=len(self.group))


def assign(
    seen: Sequence[Seen], rate: float, parts: int, most_bytes: int | None, workers: int
) -> Assigned:
    """Assign all roots to about `parts` partitions, for `workers` threads.

    The sample contains all edges of a fraction `rate` of the kept vertices. It shows
    which roots share kept vertices. Where the sample is silent, roots with the same
    neighbour of largest degree are packed together.
    """
    roots = pd.concat([piece.roots for piece in seen], ignore_index=True)
    work = roots["work"].to_numpy().astype(np.float64)
    seeds = roots["signature"].to_numpy().argsort(kind="stable")[::-1]
    pairs = np.empty(len(work), np.int64)
    by_degree = roots["degree"].to_numpy().argsort(kind="stable")
    pairs[by_degree] = np.arange(len(work), 0, -1)
    most_work = work.sum() / parts
    if most_bytes is not None:
        most_edges = most_bytes / EDGE_BYTES
        if rate < 1:  # a sample misses edges, but the work includes all
            most_work = min(most_work, most_edges)
        part = Sample.of(seen, rate).pack(work, seeds, most_work, most_edges)
        group = np.arange(part.max(initial=-1) + 1, dtype=np.int32)  # one frame each
        return Assigned(part, group, work, pairs)
    part = spread(work, parts)
    # Not the cluster's threads: another cluster must get the same partitions to resume.
    threads = parts // PARTS_PER_THREAD
    share = rate / FEWER if rate < 1 else rate
    few = Sample.of(seen, share)
    packed = few.pack(work, seeds, most_work, np.inf)
    copies, most = (
        few.copies(_groups(some, work, threads)[some]) for some in (packed, part)
    )
    if most >= SAVES * copies:
        part = packed
        if share < rate:
            part = Sample.of(seen, rate).pack(work, seeds, most_work, np.inf)
    return Assigned(part, _groups(part, work, workers), work, pairs)


class Sample(NamedTuple):
    """All edges of some kept vertices, with the roots on the left."""

    graph: BipartiteGraph
    brings: np.ndarray  # float64, per kept vertex: edges that it stands for

    @classmethod
    def of(cls, seen: Sequence[Seen], rate: float) -> Sample:
        """Build the sample of a fraction `rate` of the kept vertices, from `seen`."""
        first = np.cumsum([0, *(len(piece.roots) for piece in seen)])
        ends = [
            piece.sample["root"].to_numpy() + at
            for piece, at in zip(seen, first, strict=False)
        ]
        signatures = np.concatenate([piece.sample["signature"] for piece in seen])
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
        return pack(
            graph.left_indptr,
            graph.left_indices,
            graph.right_indptr,
            graph.right_indices,
            self.brings,
            work,
            seeds,
            most_work,
            most_edges,
        )

    def copies(self, place: np.ndarray) -> float:
        """Estimate the total number of edges in all places of the roots."""
        graph = self.graph
        return copied(place, graph.right_indptr, graph.right_indices, self.brings)


def _groups(part: np.ndarray, work: np.ndarray, workers: int) -> np.ndarray:
    """Return the batch of each partition: about one batch per thread, or more batches
    if there are many partitions."""
    if not len(part):
        return np.empty(0, np.int32)
    load = np.bincount(part, weights=work)
    return grouped(load, max(1, workers, len(load) // PARTS_IN_A_FRAME))
