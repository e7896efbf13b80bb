# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Relations of (p, q)-biclique counts."""

from __future__ import annotations

from math import comb

import numpy as np

import cugraph_biclique as cb
from calls import request_of
from cugraph_biclique.calls.counting import Run, count_in_partition
from cugraph_biclique.results.pair_scores import SIMILARITIES
from fuzz import calls
from fuzz.calls import Options, same
from fuzz.graph import Graph
from fuzz.inputs import numbers
from fuzz.searches import partitions_of
from fuzz.shapes import side_by_side

MOST_LISTED = 3000


def counted(graph: Graph, o: Options) -> None:
    """A count is the judge's."""
    expected = graph.count(o["p"], o["q"])
    found = calls.biclique_count(graph, o["p"], o["q"], o)
    if expected is None:  # too long for the judge: the other side is the second opinion
        turned = graph.transposed()
        expected = calls.biclique_count(turned, o["q"], o["p"], o | {"limits": {}})
    same(found, expected, f"({o['p']}, {o['q']})-bicliques")


def counted_all(graph: Graph, o: Options) -> None:
    """A table is the judge's, cell by cell."""
    for (p, q), n in calls.biclique_counts(graph, o["p"], o["q"], o).items():
        expected = graph.count(p, q)
        if expected is not None:
            same(n, expected, f"({p}, {q})-bicliques of a table")


def table_and_single(graph: Graph, o: Options) -> None:
    """A cell of a table is what a count of its own says."""
    table = calls.biclique_counts(graph, o["p"], o["q"], o)
    p, q = 1 + o["salt"] % o["p"], 1 + o["salt"] // 7 % o["q"]
    same(calls.biclique_count(graph, p, q, o), table[p, q], f"({p}, {q})-bicliques")


def counted_transposed(graph: Graph, o: Options) -> None:
    """The (p, q)-bicliques are the (q, p)-bicliques of the transpose."""
    found = calls.biclique_count(graph.transposed(), o["q"], o["p"], o)
    same(found, calls.biclique_count(graph, o["p"], o["q"], o), "transposed count")


def counted_union(graph: Graph, o: Options) -> None:
    """Side by side, the counts of two graphs add up."""
    other = Graph(graph.matrix[o["salt"] % 3 :: 2])
    both = Graph(side_by_side(graph.matrix, other.matrix))
    n = [calls.biclique_count(it, o["p"], o["q"], o) for it in (both, graph, other)]
    same(n[0], n[1] + n[2], "count of a disjoint union")


def counted_by_threads(graph: Graph, o: Options) -> None:
    """One thread and three count the same."""
    n = []
    for threads in (1, 3):
        with calls.conditions({"threads": threads, "fences": False}):
            n.append(calls.biclique_count(graph, o["p"], o["q"], o))
    same(n[1], n[0], "three threads and one")


def counted_by_engines(graph: Graph, o: Options) -> None:
    """The GPU engine and the CPU engine count the same."""
    n = [
        calls.biclique_count(graph, o["p"], o["q"], o | {"engine": engine})
        for engine in ("gpu", "cpu")
    ]
    same(n[0], n[1], "GPU and CPU")


def counted_in_partitions(graph: Graph, o: Options) -> None:
    """The counts of partitions add up."""
    p, q = max(2, o["p"]), max(2, o["q"])
    expected = graph.count(p, q)
    if expected is None:
        return
    sets = [comb(n, k) for n, k in zip(graph.matrix.shape, (p, q), strict=True)]
    grow = ["left", "right"][sets[1] < sets[0]]  # a partition has no say in this
    run, engine = Run.of(grow, p, q), o.get("engine", "cpu")
    found = [
        count_in_partition(part, request_of(part, engine), [run])[0]
        for part in partitions_of(graph, grow, o["parts"], o["salt"])
    ]
    same(sum(found), expected, "count of the partitions")


def stars_of_degrees(graph: Graph, o: Options) -> None:
    """With p or q = 1, the count is that of stars."""
    q = o["q"]
    degrees = graph.matrix.sum(axis=1), graph.matrix.sum(axis=0)
    expected = [sum(comb(int(d), q) for d in side) for side in degrees]
    found = [calls.biclique_count(graph, *pq, o) for pq in ((1, q), (q, 1))]
    same(found, expected, f"stars of {q} leaves")


def closed_form(graph: Graph, o: Options) -> None:
    """Large graphs whose counts are known by a formula; the graph given is not used."""
    name, n, m = o["form"], o["n"], o["m"]
    p, q = o["p"], o["q"]
    if name == "complete":
        made = np.ones((n, m), bool)
        maximal, counts = 1, comb(n, p) * comb(m, q)
    elif name == "crown":
        made = ~np.eye(n, dtype=bool)
        maximal, counts = 2**n - 2, comb(n, p) * comb(n - p, q) if p <= n else 0
    elif name == "chain":
        made = np.tri(n, dtype=bool)
        maximal = n
        counts = sum(comb(n - 1 - i, p - 1) * comb(i + 1, q) for i in range(n))
    else:
        made = np.kron(np.eye(5, dtype=bool), np.ones((n, m), bool))
        maximal, counts = 5, 5 * comb(n, p) * comb(m, q)
    large, o = Graph(made), {k: v for k, v in o.items() if not k.startswith("min_")}
    if name != "crown" or n <= 12:
        same(calls.count(large, o), maximal, f"maximal bicliques of {name}")
    same(calls.biclique_count(large, p, q, o), counts, f"count of {name}")


