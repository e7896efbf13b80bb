# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rounds of edge swaps on a CPU core."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.graph.bipartite import BipartiteGraph, transpose
from cugraph_biclique.graph.csr import over_ranges
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.host.interrupts import LONG_EDGES, interruptible
from cugraph_biclique.randomization import (
    BURN_IN,
    EMPTY,
    HELD,
    MIXERS,
    ROUNDS,
    capacity,
    numbers,
    repeated,
    union_of,
)

MIX = np.uint64(0x9E3779B97F4A7C15)


class Room(NamedTuple):
    """The memory of a round."""

    table: np.ndarray  # int64, keys of proposed edges
    claims: np.ndarray  # int32, for each place of the table
    claimed: np.ndarray  # bool, for each slot: whether a pair proposes its edge
    pairs: np.ndarray  # int32 (pairs, 2), slots; -1 for a pair without a proposal
    places: np.ndarray  # int32 (pairs, 2), of the proposed edges in the table

    @classmethod
    def of(cls, n: int) -> Room:
        """Memory for the rounds of n edges."""
        return cls(
            np.empty(capacity(n), np.int64),
            np.empty(capacity(n), np.int32),
            np.empty(n, np.bool_),
            np.empty((n // 2, 2), np.int32),
            np.empty((n // 2, 2), np.int32),
        )


class RandomGraphs:
    """The random graphs with the degrees of a graph, one after the other."""

    same_edges = True

    def __init__(self, graph: BipartiteGraph, seed: int) -> None:
        self.graph = graph
        self.seed = seed
        self.done = 0  # rounds
        self.owner = np.repeat(
            np.arange(graph.n_left, dtype=np.int32), np.diff(graph.left_indptr)
        )
        self.slots = graph.left_indices.copy()
        self.room = Room.of(graph.n_edges)

    def union(self, n: int) -> BipartiteGraph:
        """The disjoint union of the next n graphs."""
        slots = np.empty((n, self.graph.n_edges), np.int32)
        for each in slots:
            self.skip(1)
            each[:] = self.slots
        return interruptible(slots.size, _union_of, self.graph, slots)

    def skip(self, n: int) -> None:
        """Go on to the graph after the next n."""
        for _ in range(n):
            self._run(ROUNDS if self.done else BURN_IN + ROUNDS)

    def _run(self, rounds: int) -> None:
        """Run some rounds, as many at once as take less time than a large graph."""
        n, n_right = self.graph.n_edges, self.graph.n_right
        at_once = max(1, LONG_EDGES // max(1, n))
        for first in range(0, rounds, at_once):
            drawn = numbers(self.seed, self.done, min(at_once, rounds - first))
            interruptible(
                n, swap_rounds, self.owner, self.slots, n_right, drawn, self.room
            )
            self.done += len(drawn)


def _union_of(graph: BipartiteGraph, slots: np.ndarray) -> BipartiteGraph:
    """The union of the graphs of some slots, one row for each graph."""
    n = len(slots)
    slots += graph.n_right * np.arange(n, dtype=np.int32)[:, None]
    left, indptr = slots.ravel(), repeated(graph.left_indptr, n)
    over_ranges(_sort_rows, indptr, indptr, left)
    right = transpose(indptr, left, n * graph.n_right)[1]
    return union_of(graph, n, left, right)


@compiled
def _sort_rows(first, last, indptr, indices):
    for row in range(first, last):
        indices[indptr[row] : indptr[row + 1]].sort()


@compiled
def swap_rounds(owner, slots, n_right, drawn, room):
    """Run a round for each row of random numbers."""
    for r in range(len(drawn)):
        swap_round(owner, slots, n_right, drawn[r], room)


@compiled
def swap_round(owner, slots, n_right, drawn, room):
    """Swap the right vertices of some pairs of slots.

    The hash table has the proposed edges. The claims of an edge are the number of pairs
    that propose it, plus HELD if a slot has it already.
    """
    n = slots.size
    if n < 2:
        return
    bits = 1
    while (1 << bits) < n:
        bits += 1
    table, claims, claimed, pairs, places = room
    table[:] = EMPTY
    claims[:] = 0
    for p in range(n // 2):
        pairs[p, 0] = -1
        if _mixed(drawn[2 * MIXERS] + np.uint64(p)) & np.uint64(1):
            i, j = _slot(2 * p, n, bits, drawn), _slot(2 * p + 1, n, bits, drawn)
            if owner[i] != owner[j] and slots[i] != slots[j]:
                pairs[p] = i, j
                one = _place(table, np.int64(owner[i]) * n_right + slots[j], True)
                other = _place(table, np.int64(owner[j]) * n_right + slots[i], True)
                claims[one] += 1
                claims[other] += 1
                places[p] = one, other
    for e in range(n):
        at = _place(table, np.int64(owner[e]) * n_right + slots[e], False)
        claimed[e] = at >= 0
        if at >= 0:
            claims[at] += HELD
    for p in range(n // 2):
        i, j = pairs[p]
        if i >= 0 and not claimed[i] and not claimed[j]:
            if claims[places[p, 0]] == 1 and claims[places[p, 1]] == 1:
                slots[i], slots[j] = slots[j], slots[i]


@compiled
def _mixed(z):
    """The output function of SplitMix64."""
    z = z + MIX
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def _slot(at, n, bits, drawn):
    """The slot at a position of the permutation of 0 .. n-1 that `drawn` selects.

    Each step permutes the numbers of `bits` bits. Numbers from n on are permuted again
    until they are below n, which leaves a permutation of the numbers below n.
    """
    mask = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    shift = np.uint64((bits + 1) // 2)
    x = np.uint64(at)
    while True:
        for step in range(MIXERS):
            x = (x * (drawn[2 * step] | np.uint64(1)) + drawn[2 * step + 1]) & mask
            x ^= x >> shift
        if x < np.uint64(n):
            return np.int64(x)


@compiled
def _place(table, key, is_new):
    """The place of a key in the hash table; without it, a free place that gets the key
    if `is_new` is set, or -1."""
    mask = np.int64(table.size - 1)
    at = np.int64((np.uint64(key) * MIX) >> np.uint64(32)) & mask
    while table[at] != key:
        if table[at] == EMPTY:
            if not is_new:
                return np.int64(-1)
            table[at] = key
            break
        at = (at + 1) & mask
    return at
