# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A table of absent edges and their counts, which grows within a memory budget."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.host.arrays import to_host

# Bytes of a row while the table grows: the old keys and counts (int64), the new ones,
# and the place of each old row. The frame of the answer takes less.
BYTES_A_ROW = 48
MOST_WAITING = 1 << 21  # rows that wait before they are added to the table
LEAST_WAITING = 1 << 10
SHARE_WAITING = 8  # of the budget, one part is for these


class AbsentEdges:
    """Distinct keys, ascending, and the count of each (int64).

    The table is on the device or on the host, as the parts that are added.
    """

    def __init__(self, xp: Any, budget: int) -> None:
        self.xp = xp
        self.budget = budget
        self.keys, self.counts = xp.empty(0, np.int64), xp.empty(0, np.int64)
        self.waiting: list[tuple[Any, Any]] = []
        self.n_waiting = 0
        room = budget // (SHARE_WAITING * BYTES_A_ROW)
        self.most_waiting = min(MOST_WAITING, max(LEAST_WAITING, room))

    def add(self, keys: Any, counts: Any) -> None:
        """Add counts of keys that are distinct."""
        self.waiting.append((keys, counts))
        self.n_waiting += len(keys)
        # Each row is copied once more, so the table has to grow by a share of its size.
        if self.n_waiting > max(self.most_waiting, len(self.keys) // SHARE_WAITING):
            self._merge()

    def sorted(self, n_right: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Left ids, right ids and counts on the host: the largest counts first, and
        equal ones by left and then by right vertex. Empties the table."""
        self._merge()
        keys, counts = to_host(self.keys), to_host(self.counts)
        self.keys, self.counts = keys[:0], counts[:0]
        order = np.argsort(-counts, kind="stable")
        keys, counts = keys[order], counts[order]
        del order
        left = (keys // max(1, n_right)).astype(np.int32)
        keys %= max(1, n_right)
        return left, keys.astype(np.int32), counts

    def _merge(self) -> None:
        """Add the parts that wait to the table."""
        if not self.waiting:
            return
        xp, parts = self.xp, self.waiting
        self.waiting, self.n_waiting = [], 0
        new, more = _added(xp, parts)
        del parts
        at = xp.searchsorted(self.keys, new)
        known = xp.zeros(len(new), bool)
        if len(self.keys):
            known = self.keys[xp.minimum(at, len(self.keys) - 1)] == new
            self.counts[at[known]] += more[known]
        is_new = ~known
        new, more, at = new[is_new], more[is_new], at[is_new]
        total = len(self.keys) + len(new)
        if total * BYTES_A_ROW > self.budget:
            raise MemoryBudgetError(
                f"memory_budget={self.budget:,} bytes is too small for the absent "
                f"edges, of which the first {total:,} take {total * BYTES_A_ROW:,} "
                "bytes: raise memory_budget, lower at_most, or take fewer bicliques "
                "before, for example with nlargest"
            )
        at += xp.arange(len(new))
        is_old = xp.ones(total, bool)
        is_old[at] = False
        before = xp.flatnonzero(is_old)
        del is_old
        self.keys = _merged(xp, self.keys, before, new, at)
        self.counts = _merged(xp, self.counts, before, more, at)


def _merged(xp: Any, old: Any, before: Any, new: Any, at: Any) -> Any:
    """Both arrays in one, at these places."""
    merged = xp.empty(len(old) + len(new), old.dtype)
    merged[before] = old
    merged[at] = new
    return merged


def _added(xp: Any, parts: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Add the counts of equal keys, and sort the keys."""
    if len(parts) == 1:
        return parts[0]
    keys = xp.concatenate([keys for keys, _ in parts])
    counts = xp.concatenate([counts for _, counts in parts])
    order = xp.argsort(keys, kind="stable")
    keys, total = keys[order], xp.cumsum(counts[order])
    last = xp.ones(len(keys), bool)
    last[:-1] = keys[1:] != keys[:-1]
    total = total[last]
    total[1:] -= total[:-1].copy()
    return keys[last], total
