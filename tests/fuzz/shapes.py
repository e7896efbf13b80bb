# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Generators: each makes a boolean matrix from a random generator.

`draw` mixes them: a base, sometimes two (side by side, or one over the other), then
changes such as twins, hubs, noise, empty vertices, another orientation.
"""

from __future__ import annotations

from itertools import combinations, islice

import numpy as np

from fuzz.graph import Graph

BORDERS = [7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257]
MOST_CELLS = 600_000


def any_size(rng: np.random.Generator, most: int = 24) -> int:
    """A size, small as a rule."""
    return int(rng.integers(1, most + 1))


def border(rng: np.random.Generator) -> int:
    """A size next to a border of machine words."""
    return int(rng.choice(BORDERS))


def uniform(rng: np.random.Generator) -> np.ndarray:
    """Each edge with the same probability, any density."""
    shape = any_size(rng), any_size(rng)
    return rng.random(shape) < rng.choice([0.02, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9])


def sparse(rng: np.random.Generator) -> np.ndarray:
    """Many vertices of few edges each."""
    n = int(rng.integers(20, 140))
    return rng.random((n, int(rng.integers(20, 140)))) < rng.uniform(0.5, 4) / n


def at_border(rng: np.random.Generator) -> np.ndarray:
    """One side next to a border of words, the other small."""
    few = int(rng.integers(2, 13))
    return rng.random((few, border(rng))) < rng.choice([0.1, 0.3, 0.5, 0.7, 0.95])


def both_at_border(rng: np.random.Generator) -> np.ndarray:
    """Both sides next to borders, sparse but for full vertices."""
    shape = border(rng) % 150 + 1, border(rng) % 150 + 1
    made = rng.random(shape) < 2.5 / max(shape)
    for _ in range(int(rng.integers(0, 3))):
        made[rng.integers(shape[0])] = True
    if rng.random() < 0.5:
        made[:, rng.integers(shape[1])] = True
    return made


def crown(rng: np.random.Generator) -> np.ndarray:
    """Complete but for a perfect matching."""
    return ~np.eye(int(rng.integers(1, 10)), dtype=bool)


def chain(rng: np.random.Generator) -> np.ndarray:
    """Nested neighbourhoods, steps of one or more."""
    n = border(rng) % 130 + 1 if rng.random() < 0.3 else any_size(rng)
    steps = rng.integers(1, 4, n).cumsum()
    return np.arange(steps[-1]) < steps[:, None]


def complete(rng: np.random.Generator) -> np.ndarray:
    """All edges."""
    sizes = [border(rng) if rng.random() < 0.3 else any_size(rng) for _ in range(2)]
    return np.ones(sizes, bool)


def matching(rng: np.random.Generator) -> np.ndarray:
    """Single edges."""
    return np.eye(any_size(rng, 70), dtype=bool)


def stars(rng: np.random.Generator) -> np.ndarray:
    """Left centres with leaves of their own."""
    leaves = rng.integers(1, 9, any_size(rng))
    centre = np.repeat(np.arange(len(leaves)), leaves)
    return np.arange(len(leaves))[:, None] == centre


def circulant(rng: np.random.Generator) -> np.ndarray:
    """Arcs of one length on a circle."""
    n = border(rng) % 70 + 2
    degree = int(rng.integers(1, min(n, 12) + 1))
    return (np.arange(n) - np.arange(n)[:, None]) % n < degree


def planted(rng: np.random.Generator) -> np.ndarray:
    """Complete blocks that overlap."""
    made = np.zeros((int(rng.integers(10, 90)), int(rng.integers(10, 90))), bool)
    for _ in range(int(rng.integers(1, 7))):
        chosen = [
            rng.choice(n, int(rng.integers(1, n // 2 + 1)), replace=False)
            for n in made.shape
        ]
        made[np.ix_(*chosen)] = True
    return made


def power_law(rng: np.random.Generator) -> np.ndarray:
    """Few vertices have most of the edges."""
    shape = int(rng.integers(15, 120)), int(rng.integers(15, 120))
    weight = [1 / (1 + np.arange(n)) ** rng.uniform(0.5, 1.2) for n in shape]
    made = np.outer(*weight) * rng.uniform(0.5, 3) > rng.random(shape)
    return made[rng.permutation(shape[0])][:, rng.permutation(shape[1])]


def nearly_complete(rng: np.random.Generator) -> np.ndarray:
    """A few edges are missing."""
    few, many = int(rng.integers(2, 11)), border(rng) if rng.random() < 0.5 else 20
    return rng.random((few, many)) < 0.96


def many_rows(rng: np.random.Generator) -> np.ndarray:
    """Hundreds of rows over few members: some equal, all short."""
    members = int(rng.choice([5, 8, 12, 16]))
    rows = int(rng.integers(100, 1500))
    size = int(rng.integers(1, min(4, members) + 1))
    order = rng.random((rows, members)).argsort(axis=1)
    return order < size


def combinations_of(members: int, size: int, rows: int) -> np.ndarray:
    """Rows that are the first sets of `size` of so many members."""
    chosen = list(islice(combinations(range(members), size), rows))
    made = np.zeros((len(chosen), members), bool)
    made[np.arange(len(chosen))[:, None], chosen] = True
    return made


def under_wide_root(rng: np.random.Generator) -> np.ndarray:
    """A row of all members, many short rows and a few wide ones that overlap: a wide
    root whose children are lists, most of them below a least size of three. Leaves
    keep the other side from being grown."""
    members = int(rng.integers(66, 100))
    short = combinations_of(members, int(rng.integers(2, 4)), int(rng.integers(2, 40)))
    wide = np.ones((int(rng.integers(1, 5)), members), bool)
    for row in wide:
        row[rng.choice(members, int(rng.integers(1, 16)), replace=False)] = False
    rows = np.concatenate([np.ones((1, members), bool), short, wide])
    group = int(rng.integers(1, 4))  # rows that have their leaves in common
    leaves = np.repeat(np.arange(-(-len(rows) // group)), int(rng.integers(1, 30)))
    return np.concatenate(
        [rows, (np.arange(len(rows)) // group)[:, None] == leaves], axis=1
    )


def wide_root(rng: np.random.Generator) -> np.ndarray:
    """A row of 65 members or more, and others with parts of them: few or many rows."""
    members = int(rng.choice([65, 66, 70, 90, 127, 128, 129, 200, 300, 600]))
    many = rng.random() < 0.3
    rows = int(rng.integers(65, 200)) if many else int(rng.integers(1, 9))
    density = 3 / members if many else rng.choice([0.1, 0.5, 0.9])
    made = rng.random((rows + 1, members)) < density
    made[0] = True
    return with_more_leaves_than(made, members, rng) if rng.random() < 0.5 else made


def with_more_leaves_than(
    made: np.ndarray, n: int, rng: np.random.Generator
) -> np.ndarray:
    """Leaves for all rows but the first, so that these have a larger degree than n: the
    first row is the first root then, and the others are its rows.

    Groups of rows share n leaves, which are twins, and count where a least size of
    three keeps twins apart; or the leaves are sets of three rows, and all different.
    """
    rows = np.arange(len(made))
    if rng.random() < 0.5 and 10 <= len(made) < 40:
        chosen = rng.random((min(n, 150), len(made))).argsort(axis=1)[:, :3]
        leaves = (rows[:, None, None] == chosen).any(axis=2)
    else:
        few = max(1, n // 4)
        group = rows % int(rng.integers(1, 4))
        leaves = group[:, None] == np.repeat(np.arange(group.max() + 1), few)
    return np.hstack([made, leaves & (rows[:, None] > 0)])


def nested_wide(rng: np.random.Generator) -> np.ndarray:
    """Wide children of wide children: each row drops some members of one before."""
    members = int(rng.integers(80, 260))
    made = [np.ones(members, bool)]
    for _ in range(int(rng.integers(3, 13))):
        row = made[int(rng.integers(len(made)))].copy()
        there = np.flatnonzero(row)
        row[rng.choice(there, int(rng.integers(1, len(there) // 3 + 2)))] = False
        made.append(row)
    noise = rng.random((int(rng.integers(0, 40)), members)) < 4 / members
    rows = np.concatenate([np.array(made), noise])
    return with_more_leaves_than(rows, members, rng) if rng.random() < 0.5 else rows


def heavy_squares(rng: np.random.Generator) -> np.ndarray:
    """A sparse square with full and half full vertices on both sides."""
    n = int(rng.choice([40, 63, 64, 65, 90, 130]))
    made = rng.random((n, n)) < 2 / n
    made[0], made[:, 0] = True, True
    made[1, ::2], made[::3, 1] = True, True
    return made


def nothing(rng: np.random.Generator) -> np.ndarray:
    """No edges, perhaps no vertices."""
    return np.zeros((int(rng.integers(0, 4)), int(rng.integers(0, 4))), bool)


BASES = {
    function.__name__: function
    for function in (
        uniform, sparse, at_border, both_at_border, crown, chain, complete, matching,
        stars, circulant, planted, power_law, nearly_complete, many_rows,
        under_wide_root, wide_root, nested_wide, heavy_squares, nothing,
    )
}  # fmt: skip
OFTEN = [
    "uniform", "at_border", "planted", "under_wide_root", "under_wide_root",
    "wide_root", "nested_wide", "power_law", "many_rows",
]  # fmt: skip


# Combinations


def side_by_side(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The disjoint union."""
    made = np.zeros(np.add(a.shape, b.shape), bool)
    made[: a.shape[0], : a.shape[1]] = a
    made[a.shape[0] :, a.shape[1] :] = b
    return made


