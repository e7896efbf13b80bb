# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Workspace of a search for cliques: its graph, its memory, and the narrow search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.cliques.gpu.narrow import (
    BLOCKS,
    FEW_ROWS,
    begin_search,
    descend,
    next_levels,
)
from cugraph_biclique.cliques.gpu.order import with_roots
from cugraph_biclique.cliques.gpu.state import (
    NODE_WORDS,
    Nodes,
    new_levels,
    new_nodes,
)
from cugraph_biclique.cliques.order import CliqueGraph
from cugraph_biclique.device import control as C
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import (
    Packed,
    launch,
    multiprocessors,
)
from cugraph_biclique.device.memory import as_large_as_possible, free_memory
from cugraph_biclique.device.simt import WARPS, WORD
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.output import Universes, check_found, new_output
from cugraph_biclique.search.gpu.state import TooLarge

WORD_BYTES = WORD // 8
MOST_COPIES = 1 << 11  # most outer rows that a warp copies
LEVEL_BYTES = 2 * (3 * WORD_BYTES + 4)  # bytes of a donated level, in both lists


class Limits(NamedTuple):
    """Limits of sizes. If the plan has less room, the plan decides."""

    most_words: int = 1 << 27  # of the narrow nodes that are searched together
    most_levels: int = 1 << 20  # donated at a time
    first_records: int = 1 << 24  # of the output, before it is enlarged
    most_records: int = C.UNLIMITED
    part_records: int = 1 << 20  # of the first part, if cliques are streamed
    most_members: int = 63  # of a narrow node
    most_children: int = 1 << 18  # of wide nodes that are made together


class DeviceGraph:
    """A graph on the device. Several searches may read it, also at the same time."""

    def __init__(self, graph: CliqueGraph) -> None:
        self.n_later = np.diff(to_host(graph.later_indptr))
        self.n_earlier = np.diff(to_host(graph.earlier_indptr))
        self.graph = CliqueGraph(*map(xp.asarray, graph))

    @cached_property
    def on_host(self) -> CliqueGraph:
        """A copy for CPU cores, which search single roots."""
        return self.graph.in_host_memory()

    @cached_property
    def closed(self) -> tuple[Any, Any]:
        """The universes of all roots, for searches that emit cliques."""
        return with_roots(self.graph)


class Workspace:
    """The graph, the sizes, and the arrays that both parts of a search share."""

    universes: Universes

    def __init__(
        self,
        placed: DeviceGraph,
        min_size: int,
        budget: int,
        emit: bool,
        trace: Trace,
        limits: Limits,
    ) -> None:
        self.min_size = min_size
        self.emit = emit
        self.trace = trace
        self.limits = limits
        self.n_later, self.n_earlier = placed.n_later, placed.n_earlier
        self.graph = placed.graph
        self.packed_graph = Packed(self.graph)
        self.closed = placed.closed if emit else None
        self.plan = plan.clique_search(min(budget, free_memory()), emit)
        self.most_words = min(limits.most_words, self.plan.rows // WORD_BYTES)
        levels = self.plan.levels // LEVEL_BYTES
        self.levels = as_large_as_possible(
            new_levels, max(1, min(limits.most_levels, levels)), 1
        )
        self.packed_levels = Packed(self.levels)
        self.most_records = min(
            limits.most_records, self.plan.output // plan.RECORD_BYTES
        )
        self.output = as_large_as_possible(
            new_output, min(limits.first_records, self.most_records) if emit else 0, 0
        )
        self.most_found = C.UNLIMITED  # a job that finds more ends early
        self.control: Any = None  # int64 (S.CONTROLS,) on the device
        self.seen = np.zeros(S.CONTROLS, np.int64)

    def begin(self) -> None:
        """Begin a job."""
        self.seen[:] = 0
        control = np.zeros(S.CONTROLS, np.int64)
        control[S.MOST_FOUND] = self.most_found
        self.control = xp.asarray(control)
        self.tested = self.covered = 0
        if self.closed is not None:
            self.universes = Universes(*self.closed)

    def look(self) -> None:
        """Read the counters of the kernels."""
        self.seen = to_host(self.control).copy()

    def batches(self, rows: np.ndarray) -> Iterator[tuple[int, int, np.ndarray]]:
        """Divide narrow nodes, given their numbers of rows, into batches that fit.

        Yields the range of nodes of each batch, and where the rows of each of its nodes
        begin and the last rows end.
        """
        place = np.concatenate([[0], np.cumsum(rows, dtype=np.int64)])
        words = place + NODE_WORDS * np.arange(len(place))
        first = 0
        while first < len(rows):
            most = words[first] + self.most_words
            last = int(np.searchsorted(words, most, side="right")) - 1
            if last == first:
                raise TooLarge
            yield first, last, place[first : last + 1] - place[first]
            first = last

    def new_nodes(self, n: int, n_rows: int, most: int) -> tuple[Nodes, int]:
        """Allocate n narrow nodes with `n_rows` rows, and memory for copies.

        `most` is the number of rows of the largest node. Returns the nodes, and how
        many outer rows each warp may copy.
        """
        warps = BLOCKS * multiprocessors() * WARPS
        room = min(most, MOST_COPIES, self.plan.copies // (WORD_BYTES * warps))
        if most <= FEW_ROWS:
            room = 0
        return new_nodes(n, n_rows + room * warps), room

    def drain(self, nodes: Nodes, room: int) -> None:
        """Search below narrow nodes that `new_nodes` has allocated."""
        control, n = self.control, len(nodes.size)
        launch(begin_search, 1, control, n)
        packed = Packed(nodes), self.packed_levels, Packed(self.output)
        while True:
            launch(
                descend, BLOCKS * multiprocessors(), *packed, control, self.min_size,
                room,
            )  # fmt: skip
            launch(next_levels, 1, self.packed_levels, control)
            self.look()
            check_found(self, self.seen)
            if not self.seen[S.LEVELS]:
                break
        self.trace.threads = BLOCKS * multiprocessors()
        self.trace.add_steps(int(self.seen[C.STEPS]), int(self.seen[C.AT_MOST]))

    def add_universes(self, begin: Any, members: Any) -> int:
        """Add the universes begin[i]:begin[i + 1] of `members`; returns the first
        number."""
        first = self.universes.n
        self.universes.add(begin[:-1], begin[1:], members)
        if self.universes.nbytes > self.plan.universes:
            raise TooLarge
        return first

    def make_room(self, found: int) -> bool:
        """Enlarge the output to `found` cliques; False if there is no room."""
        if found > self.most_records:
            return False
        had = len(self.output.mask)
        del self.output  # frees its memory first
        try:
            self.output = new_output(found)
        except MemoryError:
            self.output = as_large_as_possible(new_output, had, 0)
        return len(self.output.mask) == found
