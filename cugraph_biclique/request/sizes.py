# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The sizes of bicliques that a call asks for: `min_left` to `max_right`.

The least sizes make the search faster. The search finds larger bicliques than the
largest sizes, too, but they are dropped before they are stored or counted.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cugraph_biclique.arguments import LARGEST, positive


class Sizes(NamedTuple):
    """Least and most vertices of each side."""

    min_left: int = 1
    min_right: int = 1
    max_left: int = LARGEST
    max_right: int = LARGEST

    @classmethod
    def of(
        cls, min_left: Any, min_right: Any, max_left: Any = None, max_right: Any = None
    ) -> Sizes:
        """Check the arguments of a call; a largest size of None stands for any size."""
        min_left = positive("min_left", min_left)
        min_right = positive("min_right", min_right)
        return cls(
            min_left,
            min_right,
            _maximum("left", max_left, min_left),
            _maximum("right", max_right, min_right),
        )

    @property
    def least(self) -> tuple[int, int]:
        """The least sizes: left, right."""
        return self.min_left, self.min_right

    @property
    def have_most(self) -> bool:
        """Whether there is a largest size of a side."""
        return self.max_left < LARGEST or self.max_right < LARGEST


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