def overlaid(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Both graphs on the same vertices."""
    made = np.zeros(np.maximum(a.shape, b.shape), bool)
    made[: a.shape[0], : a.shape[1]] |= a
    made[: b.shape[0], : b.shape[1]] |= b
    return made


# Changes


def with_twins(made: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Some vertices several times, on one side or on both."""
    for axis in rng.choice([0, 1], int(rng.integers(1, 3)), replace=False):
        times = np.where(rng.random(made.shape[axis]) < 0.3, rng.integers(2, 5), 1)
        made = np.repeat(made, times, axis=axis)
    return made


def with_hubs(made: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One vertex or several that are adjacent to all, on one side or on both."""
    made = np.vstack([made, np.ones((int(rng.integers(0, 3)), made.shape[1]), bool)])
    return np.hstack([made, np.ones((made.shape[0], int(rng.integers(0, 3))), bool)])


def with_noise(made: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Some edges more, and some fewer."""
    return made ^ (rng.random(made.shape) < rng.choice([0.002, 0.01, 0.05]))


def with_leaves(made: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Right leaves at some left vertices."""
    at = rng.integers(0, max(1, len(made)), int(rng.integers(1, 60)))
    return np.hstack([made, np.arange(len(made))[:, None] == at])


def with_isolated(made: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Vertices without edges."""
    return np.pad(made, rng.integers(0, 3, (2, 2)))


def shuffled(made: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Another order of the vertices."""
    made = made[rng.permutation(made.shape[0])]
    return made[:, rng.permutation(made.shape[1])]


def turned(made: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The sides exchanged."""
    return made.T


CHANGES = {
    with_twins: 0.2, with_hubs: 0.1, with_noise: 0.15, with_leaves: 0.1,
    with_isolated: 0.1, shuffled: 0.4, turned: 0.5,
}  # fmt: skip


def draw(rng: np.random.Generator) -> Graph:
    """Any graph."""
    names = [str(rng.choice(OFTEN if rng.random() < 0.6 else [*BASES]))]
    made = BASES[names[0]](rng)
    if rng.random() < 0.2:
        names.append(str(rng.choice([*BASES])))
        combine = side_by_side if rng.random() < 0.5 else overlaid
        made = combine(made, BASES[names[1]](rng))
        names.append(combine.__name__)
    for change, chance in CHANGES.items():
        if rng.random() < chance:
            made = change(made, rng)
            names.append(change.__name__)
            if made.size > MOST_CELLS:
                return draw(rng)
    graph = Graph(made, " ".join(names))
    while graph.maximal is None:  # more than the oracle finds in time
        graph = Graph(graph.matrix[::2, : -(-graph.matrix.shape[1] * 3 // 4)])
        graph.made = " ".join([*names, "cut"])
    return graph
