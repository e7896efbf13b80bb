# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Truth tables of small nodes against sets of subsets.

Modules: `search/cpu/rows.py`, `search/cpu/tables.py`, `host/bits.py`.
"""

from functools import reduce
from itertools import combinations
from operator import and_

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.search.cpu import rows, tables

SUBSETS = st.sets(st.integers(0, 62), max_size=12)


def as_word(subsets):
    """A family as a word: bit S for each subset S."""
    return np.uint64(sum(1 << subset for subset in subsets))


def places_of(row):
    """The places as a kernel has them; Python sees integers."""
    return tuple((np.uint64(s), np.uint64(m)) for s, m in tables.places_of(row))


def all_below(subsets):
    """All subsets of the members of a family."""
    return {s for s in range(64) if any(s & other == s for other in subsets)}


def intersections(subsets):
    """All intersections of some members of a family."""
    return {
        reduce(and_, chosen)
        for n in range(1, len(subsets) + 1)
        for chosen in combinations(subsets, n)
    }


@given(SUBSETS)
def test_all_subsets_of_a_family(subsets):
    assert tables.down(as_word(subsets)) == as_word(all_below(subsets))


@given(SUBSETS.filter(lambda subsets: len(subsets) <= 9))
def test_closed_subsets_are_the_intersections(subsets):
    assert tables.closed(as_word(subsets)) == as_word(intersections(subsets))


@given(
    st.lists(st.integers(0, 2**64 - 1), max_size=40),
    st.sets(st.integers(0, 63), min_size=1, max_size=6),
    st.integers(0, 5),
)
def test_a_family_has_the_bits_of_its_members(words, members, skip):
    members = sorted(members)
    row = np.uint64(sum(1 << bit for bit in members))
    begin = min(skip, len(words))
    expected = {
        sum((word >> bit & 1) << j for j, bit in enumerate(members))
        for word in words[begin:]
    }
    array = np.array(words, np.uint64)
    places = places_of(row)
    assert tables.family(array, begin, len(words), places) == as_word(expected)
    for subset in expected:
        mask = sum(1 << bit for j, bit in enumerate(members) if subset >> j & 1)
        assert tables.members_of(np.uint64(subset), places) == mask


@pytest.mark.parametrize("subset", range(64))
def test_supersets_of_a_subset(subset):
    expected = {other for other in range(64) if other & subset == subset}
    assert tables.supersets(subset) == as_word(expected)


def test_the_sizes_of_subsets():
    for size, word in enumerate(tables.AT_LEAST.tolist()):
        assert word == as_word({s for s in range(64) if s.bit_count() >= size})


@pytest.mark.parametrize("n_left", range(2, 10))
@pytest.mark.parametrize("density", [0.4, 0.7])
def test_graphs_with_few_vertices_on_one_side(n_left, density, engine):
    """Many rows over few members: every root, or every child, ends in a table."""
    edges = graphs.random_graph(n_left, 60, density, seed=n_left)
    whole = naive.maximal_bicliques(edges)
    for min_left, min_right in ((1, 1), (2, 3), (3, 1), (4, 12)):
        found = cb.maximal_bicliques(
            graphs.as_frame(edges), min_left=min_left, min_right=min_right,
            engine=engine,
        )  # fmt: skip
        expected = {
            pair
            for pair in whole
            if len(pair[0]) >= min_left and len(pair[1]) >= min_right
        }
        assert graphs.as_set(found) == expected
        sizes = sorted(zip(found.sizes["n_left"], found.sizes["n_right"], strict=True))
        assert sizes == sorted((len(left), len(right)) for left, right in expected)


@pytest.mark.parametrize("rows", range(2, 12))
@pytest.mark.parametrize("density", [0.5, 0.8, 0.93])
def test_wide_children_with_few_rows(rows, density, engine):
    """Each child of more than 64 members ends in a table of its rows or a matrix."""
    edges = graphs.random_graph(400, rows, density, seed=rows)
    near = {}
    for u, v in edges:
        near.setdefault(v, set()).add(u)
    expected = set()
    for n in range(1, rows + 1):
        for chosen in combinations(sorted(near), n):
            left = set.intersection(*(near[v] for v in chosen))
            right = frozenset(v for v in near if left <= near[v])
            if left:
                expected.add((frozenset(left), right))
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine=engine)
    assert graphs.as_set(found) == expected


def test_few_and_many_closed_subsets_both_meet_excluded_rows():
    """Both ways to compare with the excluded rows give the same bicliques."""
    bits = np.array([0b0111, 0b1110, 0b0101, 0b1011], np.uint64)
    candidates = np.array([0b0111, 0b1110, 0b1011, 0b0101], np.uint64)
    places = places_of(np.uint64(0b1111))
    closed = tables.closed(tables.family(candidates, 0, 4, places))
    live = closed & ~tables.down(tables.family(bits, 0, 2, places))
    one_by_one = {
        subset
        for subset in range(16)
        if int(closed) >> subset & 1
        and not rows.is_covered(bits, 0, 2, np.uint64(subset))
    }
    assert live == as_word(one_by_one)
