# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The work of a search or count of the CPU engine, counted instead of timed.

The kernels of the engine run one step at a time. Between two steps, the state tells
what the next one reads. So the engine needs no counters for this, and its machine code
is the one that users run. The figures are the same on every machine, as one worker
takes all roots in order. A step takes tens of microseconds this way.
"""

import numpy as np

import cugraph_biclique as cb
from benchmarks.shared.calls import BUDGET, CPU, resources
from cugraph_biclique.contract.prepared import Anchored, Prepared
from cugraph_biclique.counting import cpu as counting
from cugraph_biclique.counting.cpu import state as c
from cugraph_biclique.counting.cpu.collapsed import RAW
from cugraph_biclique.host.bits import WORD
from cugraph_biclique.preparation.jobs import root_work
from cugraph_biclique.preparation.stages import anchor, prepare
from cugraph_biclique.search import cpu as search
from cugraph_biclique.search.cpu import state as s
from cugraph_biclique.search.cpu.worker import MATRIX_BYTES


def arena_bytes(groups) -> int:
    """Bytes of all arrays of some groups."""
    return sum(
        array.nbytes
        for group in groups
        for array in group
        if isinstance(array, np.ndarray)
    )


# Maximal bicliques


def prepared(edges) -> Prepared:
    """The graph as the search takes it."""
    return prepare(cb.bipartite_graph(edges), 1, 1, resources(CPU, BUDGET))


def searched(ready: Prepared) -> dict[str, int]:
    """The counted work of a search for all maximal bicliques, without the stars.

    tests: maximality tests, of children and of the intersections of two
    contained: of these, the tests whose child is not maximal
    equal: rows that are merged with an equal row before the tests
    roots, wide_roots: roots that are swept, and those with more than 64 members
    swept: edges that the sweeps of the roots read
    steps: candidates of nodes of single words that become a node
    words: rows that these steps and their tests read, if no test ends early
    wide_steps, wide_words: candidates of bit matrices, and the words of columns that
    they combine to find their rows
    matrix_bytes, largest_matrix_bytes: of all matrices together, and of the largest
    output_bytes: of all bicliques as masks and lists
    arena_bytes: of the state of a worker at the end
    """
    return Search(ready).work


class Search:
    """One worker that takes all roots, one step at a time."""

    def __init__(self, ready: Prepared) -> None:
        self.ready = ready
        self.graph = graph = ready.ordered.graph
        self.state = search.new_state(graph)
        degree = np.diff(graph.grown_indptr)
        swept = degree >= ready.least_bits
        self.work = {
            "tests": 0,
            "contained": 0,
            "equal": 0,
            "roots": int(swept.sum()),
            "wide_roots": int((degree > WORD).sum()),
            "swept": int(root_work(graph)[swept].sum()),
            "steps": 0,
            "words": 0,
            "wide_steps": 0,
            "wide_words": 0,
            "matrix_bytes": 0,
            "largest_matrix_bytes": 0,
            "output_bytes": 0,
        }
        # Roots ascend by degree, and those with too few members take no step.
        first = int(swept.argmax()) if swept.any() else len(degree)
        search.start(self.state, first, len(degree))
        while self.take_step() != search.DONE:
            pass
        tests = search.take_nodes(self.state)
        self.work |= zip(("tests", "contained", "equal"), tests, strict=True)
        self.work["arena_bytes"] = arena_bytes(self.state[1:5])

    def take_step(self) -> int:
        """Take a step, and add its work if it was done and not put off."""
        control = self.state.control
        narrow, wide = int(control[s.ROW_DEPTH]), int(control[s.MATRIX_DEPTH])
        tests = control[s.NODES]
        rows = self.rows_around(narrow) if narrow >= 0 else None
        words = self.words_after(wide) if narrow < 0 <= wide else None
        status = search.run(
            self.state, 1, self.ready.least_bits, self.ready.min_grown, MATRIX_BYTES,
            None,
        )  # fmt: skip
        if status == search.GROW:
            self.state = search.grown(self.state)
        if status in (search.FLUSH, search.DONE):
            found = search.take_output(self.state, lambda records: records.nbytes)
            self.work["output_bytes"] += found or 0
        if status != search.MORE:
            return status
        if rows:
            before, after = rows
            self.work["steps"] += 1
            self.work["words"] += after + before * int(control[s.NODES] - tests)
        if words is not None:
            self.work["wide_steps"] += 1
            self.work["wide_words"] += words
        if control[s.MATRIX_DEPTH] > wide:
            self.add_matrix(self.state.matrix.level[wide + 1])
        return status

    def rows_around(self, depth: int) -> tuple[int, int] | None:
        """Rows before and after the next candidate of a narrow node, if it has one."""
        _, size, p, end, _ = self.state.rows.level[depth].tolist()
        return (p, size - p - 1) if p < end else None

    def words_after(self, depth: int) -> int | None:
        """Words of columns that the next candidate combines, if it is a child."""
        matrix = self.state.matrix
        level = matrix.level[depth].tolist()
        p = level[s.M_CURSOR]
        if p >= level[s.M_END]:
            return None
        children = int(matrix.bits[level[s.M_CHILDREN] + p // WORD])
        if not children >> p % WORD & 1:
            return None
        row = level[s.M_POINTERS] + p - level[s.M_EXCLUDED]
        members = int(matrix.ints[row + 1] - matrix.ints[row])
        return members * (level[s.M_WORDS] - (p + 1) // WORD)

    def add_matrix(self, level) -> None:
        """Add a matrix that a step has opened."""
        n = 8 * int(level[s.M_BITS_END] - level[s.M_COLUMNS])
        self.work["matrix_bytes"] += n
        largest = max(self.work["largest_matrix_bytes"], n)
        self.work["largest_matrix_bytes"] = largest


# (p, q) counts


def counted(edges, p: int, q: int) -> dict[str, int]:
    """The counted work of a (p, q) count, for p and q of at least 2.

    roots: with enough neighbours; 0 if one matrix contains the whole graph
    swept: edges that the sweeps of these roots read
    wide_steps, wide_words: first picks of wide roots, and the words that these read
    steps, words: later picks that open or merge a level, and the words of their rows
    pairs: rows or pairs of rows whose common members the last pick counts, where no
    equal rows are merged
    arena_bytes: of the state of a worker at the end
    """
    graph = cb.bipartite_graph(edges)
    return Count(anchor(graph, p, q, resources(CPU, BUDGET))).work


class Count:
    """One worker that takes all roots, one step at a time; `total` is the count."""

    def __init__(self, anchored: Anchored) -> None:
        self.anchored = anchored
        graph = anchored.graph
        self.state = counting.new_state(graph, anchored.picks, anchored.least)
        counting.start(self.state, 0, len(graph.grown_weight))
        names = "roots", "swept", "wide_steps", "wide_words", "steps", "words"
        self.work = dict.fromkeys(names, 0)
        while self.take_step() != counting.DONE:
            pass
        state = self.state
        self.work["pairs"] = int(state.leaves.sum())
        self.work["arena_bytes"] = arena_bytes([state[1:]])
        (self.total,) = counting.totals(state, [anchored.least])

    def take_step(self) -> int:
        """Take a step, and add its work if it was done and not put off."""
        control, anchored = self.state.control, self.anchored
        depth, pick = int(control[c.DEPTH]), int(control[c.WIDE_CURSOR])
        root = int(control[c.ROOT])
        words = self.words_below(depth) if depth >= 0 else None
        if depth < 0 and pick < control[c.WIDE_END]:
            kind, words = "wide_", self.words_of_pick(pick)
        else:
            kind = ""
        # Without `single`, the kernel counts pairs, and adds no binomials.
        status = counting.run(self.state, 1, anchored.picks, anchored.least, False)
        if status == counting.GROW:
            self.state = counting.grown(self.state)
        if status != counting.MORE:
            return status
        if words is not None:
            self.work[f"{kind}steps"] += 1
            self.work[f"{kind}words"] += words
        if control[c.ROOT] > root:
            self.add_root(root)
        return status

    def words_below(self, depth: int) -> int | None:
        """Words of the rows behind the next one of a level, if there is one."""
        level = self.state.level[depth].tolist()
        i, n, width = level[c.CURSOR], level[c.ROWS], level[c.WIDTH]
        if i == RAW:
            return n * width  # merges equal rows
        return (n - i - 1) * width if i < level[c.END] else None

    def words_of_pick(self, i: int) -> int:
        """Words that the pick of row i of a wide root reads: those with its members."""
        control, wide = self.state.control, self.state.wide
        stride, n = int(control[c.WIDE_STRIDE]), int(control[c.WIDE_ROWS])
        row = wide[i : int(control[c.WIDE_WORDS]) * stride : stride]
        return int(np.count_nonzero(row)) * (n - i - 1)

    def add_root(self, root: int) -> None:
        """Add the sweep of a root: all later neighbours of all its members."""
        graph = self.anchored.graph
        first, last = graph.grown_indptr[root], graph.grown_indptr[root + 1]
        if last - first < self.anchored.least:
            return
        self.work["roots"] += 1
        for u in graph.grown_indices[first:last].tolist():
            row = graph.kept_indices[graph.kept_indptr[u] : graph.kept_indptr[u + 1]]
            self.work["swept"] += int((row > root).sum())
