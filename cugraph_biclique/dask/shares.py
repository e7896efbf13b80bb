# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Of a partition's frame, what a share of its roots needs; a single root is split, too.

Below a root r there is a graph again: all edges of N(r). Every biclique of it holds r,
as r is adjacent to all there is. So with r as the last vertex instead of the first, a
biclique belongs to the first of the others, and these are the roots that are dealt:
those after r, as what is before r belongs to roots of other partitions. Such a share is
a partition like any other, and no engine has to know.
"""

from __future__ import annotations

from typing import Any

from cugraph_biclique.partition import OTHER


def part_of(frame: Any, home: int, grow: str) -> Any:
    """Of a frame for some partitions, what one of them needs: all edges of the
    neighbours of its roots."""
    is_root = frame["home"] == home
    near = frame[OTHER[grow]][is_root].drop_duplicates()
    needed = frame[OTHER[grow]].isin(near)
    return frame.assign(is_root=is_root)[needed]


def share_of(
    frame: Any, home: int, grow: str, is_below: bool, which: int, of: int
) -> Any:
    """What every `of`-th root of a partition needs, from root number `which` on. Unless
    its roots are pairs already, a single one is taken apart."""
    frame = part_of(frame, home, grow)
    roots = _roots(frame)
    if len(roots) == 1 and not is_below:
        frame = _below(frame, roots.max())
        roots = _roots(frame)
    mine = frame["rank"].isin(roots.iloc[which::of])
    frame["home"] = frame["home"].where(~frame["is_root"], home + 1).where(~mine, home)
    return part_of(frame, home, grow)


def without_last(frame: Any) -> Any:
    """The edges below a root without those of that root."""
    if not len(frame):
        return frame
    return frame[frame["rank"] < frame["rank"].max()]


def _roots(frame: Any) -> Any:
    """Ranks of the roots, ascending."""
    return frame["rank"][frame["is_root"]].drop_duplicates().sort_values()


def _below(frame: Any, root: int) -> Any:
    """The graph below a root, whose roots are the later ones, and last the root."""
    is_root = frame["rank"] >= root
    rank = frame["rank"].where(frame["rank"] != root, frame["rank"].max() + 1)
    return frame.assign(is_root=is_root, rank=rank)
