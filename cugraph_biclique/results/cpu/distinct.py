# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A hash table of bicliques, by the set of their vertices on one side.

The key of a set is the sum of random numbers of 64 bits, one per vertex (Zobrist
hashing). So a kernel that collects a set vertex by vertex also has its key. `new_table`
compares sets with equal keys, and draws other numbers if two of them differ. So two
sets in a table never have the same key.
"""

from __future__ import annotations

from itertools import count
from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.host.decorators import kernel

MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, a hash multiplier
NONE = -1


class Table(NamedTuple):
    """An open hash table with linear probing."""

    number: np.ndarray  # uint64, by vertex: random
    key: np.ndarray  # uint64, by biclique
    slot: np.ndarray  # int64, a biclique or -1; at most half of the slots are in use
    shift: np.ndarray  # uint64 (1,), from a hash to the number of a slot


def new_table(lists: MemberLists, n_vertices: int) -> tuple[Table, np.ndarray]:
    """Enter the sets of vertices of some bicliques.

    Also returns the first biclique (int64) with the same set as each biclique. Only
    first ones are in the table.
    """
    n = len(lists.where) - 1
    bits = max(4, (2 * n).bit_length())
    for seed in count():
        table = Table(
            random_numbers(n_vertices, seed),
            np.zeros(n, np.uint64),
            np.full(1 << bits, NONE),
            np.array([64 - bits], np.uint64),
        )
        first = np.empty(n, np.int64)
        if _enter_all(lists, table, np.full(n_vertices, NONE), first):
            break
    return table, first


def random_numbers(n: int, seed: int = 0) -> np.ndarray:
    """Return n random numbers of 64 bits: uint64."""
    return np.random.default_rng(seed).integers(0, 1 << 64, n, np.uint64)


@kernel
def _enter_all(lists, table, mark, first):
    """Enter all sets, and return whether sets with equal keys are equal.

    `lists`: `MemberLists`. `table`: `Table`. `mark`: int64 scratch by vertex, -1
    before. `first`: int64 by biclique, receives the first one with the same set.
    """
    where, members = lists
    for b in range(where.size - 1):
        for e in range(where[b], where[b + 1]):
            table.key[b] += table.number[members[e]]
        at = _slot_of(table, table.key[b])
        other = table.slot[at]
        if other == NONE:
            table.slot[at] = b
            first[b] = b
            continue
        if where[b + 1] - where[b] != where[other + 1] - where[other]:
            return False
        for e in range(where[b], where[b + 1]):
            mark[members[e]] = b
        for e in range(where[other], where[other + 1]):
            if mark[members[e]] != b:
                return False
        first[b] = other
    return True


@kernel
def look_up(table, key):
    """Return the biclique whose set has this key, or -1."""
    return table.slot[_slot_of(table, key)]


@kernel
def _slot_of(table, key):
    """Return the slot of a key, or the free slot where it belongs."""
    at = np.int64((key * MIX) >> table.shift[0])
    while table.slot[at] != NONE and table.key[table.slot[at]] != key:
        at = (at + 1) & (table.slot.size - 1)
    return at
