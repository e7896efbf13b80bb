# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The ways to divide itemsets into two, with the supports of both parts.

A part of an itemset is a mask, with a bit for each of its items. The support of any
part is that of its smallest closed superset, which is the largest support of the listed
sets that contain it. The closure of a part is in the itemset, if this one is closed. So
the listed sets within the itemset are sufficient: a hash table finds them, and their
supports go down from each mask to those with one bit less.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.records import MemberLists
from cugraph_biclique.host.bits import ONE, popcount
from cugraph_biclique.host.decorators import kernel
from cugraph_biclique.results.cpu.distinct import NONE, Table, look_up

ROOM = 1 << 20  # divisions of one kernel call; Python handles signals between two calls


class Divisions(NamedTuple):
    """Divisions of itemsets into two parts that are not empty."""

    itemset: np.ndarray  # int64
    mask: np.ndarray  # uint64, a bit for each item of the first part, the least first
    first: np.ndarray  # float64, the support of the first part
    second: np.ndarray  # float64, the support of the other part


class Scratch(NamedTuple):
    """By mask, for one itemset."""

    key: np.ndarray  # uint64, the hash key of the part
    support: np.ndarray  # float64


def divisions(
    sets: MemberLists, support: np.ndarray, table: Table
) -> Iterator[Divisions]:
    """Yield all divisions of all itemsets, in order, as arrays that are used again.

    The items of each set are ascending. `support` has the support of each set, and
    `table` all sets.
    """
    n = len(support)
    most = int(np.diff(sets.where).max(initial=0))
    scratch = Scratch(np.empty(1 << most, np.uint64), np.empty(1 << most))
    out = Divisions(
        np.empty(ROOM, np.int64), np.empty(ROOM, np.uint64), *np.empty((2, ROOM))
    )
    at, mask = 0, 0
    while at < n:
        at, mask, found = _divide(at, mask, sets, support, table, scratch, out)
        yield Divisions(*(column[:found] for column in out))


@kernel
def _divide(at, mask, sets, support, table, scratch, out):
    """Divide the sets from `at` on; the first one from `mask` on, if this is not 0.

    `sets`: `MemberLists`. `support`: float64. `table`: `Table`. `scratch`: `Scratch`.
    `out`: `Divisions`. Returns the next set and mask, and the number of divisions.
    """
    n = 0
    steps = out.mask.size
    while at < support.size and steps > 0:
        size = sets.where[at + 1] - sets.where[at]
        whole = (np.int64(1) << size) - 1
        if mask == 0:
            _supports_of_parts(at, size, sets, support, table, scratch)
            steps -= whole
            mask = np.int64(1)
        while mask < whole:
            if n == out.mask.size:
                return at, mask, n
            out.itemset[n] = at
            out.mask[n] = np.uint64(mask)
            out.first[n] = scratch.support[mask]
            out.second[n] = scratch.support[whole - mask]
            n += 1
            mask += 1
        at += 1
        mask = np.int64(0)
    return at, mask, n


@kernel
def _supports_of_parts(at, size, sets, support, table, scratch):
    """Write the support of each part of a set."""
    begin = sets.where[at]
    scratch.key[0], scratch.support[0] = 0, 0.0
    for i in range(size):
        half = np.int64(1) << i
        for mask in range(half, 2 * half):
            number = table.number[sets.members[begin + i]]
            scratch.key[mask] = scratch.key[mask - half] + number
            listed = look_up(table, scratch.key[mask])
            is_listed = listed != NONE and _is_part(listed, mask, begin, sets)
            scratch.support[mask] = support[listed] if is_listed else 0.0
    for i in range(size):
        half = np.int64(1) << i
        for mask in range(np.int64(1) << size):
            if mask & half == 0:
                larger = scratch.support[mask | half]
                scratch.support[mask] = max(scratch.support[mask], larger)


@kernel
def _is_part(listed, mask, begin, sets):
    """Whether a listed set has the items of a mask, and no others."""
    where, members = sets
    bits = np.uint64(mask)
    if where[listed + 1] - where[listed] != popcount(bits):
        return False
    e = where[listed]
    while bits:
        if bits & ONE:
            if members[e] != members[begin]:
                return False
            e += 1
        begin += 1
        bits >>= ONE
    return True


@kernel
def fill_parts(itemset, mask, sets, is_first, out):
    """Write the items of one part of each division: `out`, int32.

    `itemset`, `mask`: as in `Divisions`. `sets`: `MemberLists`. `is_first`: bool,
    whether the first part is written, or the other one.
    """
    n = 0
    for k in range(mask.size):
        begin, end = sets.where[itemset[k]], sets.where[itemset[k] + 1]
        for e in range(begin, end):
            if ((mask[k] >> np.uint64(e - begin)) & ONE == ONE) == is_first:
                out[n] = sets.members[e]
                n += 1
