# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs of the corpus that are made by a name: those with many edges."""

from __future__ import annotations

from typing import Any

import numpy as np

from fuzz.shapes import combinations_of, side_by_side


def complete(n: int, m: int) -> np.ndarray:
    """All edges."""
    return np.ones((n, m), bool)


def crown(n: int) -> np.ndarray:
    """Complete but for a perfect matching."""
    return ~np.eye(n, dtype=bool)


def chain(n: int) -> np.ndarray:
    """Nested neighbourhoods."""
    return np.tri(n, dtype=bool)


def matching(n: int) -> np.ndarray:
    """Single edges."""
    return np.eye(n, dtype=bool)


def empty(n: int, m: int) -> np.ndarray:
    """No edges."""
    return np.zeros((n, m), bool)


def random(n: int, m: int, density: float, seed: int) -> np.ndarray:
    """Each edge with the same probability."""
    return np.random.default_rng(seed).random((n, m)) < density


def root_and_random(
    n: int, m: int, density: float, seed: int, leaves: int
) -> np.ndarray:
    """A row of all m members, and others with some of them. Each of the others has
    `leaves` leaves of its own: if its degree is larger than m, the first row is the
    first root, and the others are its rows."""
    rows = np.concatenate([complete(1, m), random(n, m, density, seed)])
    of_leaf = np.repeat(np.arange(1, n + 1), leaves)
    return np.concatenate([rows, np.arange(n + 1)[:, None] == of_leaf], axis=1)


def lists_below_a_wide_root(
    members: int,
    size: int,
    rows: int,
    missing: list[list[int]],
    leaves: int,
    group: int,
) -> np.ndarray:
    """A row of all members, the first sets of `size`, and wide rows that miss some;
    `group` rows have so many leaves in common, but not the first row."""
    wide = np.ones((len(missing), members), bool)
    for row, (first, last) in zip(wide, missing, strict=True):
        row[first:last] = False
    rows_of = np.concatenate([combinations_of(members, size, rows), wide])
    groups = np.arange(len(rows_of)) // group
    of_leaf = np.repeat(np.arange(groups[-1] + 1), leaves)
    made = np.concatenate([rows_of, groups[:, None] == of_leaf], axis=1)
    first = np.arange(made.shape[1]) < members
    return np.concatenate([first[None], made])


def shares_of_equal_rows(n: int, m: int, times: int) -> np.ndarray:
    """A staircase, each row several times, and each column twice."""
    made = np.tri(n, m, dtype=bool)
    return np.repeat(np.repeat(made, times, axis=0), 2, axis=1)


def union(*parts: dict[str, Any]) -> np.ndarray:
    """Graphs side by side."""
    made = np.zeros((0, 0), bool)
    for part in parts:
        made = side_by_side(made, make(**part))
    return made


NAMED = {
    function.__name__: function
    for function in (
        complete, crown, chain, matching, empty, random, root_and_random,
        lists_below_a_wide_root, shares_of_equal_rows,
    )
}  # fmt: skip


def make(name: str, transposed: bool = False, **parameters: Any) -> np.ndarray:
    """The graph with this name."""
    if name == "union":
        return union(*parameters["parts"])
    made = NAMED[name](**parameters)
    return made.T if transposed else made
