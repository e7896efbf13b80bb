# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Small graphs that take a kernel to its corners, and what the oracle says of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations

import numpy as np

import graphs
import naive
from fuzz import shapes
from fuzz.graph import Graph

Edges = list[tuple[int, int]]


def rows_of(rows: list[list[int]], leaves: int = 0) -> Edges:
    """Left vertices with these right neighbours, and so many of their own."""
    last = max(max(row) for row in rows) + 1
    edges = [(u, v) for u, row in enumerate(rows) for v in row]
    for u in range(len(rows)):
        edges += [(u, last + leaves * u + i) for i in range(leaves)]
    return edges


def many_short_rows(members: int, size: int, most: int) -> Edges:
    """Left vertices that are the first sets of so many members."""
    chosen = list(combinations(range(members), size))[:most]
    return rows_of([list(row) for row in chosen])


def under_a_wide_root(members: int, wide: int, leaves: int, seed: int) -> Edges:
    """A row of all members, short rows, and a few wide ones that overlap."""
    chance = graphs.random.Random(seed)
    rows = [list(range(members))]
    rows += [list(pair) for pair in list(combinations(range(members), 2))[:12]]
    for _ in range(wide):
        gone = set(chance.sample(range(members), chance.randint(1, 12)))
        rows.append([v for v in range(members) if v not in gone])
    return rows_of(rows, leaves)


