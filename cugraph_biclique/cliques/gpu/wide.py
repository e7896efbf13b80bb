# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Wide roots: vertices with too many later neighbours for one word.

The search makes the children of many wide nodes together, so that a single large root
keeps the whole device busy. It searches narrow children at once. Wide children become
the next level on the stack and come first, so the depth bounds the memory.

The host reads only the totals of a level, unless it must divide the level or its narrow
children.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.cliques.gpu import wide_children as W
from cugraph_biclique.cliques.gpu.matrices import (
    Children,
    Chunk,
    Expansion,
    Group,
    open_nodes,
    read_rows,
)
from cugraph_biclique.cliques.gpu.state import NODE_WORDS
from cugraph_biclique.cliques.gpu.wide_nodes import (
    LeafTarget,
    NarrowTarget,
    emit_leaves,
    make_narrow,
    make_wide,
)
from cugraph_biclique.cliques.gpu.workspace import WORD_BYTES, Workspace
from cugraph_biclique.device.arrays import beginning, rows_of, xp
from cugraph_biclique.device.elementwise import ascending, joined, joined_columns
from cugraph_biclique.device.launching import (
    Packed,
    blocks_for,
    blocks_that_meet,
    launch,
    launch_together,
)
from cugraph_biclique.device.simt import THREADS, WARP, WORD
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.search.gpu.state import TooLarge

SETS = 2  # of a child: its clique, and its open members
CHILD_BYTES = 92  # of a child besides its sets: its sizes, and its places in lists
NODE_SETS = 3  # of a wide node: also its children
NODE_BYTES = 24  # of a wide node besides its sets and closed rows


class Level:
    """A level of nodes on the stack; the nodes from `first` on are not yet expanded.

    `begin`: int64 (nodes + 1) on the device, the first child of each node.
    """

    def __init__(self, chunk: Chunk, begin: Any, n_children: int) -> None:
        self.chunk = chunk
        self.begin = begin
        self.n_children = n_children
        self.first = 0

    @property
    def n(self) -> int:
        """Number of nodes."""
        return len(self.begin) - 1

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in (*self.chunk, self.begin))

    @cached_property
    def on_host(self) -> np.ndarray:
        """`begin` in host memory."""
        return to_host(self.begin)

    def children_before(self, node: int) -> int:
        """Number of children of the nodes before a node."""
        if node in (0, self.n):
            return self.n_children if node else 0
        return int(self.on_host[node])

    def end_of(self, most: int) -> int:
        """Return the end of the next nodes that have at most `most` children, or of the
        next node if it has more."""
        begin = self.children_before(self.first)
        if self.n_children - begin <= most:
            return self.n
        end = int(np.searchsorted(self.on_host, begin + most, side="right")) - 1
        return max(self.first + 1, end)


class Listed(NamedTuple):
    """The children of one kind; see `wide_children.Lists`."""

    which: Any  # int32 (n,)
    rows: Any  # int64 (n + 1,)
    members: Any  # int64 (n + 1,)
    n_rows: int
    n_members: int
    most_rows: int  # of one child

    @property
    def n(self) -> int:
        """Number of children."""
        return len(self.which)


