# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""State of one worker thread: the explicit stack of the search, and its output.

These arrays hold the whole state of the search. So a kernel can return at any step, and
continue there in a later call. It returns if its output is full, if an arena is too
small, or if the user pressed Ctrl-C.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.interrupts import new_flag

# Why a kernel returned.
DONE, MORE, FLUSH, GROW = 0, 1, 2, 3

# Columns of Rows.level. GROWN is the size of the node's R, with all twins.
BASE, SIZE, CURSOR, END, GROWN = range(5)
ROW_LEVELS = 68  # a child has fewer bits than its parent, and a row has at most 64

# Columns of Matrix.level
M_WORDS, M_EXCLUDED, M_CURSOR, M_END, M_GROWN = range(5)
M_COLUMNS, M_ALIVE, M_CHILDREN, M_BITS_END = range(5, 9)  # offsets into .bits
M_MEMBERS, M_POINTERS, M_WEIGHTS, M_LISTS, M_INTS_END = range(9, 14)  # into .ints
M_FIELDS = 14

# Columns of Frontier.level
F_CURSOR, F_END, F_GROWN, F_FIRST_MEMBER, F_MEMBERS_END = range(5)
F_FIELDS = 5

# Entries of State.control
ROW_DEPTH, MATRIX_DEPTH, FRONTIER_DEPTH = 0, 1, 2
# The universe of the row levels: its id in the output (-1: not written yet), its size
UNIVERSE, UNIVERSE_SIZE = 3, 4
PART, PARTS = 5, 6
RECORDS, UNIVERSES, MEMBERS = 7, 8, 9
STAMP = 10
NODES, CONTAINED, EQUAL = 11, 12, 13  # see `trace.Trace`
NEED_ROWS, NEED_BITS, NEED_INTS, NEED_LEVELS, NEED_MEMBERS = range(14, 19)
CONTROLS = 19

OUTPUT_RECORDS = 1 << 16
OUTPUT_MEMBERS = 1 << 18
MOST_PER_STEP = 64  # most bicliques of one step: a child, and the subsets of a table
MOST_UNIVERSES = 4  # of one step; more only with at most MOST_LISTED members in all
MOST_LISTED = 1 << 17
STRATA = 8  # parts of a node's excluded rows: `merging` takes the largest row of each


class Rows(NamedTuple):
    """Nodes whose L has at most 64 members: one word per row.

    A level is a slice of the arena, ``[excluded rows | candidates by size]``. The
    excluded rows of the candidate at position p are exactly the prefix ``[base, p)``.
    Children need nothing else from each other.
    """

    bits: np.ndarray  # uint64 arena
    weight: np.ndarray  # int32: how many vertices each candidate stands for
    level: np.ndarray  # int64 (ROW_LEVELS, 5)
    found: np.ndarray  # uint64 scratch: rows of the child being made
    found_weight: np.ndarray  # int32 scratch
    spare: np.ndarray  # uint64 scratch of `merging`
    spare_weight: np.ndarray  # int32 scratch of the sort
    place: np.ndarray  # int64 (66) scratch of the sort
    largest: np.ndarray  # uint64 (STRATA) scratch of `merging`
    hash_key: np.ndarray  # uint64 hash table of `merging`, a power of two of slots
    hash_slot: np.ndarray  # int32, as many slots
    hash_stamp: np.ndarray  # int64, as many slots
    universe: np.ndarray  # int32: entry i is the kept vertex of bit i of every row


class Matrix(NamedTuple):
    """Nodes with a wider L: a bit matrix, with one column of row bits per member of L.

    The rows are in the same order as in `Rows`. A child selects the columns of its
    members. Their conjunction checks the maximality of the child. Their saturating sum
    finds the rows that share at least two members with it.
    """

    bits: np.ndarray  # uint64 arena: columns, then masks of live rows and of children
    ints: np.ndarray  # int32 arena: member ids, list pointers, weights, lists
    level: np.ndarray  # int64 (depth, M_FIELDS)
    meet: np.ndarray  # uint64 scratch, one bit per row
    twice: np.ndarray  # uint64 scratch, one bit per row
    slot: np.ndarray  # int32 scratch, one entry per row
    picked: np.ndarray  # int64 scratch: offsets of the columns of a child's members
    listed: np.ndarray  # int32 scratch: members of a descendant of a wide child
    signature: np.ndarray  # int32 scratch: see `sign_members`
    # Scratch of the copy into a smaller matrix:
    later: np.ndarray  # uint64, one bit per row: the rows that become candidates
    place_of: np.ndarray  # int32 per row: its place among these candidates
    size: np.ndarray  # int32 per numbered row
    place: np.ndarray  # int32 per numbered row
    fill: np.ndarray  # int32 per candidate: the end of its list
    begin: np.ndarray  # int64 scratch of the sort by size, indexed by size


