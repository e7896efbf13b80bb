# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums over sets of anchored vertices on CPU cores, by vertex and by edge.

The search picks the vertices of a set in ascending order, as BCList++ does. A level has
rows: the later vertices, each with its edges to the common neighbours of the picks. The
last level takes each row as the last pick. It adds the share of the row to running sums
of its edges and of their kept ends. A pick is responsible for all sets visited between
its entering and leaving. So when the search leaves a pick, it adds the growth of the
sums to the pick and its edges. No set is visited twice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.decorators import compiled, inlined, kernel
from cugraph_biclique.host.interrupts import is_raised
from cugraph_biclique.local_counting.cpu.atomics import add_to
from cugraph_biclique.preparation.jobs import is_root

DONE, MORE, GROW = range(3)
DEPTH, ROOT, LAST_ROOT, PART, PARTS, TOTAL, STAMP, NEED = range(8)
CONTROLS = 8
# Columns of `level`: its range of rows, the row to pick next and the step to the row
# after it, the number of picks left, the end of its edges, and the total when the
# search entered the current pick, or -1
FIRST, END, CURSOR, STEP, LEFT, TOP, BEFORE = range(7)
LEVEL_FIELDS = 7
LEAST_EDGES = 1 << 12  # room for edges of a new worker


class State(NamedTuple):
    """Arrays of one worker; all workers share `sums_grown` and `sums_edges`.

    An edge is an entry of `grown_indices`. `weight` and `share` are those of a `Pass`.
    """

    graph: SearchGraph
    place: np.ndarray  # int64, the edge of each entry of kept_indices
    weight: np.ndarray  # int64, by number of common neighbours
    share: np.ndarray  # int64, by number of common neighbours
    marks: np.ndarray  # int64, by kept vertex: the stamp of its last pick
    common: np.ndarray  # int32, by grown vertex; 0 between two roots
    met: np.ndarray  # int32, the grown vertices whose `common` is not 0
    rows: np.ndarray  # int64 (rows, 3): a vertex, and its range in `edges`
    edges: np.ndarray  # int64, the edges of the rows
    before: np.ndarray  # int64, by place in `edges`: the sum of its kept end when
    # the search entered the row
    level: np.ndarray  # int64 (picks + 1, LEVEL_FIELDS)
    sums_grown: np.ndarray  # int64, by grown vertex
    sums_kept: np.ndarray  # int64, by kept vertex: the sums of this worker
    sums_edges: np.ndarray  # int64, by edge; empty unless requested
    control: np.ndarray  # int64 (CONTROLS,)
    stop: np.ndarray  # the stop flag


def new_state(
    graph: SearchGraph,
    picks: int,
    place: np.ndarray,
    tables: tuple[np.ndarray, np.ndarray],
    sums: tuple[np.ndarray, np.ndarray],
    stop: np.ndarray,
) -> State:
    """Return the state of a worker without a job."""
    n_kept, n_grown = len(graph.kept_weight), len(graph.grown_weight)
    control = np.zeros(CONTROLS, np.int64)
    control[DEPTH] = -1
    return State(
        graph, place, *tables,
        marks=np.zeros(n_kept, np.int64),
        common=np.zeros(n_grown, np.int32),
        met=np.empty(n_grown, np.int32),
        rows=np.empty((LEAST_EDGES, 3), np.int64),
        edges=np.empty(LEAST_EDGES, np.int64),
        before=np.empty(LEAST_EDGES, np.int64),
        level=np.zeros((picks + 1, LEVEL_FIELDS), np.int64),
        sums_grown=sums[0],
        sums_kept=np.zeros(n_kept, np.int64),
        sums_edges=sums[1],
        control=control,
        stop=stop,
    )  # fmt: skip


def grown_state(state: State) -> State:
    """Return the same state with room for the rows and edges that the kernel needs."""
    size = max(2 * len(state.edges), int(state.control[NEED]))
    return state._replace(
        rows=_longer(state.rows, size),
        edges=_longer(state.edges, size),
        before=_longer(state.before, size),
    )


