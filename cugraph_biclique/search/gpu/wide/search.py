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
from cugraph_biclique.search.gpu.host.workspace import Workspace
from cugraph_biclique.search.gpu.narrow.search import NarrowSearch
from cugraph_biclique.search.gpu.output import Sink, Universes
from cugraph_biclique.search.gpu.state import TooLarge
from cugraph_biclique.search.gpu.wide.counts import (
    count_children,
    count_small_children,
    count_tabled_children,
)
from cugraph_biclique.search.gpu.wide.expand import Target, gather_nodes, widen
from cugraph_biclique.search.gpu.wide.groups import Group, smaller
from cugraph_biclique.search.gpu.wide.levels import (
    Level,
    Room,
    bytes_of,
    halves,
    new_children,
    new_nodes,
    new_room,
    part,
)
from cugraph_biclique.search.gpu.wide.lists import (
    list_children,
    list_members,
    list_members_singly,
)
from cugraph_biclique.search.gpu.wide.matrices import Children, Wide
from cugraph_biclique.search.gpu.wide.maximality import (
    emit_roots,
    list_heavy,
    test_children,
    test_heavy,
    test_small_children,
)
from cugraph_biclique.search.gpu.wide.pair_rows import (
    count_pairs,
    count_pairs_below,
    cover_pairs,
)
from cugraph_biclique.search.gpu.wide.roots import matrices_of, rows_of
from cugraph_biclique.search.gpu.wide.small_levels import (
    SmallLevels,
    count_small_levels,
    test_small_levels,
)

MOST_UNIVERSES = 2**31 - 1
BLOCKS_BELOW = 1 << 10  # most blocks of `count_pairs_below`
GATHERING = 16  # most blocks of `gather_nodes` per multiprocessor
FEW_CHILDREN, MANY_CHILDREN = 32, 1024  # of a level, per multiprocessor: see `singly`
# The lists of a level have spare entries for the small levels below it: at most
# SPARE_MEMBERS, and at most 1 / SPARE_PART of the longest lists that the plan allows.
SPARE_MEMBERS, SPARE_PART = 1 << 22, 16
LEVEL_BLOCKS = 1  # blocks of `test_below` per multiprocessor
LEVELS_BELOW = 4  # small levels of the largest size that fit the arrays, if possible


