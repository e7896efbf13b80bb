# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sets of vertices with their common neighbours, as arrays."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from cugraph_biclique.preparation import Array

MOST = 1 << 62  # larger binomials count as this: nobody lists so many bicliques


class Sets(NamedTuple):
    """Sets of vertices of one side, all of one size, in lexicographic order.

    The members of a set ascend. Its common neighbours are
    common[offsets[i]:offsets[i + 1]], and ascend too.
    """

    members: Array  # int32, one row per set
    offsets: Array  # int64, sets + 1
    common: Array  # int32

    def __len__(self) -> int:
        return len(self.members)

    @property
    def picked(self) -> int:
        """Number of members of each set."""
        return int(self.members.shape[1])

    def part(self, first: int, last: int) -> Sets:
        """The sets first:last. The arrays are views."""
        offsets = self.offsets[first : last + 1]
        begin, end = int(offsets[0]), int(offsets[-1])
        return Sets(self.members[first:last], offsets - begin, self.common[begin:end])


class Binomials(NamedTuple):
    """Rows of binomials: row j has C(j, j), C(j + 1, j), ..., up to `MOST`."""

    start: Array  # int64, where each row starts, and the end of the last one
    values: Array  # int64

    @classmethod
    def up_to(cls, largest: int, most: int) -> Binomials:
        """Rows 0 to `most`, for the choices from up to `largest` vertices."""
        row = np.ones(max(1, largest + 1), np.int64)
        rows = []
        for _ in range(most + 1):
            rows.append(row)
            # C(j + i, j) is the sum of C(j - 1 + k, j - 1) for k <= i.
            total = np.cumsum(row.astype(np.float64))
            row = np.cumsum(row[total < MOST])[: max(0, len(rows[0]) - len(rows))]
        start = np.cumsum([0, *map(len, rows)])
        return cls(start, np.concatenate(rows))

    def choices(self, sizes: np.ndarray, chosen: int) -> np.ndarray:
        """C(size, chosen) for each size of at least `chosen`, but at most `MOST`."""
        row = self.values[self.start[chosen] : self.start[chosen + 1]]
        place = sizes - chosen
        known = place < len(row)
        return np.where(known, np.append(row, MOST)[np.minimum(place, len(row))], MOST)


class Choices(NamedTuple):
    """Consecutive (p, q)-bicliques: choices from the common neighbours of sets."""

    sets: Sets
    ends: np.ndarray  # int64 per set: how many of the bicliques come from it or before
    skipped: int  # bicliques of the first set that come before the first one
    chosen: int
    binomials: Binomials

    def __len__(self) -> int:
        return int(self.ends[-1])


class Listing(Protocol):
    """The kernels of one engine."""

    def extended(
        self, indptr: Array, indices: Array, sets: Sets, least: int, after: int, /
    ) -> Sets:
        """Add one vertex to each set, in every way that gives at least `least` common
        neighbours and leaves at least `after` vertices to be added later.

        The vertices that a set may still take are those after its last member that
        share enough neighbours with it. `indptr` and `indices` are the adjacency of
        the other side.
        """

    def chosen(self, choices: Choices, /) -> tuple[Array, Array]:
        """The members of bicliques: one row per picked vertex and one per chosen
        vertex, one column per biclique, int32."""
