# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Groups of wide roots that are searched together, and the rows of these roots."""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.search.gpu.state import TooLarge


class RowsOfRoots(NamedTuple):
    """The rows of wide roots, as marks or as a list."""

    columns: Any  # int64 per root, members of L
    n: Any  # int64 per root, rows
    joined: Any  # int32 per root, size of R; `open_marked` sets it for marked roots
    paired: Any  # bool per root, whether it has bits for pairs
    marks: Any | None = None  # uint32 (roots, words), see `roots.marked`
    marks_of_pairs: Any = None  # uint32 (roots, words), the rows that are pairs
    vertex: Any | None = None  # int32, the vertices of the rows, if they are a list
    held: int = 0  # bytes of the arrays of marks, which other roots may share

    def marked(self, some: slice) -> RowsOfRoots | None:
        """Return the rows of some of the roots, if they have marks.

        Those roots then need no further sweep.
        """
        if self.marks is None:
            return None
        return self._replace(
            columns=self.columns[some], n=self.n[some], joined=self.joined[some],
            paired=self.paired[some], marks=self.marks[some],
            marks_of_pairs=self.marks_of_pairs[some],
        )  # fmt: skip


class Group(NamedTuple):
    """Wide roots that are searched together."""

    roots: Any  # int32
    rows: RowsOfRoots | None = None  # if they are known
    again: bool = False  # whether a root, already emitted, is tried without pair bits


def smaller(group: Group, rows: RowsOfRoots | None) -> list[Group]:
    """Divide a group into two halves. The first half is last, as it is searched next.

    A single root is tried again if its marks are in an array that other roots share: an
    array of its own is smaller. Otherwise, raise TooLarge.
    """
    roots = group.roots
    if len(roots) > 1:
        middle = len(roots) // 2
        parts = slice(middle, None), slice(None, middle)
        return [
            Group(roots[some], rows.marked(some) if rows else None) for some in parts
        ]
    if group.rows is None:
        raise TooLarge
    return [Group(roots)]
