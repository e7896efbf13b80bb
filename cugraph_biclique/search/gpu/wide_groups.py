# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Groups of wide roots that are searched together, and the rows of these roots."""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.search.gpu.state import TooLarge


class RowsOfRoots(NamedTuple):
    """The rows of wide roots: marks, or else a list."""

    columns: Any  # int64, members of L of each root
    n: Any  # int64, rows of each root
    joined: Any  # int32; of marked roots, `open_marked` sets it
    paired: Any  # bool, whether a root has bits for pairs
    marks: Any | None = None  # uint32, see `marked_roots`
    marks_of_pairs: Any = None  # uint32, of the rows that are pairs
    vertex: Any | None = None  # int32, of the rows that were listed
    held: int = 0  # bytes of marks, also those of other roots that came with these

    def marked(self, some: slice) -> RowsOfRoots | None:
        """The rows of some of the roots, if they have marks: these need no sweep."""
        if self.marks is None:
            return None
        return self._replace(
            columns=self.columns[some], n=self.n[some], joined=self.joined[some],
            paired=self.paired[some], marks=self.marks[some],
            marks_of_pairs=self.marks_of_pairs[some],
        )  # fmt: skip


class Group(NamedTuple):
    """Wide roots to search together."""

    roots: Any  # int32
    rows: RowsOfRoots | None = None  # if they are known
    again: bool = False  # whether only the subtree of a root is missing: without pairs


def smaller(group: Group, rows: RowsOfRoots | None) -> list[Group]:
    """Two groups of half of the roots each; the first half is last, to come next.

    TooLarge if there is a single root, unless its marks are among those of others.
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