def _longer(array: np.ndarray, size: int) -> np.ndarray:
    longer = np.empty((size, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


@compiled
def places(kept_indptr, kept_indices, grown_indptr):
    """Return the entry of grown_indices of the edge of each entry of kept_indices."""
    at = grown_indptr[:-1].copy()
    out = np.empty(kept_indices.size, np.int64)
    for e in range(kept_indices.size):
        out[e] = at[kept_indices[e]]
        at[kept_indices[e]] += 1
    return out


@kernel
def run(state, steps, picks, least):
    """Advance the search of the current job by at most `steps` steps.

    Returns DONE, MORE, or GROW if the state needs more room.
    """
    control = state.control
    for _ in range(steps):
        if is_raised(state.stop):
            return MORE
        if control[DEPTH] >= 0:
            status = step(state, least)
        elif control[ROOT] < control[LAST_ROOT]:
            status = open_root(state, picks, least)
        else:
            return DONE
        if status != MORE:
            return status
    return MORE


@inlined
def open_root(state, picks, least):
    """Make the next root the only row of the first level."""
    graph, control = state.graph, state.control
    x = control[ROOT]
    begin, end = graph.grown_indptr[x], graph.grown_indptr[x + 1]
    if end - begin > state.edges.size:
        control[NEED] = end - begin
        return GROW
    control[ROOT] += 1
    if end - begin >= least and is_root(graph, x):
        for i in range(end - begin):
            state.edges[i] = begin + i
        state.rows[0, 0], state.rows[0, 1], state.rows[0, 2] = x, 0, end - begin
        control[DEPTH] = 0
        level = state.level[0]
        level[FIRST], level[END], level[CURSOR], level[STEP] = 0, 1, 0, 1
        level[LEFT], level[TOP], level[BEFORE] = picks, end - begin, -1
    return MORE


@inlined
def step(state, least):
    """Leave the current pick of the deepest level, and enter its next pick.

    If one pick is left, take all rows of the level as last picks instead.
    """
    control = state.control
    depth = control[DEPTH]
    level = state.level[depth]
    if level[LEFT] == 1:
        add_last(state, level)
        control[DEPTH] -= 1
        return MORE
    if level[BEFORE] >= 0:
        leave(state, level)
        level[CURSOR] += level[STEP]
        level[BEFORE] = -1
    i = level[CURSOR]
    if level[END] - i < 1:
        control[DEPTH] -= 1
        return MORE
    enter(state, i)
    top = fill_root(state, least) if depth == 0 else fill(state, level, least)
    if top < 0:
        return GROW
    level[BEFORE] = control[TOTAL]
    child = state.level[depth + 1]
    child[FIRST], child[LEFT], child[TOP] = level[END], level[LEFT] - 1, top
    child[END] = control[NEED]
    child[CURSOR], child[STEP], child[BEFORE] = level[END], 1, -1
    if depth == 0:  # the parts of a root divide its second picks
        child[CURSOR] += control[PART]
        child[STEP] = control[PARTS]
    if child[END] - child[FIRST] >= child[LEFT]:
        control[DEPTH] += 1
    return MORE


@inlined
def enter(state, i):
    """Mark the kept ends of the edges of row i, and save the sums of these ends."""
    control = state.control
    control[STAMP] += 1
    for k in range(state.rows[i, 1], state.rows[i, 2]):
        b = state.graph.grown_indices[state.edges[k]]
        state.marks[b] = control[STAMP]
        state.before[k] = state.sums_kept[b]


@inlined
def leave(state, level):
    """Add the growth of the sums since `enter` to the current pick and its edges."""
    i = level[CURSOR]
    total = state.control[TOTAL] - level[BEFORE]
    if total > 0:
        add_to(state.sums_grown, state.rows[i, 0], total)
        if state.sums_edges.size > 0:
            for k in range(state.rows[i, 1], state.rows[i, 2]):
                e = state.edges[k]
                more = state.sums_kept[state.graph.grown_indices[e]] - state.before[k]
                if more > 0:
                    add_to(state.sums_edges, e, more)


@kernel
def fill_root(state, least):
    """Write the rows below a root: the later vertices with enough common neighbours.

    Returns the end of their edges, and writes the end of the rows to NEED. If there is
    no room, returns -1, and writes the room to NEED.
    """
    graph, control, common = state.graph, state.control, state.common
    x, size = state.rows[0, 0], state.rows[0, 2]
    n = np.int64(0)
    for k in range(size):
        if k % 64 == 0 and is_raised(state.stop):
            break
        b = graph.grown_indices[state.edges[k]]
        s = graph.kept_indptr[b + 1] - 1
        while graph.kept_indices[s] > x:
            y = graph.kept_indices[s]
            if common[y] == 0:
                state.met[n] = y
                n += 1
            common[y] += 1
            s -= 1
    top, row = size, np.int64(1)
    for i in range(n):
        y = state.met[i]
        if common[y] >= least:
            top += common[y]
            row += 1
    if top > state.edges.size:
        control[NEED] = top
        top = np.int64(-1)
    else:
        place_rows(state, n, least, size, row)
    for i in range(n):
        common[state.met[i]] = 0
    return top


@kernel
def place_rows(state, n, least, top, end):
    """Write the rows of the vertices met, with ascending edges.

    The edges are found by a second sweep. In this sweep, the entry in `common` of a
    vertex with a row is the number of the row, negated.
    """
    graph, common, rows = state.graph, state.common, state.rows
    row = np.int64(1)
    for i in range(n):
        y = state.met[i]
        if common[y] >= least:
            rows[row, 0], rows[row, 1], rows[row, 2] = y, top, top
            top += common[y]
            common[y] = -row
            row += 1
    state.control[NEED] = end
    x, size = rows[0, 0], rows[0, 2]
    for k in range(size):
        b = graph.grown_indices[state.edges[k]]
        s = graph.kept_indptr[b + 1] - 1
        while graph.kept_indices[s] > x:
            row = -np.int64(common[graph.kept_indices[s]])
            if row > 0:
                state.edges[rows[row, 2]] = state.place[s]
                rows[row, 2] += 1
            s -= 1


@kernel
def fill(state, level, least):
    """Write the rows below a pick: the later rows, restricted to the marked vertices.

    The result and NEED are as in `fill_root`.
    """
    rows, edges, control = state.rows, state.edges, state.control
    i, end, top = level[CURSOR], level[END], level[TOP]
    need = top
    for j in range(i + 1, end):
        need += rows[j, 2] - rows[j, 1]
    if max(need, 2 * end - i) > edges.size:
        control[NEED] = max(need, 2 * end - i)
        return np.int64(-1)
    stamp, row = control[STAMP], end
    for j in range(i + 1, end):
        if is_raised(state.stop):
            break
        begin = top
        for k in range(rows[j, 1], rows[j, 2]):
            e = edges[k]
            edges[top] = e
            top += np.int64(state.marks[state.graph.grown_indices[e]] == stamp)
        if top - begin >= least:
            rows[row, 0], rows[row, 1], rows[row, 2] = rows[j, 0], begin, top
            row += 1
        else:
            top = begin
    control[NEED] = row
    return top


@inlined
def add_last(state, level):
    """Take each row of a level as the last pick, and add its terms to the sums."""
    control, graph = state.control, state.graph
    by_edge = state.sums_edges.size > 0
    for i in range(level[CURSOR], level[END], level[STEP]):
        if is_raised(state.stop):
            break
        begin, end = state.rows[i, 1], state.rows[i, 2]
        share = state.share[end - begin]
        weight = state.weight[end - begin]
        if weight > 0:
            control[TOTAL] += weight
            add_to(state.sums_grown, state.rows[i, 0], weight)
        if share > 0:
            for k in range(begin, end):
                e = state.edges[k]
                state.sums_kept[graph.grown_indices[e]] += share
                if by_edge:
                    add_to(state.sums_edges, e, share)
