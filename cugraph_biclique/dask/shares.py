# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sub-partitions: the edges that a share of a partition's roots needs.

A single root r is split, too. The edges of N(r) form a graph in which r is adjacent to
every kept vertex. So every maximal biclique of it contains r. If r is ordered last, a
biclique belongs to the first of its other vertices. The new roots are the vertices
after r, and then r; vertices before r belong to other partitions. The engines search
such a sub-partition like any other partition.
"""

from __future__ import annotations

from typing import Any

from cugraph_biclique.partition import OTHER


def part_of(frame: Any, home: int, grow: str) -> Any:
    """Return what one partition needs of the frame of its batch: all edges of the
    neighbours of its roots."""
    is_root = frame["home"] == home
    near = frame[OTHER[grow]][is_root].drop_duplicates()
    needed = frame[OTHER[grow]].isin(near)
    return frame.assign(is_root=is_root)[needed]


def share_of(
    frame: Any, home: int, grow: str, is_below: bool, which: int, of: int
) -> Any:
    """Return the edges that every `of`-th root needs, from root number `which` on.

    A single root is split into its pairs first, unless its roots are pairs already.
    """
    frame = part_of(frame, home, grow)
    roots = _roots(frame)
    if len(roots) == 1 and not is_below:
        frame = _below(frame, roots.max())
        roots = _roots(frame)
    mine = frame["rank"].isin(roots.iloc[which::of])
    frame["home"] = frame["home"].where(~frame["is_root"], home + 1).where(~mine, home)
    return part_of(frame, home, grow)


def without_last(frame: Any) -> Any:
    """Return the edges below a root, without the edges of the root itself."""
    if not len(frame):
        return frame
    return frame[frame["rank"] < frame["rank"].max()]


def _roots(frame: Any) -> Any:
    """Return the ranks of the roots, ascending."""
    return frame["rank"][frame["is_root"]].drop_duplicates().sort_values()


def _below(frame: Any, root: int) -> Any:
    """Return the graph below a root. Its roots are the later vertices, then the root."""
    is_root = frame["rank"] >= root
    rank = frame["rank"].where(frame["rank"] != root, frame["rank"].max() + 1)
    return frame.assign(is_root=is_root, rank=rank)
