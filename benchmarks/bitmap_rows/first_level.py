# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Work of the first level of the search for maximal bicliques, by kind of row.

The rows of a root are all anchored vertices that share at least two neighbours with it.
Later ones are its candidates. A candidate is tested against all other rows.
"""

from collections.abc import Iterator

import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.bits import words_for
from cugraph_biclique.host.decorators import compiled

LEAST = 2  # members of a row: the stars have the bicliques with one
ROOTS, CANDIDATES = 300, 10  # sampled roots, and candidates of each

# Bytes of an id, and of the bits that belong to it
BYTES = {
    "dense": (0, 8),
    "lists": (4, 0),
    "truncated 64": (4, 8),
    "truncated 32": (4, 4),
    "local 64": (4, 8),
}
# Shift from a member to its id, and whether members are numbered within the root
IDS = {
    "lists": (0, True),
    "truncated 64": (6, False),
    "truncated 32": (5, False),
    "local 64": (6, True),
}


def held(graph: SearchGraph) -> dict[str, dict]:
    """Bytes of the root rows: of the root with the most, and of all roots."""
    entries = {"dense": sizes(graph, 0, True, True)}
    entries |= {k: sizes(graph, *how, False) for k, how in IDS.items()}
    return {
        kind: {
            "largest_root_bytes": int(found.max(initial=0)) * sum(BYTES[kind]),
            "all_roots_bytes": int(found.sum()) * sum(BYTES[kind]),
        }
        for kind, found in entries.items()
    }


def tests(graph: SearchGraph, seed: int = 1) -> dict[str, dict]:
    """Estimate the tests of all candidates, and the ids and words that a test reads.

    The roots are a random sample, and so are the candidates of each root.
    """
    rng = np.random.default_rng(seed)
    n = len(graph.grown_weight)
    some = rng.permutation(n)[:ROOTS] if n > ROOTS else np.arange(n)
    total = {kind: np.zeros(3) for kind in BYTES}  # tests, ids, words
    for v in some:
        for kind, work in of_root(graph, v, rng):
            total[kind] += work * n / len(some)
    return {
        kind: {
            "tests": round(tested),
            "reads_per_test": (ids + words) / tested if tested else None,
            "bytes_per_test": (
                (ids * 4 + words * BYTES[kind][1]) / tested if tested else None
            ),
        }
        for kind, (tested, ids, words) in total.items()
    }


def of_root(graph: SearchGraph, v: int, rng) -> Iterator[tuple[str, np.ndarray]]:
    """Tests, ids and words of the candidates of one root, for each kind of row."""
    chosen = None
    for kind, (shift, local) in IDS.items():
        rows, indptr, ids = rows_of(graph, v, shift, local)
        if chosen is None:
            later = np.flatnonzero(rows > v)
            chosen = rng.permutation(later)[:CANDIDATES]
            weight = len(later) / max(1, len(chosen))
        n_tests = len(chosen) * max(0, len(rows) - 1)
        read, both = merged(indptr, ids, chosen)
        words = 0 if kind == "lists" else 2 * both
        yield kind, weight * np.array([n_tests, read, words])
        if kind == "local 64":  # a dense row skips the words that the candidate lacks
            used = np.diff(indptr)[chosen]
            width = words_for(int(np.diff(graph.grown_indptr)[v]))
            words = int((used * (len(rows) - 1) + width).sum())
            yield "dense", weight * np.array([n_tests, 0, words])


@compiled
def merged(indptr, ids, chosen):
    """Return the ids that the merges of some rows with all others read, and how many
    are in both rows."""
    read, both = 0, 0
    for i in chosen:
        for j in range(indptr.size - 1):
            a, b = indptr[i], indptr[j]
            while j != i and a < indptr[i + 1] and b < indptr[j + 1]:
                x, y = ids[a], ids[b]
                both += np.int64(x == y)
                read += 1 + np.int64(x == y)
                a += np.int64(x <= y)
                b += np.int64(y <= x)
    return read, both


@compiled
def rows_of(graph, v, shift, local):
    """Return the rows of a root: their vertices, and offsets and ids of their words."""
    n = graph.grown_indptr.size - 1
    start, end = graph.grown_indptr[v], graph.grown_indptr[v + 1]
    count = np.zeros(n, np.int64)
    for i in range(start, end):
        u = graph.grown_indices[i]
        for e in range(graph.kept_indptr[u], graph.kept_indptr[u + 1]):
            count[graph.kept_indices[e]] += 1
    count[v] = 0
    rows = np.flatnonzero(count >= LEAST)
    begin = np.zeros(n, np.int64)
    at = np.zeros(n, np.int64)
    top = 0
    for w in rows:
        begin[w], at[w] = top, top
        top += count[w]
    ids = np.empty(top, np.int64)
    for i in range(start, end):
        u = graph.grown_indices[i]
        word = (i - start if local else np.int64(u)) >> shift
        for e in range(graph.kept_indptr[u], graph.kept_indptr[u + 1]):
            w = graph.kept_indices[e]
            if count[w] < LEAST:
                continue
            if at[w] == begin[w] or ids[at[w] - 1] != word:
                ids[at[w]] = word
                at[w] += 1
    indptr = np.zeros(rows.size + 1, np.int64)
    kept = np.empty(top, np.int64)
    for r in range(rows.size):
        w = rows[r]
        size = at[w] - begin[w]
        indptr[r + 1] = indptr[r] + size
        kept[indptr[r] : indptr[r + 1]] = ids[begin[w] : at[w]]
    return rows, indptr, kept


@compiled
def sizes(graph, shift, local, dense):
    """Return the number of words, or of ids, of the rows of each root."""
    n = graph.grown_indptr.size - 1
    found = np.zeros(n, np.int64)
    count = np.zeros(n, np.int32)
    words = np.zeros(n, np.int32)
    last = np.zeros(n, np.int64)
    touched = np.empty(n, np.int32)
    for v in range(n):
        start, end = graph.grown_indptr[v], graph.grown_indptr[v + 1]
        n_touched = 0
        for i in range(start, end):
            u = graph.grown_indices[i]
            word = (i - start if local else np.int64(u)) >> shift
            for e in range(graph.kept_indptr[u], graph.kept_indptr[u + 1]):
                w = graph.kept_indices[e]
                if count[w] == 0:
                    touched[n_touched] = w
                    n_touched += 1
                if count[w] == 0 or last[w] != word:
                    words[w] += 1
                    last[w] = word
                count[w] += 1
        for t in range(n_touched):
            w = touched[t]
            if w != v and count[w] >= LEAST:
                found[v] += words_for(end - start) if dense else words[w]
            count[w] = 0
            words[w] = 0
    return found