def listed(graph: Graph, o: Options) -> None:
    """As many rows as are counted, each another biclique."""
    p, q = o["p"], o["q"]
    n = calls.biclique_count(graph, p, q, o)
    if n > MOST_LISTED:
        return
    it = calls.passed(graph, o)
    rows = []
    for batch in cb.iter_bicliques(
        it.G, p, q, **it.columns, batch_size=1 + o["salt"] % 99,
        **calls.for_counting(o | {"memory_budget": None}),
    ):  # fmt: skip
        left = [numbers(it.left, batch[f"left_{i + 1}"]) for i in range(p)]
        right = [numbers(it.right, batch[f"right_{i + 1}"]) for i in range(q)]
        rows += zip(np.array(left).T.tolist(), np.array(right).T.tolist(), strict=True)
    same(len(rows), n, "listed bicliques")
    assert all(graph.matrix[np.ix_(*row)].all() for row in rows), "no biclique"
    sides = [(tuple(sorted(a)), tuple(sorted(b))) for a, b in rows]
    same(len(set(sides)), n, "different bicliques")
    assert all(len({*a}) == p and len({*b}) == q for a, b in sides), "a vertex twice"


def peeled(graph: Graph, o: Options) -> None:
    """The edges and the vertices from one number on are what the definitions say."""
    it = calls.passed(graph, o)
    how = it.columns | calls.for_counting(o | {"memory_budget": None})
    found = cb.bitruss(it.G, **how)
    ends = numbers(it.left, found.iloc[:, 0]), numbers(it.right, found.iloc[:, 1])
    wings = np.full(graph.matrix.shape, -1)
    wings[ends] = found["wing"].to_numpy()
    same((wings >= 0).tolist(), graph.matrix.tolist(), "edges with a wing number")
    k = one_of(wings[graph.matrix], o["salt"])
    inside = graph.matrix.copy()
    while (few := inside & (butterflies_of_edges(inside) < k)).any():
        inside &= ~few
    same(inside.tolist(), (graph.matrix & (wings >= k)).tolist(), f"{k}-bitruss")
    found = cb.tip(it.G, "left", **how)
    tips = np.zeros(len(graph.matrix), np.int64)
    tips[numbers(it.left, found["vertex"])] = found["tip"].to_numpy()
    k = one_of(tips, o["salt"])
    kept = np.ones(len(tips), bool)
    while (less := kept & (butterflies_of_rows(graph.matrix, kept) < k)).any():
        kept &= ~less
    same(kept.tolist(), (tips >= k).tolist(), f"{k}-tip")


def projected(graph: Graph, o: Options) -> None:
    """The pairs are the entries of a product of matrices, with their scores."""
    it = calls.passed(graph, o)
    how = it.columns | calls.for_counting(o | {"memory_budget": None})
    by = SIMILARITIES[o["salt"] % len(SIMILARITIES)]
    found = cb.project(it.G, "left", least_common=o["q"], by=by, **how)
    ends = [numbers(it.left, found[name]) for name in ("first", "second")]
    edges = graph.matrix.astype(np.int64)
    common, degree = edges @ edges.T, edges.sum(axis=1)
    expected = np.argwhere(np.triu(common, 1) >= o["q"])
    same(sorted(zip(*np.sort(ends, axis=0).tolist(), strict=True)),
         [tuple(pair) for pair in expected.tolist()], "pairs")  # fmt: skip
    same(
        found["common"].to_numpy().tolist(),
        common[tuple(ends)].tolist(),
        "common neighbours",
    )
    score = pair_scores(by, common[tuple(ends)], *(degree[end] for end in ends))
    same(found["score"].to_numpy().tolist(), score.tolist(), by)


def pair_scores(
    by: str, common: np.ndarray, first: np.ndarray, second: np.ndarray
) -> np.ndarray:
    """The scores of pairs with these degrees."""
    sizes = {
        "count": np.int64(1),
        "jaccard": first + second - common,
        "overlap": np.minimum(first, second),
        "cosine": np.sqrt(first.astype(float) * second),
    }
    return common if by == "count" else common / sizes[by]


def cores(graph: Graph, o: Options) -> None:
    """A vertex is in the core up to its number, and in none after it."""
    it = calls.passed(graph, o)
    found = cb.core_numbers(it.G, o["p"], "left", **it.columns, engine=o["engine"])
    beta = np.zeros(len(graph.matrix), np.int64)
    beta[numbers(it.left, found["vertex"])] = found["beta"].to_numpy()
    least = one_of(beta, o["salt"]) or 1
    kept, others = (np.ones(n, bool) for n in graph.matrix.shape)
    while True:
        before = kept.sum() + others.sum()
        kept &= graph.matrix[:, others].sum(axis=1) >= o["p"]
        others &= graph.matrix[kept].sum(axis=0) >= least
        if before == kept.sum() + others.sum():
            break
    same(kept.tolist(), (beta >= least).tolist(), f"({o['p']}, {least})-core")


def one_of(values: np.ndarray, salt: int) -> int:
    """One of the different values."""
    different = np.unique(values)
    return int(different[salt % len(different)]) if len(different) else 0


def butterflies_of_edges(matrix: np.ndarray) -> np.ndarray:
    """The number of butterflies of each edge; others have any number."""
    edges = matrix.astype(np.int64)
    common = edges @ edges.T
    degrees = edges.sum(axis=1)[:, None] + edges.sum(axis=0)[None, :]
    return common @ edges - degrees + 1


def butterflies_of_rows(matrix: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """The number of butterflies of each row with the rows that are kept."""
    edges = matrix.astype(np.int64)
    common = edges @ edges.T
    np.fill_diagonal(common, 0)
    return (common * (common - 1) // 2)[:, kept].sum(axis=1)


COUNTS = {
    function.__name__: function
    for function in (
        counted, counted_all, table_and_single, counted_transposed, counted_union,
        counted_by_threads, counted_by_engines, counted_in_partitions,
        stars_of_degrees, closed_form, listed, peeled, projected, cores,
    )
}  # fmt: skip