def nested(members: int, rows: int, seed: int) -> Edges:
    """Each row drops some members of one before."""
    chance = graphs.random.Random(seed)
    made = [list(range(members))]
    for _ in range(rows):
        row = chance.choice(made)
        gone = set(chance.sample(row, chance.randint(1, len(row) // 4 + 1)))
        made.append([v for v in row if v not in gone])
    return rows_of(made, 1)


def wide_and_sparse(rows: int, members: int, common: int, seed: int) -> Edges:
    """Many rows of more than 64 members each, far more members than that, and twins."""
    chance = graphs.random.Random(seed)
    made = []
    for r in range(rows):
        row = {*chance.sample(range(members), 67)}
        row |= {*chance.sample(range(common), common - 2)} if r % 3 == 0 else set()
        row |= {*range(common)} if r % 7 == 0 else set()
        made.append(sorted(row))
    return rows_of([*made, made[3], made[3], made[7], made[7][:-1]])


def alike_below_a_root(rows: int, kinds: int) -> Edges:
    """A row of 70 members, and rows that have one of a few sets of these, and members
    of their own: below the first row there are twins, or full rows."""
    sets = [range(70)] if kinds == 1 else [range(9 * k, 40 + 9 * k) for k in range(3)]
    made = [[*sets[r % kinds], *range(70 + 40 * r, 110 + 40 * r)] for r in range(rows)]
    return rows_of([[*range(70)], *made])


def around(
    root: Iterable[int], others: list[list[range]], before: list[list[int]]
) -> Edges:
    """Left vertices: some with few neighbours, a wide root, and others. These get as
    many neighbours of their own as bring them behind the root, in their order."""
    rows = [*before, [*root]]
    degree, last = len(root), 1000
    for parts in others:
        row = [v for part in parts for v in part]
        own = max(0, degree + 1 - len(row))
        rows.append([*row, *range(last, last + own)])
        degree, last = len(row) + own, last + own
    return rows_of(rows)


def below(triples: int = 0) -> dict[str, Edges]:
    """Wide roots with few rows: a graph for each thing that may happen below a root.
    The triples are rows, too, and take the first places."""
    r = range
    cases = {
        "equal-rows": (r(70), [[r(50)], [r(50)], [r(40, 70)]]),
        "full-row": (r(70), [[r(75)], [r(40)], [r(20, 60)]]),
        "row-of-three": (r(70), [[r(10, 13)], [r(40)]]),
        "one-later-row": (r(160), [[r(70)], [r(60, 150)]]),
        "nested-later-rows": (
            r(200), [[r(70)], [r(10), r(100, 170)], [r(20), r(100, 190)]]
        ),
        "nested-in-an-earlier-row": (
            r(200), [[r(70)], [r(20), r(100, 170)], [r(10), r(100, 190)]]
        ),
        "equal-later-rows": (
            r(200), [[r(70)], [r(20), r(100, 160)], [r(20), r(100, 170)]]
        ),
        "later-rows-that-overlap": (
            r(200), [[r(70)], [r(20), r(100, 160)], [r(10, 35), r(100, 170)]]
        ),
        "two-roots": (r(70), [[r(30, 105)], [r(61), r(100, 140)]]),
        "held-below": (r(70), [[r(66), r(70, 79)], [r(65), r(79, 101)]]),
        "covered-below": (
            r(71), [[r(40), r(71, 106)], [r(30), r(71, 111)], [r(5, 25), r(71, 80)]]
        ),
        "covered-by-the-first": (
            [*r(40), *r(200, 231)],
            [[r(75)], [r(70), r(100, 120)], [r(5, 35), r(300, 371)]],
        ),
        "nested-matrices": (
            r(90), [[r(2 * k, 70 + 4 * k)] for k in range(6)]
        ),
    }  # fmt: skip
    before = [[v, v + 1, v + 3] for v in range(triples)]
    return {f"{name}-{triples}": around(*case, before) for name, case in cases.items()}


GRAPHS: dict[str, Edges] = {
    **{name: graphs.CLOSED_FORMS[name][0] for name in (
        "empty", "edge", "star-64", "complete-5-3", "complete-70-70", "matching",
        "path-9", "cycle-3", "circulant-9-5", "staircase-65", "crown-2", "union")},
    **{name: graphs.IRREGULAR[name] for name in (
        "dense-14-200", "sparse-70-70", "uneven-262-10", "nearly-complete-11-90",
        "planted", "twins", "twins-wide", "wide-63", "wide-64", "wide-65", "wide-129",
        "wide-both-65", "crown-and-full", "repeated-edges",
        "triples-before", "triples-behind")},
    "nested-wide": graphs.nested_wide(1, 1, 1),
    "nested-wide-twins": graphs.nested_wide(1, 2, 3),
    "nested-wide-others": graphs.nested_wide(3, 1, 2),
    "crown-7": graphs.crown(7),
    "crown-twins": graphs.twins(graphs.crown(6)),
    "random-20": graphs.random_graph(20, 20, 0.5, seed=1),
    "random-24": graphs.random_graph(24, 14, 0.6, seed=2),
    "random-72-12": graphs.random_graph(72, 12, 0.7, seed=4),
    "planted-70": graphs.planted_blocks(70, blocks=3, size=30, noise=0.02, seed=5),
    "many-short-rows": many_short_rows(9, 3, 70),
    "many-rows-of-four": many_short_rows(10, 4, 200),
    "late-members": graphs.late_members()[0],
    **{f"under-{m}-{w}-{k}": under_a_wide_root(m, w, k, seed=m + w)
       for m, w, k in [(66, 2, 2), (70, 3, 3), (80, 4, 1), (128, 3, 2)]},
    **{f"nested-{m}-{r}": nested(m, r, seed=m + r)
       for m, r in [(70, 6), (90, 9), (130, 8), (200, 12)]},
    "wide-square": graphs.random_graph(80, 80, 0.12, seed=6)
    + [(u, 80) for u in range(80)] + [(80, v) for v in range(81)],
    "wide-dense": graphs.random_graph(9, 150, 0.8, seed=7),
    "wide-sparse-few": wide_and_sparse(24, 900, 70, seed=2),
    "wide-sparse-many": wide_and_sparse(60, 2000, 12, seed=1),
    "alike-below-a-root": alike_below_a_root(30, 3),
    "full-below-a-root": alike_below_a_root(24, 1),
    "wide-many-rows": graphs.random_graph(70, 100, 0.04, seed=8)
    + [(70, v) for v in range(100)],
}  # fmt: skip
FEW = ["random-24", "wide-both-65", "nested-90-9", "under-70-3-3", "planted-70",
       "nested-wide-twins", "nested-wide-others", "triples-behind", "wide-square",
       "many-short-rows", "twins-wide"]  # fmt: skip
MANY = [[v, v + a, v + b] for v in range(195) for a, b in [(1, 3), (2, 5)]]
BELOW: dict[str, Edges] = {
    **below(), **below(31), **below(66),
    "behind-390-rows": around(
        range(200), [[range(150)], [range(120, 200)], [range(20, 180)]], MANY),
}  # fmt: skip
CROWN = {"crown-10": graphs.crown(10)}


def edges_of(name: str) -> Edges:
    """One of these graphs."""
    return (GRAPHS | BELOW | CROWN)[name]


@cache
def maximal(name: str) -> frozenset:
    """The maximal bicliques of a graph."""
    return frozenset(naive.maximal_bicliques(edges_of(name)))


def large_enough(name: str, min_left: int, min_right: int) -> set:
    """Those of these sizes or larger."""
    return {
        (left, right)
        for left, right in maximal(name)
        if len(left) >= min_left and len(right) >= min_right
    }


@cache
def matrix(name: str) -> Graph:
    """A graph with the judge of the fuzzer."""
    return Graph.of_edges(GRAPHS[name])


def count(name: str, p: int, q: int) -> int | None:
    """How many (p, q)-bicliques a graph has; None if it would take long to tell."""
    return matrix(name).count(p, q)


SHALLOW = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (2, 5), (4, 4), (5, 3)]
DEEP = [(6, 2), (5, 5), (7, 3)]


def counted(sizes: list[tuple[int, int]]) -> list[tuple[str, int, int]]:
    """The graphs and sizes whose counts are known."""
    every = ((name, p, q) for name in GRAPHS for p, q in sizes)
    return [case for case in every if count(*case) is not None]


FUZZED = 60  # graphs of the fuzzer
MOST_CELLS, MOST_MAXIMAL = 20_000, 300  # of such a graph: kernels are plain Python here


@cache
def drawn(number: int) -> tuple[Graph, dict]:
    """A small graph of the fuzzer, and the state of its random generator."""
    rng = np.random.default_rng([19, number])
    graph = shapes.draw(rng)
    while graph.matrix.size > MOST_CELLS or len(graph.maximal) > MOST_MAXIMAL:
        graph = Graph(graph.matrix[::2, : -(-graph.matrix.shape[1] * 3 // 4)])
    return graph, rng.bit_generator.state


def fuzzed(number: int) -> tuple[Graph, np.random.Generator]:
    """A small graph of the fuzzer, and what its cases are drawn with."""
    graph, state = drawn(number)
    rng = np.random.default_rng()
    rng.bit_generator.state = state
    return graph, rng


def answer_all() -> None:
    """Have the answers at hand before the processes fork."""
    for name in GRAPHS | BELOW | CROWN:
        maximal(name)
    for number in range(FUZZED):
        drawn(number)
