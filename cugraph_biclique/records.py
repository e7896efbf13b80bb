# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques as the search emits them: bit masks over universes of kept vertices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cugraph_biclique.arrays import array_module
from cugraph_biclique.rows import gather_rows

WHOLE = np.uint64(0xFFFFFFFFFFFFFFFF)  # this mask selects the whole universe


@dataclass(frozen=True)
class Records:
    """Compact bicliques: 16 bytes each, plus universes that they share.

    The kept side of biclique i consists of the members of universe[i] whose bit is set
    in mask[i], in the numbering of the search graph. The grown side is the set of their
    common neighbours, and is computed on request.
    """

    mask: np.ndarray  # uint64
    universe: np.ndarray  # int32 (int64 from 2**31 universes on), index into `start`
    n_grown: np.ndarray  # int32, counted in vertices of the input
    start: np.ndarray  # int64, universes + 1
    members: np.ndarray  # int32

    def __len__(self) -> int:
        return len(self.mask)

    @property
    def nbytes(self) -> int:
        """Size of all arrays in bytes."""
        return sum(
            array.nbytes
            for array in (
                self.mask,
                self.universe,
                self.n_grown,
                self.start,
                self.members,
            )
        )

    @classmethod
    def empty(cls) -> Records:
        return cls(
            np.empty(0, np.uint64),
            np.empty(0, np.int32),
            np.empty(0, np.int32),
            np.zeros(1, np.int64),
            np.empty(0, np.int32),
        )

    def copy(self) -> Records:
        """Copy all arrays."""
        return Records(
            self.mask.copy(),
            self.universe.copy(),
            self.n_grown.copy(),
            self.start.copy(),
            self.members.copy(),
        )

    def select(self, which: np.ndarray | slice) -> Records:
        """Return some of the bicliques; the universes are shared, not copied."""
        xp = array_module(self.mask)
        if not isinstance(which, slice):
            which = xp.asarray(which)
        return replace(
            self,
            mask=xp.ascontiguousarray(self.mask[which]),
            universe=xp.ascontiguousarray(self.universe[which]),
            n_grown=xp.ascontiguousarray(self.n_grown[which]),
        )


def concatenate(parts: list[Records]) -> Records:
    """Concatenate records, in order."""
    if not parts:
        return Records.empty()
    if len(parts) == 1:
        return parts[0]
    xp = array_module(parts[0].mask)
    universes = np.cumsum([0] + [len(part.start) - 1 for part in parts])
    members = np.cumsum([0] + [len(part.members) for part in parts])
    dtype: Any = np.int32 if universes[-1] < 2**31 else np.int64
    start = [part.start[:-1] + at for part, at in zip(parts, members, strict=False)]
    return Records(
        xp.concatenate([part.mask for part in parts]),
        xp.concatenate(
            [
                part.universe.astype(dtype, copy=False) + dtype(at)
                for part, at in zip(parts, universes, strict=False)
            ]
        ),
        xp.concatenate([part.n_grown for part in parts]),
        xp.concatenate([*start, xp.asarray(members[-1:])]),
        xp.concatenate([part.members for part in parts]),
    )


def with_used_universes(records: Records) -> Records:
    """Remove the universes that have no biclique among the records.

    If most bicliques are too small or too large, such universes would be most of a
    result.
    """
    xp = array_module(records.mask)
    used = xp.zeros(len(records.start) - 1, bool)
    used[records.universe] = True
    if used.all():
        return records
    start, members = gather_rows(records.start, records.members, xp.flatnonzero(used))
    number = xp.cumsum(used, dtype=records.universe.dtype) - 1
    return replace(
        records,
        universe=number[records.universe].astype(records.universe.dtype, copy=False),
        start=start,
        members=members,
    )
