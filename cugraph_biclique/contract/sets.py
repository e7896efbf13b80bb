# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sets of vertices with their common neighbours, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import Array
from cugraph_biclique.host.arrays import array_module

MOST = 1 << 62  # larger binomials count as MOST, because no listing gets that far


class Sets(NamedTuple):
    """Sets of vertices of one side, all of one size, in lexicographic order.

    The members of set i ascend. Its common neighbours are
    common[offsets[i]:offsets[i + 1]], and ascend too.
    """

    members: Array  # int32 (sets, picked)
    offsets: Array  # int64 (sets + 1,)
    common: Array  # int32

    def __len__(self) -> int:
        return len(self.members)

    @property
    def picked(self) -> int:
        """Number of members of each set."""
        return int(self.members.shape[1])

    def wedges(self, indptr: Array) -> Array:
        """Return the entries of the lists of each set's common neighbours: int64.

        `indptr`: int64, the offsets of these lists.
        """
        xp = array_module(self.common)
        sums = xp.zeros(len(self.common) + 1, np.int64)
        xp.cumsum(xp.diff(indptr)[self.common], out=sums[1:])
        return xp.diff(sums[self.offsets])

    def part(self, first: int, last: int) -> Sets:
        """Return the sets first:last. `members` and `common` are views."""
        offsets = self.offsets[first : last + 1]
        begin, end = int(offsets[0]), int(offsets[-1])
        return Sets(self.members[first:last], offsets - begin, self.common[begin:end])


class Binomials(NamedTuple):
    """Rows of binomials: row j has C(j, j), C(j + 1, j), ..., up to `MOST`."""

    start: Array  # int64, where each row starts, and where the last row ends
    values: Array  # int64

    @classmethod
    def up_to(cls, largest: int, most: int) -> Binomials:
        """Return the rows 0 to `most`, for choices from up to `largest` vertices."""
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
        """Return C(size, chosen), clipped to `MOST`, for sizes of at least `chosen`."""
        row = self.values[self.start[chosen] : self.start[chosen + 1]]
        place = sizes - chosen
        known = place < len(row)
        return np.where(known, np.append(row, MOST)[np.minimum(place, len(row))], MOST)


class Choices(NamedTuple):
    """Consecutive (p, q)-bicliques: choices from the common neighbours of sets."""

    sets: Sets
    ends: np.ndarray  # int64 per set: the end of its bicliques
    skipped: int  # bicliques of the first set that an earlier batch has
    chosen: int  # number of common neighbours that a biclique takes
    binomials: Binomials

    def __len__(self) -> int:
        return int(self.ends[-1])
