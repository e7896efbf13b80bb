# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Host side of wide nodes: matrices of roots, then levels, the newest first."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from cugraph_biclique.arrays import to_host
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import Packed, blocks_for, launch
from cugraph_biclique.device.ranges import gather_ranges, offsets
from cugraph_biclique.device.simt import WARP
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.matrices import (
    Children,
    Matrices,
    WideNodes,
    fill_matrices,
)
from cugraph_biclique.search.gpu.roots import wide_roots
from cugraph_biclique.search.gpu.state import TooLarge
from cugraph_biclique.search.gpu.wide import (
    emit_roots,
    list_children,
    measure_children,
    test_children,
)
from cugraph_biclique.search.gpu.wide_expand import gather_nodes, widen

MOST_CHILDREN = 1 << 22  # most children of the nodes tested at a time
MANY_CHILDREN = 1 << 15  # enough for each thread of a device to have one
MEMBERS_EACH = 64  # first guess of the members per child
MOST_UNIVERSES = 2**31 - 1


class WideSearch:
    """The part of a search that expands wide nodes."""

    def __init__(self, search: Any) -> None:
        # Weak, because a cycle would keep the search's memory until a collection.
        self.search = weakref.proxy(search)
        self.start()

    def start(self) -> None:
        """Discard the universes of an earlier run."""
        graph = self.search.graph
        self.tested = 0
        self.next_universe = len(graph.grown_weight)
        self.kept = [graph.grown_indices]
        self.begin = [graph.grown_indptr[:-1]]
        self.end = [graph.grown_indptr[1:]]
        self.n_kept = len(graph.grown_indices)

    def universes(self) -> tuple[Any, Any, Any]:
        """Members of all universes: the roots' neighbours, then those of children."""
        return (
            xp.concatenate(self.kept),
            xp.concatenate(self.begin),
            xp.concatenate(self.end),
        )

    def run(self, roots: Any) -> None:
        """Search these roots and all below them, as many roots at a time as fit."""
        todo = [roots]
        while todo:
            roots = todo.pop()
            made = self.matrices(roots)
            if made is None:
                if len(roots) == 1:
                    raise TooLarge
                middle = len(roots) // 2
                todo += [roots[middle:], roots[:middle]]
                continue
            matrices, nodes, n_children = made
            search = self.search
            packed_matrices, packed_nodes = (
                Packed(matrices),
                Packed(nodes),
            )
            launch(
                emit_roots, blocks_for(len(roots)), packed_matrices, packed_nodes,
                search.packed_output, search.control, search.min_grown,
            )  # fmt: skip
            self.tested += len(roots)
            levels = [(nodes, n_children, MEMBERS_EACH)]
            while levels:
                self.level(packed_matrices, levels)

    def matrices(self, roots: Any) -> tuple[Matrices, WideNodes, int] | None:
        """Build the bit matrices of roots; None if they are too large.

        Returns the matrices, the roots as nodes, and an upper bound of their children.
        """
        search, graph = self.search, self.search.graph
        degree = xp.diff(graph.kept_indptr)
        begin, end = graph.grown_indptr[roots], graph.grown_indptr[roots + 1]
        if search.some is None:  # the roots are consecutive
            members = graph.grown_indices[int(begin[0]) : int(end[-1])]
        else:
            members, _ = gather_ranges(graph.grown_indices, begin, end)
        # A row is met at least `least` times, so there are at most `most` keys.
        met = degree[members].sum()
        most = min(int(met) // search.least, len(roots) * len(graph.grown_weight))
        if 16 * most > search.budget // 4:
            return None
        keys = xp.empty(most, np.int64)
        n_rows = xp.empty(len(roots), np.int64)
        joined = xp.empty(len(roots), np.int32)
        search.control[S.KEYS] = 0
        launch(
            wide_roots, min(search.blocks, len(roots)), search.packed_graph, roots,
            search.scratch, search.touched, search.control, keys, n_rows, joined,
            search.least,
        )  # fmt: skip
        row_begin = offsets(n_rows)
        words = (n_rows + 63) // 64
        columns = end - begin
        begin, members, masks = map(offsets, (words * columns, columns, 3 * words))
        n, n_words, n_members, n_masks = map(
            int,
            to_host(xp.stack([row_begin[-1], begin[-1], members[-1], masks[-1]])),
        )
        if 8 * (n_words + n_masks) > search.budget // 4:
            return None
        vertex = (xp.sort(keys[:n]) & 0xFFFFFFFF).astype(np.int32)
        matrices = Matrices(
            roots, xp.zeros(n_words, np.uint64), begin[:-1], words.astype(np.int32),
            row_begin, vertex,
        )  # fmt: skip
        nodes = WideNodes(
            xp.arange(len(roots), dtype=np.int32), joined, members[:-1], members[1:],
            xp.empty(n_members, np.int32), masks[:-1], xp.empty(n_masks, np.uint64),
            xp.zeros(len(roots), np.int64),
        )  # fmt: skip
        launch(
            fill_matrices, min(search.blocks, len(roots)), search.packed_graph,
            matrices, nodes, search.scratch,
        )  # fmt: skip
        return matrices, nodes, n

    def level(self, matrices: Packed, levels: list[tuple[WideNodes, int, int]]) -> None:
        """Test the children of the newest nodes; make nodes of those with children."""
        search = self.search
        nodes, n_children, members_each = levels.pop()
        if n_children > MOST_CHILDREN and len(nodes.matrix) > 1:
            levels += halves(nodes, members_each)
            return
        if n_children == 0:
            return
        packed_nodes = Packed(nodes)
        universe = self.next_universe
        children, seen = self.test(
            matrices, packed_nodes, nodes.n_candidates, n_children, members_each
        )
        members = int(seen[S.MEMBERS])
        if members > len(children.members):
            if len(nodes.matrix) == 1:
                raise TooLarge
            levels += halves(nodes, members_each)
            return
        packed_children = Packed(children)
        if search.emit:
            self.begin.append(children.begin + self.n_kept)
            self.end.append(children.end + self.n_kept)
            self.kept.append(children.kept[:members].copy())
            self.n_kept += members
            if 4 * self.n_kept > search.budget // 4:
                raise TooLarge

        def open_nodes(which: Any, waiting: Any) -> None:
            launch(
                gather_nodes, blocks_for(len(which)), search.packed_graph, matrices,
                packed_nodes, packed_children, which, search.packed_pool,
                search.control, waiting, universe, search.least,
            )  # fmt: skip

        search.fill(
            children.narrow[: int(seen[S.N_NARROW])],
            open_nodes,
            int(seen[S.NARROW_ROWS]),
        )
        n_wide = int(seen[S.N_WIDE])
        if n_wide:
            # Sorted: the numbers of their children must not depend on a race.
            wide = children.wide[:n_wide]
            wide.sort()
            # The test added up exactly the words that `widen` takes.
            new = new_nodes(n_wide, int(seen[S.WIDE_WORDS]), children.members)
            search.control[S.MASK_WORDS] = 0
            launch(
                widen, blocks_for(n_wide), matrices, packed_nodes, packed_children,
                wide, Packed(new), search.control,
            )  # fmt: skip
            # Children usually have shorter lists than their parents.
            each = max(MEMBERS_EACH, members // n_children + 1)
            levels.append((new, int(seen[S.WIDE_LATER]), each))

    def test(
        self,
        matrices: Packed,
        nodes: Packed,
        candidates: Any,
        n: int,
        members_each: int,
    ) -> tuple[Children, Any]:
        """Test the candidates of nodes, n at most, as children.

        Returns the children and a copy of `control`. If they have more members than the
        budget can hold, their lists are too short and the test has done nothing.
        """
        search = self.search
        if self.next_universe + n > MOST_UNIVERSES:
            raise TooLarge
        # n is at least first_child[-1]: each child is listed once, as narrow or wide.
        # Members are measured before any is written, and `test_children` returns at
        # once if they need more room than there is.
        first_child = offsets(candidates)
        most = search.budget // (64 if search.emit else 32)
        children = self.children(n, min(members_each * n, most))
        launch(
            list_children, blocks_for(len(candidates)), matrices, nodes, first_child,
            Packed(children),
        )  # fmt: skip
        lanes = 1 if n > MANY_CHILDREN else WARP
        while True:
            held = Packed(children)
            search.control[S.OF_CHILDREN] = 0
            launch(
                measure_children, blocks_for(-(-n * lanes // WARP)), matrices, nodes,
                first_child, held, search.control, lanes,
            )  # fmt: skip
            launch(
                test_children, blocks_for(n), search.packed_graph, matrices, nodes,
                first_child, held, search.packed_output, search.control,
                self.next_universe, search.least, search.min_grown,
            )  # fmt: skip
            seen = to_host(search.control).copy()
            if seen[S.MEMBERS] <= len(children.members):
                self.next_universe += n
                return children, seen
            if seen[S.MEMBERS] > most:
                return children, seen
            children = self.with_room(children, int(seen[S.MEMBERS]))

    def children(self, n: int, members: int) -> Children:
        """Room for n children, and for `members` members of them."""
        empty = xp.empty(0, np.int32)
        ints, longs = xp.empty((7, n), np.int32), xp.zeros((2, n), np.int64)
        children = Children(
            ints[0], ints[1], longs[0], longs[1], empty, empty, *ints[2:]
        )
        return self.with_room(children, members)

    def with_room(self, children: Children, members: int) -> Children:
        """The children, with room for `members` members."""
        return children._replace(
            members=xp.empty(members, np.int32),
            kept=xp.empty(members if self.search.emit else 0, np.int32),
        )


def halves(nodes: WideNodes, members_each: int) -> list[tuple[WideNodes, int, int]]:
    """Two levels of half of the nodes each; the first half is last, to come next."""
    cut = max(1, len(nodes.matrix) // 2)
    parts = [part(nodes, which) for which in (slice(cut, None), slice(None, cut))]
    return [(some, int(some.n_candidates.sum()), members_each) for some in parts]


def new_nodes(n: int, words: int, members: Any) -> WideNodes:
    """Room for n nodes whose masks have `words` words together."""
    ints, longs = xp.empty((2, n), np.int32), xp.empty((4, n), np.int64)
    masks = xp.empty(words, np.uint64)
    return WideNodes(
        ints[0], ints[1], longs[0], longs[1], members, longs[2], masks, longs[3]
    )


def part(nodes: WideNodes, which: slice) -> WideNodes:
    """A slice of the nodes."""
    return nodes._replace(
        matrix=nodes.matrix[which],
        joined=nodes.joined[which],
        begin=nodes.begin[which],
        end=nodes.end[which],
        mask_begin=nodes.mask_begin[which],
        n_candidates=nodes.n_candidates[which],
    )
