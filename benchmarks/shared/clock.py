# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Seconds of a search of the CPU engine by kind of step: sweeps of roots, and rows."""

import platform
import time

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.host.bits import WORD, inlined, kernel
from cugraph_biclique.search import cpu as search
from cugraph_biclique.search.cpu import state as s
from cugraph_biclique.search.cpu.frontier import frontier_step
from cugraph_biclique.search.cpu.matrix import matrix_step
from cugraph_biclique.search.cpu.rows import row_step
from cugraph_biclique.search.cpu.worker import MATRIX_BYTES, STEPS

KINDS = "narrow_roots", "wide_roots", "narrow_nodes", "wide_nodes"
NARROW_ROOT, WIDE_ROOT, NARROW, WIDE = range(len(KINDS))
# On these processors, every program may read the counter of cycles.
HAS_COUNTER = platform.machine() in ("x86_64", "AMD64")


def seconds_by_kind(ready: Prepared) -> dict[str, float] | None:
    """Seconds of a search on one thread by kind of step, the stars left out.

    None if the processor has no counter of cycles that is quick to read. A root has its
    sweep, and the tests of its children. A node has the tests of its own children.
    """
    if not HAS_COUNTER:
        return None
    graph, cycles = ready.ordered.graph, np.zeros(len(KINDS), np.int64)
    state, status = search.new_state(graph), search.MORE
    search.start(state, 0, len(graph.grown_weight))
    run(state, 0, ready.least_bits, ready.min_grown, cycles)  # compiles
    began = time.perf_counter()
    while status != search.DONE:
        status = run(state, STEPS, ready.least_bits, ready.min_grown, cycles)
        if status == search.GROW:
            state = search.grown(state)
        if status == search.FLUSH:
            search.take_output(state, len)
    seconds = time.perf_counter() - began
    shares = cycles / max(1, cycles.sum())
    return dict(zip(KINDS, (seconds * shares).tolist(), strict=True))


@intrinsic
def _cycles(typing_context):
    """The counter of cycles of the processor, which has a constant speed."""

    def codegen(context, builder, signature, args):
        kind = ir.FunctionType(ir.IntType(64), [])
        name = "llvm.readcyclecounter"
        return builder.call(builder.module.declare_intrinsic(name, (), kind), [])

    return types.int64(), codegen


@kernel
def run(state, steps, min_kept, min_grown, cycles):
    """`search.run`, which reads the counter where the kind of the steps changes."""
    kind, began, status = -1, _cycles(), search.MORE
    for _ in range(steps):
        now = kind_of(state.control, state.frontier.level, state.graph.grown_indptr)
        if now != kind:
            at = _cycles()
            if kind >= 0:
                cycles[kind] += at - began
            kind, began = now, at
        if kind < 0:
            return search.DONE
        status = advance(state, kind, min_kept, min_grown)
        if status != search.MORE:
            break
    if kind >= 0:
        cycles[kind] += _cycles() - began
    return status


@kernel
def kind_of(control, level, grown_indptr):
    """The kind of the next step; -1 if there is none."""
    if control[s.ROW_DEPTH] >= 0:
        return NARROW
    if control[s.MATRIX_DEPTH] >= 0:
        return WIDE
    depth = control[s.FRONTIER_DEPTH]
    if depth < 0:
        return -1
    p, end = level[depth, s.F_CURSOR], level[depth, s.F_END]
    if depth == 0 and p < end and grown_indptr[p + 1] - grown_indptr[p] <= WORD:
        return NARROW_ROOT
    return WIDE_ROOT


@inlined
def advance(state, kind, min_kept, min_grown):
    """Take one step."""
    if kind == NARROW:
        return row_step(
            state.rows, state.output, state.control, min_kept, min_grown, None
        )
    if kind == WIDE:
        return matrix_step(
            state.matrix, state.rows, state.output, state.control, min_kept, min_grown,
            None,
        )  # fmt: skip
    return frontier_step(state, min_kept, min_grown, MATRIX_BYTES, None)
