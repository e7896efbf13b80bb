# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which two columns of a frame, of any library, hold the ends of its edges."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from cugraph_biclique.arguments import full_name, shown

SHOWN = 12

# What to pass where a frame is a biadjacency matrix.
MATRIX = "scipy.sparse.csr_array(numpy.asarray(G))"
BOOLEANS = "scipy.sparse.csr_array(numpy.asarray(G, bool))"


def pick_columns(
    columns: Iterable[Hashable],
    left: Hashable | None = None,
    right: Hashable | None = None,
    matrix: str = MATRIX,
) -> tuple[Hashable, Hashable]:
    """The names of the two columns: those given, or both if there are only two.

    Parameters
    ----------
    columns : iterable of hashable
        All columns of the frame.
    left, right : hashable, optional
        What the caller has named. Of two columns, the other one need not be.
    matrix : str, optional
        What errors advise to pass where the frame is a biadjacency matrix.

    Raises
    ------
    TypeError
        If a name cannot be one.
    ValueError
        If there are fewer than two columns, or more and not both are named; if a name
        is not that of one column, or both are the same.
    """
    columns = list(columns)
    if len(columns) < 2:
        n = "1 column" if columns else "no columns"
        raise ValueError(
            f"the edge frame has {n}, {_shown(columns)}: it needs two, one for each "
            "end of an edge"
        )
    for argument, name in (("left", left), ("right", right)):
        if name is not None:
            place_of(columns, name, argument)
    if len(columns) > 2 and (left is None or right is None):
        raise ValueError(
            f"the edge frame has {len(columns):,} columns, {_shown(columns)}: name the "
            'two that hold the ends of an edge, with left="..." and right="...", or '
            f"pass {matrix} if it has a column for each right vertex"
        )
    first, second = columns[:2]
    if left is None:
        left = second if right is not None and is_name(first, right) else first
    if right is None:
        right = first if is_name(second, left) else second
    at, other = place_of(columns, left, "left"), place_of(columns, right, "right")
    if at == other:
        raise ValueError(
            f"left={shown(left)} and right={shown(right)} are the same column: name "
            f"two, the columns are {_shown(columns)}"
        )
    return columns[at], columns[other]


def place_of(columns: list[Hashable], name: Hashable, argument: str = "left") -> int:
    """Where the one column of that name is."""
    try:
        hash(name)
    except TypeError as error:
        raise TypeError(
            f"{argument} must be the name of a column, not a {full_name(name)}: pass "
            f"one of {_shown(columns)}"
        ) from error
    places = [place for place, column in enumerate(columns) if is_name(column, name)]
    if not places:
        raise ValueError(
            f"{argument}={shown(name)} is not a column: the columns are "
            f"{_shown(columns)}"
        )
    if len(places) > 1:
        raise ValueError(
            f"{argument}={shown(name)} is the name of {len(places)} columns: rename "
            f"them, the columns are {_shown(columns)}"
        )
    return places[0]


def is_name(column: Any, name: Any) -> bool:
    """Whether this is the name of a column. True is not 1, as in a comparison."""
    if column is name:
        return True
    if isinstance(column, bool) != isinstance(name, bool):
        return False
    try:
        return bool(column == name)
    except Exception:  # a comparison with pandas.NA, or of the caller's class
        return False


def booleans_error(matrix: str = BOOLEANS) -> ValueError:
    """What to say where both sides are booleans, and not named."""
    return ValueError(
        "both columns of G hold booleans, as a biadjacency matrix does, and not ends "
        f"of edges: pass {matrix} if G is one; if True and False are labels, pass a "
        'frame, and name its columns with left="..." and right="..."'
    )


def _shown(columns: list[Hashable]) -> str:
    names = ", ".join(map(shown, columns[:SHOWN]))
    return f"[{names}{', ...' * (len(columns) > SHOWN)}]"
