# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes and cliques of the children of wide nodes, one list of children at a time.

make_wide    one warp per child with many open members makes a wide node
make_narrow  one warp per child with few open members makes a narrow node
emit_leaves  one warp per child without open members emits its clique
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.cliques.gpu.matrices import (
    child_at,
    closed_row,
    has_bit,
    most_closed_rows,
    n_members,
    vertex_of,
)
from cugraph_biclique.cliques.gpu.state import COVERED
from cugraph_biclique.device.simt import (
    ALL,
    ALL_LANES,
    ONE,
    SMALL,
    WARP,
    WARPS,
    WORD,
    ZERO,
    ballot_of,
    cuda,
    device,
    first_bits,
    kernel,
    lanes_before,
    voters,
)
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.output import emit


class NarrowTarget(NamedTuple):
    """Where `make_narrow` writes narrow nodes and their universes."""

    place: Any  # int64, first row of each node
    nodes: Any  # `state.Nodes`
    universe: Any  # int64, number of the first universe; node i has ``universe + i``
    begin: Any  # int64, first member of each universe
    members: Any  # int32, of the universes; empty in a count


class LeafTarget(NamedTuple):
    """Where `emit_leaves` writes cliques and their universes."""

    universe: Any  # int64, number of the first universe; clique i has ``universe + i``
    begin: Any  # int64, first member of each universe
    members: Any  # int32, of the universes; empty in a count
    output: Any  # `search.gpu.output.Output`
    control: Any  # int64 (CONTROLS,)


