# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which root goes to which partition: decided on the client, by what it sees of them.

Roots are packed where that saves copies of edges, and spread where it does not.
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

EDGE_BYTES = 40  # of an edge in a partition, about
PARTS_IN_A_FRAME = 8  # at most: each reads all of it
SAVES = 2  # packing saves enough if spreading copies so many times as much
FEWER = 8  # of the sampled vertices one in so many is enough to see that


class Seen(NamedTuple):
    """What the client sees of a piece."""

    roots: pd.DataFrame  # degree, work, signature
    sample: pd.DataFrame  # some edges: root (its place above), signature
    digest: int  # of all edges


class Assigned(NamedTuple):
    """Where all roots go."""

    part: np.ndarray  # of each root: its partition
    group: np.ndarray  # int32, of each partition: the frame that it is in
    work: np.ndarray  # float64, of each root: predicted
    pairs: np.ndarray  # int64, of each root: how many it is the first of, and itself

    def digest(self, n_roots: Sequence[int]) -> int:
        """Tells whether another plan, with so many roots in each piece, has the same
        roots in the same partitions."""
        arrays = np.array(n_roots), self.pairs, self.part
        return crc32(b"".join(array.tobytes() for array in arrays))

    def parts(self) -> list[Part]:
        """The partitions."""
        n = len(self.group)
        roots = np.bincount(self.part, minlength=n)
        work = np.bincount(self.part, weights=self.work, minlength=n)
        return [
            Part(number, (), 0, int(roots[number]), int(work[number]), int(group))
            for number, group in enumerate(self.group)
        ]

    def pairs_in(self) -> np.ndarray:
        """The pairs of each partition."""
        return np.bincount(self.part, weights=self.pairs, minlength=len(self.group))


def assign(
    seen: Sequence[Seen], rate: float, parts: int, most_bytes: int | None, workers: int
) -> Assigned:
    """Assign all roots to about so many partitions, for so many workers.

    The sample, all edges of a share `rate` of the kept vertices, tells which roots
    share these. Where it tells nothing, those are packed together that share the
    neighbour with most edges.
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
        if rate < 1:  # a sample sees too few edges, but there is work in all of them
            most_work = min(most_work, most_edges)
        part = Sample.of(seen, rate).pack(work, seeds, most_work, most_edges)
        group = np.arange(part.max(initial=-1) + 1, dtype=np.int32)  # sent by itself
        return Assigned(part, group, work, pairs)
    part = spread(work, parts)
    # Of no matter which cluster: another may have to go on with the same partitions.
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
    brings: np.ndarray  # float64, for how many edges of all each kept vertex stands

    @classmethod
    def of(cls, seen: Sequence[Seen], rate: float) -> Sample:
        """What the client has seen, or less: of a share `rate` of the kept vertices."""
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
        """The partition of each root, where these are packed."""
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
        """How many edges all places of the roots together have."""
        graph = self.graph
        return copied(place, graph.right_indptr, graph.right_indices, self.brings)


def _groups(part: np.ndarray, work: np.ndarray, workers: int) -> np.ndarray:
    """The group of each partition: a frame for each worker, or more of them if there
    are many partitions."""
    if not len(part):
        return np.empty(0, np.int32)
    load = np.bincount(part, weights=work)
    return grouped(load, max(1, workers, len(load) // PARTS_IN_A_FRAME))
