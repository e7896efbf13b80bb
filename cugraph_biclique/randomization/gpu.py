# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rounds of edge swaps on a device."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.simt import MIX, SCANNERS, WARP, cuda, device, kernel
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.randomization import (
    BURN_IN,
    EMPTY,
    HELD,
    MIXERS,
    ROUNDS,
    capacity,
    numbers,
    union_of,
)

FEW_EDGES = 1 << 13  # one block runs a round of these in the time of a few launches
_EMPTY = np.int64(EMPTY)
_HELD = np.int32(HELD)


class Slots(NamedTuple):
    """A graph as slots: slot e has an edge, and swaps change its right vertex."""

    owner: Any  # int32 per slot: the left vertex
    slots: Any  # int32 per slot: the right vertex
    n_right: int


class Table(NamedTuple):
    """A hash table of edges, of `capacity` entries."""

    keys: Any  # int64, _EMPTY before a round
    claims: Any  # int32: how many pairs propose the edge, zero before a round


class Pairs(NamedTuple):
    """The pairs of slots that may swap: int32 (edges // 2, 2)."""

    slots: Any  # -1 for a pair without a proposal
    places: Any  # of the proposed edges in the table


class RandomGraphs:
    """The random graphs with the degrees of a graph, one after the other.

    They are those of the CPU engine.
    """

    same_edges = True

    def __init__(self, graph: BipartiteGraph, seed: int) -> None:
        self.graph = graph.to_device()
        self.seed = seed
        self.done = 0  # rounds
        self.swaps = _Swaps(self.graph)

    def union(self, n: int) -> BipartiteGraph:
        """The disjoint union of the next n graphs."""
        slots = xp.empty((n, self.graph.n_edges), np.int32)
        before = 0 if self.done else BURN_IN
        drawn = xp.asarray(numbers(self.seed, self.done, before + n * ROUNDS))
        self.done += len(drawn)
        self.swaps.run(drawn[:before])
        for i, each in enumerate(slots):
            first = before + i * ROUNDS
            self.swaps.run(drawn[first : first + ROUNDS])
            each[:] = self.swaps.slots
        return _union_of(self.graph, self.swaps.owner, slots)

    def skip(self, n: int) -> None:
        """Go on to the graph after the next n."""
        for _ in range(n):
            rounds = ROUNDS if self.done else BURN_IN + ROUNDS
            self.swaps.run(xp.asarray(numbers(self.seed, self.done, rounds)))
            self.done += rounds


