# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Collapsed levels of the count: twins merged, full rows folded away.

Equal rows are interchangeable, and rows that hold all of L leave it as it is. With
polynomial[d] ways to have picked d rows so far, f full rows multiply it by (1 + x)^f,
and picking at least one of m twins by (1 + x)^m - 1. The coefficients outgrow any word,
so they live modulo primes (`state.totals` puts them together again).
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.bits import ONE, ZERO, kernel
from cugraph_biclique.counting.cpu.state import (
    BEGIN,
    CURSOR,
    DEPTH,
    END,
    GROW,
    HIGH,
    LEAVES,
    LOW,
    MORE,
    NEED,
    NODES,
    PART,
    PICKS,
    ROWS,
    SIZE,
    STAMP,
    TOP,
    WIDTH,
)
from cugraph_biclique.counting.cpu.words import (
    common_size,
    cut_row,
    cut_width,
    row_size,
)

HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)


@kernel
def collapse_root(state, n, width, size, picks):
    """Open the collapsed level of a root whose n rows stand at the arena's bottom."""
    state.control[DEPTH] = 0
    level = state.level[0]
    level[BEGIN] = 0
    level[ROWS] = n
    level[WIDTH] = width
    level[CURSOR] = 0
    level[SIZE] = size
    level[PICKS] = picks - 1
    collapse_from(state, level)


@kernel
def collapse_from(state, level):
    """Turn a level of rows of weight one into a collapsed one."""
    polynomial = state.polynomial[state.control[DEPTH]]
    picked = polynomial.shape[0] - 1 - level[PICKS]
    for d in range(polynomial.shape[0]):
        for k in range(polynomial.shape[1]):
            polynomial[d, k] = ONE if d == picked else ZERO
    level[LOW] = picked
    level[HIGH] = picked
    collapse(state, level, polynomial)


@kernel
def same_row(bits, a, b, width):
    for w in range(width):
        if bits[a + w] != bits[b + w]:
            return False
    return True


@kernel
def find_twin(state, level, i, capacity):
    """The slot of row i's class in the hash table, where it is or should be."""
    bits, begin, width = state.bits, level[BEGIN], level[WIDTH]
    row = begin + i * width
    h = ZERO
    for w in range(width):
        h = (h ^ bits[row + w]) * HASH_MULTIPLIER
        h ^= h >> np.uint64(29)
    at = np.int64(h >> np.uint64(33)) & (capacity - 1)
    stamp = state.control[STAMP]
    while state.hash_stamp[at] == stamp and not same_row(
        bits, begin + state.hash_row[at] * width, row, width
    ):
        at = (at + 1) & (capacity - 1)
    return at


@kernel
def merges(state, level):
    """Whether full rows and twins are at least a fifth of the level's rows."""
    n, width = level[ROWS], level[WIDTH]
    capacity = 64
    while capacity < 2 * n:
        capacity *= 2
    state.control[STAMP] += 1
    spare = np.int64(0)
    for i in range(n):
        if row_size(state.bits, level[BEGIN] + i * width, width) == level[SIZE]:
            spare += 1
            continue
        at = find_twin(state, level, i, capacity)
        if state.hash_stamp[at] == state.control[STAMP]:
            spare += 1
        else:
            state.hash_stamp[at] = state.control[STAMP]
            state.hash_row[at] = i
    return 5 * spare >= n


