# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A first line with the sizes of the graph, such as ``5 6`` or ``5 6 12``.

The sizes are the numbers of left and right vertices and of edges, or those of vertices
and edges. Vertices are numbered from 1 or from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.files.values import NUMBER, PLAIN

SAMPLE = 1000  # labels that show whether a column holds integers
LEAST = 3  # lines below sizes; one or two edges fit many numbers by accident


class Fit(Enum):
    """Whether the first line holds the sizes of the graph."""

    NO = "the line is an edge"
    DOUBTFUL = "the line could be an edge"
    YES = "the line has the sizes of the lines below"


class Sizes(NamedTuple):
    """Whether the first line fits as sizes, and which sizes these are."""

    fit: Fit
    meaning: str = ""  # such as "5 left and 6 right vertices"; empty if unknown


def fit_of_edge(
    columns: Sequence[pd.Series], third: str | None, is_edge: bool = False
) -> Sizes:
    """Whether the first labels of two columns are sizes that fit the others.

    A line of integers above other integers could always be an edge, too.

    Parameters
    ----------
    columns : sequence of two pandas.Series
        The labels, with those of the first line.
    third : str or None
        The third field of the first line, if there are three.
    is_edge : bool, optional
        Whether numbers above words are an edge, if they are no sizes.
    """
    if len(columns[0]) < 2:
        return Sizes(Fit.NO)
    left, right = (_integers(column) for column in columns)
    if left is None or right is None:
        found = _fit_of_words(columns, third)
        return Sizes(Fit.NO) if found.fit is Fit.DOUBTFUL and is_edge else found
    meaning = _meaning_of_integers(left, right, third)
    return Sizes(Fit.DOUBTFUL, meaning) if meaning else Sizes(Fit.NO)


def _integers(column: pd.Series) -> np.ndarray | None:
    """Labels as integers, which are text if the caller has asked for text."""
    if column.dtype.kind in "iu":
        return column.to_numpy()
    if not all(map(PLAIN.fullmatch, column.iloc[:SAMPLE].astype(str))):
        return None
    try:
        return column.astype("int64").to_numpy()
    except (ValueError, OverflowError):
        return None


def _meaning_of_integers(left: np.ndarray, right: np.ndarray, third: str | None) -> str:
    """The sizes that the first line could be; empty if it can only be an edge."""
    n = len(left) - 1
    a, b = int(left[0]), int(right[0])
    low = [int(side[1:].min()) for side in (left, right)]
    base = 1 - min(low)  # 0 if vertices are numbered from 1, and 1 if from 0
    if a < 1 or b < 1 or base not in (0, 1):
        return ""
    sizes = [int(side[1:].max()) + base for side in (left, right)]
    dominates = a >= sizes[0] and b >= sizes[1]
    of_sides = _of_sides(a, b)
    if third is not None:
        fits = third == str(n) and dominates
        return f"{of_sides}, and {n} edges" if fits else ""
    if [a, b] == sizes and (low == [1 - base] * 2 or n >= LEAST):
        return of_sides
    if a == max(sizes) and b == n:
        return _of_vertices(a, b)
    if n < LEAST:
        return ""
    if b == n and a >= max(sizes):
        return _of_vertices(a, b)
    if a == n and b == max(sizes):
        return f"{a} edges and {b} vertices"
    ascending = bool((left[1:-1] <= left[2:]).all())
    return of_sides if dominates and ascending and a > int(left[1]) else ""


def _of_sides(a: int, b: int) -> str:
    return f"{a} left and {b} right vertices"


def _of_vertices(a: int, b: int) -> str:
    return f"{a} vertices and {b} edges"


def _fit_of_words(columns: Sequence[pd.Series], third: str | None) -> Sizes:
    """`fit_of_edge` for columns of which one holds words below its first label."""
    first = [str(column.iloc[0]) for column in columns]
    if not all(map(PLAIN.fullmatch, first)):
        return Sizes(Fit.NO)
    sizes, n_words = [], 0
    for column in columns:
        below = column.iloc[1:]
        integers = _integers(below)
        if integers is not None:
            sizes.append(int(integers.max()) + 1 - min(1, int(integers.min())))
            continue
        if any(map(NUMBER.fullmatch, below.iloc[:SAMPLE].astype(str))):
            return Sizes(Fit.NO)
        n_words += 1
        sizes.append(int(below.nunique()))
    n = len(columns[0]) - 1
    a, b = map(int, first)
    dominates = a >= sizes[0] and b >= sizes[1]
    meaning = _of_sides(a, b) if dominates else ""
    if third is not None:
        told = f"{meaning}, and {n} edges" if meaning else ""
        return Sizes(Fit.DOUBTFUL, told) if third == str(n) else Sizes(Fit.NO)
    if b == n and a >= max(sizes):
        meaning = meaning or _of_vertices(a, b)
    if n_words == 2:  # two numbers above words are hardly labels
        fits = [a, b] == sizes and n >= LEAST
        return Sizes(Fit.YES if fits else Fit.DOUBTFUL, meaning)
    if dominates and n >= LEAST:
        return Sizes(Fit.DOUBTFUL, meaning)
    return Sizes(Fit.NO)


def fits_below(sizes: Sequence[str], columns: Sequence[pd.Series]) -> bool:
    """Whether a line of sizes, which is no edge, fits the edges below it."""
    n, given = len(columns[0]), [int(size) for size in sizes]
    sides = [_integers(column) for column in columns]
    high = [
        int(column.nunique()) if side is None else int(side.max()) + (side.min() == 0)
        for side, column in zip(sides, columns, strict=True)
    ]
    if len(given) == 1:
        return given[0] == n or given[0] >= max(high)
    if len(given) == 3 and n != given[2]:
        return False
    of_sides = given[0] >= high[0] and given[1] >= high[1]
    return of_sides or (given[0] >= max(high) and given[1] == n)
