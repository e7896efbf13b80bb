# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""(p, q)-bicliques on CPU cores: roots -> rows -> levels -> sets by size.

`count` is the entry: each thread has a `CountWorker`, and one call of the kernel `run`
advances it. This module has the roots, and `rows` picks their rows.

The recursion is that of BCList++ (docs/papers.md), with rows of bits. A root is an
anchored vertex. Its rows are the later anchored vertices that share enough neighbours
with it. So each set of anchored vertices is counted once, at its first member.

A root with at most 64 neighbours gets one-word rows. The rows of a wider root are
stored word by word (column-major). One pass over the nonzero words of a row counts the
members that it shares with each later row. Only rows that share enough are gathered.

If a graph is dense, a bit matrix of the whole graph may be smaller than the wedges that
the sweeps would read. The graph then becomes one such matrix, and its rows are the
roots.
"""

from __future__ import annotations

import numba
import numpy as np

from cugraph_biclique.contract.prepared import Anchored
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.counting.cpu.collapsed import (
    HASH_MULTIPLIER,
    collapse_root,
    new_table,
    take_part,
)
from cugraph_biclique.counting.cpu.rows import TWINS_FROM, push, step, sum_leaves
from cugraph_biclique.counting.cpu.sizes import select_rows, sort_rows
from cugraph_biclique.counting.cpu.state import (
    DEPTH,
    DONE,
    GROW,
    LAST_ROOT,
    MORE,
    NEED,
    PART,
    PARTS,
    ROOT,
    SINGLE,
    WHOLE,
    WIDE_CURSOR,
    WIDE_END,
    WIDE_NEED,
    WIDE_ROWS,
    WIDE_STRIDE,
    WIDE_WORDS,
    State,
    empty_state,
    grown,
    totals,
)
from cugraph_biclique.counting.cpu.words import cut_rows, cut_width
from cugraph_biclique.host.bits import (
    ONE,
    WORD,
    ZERO,
    inlined,
    kernel,
    popcount,
    words_for,
)
from cugraph_biclique.host.interrupts import is_raised, new_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.preparation.jobs import is_root, jobs_for, root_work

__all__ = ["DONE", "GROW", "MORE", "CountWorker", "State", "count", "grown",
           "new_state", "run", "start", "totals"]  # fmt: skip

STEPS = 4096  # steps between two checks of the job board
LISTS = 8  # neighbour lists between two checks of the stop flag in a sweep
LANES = 8  # the rows of a wide root are padded to whole vectors


def count(
    anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
) -> list[int]:
    """Count as `Backend.count` describes, on all threads."""
    workers: list[CountWorker] = []
    stop = new_flag()

    def new_worker() -> CountWorker:
        workers.append(CountWorker(anchored, leasts, stop))
        return workers[-1]

    with trace.stage("count"):
        threads = numba.get_num_threads()
        jobs = jobs_for(root_work(anchored.graph), threads)
        roots = sum(job.roots for job in jobs)
        with reporting(progress, roots, "count") as on_progress:
            for _ in stream(
                jobs, new_worker, threads, trace, on_progress=on_progress, stop=stop
            ):
                pass  # each worker keeps its sums
        found = [worker.totals() for worker in workers]
    return [sum(column) for column in zip([0] * len(leasts), *found, strict=True)]


class CountWorker:
    """The count on one thread.

    The caller reads the sums once, after the last job. If the flag `stop` was raised,
    they are invalid.
    """

    def __init__(
        self, anchored: Anchored, leasts: list[int], stop: np.ndarray | None = None
    ) -> None:
        self.anchored = anchored
        self.leasts = leasts
        self.state = new_state(*anchored[:3], stop)

    def start(self, job: Job) -> None:
        start(self.state, job.first, job.last, job.part, job.parts)

    def advance(self) -> tuple[bool, None]:
        anchored = self.anchored
        single = self.leasts == [anchored.least]
        status = run(self.state, STEPS, anchored.picks, anchored.least, single)
        if status == GROW:
            self.state = grown(self.state)
        return status == DONE, None

    def totals(self) -> list[int]:
        """Return the number of bicliques counted so far, for each of `leasts`."""
        return totals(self.state, self.leasts)


def new_state(
    graph: SearchGraph, picks: int, least: int, stop: np.ndarray | None = None
) -> State:
    """Return the state of a worker. A dense graph becomes the wide matrix."""
    state = empty_state(graph, picks, least, stop)
    n = len(graph.grown_indptr) - 1
    stride = (n + LANES - 1) // LANES * LANES
    words = words_for(len(graph.kept_indptr) - 1)
    wedges = np.square(np.diff(graph.kept_indptr), dtype=np.float64).sum()
    if n * words * stride < wedges:
        state = state._replace(wide=np.zeros(words * stride, np.uint64))
        state.control[[WHOLE, WIDE_ROWS, WIDE_WORDS, WIDE_STRIDE]] = 1, n, words, stride
        fill_whole(graph, state.wide, stride)
    return state


@kernel
def fill_whole(graph, wide, stride):
    """Write all rows of the graph as bits, word by word.

    `wide`: uint64, zero before; word w of row r is at w * stride + r.
    """
    for u in range(graph.kept_indptr.size - 1):
        at = (u >> 6) * stride
        bit = ONE << np.uint64(u & 63)
        for e in range(graph.kept_indptr[u], graph.kept_indptr[u + 1]):
            wide[at + graph.kept_indices[e]] |= bit


def start(state: State, first: int, last: int, part: int = 0, parts: int = 1) -> None:
    """Assign the roots first:last, or one part of the root `first`, to the worker."""
    if state.control[WHOLE]:  # a root is a single step, so the first part takes it
        state.control[[WIDE_CURSOR, WIDE_END]] = first, last if part == 0 else first
        return
    state.control[[ROOT, LAST_ROOT, PART, PARTS]] = first, last, part, parts


@kernel
def run(state, steps, picks, least, single):
    """Advance by at most `steps` steps; return DONE, MORE (steps used up) or GROW.

    `state` is a `State`. If `single`, the caller asks only for `least`, so the kernel
    may add binomials. If the flag `stop` is raised, return MORE; the state is invalid
    from then on. The kernel checks the flag once per step, and in long steps after some
    lists, or after a pass over all rows.
    """
    control = state.control
    control[SINGLE] = single
    for _ in range(steps):
        if is_raised(state.stop):
            return MORE
        if control[DEPTH] >= 0:
            status = step(state, least)
        elif control[WIDE_CURSOR] < control[WIDE_END]:
            status = wide_step(state, picks + control[WHOLE], least)
        elif control[ROOT] < control[LAST_ROOT]:
            status = root_step(state, picks, least)
        else:
            return DONE
        if status != MORE:
            return status
    return MORE


@inlined
def root_step(state, picks, least):
    """Expand the next root, if it has enough neighbours."""
    graph, control = state.graph, state.control
    v = control[ROOT]
    begin, end = graph.grown_indptr[v], graph.grown_indptr[v + 1]
    status = MORE
    if end - begin >= least and is_root(graph, v):
        if end - begin <= WORD and picks > 2:
            status = narrow_root(state, v, picks, least)
        else:
            status = counted_root(state, v, picks, least)
    if status == MORE:
        control[ROOT] = v + 1
    return status


@inlined
def narrow_root(state, v, picks, least):
    """Build the rows of a root with at most 64 neighbours in one sweep, then push them
    as a level."""
    graph, mask, touched = state.graph, state.mask, state.touched
    control = state.control
    begin, end = graph.grown_indptr[v], graph.grown_indptr[v + 1]
    n = np.int64(0)
    for i in range(end - begin):
        if i % LISTS == LISTS - 1 and is_raised(state.stop):
            return MORE
        u = graph.grown_indices[begin + i]
        bit = ONE << np.uint64(i)
        e = graph.kept_indptr[u + 1] - 1
        while graph.kept_indices[e] > v:
            w = graph.kept_indices[e]
            seen = mask[w]
            touched[n] = w
            n += np.int64(seen == ZERO)
            mask[w] = seen | bit
            e -= 1
    # Sort small rows first: the first picks have the most later rows, and a small row
    # shares enough with few of them.
    place = state.place
    place[: WORD + 2] = 0
    for i in range(n):
        place[popcount(mask[touched[i]]) + 1] += 1
    for size in range(least + 1):
        place[size] = 0
    for size in range(1, WORD + 2):
        place[size] += place[size - 1]
    kept = place[WORD + 1]
    for i in range(n):
        row = mask[touched[i]]
        mask[touched[i]] = ZERO
        size = popcount(row)
        if size >= least:  # `bits` has room for all: at least 4 words per vertex
            state.bits[place[size]] = row
            place[size] += 1
    if kept < picks - 1:
        return MORE
    if picks > 4:
        push(state, np.int64(0), kept, np.int64(1), end - begin, picks - 1, least)
        if control[DEPTH] == 0:
            take_part(control, state.level[0])
    elif control[PART] == 0:  # too few picks to divide: the first part takes all
        control[PARTS] = 1
        push(state, np.int64(0), kept, np.int64(1), end - begin, picks - 1, least)
    return MORE


@inlined
def counted_root(state, v, picks, least):
    """Count the common neighbours of a root of any width, then build its matrix."""
    graph, count, touched = state.graph, state.count, state.touched
    control = state.control
    begin, end = graph.grown_indptr[v], graph.grown_indptr[v + 1]
    n = np.int64(0)
    for i in range(begin, end):
        if i % LISTS == LISTS - 1 and is_raised(state.stop):
            return MORE
        u = graph.grown_indices[i]
        e = graph.kept_indptr[u + 1] - 1
        while graph.kept_indices[e] > v:
            w = graph.kept_indices[e]
            touched[n] = w
            n += np.int64(count[w] == 0)
            count[w] += 1
            e -= 1
    kept = np.int64(0)
    for i in range(n):
        w = touched[i]
        touched[kept] = w
        if count[w] >= least:
            kept += 1
        else:
            count[w] = 0
    if picks > 3:
        sort_rows(state, kept, end - begin)
    elif picks == 2 and control[PART] == 0:
        for i in range(kept):
            state.leaves[count[touched[i]]] += ONE
    for i in range(kept):
        count[touched[i]] = i + 1
    status = MORE
    if picks > 2 and kept >= picks - 1:
        status = fill_wide(state, v, kept)
    for i in range(kept):
        count[touched[i]] = 0
    if status == MORE and picks > 2 and kept >= picks - 1:
        return open_wide(state, v, kept, picks, least)
    return status


@kernel
def fill_wide(state, v, n):
    """Fill the wide matrix by a second sweep; `count` contains row numbers from 1.

    `mask` gets, per row, the sum of a random code per member. Twins have equal sums.
    """
    graph, control = state.graph, state.control
    begin, end = graph.grown_indptr[v], graph.grown_indptr[v + 1]
    stride = (n + LANES - 1) // LANES * LANES
    words = words_for(end - begin)
    # The last word written is (words - 1) * stride + n - 1.
    control[WIDE_NEED] = words * stride
    if words * stride > state.wide.size:
        return GROW
    control[WIDE_STRIDE] = stride
    control[WIDE_WORDS] = words
    wide, count = state.wide, state.count
    wide[: words * stride] = ZERO
    for i in range(end - begin):
        if i % LISTS == LISTS - 1 and is_raised(state.stop):
            return MORE
        u = graph.grown_indices[begin + i]
        at = (i >> 6) * stride - 1
        bit = ONE << np.uint64(i & 63)
        code = member_code(i)
        e = graph.kept_indptr[u + 1] - 1
        while graph.kept_indices[e] > v:
            w = graph.kept_indices[e]
            if count[w] > 0:
                wide[at + count[w]] |= bit
                state.mask[w] += code
            e -= 1
    return MORE


@kernel
def member_code(i):
    """Return a pseudo-random word for the i-th member (the finaliser of SplitMix64)."""
    code = np.uint64(i + 1) * HASH_MULTIPLIER
    code = (code ^ (code >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    code = (code ^ (code >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return code ^ (code >> np.uint64(31))


@kernel
def open_wide(state, v, n, picks, least):
    """Prepare the first picks of a wide root, or collapse the root if this pays off."""
    graph, control = state.graph, state.control
    members = graph.grown_indptr[v + 1] - graph.grown_indptr[v]
    spare = spare_rows(state, members, n)
    if picks > 3 and n >= TWINS_FROM and 5 * spare >= n:
        width = control[WIDE_WORDS]
        if n * width > state.bits.size:  # for the rows of this root only
            control[NEED] = n * width
            return GROW
        stride = control[WIDE_STRIDE]
        for r in range(n):
            if is_raised(state.stop):
                return MORE
            for w in range(width):
                state.bits[r * width + w] = state.wide[w * stride + r]
            state.weight[r * width] = 1
        collapse_root(state, n, width, members, picks)
        return MORE
    ends = n - picks + 2
    control[WIDE_ROWS] = n
    control[WIDE_CURSOR] = ends * control[PART] // control[PARTS]
    control[WIDE_END] = ends * (control[PART] + 1) // control[PARTS]
    control[PART], control[PARTS] = 0, 1
    return MORE


@kernel
def spare_rows(state, members, n):
    """Count the rows that are full, or have the same sum as an earlier row (twins).

    Also clear the sums.
    """
    everyone = ZERO
    for i in range(members):
        everyone += member_code(i)
    stamp, capacity = new_table(state.control, n)
    spare = np.int64(0)
    for i in range(n):
        code = state.mask[state.touched[i]]
        state.mask[state.touched[i]] = ZERO
        at = np.int64(code >> np.uint64(33)) & (capacity - 1)
        while state.hash_stamp[at] == stamp and np.uint64(state.hash_row[at]) != code:
            at = (at + 1) & (capacity - 1)
        spare += np.int64(code == everyone or state.hash_stamp[at] == stamp)
        state.hash_stamp[at] = stamp
        state.hash_row[at] = np.int64(code)
    return spare


@inlined
def wide_step(state, picks, least):
    """Pick the next first row of a wide root."""
    control, wide, shared = state.control, state.wide, state.shared
    i, n, stride = control[WIDE_CURSOR], control[WIDE_ROWS], control[WIDE_STRIDE]
    if control[WHOLE] and not is_root(state.graph, i):
        control[WIDE_CURSOR] = i + 1
        return MORE
    size = np.int64(0)
    used = np.int64(0)
    first = np.uint64(i + 1)
    last = np.uint64(n)
    for j in range(first, last):
        shared[j] = 0
    for w in range(control[WIDE_WORDS]):
        word = wide[w * stride + i]
        if word != ZERO:
            if is_raised(state.stop):
                return MORE
            used += 1
            size += popcount(word)
            at = np.uint64(w * stride)
            for j in range(first, last):
                shared[j] += popcount(wide[at + j] & word)
    if picks == 3:
        sum_leaves(state, i + 1, n, size)
        control[WIDE_CURSOR] = i + 1
        return MORE
    width, pack = cut_width(size, used)
    if (n - i) * width > state.bits.size:  # at most n - i - 1 rows come after row i
        control[NEED] = (n - i) * width
        return GROW
    control[WIDE_CURSOR] = i + 1
    kept = select_rows(state, i + 1, n, size, picks > 5, least)
    if kept >= picks - 2:
        cut_rows(
            wide,
            0,
            1,
            stride,
            control[WIDE_WORDS],
            i,
            state.touched,
            kept,
            state.bits,
            0,
            width,
            pack,
        )
        push(state, np.int64(0), kept, width, size, picks - 2, least)
    return MORE
