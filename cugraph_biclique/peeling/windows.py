# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The window: items with few butterflies, among which the next level is found.

The level rises thousands of times. So it is looked for in a window, which has all items
with fewer than `high` butterflies, and not among all items. An item joins the window
when it falls below `high`.
"""

from __future__ import annotations

from math import isqrt
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.host.progress import Tracker

NOW, GONE = -1, -2  # in place of the butterflies of an item that is not left
ITEMS_PER_ROOT = 16  # of a window, for the square root of the number of items
LEAST_ITEMS = 1024  # of a window: fewer are not searched faster
SAMPLED = 64  # items of a sample below `high`
ENDLESS = 2**63 - 1  # more butterflies than any item has


class Window(NamedTuple):
    """The items that are left, and those of the window, with NumPy or CuPy arrays."""

    left: Any  # int32, ascending
    items: Any  # int32, ascending
    high: int

    @property
    def most(self) -> int:
        """Most items that may be in the window, with those that join it: then another
        one is chosen."""
        return 4 * len(self.items) + LEAST_ITEMS


def next_window(support: Any, left: Any) -> Window:
    """Choose the items with the fewest butterflies among those that are left.

    There are about `ITEMS_PER_ROOT` sqrt(n) of them, unless many have equal numbers.

    Parameters
    ----------
    support : array
        int64, the butterflies of each item that is left, or `GONE`.
    left : array
        int32, the items that were left when the last window was chosen.
    """
    left = left[support[left] >= 0]
    values = support[left]
    wanted = max(LEAST_ITEMS, ITEMS_PER_ROOT * isqrt(len(left)))
    if len(left) <= 2 * wanted:
        return Window(left, left.copy(), ENDLESS)
    sample = array_module(left).sort(values[:: wanted // SAMPLED])
    high = int(sample[SAMPLED]) + 1
    return Window(left, left[values < high], high)


def all_items(n: int, like: Any) -> Any:
    """Return the items 0, ..., n - 1, in the memory of another array."""
    return array_module(like).arange(n, dtype=np.int32)


def report(on_progress: Tracker, done: int) -> None:
    """Report the number of items that are removed, if it has changed."""
    if done > on_progress.done:
        on_progress(done - on_progress.done)