class _Swaps:
    """The slots of a graph on the device, and the memory of a round."""

    def __init__(self, graph: BipartiteGraph) -> None:
        n = graph.n_edges
        self.n_right = graph.n_right
        self.owner = xp.empty(n, np.int32)
        self.blocks = blocks_for(n // WARP)
        if n:
            launch(
                _fill_owners, blocks_for(graph.n_left), graph.left_indptr, self.owner
            )
        self.slots = graph.left_indices.copy()
        self.table = xp.empty(capacity(n), np.int64)
        self.claims = xp.empty(capacity(n), np.int32)
        self.claimed = xp.empty(n, np.int32)  # whether a pair proposes the slot's edge
        self.pairs = xp.empty((n // 2, 2), np.int32)  # -1: a pair without a proposal
        self.places = xp.empty((n // 2, 2), np.int32)

    def run(self, drawn: Any) -> None:
        """Run a round for each row of random numbers."""
        n = len(self.slots)
        if n < 2:
            return
        bits = max(1, (n - 1).bit_length())
        edges = Slots(self.owner, self.slots, self.n_right)
        table, pairs = Table(self.table, self.claims), Pairs(self.pairs, self.places)
        if n <= FEW_EDGES:
            launch(_run_rounds, 1, edges, bits, drawn, table, self.claimed, pairs)
            return
        for row in drawn:
            self.table.fill(EMPTY)
            self.claims.fill(0)
            launch(_claim, self.blocks, edges, bits, row, table, pairs)
            launch(_hold, self.blocks, edges, table, self.claimed)
            launch(_swap, self.blocks, self.slots, self.claims, self.claimed, pairs)


def _union_of(graph: BipartiteGraph, owner: Any, slots: Any) -> BipartiteGraph:
    """The union of the graphs of some slots, one row for each graph."""
    n = len(slots)
    each = xp.arange(n, dtype=np.int64)[:, None]
    owner, slots = owner + graph.n_left * each, slots + graph.n_right * each
    left = _adjacency(owner, slots, n * graph.n_right)
    return union_of(graph, n, left, _adjacency(slots, owner, n * graph.n_left))


def _adjacency(owner: Any, neighbour: Any, n: int) -> Any:
    """Sort the neighbours, which are less than n, by owner and number."""
    keys = (owner * n + neighbour).ravel()
    keys.sort()
    return (keys % max(1, n)).astype(np.int32)


@kernel(threads=SCANNERS, blocks=1)
def _run_rounds(edges, bits, drawn, table, claimed, pairs):
    """Run a round for each row of random numbers, in one block.

    `drawn`: uint64 (rounds, numbers per round). `claimed`: int32 per slot. See `_claim`
    for the other arguments.
    """
    first, step = cuda.threadIdx.x, cuda.blockDim.x
    for r in range(drawn.shape[0]):
        for at in range(first, table.keys.size, step):
            table.keys[at] = _EMPTY
            table.claims[at] = 0
        cuda.syncthreads()
        claim(first, step, edges, bits, drawn[r], table, pairs)
        cuda.syncthreads()
        hold(first, step, edges, table, claimed)
        cuda.syncthreads()
        swap(first, step, edges.slots, table.claims, claimed, pairs)
        cuda.syncthreads()


@kernel
def _fill_owners(indptr, owner):
    """The left vertex of each slot: a warp for each vertex."""
    lane = cuda.threadIdx.x % WARP
    for u in range(cuda.grid(1) // WARP, indptr.size - 1, cuda.gridsize(1) // WARP):
        for e in range(indptr[u] + lane, indptr[u + 1], WARP):
            owner[e] = u


@kernel
def _claim(edges, bits, drawn, table, pairs):
    """`claim` as a kernel, one pair per thread.

    `edges`: `Slots`, `table`: `Table`, `pairs`: `Pairs`. `bits`: how many bits the
    number of a slot has. `drawn`: uint64, the random numbers of the round.
    """
    claim(cuda.grid(1), cuda.gridsize(1), edges, bits, drawn, table, pairs)


@device
def claim(first, step, edges, bits, drawn, table, pairs):
    """Pair the slots, and claim the new edges of the pairs that propose a swap."""
    owner, slots, n_right = edges.owner, edges.slots, edges.n_right
    n = np.int64(slots.size)
    for p in range(first, n // 2, step):
        pairs.slots[p, 0] = -1
        if _mixed(drawn[2 * MIXERS] + np.uint64(p)) & np.uint64(1) != 0:
            i = _slot(np.int64(2 * p), n, bits, drawn)
            j = _slot(np.int64(2 * p + 1), n, bits, drawn)
            if owner[i] != owner[j] and slots[i] != slots[j]:
                pairs.slots[p, 0] = i
                pairs.slots[p, 1] = j
                one = _insert(table.keys, np.int64(owner[i]) * n_right + slots[j])
                other = _insert(table.keys, np.int64(owner[j]) * n_right + slots[i])
                cuda.atomic.add(table.claims, one, np.int32(1))
                cuda.atomic.add(table.claims, other, np.int32(1))
                pairs.places[p, 0] = one
                pairs.places[p, 1] = other


@kernel
def _hold(edges, table, claimed):
    """`hold` as a kernel, one slot per thread. `claimed`: int32 per slot."""
    hold(cuda.grid(1), cuda.gridsize(1), edges, table, claimed)


@device
def hold(first, step, edges, table, claimed):
    """Mark the proposed edges that a slot has. Slots have distinct edges."""
    for e in range(first, edges.slots.size, step):
        edge = np.int64(edges.owner[e]) * edges.n_right + edges.slots[e]
        at = _find(table.keys, edge)
        claimed[e] = at >= 0
        if at >= 0:
            table.claims[at] += _HELD


@kernel
def _swap(slots, claims, claimed, pairs):
    """`swap` as a kernel, one pair per thread. See `Slots`, `Table`, `Pairs`."""
    swap(cuda.grid(1), cuda.gridsize(1), slots, claims, claimed, pairs)


@device
def swap(first, step, slots, claims, claimed, pairs):
    """Swap the pairs with new edges of their own and unclaimed old edges.

    Pairs are disjoint, so the order does not matter.
    """
    places = pairs.places
    for p in range(first, pairs.slots.shape[0], step):
        i, j = pairs.slots[p, 0], pairs.slots[p, 1]
        if i >= 0 and claimed[i] == 0 and claimed[j] == 0:
            if claims[places[p, 0]] == 1 and claims[places[p, 1]] == 1:
                v = slots[i]
                slots[i] = slots[j]
                slots[j] = v


@device
def _mixed(z):
    """The output function of SplitMix64."""
    z = z + MIX
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@device
def _slot(at, n, bits, drawn):
    """The slot at a position of the permutation that `drawn` selects, as on the CPU."""
    mask = (np.uint64(1) << np.uint64(bits)) - np.uint64(1)
    shift = np.uint64((bits + 1) // 2)
    x = np.uint64(at)
    while True:
        for step in range(MIXERS):
            x = (x * (drawn[2 * step] | np.uint64(1)) + drawn[2 * step + 1]) & mask
            x ^= x >> shift
        if x < np.uint64(n):
            return np.int64(x)


@device
def _home(table, key):
    """The first place to look for a key."""
    return np.int64((np.uint64(key) * MIX) >> np.uint64(32)) & np.int64(table.size - 1)


@device
def _insert(table, key):
    """The place of a key in the hash table, which gets the key if it is new."""
    at = _home(table, key)
    while True:
        there = table[at]
        if there == _EMPTY:
            there = cuda.atomic.cas(table, at, _EMPTY, key)
        if there == key or there == _EMPTY:
            return at
        at = (at + 1) & np.int64(table.size - 1)


@device
def _find(table, key):
    """The place of a key in the hash table, or -1."""
    at = _home(table, key)
    while table[at] != key:
        if table[at] == _EMPTY:
            return np.int64(-1)
        at = (at + 1) & np.int64(table.size - 1)
    return at
