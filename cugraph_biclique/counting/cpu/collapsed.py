# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Collapsed levels of the count: twins merged, full rows folded away.

Equal rows are interchangeable, and rows that hold all of L leave it as it is. With
polynomial[d] ways to have picked d rows so far, f full rows multiply it by (1 + x)^f,
and picking at least one of m twins by (1 + x)^m - 1. No coefficient exceeds the number
of sets that can be picked below the level that was collapsed first. Where that fits a
word they are plain numbers, elsewhere residues modulo primes (`state.totals` puts them
together again).

What is called once a row takes the arrays that it needs: a call with the whole state
copies all of them.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.bits import ONE, ZERO, inlined, kernel
from cugraph_biclique.counting.cpu.state import (
    BEGIN,
    CURSOR,
    DEPTH,
    END,
    GROW,
    HIGH,
    LOW,
    MODULI,
    MORE,
    NEED,
    PART,
    PARTS,
    PICKS,
    ROWS,
    SIZE,
    STAMP,
    TOP,
    WIDTH,
)
from cugraph_biclique.counting.cpu.words import (
    common_size,
    cut_rows,
    cut_width,
    row_size,
    used_words,
)
from cugraph_biclique.interrupts import is_raised

HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)

RAW = -1  # CURSOR of a level that its first step is to collapse


@kernel
def take_part(control, level):
    """Keep one part's share of a heavy root's first picks, once they are known. All
    that is below them is this part's alone."""
    if level[CURSOR] != RAW:
        n = level[END]
        level[CURSOR] = n * control[PART] // control[PARTS]
        level[END] = n * (control[PART] + 1) // control[PARTS]
        control[PART], control[PARTS] = 0, 1


@kernel
def collapse_root(state, n, width, size, picks):
    """Open the collapsed level of a root whose n rows stand at the arena's bottom."""
    state.control[DEPTH] = 0
    level = state.level[0]
    level[BEGIN] = 0
    level[ROWS] = n
    level[WIDTH] = width
    level[SIZE] = size
    level[PICKS] = picks - 1
    collapse_from(state, level)


@kernel
def collapse_from(state, level):
    """Turn a level of rows of weight one into one that the next step collapses."""
    control = state.control
    polynomial = state.polynomial[control[DEPTH]]
    picked = polynomial.shape[1] - level[PICKS] - 1
    control[MODULI] = 0 if fits_word(level[ROWS], level[PICKS]) else state.prime.size
    for k in range(max(1, control[MODULI])):
        for d in range(polynomial.shape[1]):
            polynomial[k, d] = ONE if d == picked else ZERO
    level[LOW] = picked
    level[HIGH] = picked
    level[CURSOR] = RAW


@kernel
def fits_word(n, picks):
    """Whether the binomials of n up to `picks`, and the products that lead there, stay
    below 2^62: far enough from 2^64 for floating point to decide."""
    binomial, largest = 1.0, 1.0
    for j in range(1, picks + 1):
        binomial *= (n - j + 1) / j
        largest = max(largest, binomial)
    return largest * n < 2.0**62


@kernel
def new_table(control, n):
    """Empty the hash table: the stamp of its entries, and slots for n rows. Half of the
    slots stay free at least, so every search ends."""
    capacity = 64
    while capacity < 2 * n:
        capacity *= 2
    control[STAMP] += 1
    return control[STAMP], capacity


@kernel
def same_row(bits, a, b, width):
    for w in range(width):
        if bits[a + w] != bits[b + w]:
            return False
    return True


@kernel
def find_twin(bits, hash_row, hash_stamp, stamp, begin, width, row, capacity):
    """The slot of the row's class in the hash table, where it is or should be."""
    h = ZERO
    for w in range(width):
        h = (h ^ bits[row + w]) * HASH_MULTIPLIER
        h ^= h >> np.uint64(29)
    at = np.int64(h >> np.uint64(33)) & (capacity - 1)
    while hash_stamp[at] == stamp and not same_row(
        bits, begin + hash_row[at] * width, row, width
    ):
        at = (at + 1) & (capacity - 1)
    return at


@kernel
def merges(state, level):
    """Whether full rows and twins are at least a fifth of the level's rows."""
    bits, hash_row, hash_stamp = state.bits, state.hash_row, state.hash_stamp
    begin, n, width = level[BEGIN], level[ROWS], level[WIDTH]
    stamp, capacity = new_table(state.control, n)
    spare = np.int64(0)
    for i in range(n):
        row = begin + i * width
        if row_size(bits, row, width) == level[SIZE]:
            spare += 1
            continue
        at = find_twin(bits, hash_row, hash_stamp, stamp, begin, width, row, capacity)
        if hash_stamp[at] == stamp:
            spare += 1
        else:
            hash_stamp[at] = stamp
            hash_row[at] = i
    return 5 * spare >= n


