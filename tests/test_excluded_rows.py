# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Excluded rows of narrow nodes: a row that another one contains may be dropped.

Modules: `search/cpu/merging.py`.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.search.cpu import merging
from cugraph_biclique.search.cpu.state import STRATA

BEFORE = 3  # entries of the arena before the rows
FILLING = np.uint64(0x9B5A9B5A9B5A9B5A)  # what stands beside the rows


@st.composite
def words(draw):
    """Nonempty rows. Most are subsets of a few wide ones, and some are equal."""
    wide = draw(st.lists(st.integers(1, 2**64 - 1), min_size=1, max_size=12))
    masks = st.sampled_from([2**64 - 1, 2**40 - 1, 2**20 - 1, 0x5555555555555555])
    row = st.builds(lambda row, mask: row & mask or row, st.sampled_from(wide), masks)
    n = draw(st.integers(STRATA, 90))
    return np.array(draw(st.lists(row, min_size=n, max_size=n)), np.uint64)


def dropped(rows):
    """The largest rows, those that stay, and the arena around them."""
    arena = np.concatenate([np.full(BEFORE, FILLING), rows, np.full(5, FILLING)])
    largest = np.zeros(STRATA, np.uint64)
    spare = np.full(len(rows) + 1, FILLING)
    merging.find_largest(arena, largest, BEFORE, len(rows))
    n = merging.drop_contained(arena, largest, spare, BEFORE, len(rows))
    assert (arena[:BEFORE] == FILLING).all()
    assert (arena[BEFORE + len(rows) :] == FILLING).all()
    assert spare[-1] == FILLING
    return largest, arena[BEFORE : BEFORE + n]


def is_within(row, others):
    return ((row & others) == row).any()


@given(words())
def test_each_row_is_within_one_that_stays(rows):
    _, kept = dropped(rows)
    assert all(is_within(row, kept) for row in rows)


@given(words())
def test_rows_stay_unless_one_of_the_largest_contains_them(rows):
    largest, kept = dropped(rows)
    assert set(largest) <= set(rows)
    proper = [is_within(row, largest[largest != row]) for row in rows]
    assert kept.tolist() == rows[~np.array(proper)].tolist()


@given(words())
def test_each_part_has_its_largest_row(rows):
    largest, _ = dropped(rows)
    whole = len(rows) - len(rows) % STRATA
    size = np.bitwise_count(rows)
    for k in range(STRATA):
        assert np.bitwise_count(largest[k]) >= size[k:whole:STRATA].max()
    assert np.bitwise_count(largest).max() == size.max()


@pytest.mark.parametrize("place", range(0, 41, 5))
def test_one_row_contains_all_others(place):
    rows = np.arange(1, 42, dtype=np.uint64)
    rows[place] = 2**64 - 1
    _, kept = dropped(rows)
    assert kept.tolist() == [2**64 - 1]


@pytest.mark.parametrize(("n", "density"), [(36, 0.6), (40, 0.5), (60, 0.35)])
def test_nodes_with_many_excluded_rows(n, density):
    edges = graphs.random_graph(n, n, density, seed=n)
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine="cpu")
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)