@kernel
def collapse(state, level, polynomial):
    """Fold full rows into the level's polynomial, merge its twins, count what is done.

    Leaves the level with distinct rows, or pops it if no further pick is needed. Of a
    root that is split, the first part counts what is done here.
    """
    bits, weight, control = state.bits, state.weight, state.control
    begin, width, size = level[BEGIN], level[WIDTH], level[SIZE]
    last = polynomial.shape[0] - 1
    capacity = 64
    while capacity < 2 * level[ROWS]:
        capacity *= 2
    control[STAMP] += 1
    full = np.int64(0)
    kept = np.int64(0)
    for i in range(level[ROWS]):
        row = begin + i * width
        if row_size(bits, row, width) == size:
            full += weight[row]
            continue
        at = find_twin(state, level, i, capacity)
        if state.hash_stamp[at] == control[STAMP]:
            weight[begin + state.hash_row[at] * width] += weight[row]
            continue
        state.hash_stamp[at] = control[STAMP]
        state.hash_row[at] = kept
        out = begin + kept * width
        for w in range(width):
            bits[out + w] = bits[row + w]
        weight[out] = weight[row]
        kept += 1
    level[ROWS] = kept
    level[END] = kept
    level[TOP] = begin + kept * width
    if full > 0:
        multiply(state, polynomial, full, np.int64(0))
        level[HIGH] += full
    first_part = control[PART] == 0
    if first_part:
        add_weighted(state, size, polynomial[last], np.int64(1))
    if level[LOW] >= last:
        control[DEPTH] -= 1
    elif level[LOW] == last - 1:
        for i in range(kept if first_part else 0):
            row = begin + i * width
            add_weighted(
                state, row_size(bits, row, width), polynomial[last - 1], weight[row]
            )
        control[LEAVES] += kept
        control[DEPTH] -= 1


@kernel
def add_weighted(state, size, coefficient, times):
    """Add coefficient * times to the weights of leaves with `size` common members."""
    for k in range(state.prime.size):
        prime = state.prime[k]
        term = coefficient[k] * (np.uint64(times) % prime) % prime
        state.weighted[size, k] = (state.weighted[size, k] + term) % prime


@kernel
def multiply(state, polynomial, m, first):
    """Multiply by the terms of (1 + x)^m from x^first on, in place."""
    factor, inverse = state.factor, state.inverse
    last = polynomial.shape[0] - 1
    if m == 1 and first == 1:
        for d in range(last, -1, -1):
            for k in range(state.prime.size):
                polynomial[d, k] = polynomial[d - 1, k] if d > 0 else ZERO
        return
    for k in range(state.prime.size):
        prime = state.prime[k]
        factor[0, k] = ONE
        for j in range(1, min(m, last) + 1):
            step_up = np.uint64(m - j + 1) % prime * inverse[j, k] % prime
            factor[j, k] = factor[j - 1, k] * step_up % prime
        for d in range(last, -1, -1):
            total = ZERO
            for j in range(first, min(m, d) + 1):
                total += factor[j, k] * polynomial[d - j, k] % prime
            polynomial[d, k] = total % prime


@kernel
def weighted_step(state, least):
    """Visit the next class of twins of a collapsed level."""
    control, bits, weight = state.control, state.bits, state.weight
    depth = control[DEPTH]
    level = state.level[depth]
    i, begin, n, width = level[CURSOR], level[BEGIN], level[ROWS], level[WIDTH]
    top = level[TOP]
    row = begin + i * width
    size = row_size(bits, row, width)
    out_width = cut_width(size, width)
    if top + (n - i) * width > bits.size:
        control[NEED] = top + (n - i) * width
        return GROW
    level[CURSOR] = i + 1
    control[NODES] += 1
    kept = np.int64(0)
    most = level[HIGH] + weight[row]
    for j in range(begin + (i + 1) * width, begin + n * width, width):
        if common_size(bits, row, j, width) >= least:
            out = top + kept * out_width
            cut_row(bits, j, row, width, out, out_width)
            weight[out] = weight[j]
            most += weight[j]
            kept += 1
    polynomial = state.polynomial[depth + 1]
    if most < polynomial.shape[0] - 1:
        return MORE
    for d in range(polynomial.shape[0]):
        for k in range(polynomial.shape[1]):
            polynomial[d, k] = state.polynomial[depth, d, k]
    multiply(state, polynomial, weight[row], np.int64(1))
    control[DEPTH] = depth + 1
    child = state.level[depth + 1]
    child[BEGIN] = top
    child[ROWS] = kept
    child[WIDTH] = out_width
    child[CURSOR] = 0
    child[SIZE] = size
    child[LOW] = level[LOW] + 1
    child[HIGH] = level[HIGH] + weight[row]
    collapse(state, child, polynomial)
    return MORE
