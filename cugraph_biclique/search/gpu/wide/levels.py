# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Levels of wide nodes, and the arrays of their nodes and children."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import rows_of, together, xp
from cugraph_biclique.device.launching import Packed
from cugraph_biclique.search.gpu.state import TooLarge
from cugraph_biclique.search.gpu.wide.matrices import Children, WideNodes

MOST_NODES, MOST_WORDS = 1 << 15, 1 << 20  # of all small levels, words of masks


class Level(NamedTuple):
    """Wide nodes that are expanded together."""

    nodes: WideNodes
    packed: Packed  # the same nodes
    n_children: int  # upper bound of their children
    members_each: int  # guess of the members of a child
    of_roots: bool = False  # whether the nodes are roots


def halves(level: Level) -> list[Level]:
    """Divide a level into two halves. The first half is last, as it is searched next.

    Raise TooLarge if the level has a single node.
    """
    nodes = level.nodes
    if len(nodes.matrix) == 1:
        raise TooLarge
    cut = len(nodes.matrix) // 2
    parts = [part(nodes, which) for which in (slice(cut, None), slice(None, cut))]
    return [
        level._replace(
            nodes=some, packed=Packed(some), n_children=int(some.n_candidates.sum())
        )
        for some in parts
    ]


def bytes_of(levels: list[Level]) -> int:
    """Bytes of the nodes of levels. The halves of a level share its lists and masks."""
    shared = {
        id(array): array.nbytes
        for level in levels
        for array in (level.nodes.members, level.nodes.masks)
    }
    nodes = sum(len(level.nodes.matrix) for level in levels)
    return sum(shared.values()) + plan.NODE_BYTES * nodes


def new_children(n: int) -> Children:
    """Allocate arrays for n children, without their members.

    Kernels write an entry before they read it, so most arrays need no initial values.
    But `Universes.add` reads `begin` and `end` of all children, listed or not.
    """
    empty = xp.empty(0, np.int32)
    node, row, *ints = rows_of(xp.empty((10, n), np.int32))
    begin, end, mask_begin = rows_of(xp.zeros((3, n), np.int64))
    return Children._make([node, row, begin, end, empty, empty, *ints, mask_begin])


def new_nodes(n: int, words: int, members: Any) -> WideNodes:
    """Allocate n wide nodes, whose masks have `words` words in all."""
    matrix, joined, begin, end, mask_begin, masks = together(
        (n, np.int32), (n, np.int32), (n, np.int64), (n, np.int64), (n, np.int64),
        (words, np.uint64),
    )  # fmt: skip
    n_candidates = xp.zeros(n, np.int64)
    return WideNodes(
        matrix, joined, begin, end, members, mask_begin, masks, n_candidates
    )


class Room(NamedTuple):
    """Arrays for the nodes of several small levels, see `small_levels`."""

    nodes: WideNodes  # without members
    first_child: Any  # int64, one more than nodes


def new_room(budget: int) -> Room:
    """Allocate the nodes of small levels, within `budget` bytes.

    There are at most `MOST_NODES` nodes, and `MOST_WORDS` words of masks.
    """
    n, words = plan.small_levels(budget)
    n, words = min(MOST_NODES, n), min(MOST_WORDS, words)
    nodes = new_nodes(n, words, xp.empty(0, np.int32))
    return Room(nodes, xp.empty(n + 1, np.int64))


def part(nodes: WideNodes, which: slice) -> WideNodes:
    """Return a slice of the nodes."""
    return nodes._replace(
        matrix=nodes.matrix[which],
        joined=nodes.joined[which],
        begin=nodes.begin[which],
        end=nodes.end[which],
        mask_begin=nodes.mask_begin[which],
        n_candidates=nodes.n_candidates[which],
    )
