# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Depth-first search below narrow nodes: one warp per node, a set of vertices per word.

The steps are those of the CPU engine's `cliques.cpu.narrow`: open vertices that are
adjacent to all others join the clique at once, a pivot leaves few children, and a truth
table ends the search at few open vertices. A warp shares the rows of a node: a lane has
those of two members, and reads every 32nd outer row.

A level of the stack is three words: the open vertices, those of them that are still to
be visited, and the clique. Nothing else is stored. Closed vertices are the other
members that are adjacent to the whole clique. An outer row *counts* if it contains the
clique.

A hub has many outer rows. Before a warp goes below the first level of its task, it
copies the outer rows that still count to memory of its own.

Warps donate levels to the next round (`search.gpu.narrow.levels`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.cliques.gpu import families
from cugraph_biclique.device.simt import (
    ALL_LANES,
    ONE,
    SMALL,
    WARP,
    WARPS,
    WORD,
    ZERO,
    advance,
    ballot_of,
    cuda,
    device,
    first_bits,
    kernel,
    lanes_before,
    lowest_lane,
    popcount,
    voters,
    word_from_lane,
)
from cugraph_biclique.device.stack import is_last_block
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.narrow.maximality import add_counters
from cugraph_biclique.search.gpu.narrow.search import blocks_to_descend, swap_levels
from cugraph_biclique.search.gpu.output import emit, found_too_many
from cugraph_biclique.search.gpu.tables import members_of
from cugraph_biclique.search.gpu.wide.families import MOST_MEMBERS, places_of

DONATION_INTERVAL = 64  # nodes between two checks for idle warps
NODES_PER_WARP = 1 << 15  # nodes after which a warp donates in any case
FEW_ROWS = WARP  # most outer rows of a node that needs no copies
BLOCKS = 5  # blocks of `descend` per multiprocessor
HALF = np.uint64(WARP)


class Shared(NamedTuple):
    """A warp's shared memory."""

    adjacent: Any  # uint64 (WORD,), the rows of the members
    within: Any  # uint64 (WORD,): with `children` and `clique`, one level per depth
    children: Any  # uint64 (WORD,)
    clique: Any  # uint64 (WORD,)
    buffer: Any  # uint64 (WARP,), rows that are not yet in the family
    word: Any  # uint32 (WARP,), a family


class Node(NamedTuple):
    """The node that a warp searches."""

    low: Any  # uint64, the row of the lane's first member
    high: Any  # uint64, the row of its second member
    rows: Any  # uint64, the rows of all nodes; rows[first:last] are its outer rows
    first: Any  # uint64
    last: Any  # uint64
    size: Any  # int32, number of members
    prefix: Any  # int32, number of vertices of the prefix
    universe: Any  # int32


class Level(NamedTuple):
    """A part of the tree: a clique, and how it can grow."""

    within: Any  # uint64, open vertices
    children: Any  # uint64, those that are still to be visited
    clique: Any  # uint64


class Pool(NamedTuple):
    """The nodes and levels that warps search, and where they emit cliques."""

    nodes: Any  # `state.Nodes`
    levels: Any  # `state.Levels`
    output: Any  # `search.gpu.output.Output`
    control: Any  # int64 (CONTROLS,)


class Task(NamedTuple):
    """A level that a warp searches."""

    which: Any  # int32, its narrow node
    node: Node
    level: Level
    is_new: Any  # bool, whether the level is a node that is not yet visited
    n_tasks: Any  # int32, number of all tasks of the launch


@kernel(threads=SMALL, blocks=BLOCKS)
def descend(nodes, levels, output, control, min_size, room):
    """Search below all nodes, or below donated levels: one warp per node or level.

    `nodes`: `Nodes`, `levels`: `Levels`. The last rows of `nodes` are memory for
    copies, `room` rows per warp.
    """
    pool = Pool(nodes, levels, output, control)
    if cuda.blockIdx.x >= blocks_to_descend(control):
        return
    words = cuda.shared.array((WARPS, 4, WORD), np.uint64)
    buffers = cuda.shared.array((WARPS, WARP), np.uint64)
    family = cuda.shared.array((WARPS, WARP), np.uint32)
    warp = cuda.threadIdx.x // WARP
    shared = Shared(
        words[warp, 0], words[warp, 1], words[warp, 2], words[warp, 3], buffers[warp],
        family[warp],
    )  # fmt: skip
    steps = np.int32(0)
    n_levels = np.int32(control[S.LEVELS])
    n = np.int32(n_levels + control[S.SUBTREES])
    here = np.int32(control[S.HALF] * (levels.within.size // 2))
    k = np.int32(advance(control, S.NEXT_SUBTREE, 1))
    while k < n and not found_too_many(output, control):
        donated = k < n_levels
        which = levels.node[here + k] if donated else np.int32(k - n_levels)
        if nodes.size[which] >= 0:
            node = load(nodes, which, shared)
            if donated:
                at = np.int32(here + k)
                level = Level(levels.within[at], levels.children[at], levels.clique[at])
            else:
                level = Level(first_bits(node.size), ZERO, ZERO)
            task = Task(which, node, level, not donated, n)
            visited = search(pool, shared, task, min_size, np.uint64(room))
            steps = np.int32(steps + visited)
        else:  # an earlier vertex is adjacent to the whole node
            one = np.int32(cuda.threadIdx.x % WARP == 0)
            add_counters(control, one, one, np.int32(0), False)
        k = np.int32(advance(control, S.NEXT_SUBTREE, 1))
    is_last_block(control, blocks_to_descend(control), np.int64(steps))


@kernel
def next_levels(levels, control):
    """Make the donated levels the work of the next round, by one thread."""
    if cuda.grid(1) == 0:
        swap_levels(levels, control)


@kernel(threads=SMALL, blocks=1)
def begin_search(control, n):
    """Reset the entries of a search below n nodes, in one block."""
    for entry in range(cuda.threadIdx.x, S.POOL_WORDS, cuda.blockDim.x):
        control[entry] = n if entry == S.SUBTREES else 0


@device
def load(nodes, which, shared):
    """Read a node, by a warp."""
    lane = np.uint64(cuda.threadIdx.x % WARP)
    begin, size = np.uint64(nodes.begin[which]), np.uint64(nodes.size[which])
    low, high = ZERO, ZERO
    if lane < size:
        low = nodes.rows[begin + lane]
    if lane + HALF < size:
        high = nodes.rows[begin + lane + HALF]
    cuda.syncwarp()
    shared.adjacent[lane] = low
    shared.adjacent[lane + HALF] = high
    cuda.syncwarp()
    return Node(
        low, high, nodes.rows, begin + size, np.uint64(nodes.end[which]),
        np.int32(size), nodes.prefix[which], nodes.universe[which],
    )  # fmt: skip


@device
def search(pool, shared, task, min_size, room):
    """Search below a level, by a warp; returns the number of nodes visited.

    If other warps are idle, or if this warp has visited many nodes, donate the rest.
    `room`: see `descend`.
    """
    nodes, levels, output, control = pool
    which, node, level, is_new, n_tasks = task
    lane = np.int32(cuda.threadIdx.x % WARP)
    tested, covered, found = np.int32(0), np.int32(0), np.int32(0)
    visited, depth, highest = np.int32(0), np.int32(0), np.int32(0)
    least = np.int32(min_size - node.prefix)
    has_many = node.last - node.first > FEW_ROWS
    while True:
        child = level
        if not is_new:
            bit = level.children & (~level.children + ONE)
            row = shared.adjacent[popcount(bit - ONE)]
            child = Level(level.within & row, ZERO, level.clique | bit)
            level = Level(level.within ^ bit, level.children ^ bit, level.clique)
        else:
            level = Level(ZERO, ZERO, ZERO)
        is_new = False
        if popcount(child.clique) + popcount(child.within) >= least:
            visited = np.int32(visited + 1)
            if has_many and depth == 0:
                node = with_counting_rows(nodes, which, node, child, room)
            child, n_tested, n_covered, n_found = visit(
                output, control, shared, node, child, least
            )
            tested = np.int32(tested + n_tested)
            covered = np.int32(covered + n_covered)
            found = np.int32(found + n_found)
            if child.children != ZERO:
                if level.children != ZERO:
                    put(shared, depth, level)
                    depth = np.int32(depth + 1)
                level = child
        if level.children == ZERO:
            if depth == highest:
                break
            depth = np.int32(depth - 1)
            level = get(shared, depth)
        if visited % DONATION_INTERVAL == DONATION_INTERVAL - 1:
            if found_too_many(output, control):
                break
            taken = advance(control, S.NEXT_SUBTREE, 0)
            if taken >= n_tasks or visited >= NODES_PER_WARP:
                put(shared, depth, level)
                highest = donate(levels, control, shared, which, highest, depth)
                if highest > depth:
                    break
    if lane == 0:
        tested = np.int32(tested + visited)
    add_counters(control, tested, covered, found, output.mask.size == 0)
    return visited


@device
def with_counting_rows(nodes, which, node, level, room):
    """Return the node with copies of the outer rows that count below a level.

    If the copies do not fit, return it with all outer rows.
    """
    first = np.uint64(nodes.begin[which]) + np.uint64(node.size)
    last = np.uint64(nodes.end[which])
    if level.clique == ZERO or level.within == ZERO:
        return with_rows(node, first, last)
    lane = np.uint64(cuda.threadIdx.x % WARP)
    begin = np.uint64(node.rows.size) - (np.uint64(cuda.grid(1) // WARP) + ONE) * room
    at, place = begin, first
    cuda.syncwarp()  # all lanes have read the former copies
    while place < last:
        row = ZERO
        if place + lane < last:
            row = node.rows[place + lane]
        keep = counts(row, level)
        kept = ballot_of(keep)
        if at + np.uint64(voters(kept)) > begin + room:
            return with_rows(node, first, last)
        if keep:
            node.rows[at + np.uint64(lanes_before(kept, lane))] = row
        at += np.uint64(voters(kept))
        place += HALF
    cuda.syncwarp()
    return with_rows(node, begin, at)


@device
def with_rows(node, first, last):
    """Return the node with the outer rows first:last."""
    return Node(
        node.low, node.high, node.rows, first, last, node.size, node.prefix,
        node.universe,
    )  # fmt: skip


@device
def visit(output, control, shared, node, level, least):
    """Open a node, by a warp: emit its clique, use a table, or find its children.

    Returns its level with its children. Also returns three numbers for this lane: nodes
    found by a table, nodes that are not maximal, and in a count the cliques.
    """
    lane = np.uint64(cuda.threadIdx.x % WARP)
    level, best, row = with_joining(node, level)
    n = popcount(level.within)
    outside = first_bits(node.size) & ~(level.within | level.clique)
    covers = False
    if (outside >> lane) & ONE != ZERO and holds(node.low, level.clique):
        common = popcount(node.low & level.within)
        covers = common == n
        if common > best:
            best, row = common, node.low
    if (outside >> (lane + HALF)) & ONE != ZERO and holds(node.high, level.clique):
        common = popcount(node.high & level.within)
        covers = covers or common == n
        if common > best:
            best, row = common, node.high
    at = node.first + lane
    while at < node.last:
        outer = node.rows[at]
        if holds(outer, level.clique):
            common = popcount(outer & level.within)
            covers = covers or common == n
            if common > best:
                best, row = common, outer
        at += HALF
    if cuda.any_sync(ALL_LANES, covers):
        return level, np.int32(0), np.int32(lane == 0), np.int32(0)
    if n == 0:
        mask = level.clique | (first_bits(node.prefix) << np.uint64(node.size))
        size = np.int32(popcount(level.clique) + node.prefix)
        found = emit(output, control, lane == ZERO, mask, node.universe, size)
        return level, np.int32(0), np.int32(0), found
    if n <= MOST_MEMBERS:
        tested, covered, found = by_table(
            output, control, shared, node, level, outside, n, least
        )
        return level, tested, covered, found
    most = best
    for step in (16, 8, 4, 2, 1):
        most = max(most, cuda.shfl_xor_sync(ALL_LANES, most, step))
    pivot = word_from_lane(row, lowest_lane(ballot_of(best == most)))
    children = level.within & ~pivot
    return (
        Level(level.within, children, level.clique),
        np.int32(0), np.int32(0), np.int32(0),
    )  # fmt: skip


@device
def with_joining(node, level):
    """Add the open vertices that are adjacent to all others to the clique.

    Returns the level, and the better pivot of the lane's other open vertices: its
    number of open neighbours, and its row.
    """
    lane = np.uint64(cuda.threadIdx.x % WARP)
    others = popcount(level.within) - 1
    n_low = n_high = np.int32(-1)
    if (level.within >> lane) & ONE != ZERO:
        n_low = popcount(node.low & level.within)
    if (level.within >> (lane + HALF)) & ONE != ZERO:
        n_high = popcount(node.high & level.within)
    joins_low = n_low >= 0 and n_low == others
    joins_high = n_high >= 0 and n_high == others
    joining = np.uint64(ballot_of(joins_high)) << HALF
    joining |= np.uint64(ballot_of(joins_low))
    best, row = np.int32(-1), ZERO
    if n_low >= 0 and not joins_low:
        best, row = n_low, node.low
    if n_high > best and not joins_high:
        best, row = n_high, node.high
    if best >= 0:
        best = np.int32(best - popcount(joining))
    return (Level(level.within & ~joining, ZERO, level.clique | joining), best, row)


@device
def holds(row, clique):
    """Whether a vertex with this row is adjacent to the whole clique."""
    return row & clique == clique


@device
def by_table(output, control, shared, node, level, outside, n, least):
    """Find the cliques below a node of few open vertices, and emit them, by a warp.

    Returns, for this lane, the number of cliques, how many of them are not maximal, and
    in a count how many are maximal.
    """
    lane = np.uint64(cuda.threadIdx.x % WARP)
    places = places_of(level.within)
    families.clear(shared.word)
    n_kept = np.int32(0)
    for half in range(2):
        row = node.high if half else node.low
        place = lane + HALF if half else lane
        keep = (outside >> place) & ONE != ZERO and counts(row, level)
        n_kept = families.gather_row(
            shared.buffer, shared.word, n_kept, row, keep, places, n
        )
    first = node.first
    while first < node.last:
        row = ZERO
        if first + lane < node.last:
            row = node.rows[first + lane]
        n_kept = families.gather_row(
            shared.buffer, shared.word, n_kept, row, counts(row, level), places, n
        )
        first += HALF
    families.add_rows(shared.buffer, shared.word, n_kept, places, n)
    cliques = families.cliques_of(shared.adjacent, places, n)
    live = families.not_contained(cliques, shared.word, n)
    tested = np.int32(cuda.popc(cliques))
    covered = np.int32(tested - np.int32(cuda.popc(live)))
    size = np.int32(popcount(level.clique))
    live = families.at_least(live, np.int32(least - size))
    if output.mask.size == 0:
        return tested, covered, np.int32(cuda.popc(live))
    prefix = first_bits(node.prefix) << np.uint64(node.size)
    while cuda.any_sync(ALL_LANES, live != 0):
        bit = np.int32(max(lowest_lane(live), np.int32(0)))
        subset = np.int32(np.int32(lane) * WARP + bit)
        mask = level.clique | members_of(subset, level.within)
        grown = np.int32(popcount(mask) + node.prefix)
        emit(output, control, live != 0, mask | prefix, node.universe, grown)
        live = np.uint32(live & (live - np.uint32(1)))
    return tested, covered, np.int32(0)


@device
def counts(row, level):
    """Whether a vertex that is not open may extend a clique below a level."""
    return holds(row, level.clique) and row & level.within != ZERO


@device
def put(shared, depth, level):
    """Store the level at a depth."""
    cuda.syncwarp()
    if cuda.threadIdx.x % WARP == 0:
        shared.within[depth] = level.within
        shared.children[depth] = level.children
        shared.clique[depth] = level.clique
    cuda.syncwarp()


@device
def get(shared, depth):
    """Load the level at a depth."""
    return Level(shared.within[depth], shared.children[depth], shared.clique[depth])


@device
def donate(levels, control, shared, which, highest, depth):
    """Donate the levels `highest` to `depth` to the next round, as many as fit.

    Returns the highest level that is left.
    """
    half = levels.within.size // 2
    lane = np.int32(cuda.threadIdx.x % WARP)
    first = advance(control, S.NEW_LEVELS, depth + 1 - highest)
    n = np.int32(max(0, min(depth + 1 - highest, half - first)))
    for place in range(lane, n, WARP):
        at = first + (1 - control[S.HALF]) * half + place
        levels.within[at] = shared.within[highest + place]
        levels.children[at] = shared.children[highest + place]
        levels.clique[at] = shared.clique[highest + place]
        levels.node[at] = which
    return np.int32(highest + n)
