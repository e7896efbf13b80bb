# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Slow, plain answers to compare the engines with.

Every function takes an iterable of (left, right) pairs. The two sides have separate
id spaces: the label 3 on the left and the label 3 on the right are two vertices.
"""

from collections import Counter
from itertools import combinations
from math import comb

import networkx as nx


def neighbours(edges):
    """Right neighbours of every left vertex."""
    found = {}
    for left, right in edges:
        found.setdefault(left, set()).add(right)
    return found


def maximal_bicliques(edges):
    """All (frozenset left, frozenset right), by closing neighbourhoods under meet.

    The right sides of the maximal bicliques are the non-empty intersections of left
    neighbourhoods: no search tree and no maximality test are needed.
    """
    of_left = {left: frozenset(right) for left, right in neighbours(edges).items()}
    closed = set()
    for right in of_left.values():
        closed |= {right} | {right & other for other in closed}
    closed.discard(frozenset())
    return {
        (frozenset(left for left, all_ in of_left.items() if right <= all_), right)
        for right in closed
    }


def maximal_bicliques_by_cliques(edges):
    """The same set, as maximal cliques of the graph with each side completed."""
    edges = [((0, left), (1, right)) for left, right in edges]
    graph = nx.Graph(edges)
    for side in zip(*edges, strict=True):
        graph.add_edges_from(combinations(set(side), 2))
    found = set()
    for clique in nx.find_cliques(graph):
        left = frozenset(label for side, label in clique if side == 0)
        right = frozenset(label for side, label in clique if side == 1)
        if left and right:
            found.add((left, right))
    return found


def biclique_count(edges, p, q):
    """How many complete subgraphs have p left and q right vertices."""
    of_left = neighbours(edges)
    return sum(
        comb(len(set.intersection(*chosen)), q)
        for chosen in combinations(of_left.values(), p)
    )


def bicliques(edges, p, q):
    """All of them, as tuples of p left and q right vertices, each side ascending."""
    of_left = neighbours(edges)
    return {
        (*left, *right)
        for left in combinations(sorted(of_left), p)
        for right in combinations(
            sorted(set.intersection(*(of_left[u] for u in left))), q
        )
    }


def wing_numbers(edges):
    """The wing number of each edge, by peeling from the definition."""
    left, found, k = set(edges), {}, 0

    def butterflies(edge):
        u, v = edge
        return sum(
            (u, b) in left and (a, v) in left for a, b in left if a != u and b != v
        )

    while left:
        k = max(k, min(map(butterflies, left)))
        while few := [edge for edge in left if butterflies(edge) <= k]:
            left -= {*few}
            found |= dict.fromkeys(few, k)
    return found


def tip_numbers(edges):
    """The tip number of each left vertex, in the same way."""
    left, found, k = neighbours(edges), {}, 0

    def butterflies(u):
        return sum(comb(len(left[u] & left[w]), 2) for w in left if w != u)

    while left:
        k = max(k, min(map(butterflies, left)))
        while few := [u for u in left if butterflies(u) <= k]:
            left = {u: left[u] for u in left if u not in few}
            found |= dict.fromkeys(few, k)
    return found


def covers(sets):
    """The pairs (i, j) where sets[j] is a largest set within sets[i], of different sets
    of a list."""
    return [
        (i, j)
        for i, larger in enumerate(sets)
        for j, smaller in enumerate(sets)
        if smaller < larger and not any(smaller < each < larger for each in sets)
    ]


def cover(pairs, k):
    """Up to k of these bicliques, each with the most edges that the earlier ones lack,
    and the numbers of these edges. The first of equal ones is chosen."""
    boxes = [{(u, v) for u in left for v in right} for left, right in pairs]
    covered, chosen, gains = set(), [], []
    for _ in range(k):
        new = [len(box - covered) for box in boxes]
        if not max(new, default=0):
            break
        best = new.index(max(new))
        covered |= boxes[best]
        chosen.append(best)
        gains.append(new[best])
    return chosen, gains


def divisions(baskets, itemsets):
    """Each division of these itemsets into two parts, with the numbers of baskets that
    have both parts, the first one, and the second one."""

    def times(items):
        return sum(items <= set(basket) for basket in baskets)

    return {
        (first, items - first): (times(items), times(first), times(items - first))
        for items in itemsets
        for n in range(1, len(items))
        for first in map(frozenset, combinations(items, n))
    }


def core(edges, alpha, beta):
    """The edges that are left when vertices of too small degree have been removed."""
    edges = set(edges)
    while True:
        lefts, rights = (Counter(edge[side] for edge in edges) for side in (0, 1))
        kept = {(u, v) for u, v in edges if lefts[u] >= alpha and rights[v] >= beta}
        if kept == edges:
            return edges
        edges = kept


def local_counts(edges, p, q):
    """In how many (p, q)-bicliques each left vertex, right vertex and edge is."""
    of_left = neighbours(edges)
    left, right, by_edge = Counter(), Counter(), Counter()
    for chosen in combinations(of_left, p):
        common = set.intersection(*(of_left[u] for u in chosen))
        each, all_ = comb(len(common) - 1, q - 1) if common else 0, comb(len(common), q)
        left.update(dict.fromkeys(chosen, all_))
        right.update(dict.fromkeys(common, each))
        by_edge.update({(u, v): each for u in chosen for v in common})
    return left, right, by_edge


def adjusted(observed, drawn):
    """(p-value, false discovery rate) of each score, given those of random graphs."""
    n, found, least = len(drawn), {}, 1
    for score in sorted(set(observed)):
        reached = [sum(x >= score for x in scores) for scores in drawn]
        rate = sum(reached) / n / sum(x >= score for x in observed)
        least = min(least, rate)
        found[score] = (1 + sum(k > 0 for k in reached)) / (1 + n), least
    return [found[score] for score in observed]


def defective_bicliques(edges, missing, min_left=1, min_right=1):
    """All pairs of sides of these sizes that lack at most some edges, and to which no
    vertex can be added: the left, the right side, and the number of absent edges.

    All pairs of subsets are tried.
    """
    edges = set(edges)
    lefts, rights = (sorted({edge[side] for edge in edges}) for side in (0, 1))
    rows = [sum(1 << j for j, v in enumerate(rights) if (u, v) in edges) for u in lefts]
    absent = {}
    for left in range(1 << len(lefts)):
        chosen = [row for i, row in enumerate(rows) if left >> i & 1]
        for right in range(1 << len(rights)):
            if left.bit_count() >= min_left and right.bit_count() >= min_right:
                n = sum((right & ~row).bit_count() for row in chosen)
                if n <= missing:
                    absent[left, right] = n

    def can_grow(left, right):
        more = [(left | 1 << i, right) for i in range(len(lefts)) if not left >> i & 1]
        more += [
            (left, right | 1 << j) for j in range(len(rights)) if not right >> j & 1
        ]
        return any(pair in absent for pair in more)

    return [
        (
            [u for i, u in enumerate(lefts) if left >> i & 1],
            [v for j, v in enumerate(rights) if right >> j & 1],
            n,
        )
        for (left, right), n in absent.items()
        if not can_grow(left, right)
    ]
