# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Host side of wide nodes: groups of roots, then levels, the newest first."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from cugraph_biclique.device import control as C
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.elementwise import joined_columns
from cugraph_biclique.device.launching import (
    ALL_AT_ONCE,
    Packed,
    blocks_for,
    launch,
    launch_together,
    multiprocessors,
    read,
)
from cugraph_biclique.device.ranges import offsets
from cugraph_biclique.device.simt import WARP, WORD
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.matrices import Children
from cugraph_biclique.search.gpu.narrow import NarrowSearch
from cugraph_biclique.search.gpu.output import Universes, check_found
from cugraph_biclique.search.gpu.pair_rows import (
    count_pairs,
    count_pairs_below,
    cover_pairs,
)
from cugraph_biclique.search.gpu.small_levels import (
    count_small_levels,
    test_small_levels,
)
from cugraph_biclique.search.gpu.state import TooLarge
from cugraph_biclique.search.gpu.wide import (
    emit_roots,
    list_heavy,
    test_children,
    test_heavy,
    test_small_children,
)
from cugraph_biclique.search.gpu.wide_counts import (
    count_children,
    count_small_children,
    count_tabled_children,
)
from cugraph_biclique.search.gpu.wide_expand import gather_nodes, widen
from cugraph_biclique.search.gpu.wide_groups import Group, smaller
from cugraph_biclique.search.gpu.wide_levels import (
    Level,
    Room,
    bytes_of,
    halves,
    new_children,
    new_nodes,
    new_room,
    part,
)
from cugraph_biclique.search.gpu.wide_lists import (
    list_children,
    list_members,
    list_members_singly,
)
from cugraph_biclique.search.gpu.wide_matrices import matrices_of, rows_of
from cugraph_biclique.search.gpu.workspace import Workspace

MOST_UNIVERSES = 2**31 - 1
BLOCKS_BELOW = 1 << 10  # of `count_pairs_below`, at most
GATHERING = 16  # blocks of `gather_nodes` per multiprocessor, at most
FEW_CHILDREN, MANY_CHILDREN = 32, 1024  # of a level, for each multiprocessor
# The lists of a level have spare entries for the small levels below it: at most
# SPARE_MEMBERS, and at most 1 / SPARE_PART of the longest lists that the plan allows.
SPARE_MEMBERS, SPARE_PART = 1 << 22, 16
LEVEL_BLOCKS = 1  # of `test_below` per multiprocessor
LEVELS_BELOW = 4  # of the largest small levels, for which there is room if possible
MANY_NODES = 1 << 12  # nodes of a level that share more columns if they are sorted


