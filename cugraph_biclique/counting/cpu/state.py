# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What one worker thread owns while counting, and how its sums become one integer.

A leaf of the search is a set of `picks` anchored vertices with k common neighbours,
and contributes C(k, least) bicliques. Workers never add such numbers blindly: they
count leaves by k in 64-bit counters, add binomials and the weights of collapsed nodes
only where the sum provably fits 128 bits, and keep larger weights modulo enough primes
to recover them.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from cugraph_biclique.interrupts import new_flag
from cugraph_biclique.preparation import SearchGraph

DONE, MORE, GROW = 0, 1, 2

# Columns of State.level
BEGIN, ROWS, WIDTH, CURSOR, END, SIZE, PICKS, LOW, HIGH, TOP = range(10)
FIELDS = 10

# Entries of State.control
DEPTH, ROOT, LAST_ROOT, PART, PARTS, STAMP = 0, 1, 2, 3, 4, 5
NEED, WIDE_CURSOR, WIDE_END, WIDE_ROWS = 6, 7, 8, 9
WIDE_WORDS, WIDE_STRIDE, WIDE_NEED = 10, 11, 12
SUM_LOW, SUM_HIGH, SINGLE = 13, 14, 15
MODULI = 16  # residues kept of a collapsed level's coefficients; 0: they fit a word
WHOLE = 17  # whether the wide matrix is the whole graph rather than a root
CONTROLS = 18

SUMMABLE = 1 << 40  # binomials up to this are added up, unless there are many rows


class State(NamedTuple):
    """One worker's stack and sums."""

    graph: SearchGraph  # the anchored side is the grown one
    control: np.ndarray  # int64
    level: np.ndarray  # int64 (picks + 2, FIELDS)
    bits: np.ndarray  # uint64 arena: rows of the levels, one row after another
    weight: np.ndarray  # int64 arena, parallel to `bits`: twins merged into a row
    wide: np.ndarray  # uint64 arena: a wide root's matrix, word after word
    polynomial: np.ndarray  # uint64 (picks + 2, primes, picks): by number of picks
    factor: np.ndarray  # uint64 (picks) scratch
    prime: np.ndarray  # uint64
    inverse: np.ndarray  # uint64 (picks + 1, primes): 1 / j
    binomial: np.ndarray  # uint64: C(k, least) where at most SUMMABLE, else 0
    leaves: np.ndarray  # uint64 per k: leaves of weight one
    weighted: np.ndarray  # uint64 (k, 2): 128-bit sums of the weights of the others
    residues: np.ndarray  # uint64 (k, primes): sums of weights known by residues
    mask: np.ndarray  # uint64 scratch per anchored vertex, zero between steps
    # int32, likewise
    count: np.ndarray  # type: ignore[assignment]  # hides tuple.count
    touched: np.ndarray  # int32 scratch
    shared: np.ndarray  # int64 scratch: common neighbours of a row with each later one
    place: np.ndarray  # int64 scratch of the sort by size
    hash_row: np.ndarray  # int64 scratch of the twin search
    hash_stamp: np.ndarray  # int64
    stop: np.ndarray  # int64 (1), raised when the answer is no longer wanted


def summable(n: int) -> int:
    """The largest binomial that is added up in 64 bits, where a node has up to n rows.

    A kernel looks at its sum once a row. Below 2^62 at a look, the sum is below 2^63 at
    the next one, as a row adds n binomials of less than 2^62 together.
    """
    return min(SUMMABLE, (1 << 62) // max(1, n))


def primes_for(bits: int) -> np.ndarray:
    """Primes below 2^31 whose product has more than `bits` bits."""
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
    """Miller-Rabin; bases 2, 3, 5 and 7 decide every n below 3.2e9."""
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


def empty_state(
    graph: SearchGraph, picks: int, least: int, stop: np.ndarray | None = None
) -> State:
    """A worker's state for sets of `picks` >= 2 anchored vertices with at least `least`
    common neighbours. The kernels end early once the flag `stop` is raised.

    What bounds each array: a node has at most n rows, one for each anchored vertex, and
    a row at most `widest` members, the largest degree. The arenas `bits`, `weight` and
    `wide` are the exception: a kernel asks before it writes there, and returns GROW.
    """
    n = len(graph.grown_weight)
    widest = int(np.diff(graph.grown_indptr).max(initial=0))
    prime = primes_for(comb(n, min(picks, n // 2 + 1)).bit_length())
    inverse = np.ones((picks + 1, len(prime)), np.uint64)
    for j in range(2, picks + 1):
        inverse[j] = [pow(j, -1, int(p)) for p in prime]
    binomial = np.zeros(widest + 1, np.uint64)
    for k in range(least, widest + 1):
        if comb(k, least) > summable(n):
            break
        binomial[k] = comb(k, least)
    hash_size = 1 << max(6, int(2 * n).bit_length())
    control = np.zeros(CONTROLS, np.int64)
    control[[DEPTH, PARTS]] = -1, 1
    return State(
        graph=graph,
        control=control,
        # Level d has picks - 1 - d picks to go, and at least one: so d <= picks - 2.
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
        # A list is written before its end is known to move on: one entry more.
        touched=np.empty(n + 1, np.int32),
        shared=np.empty(n + 64, np.int64),
        # Where each size from 0 to 64, or to `widest`, begins, and where the last ends.
        place=np.empty(max(66, widest + 2), np.int64),
        # A power of two of at least twice the rows, so that a search there ends.
        hash_row=np.empty(hash_size, np.int64),
        hash_stamp=np.zeros(hash_size, np.int64),
        stop=new_flag() if stop is None else stop,
    )


def grown(state: State) -> State:
    """The same state with the arena that the last step found too small enlarged."""
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
    """Exact number of bicliques this worker has seen, for each value of `least`.

    Sums of binomials were only taken for a single value of `least`, the state's own.
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
    """The integer below the product of the primes with these residues (Garner)."""
    value, product = 0, 1
    for residue, prime in zip(map(int, residues), map(int, primes), strict=True):
        value += product * ((residue - value) * pow(product, -1, prime) % prime)
        product *= prime
    return value