@kernel(threads=SMALL, blocks=5)
def make_wide(expansion, words, which, new):
    """Make wide nodes of children: one warp per child.

    `expansion`: `Expansion`. A row has `words` words. `which`: int32, the numbers of
    the children. `new`: `Chunk`, where `begin` is already written.
    """
    bits, chunk, made = expansion.group.bits, expansion.chunk, expansion.made
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    for i in range(cuda.grid(1) // WARP, which.size, warps):
        child = child_at(expansion, which[i])
        at, pivot = child.number * words, made.pivot[child.number] * words
        for w in range(lane, words, WARP):
            within = made.within[at + w]
            new.clique[i * words + w] = made.clique[at + w]
            new.within[i * words + w] = within
            new.children[i * words + w] = within & ~bits[pivot + w]
        if lane == 0:
            new.root[i] = chunk.root[child.node]
            new.size[i] = made.size[child.number]
        gather_closed(expansion, words, child, new.closed, new.begin[i])


@device
def gather_closed(expansion, words, child, out, at):
    """Write the closed rows of a child to out[at:] (uint64), by a warp; returns their
    end."""
    lane = np.int32(cuda.threadIdx.x % WARP)
    for k in range(0, most_closed_rows(expansion, child), WARP):
        row = closed_row(expansion, words, child, k + lane)
        kept = ballot_of(row >= 0)
        if row >= 0:
            out[at + lanes_before(kept, lane)] = np.uint64(row)
        at += voters(kept)
    return np.int64(at)


@kernel(threads=SMALL, blocks=5)
def make_narrow(expansion, words, which, target):
    """Make narrow nodes of children: one warp per child.

    `expansion`: `Expansion`. A row has `words` words. `which`: int32, the numbers of
    the children. `target`: `NarrowTarget`.
    """
    place, nodes, universe, begin, members = target
    graph, group, chunk, made = expansion
    kept = cuda.shared.array((WARPS, WORD), np.int32)
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    open_ = kept[cuda.threadIdx.x // WARP]
    for i in range(cuda.grid(1) // WARP, which.size, warps):
        child = child_at(expansion, which[i])
        root = chunk.root[child.node]
        at = child.number * words
        list_members(made.within, at, n_members(graph, group, root), open_, 0)
        size = made.n_open[child.number]
        end = write_rows(expansion, words, child, open_, size, nodes.rows, place[i])
        if members.size > 0:
            for k in range(lane, size, WARP):
                members[begin[i] + k] = vertex_of(graph, group, root, open_[k])
            write_clique(expansion, words, child, members, begin[i] + size)
        if lane == 0:
            nodes.begin[i] = place[i]
            nodes.end[i] = end
            nodes.size[i] = size if end >= 0 else COVERED
            nodes.prefix[i] = made.size[child.number]
            nodes.universe[i] = universe + i


@device
def write_clique(expansion, words, child, out, at):
    """Write the vertices of the clique of a child to out[at:] (int32), by a warp.

    The members ascend, and the root comes last.
    """
    graph, group, chunk, made = expansion
    root = chunk.root[child.node]
    size = n_members(graph, group, root)
    end = list_members(made.clique, child.number * words, size, out, at)
    for k in range(at + cuda.threadIdx.x % WARP, end, WARP):
        out[k] = vertex_of(graph, group, root, out[k])
    if cuda.threadIdx.x % WARP == 0:
        out[end] = group.root[root]


@device
def list_members(bits, at, size, out, begin):
    """List the members of the set at bits[at] in out[begin:], ascending, by a warp.

    Returns their end.
    """
    lane = np.int32(cuda.threadIdx.x % WARP)
    cuda.syncwarp()
    end = np.int64(begin)
    for first in range(0, size, WARP):
        i = np.int32(first + lane)
        has = i < size and has_bit(bits, at, i)
        kept = ballot_of(has)
        if has:
            out[end + lanes_before(kept, lane)] = i
        end += voters(kept)
    cuda.syncwarp()
    return end


@device
def write_rows(expansion, words, child, open_, size, rows, at):
    """Write the rows of a child's open members, and its nonempty closed rows, as words.

    A warp does this. Returns the end of the rows, or -1 if a closed row has all open
    members.
    """
    group, chunk = expansion.group, expansion.chunk
    lane = np.int32(cuda.threadIdx.x % WARP)
    first_row = group.first_row[chunk.root[child.node]]
    for k in range(lane, size, WARP):
        rows[at + k] = narrow_row(group.bits, first_row + open_[k], words, open_, size)
    at += size
    end = gather_closed(expansion, words, child, rows, at)
    cuda.syncwarp()
    whole, out = first_bits(size), at
    for first in range(at, end, WARP):  # replace the number of each row by its word
        word = ZERO
        if first + lane < end:
            row = np.int64(rows[first + lane])
            word = narrow_row(group.bits, row, words, open_, size)
        if cuda.any_sync(ALL_LANES, word == whole):
            return np.int64(-1)
        kept = ballot_of(word != ZERO)
        if word != ZERO:
            rows[out + lanes_before(kept, lane)] = word
        out += voters(kept)
    return np.int64(out)


@device
def narrow_row(bits, row, words, open_, size):
    """Return the open members that a row of the matrix has, as one word."""
    narrow = ZERO
    at = np.int32(0)
    word = bits[row * words]
    for k in range(size):
        member = open_[k]
        if member >> 6 != at:
            at = np.int32(member >> 6)
            word = bits[row * words + at]
        narrow |= ((word >> np.uint64(member & 63)) & ONE) << np.uint64(k)
    return narrow


@kernel(threads=SMALL, blocks=6)
def emit_leaves(expansion, words, which, target):
    """Emit the cliques of children, each with its own universe: one warp per child.

    `expansion`: `Expansion`. A row has `words` words. `which`: int32, the numbers of
    the children. `target`: `LeafTarget`.
    """
    universe, begin, members, output, control = target
    lane = np.int32(cuda.threadIdx.x % WARP)
    warps = cuda.gridsize(1) // WARP
    for i in range(cuda.grid(1) // WARP, which.size, warps):
        child = child_at(expansion, which[i])
        if members.size > 0:
            write_clique(expansion, words, child, members, begin[i])
        size = expansion.made.size[child.number]
        found = emit(output, control, lane == 0, ALL, np.int32(universe + i), size)
        if found > 0:  # a count, or an output that the host will enlarge
            cuda.atomic.add(control, S.FOUND, np.int64(found))
