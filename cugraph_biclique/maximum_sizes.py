# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Largest sizes of bicliques: `max_left` and `max_right`.

The search finds larger bicliques too. They are dropped from each output buffer before
they are stored or counted, so they need no memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.arguments import LARGEST, positive
from cugraph_biclique.arrays import array_module
from cugraph_biclique.backends import Prepared
from cugraph_biclique.records import Records, with_used_universes


class MaximumSizes(NamedTuple):
    """Most vertices on each side."""

    left: int = LARGEST
    right: int = LARGEST

    @classmethod
    def of(
        cls, max_left: Any, max_right: Any, min_left: int, min_right: int
    ) -> MaximumSizes:
        """Check the arguments of a call; None stands for any size."""
        return cls(
            _maximum("left", max_left, min_left),
            _maximum("right", max_right, min_right),
        )

    @property
    def bounds(self) -> bool:
        """Whether there is a bound on a side."""
        return self != MaximumSizes()

    def select(self, prepared: Prepared, records: Records) -> Records:
        """Return the bicliques within the bounds, with the universes of these only."""
        ordered = prepared.ordered
        kept, grown = self if ordered.grow == "right" else self[::-1]
        inside = records.n_grown <= grown
        if kept < LARGEST:
            lists = prepared.backend.member_lists
            inside &= lists.kept_sizes(ordered, records) <= kept
        if inside.all():
            return records
        which = array_module(inside).flatnonzero(inside)
        return with_used_universes(records.select(which))


def _maximum(side: str, value: Any, least: int) -> int:
    if value is None:
        return LARGEST
    most = positive(f"max_{side}", value)
    if most < least:
        raise ValueError(
            f"max_{side}={most:,} is less than min_{side}={least:,}, so no biclique "
            f"has such a size: pass {least:,} or more"
        )
    return most
