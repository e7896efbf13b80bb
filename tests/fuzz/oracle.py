# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The judge: plain answers from sets of vertices that are the bits of integers.

Nothing here has anything in common with the engines. Each function takes `rows`, the
right neighbours of every left vertex, and gives None where an answer would take too
long. tests/test_fuzz.py compares all of it with tests/naive.py.
"""

from __future__ import annotations

from collections import Counter
from math import comb

MOST_STEPS = 30_000  # sets of vertices that a count may look at


def maximal_bicliques(
    rows: list[int], columns: list[int], most: int
) -> set[tuple[int, int]] | None:
    """All (left, right): the right sides are the intersections of neighbourhoods."""
    if len(set(columns)) < len(set(rows)):
        turned = maximal_bicliques(columns, rows, most)
        return turned and {(left, right) for right, left in turned}
    closed: set[int] = set()
    for row in set(rows):
        closed |= {row & other for other in closed}
        closed.add(row)
        if len(closed) > most:
            return None
    closed.discard(0)
    return {(common(columns, right), right) for right in closed}


def common(columns: list[int], vertices: int) -> int:
    """The common neighbours of some vertices, at least one; columns are theirs."""
    found = -1
    while vertices:
        lowest = vertices & -vertices
        found &= columns[lowest.bit_length() - 1]
        vertices ^= lowest
    return found


def is_maximal(rows: list[int], columns: list[int], left: int, right: int) -> bool:
    """Whether two sets are a maximal biclique, by definition."""
    if not left or not right:
        return False
    return common(rows, left) == right and common(columns, right) == left


def large_enough(
    found: set[tuple[int, int]], min_left: int, min_right: int
) -> set[tuple[int, int]]:
    """The bicliques of these sizes or larger."""
    return {
        (left, right)
        for left, right in found
        if left.bit_count() >= min_left and right.bit_count() >= min_right
    }


def sizes(found: set[tuple[int, int]]) -> Counter:
    """How many bicliques there are of each size."""
    return Counter((left.bit_count(), right.bit_count()) for left, right in found)


def biclique_count(rows: list[int], columns: list[int], p: int, q: int) -> int | None:
    """How many complete subgraphs have p left and q right vertices."""
    for side, picks, least in sorted(
        [(rows, p, q), (columns, q, p)], key=lambda way: comb(len(way[0]), way[1])
    ):
        found = common_sizes(side, picks, least)
        if found is not None:
            return sum(times * comb(size, least) for size, times in found.items())
    return None


def common_sizes(rows: list[int], picks: int, least: int) -> Counter | None:
    """How many sets of `picks` rows have how many bits in common, at least `least`."""
    found: Counter = Counter()
    steps = 0
    todo = [(-1, 0, picks)]  # common bits so far, next row, rows still to pick
    while todo:
        bits, first, left = todo.pop()
        for i in range(first, len(rows) - left + 1):
            steps += 1
            both = bits & rows[i]
            size = both.bit_count()
            if size < least:
                continue
            if left == 1:
                found[size] += 1
            else:
                todo.append((both, i + 1, left - 1))
        if steps > MOST_STEPS:
            return None
    return found
