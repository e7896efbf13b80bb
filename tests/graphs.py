# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bipartite graphs for the tests, as lists of (left, right) pairs, and their reading.

Graphs with a closed form come first, then graphs that need an oracle, then the
hypothesis strategies.
"""

import datetime
import random
from collections import Counter
from itertools import combinations

import numpy as np
import pandas as pd
from hypothesis import strategies as st


def as_frame(edges):
    """The pairs as a frame with columns user and item."""
    edges = list(edges)
    if not edges:
        return pd.DataFrame({"user": pd.Series(dtype="int64"), "item": []}).astype(
            "int64"
        )
    return pd.DataFrame(
        {side: _column(edges, index) for index, side in enumerate(("user", "item"))}
    )


def _column(edges, index):
    labels = [edge[index] for edge in edges]
    if isinstance(labels[0], tuple):  # pandas would make a level of each entry
        column = np.empty(len(labels), dtype=object)
        column[:] = labels
        return pd.Series(column)
    return pd.Series(labels)


def as_set(found):
    """A `Bicliques` result as the oracles give it: a set of pairs of frozensets."""
    pairs = as_list(found)
    assert len(set(pairs)) == len(pairs), "a biclique came out twice"
    return set(pairs)


def read(folder):
    """The bicliques of a Parquet data set, and how often each is in it."""
    frame = pd.read_parquet(folder)
    return Counter(
        (frozenset(left), frozenset(right))
        for left, right in zip(frame["left"], frame["right"], strict=True)
    )


def as_list(found):
    """The same, in the order of the result."""
    frame = found.to_frame()
    return [
        (frozenset(left), frozenset(right))
        for left, right in zip(frame["left"], frame["right"], strict=True)
    ]


def transposed(edges):
    """The same graph with its sides exchanged."""
    return [(right, left) for left, right in edges]


def disjoint_union(*graphs):
    """The graphs side by side, every label marked with its graph."""
    return [
        ((index, left), (index, right))
        for index, graph in enumerate(graphs)
        for left, right in graph
    ]


def compact(edges):
    """The same graph with labels 0, 1, ... on each side."""
    left, right = {}, {}
    return [
        (left.setdefault(u, len(left)), right.setdefault(v, len(right)))
        for u, v in edges
    ]


# Closed forms


def complete(n_left, n_right):
    """K(n_left, n_right): one maximal biclique."""
    return [(u, v) for u in range(n_left) for v in range(n_right)]


def crown(n):
    """K(n, n) without a perfect matching: 2**n - 2 maximal bicliques."""
    return [(u, v) for u in range(n) for v in range(n) if u != v]


def star(n):
    """One left vertex with n right neighbours: one maximal biclique."""
    return complete(1, n)


def matching(n):
    """n edges without a common vertex: n maximal bicliques."""
    return [(u, u) for u in range(n)]


def path(n):
    """A path of n edges: a star for each of its n - 1 inner vertices."""
    return [((i + 1) // 2, i // 2) for i in range(n)]


def cycle(n):
    """A cycle of 2 n edges, n > 2: a star for each of its 2 n vertices."""
    return circulant(n, 2)


def circulant(n, degree):
    """Left i meets the arc right i .. i + degree - 1 modulo n: biregular.

    The closed sets are the arcs of length 1 .. degree, n of each length, as long as
    two arcs never meet at both their ends (n >= 2 * degree - 1).
    """
    return [(u, (u + step) % n) for u in range(n) for step in range(degree)]


def staircase(n):
    """Nested neighbourhoods, left i meets right i .. n - 1: n maximal bicliques."""
    return [(u, v) for u in range(n) for v in range(u, n)]


CLOSED_FORMS = {
    "empty": ([], 0),
    "edge": (complete(1, 1), 1),
    "star": (star(7), 1),
    "star-64": (star(64), 1),
    "star-from-the-right": (transposed(star(7)), 1),
    "complete-5-3": (complete(5, 3), 1),
    "complete-70-70": (complete(70, 70), 1),
    "complete-1-1000": (complete(1, 1000), 1),
    "matching": (matching(50), 50),
    "path-1": (path(1), 1),
    "path-2": (path(2), 1),
    "path-9": (path(9), 8),
    "path-200": (path(200), 199),
    "cycle-3": (cycle(3), 6),
    "cycle-100": (cycle(100), 200),
    "circulant-9-5": (circulant(9, 5), 45),
    "circulant-150-60": (circulant(150, 60), 9000),
    "circulant-200-70": (circulant(200, 70), 14000),
    "staircase-6": (staircase(6), 6),
    "staircase-63": (staircase(63), 63),
    "staircase-64": (staircase(64), 64),
    "staircase-65": (staircase(65), 65),
    "staircase-200": (staircase(200), 200),
    "crown-2": (crown(2), 2),
    "crown-3": (crown(3), 6),
    "crown-10": (crown(10), 1022),
    "crown-14": (crown(14), 16382),
    "union": (
        compact(disjoint_union(crown(6), complete(4, 90), path(9), star(1))),
        62 + 1 + 8 + 1,
    ),
}


# Graphs that need an oracle


def late_members():
    """Edges and maximal bicliques of a graph in which two vertices share the second
    half of a long list: their 32 common neighbours have more others than the rest."""
    common, one, two = range(100, 132), range(200, 232), range(300, 340)
    edges = [(0, v) for v in (*common, *one)] + [(1, v) for v in (*common, *two)]
    edges += [(v, v) for v in (*common, *one, *two)]
    edges += [(1000 + leaf, 0) for leaf in range(600)]  # the left side is kept
    found = [
        ({0}, {*common, *one}),
        ({1}, {*common, *two}),
        ({0, 1}, {*common}),
        ({*range(1000, 1600)}, {0}),
        *(({0, 1, v}, {v}) for v in common),
        *(({0, v}, {v}) for v in one),
        *(({1, v}, {v}) for v in two),
    ]
    return edges, {(frozenset(left), frozenset(right)) for left, right in found}


def random_graph(n_left, n_right, density, seed):
    """Each edge with probability `density`."""
    chance = random.Random(seed)
    return [
        (u, v)
        for u in range(n_left)
        for v in range(n_right)
        if chance.random() < density
    ]


def planted_blocks(n, blocks, size, noise, seed):
    """Overlapping complete blocks of size x size in an n x n graph, and noise."""
    chance = random.Random(seed)
    edges = set(random_graph(n, n, noise, seed + 1))
    for _ in range(blocks):
        left = chance.sample(range(n), size)
        right = chance.sample(range(n), size)
        edges |= {(u, v) for u in left for v in right}
    return sorted(edges)


def communities(n, seed=1):
    """Edge frame of n small communities of 8 by 6 vertices, in random order."""
    rng = np.random.default_rng(seed)
    block, u, v = (rng.random((n, 8, 6)) < 0.7).nonzero()
    frame = pd.DataFrame({"user": block * 8 + u, "item": block * 6 + v})
    return frame.sample(frac=1, random_state=seed)


def twins(edges, copies=3):
    """Every third vertex of either side with `copies` copies of itself."""

    def copied(vertex):
        return range(copies if vertex % 3 == 0 else 1)

    return [
        (u * copies + i, v * copies + j)
        for u, v in edges
        for i in copied(u)
        for j in copied(v)
    ]


def wide(width, n_left=9, seed=0):
    """A left vertex with `width` neighbours, and others with half of them or so."""
    chance = random.Random(seed)
    edges = complete(1, width)
    for u in range(1, n_left):
        edges += [(u, v) for v in range(width) if chance.random() < 0.5]
    return edges


def nested(n_left, n_right, copies=5, seed=0):
    """A dense graph, and copies of its right side, each with fewer edges than the copy
    before it."""
    chance = random.Random(seed)
    edges = [e for e in complete(n_left, n_right) if chance.random() < 0.85]
    found = list(edges)
    for copy in range(1, copies + 1):
        edges = [e for e in edges if chance.random() < 0.93]
        found += [(u, v + copy * n_right) for u, v in edges]
    return found


def small_below_wide(sizes, width=200, pool=12, seed=0):
    """A left vertex with `width` neighbours, whose children have these sizes.

    Three left vertices per size have that many of the first `pool` right vertices.
    Other left vertices have the right vertices with a given bit in their number, so
    that no right vertices are twins.
    """
    chance = random.Random(seed)
    edges = complete(1, width)
    u = 1
    for size in [size for size in sizes for _ in range(3)]:
        edges += [(u, v) for v in sorted(chance.sample(range(pool), size))]
        u += 1
    for bit in range(width.bit_length()):
        edges += [(u + bit, v) for v in range(width) if v >> bit & 1]
    return edges


def pairs_and_others(n_left, n_right, seed=0):
    """Right vertices of two neighbours for the most part, and others of 3 to 11; and
    left vertices of their own for some of these, which come later in the order."""
    chance = random.Random(seed)
    edges = set()
    for v in range(n_right):
        size = chance.choice([2, 2, 2, 2, 3, 4, 6, 9, 11])
        edges |= {(u, v) for u in chance.sample(range(n_left), size)}
        if chance.random() < 0.2:
            edges |= {(n_left + u, v) for u in chance.sample(range(8), 5)}
    return sorted(edges)


def pairs_below_wide(width, seed=0):
    """A left vertex with `width` neighbours, two others with all but a few of these,
    and many with two of them. Some of these have more neighbours than the first, so
    they come later in the order."""
    chance = random.Random(seed)
    edges = set(complete(1, width))
    sizes = [width - 4, 66, 30, 12, 9, 9, 8, 6, 5, 4, 3, 3, *[2] * 80]
    for u, size in enumerate(sizes, 1):
        edges |= {(u, v) for v in chance.sample(range(width), size)}
        if u < 3 or u % 9 == 0:
            others = chance.sample(range(3 * width), 3 * width // 2)
            edges |= {(u, width + v) for v in others}
    return sorted(edges)


def wide_both(width, seed=0):
    """A full vertex on either side of a sparse square with two heavy vertices more."""
    edges = set(random_graph(width, width, 3 / width, seed))
    edges |= {(0, i) for i in range(width)} | {(i, 0) for i in range(width)}
    edges |= {(1, i) for i in range(0, width, 2)} | {(i, 1) for i in range(0, width, 3)}
    return sorted(edges)


def nested_wide(*copies):
    """A right vertex of 85 neighbours, and three kinds of others that overlap there and
    are not nested, in so many copies each. They have 120 more, and so come later."""
    rows = [range(75), range(5, 81), (*range(67), *range(75, 85))]
    edges = [(u, 0) for u in range(85)]
    right = 1
    for row, times in zip(rows, copies, strict=True):
        for v in range(right, right + times):
            edges += [(u, v) for u in (*row, *range(85, 205))]
        right += times
    return edges


def triples(leaves):
    """A left vertex of 60 neighbours, 84 others with three of them each, and three with
    all but a few. Those with leaves of their own come later in the order of degrees,
    unless these are merged: a least size of three on the right keeps them apart."""
    few = list(combinations(range(9), 3))
    rows = [range(60), *few, range(59), range(1, 60), range(2, 58)]
    edges, last = [], 60
    for u, (row, n) in enumerate(zip(rows, [0, *leaves], strict=True)):
        edges += [(u, v) for v in (*row, *range(last, last + n))]
        last += n
    return edges


IRREGULAR = {
    "dense-14-200": random_graph(14, 200, 0.5, seed=1),
    "dense-40-40": random_graph(40, 40, 0.3, seed=2),
    "sparse-70-70": random_graph(70, 70, 0.06, seed=3),
    "sparse-200-150": random_graph(200, 150, 0.02, seed=4),
    "uneven-300-12": random_graph(300, 12, 0.5, seed=5),
    "uneven-262-10": random_graph(262, 10, 0.3, seed=14),
    "nearly-complete-11-90": random_graph(11, 90, 0.97, seed=6),
    "planted": planted_blocks(40, blocks=6, size=8, noise=0.05, seed=7),
    "planted-wide": planted_blocks(100, blocks=3, size=67, noise=0.01, seed=8),
    "twins": twins(random_graph(15, 15, 0.4, seed=9)),
    "twins-wide": twins(random_graph(10, 60, 0.5, seed=10), copies=4),
    **{f"wide-{n}": wide(n, seed=n) for n in (63, 64, 65, 127, 128, 129, 192, 520)},
    "wide-both-65": wide_both(65, seed=11),
    "wide-both-150": wide_both(150, seed=12),
    "wide-both-520": wide_both(520, seed=13),
    "crown-and-full": crown(8)
    + [(8, v) for v in range(8)]
    + [(u, 8) for u in range(9)],
    "triples-before": triples([0] * 84 + [70, 71, 72]),
    "triples-behind": triples([90] * 84 + [70, 71, 72]),
    "repeated-edges": random_graph(12, 12, 0.4, seed=14) * 3,
}


# Hypothesis


@st.composite
def bipartite_edges(draw, max_vertices=9, max_width=140):
    """Any small graph: twins, full vertices, repeated edges, any order, wide or not.

    A row a left vertex, drawn as the bits of an integer, so that a side can be far
    wider than a machine word; then the sides may be exchanged.
    """
    narrow, any_width = st.integers(1, max_vertices), st.integers(1, max_width)
    width = draw(st.one_of(narrow, any_width))
    full = (1 << width) - 1
    row = st.one_of(st.integers(0, full), st.integers(0, full).map(lambda r: full & ~r))
    least = draw(st.integers(0, max_vertices))
    rows = draw(st.lists(row, min_size=least, max_size=max_vertices))
    if rows:
        rows += draw(st.lists(st.sampled_from(rows), max_size=3))  # left twins
    rows += draw(st.lists(st.just(full), max_size=2))  # full vertices
    edges = [
        (u, v) for u, bits in enumerate(rows) for v in range(width) if bits >> v & 1
    ]
    if edges:
        edges += draw(st.lists(st.sampled_from(edges), max_size=5))  # repeated
        chance = draw(st.randoms(use_true_random=False))
        last = max(v for _, v in edges)
        edges += [(u, last + 1) for u, v in edges if v == last]  # right twins
        chance.shuffle(edges)
    return transposed(edges) if draw(st.booleans()) else edges


LABELS = {
    "int": lambda i: i,
    "negative": lambda i: 3 - 7 * i,
    "huge": lambda i: 2**63 - 1 - i,
    "float": lambda i: i / 4 - 1,
    "str": lambda i: f"v{i}",
    "unicode": lambda i: "äöü"[i % 3] * (i % 5) + str(i),
    "bytes": lambda i: f"v{i}".encode(),
    "tuple": lambda i: (i // 3, f"v{i % 3}"),
    "mixed": lambda i: i if i % 2 else f"v{i}",
    "date": lambda i: datetime.date(2026, 1, 1) + datetime.timedelta(days=i),
    "timestamp": lambda i: pd.Timestamp(2026, 1, 1) + pd.Timedelta(hours=i),
}


def relabelled(edges, left, right):
    """The same graph with labels made by two entries of `LABELS`."""
    return [(LABELS[left](u), LABELS[right](v)) for u, v in edges]


@st.composite
def labelled_bipartite_edges(draw, **options):
    """As `bipartite_edges`, with any kind of label on either side."""
    kinds = st.sampled_from(sorted(LABELS))
    return relabelled(draw(bipartite_edges(**options)), draw(kinds), draw(kinds))
