# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Orders of the kept vertices, for truncated bitmaps with few words.

An order is given as the place of each vertex. The words of a bitmap are `width`
consecutive places. A word of a row counts if it has a bit.
"""

import numpy as np

from cugraph_biclique.contract.search_graph import Ordered, SearchGraph
from cugraph_biclique.host.bits import kernel
from cugraph_biclique.host.decorators import compiled

PASSES = 5  # at most, over all vertices
LEAST_GAIN = 0.01  # a pass that saves a smaller part of the words is the last one
MOST_COUNTS = 1 << 30  # bytes of the table of `exchanged`


def by_input(ordered: Ordered, width: int) -> np.ndarray:
    """Places in the order of the input's numbers."""
    vertex = ordered.kept.members[ordered.kept.indptr[:-1]]
    return vertex.argsort(kind="stable").argsort(kind="stable")


def by_degree(ordered: Ordered, width: int) -> np.ndarray:
    """Places by ascending degree, as in the search."""
    return np.arange(len(ordered.graph.kept_weight))


def by_filling(ordered: Ordered, width: int) -> np.ndarray:
    """Places that fill one word after the other.

    A word begins with the vertex of the largest degree that has no place. The next
    vertex is the one with the most neighbours among the rows that use this word.
    """
    return fill(ordered.graph, width)


def by_exchanging(ordered: Ordered, width: int) -> np.ndarray | None:
    """Places by degree, in which vertices of two words change places if that saves
    words, as Border does. None if its table of counts is too large."""
    graph = ordered.graph
    words = -(-len(graph.kept_weight) // width)
    if words * len(graph.grown_weight) > MOST_COUNTS:
        return None
    return exchange(graph, width, words)


ORDERS = {
    "degree": by_degree,
    "input": by_input,
    "filled": by_filling,
    "exchanged": by_exchanging,
}


def used_words(graph: SearchGraph, place: np.ndarray, width: int) -> int:
    """The number of words that have a bit, in the rows of all anchored vertices."""
    degree = np.diff(graph.grown_indptr)
    words = -(-len(graph.kept_weight) // width)
    vertex = np.repeat(np.arange(len(degree)), degree)
    return len(np.unique(vertex * words + place[graph.grown_indices] // width))


@compiled
def fill(graph, width):
    """Return the places of `by_filling`. A tie goes to the smaller degree."""
    n = graph.kept_indptr.size - 1
    place = np.full(n, -1, np.int64)
    shared = np.zeros(n, np.int32)  # neighbours among the rows of the current word
    touched = np.empty(n, np.int32)
    word_of = np.full(graph.grown_indptr.size - 1, -1, np.int64)
    largest = n - 1
    n_touched = 0
    for at in range(n):
        if at % width == 0:
            for t in range(n_touched):
                shared[touched[t]] = 0
            n_touched = 0
        best = -1
        kept = 0
        for t in range(n_touched):
            u = touched[t]
            if place[u] >= 0:
                shared[u] = 0
                continue
            touched[kept] = u
            kept += 1
            more = 1 if best < 0 else shared[u] - shared[best]
            if more > 0 or (more == 0 and u < best):  # ids ascend by degree
                best = u
        n_touched = kept
        if best < 0:
            while place[largest] >= 0:
                largest -= 1
            best = largest
        place[best] = at
        for e in range(graph.kept_indptr[best], graph.kept_indptr[best + 1]):
            v = graph.kept_indices[e]
            if word_of[v] == at // width:
                continue
            word_of[v] = at // width
            for i in range(graph.grown_indptr[v], graph.grown_indptr[v + 1]):
                u = graph.grown_indices[i]
                if place[u] < 0:
                    if shared[u] == 0:
                        touched[n_touched] = u
                        n_touched += 1
                    shared[u] += 1
    return place


@compiled
def exchange(graph, width, words):
    """Return the places of `by_exchanging`."""
    n, n_rows = graph.kept_indptr.size - 1, graph.grown_indptr.size - 1
    place = np.arange(n)
    at = np.arange(n)  # the vertex of each place
    bits = np.zeros((n_rows, words), np.uint8)
    for v in range(n_rows):
        for i in range(graph.grown_indptr[v], graph.grown_indptr[v + 1]):
            bits[v, graph.grown_indices[i] // width] += 1
    used = np.int64(0)
    for v in range(n_rows):
        for w in range(words):
            used += np.int64(bits[v, w] > 0)
    wedges = np.zeros(words, np.int64)
    touched = np.empty(words, np.int64)
    mark = np.full(n_rows, -1, np.int64)
    for _ in range(PASSES):
        saved = np.int64(0)
        for x in range(n):
            saved += exchange_one(
                graph, width, place, at, bits, wedges, touched, mark, x
            )
        used -= saved
        if saved < LEAST_GAIN * used:
            break
    return place


@kernel
def exchange_one(graph, width, place, at, bits, wedges, touched, mark, x):
    """Exchange vertex x with one of the word that it shares most wedges with, if that
    saves words; return how many.

    Only vertices of at most twice its degree are considered, as no other exchange is
    likely to save words.
    """
    indptr, indices = graph.kept_indptr, graph.kept_indices
    most = 2 * (indptr[x + 1] - indptr[x])
    own = place[x] // width
    n_touched = 0
    base = np.int64(0)  # words that go, less words that come, if x moves alone
    for e in range(indptr[x], indptr[x + 1]):
        v = indices[e]
        mark[v] = x
        base += np.int64(bits[v, own] == 1)
        for i in range(graph.grown_indptr[v], graph.grown_indptr[v + 1]):
            u = graph.grown_indices[i]
            w = place[u] // width
            if w != own and indptr[u + 1] - indptr[u] <= most:
                if wedges[w] == 0:
                    touched[n_touched] = w
                    n_touched += 1
                wedges[w] += 1
    target = -1
    for t in range(n_touched):
        if target < 0 or wedges[touched[t]] > wedges[target]:
            target = touched[t]
    for t in range(n_touched):
        wedges[touched[t]] = 0
    best, best_gain = -1, np.int64(0)
    if target >= 0:
        for e in range(indptr[x], indptr[x + 1]):
            base -= np.int64(bits[indices[e], target] == 0)
        for to in range(target * width, min((target + 1) * width, at.size)):
            y = at[to]
            if indptr[y + 1] - indptr[y] > most:
                continue
            gain = base
            for e in range(indptr[y], indptr[y + 1]):
                v = indices[e]
                if mark[v] == x:  # the row keeps a bit in both words
                    gain -= np.int64(bits[v, own] == 1)
                else:
                    gain += np.int64(bits[v, target] == 1)
                    gain -= np.int64(bits[v, own] == 0)
            if gain > best_gain:
                best, best_gain = y, gain
    if best >= 0:
        for e in range(indptr[x], indptr[x + 1]):
            bits[indices[e], own] -= 1
            bits[indices[e], target] += 1
        for e in range(indptr[best], indptr[best + 1]):
            bits[indices[e], target] -= 1
            bits[indices[e], own] += 1
        place[x], place[best] = place[best], place[x]
        at[place[x]], at[place[best]] = x, best
    for e in range(indptr[x], indptr[x + 1]):
        mark[indices[e]] = -1
    return best_gain
