# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The state of a worker thread of a count, and the exact total of its sums.

A leaf of the search is a set of `picks` anchored vertices with k common neighbours. It
contributes C(k, least) bicliques. Sums never overflow. A worker counts leaves by k in
64-bit counters. It adds binomials, and the weights of collapsed nodes, only if the sum
provably fits 128 bits. Larger weights are stored modulo enough primes to recover them.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.interrupts import new_flag

DONE, MORE, GROW = 0, 1, 2

# Columns of State.level
BEGIN, ROWS, WIDTH, CURSOR, END, SIZE, PICKS, LOW, HIGH, TOP = range(10)
FIELDS = 10

# Entries of State.control
DEPTH, ROOT, LAST_ROOT, PART, PARTS, STAMP = 0, 1, 2, 3, 4, 5
NEED, WIDE_CURSOR, WIDE_END, WIDE_ROWS = 6, 7, 8, 9
WIDE_WORDS, WIDE_STRIDE, WIDE_NEED = 10, 11, 12
SUM_LOW, SUM_HIGH, SINGLE = 13, 14, 15
MODULI = 16  # residues per coefficient of a collapsed level; 0 if it fits a word
WHOLE = 17  # whether the wide matrix contains the whole graph, not a root
CONTROLS = 18

SUMMABLE = 1 << 40  # largest binomial that a worker adds, if there are few rows


class State(NamedTuple):
    """Stack and sums of one worker."""

    graph: SearchGraph  # the anchored side is the grown one
    control: np.ndarray  # int64
    level: np.ndarray  # int64 (picks + 2, FIELDS)
    bits: np.ndarray  # uint64 arena: rows of the levels, row by row
    weight: np.ndarray  # int64 arena; at a row's first word: the number of its twins
    wide: np.ndarray  # uint64 arena: matrix of a wide root, word by word
    polynomial: np.ndarray  # uint64 (picks + 2, primes, picks): coefficients
    factor: np.ndarray  # uint64 (picks) scratch
    prime: np.ndarray  # uint64
    inverse: np.ndarray  # uint64 (picks + 1, primes): 1 / j
    binomial: np.ndarray  # uint64: C(k, least) if at most SUMMABLE, else 0
    leaves: np.ndarray  # uint64 per k: leaves of weight one
    weighted: np.ndarray  # uint64 (k, 2): 128-bit sums of other leaves' weights
    residues: np.ndarray  # uint64 (k, primes): sums of weights modulo the primes
    mask: np.ndarray  # uint64 scratch per anchored vertex, zero between steps
    # int32 scratch per anchored vertex, zero between steps
    count: np.ndarray  # type: ignore[assignment]  # hides tuple.count
    touched: np.ndarray  # int32 scratch
    shared: np.ndarray  # int64 scratch: common neighbours of a row and each later row
    place: np.ndarray  # int64 scratch of the sort by size
    hash_row: np.ndarray  # int64 scratch of the twin search
    hash_stamp: np.ndarray  # int64
    stop: np.ndarray  # int64 (1), raised to stop the worker


