# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Dense rows: the bits of a root are numbered within its neighbours, as in the library.

The rows of a root are stored word by word, and zero words of the picked row are
skipped. Deeper rows are those that the library cuts: without these words, or packed.
"""

import numpy as np

from benchmarks.bitmap_rows.tree import (
    ACROSS,
    ALL,
    BASE,
    CURSOR,
    DEPTH,
    DOWN,
    IDS,
    INTERSECTIONS,
    LARGEST,
    PICKS,
    ROOT,
    ROWS,
    TOP,
    WIDTH,
    WORDS,
)
from cugraph_biclique.counting.cpu.words import cut_rows, cut_width
from cugraph_biclique.host.bits import ONE, ZERO, kernel, popcount, words_for
from cugraph_biclique.host.decorators import compiled

LANES = 8  # rows are padded to whole vectors


@compiled
def run_dense(
    graph, pairs, bits, slot, shared, chosen, level, control, binomial, total, work,
    picks, least, reads,
):  # fmt: skip
    """Read about `reads` ids and words; return whether the count has ended."""
    until = work[IDS] + work[WORDS] + reads
    while work[IDS] + work[WORDS] < until:
        depth = control[DEPTH]
        if depth < 0:
            v = control[ROOT]
            if v == graph.grown_indptr.size - 1:
                return True
            control[ROOT] += 1
            if pairs.indptr[v + 1] - pairs.indptr[v] >= picks - 1:
                open_root(graph, pairs, bits, slot, level[0], work, v)
                level[0, PICKS] = picks - 1
                control[DEPTH] = 0
        elif level[depth, CURSOR] > level[depth, ROWS] - level[depth, PICKS]:
            control[DEPTH] -= 1
        else:
            pick(
                bits, shared, chosen, level, control, binomial, total, work, least
            )  # fmt: skip
    return False


@kernel
def open_root(graph, pairs, bits, slot, level, work, v):
    """Write the rows of a root word by word, in one sweep."""
    first, n = pairs.indptr[v], pairs.indptr[v + 1] - pairs.indptr[v]
    begin, end = graph.grown_indptr[v], graph.grown_indptr[v + 1]
    stride = (n + LANES - 1) // LANES * LANES
    width = words_for(end - begin)
    bits[: width * stride] = ZERO
    for r in range(n):
        slot[pairs.row[first + r]] = r + 1
    for i in range(end - begin):
        u = graph.grown_indices[begin + i]
        at = (i >> 6) * stride - 1
        bit = ONE << np.uint64(i & 63)
        e = graph.kept_indptr[u + 1] - 1
        while graph.kept_indices[e] > v:
            r = slot[graph.kept_indices[e]]
            if r > 0:
                bits[at + r] |= bit
            e -= 1
    for r in range(n):
        slot[pairs.row[first + r]] = 0
    level[ROWS], level[CURSOR] = n, 0
    level[BASE], level[ACROSS], level[DOWN], level[WIDTH] = 0, 1, stride, width
    level[TOP] = width * stride
    work[LARGEST] = max(work[LARGEST], n * width)
    work[ALL] += n * width


@kernel
def pick(bits, shared, chosen, level, control, binomial, total, work, least):
    """Pick the next row of the deepest level."""
    here = level[control[DEPTH]]
    i, n, width = here[CURSOR], here[ROWS], here[WIDTH]
    base, across, down = here[BASE], here[ACROSS], here[DOWN]
    here[CURSOR] = i + 1
    work[INTERSECTIONS] += n - i - 1
    if width == 1 and here[PICKS] == 2:
        row = bits[base + i]
        work[WORDS] += n - i
        part = ZERO
        for at in range(np.uint64(base + i + 1), np.uint64(base + n)):
            part += binomial[np.uint64(popcount(bits[at] & row))]
        total[0] += part
        return
    for j in range(i + 1, n):
        shared[j] = 0
    size, used = np.int64(0), np.int64(0)
    for w in range(width):
        word = bits[base + w * down + i * across]
        if word == ZERO:
            continue
        used += 1
        size += popcount(word)
        if across == 1:
            at = np.uint64(base + w * down)
            for j in range(np.uint64(i + 1), np.uint64(n)):
                shared[j] += popcount(bits[at + j] & word)
        else:
            at = base + w * down
            for j in range(i + 1, n):
                shared[j] += popcount(bits[at + j * across] & word)
    work[WORDS] += width + used * (n - i - 1)
    if here[PICKS] == 2:
        part = ZERO
        for j in range(i + 1, n):
            part += binomial[shared[j]]
        total[0] += part
        return
    kept = np.int64(0)
    for j in range(i + 1, n):
        chosen[kept] = j
        kept += np.int64(shared[j] >= least)
    if kept < here[PICKS] - 1:
        return
    out, pack = cut_width(size, used)
    top = here[TOP]
    cut_rows(bits, base, across, down, width, i, chosen, kept, bits, top, out, pack)
    child = level[control[DEPTH] + 1]
    child[ROWS], child[CURSOR], child[PICKS] = kept, 0, here[PICKS] - 1
    child[BASE], child[ACROSS], child[DOWN], child[WIDTH] = top, out, 1, out
    child[TOP] = top + kept * out
    control[DEPTH] += 1
