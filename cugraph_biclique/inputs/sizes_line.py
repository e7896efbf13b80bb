# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A first line with the sizes of the graph, such as ``5 6`` or ``5 6 12``.

The sizes are the numbers of left and right vertices and of edges, or those of vertices
and edges. Vertices are numbered from 1 or from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.comments import NUMBER
from cugraph_biclique.inputs.recognition import INTEGER

SAMPLE = 1000  # labels that show whether a column holds integers
LEAST = 3  # lines below sizes; one or two edges fit many numbers by accident


class Fit(Enum):
    """Whether the first line holds the sizes of the graph."""

    NO = "the line is an edge"
    DOUBTFUL = "the line could be an edge"
    YES = "the line has the sizes of the lines below"


def fit_of_edge(
    columns: Sequence[pd.Series], third: str | None, is_edge: bool = False
) -> Fit:
    """Whether the first labels of two columns are sizes that fit the others.

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
        return Fit.NO
    left, right = (_integers(column) for column in columns)
    if left is None or right is None:
        fit = _fit_of_words(columns, third)
        return Fit.NO if fit is Fit.DOUBTFUL and is_edge else fit
    return _fit_of_integers(left, right, third)


def _integers(column: pd.Series) -> np.ndarray | None:
    """Labels as integers, which are text if the caller has asked for text."""
    if column.dtype.kind in "iu":
        return column.to_numpy()
    if not all(map(INTEGER.fullmatch, column.iloc[:SAMPLE].astype(str))):
        return None
    try:
        return column.astype("int64").to_numpy()
    except (ValueError, OverflowError):
        return None


def _fit_of_integers(left: np.ndarray, right: np.ndarray, third: str | None) -> Fit:
    n = len(left) - 1
    a, b = int(left[0]), int(right[0])
    low = [int(side[1:].min()) for side in (left, right)]
    base = 1 - min(low)  # 0 if vertices are numbered from 1, and 1 if from 0
    if a < 1 or b < 1 or base not in (0, 1):
        return Fit.NO
    sizes = [int(side[1:].max()) + base for side in (left, right)]
    dominates = a >= sizes[0] and b >= sizes[1]
    if third is not None:
        return Fit.YES if third == str(n) and dominates else Fit.NO
    if (low == [1 - base] * 2 and [a, b] == sizes) or (a == max(sizes) and b == n):
        # Edges from the last to the first vertex begin with the largest ids, too.
        descending = bool((left[:-1] >= left[1:]).all())
        return Fit.DOUBTFUL if descending or n < LEAST else Fit.YES
    if n < LEAST:
        return Fit.NO
    ascending = bool((left[1:-1] <= left[2:]).all())
    if (b == n and a >= max(sizes)) or (a == n and b == max(sizes)):
        return Fit.DOUBTFUL
    if dominates and ascending and a > int(left[1]):
        return Fit.DOUBTFUL
    return Fit.NO


def _fit_of_words(columns: Sequence[pd.Series], third: str | None) -> Fit:
    """`fit_of_edge` for columns of which one holds words below its first label."""
    first = [str(column.iloc[0]) for column in columns]
    if not all(map(INTEGER.fullmatch, first)):
        return Fit.NO
    sizes, n_words = [], 0
    for column in columns:
        below = column.iloc[1:]
        integers = _integers(below)
        if integers is not None:
            sizes.append(int(integers.max()) + 1 - min(1, int(integers.min())))
            continue
        if any(map(NUMBER.fullmatch, below.iloc[:SAMPLE].astype(str))):
            return Fit.NO
        n_words += 1
        sizes.append(int(below.nunique()))
    n = len(columns[0]) - 1
    given = [int(each) for each in first]
    if third == str(n) or (given == sizes and n >= LEAST):
        return Fit.YES
    if n_words == 2:  # two numbers above words are hardly labels
        return Fit.DOUBTFUL if third is None else Fit.NO
    dominates = given[0] >= sizes[0] and given[1] >= sizes[1]
    return Fit.DOUBTFUL if third is None and dominates and n >= LEAST else Fit.NO


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