def summable(n: int) -> int:
    """Return the largest binomial that is added in 64 bits, for nodes of up to n rows.

    A kernel checks its sum once per row. A row adds at most n binomials, in total less
    than 2^62. So if the sum is below 2^62 at one check, it is below 2^63 at the next.
    """
    return min(SUMMABLE, (1 << 62) // max(1, n))


def primes_for(bits: int) -> np.ndarray:
    """Return primes below 2^31 whose product has more than `bits` bits."""
    found: list[int] = []
    candidate = (1 << 31) - 1
    product = 1
    while product.bit_length() <= bits:
        if _is_prime(candidate):
            found.append(candidate)
            product *= candidate
        candidate -= 2
    return np.array(found, np.uint64)


def _is_prime(n: int) -> bool:
    """Test by Miller-Rabin; bases 2, 3, 5 and 7 are exact for every n below 3.2e9."""
    if any(n % small == 0 for small in (2, 3, 5, 7)):
        return n in (2, 3, 5, 7)
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd //= 2
        twos += 1
    for base in (2, 3, 5, 7):
        x = pow(base, odd, n)
        if x not in (1, n - 1) and all(
            pow(x, 1 << i, n) != n - 1 for i in range(1, twos)
        ):
            return False
    return True


@lru_cache(maxsize=2)  # the threads of a count share them
def constants(
    n: int, widest: int, picks: int, least: int, most: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return `State.prime`, `State.inverse`, and `State.binomial` up to `most`."""
    prime = primes_for(comb(n, min(picks, n // 2 + 1)).bit_length())
    inverse = np.ones((picks + 1, len(prime)), np.uint64)
    for j in range(2, picks + 1):
        inverse[j] = [pow(j, -1, int(p)) for p in prime]
    binomial = np.zeros(widest + 1, np.uint64)
    for k in range(least, widest + 1):
        if (ways := comb(k, least)) > most:
            break
        binomial[k] = ways
    return prime, inverse, binomial


def empty_state(
    graph: SearchGraph, picks: int, least: int, stop: np.ndarray | None = None
) -> State:
    """Return the state for sets of `picks` >= 2 anchored vertices with at least `least`
    common neighbours. Kernels end early if the flag `stop` is raised.

    A node has at most n rows, one per anchored vertex. A row has at most `widest`
    members, the largest degree. These bounds give the sizes of all arrays except the
    arenas `bits`, `weight` and `wide`. If an arena is too small, a kernel returns GROW.
    """
    n = len(graph.grown_weight)
    widest = int(np.diff(graph.grown_indptr).max(initial=0))
    prime, inverse, binomial = constants(n, widest, picks, least, summable(n))
    hash_size = 1 << max(6, int(2 * n).bit_length())
    control = np.zeros(CONTROLS, np.int64)
    control[[DEPTH, PARTS]] = -1, 1
    return State(
        graph=graph,
        control=control,
        # Level d has picks - 1 - d >= 1 picks left, so d <= picks - 2.
        level=np.zeros((picks + 2, FIELDS), np.int64),
        bits=np.empty(max(1 << 14, 4 * n), np.uint64),
        weight=np.empty(max(1 << 14, 4 * n), np.int64),
        wide=np.empty(1 << 10, np.uint64),
        polynomial=np.zeros((picks + 2, len(prime), picks), np.uint64),
        factor=np.zeros(picks, np.uint64),
        prime=prime,
        inverse=inverse,
        binomial=binomial,
        leaves=np.zeros(widest + 1, np.uint64),
        weighted=np.zeros((widest + 1, 2), np.uint64),
        residues=np.zeros((widest + 1, len(prime)), np.uint64),
        mask=np.zeros(n, np.uint64),
        count=np.zeros(n, np.int32),
        # One more entry, because kernels write an entry before they decide to keep it.
        touched=np.empty(n + 1, np.int32),
        shared=np.empty(n + 64, np.int64),
        # Where each size from 0 to 64, or to `widest`, begins, and the last one ends.
        place=np.empty(max(66, widest + 2), np.int64),
        # A power of two, at least twice the number of rows, so that a search ends.
        hash_row=np.empty(hash_size, np.int64),
        hash_stamp=np.zeros(hash_size, np.int64),
        stop=new_flag() if stop is None else stop,
    )


def grown(state: State) -> State:
    """Enlarge every arena that the last step found too small; return the new state."""
    need, wide_need = int(state.control[NEED]), int(state.control[WIDE_NEED])
    if need > len(state.bits):
        bits = np.empty(2 * need, np.uint64)
        weight = np.empty(2 * need, np.int64)
        bits[: len(state.bits)] = state.bits
        weight[: len(state.weight)] = state.weight
        state = state._replace(bits=bits, weight=weight)
    if wide_need > len(state.wide):
        state = state._replace(wide=np.empty(int(1.25 * wide_need), np.uint64))
    return state


def totals(state: State, leasts: range | list[int]) -> list[int]:
    """Return the exact number of bicliques that this worker counted, for each `least`.

    Kernels have added binomials only if the caller asks for the state's `least` alone.
    """
    sums = int(state.control[SUM_LOW : SUM_LOW + 1].view(np.uint64)[0])
    sums += int(state.control[SUM_HIGH]) << 64
    low, high = state.weighted.T
    weights = {
        int(k): int(state.leaves[k]) + int(low[k]) + (int(high[k]) << 64)
        for k in np.flatnonzero(state.leaves | low | high)
    }
    if state.residues.any():
        for k in np.flatnonzero(state.residues.any(axis=1)):
            weight = _from_residues(state.residues[k], state.prime)
            weights[int(k)] = weights.get(int(k), 0) + weight
    return [
        sums + sum(weight * comb(k, least) for k, weight in weights.items())
        for least in leasts
    ]


def _from_residues(residues: np.ndarray, primes: np.ndarray) -> int:
    """Return the number below the primes' product with these residues (Garner)."""
    value, product = 0, 1
    for residue, prime in zip(map(int, residues), map(int, primes), strict=True):
        value += product * ((residue - value) * pow(product, -1, prime) % prime)
        product *= prime
    return value