@inlined
def collapse(state, level):
    """Fold full rows into the level's polynomial, merge its twins, count what is done.

    Leaves the level with distinct rows, or pops it if no further pick is needed. Of a
    root that is split, the first part counts what is done here.
    """
    bits, weight, control = state.bits, state.weight, state.control
    hash_row, hash_stamp = state.hash_row, state.hash_stamp
    polynomial = state.polynomial[control[DEPTH]]
    begin, width, size = level[BEGIN], level[WIDTH], level[SIZE]
    last = polynomial.shape[1] - 1
    stamp, capacity = new_table(control, level[ROWS])
    full = np.int64(0)
    kept = np.int64(0)
    for i in range(level[ROWS]):
        row = begin + i * width
        if row_size(bits, row, width) == size:
            full += weight[row]
            continue
        at = find_twin(bits, hash_row, hash_stamp, stamp, begin, width, row, capacity)
        if hash_stamp[at] == stamp:
            weight[begin + hash_row[at] * width] += weight[row]
            continue
        hash_stamp[at] = stamp
        hash_row[at] = kept
        out = begin + kept * width
        for w in range(width):
            bits[out + w] = bits[row + w]
        weight[out] = weight[row]
        kept += 1
    level[ROWS] = kept
    level[END] = kept
    level[CURSOR] = 0
    level[TOP] = begin + kept * width
    if full > 0:
        multiply(
            polynomial,
            full,
            np.int64(0),
            level[LOW],
            control[MODULI],
            state.factor,
            state.prime,
            state.inverse,
            state.stop,
        )
        level[HIGH] += full
    weighted, residues = state.weighted, state.residues
    prime, moduli = state.prime, control[MODULI]
    first_part = control[PART] == 0
    if first_part:
        add_weighted(
            weighted, residues, prime, moduli, size, polynomial, last, np.int64(1)
        )
    if level[LOW] >= last:
        control[DEPTH] -= 1
    elif level[LOW] == last - 1:
        for i in range(kept if first_part else 0):
            row = begin + i * width
            shared = row_size(bits, row, width)
            add_weighted(
                weighted,
                residues,
                prime,
                moduli,
                shared,
                polynomial,
                last - 1,
                weight[row],
            )
        control[DEPTH] -= 1
    elif control[DEPTH] == 0:
        take_part(control, level)


@kernel
def add_weighted(weighted, residues, prime, moduli, size, polynomial, d, times):
    """Add the d-th coefficient, so many times, to the weight of leaves with `size`
    common members."""
    if moduli == 0:
        term = polynomial[0, d] * np.uint64(times)
        low = weighted[size, 0] + term
        weighted[size, 1] += np.uint64(low < term)
        weighted[size, 0] = low
    for k in range(moduli):
        term = polynomial[k, d] * (np.uint64(times) % prime[k]) % prime[k]
        residues[size, k] = (residues[size, k] + term) % prime[k]


@kernel
def multiply(polynomial, m, first, low, moduli, factor, prime, inverse, stop):
    """Multiply by the terms of (1 + x)^m from x^first on, in place; there are no terms
    below x^low yet.

    Plain numbers do not wrap, as `fits_word` has seen to. Residues are below 2^31, so a
    product is below 2^62, and a sum adds fewer than 2^31 numbers below 2^31.
    """
    last = polynomial.shape[1] - 1
    if m == 1 and first == 1:
        for k in range(max(1, moduli)):
            for d in range(last, low, -1):
                polynomial[k, d] = polynomial[k, d - 1]
            polynomial[k, low] = ZERO
        return
    most = min(m, last - low)
    factor[0] = ONE
    if moduli == 0:
        for j in range(1, most + 1):
            factor[j] = factor[j - 1] * np.uint64(m - j + 1) // np.uint64(j)
        for d in range(last, low - 1, -1):
            total = ZERO
            for j in range(first, min(m, d - low) + 1):
                total += factor[j] * polynomial[0, d - j]
            polynomial[0, d] = total
    for k in range(moduli):
        if is_raised(stop):
            return
        p = prime[k]
        for j in range(1, most + 1):
            step_up = np.uint64(m - j + 1) % p * inverse[j, k] % p
            factor[j] = factor[j - 1] * step_up % p
        for d in range(last, low - 1, -1):
            total = ZERO
            for j in range(first, min(m, d - low) + 1):
                total += factor[j] * polynomial[k, d - j] % p
            polynomial[k, d] = total % p


@inlined
def weighted_step(state, least):
    """Visit the next class of twins of a collapsed level."""
    control, bits, weight = state.control, state.bits, state.weight
    depth = control[DEPTH]
    level = state.level[depth]
    if level[CURSOR] == RAW:
        collapse(state, level)
        return MORE
    i, begin, n, width = level[CURSOR], level[BEGIN], level[ROWS], level[WIDTH]
    top = level[TOP]
    row = begin + i * width
    size = row_size(bits, row, width)
    out_width, pack = cut_width(size, used_words(bits, row, width))
    if top + (n - i) * width > bits.size:  # n - i - 1 rows, and none gets wider
        control[NEED] = top + (n - i) * width
        return GROW
    level[CURSOR] = i + 1
    rows = state.touched
    kept = np.int64(0)
    most = level[HIGH] + weight[row]
    for j in range(i + 1, n):
        if common_size(bits, row, begin + j * width, width) >= least:
            rows[kept] = j
            kept += 1
            most += weight[begin + j * width]
    polynomial = state.polynomial[depth + 1]
    if most < polynomial.shape[1] - 1:
        return MORE
    cut_rows(bits, begin, width, 1, width, i, rows, kept, bits, top, out_width, pack)
    for r in range(kept):
        weight[top + r * out_width] = weight[begin + rows[r] * width]
    for k in range(max(1, control[MODULI])):
        for d in range(polynomial.shape[1]):
            polynomial[k, d] = state.polynomial[depth, k, d]
    multiply(
        polynomial,
        weight[row],
        np.int64(1),
        level[LOW],
        control[MODULI],
        state.factor,
        state.prime,
        state.inverse,
        state.stop,
    )
    control[DEPTH] = depth + 1
    child = state.level[depth + 1]
    child[BEGIN] = top
    child[ROWS] = kept
    child[WIDTH] = out_width
    child[CURSOR] = RAW
    child[SIZE] = size
    child[LOW] = level[LOW] + 1
    child[HIGH] = level[HIGH] + weight[row]
    return MORE