class Frontier(NamedTuple):
    """Nodes expanded straight from the graph: roots, and nodes too large for a matrix.

    Level 0 is the whole graph: its candidates are the roots. A deeper level is a node
    whose matrix would exceed the limit. ``position[depth, w]`` is the place of the
    grown vertex w in the node's order (-1: not a row), and ``order`` is the inverse.
    """

    level: np.ndarray  # int64 (depth, F_FIELDS)
    position: np.ndarray  # int32 (depth, grown vertices)
    order: np.ndarray  # int32 (depth, grown vertices)
    depth_of: np.ndarray  # int32 per kept vertex: the deepest level with it in L
    member_stack: np.ndarray  # int32: members of the levels, to restore depth_of
    members: np.ndarray  # int32 scratch: L of the child being made
    mask: np.ndarray  # uint64 scratch per grown vertex, zero between steps
    # int32 scratch per grown vertex, zero between steps
    count: np.ndarray  # type: ignore[assignment]  # hides tuple.count
    touched: np.ndarray  # int32 scratch: the grown vertices that a sweep met
    excluded: np.ndarray  # int32 scratch: the ones that become excluded rows
    size: np.ndarray  # int32 scratch: sizes of the later rows


class Output(NamedTuple):
    """Bicliques as (universe, mask): bit i of mask is the i-th member of universe."""

    mask: np.ndarray  # uint64; all ones select the whole universe, whatever its size
    universe: np.ndarray  # int32, index into `start`
    n_grown: np.ndarray  # int32, size of R with all twins
    start: np.ndarray  # int64 (universes + 1): where each universe's members begin
    members: np.ndarray  # int32, kept vertices


class State(NamedTuple):
    """One worker's state; `control` holds the scalars."""

    graph: SearchGraph
    rows: Rows
    matrix: Matrix
    frontier: Frontier
    output: Output
    control: np.ndarray  # int64 (CONTROLS)
    stop: np.ndarray  # int64 (1), raised to cancel the search


def new_state(graph: SearchGraph, stop: np.ndarray | None = None) -> State:
    """Return a worker's state with arenas for typical nodes; `grown` enlarges them.

    A node has at most `n_grown` rows, because they are different grown vertices. It has
    at most `widest` members, because they are neighbours of one root. All scratch has
    these sizes. A loop that writes an item before it decides whether to keep it needs
    one more entry.
    """
    n_grown = len(graph.grown_weight)
    n_kept = len(graph.kept_weight)
    # `merge_twins` needs a power of two of at least twice its rows.
    hash_size = 1 << max(6, int(2 * n_grown).bit_length())
    widest = int(np.diff(graph.grown_indptr).max(initial=0))
    rows = Rows(
        # The first level has at most n_grown rows, so no kernel checks its room.
        # `row_step` checks the room for the levels on top of it.
        bits=np.empty(max(1 << 14, 4 * n_grown), np.uint64),
        weight=np.empty(max(1 << 14, 4 * n_grown), np.int32),
        level=np.zeros((ROW_LEVELS, 5), np.int64),
        found=np.empty(n_grown + 1, np.uint64),
        found_weight=np.empty(n_grown + 1, np.int32),
        spare=np.empty(n_grown + 1, np.uint64),
        spare_weight=np.empty(n_grown + 1, np.int32),
        place=np.empty(66, np.int64),  # sizes 0 to 64, and one more
        largest=np.empty(STRATA, np.uint64),
        hash_key=np.empty(hash_size, np.uint64),
        hash_slot=np.empty(hash_size, np.int32),
        hash_stamp=np.zeros(hash_size, np.int64),
        universe=np.empty(max(64, widest), np.int32),
    )
    # Columns are combined in blocks of words: see `add_columns`.
    words = n_grown // 64 + 9
    matrix = Matrix(
        bits=np.empty(1 << 12, np.uint64),  # this and the next two grow: `open_matrix`
        ints=np.empty(1 << 12, np.int32),
        level=np.zeros((8, M_FIELDS), np.int64),
        meet=np.empty(words, np.uint64),
        twice=np.empty(words, np.uint64),
        slot=np.empty(n_grown + 64, np.int32),
        picked=np.empty(widest + 64, np.int64),
        listed=np.empty(widest + 1, np.int32),
        signature=np.empty(widest, np.int32),
        later=np.empty(words, np.uint64),
        place_of=np.empty(n_grown + 64, np.int32),
        size=np.empty(n_grown, np.int32),
        place=np.empty(n_grown, np.int32),
        fill=np.empty(n_grown, np.int32),
        begin=np.empty(widest + 66, np.int64),  # `places_by_size` needs widest + 2
    )
    identity = np.arange(n_grown, dtype=np.int32).reshape(1, -1)
    frontier = Frontier(
        level=np.zeros((1, F_FIELDS), np.int64),
        position=identity,
        order=identity,
        depth_of=np.zeros(n_kept, np.int32),
        member_stack=np.empty(widest, np.int32),  # see `push_frontier`
        members=np.empty(widest, np.int32),
        mask=np.zeros(n_grown, np.uint64),
        count=np.zeros(n_grown, np.int32),
        touched=np.empty(n_grown + 1, np.int32),
        excluded=np.empty(n_grown, np.int32),
        size=np.empty(n_grown, np.int32),
    )
    control = np.zeros(CONTROLS, np.int64)
    control[[ROW_DEPTH, MATRIX_DEPTH, FRONTIER_DEPTH, UNIVERSE]] = -1
    stop = new_flag() if stop is None else stop
    return State(graph, rows, matrix, frontier, new_output(widest), control, stop)


