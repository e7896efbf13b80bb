# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal bicliques on CPU cores: one call of `run` advances one worker.

Modules by the width of their nodes, widest first: `frontier` (straight from the graph),
`matrix` (bit columns), `rows` (single words).

The search tree is the reverse search of LCM. Candidates ascend by size, as in iMBEA,
and rows are words of bits, as in AdaMBE. See docs/papers.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from cugraph_biclique.contract.records import Records, with_used_universes
from cugraph_biclique.host.bits import kernel
from cugraph_biclique.host.interrupts import is_raised
from cugraph_biclique.search.cpu.frontier import frontier_step
from cugraph_biclique.search.cpu.matrix import matrix_step
from cugraph_biclique.search.cpu.rows import row_step
from cugraph_biclique.search.cpu.state import (
    CONTAINED,
    DONE,
    EQUAL,
    F_CURSOR,
    F_END,
    F_FIRST_MEMBER,
    F_GROWN,
    F_MEMBERS_END,
    FLUSH,
    FRONTIER_DEPTH,
    GROW,
    MATRIX_DEPTH,
    MEMBERS,
    MORE,
    NODES,
    PART,
    PARTS,
    RECORDS,
    ROW_DEPTH,
    UNIVERSE,
    UNIVERSES,
    Output,
    State,
    grown,
    new_state,
)

__all__ = [
    "DONE", "FLUSH", "GROW", "MORE", "State", "grown", "new_state", "run", "start",
    "take_nodes", "take_output",
]  # fmt: skip


class Emitting(Protocol):
    """A state with output buffers, of this search or another one."""

    @property
    def output(self) -> Output:
        """The buffers."""

    @property
    def control(self) -> np.ndarray:
        """The scalars; some of them say how much of the buffers is filled."""


def take_output(state: Emitting, take: Callable[[Records], Any]) -> Any:
    """Pass the filled part of the output buffers to `take`, and empty them.

    Returns None if they hold no biclique. `take` must copy what it keeps.
    """
    control, output = state.control, state.output
    n, universes = int(control[RECORDS]), int(control[UNIVERSES])
    taken = None
    if n:
        taken = take(
            with_used_universes(
                Records(
                    output.mask[:n],
                    output.universe[:n],
                    output.n_grown[:n],
                    output.start[: universes + 1],
                    output.members[: control[MEMBERS]],
                )
            )
        )
    control[[RECORDS, UNIVERSES, MEMBERS]] = 0
    control[UNIVERSE] = -1  # the open universe, if any, is written again when needed
    return taken


def take_nodes(state: Emitting) -> tuple[int, int, int]:
    """Return the arguments of `Trace.add_nodes` for the nodes since the last call."""
    counters = [NODES, CONTAINED, EQUAL]
    nodes, contained, equal = state.control[counters].tolist()
    state.control[counters] = 0
    return nodes, contained, equal


def start(state: State, first: int, last: int, part: int = 0, parts: int = 1) -> None:
    """Give the worker the roots first:last, or one part of the root `first`."""
    level = state.frontier.level[0]
    level[[F_CURSOR, F_END]] = first, last
    level[[F_GROWN, F_FIRST_MEMBER, F_MEMBERS_END]] = 0
    state.control[FRONTIER_DEPTH] = 0
    state.control[[PART, PARTS]] = part, parts


@kernel
def run(state, steps, min_kept, min_grown, matrix_bytes, bound):
    """Search at most `steps` nodes of a worker's task; returns why it stopped.

    DONE: the task is finished. MORE: the steps are used up, or the flag `stop` is
    raised. FLUSH: the output has no room for another step. GROW: call `grown` first. In
    the last three cases the next call continues exactly where this one stopped.

    Only wide nodes check the flag: if all nodes of a call are narrow, the call takes
    milliseconds.

    `state` is a `State`, and the sizes are numbers. `bound` is a `goal.Bound`, or None
    to find all bicliques.
    """
    control = state.control
    for _ in range(steps):
        if control[ROW_DEPTH] >= 0:
            status = row_step(
                state.rows, state.output, control, min_kept, min_grown, bound
            )
        elif is_raised(state.stop):
            return MORE
        elif control[MATRIX_DEPTH] >= 0:
            status = matrix_step(
                state.matrix,
                state.rows,
                state.output,
                control,
                min_kept,
                min_grown,
                bound,
            )
        elif control[FRONTIER_DEPTH] >= 0:
            status = frontier_step(state, min_kept, min_grown, matrix_bytes, bound)
        else:
            return DONE
        if status != MORE:
            return status
    return MORE
