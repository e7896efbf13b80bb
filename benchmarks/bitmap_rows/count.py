# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""One count of (p, q)-bicliques with one kind of row."""

import time

import numpy as np

from benchmarks.bitmap_rows.dense import LANES, run_dense
from benchmarks.bitmap_rows.sparse import run_sparse, truncated
from benchmarks.bitmap_rows.tree import (
    ALL,
    DEPTH,
    FIELDS,
    IDS,
    INTERSECTIONS,
    LARGEST,
    SWEPT,
    WORDS,
    Pairs,
    binomials,
)
from cugraph_biclique.contract.search_graph import SearchGraph

KINDS = "dense", "lists", "local 64", "truncated 64", "truncated 32"
READS = 1 << 22  # ids and words that are read between two looks at the clock


class Count:
    """The arrays of a count, which several runs use. At least three picks."""

    def __init__(
        self, kind: str, graph: SearchGraph, pairs: Pairs, picks: int, least: int
    ) -> None:
        self.kind, self.graph, self.pairs = kind, graph, pairs
        self.picks, self.least = picks, least
        self.binomial = binomials(graph, least)
        self.slot = np.zeros(len(graph.grown_weight), np.int32)
        self.level = np.zeros((picks, FIELDS), np.int64)
        most_rows, levels = pairs.most_rows(), picks - 2
        indptr = graph.grown_indptr
        self.stored_words = 0
        self.stored_bytes = indptr.nbytes + graph.grown_indices.nbytes
        if kind == "dense":
            n = np.diff(pairs.indptr) + LANES
            need = int((n * ((np.diff(indptr) + 63) // 64)).max(initial=0))
            self.row_bits = np.empty(levels * need, np.uint64)
            self.shared = np.empty(most_rows, np.int64)
            self.chosen = np.empty(most_rows + 1, np.int64)
            return
        no_bits = None if kind == "lists" else np.empty(0, np.uint64)
        self.stored = indptr, graph.grown_indices, no_bits
        if kind.startswith("truncated"):
            self.stored = truncated(graph, int(kind.split()[1]))
            self.stored_words = len(self.stored[1])
            self.stored_bytes = sum(part.nbytes for part in self.stored)
        need = levels * pairs.most_members() + 1
        bits = self.stored[2]
        self.row_ids = np.empty(need, np.int32)
        self.row_bits = None if bits is None else np.empty(need, bits.dtype)
        self.begin = np.empty(levels * most_rows + 1, np.int64)
        self.end = np.empty(levels * most_rows + 1, np.int64)

    def run(self, most: float) -> float | None:
        """Count; return the CPU seconds, or None once it has taken `most` seconds."""
        self.control = np.zeros(3, np.int64)
        self.control[DEPTH] = -1
        self.control[SWEPT] = not self.kind.startswith("truncated")
        self.sum, self.work = np.zeros(1, np.uint64), np.zeros(5, np.int64)
        began = time.process_time()
        while not self.advance():
            if time.process_time() - began > most:
                return None
        return time.process_time() - began

    def advance(self) -> bool:
        """Count for some milliseconds; return whether the count has ended."""
        ends = self.binomial, self.sum, self.work, self.picks, self.least, READS
        if self.kind == "dense":
            return run_dense(
                self.graph, self.pairs, self.row_bits, self.slot, self.shared,
                self.chosen, self.level, self.control, *ends,
            )  # fmt: skip
        return run_sparse(
            self.graph, self.pairs, *self.stored, self.row_ids, self.row_bits,
            self.begin, self.end, self.slot, self.level, self.control, *ends,
        )  # fmt: skip

    @property
    def total(self) -> int:
        """The count, modulo 2^64."""
        return int(self.sum[0])

    @property
    def intersections(self) -> int:
        """Pairs of rows that were intersected."""
        return int(self.work[INTERSECTIONS])

    @property
    def ids(self) -> int:
        """Numbers of words, or members of lists, that these have read."""
        return int(self.work[IDS])

    @property
    def words(self) -> int:
        """Words of bits that these have read."""
        return int(self.work[WORDS])

    @property
    def largest_root(self) -> int:
        """Words, or members, of the root rows of the largest root."""
        return int(self.work[LARGEST])

    @property
    def all_roots(self) -> int:
        """The same, of all roots that were searched."""
        return int(self.work[ALL])