class WideSearch:
    """The part of a search that expands wide nodes. `narrow` takes the others."""

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
        # Chunks of a mask: a chunk has one word per lane of a warp.
        self.chunks = len(graph.grown_weight) // (WORD * WARP) + 1
        self.universes = Universes(graph.grown_indptr, graph.grown_indices)

    def run(self, roots: Any) -> None:
        """Search roots and all below them, as many roots at a time as fit."""
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
            del made, rows  # frees the roots' nodes when they are done
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
        """Test the children of the newest level; make nodes of those with children."""
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
        self.narrow.check_output(seen)
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
            self.narrow.check_output(seen)
            n_children, old = level.n_children, []  # its nodes are in `room`
        members = int(seen[S.MEMBERS])
        if int(seen[S.N_WIDE]):
            mean = members / n_children
            new = self.wide_children(matrices, level, packed_children, seen, mean)
            levels.append(new)
            # `widen` reads the old level, so both levels exist. The lists of the new
            # level are `children.members`, and the plan counts them there until this
            # method returns.
            now = bytes_of([*old, *levels]) - new.nodes.members.nbytes
            if max(now, bytes_of(levels)) > work.plan.other_levels:
                raise TooLarge
        self.count_pairs(matrices, level)
        if work.emit:
            # Copy the lists, because later levels reuse the arrays of `children`.
            begin, end = children.begin[:n_children], children.end[:n_children]
            lists = [(begin, end, children.kept[:members])]
            kinds = [np.int64, np.int64, np.int32]
            self.universes.add(*joined_columns(lists, [(0, 0, 0)], kinds))
            if self.universes.nbytes > work.plan.universes:
                raise TooLarge
        # This may search the pool and end early, so the universes must be there by now.
        gather = partial(self.gather, matrices, level, packed_children, universe)
        self.narrow.note(seen, children.large, gather)

    def wide_children(
        self, matrices: Packed, level: Level, children: Packed, seen: Any, mean: float
    ) -> Level:
        """Make nodes of the wide children of a level.

        `mean` is the mean number of members of all children of the level.
        """
        work, n = self.work, int(seen[S.N_WIDE])
        wide = children.argument.wide[:n]
        if work.emit:
            # Then the children have numbers, which must not depend on a race.
            wide.sort()
        members = children.argument.members
        nodes = new_nodes(n, int(seen[S.WIDE_WORDS]), members)
        packed = Packed(nodes)
        launch(
            widen, ALL_AT_ONCE, Wide(matrices, level.packed, children), wide, packed,
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
        """Make narrow nodes of the children in `which`.

        If `which` is empty, take those that the tests listed. `universe` is the number
        of the first child's universe.
        """
        work, n = self.work, len(which) or level.n_children
        self.narrow.join()  # narrow roots take room in the pool, too
        target = Target(work.packed_pool, work.control, waiting, universe)

        launch(
            gather_nodes, min(blocks_for(n), GATHERING * multiprocessors()),
            work.packed_graph, Wide(matrices, level.packed, children), which, target,
            work.least,
        )  # fmt: skip

    def count_pairs(self, matrices: Packed, level: Level) -> None:
        """Count the children of a level that are bits of pairs, see `pair_rows`."""
        if not self.paired:
            return
        n, control = len(level.nodes.matrix), self.work.control
        if level.of_roots:
            launch(count_pairs, blocks_for(n), matrices, level.packed, control)
        else:
            blocks = min(n, BLOCKS_BELOW)
            launch(count_pairs_below, blocks, matrices, level.packed, control)

    def test(self, matrices: Packed, level: Level) -> tuple[Packed, Any]:
        """Test all children of the nodes of a level.

        Also make nodes of narrow children, so that the device need not wait until the
        host knows how many there are.

        Returns the children, packed, and a copy of `control`. If the children have more
        members than the plan allows, their lists are too short, and nothing is tested.
        """
        work, nodes = self.work, level.packed
        universe, n = self.universes.n, level.n_children
        if universe + n > MOST_UNIVERSES:
            raise TooLarge
        # There are at most n children, and each is listed at most once, so lists of
        # length n cannot overflow. Kernels write members only if there is room, and the
        # tests return at once if there is not.
        first_child = offsets(level.nodes.n_candidates)
        most = self.most_members
        # The lists of small levels below this one follow.
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
            wide = Wide(matrices, nodes, children)
            self.test_light(wide, first_child)
            launch(
                test_heavy, ALL_AT_ONCE, work.packed_graph, wide, work.control,
                self.chunks,
            )  # fmt: skip
            launch(
                list_heavy, blocks_for(n), wide, self.sink(), work.min_grown,
                work.packed_bound,
            )  # fmt: skip
            # The list of large children is free by now.
            waiting, listed = children.argument.large, work.vertices[:0]
            self.gather(matrices, level, children, universe, listed, waiting)
            self.narrow.pack_rounds()  # while the device is busy
            seen = read(work.control)
            if not len(children.argument.members) < seen[S.MEMBERS] <= most:
                return children, seen
            del children, wide  # frees the short lists first
            members = int(seen[S.MEMBERS])
            children = self.room_for(n, xp.empty(members, np.int32))

    def singly(self, n: int) -> bool:
        """Whether each of n children gets a warp of its own to list its members.

        If there are more children, they share loads. If there are fewer, several warps
        share the members of a child.
        """
        return FEW_CHILDREN * multiprocessors() < n < MANY_CHILDREN * multiprocessors()

    def test_light(self, wide: Wide, first_child: Any) -> None:
        """Test all children except the heavy ones, and list those."""
        work, sink = self.work, self.sink()
        if not work.sized:
            launch(
                count_small_children, ALL_AT_ONCE, wide.matrices, wide.nodes,
                first_child, wide.children, work.control, work.least,
            )  # fmt: skip
            launch(count_tabled_children, ALL_AT_ONCE, wide, work.control, work.least)
            launch(count_children, ALL_AT_ONCE, wide, work.control, work.least)
            return
        launch(
            test_small_children, ALL_AT_ONCE, work.packed_graph, wide.matrices,
            wide.nodes, first_child, wide.children, sink, work.packed_sizes,
        )  # fmt: skip
        launch(
            test_children, ALL_AT_ONCE, work.packed_graph, wide, sink,
            work.packed_sizes,
        )  # fmt: skip

    def sink(self) -> Sink:
        """Return where kernels emit the next children."""
        work = self.work
        return Sink(work.packed_output, work.control, self.universes.n)

    def are_small(self, seen: Any, n_children: int, children: Children) -> bool:
        """Whether `test_below` can go on with the wide children of a tested level.

        There must be some, and they must fit, as in `small_levels.fits`. No narrow
        child may wait for the pool, because these use a list that `test_below` needs.
        The level has `n_children` children.
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
        """Test the levels below a tested level, as far as they fit (`small_levels`).

        Returns one level with the nodes of all these levels, and a copy of `control`.
        Its `n_children` includes the children of the tested level. `control` describes
        the wide children of the last level.
        """
        work, room = self.work, self.room
        assert room is not None
        nodes = room.nodes._replace(members=children.argument.members)
        packed = Packed(nodes)
        levels = SmallLevels(
            matrices, tested.packed, packed, room.first_child, children
        )
        launch_together(
            test_small_levels if work.sized else count_small_levels,
            LEVEL_BLOCKS * multiprocessors(), work.packed_graph, levels,
            work.packed_output, work.control, tested.n_children,
            work.limits.small_level, self.universes.n, work.packed_sizes, self.chunks,
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
        """Return packed arrays for n children, whose lists are in the array `members`.

        If the plan allows it, they have room for small levels below, too. All levels of
        a run use the same arrays, because the children of a level have become nodes
        before the next level begins.
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