class WideSearch:
    """The part of a search that expands wide nodes."""

    group: Group
    packed_group: Packed
    words: int

    def __init__(self, work: Workspace) -> None:
        self.work = work
        limits = work.limits
        self.sizes = W.Sizes(
            most_open=limits.most_members,
            # A mask needs a bit for each vertex of the prefix, too.
            most_vertices=WORD if work.emit else np.iinfo(np.int32).max,
            min_size=work.min_size,
        )

    def run(self, roots: np.ndarray) -> None:
        """Search wide roots, in groups of similar width."""
        n_later = self.work.n_later[roots]
        order = np.argsort(n_later, kind="stable")
        for some in self.groups(roots[order]):
            self.search_group(some)
            del self.group, self.packed_group  # frees the matrix before the next one

    def search_group(self, roots: np.ndarray) -> None:
        """Search below roots that share a matrix, the newest level first."""
        stack = [self.open_roots(roots)]
        while stack:
            level = stack[-1]
            below = self.expand(level, sum(other.nbytes for other in stack))
            if level.first == level.n:
                stack.pop()
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
        """Make the matrix of a group, and a level with one node and one child per
        root."""
        work, n = self.work, len(roots)
        n_later, n_earlier = work.n_later[roots], work.n_earlier[roots]
        first_row = np.concatenate([[0], np.cumsum(n_later + n_earlier)])
        self.words = words = int(-(-n_later.max() // WORD))
        self.group = Group(
            root=xp.asarray(roots.astype(np.int32)),
            first_row=xp.asarray(first_row),
            bits=xp.zeros(int(first_row[-1]) * words, np.uint64),
        )
        self.packed_group = Packed(self.group)
        launch(
            read_rows, blocks_for(int(first_row[-1])), work.packed_graph,
            self.packed_group, words,
        )  # fmt: skip
        begin = np.concatenate([[0], np.cumsum(n_earlier)])
        chunk = self.new_chunk(n, xp.asarray(begin), int(begin[-1]))
        launch(
            open_nodes, blocks_for(n), work.packed_graph, self.packed_group, words,
            chunk,
        )  # fmt: skip
        return Level(chunk, ascending(n + 1, dtype=np.int64), n)

    def new_chunk(self, n: int, begin: Any, n_closed: int) -> Chunk:
        """Allocate n nodes; `begin` has the offsets of their `n_closed` closed rows."""
        return Chunk(
            root=xp.empty(n, np.int32),
            size=xp.empty(n, np.int32),
            clique=xp.empty(n * self.words, np.uint64),
            within=xp.empty(n * self.words, np.uint64),
            children=xp.empty(n * self.words, np.uint64),
            begin=begin,
            closed=xp.empty(n_closed, np.uint64),
        )

    def expand(self, level: Level, held: int) -> Level | None:
        """Expand the next nodes of a level, and search their narrow children.

        Returns a level of the wide children. It may take half of the memory that the
        levels on the stack (`held` bytes) leave.
        """
        work, first = self.work, level.first
        room = (work.plan.wide - held) // 2
        last = level.end_of(work.limits.most_children)
        while True:
            n = level.children_before(last) - level.children_before(first)
            if n * (SETS * self.words * WORD_BYTES + CHILD_BYTES) <= room:
                expansion = self.measured(level, n)
                narrow, leaves, wide, n_covered = self.listed(expansion.made)
                if self.level_bytes(wide) <= room:
                    break
            if last == first + 1:
                raise TooLarge
            last = (first + last) // 2
        level.first = last
        work.tested += leaves.n + wide.n + n_covered
        work.covered += n_covered
        packed = Packed(expansion)
        if leaves.n:
            self.emit(packed, leaves)
        if narrow.n:
            self.search_narrow(packed, narrow)
        return self.wide_level(packed, wide) if wide.n else None

    def level_bytes(self, wide: Listed) -> int:
        """Bytes of a level of wide children."""
        each = NODE_SETS * self.words * WORD_BYTES + NODE_BYTES
        return wide.n * each + WORD_BYTES * (wide.n_rows + 2)  # two lists of offsets

    def measured(self, level: Level, n: int) -> Expansion:
        """Return the next n children of a level, with their sets and sizes."""
        node, member, size, n_open, n_closed, n_children = rows_of(
            xp.empty((6, n), np.int32)
        )
        clique, within = rows_of(xp.empty((SETS, n * self.words), np.uint64))
        made = Children(
            node, member, size, n_open, n_closed, n_children, xp.empty(n, np.int64),
            clique, within,
        )  # fmt: skip
        work = self.work
        expansion = Expansion(work.packed_graph, self.packed_group, level.chunk, made)
        launch(
            W.measure_children, blocks_for(n), expansion, self.words, level.first,
            level.begin, self.sizes,
        )  # fmt: skip
        return expansion

    def listed(self, made: Children) -> tuple[Listed, Listed, Listed, int]:
        """Return the narrow children, the leaves and the wide children.

        Also returns the number of other children that are visited.
        """
        n = len(made.node)
        blocks = blocks_that_meet(n // WARP)
        lists = W.Lists(
            which=xp.empty((W.KINDS, n), np.int32),
            rows=xp.empty((W.KINDS, n + 1), np.int64),
            members=xp.empty((W.KINDS, n + 1), np.int64),
        )
        warps = blocks * THREADS // WARP
        parts = xp.empty(W.KINDS * W.SUMS * warps, np.int64)
        totals = xp.zeros(W.TOTALS, np.int64)
        launch_together(W.list_children, blocks, made, self.sizes, lists, parts, totals)
        read = to_host(totals).tolist()
        narrow, leaves, wide = (
            Listed(
                beginning(which, read[at + W.NUMBER]),
                beginning(rows, read[at + W.NUMBER] + 1),
                beginning(members, read[at + W.NUMBER] + 1),
                read[at + W.ROWS], read[at + W.MEMBERS], read[at + W.MOST_ROWS],
            )
            for at, which, rows, members in zip(
                range(0, W.N_COVERED, W.COLUMNS), *map(rows_of, lists), strict=True
            )
        )  # fmt: skip
        return narrow, leaves, wide, read[W.N_COVERED]

    def universes_of(self, children: Listed) -> tuple[int, Any, Any]:
        """Add the universes of narrow children or leaves, which kernels will write.

        Returns the number of the first one, the offsets, and the memory for members.
        """
        if not self.work.emit:
            return 0, children.members, xp.empty(0, np.int32)
        begin = joined([children.members], [0], np.int64)  # shorter than the whole list
        members = xp.empty(children.n_members, np.int32)
        return self.work.add_universes(begin, members), begin, members

    def emit(self, expansion: Packed, leaves: Listed) -> None:
        """Emit the cliques of leaves, or count them."""
        work = self.work
        target = LeafTarget(*self.universes_of(leaves), work.output, work.control)
        launch(
            emit_leaves, blocks_for(leaves.n), expansion, self.words, leaves.which,
            target,
        )  # fmt: skip

    def search_narrow(self, expansion: Packed, narrow: Listed) -> None:
        """Make nodes of narrow children, and search them, in batches that fit."""
        work = self.work
        universe, begin, members = self.universes_of(narrow)
        for first, last, place, n_rows, most in self.batches(narrow):
            nodes, room = work.new_nodes(last - first, n_rows, most)
            target = NarrowTarget(
                place, nodes, universe + first, begin[first : last + 1], members
            )
            launch(
                make_narrow, blocks_for(last - first), expansion, self.words,
                narrow.which[first:last], target,
            )  # fmt: skip
            work.drain(nodes, room)

    def batches(self, narrow: Listed) -> Iterator[tuple[int, int, Any, int, int]]:
        """Divide narrow children into batches that fit.

        Yields the range of each batch, where the rows of its nodes begin, their number,
        and the most rows of a node. The host reads the numbers of rows only if there is
        more than one batch.
        """
        work, n = self.work, narrow.n
        if narrow.n_rows + NODE_WORDS * n <= work.most_words:
            yield 0, n, narrow.rows, narrow.n_rows, narrow.most_rows
            return
        rows = np.diff(to_host(narrow.rows))
        for first, last, place in work.batches(rows):
            most = int(rows[first:last].max())
            yield first, last, xp.asarray(place), int(place[-1]), most

    def wide_level(self, expansion: Packed, wide: Listed) -> Level:
        """Make wide nodes of wide children."""
        offsets = [[wide.rows, wide.members]]  # copied: the whole lists are longer
        rows, begin = joined_columns(offsets, [[0, 0]], [np.int64, np.int64])
        chunk = self.new_chunk(wide.n, rows, wide.n_rows)
        launch(make_wide, blocks_for(wide.n), expansion, self.words, wide.which, chunk)
        return Level(chunk, begin, wide.n_members)
