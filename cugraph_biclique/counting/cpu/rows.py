# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes of the count: rows are bits over one L, and each set of `picks` rows counts.

A node has no excluded rows and no maximality test, because rows may be picked in any
combination. After row i is picked, the later rows remain, intersected with row i. With
two picks left, the kernel counts the pairs directly.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.counting.cpu.collapsed import (
    collapse_from,
    merges,
    weighted_step,
)
from cugraph_biclique.counting.cpu.state import (
    BEGIN,
    CURSOR,
    DEPTH,
    END,
    GROW,
    LOW,
    MORE,
    NEED,
    PART,
    PICKS,
    ROWS,
    SINGLE,
    SIZE,
    SUM_HIGH,
    SUM_LOW,
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
from cugraph_biclique.host.bits import ALL, ONE, ZERO, inlined, kernel, popcount
from cugraph_biclique.host.interrupts import is_raised

PLAIN = -1  # LOW of a level whose rows all have weight one
TWINS_FROM = 20  # rows: from here on, a search for twins pays off
POLL_PAIRS = 1 << 24  # pairs of rows between two checks of the stop flag
INLINE_ROWS = 256  # with three picks left, a node with more rows gets a level


@kernel
def add_sum(control, value):
    """Add a uint64 to the 128-bit sum."""
    low = np.uint64(control[SUM_LOW]) + value
    control[SUM_HIGH] += np.int64(low < value)
    control[SUM_LOW] = np.int64(low)


@kernel
def count_pairs(bits, binomial, leaves, control, stop, begin, n, largest):
    """Count the pairs of n one-word rows with at most `largest` members each.

    `bits`: uint64 arena; the rows are at `begin`. The other arrays are fields of
    `State`. The kernel checks the stop flag between batches of rows, because a check in
    the inner loops would slow them down.
    """
    end = begin + n
    each = max(1, POLL_PAIRS // max(1, n))
    for first in range(begin, end, each):
        if is_raised(stop):
            return
        last = min(first + each, end)
        count_few_pairs(bits, binomial, leaves, control, first, last, end, largest)


@kernel
def count_few_pairs(bits, binomial, leaves, control, first, last, end, largest):
    """Count the pairs of the rows bits[first:last] with all later rows, up to `end`.

    If all binomials are small enough to add, the inner loop is a gather and a sum, and
    rows that share too little add zero. `part` does not overflow, see `summable`.
    """
    end = np.uint64(end)
    if control[SINGLE] and binomial[largest] != ZERO:
        total = ZERO
        for i in range(np.uint64(first), np.uint64(last)):
            row = bits[i]
            part = ZERO
            for j in range(i + ONE, end):
                part += binomial[np.uint64(popcount(bits[j] & row))]
            total += part
            if total >> np.uint64(62) != ZERO:
                add_sum(control, total)
                total = ZERO
        add_sum(control, total)
        return
    for i in range(np.uint64(first), np.uint64(last)):
        row = bits[i]
        for j in range(i + ONE, end):
            leaves[np.uint64(popcount(bits[j] & row))] += ONE


@kernel
def count_triples(bits, binomial, leaves, control, begin, n, least):
    """Count the triples of the n one-word rows at bits[begin].

    The scratch space follows the rows, and needs room for n - 1 rows.
    """
    end = np.uint64(begin + n)
    for i in range(np.uint64(begin), end - ONE):
        row = bits[i]
        kept = end
        for j in range(i + ONE, end):
            common = bits[j] & row
            bits[kept] = common
            kept += np.uint64(popcount(common) >= least)
        if kept > end + ONE:
            count_few_pairs(
                bits, binomial, leaves, control, end, kept, kept, popcount(row)
            )


@kernel
def count_sets(bits, binomial, leaves, control, begin, n, picks, least):
    """Count the sets of three or more picks among a few one-word rows, by recursion.

    The recursion opens no level, so it cannot be interrupted, and n must be small. The
    n rows are at bits[begin]. The scratch space follows them, and needs room for fewer
    than n rows at each of the picks - 2 depths.
    """
    if picks == 3:
        count_triples(bits, binomial, leaves, control, begin, n, least)
        return n
    end = np.uint64(begin + n)
    for i in range(np.uint64(begin), end - np.uint64(picks - 1)):
        row = bits[i]
        kept = end
        for j in range(i + ONE, end):
            common = bits[j] & row
            bits[kept] = common
            kept += np.uint64(popcount(common) >= least)
        if kept - end >= np.uint64(picks - 1):
            count_sets(
                bits,
                binomial,
                leaves,
                control,
                np.int64(end),
                np.int64(kept - end),
                picks - 1,
                least,
            )
    return n


@inlined
def step(state, least):
    """Pick the next row of the deepest level, and count or push what remains."""
    control = state.control
    level = state.level[control[DEPTH]]
    i = level[CURSOR]
    if i >= level[END]:
        control[DEPTH] -= 1
        return MORE
    if level[LOW] != PLAIN:
        return weighted_step(state, least)
    begin, n, width, picks = level[BEGIN], level[ROWS], level[WIDTH], level[PICKS]
    bits = state.bits
    top = level[TOP]
    row = begin + i * width
    size = row_size(bits, row, width)
    out_width, pack = cut_width(size, used_words(bits, row, width))
    if top + (n - i) * width > bits.size:  # n - i - 1 rows, no wider than now
        control[NEED] = top + (n - i) * width
        return GROW
    level[CURSOR] = i + 1
    if picks == 2:
        for j in range(i + 1, n):
            shared = common_size(bits, row, begin + j * width, width)
            state.leaves[shared] += ONE
        return MORE
    kept = np.int64(0)
    if width == 1:
        pick = bits[row]
        for j in range(row + 1, begin + n):
            common = bits[j] & pick
            bits[top + kept] = common
            kept += np.int64(popcount(common) >= least)
    else:
        rows = state.touched
        for j in range(i + 1, n):
            rows[kept] = j
            shared = common_size(bits, row, begin + j * width, width)
            kept += np.int64(shared >= least)
        if kept >= picks - 1:
            cut_rows(
                bits, begin, width, 1, width, i, rows, kept, bits, top, out_width, pack
            )
    if kept >= picks - 1:
        push(state, top, kept, out_width, size, picks - 1, least)
    return MORE


@kernel
def frequent_members(bits, begin, n, times):
    """Return the members that are in at least `times` of the n rows at bits[begin].

    The 64 counts are bit-sliced, with one word per binary digit. So a few operations
    add a one-word row to all counts. `high` marks the counts that exceed four digits.
    """
    ones, twos, fours, eights, high = ZERO, ZERO, ZERO, ZERO, ZERO
    for i in range(np.uint64(begin), np.uint64(begin + n)):
        carry = bits[i]
        ones, carry = ones ^ carry, ones & carry
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        eights, carry = eights ^ carry, eights & carry
        high |= carry
    # Compare with `times`, capped at 15, digit by digit from the lowest.
    least = np.uint64(min(times, 15))
    enough = ALL
    for digit in range(np.uint64(4)):
        count = ones
        if digit == 1:
            count = twos
        elif digit == 2:
            count = fours
        elif digit == 3:
            count = eights
        if (least >> digit) & ONE != ZERO:
            enough &= count
        else:
            enough |= count
    return enough | high


@kernel
def prune(bits, stop, begin, n, picks, least):
    """Reduce a node of n one-word rows at bits[begin] to its (picks, least)-core.

    Drop members in too few rows, and rows with too few members, repeatedly, in place.
    Return the numbers of remaining rows and members.
    """
    while True:
        members = frequent_members(bits, begin, n, picks)
        kept = begin
        lost = ZERO
        for i in range(begin, begin + n):
            row = bits[i] & members
            lost |= bits[i] ^ row
            bits[kept] = row
            kept += np.int64(popcount(row) >= least)
        done = lost == ZERO or kept - begin < picks or kept - begin == n
        n = kept - begin
        if done:
            return n, popcount(members)
        if is_raised(stop):
            return np.int64(0), np.int64(0)


@kernel
def push(state, begin, n, width, size, picks, least):
    """Open a level of n rows of weight one at `begin`, or count its sets directly.

    At least two picks are left. The arena has room for these rows: the caller has
    written them already.
    """
    control, bits, stop = state.control, state.bits, state.stop
    if picks == 2 and width == 1:
        count_pairs(bits, state.binomial, state.leaves, control, stop, begin, n, size)
        return
    if width == 1:
        n, members = prune(state.bits, stop, begin, n, picks, least)
        size = min(size, members)
        if n < picks:
            return
        most = INLINE_ROWS if picks == 3 else TWINS_FROM - 1
        # The rows and the scratch of picks - 2 depths take fewer than picks * n words.
        if n <= most and begin + picks * n < state.bits.size:
            if control[PART] == 0:  # if a root is divided, the first part counts them
                count_sets(
                    bits,
                    state.binomial,
                    state.leaves,
                    control,
                    begin,
                    n,
                    picks,
                    least,
                )
            return
    control[DEPTH] += 1
    level = state.level[control[DEPTH]]
    level[BEGIN] = begin
    level[ROWS] = n
    level[WIDTH] = width
    level[CURSOR] = 0
    level[END] = n - picks + 1
    level[SIZE] = size
    level[PICKS] = picks
    level[LOW] = PLAIN
    level[TOP] = begin + n * width
    if picks >= 3 and n >= TWINS_FROM:
        state.weight[begin : begin + n * width : width] = 1
        if merges(state, level):
            collapse_from(state, level)


@kernel
def sum_leaves(state, begin, end, largest):
    """Count leaves with `shared[begin:end]` common neighbours, at most `largest`."""
    shared, binomial = state.shared, state.binomial
    if state.control[SINGLE] and binomial[largest] != ZERO:
        total = ZERO
        for j in range(np.uint64(begin), np.uint64(end)):
            total += binomial[np.uint64(shared[j])]
            if total >> np.uint64(62) != ZERO:
                add_sum(state.control, total)
                total = ZERO
        add_sum(state.control, total)
    else:
        for j in range(np.uint64(begin), np.uint64(end)):
            state.leaves[shared[j]] += ONE
