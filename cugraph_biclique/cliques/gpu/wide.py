# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wide roots: vertices with too many later neighbours for one word.

The search makes the children of many wide nodes together, so that a single large root
keeps the whole device busy. It searches narrow children at once. Wide children become
the next level on the stack and come first, so the depth bounds the memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.cliques.gpu.wide_nodes import (
    Children,
    Chunk,
    Expansion,
    Group,
    LeafTarget,
    NarrowTarget,
    choose_children,
    emit_leaves,
    make_narrow,
    make_wide,
    measure_children,
    read_rows,
)
from cugraph_biclique.cliques.gpu.workspace import WORD_BYTES, Workspace
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import blocks_for, launch
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import ALL, WORD
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.state import TooLarge


class Level(NamedTuple):
    """A level of nodes on the stack; the nodes from `first` on are not yet expanded."""

    chunk: Chunk
    begin: np.ndarray  # int64 (nodes + 1), the first child of each node
    first: int
    depth: int  # number of vertices of their cliques

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in self.chunk)


class WideSearch:
    """The part of a search that expands wide nodes."""

    group: Group
    words: int

    def __init__(self, work: Workspace) -> None:
        self.work = work

    def run(self, roots: np.ndarray) -> None:
        """Search wide roots, in groups of similar width."""
        n_later = self.work.n_later[roots]
        order = np.argsort(n_later, kind="stable")
        for some in self.groups(roots[order]):
            stack = [self.open_roots(some)]
            while stack:
                level = stack.pop()
                held = sum(other.nbytes for other in stack) + level.nbytes
                last, below = self.expand(level, held)
                if last < len(level.begin) - 1:
                    stack.append(level._replace(first=last))
                if below is not None:
                    stack.append(below)

    def groups(self, roots: np.ndarray) -> Iterator[np.ndarray]:
        """Divide roots, which ascend by width, into groups whose matrices fit."""
        work = self.work
        rows = work.n_later[roots] + work.n_earlier[roots]
        words = -(-work.n_later[roots] // WORD)
        first = 0
        while first < len(roots):
            sizes = np.cumsum(rows[first:]) * words[first:] * WORD_BYTES
            n = int(np.searchsorted(sizes, work.plan.matrices, side="right"))
            if n == 0:
                raise TooLarge
            yield roots[first : first + n]
            first += n

    def open_roots(self, roots: np.ndarray) -> Level:
        """Make the matrix of a group, and a level with a node per root."""
        work = self.work
        n_later, n_earlier = work.n_later[roots], work.n_earlier[roots]
        first_row = np.concatenate([[0], np.cumsum(n_later + n_earlier)])
        self.words = words = int(-(-n_later.max() // WORD))
        self.group = Group(
            root=xp.asarray(roots.astype(np.int32)),
            first_row=xp.asarray(first_row),
            bits=xp.zeros(int(first_row[-1]) * words, np.uint64),
        )
        launch(
            read_rows, blocks_for(int(first_row[-1])), work.packed_graph, self.group,
            words,
        )  # fmt: skip
        bits = np.clip(n_later[:, None] - WORD * np.arange(words), 0, WORD)
        some = (np.uint64(1) << np.minimum(bits, WORD - 1).astype(np.uint64)) - 1
        within = np.where(bits == WORD, ALL, some.astype(np.uint64))
        outer = np.repeat(first_row[:-1] + n_later, n_earlier)
        begin = np.concatenate([[0], np.cumsum(n_earlier)])
        outer += np.arange(len(outer)) - np.repeat(begin[:-1], n_earlier)
        chunk = Chunk(
            root=xp.asarray(np.arange(len(roots), dtype=np.int32)),
            within=xp.asarray(within.reshape(-1)),
            begin=xp.asarray(begin),
            closed=xp.asarray(outer.astype(np.uint64)),
            path=self.group.root,
            children=xp.empty(len(roots) * words, np.uint64),
        )
        return self.with_children(chunk, 1)

    def with_children(self, chunk: Chunk, depth: int) -> Level:
        """Choose the children of new nodes."""
        n_children = xp.empty(len(chunk.root), np.int32)
        launch(
            choose_children, blocks_for(len(n_children)), self.work.packed_graph,
            self.group, chunk, self.words, n_children,
        )  # fmt: skip
        left = to_host(n_children)
        self.work.tested += len(left)
        self.work.covered += int((left == 0).sum())
        return Level(chunk, np.concatenate([[0], np.cumsum(left)]), 0, depth)

    def expand(self, level: Level, held: int) -> tuple[int, Level | None]:
        """Expand some nodes of a level, and search their narrow children.

        Returns the next node to expand, and a level of the wide children. That level
        may take half of the memory that the levels on the stack (`held` bytes) leave.
        """
        first, n = level.first, len(level.begin) - 1
        room = (self.work.plan.wide - held) // 2
        most = level.begin[first] + self.work.limits.most_children
        last = max(first + 1, int(np.searchsorted(level.begin, most, side="right")) - 1)
        while True:
            n_children = int(level.begin[last] - level.begin[first])
            if n_children == 0:
                return last, None
            if n_children * self.words * WORD_BYTES <= room:
                made = self.measured(level, first, last)
                narrow, wide, leaves, needed = self.sorted_out(made, level.depth + 1)
                if needed <= room:
                    break
            if last == first + 1:
                raise TooLarge
            last = (first + last) // 2
        assert last <= n
        if len(leaves):
            self.emit(level, made, leaves)
        if len(narrow):
            self.search_narrow(level, made, narrow)
        return last, self.wide_level(level, made, wide) if len(wide) else None

    def measured(self, level: Level, first: int, last: int) -> Children:
        """Return the children of the nodes first:last of a level, with their sizes."""
        begin = level.begin[first : last + 1] - level.begin[first]
        n = int(begin[-1])
        made = Children(
            node=xp.empty(n, np.int32),
            member=xp.empty(n, np.int32),
            within=xp.empty(n * self.words, np.uint64),
            n_open=xp.empty(n, np.int32),
            n_closed=xp.empty(n, np.int32),
        )
        launch(
            measure_children, blocks_for(n), self.group, level.chunk, self.words, first,
            xp.asarray(begin), made,
        )  # fmt: skip
        return made

    def sorted_out(self, made: Children, depth: int) -> tuple[Any, Any, Any, int]:
        """Return the narrow children, the wide children, and the children that are
        maximal cliques; and the bytes of a level of the wide ones."""
        work = self.work
        most = work.limits.most_members
        if work.emit:  # a mask needs a bit for each vertex of the prefix, too
            most = min(most, WORD - depth)
        large = made.n_open >= max(1, work.min_size - depth)
        is_narrow = made.n_open <= most
        wide = xp.flatnonzero(large & ~is_narrow).astype(np.int32)
        narrow = xp.flatnonzero(large & is_narrow).astype(np.int32)
        leaves = xp.empty(0, np.int32)
        if depth >= work.min_size:
            closed = made.n_open == 0
            leaves = xp.flatnonzero(closed & (made.n_closed == 0)).astype(np.int32)
            n = int(closed.sum())
            work.tested += n
            work.covered += n - len(leaves)
        each = (2 * self.words + 1) * WORD_BYTES + 4 * (depth + 1)
        needed = len(wide) * each + WORD_BYTES * int(made.n_closed[wide].sum())
        return narrow, wide, leaves, needed

    def expansion(self, level: Level, made: Children, which: Any) -> Expansion:
        """Return some children of a level, as kernels take them."""
        return Expansion(self.work.packed_graph, self.group, level.chunk, made, which)

    def emit(self, level: Level, made: Children, leaves: Any) -> None:
        """Emit the cliques of children without open members."""
        work, depth, n = self.work, level.depth + 1, len(leaves)
        if not work.emit:
            work.control[S.FOUND] += n
            return
        members = xp.empty(n * depth, np.int32)
        begin = depth * xp.arange(n + 1, dtype=np.int64)
        universe = work.add_universes(begin, members)
        target = LeafTarget(universe, members, work.output, work.control)

        launch(
            emit_leaves, blocks_for(n), self.expansion(level, made, leaves), depth,
            target,
        )  # fmt: skip

    def search_narrow(self, level: Level, made: Children, narrow: Any) -> None:
        """Make nodes of narrow children, and search them, in batches that fit."""
        work, depth = self.work, level.depth + 1
        rows = to_host(made.n_open[narrow] + made.n_closed[narrow])
        for first, last, place in work.batches(rows):
            some = xp.ascontiguousarray(narrow[first:last])
            nodes, room = work.new_nodes(rows[first:last])
            begin, members, universe = xp.zeros(1, np.int64), xp.empty(0, np.int32), 0
            if work.emit:
                begin = offsets(made.n_open[some] + np.int32(depth))
                members = xp.empty(int(begin[-1]), np.int32)
                universe = work.add_universes(begin, members)
            target = NarrowTarget(xp.asarray(place), nodes, universe, begin, members)
            launch(
                make_narrow, blocks_for(len(some)), self.expansion(level, made, some),
                self.words, depth, target,
            )  # fmt: skip
            work.drain(nodes, room)

    def wide_level(self, level: Level, made: Children, wide: Any) -> Level:
        """Make wide nodes of wide children."""
        depth, n = level.depth + 1, len(wide)
        begin = offsets(made.n_closed[wide])
        chunk = Chunk(
            root=xp.empty(n, np.int32),
            within=xp.empty(n * self.words, np.uint64),
            begin=begin,
            closed=xp.empty(int(begin[-1]), np.uint64),
            path=xp.empty(n * depth, np.int32),
            children=xp.empty(n * self.words, np.uint64),
        )
        launch(
            make_wide, blocks_for(n), self.expansion(level, made, wide), self.words,
            depth, chunk,
        )  # fmt: skip
        return self.with_children(chunk, depth)
