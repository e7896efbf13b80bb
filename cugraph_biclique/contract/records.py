# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques as the search emits them: bit masks over universes of kept vertices."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.graph.rows import gather_rows
from cugraph_biclique.host.arrays import array_module

WHOLE = np.uint64(0xFFFFFFFFFFFFFFFF)  # this mask selects the whole universe


class Masks(NamedTuple):
    """The arrays of `Records` that give the kept sides."""

    mask: Any  # uint64
    universe: Any  # int32 (int64 from 2**31 universes on), index into `start`
    start: Any  # int64, universes + 1
    members: Any  # int32


class RecordArrays(NamedTuple):
    """All arrays of `Records`, in the order of its fields."""

    mask: Any
    universe: Any
    n_grown: Any
    start: Any
    members: Any


class MemberLists(NamedTuple):
    """The vertices of each biclique on a side, in the numbers of the input."""

    where: Any  # int64 (bicliques + 1,), where the members of each biclique begin
    members: Any  # int32


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
        return sum(array.nbytes for array in self.arrays)

    @property
    def masks(self) -> Masks:
        """The kept sides, for kernels."""
        return Masks(self.mask, self.universe, self.start, self.members)

    @property
    def arrays(self) -> RecordArrays:
        """All arrays, for kernels."""
        return RecordArrays(
            self.mask, self.universe, self.n_grown, self.start, self.members
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
        return _joined([self], [0], [0], self.universe.dtype)

    def lasting(self) -> Records:
        """Return records that stay valid while the search continues.

        The CPU search reuses its buffers, so records in host memory are copied. A
        device allocates new arrays for each part.
        """
        return self.copy() if isinstance(self.mask, np.ndarray) else self

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
    universes = [0, *accumulate(len(part.start) - 1 for part in parts)]
    members = [0, *accumulate(len(part.members) for part in parts)]
    kind = np.int32 if universes[-1] < 2**31 else np.int64
    return _joined(parts, universes[:-1], members[:-1], kind)


def _joined(
    parts: list[Records], universes: list[int], members: list[int], kind: Any
) -> Records:
    """Join parts in new arrays, given the numbers of universes, and of members, before
    each. `kind` is the type of `universe`."""
    begins = [part.start[:-1] for part in parts[:-1]] + [parts[-1].start]
    columns = [
        (part.mask, part.universe, part.n_grown, begin, part.members)
        for part, begin in zip(parts, begins, strict=True)
    ]
    shifts = [(0, u, 0, m, 0) for u, m in zip(universes, members, strict=True)]
    dtypes = [np.uint64, kind, np.int32, np.int64, np.int32]
    return Records(*_joined_columns(columns, shifts, dtypes))


def _joined_columns(
    parts: Sequence[Sequence[Any]], shifts: Sequence[Sequence[int]], dtypes: list[Any]
) -> list[Any]:
    """Return each column of several parts end to end, as new arrays.

    parts[k] has one array for each of `dtypes`, and shifts[k] the numbers that are
    added to their values.
    """
    if not isinstance(parts[0][0], np.ndarray):
        from cugraph_biclique.device import elementwise

        return elementwise.joined_columns(parts, shifts, dtypes)
    columns = zip(
        zip(*parts, strict=True), zip(*shifts, strict=True), dtypes, strict=True
    )
    return [_joined_column(*column) for column in columns]


def _joined_column(
    arrays: Sequence[Any], shifts: Sequence[int], dtype: Any
) -> np.ndarray:
    out = np.concatenate(arrays, dtype=dtype)
    at = 0
    for array, shift in zip(arrays, shifts, strict=True):
        if shift:
            out[at : at + len(array)] += out.dtype.type(shift)
        at += len(array)
    return out


def in_batches(
    parts: Iterable[Records], batch_size: int
) -> Generator[Records, None, None]:
    """Yield records in batches of `batch_size`, whatever the sizes of the parts."""
    waiting: list[Records] = []
    n = 0
    for part in parts:
        waiting.append(part)
        n += len(part)
        if n < batch_size:
            continue
        records = concatenate(waiting)
        full = n - n % batch_size
        for first in range(0, full, batch_size):
            yield records.select(slice(first, first + batch_size))
        n -= full
        waiting = [records.select(slice(full, None)).copy()] if n else []
    if n:
        yield concatenate(waiting)


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
