# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Choice of the two columns of a frame, of any library, that hold the edges."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from cugraph_biclique.arguments import full_name, shown

SHOWN = 12

BOOLEANS = "numpy.array(G)"  # a pair of boolean columns as a biadjacency matrix
NUMBERS, BOOLEAN = "numbers", "Boolean"  # kinds of columns that a matrix may have


def matrix_advice(columns: Sequence[Hashable], kinds: Sequence[str], code: str) -> str:
    """The expression that makes a Boolean biadjacency matrix of a frame, whose labels
    are those of the frame; empty if its columns are not those of a matrix.

    Parameters
    ----------
    columns : sequence of hashable
        All columns of the frame.
    kinds : sequence of str
        What each of them holds: `NUMBERS`, `BOOLEAN`, or anything else.
    code : str
        The frame as an expression of pandas or cuDF.
    """
    first, others = kinds[:1], set(kinds[1:])
    if not others or not others <= {NUMBERS, BOOLEAN}:
        return ""
    if first[0] not in (NUMBERS, BOOLEAN):
        name = shown(columns[0])
        if name != repr(columns[0]):  # shortened
            return ""
        code += f".set_index({name})"
    elif first[0] == NUMBERS:
        others = {NUMBERS}
    return f"{code} > 0" if NUMBERS in others else code


def pick_columns(
    columns: Iterable[Hashable],
    left: Hashable | None = None,
    right: Hashable | None = None,
    matrix: str = "",
) -> tuple[Hashable, Hashable]:
    """Return the names of the two columns: the given ones, or both if there are two.

    Parameters
    ----------
    columns : iterable of hashable
        All columns of the frame.
    left, right : hashable, optional
        Names that the caller gives. In a frame of two columns, one name is enough.
    matrix : str, optional
        Advice in errors for a frame that may be a biadjacency matrix.

    Raises
    ------
    TypeError
        If a name is not hashable.
    ValueError
        If there are fewer than two columns, or more than two and not both are named; if
        a name is not that of exactly one column, or both are the same.
    """
    columns = list(columns)
    if len(columns) < 2:
        n = "1 column" if columns else "no columns"
        raise ValueError(
            f"the edge frame has {n}, {list_of(columns)}, but needs two, one for each "
            "end of an edge: add a column"
        )
    for argument, name in (("left", left), ("right", right)):
        if name is not None:
            place_of(columns, name, argument)
    if len(columns) > 2 and (left is None or right is None):
        advice = (
            f", or pass {matrix} if each column is a right vertex" if matrix else ""
        )
        raise ValueError(
            f"the edge frame has {len(columns):,} columns, {list_of(columns)}: name "
            f'the two that hold the edges with left="..." and right="..."{advice}'
        )
    first, second = columns[:2]
    if left is None:
        left = second if right is not None and is_name(first, right) else first
    if right is None:
        right = first if is_name(second, left) else second
    at, other = place_of(columns, left, "left"), place_of(columns, right, "right")
    if at == other:
        raise ValueError(
            f"left={shown(left)} and right={shown(right)} are the same column: choose "
            f"two different columns from {list_of(columns)}"
        )
    return columns[at], columns[other]


def place_of(columns: list[Hashable], name: Hashable, argument: str = "left") -> int:
    """Position of the only column of a name."""
    try:
        hash(name)
    except TypeError as error:
        raise TypeError(
            f"{argument} must be the name of a column, not a {full_name(name)}: pass "
            f"one of {list_of(columns)}"
        ) from error
    places = [place for place, column in enumerate(columns) if is_name(column, name)]
    if not places:
        raise ValueError(
            f"{argument}={shown(name)} is not a column: the columns are "
            f"{list_of(columns)}"
        )
    if len(places) > 1:
        raise ValueError(
            f"{argument}={shown(name)} names {len(places)} columns: rename all but "
            f"one, the columns are {list_of(columns)}"
        )
    return places[0]


def is_name(column: Any, name: Any) -> bool:
    """Whether a name is that of a column; unlike ``==``, it tells True from 1."""
    if column is name:
        return True
    if isinstance(column, bool) != isinstance(name, bool):
        return False
    try:
        return bool(column == name)
    except Exception:  # pandas.NA has no truth value; a caller's class may raise
        return False


def booleans_error(matrix: str = BOOLEANS) -> ValueError:
    """Make the error for two columns of booleans, which may be rows of a matrix."""
    return ValueError(
        "both columns of G are Boolean, so G looks like a biadjacency matrix and not "
        f"like edges: if it is a matrix, pass {matrix}; if True and False are labels, "
        'pass a frame and name its columns with left="..." and right="..."'
    )


def list_of(columns: list[Hashable]) -> str:
    """Names of columns for error messages; those after the first are left out."""
    names = ", ".join(map(shown, columns[:SHOWN]))
    return f"[{names}{', ...' * (len(columns) > SHOWN)}]"