class WideSearch:
    """The part of a search that expands wide nodes. Narrow ones go to `narrow`."""

    def __init__(self, work: Workspace, narrow: NarrowSearch) -> None:
        self.work = work
        self.narrow = narrow
        children = work.plan.children // plan.CHILD_BYTES
        self.most_children = min(work.limits.most_children, children)
        each = (2 if work.emit else 1) * plan.MEMBER_BYTES  # `members`, and `kept`
        self.most_members = work.plan.members // each
        self.children: Children | None = None  # without members
        self.room: Room | None = None  # for small levels
        self.start()

    def start(self) -> None:
        """Begin a run, and discard the universes of an earlier one."""
        graph = self.work.graph
        self.tested = 0
        self.children = self.room = None
        self.paired = False  # whether roots have bits for pairs
        self.too_long: list[int] = []  # matrices of roots whose lists do not fit
        # Of a mask: a warp has a word of a chunk for each lane.
        self.chunks = len(graph.grown_weight) // (WORD * WARP) + 1
        self.universes = Universes(graph.grown_indptr, graph.grown_indices)

    def run(self, roots: Any) -> None:
        """Search these roots and all below them, as many roots at a time as fit."""
        try:
            self.run_groups([Group(roots)])
        finally:  # the plan gives this memory to the sorts
            self.children = self.room = None

    def run_groups(self, todo: list[Group]) -> None:
        """Search groups of roots, the last one first."""
        work = self.work
        while todo:
            group = todo.pop()
            roots, rows = group.roots, group.rows
            rows = rows or rows_of(work, self.narrow, group)
            made = matrices_of(work, roots, rows) if rows else None
            if made is None:
                todo += smaller(group, rows)
                continue
            matrices, levels = made[0], [made[1]]
            self.paired = len(matrices.argument.pairs) > 0
            del made, rows  # so that the roots' nodes are free when they are done
            if not group.again:
                launch(
                    emit_roots, blocks_for(len(roots)), matrices, levels[0].packed,
                    work.packed_output, work.control, work.min_grown,
                )  # fmt: skip
                self.tested += len(roots)
            while levels:
                work.check_time()
                self.level(matrices, levels)
            todo += [Group(roots[m : m + 1], again=True) for m in self.too_long]
            self.too_long = []

    def level(self, matrices: Packed, levels: list[Level]) -> None:
        """Test the children of the newest nodes; make nodes of those with children."""
        work = self.work
        level = levels.pop()
        n_children, n_nodes = level.n_children, len(level.nodes.matrix)
        if n_children > self.most_children and (
            n_nodes > 1 or n_children * plan.CHILD_BYTES > work.plan.children
        ):
            levels += halves(level)
            return
        if n_children == 0:
            self.count_pairs(matrices, level)
            return
        universe = self.universes.n
        packed_children, seen = self.test(matrices, level)
        children = packed_children.argument
        check_found(work, seen)
        if int(seen[S.MEMBERS]) > len(children.members):
            if level.of_roots and self.paired and n_nodes == 1:
                # Without bits for pairs, excluded rows need no lists.
                self.too_long.append(int(level.nodes.matrix[0]))
            else:
                levels += halves(level)
            return
        old = [level]
        if self.are_small(seen, n_children, children):
            self.count_pairs(matrices, level)
            level, seen = self.test_below(matrices, level, packed_children)
            check_found(work, seen)
            n_children, old = level.n_children, []  # its nodes are in `room`
        members = int(seen[S.MEMBERS])
        if int(seen[S.N_WIDE]):
            mean = members / n_children
            new = self.wide_children(matrices, level, packed_children, seen, mean)
            levels.append(new)
            # `widen` reads the old level, so both exist now. The new lists are
            # `children.members`, which the plan counts as `members` until this method
            # returns.
            now = bytes_of([*old, *levels]) - new.nodes.members.nbytes
            if max(now, bytes_of(levels)) > work.plan.other_levels:
                raise TooLarge
        self.count_pairs(matrices, level)
        if work.emit:
            # The arrays of `children` are used again, so these are copies.
            begin, end = children.begin[:n_children], children.end[:n_children]
            lists = [(begin, end, children.kept[:members])]
            kinds = [np.int64, np.int64, np.int32]
            self.universes.add(*joined_columns(lists, [(0, 0, 0)], kinds))
            if self.universes.nbytes > work.plan.universes:
                raise TooLarge
        # This may search the pool, and end early; bicliques name the universes above.
        gather = partial(self.gather, matrices, level, packed_children, universe)
        self.narrow.note(seen, children.large, gather)

    def wide_children(
        self, matrices: Packed, level: Level, children: Packed, seen: Any, mean: float
    ) -> Level:
        """Make nodes of the wide children of a level; `mean` is the mean number of
        members of its children."""
        work, n = self.work, int(seen[S.N_WIDE])
        wide = children.argument.wide[:n]
        if work.emit or n > MANY_NODES:
            # The numbers of their children must not depend on a race. In a count,
            # children have no numbers, and a sort takes longer than it saves.
            wide.sort()
        members = children.argument.members
        nodes = new_nodes(n, int(seen[S.WIDE_WORDS]), members)
        packed = Packed(nodes)
        launch(
            widen, ALL_AT_ONCE, matrices, level.packed, children, wide, packed,
            self.chunks,
        )  # fmt: skip
        # Nodes with long lists have most of the children: guess 1.5 times the mean.
        each = max(work.limits.members_each, int(1.5 * mean) + 1)
        return Level(nodes, packed, int(seen[S.WIDE_LATER]), each)

    def gather(
        self,
        matrices: Packed,
        level: Level,
        children: Packed,
        universe: int,
        which: Any,
        waiting: Any,
    ) -> None:
        """Make narrow nodes of the children in `which`, or of those that the tests
        listed if it is empty. `universe` is the number of the first child's."""
        work, n = self.work, len(which) or level.n_children
        self.narrow.join()  # both take room in the pool
        launch(
            gather_nodes, min(blocks_for(n), GATHERING * multiprocessors()),
            work.packed_graph, matrices, level.packed, children, which,
            work.packed_pool, work.control, waiting, universe, work.least,
        )  # fmt: skip

    def count_pairs(self, matrices: Packed, level: Level) -> None:
        """Count the children of a level that are bits of pairs."""
        if not self.paired:
            return
        n, control = len(level.nodes.matrix), self.work.control
        if level.of_roots:
            launch(count_pairs, blocks_for(n), matrices, level.packed, control)
        else:
            blocks = min(n, BLOCKS_BELOW)
            launch(count_pairs_below, blocks, matrices, level.packed, control)

    def test(self, matrices: Packed, level: Level) -> tuple[Packed, Any]:
        """Test the candidates of the nodes of a level as children.

        Also make nodes of narrow children, so that the device does not wait until the
        host has read how many there are.

        Returns the children, packed, and a copy of `control`. If the children have more
        members than the plan allows, their lists are too short and the test has done
        nothing.
        """
        work, nodes = self.work, level.packed
        universe, n = self.universes.n, level.n_children
        if universe + n > MOST_UNIVERSES:
            raise TooLarge
        # n is an upper bound of the children, and each child is listed at most once, so
        # lists of length n cannot overflow. Members are written if their lists fit,
        # and the tests return at once if they need more room than there is.
        first_child = offsets(level.nodes.n_candidates)
        most = self.most_members
        # Small levels below this one add their lists.
        spare = min(SPARE_MEMBERS, most // SPARE_PART)
        members = min(level.members_each * n, most // 2) + spare
        children = self.room_for(n, xp.empty(members, np.int32))
        while True:
            launch(
                list_children, blocks_for(len(level.nodes.matrix)), matrices, nodes,
                first_child, children, work.control, level.of_roots,
            )  # fmt: skip
            launch(
                list_members_singly if self.singly(n) else list_members, blocks_for(n),
                work.packed_graph, matrices, nodes, first_child, children, work.control,
            )  # fmt: skip
            if self.paired and level.of_roots:
                launch(
                    cover_pairs, ALL_AT_ONCE, matrices, nodes, first_child, children,
                    work.control,
                )  # fmt: skip
            self.test_light(matrices, nodes, first_child, children)
            launch(
                test_heavy, ALL_AT_ONCE, work.packed_graph, matrices, nodes, children,
                work.control, self.chunks,
            )  # fmt: skip
            launch(
                list_heavy, blocks_for(n), matrices, nodes, children,
                work.packed_output, work.control, universe, work.min_grown,
                work.packed_bound,
            )  # fmt: skip
            # The list of large children is not needed any more.
            waiting, listed = children.argument.large, work.vertices[:0]
            self.gather(matrices, level, children, universe, listed, waiting)
            self.narrow.pack_rounds()  # while the device is busy
            seen = read(work.control)
            if not len(children.argument.members) < seen[S.MEMBERS] <= most:
                return children, seen
            del children  # frees the short lists first
            members = int(seen[S.MEMBERS])
            children = self.room_for(n, xp.empty(members, np.int32))

    def singly(self, n: int) -> bool:
        """Whether each of n children is listed by a warp of its own.

        If there are more, children share loads. If there are fewer, warps share the
        members of a child.
        """
        return FEW_CHILDREN * multiprocessors() < n < MANY_CHILDREN * multiprocessors()

    def test_light(
        self, matrices: Packed, nodes: Packed, first_child: Any, children: Packed
    ) -> None:
        """Test all children but heavy ones, and list these."""
        work = self.work
        if not work.sized:
            launch(
                count_small_children, ALL_AT_ONCE, matrices, nodes, first_child,
                children, work.control, work.least,
            )  # fmt: skip
            launch(
                count_tabled_children, ALL_AT_ONCE, matrices, nodes, children,
                work.control, work.least,
            )  # fmt: skip
            launch(
                count_children, ALL_AT_ONCE, matrices, nodes, children, work.control,
                work.least,
            )  # fmt: skip
            return
        launch(
            test_small_children, ALL_AT_ONCE, work.packed_graph, matrices, nodes,
            first_child, children, work.packed_output, work.control,
            self.universes.n, work.least, work.min_grown, work.packed_bound,
        )  # fmt: skip
        launch(
            test_children, ALL_AT_ONCE, work.packed_graph, matrices, nodes, children,
            work.packed_output, work.control, self.universes.n, work.least,
            work.min_grown, work.packed_bound,
        )  # fmt: skip

    def are_small(self, seen: Any, n_children: int, children: Children) -> bool:
        """Whether `test_below` takes the wide children of a tested level with
        n_children: there are some, and they fit, as in `small_levels.fits`.

        If narrow children wait, they need the list that `test_below` would use.
        """
        work, n = self.work, int(seen[S.N_WIDE])
        later, lists = int(seen[S.WIDE_LATER]), seen[S.MEMBERS] + seen[S.WIDE_MEMBERS]
        if not (
            n > 0
            and not seen[C.WAITING]
            and later <= work.limits.small_level
            and n_children + later <= len(children.node)
            and lists <= len(children.members)
            and self.universes.n + len(children.node) <= MOST_UNIVERSES
        ):
            return False
        self.room = self.room or new_room(work.plan.small_levels)
        room = self.room.nodes
        return n < len(room.matrix) and int(seen[S.WIDE_WORDS]) <= len(room.masks)

    def test_below(
        self, matrices: Packed, tested: Level, children: Packed
    ) -> tuple[Level, np.ndarray]:
        """Test the candidates of the wide children of a tested level as children, and
        those of the levels below while there is room for them, see `small_levels`.

        Returns a level with the nodes of all these levels, whose `n_children` also
        counts those of the tested level, and a copy of `control`, which describes the
        wide children of the last level.
        """
        work, room = self.work, self.room
        assert room is not None
        nodes = room.nodes._replace(members=children.argument.members)
        packed = Packed(nodes)
        launch_together(
            test_small_levels if work.sized else count_small_levels,
            LEVEL_BLOCKS * multiprocessors(), work.packed_graph, matrices,
            tested.packed, packed, room.first_child, children, work.packed_output,
            work.control, tested.n_children, work.limits.small_level, self.universes.n,
            work.least, work.min_grown, work.packed_bound, self.chunks,
        )  # fmt: skip
        below = tested._replace(nodes=nodes, packed=packed, of_roots=False)
        waiting, listed = children.argument.large, work.vertices[:0]
        self.gather(matrices, below, children, self.universes.n, listed, waiting)
        seen = read(work.control)
        if self.paired:
            nodes = part(nodes, slice(0, int(seen[S.MADE])))
            below = below._replace(nodes=nodes, packed=Packed(nodes))
        return below._replace(n_children=int(seen[S.LISTED])), seen

    def room_for(self, n: int, members: Any) -> Packed:
        """Room for n children, and for those of small levels below them if the plan
        allows it, packed. Their lists are in the array `members`.

        All levels of a run use the same arrays for children, because the children of a
        level are nodes before the next level begins.
        """
        below = LEVELS_BELOW * self.work.limits.small_level
        n = max(n, min(n + below, self.most_children))
        if self.children is None or len(self.children.node) < n:
            self.children = None  # frees the shorter arrays first
            self.children = new_children(n)
        lists = {"members": members}
        if self.work.emit:
            lists["kept"] = xp.empty(len(members), np.int32)
        return Packed(self.children._replace(**lists))
