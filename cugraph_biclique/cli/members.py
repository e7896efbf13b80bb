# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Members of a biclique in one line, without the end of a long side."""

from __future__ import annotations

BETWEEN = ", "
SIDES = " | "
MOST_LABELS = 20  # of a side, where no terminal limits the line


def one_line(left: list[str], right: list[str], width: int | None) -> str:
    """Both sides of a biclique, with at least one label each.

    A line has at most `width` characters, unless a single label is longer. The longer
    side is shortened first. Without a width, each side has at most `MOST_LABELS`
    labels.
    """
    if width is None:
        return SIDES.join(_first(side, MOST_LABELS) for side in (left, right))
    room = width - len(SIDES)
    lengths = [len(BETWEEN.join(side)) for side in (left, right)]
    half = room // 2
    rooms = [max(half, room - lengths[1]), max(room - half, room - lengths[0])]
    return SIDES.join(map(_fitted, (left, right), rooms))


def _first(labels: list[str], n: int) -> str:
    """The first n labels, and the number of the others."""
    text = BETWEEN.join(labels[:n])
    more = len(labels) - n
    return f"{text} \N{HORIZONTAL ELLIPSIS} and {more:,} more" if more > 0 else text


def _fitted(labels: list[str], room: int) -> str:
    """As many labels as fit a number of characters, and at least one."""
    if len(whole := BETWEEN.join(labels)) <= room:
        return whole
    n, used = 0, len(_first(labels, 0)) - len(BETWEEN)
    for label in labels:
        used += len(label) + len(BETWEEN)
        if used > room:
            break
        n += 1
    return _first(labels, max(n, 1))
