# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bit matrices by columns: what the wide part of the CPU search asks of them.

Modules: `search/cpu/columns.py`.
"""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cugraph_biclique.search.cpu import columns

MOST_ROWS = 1200  # three blocks of eight words
FILLING = np.uint64(0x9B5A9B5A9B5A9B5A)  # what stands beside the columns


def packed(table, words):
    """Rows of a boolean table as words, padded with zeros."""
    wide = np.zeros((len(table), 64 * words), bool)
    wide[:, : table.shape[1]] = table
    return np.packbits(wide, axis=1, bitorder="little").view(np.uint64)


def in_memory(table):
    """Columns of bits behind others, and where each starts."""
    words = -(-table.shape[1] // 64)
    bits = np.concatenate(
        [np.full(5, FILLING), packed(table, words).ravel(), np.full(8, FILLING)]
    )
    return bits, 5 + words * np.arange(len(table)), words


@given(
    st.integers(1, MOST_ROWS),
    st.integers(1, 4),
    st.sampled_from([0.5, 0.05, 0.004]),
    st.integers(0, 2**32),
)
def test_a_prefix_covers_if_one_live_row_holds_all(rows, n, share, seed):
    chance = np.random.default_rng(seed)
    table = chance.random((n + 1, rows)) > 0.5 ** (1 / (n + 1))
    # Rows that hold all of the columns are rare, so that each one decides.
    every = table.all(axis=0) & (chance.random(rows) > share)
    table[chance.integers(n + 1, size=rows)[every], np.flatnonzero(every)] = False
    bits, starts, _ = in_memory(table)
    alive, picked = starts[0], starts[1:]
    holding = np.flatnonzero(table.all(axis=0))
    ends = {1, rows, *chance.integers(1, rows + 1, 20).tolist()}
    for row in holding[:20]:
        ends |= {max(1, int(row)), int(row) + 1}
    for end in ends:
        found = columns.is_covered_by_prefix(bits, picked, alive, n, end)
        assert found == (holding < end).any()


@pytest.mark.parametrize("row", range(0, MOST_ROWS, 61))
def test_a_single_row_covers_whatever_its_place(row):
    table = np.ones((3, MOST_ROWS), bool)
    table[0] = np.arange(MOST_ROWS) == row
    bits, starts, _ = in_memory(table)
    for end in (1, row, row + 1, row + 63, row + 64, MOST_ROWS):
        if 0 < end <= MOST_ROWS:
            found = columns.is_covered_by_prefix(bits, starts[1:], starts[0], 2, end)
            assert found == (row < end)


@given(st.integers(1, 5), st.integers(1, 20), st.integers(0, 2**32))
def test_columns_add_up(n, words, seed):
    chance = np.random.default_rng(seed)
    table = chance.random((n, 64 * words)) < 0.5
    bits, picked, _ = in_memory(table)
    begin, end = sorted(chance.integers(0, words + 1, 2).tolist())
    meet, twice = (np.full(words + 1, FILLING) for _ in range(2))
    columns.add_columns(bits, picked, n, begin, end, meet, twice)
    times = table.sum(axis=0)
    written = end + (end - begin) % 2
    for array, wanted in [(meet, times == n), (twice, times > 1)]:
        expected = packed(wanted[None], words)[0]
        assert array[begin:end].tolist() == expected[begin:end].tolist()
        assert (array[:begin] == FILLING).all() and (array[written:] == FILLING).all()


@given(st.lists(st.integers(0, 30), max_size=40), st.integers(1, 9))
def test_places_are_in_the_order_of_sizes(sizes, least):
    size = np.array(sizes, np.int32)
    place = np.full(len(sizes), -7, np.int32)
    begin = np.full(32, -7, np.int64)
    n, listed = columns.places_by_size(size, place, begin, 30, least)
    large = [s for s in sizes if s >= least]
    assert (n, listed) == (len(large), sum(large))
    ranked = sorted((s, i) for i, s in enumerate(sizes) if s >= least)
    expected = dict.fromkeys(range(len(sizes)), -1)
    expected |= {i: at for at, (_, i) in enumerate(ranked)}
    assert place.tolist() == [expected[i] for i in range(len(sizes))]


@given(st.integers(0, 2**64 - 1), st.integers(8, 40))
def test_picked_columns_are_those_of_the_bits(word, width):
    members = np.arange(64, dtype=np.int32)[::-1].copy()
    picked = np.full(65, -1, np.int64)
    n = columns.pick_bits(picked, 1000, width, members, np.uint64(word))
    expected = [1000 + (63 - i) * width for i in range(64) if word >> i & 1]
    assert picked[:n].tolist() == expected
    assert Counter(picked[n:].tolist()) == {-1: 65 - len(expected)}
