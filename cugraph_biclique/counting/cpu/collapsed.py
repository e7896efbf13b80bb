# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Collapsed levels of the count: twins are merged, and full rows become a factor.

Twins (equal rows) are interchangeable, and a full row, if picked, leaves L unchanged. A
level has a polynomial: coefficient d is the number of ways to have picked d rows. If
there are f full rows, it is multiplied by (1 + x)^f. If at least one of m twins is
picked, it is multiplied by (1 + x)^m - 1. Compare the pivots of NPivoter
(docs/papers.md).

No coefficient exceeds the number of sets below the first collapsed level. If this
number fits a word, coefficients are plain numbers. Otherwise they are residues modulo
primes, from which `state.totals` computes the exact numbers.

Functions that run once per row take single arrays as arguments, because Numba copies
all arrays when a call passes the whole state.
"""

from __future__ import annotations

import numpy as np

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
from cugraph_biclique.host.bits import ONE, ZERO, inlined, kernel
from cugraph_biclique.host.interrupts import is_raised

HASH_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)

RAW = -1  # CURSOR of a level that is not yet collapsed: its first step does this


@kernel
def take_part(control, level):
    """Restrict the first picks of a heavy root to those of one part.

    Each pick, with all sets below it, belongs to one part. If the level is not yet
    collapsed, do nothing: its distinct rows are not known.
    """
    if level[CURSOR] != RAW:
        n = level[END]
        level[CURSOR] = n * control[PART] // control[PARTS]
        level[END] = n * (control[PART] + 1) // control[PARTS]
        control[PART], control[PARTS] = 0, 1


@kernel
def collapse_root(state, n, width, size, picks):
    """Open the collapsed level of a root whose n rows start at the arena's bottom."""
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
    """Prepare a level with rows of weight one, so that the next step collapses it."""
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
    """Whether all C(n, j) with j <= `picks` can be computed in 64 bits.

    The binomials, and the products in their computation, must stay below 2^62. The
    distance to 2^64 absorbs rounding errors.
    """
    binomial, largest = 1.0, 1.0
    for j in range(1, picks + 1):
        binomial *= (n - j + 1) / j
        largest = max(largest, binomial)
    return largest * n < 2.0**62


@kernel
def new_table(control, n):
    """Empty the hash table; return the stamp of its new entries, and its capacity.

    At least half of the slots stay free, so each search ends.
    """
    capacity = 64
    while capacity < 2 * n:
        capacity *= 2
    control[STAMP] += 1
    return control[STAMP], capacity


@kernel
def same_row(bits, a, b, width):
    """Return whether two rows of `width` words, at bits[a] and bits[b], are equal."""
    for w in range(width):
        if bits[a + w] != bits[b + w]:
            return False
    return True


@kernel
def find_twin(bits, hash_row, hash_stamp, stamp, begin, width, row, capacity):
    """Return the slot of the row's twins in the hash table, or a free slot for the row.

    `bits`: uint64 arena; `row` is where the row begins, and `begin` where row 0 of the
    level does. `hash_row`, `hash_stamp`: int64, of the first `capacity` slots.
    """
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
    """Whether at least a fifth of the level's rows are full or twins."""
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
    """Multiply the level's polynomial for full rows, merge twins, and count leaves.

    The level keeps its distinct rows, or is popped if no further pick is needed. If a
    root is divided, only the first part counts the leaves of this level.
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
    """Add `times` times coefficient d to the weight of leaves with `size` members.

    The arrays are fields of `State`. `polynomial`: uint64 (primes, picks) of a level.
    """
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
    """Multiply a polynomial in place by the terms of (1 + x)^m from x^first on.

    `polynomial`: uint64 (primes, picks) of a level, without terms below x^low. `factor`
    is scratch, and the other arrays are fields of `State`. Plain numbers do not
    overflow, because `fits_word` has checked them. Residues are below 2^31. So a
    product is below 2^62, and a sum has fewer than 2^31 terms below 2^31.
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
    """Pick the next distinct row, with its twins, of a collapsed level."""
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
    if top + (n - i) * width > bits.size:  # n - i - 1 rows, no wider than now
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
