# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""State of one worker thread: the explicit stack of the search, and its output.

As in the search for bicliques, a kernel can return at any step, and continue there in a
later call. The output, and the entries of `control` for it, are the same as there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.cliques.order import CliqueGraph
from cugraph_biclique.host.interrupts import new_flag
from cugraph_biclique.search.cpu.state import (
    CONTROLS,
    UNIVERSE,
    Output,
    new_output,
)

NARROW = 63  # most members: with the root, a universe has 64 vertices
MOST_CLIQUES = 9  # most cliques of one step: of six vertices, two triples without edges

# Entries of State.control, behind those of the search for bicliques
ROOT, ROOT_END = CONTROLS, CONTROLS + 1
NARROW_DEPTH, WIDE_DEPTH = CONTROLS + 2, CONTROLS + 3
N_MEMBERS, N_PREFIX = CONTROLS + 4, CONTROLS + 5  # of the narrow universe
N_WIDE, WORDS = CONTROLS + 6, CONTROLS + 7  # members and words of the wide universe

# Columns of Narrow.masks and Narrow.rows_of
OPEN, CHILDREN, CLOSED, CLIQUE = range(4)
BEGIN, END = range(2)

# Rows of a wide level in Wide.bits: three sets, then the outer rows
WIDE_OPEN, WIDE_CHILDREN, WIDE_CLOSED, WIDE_ROWS = range(4)
# Columns of Wide.level
BASE, N_ROWS, NEXT = range(3)


class Narrow(NamedTuple):
    """Nodes with at most 63 open vertices: one word per set of vertices.

    All nodes below one narrow node share its universe. It has the open vertices, at
    most 63, and then the vertices that are already in the clique (the prefix). Bit i of
    a set is vertex i of the universe.

    A level has four sets. Open vertices may join the clique. Some of them are still to
    become children. Closed vertices have been children. The fourth set is the clique.
    Outer vertices are closed vertices outside the universe. Each has a row: the open
    vertices that it is adjacent to.
    """

    adjacent: np.ndarray  # uint64 (64): the row of each member
    masks: np.ndarray  # uint64 (levels, 4)
    rows_of: np.ndarray  # int64 (levels, 2): where the outer rows begin and end
    rows: np.ndarray  # uint64 arena: outer rows
    slot: np.ndarray  # int32 scratch of `condense`
    universe: np.ndarray  # int32


class Wide(NamedTuple):
    """Nodes with more open vertices: sets and rows of several words.

    The universe is that of the root: its later neighbours.
    """

    members: np.ndarray  # int32, the universe
    bits: np.ndarray  # uint64 arena: the adjacency matrix, then the levels
    level: np.ndarray  # int64 (levels, 3)
    path: np.ndarray  # int32: the member that led to each level
    position: np.ndarray  # int32 scratch: places of the members of a narrow child


class State(NamedTuple):
    """One worker's state; `control` holds the scalars."""

    graph: CliqueGraph
    narrow: Narrow
    wide: Wide
    output: Output
    place: np.ndarray  # int32 scratch per vertex: its place in the universe, or -1
    control: np.ndarray  # int64
    stop: np.ndarray  # int64 (1), raised to cancel the search


NEED_WIDE_BITS, NEED_NARROW_ROWS = CONTROLS + 8, CONTROLS + 9
IS_NEW = CONTROLS + 10  # whether the narrow node on the stack is not open yet


def new_state(graph: CliqueGraph, stop: np.ndarray | None = None) -> State:
    """Return a worker's state with small arenas; `grown` enlarges them."""
    widest = int(np.diff(graph.later_indptr).max(initial=0))
    most_rows = int(np.diff(graph.earlier_indptr).max(initial=0)) + widest
    narrow = Narrow(
        adjacent=np.zeros(64, np.uint64),
        masks=np.zeros((NARROW + 1, 4), np.uint64),
        rows_of=np.zeros((NARROW + 1, 2), np.int64),
        rows=np.empty(1 << 10, np.uint64),
        # `condense` needs a power of two of at least its rows.
        slot=np.empty(1 << max(6, most_rows.bit_length()), np.int32),
        universe=np.empty(64 + widest + 1, np.int32),
    )
    wide = Wide(
        members=np.empty(widest, np.int32),
        bits=np.empty(1 << 10, np.uint64),
        level=np.zeros((widest + 1, 3), np.int64),
        path=np.empty(widest + 1, np.int32),
        position=np.empty(widest, np.int32),
    )
    control = np.zeros(IS_NEW + 1, np.int64)
    control[[NARROW_DEPTH, WIDE_DEPTH, UNIVERSE]] = -1
    return State(
        graph,
        narrow,
        wide,
        new_output(64 + widest + 1, MOST_CLIQUES),
        np.full(graph.n, -1, np.int32),
        control,
        new_flag() if stop is None else stop,
    )


def grown(state: State) -> State:
    """Enlarge every arena that the last step found too small; returns the new state."""
    narrow, wide, need = state.narrow, state.wide, state.control
    rows = _enlarged(narrow.rows, int(need[NEED_NARROW_ROWS]))
    bits = _enlarged(wide.bits, int(need[NEED_WIDE_BITS]))
    return state._replace(
        narrow=narrow._replace(rows=rows), wide=wide._replace(bits=bits)
    )


def _enlarged(array: np.ndarray, size: int) -> np.ndarray:
    if size <= len(array):
        return array
    larger = np.empty(2 * size, array.dtype)
    larger[: len(array)] = array
    return larger