def new_output(widest: int, universes: int = MOST_UNIVERSES) -> Output:
    """Return empty output buffers with room for the largest step; see `has_room`.

    A step writes at most `universes` universes of at most `widest` members each, or
    more universes with at most MOST_LISTED members in all. There may be more universes
    than bicliques. A step writes a universe even if all of its bicliques are too small
    for the caller, or belong to another part of the root.
    """
    records = max(OUTPUT_RECORDS, MOST_PER_STEP)
    listed = min(MOST_LISTED, MOST_PER_STEP * widest)
    members = max(OUTPUT_MEMBERS, universes * widest, listed)
    return Output(
        mask=np.empty(records, np.uint64),
        universe=np.empty(records, np.int32),
        n_grown=np.empty(records, np.int32),
        start=np.zeros(records + 1, np.int64),
        members=np.empty(members, np.int32),
    )


def grown(state: State) -> State:
    """Enlarge every arena that the last step found too small; returns the new state."""
    need = state.control
    rows, matrix, frontier = state.rows, state.matrix, state.frontier
    if need[NEED_ROWS] > len(rows.bits):
        size = 2 * int(need[NEED_ROWS])
        rows = rows._replace(
            bits=_enlarged(rows.bits, size), weight=_enlarged(rows.weight, size)
        )
    if need[NEED_BITS] > len(matrix.bits):
        matrix = matrix._replace(
            bits=_enlarged(matrix.bits, int(1.25 * need[NEED_BITS]))
        )
    if need[NEED_INTS] > len(matrix.ints):
        matrix = matrix._replace(
            ints=_enlarged(matrix.ints, int(1.25 * need[NEED_INTS]))
        )
    if need[NEED_LEVELS] > len(matrix.level):
        matrix = matrix._replace(
            level=_enlarged(matrix.level, 2 * int(need[NEED_LEVELS]))
        )
    if need[NEED_MEMBERS] > 0:
        depth = int(need[FRONTIER_DEPTH]) + 2
        frontier = frontier._replace(
            level=_enlarged(frontier.level, depth),
            position=_enlarged(frontier.position, depth),
            order=_enlarged(frontier.order, depth),
            member_stack=_enlarged(frontier.member_stack, int(need[NEED_MEMBERS])),
        )
        need[NEED_MEMBERS] = 0
    return state._replace(rows=rows, matrix=matrix, frontier=frontier)


def _enlarged(array: np.ndarray, size: int) -> np.ndarray:
    if size <= len(array):
        return array
    larger = np.zeros((size, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
