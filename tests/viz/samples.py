# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs, bicliques and tables to draw."""

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.data import southern_women


def women(n=None):
    """The largest bicliques of the graph of the demo."""
    found = cb.maximal_bicliques(southern_women(), engine="cpu", sort=True)
    return found if n is None else found.nlargest(n)


def blocks(*sizes, of=None):
    """An edge frame of complete blocks (left, right) that share no vertex, in a random
    order of vertices; `of` is how many there are of these."""
    left, right = np.cumsum([(0, 0), *sizes], axis=0).T
    rng = np.random.default_rng(3)
    names_left = rng.permutation(of or left[-1])
    names_right = rng.permutation(of or right[-1])
    pairs = [
        pd.MultiIndex.from_product(
            [
                names_left[left[i] : left[i + 1]],
                names_right[right[i] : right[i + 1]],
            ],
            names=["user", "item"],
        ).to_frame(index=False)
        for i in range(len(sizes))
    ]
    return pd.concat(pairs, ignore_index=True)


ABSENT = {("u0", "v0"), ("u1", "v0"), ("u2", "v3")}


def ring():
    """A block of 8 x 5 without the edges of ABSENT, and other edges. Its last edge is
    one of the block."""
    block = {(f"u{i}", f"v{j}") for i in range(8) for j in range(5)}
    random = np.random.default_rng(2).integers(0, [300, 100], (600, 2))
    others = {(f"a{i}", f"b{j}") for i, j in random.tolist()}
    edges = [*sorted(others), *sorted(block - ABSENT)]
    return pd.DataFrame(edges, columns=["user", "item"])


def noisy_blocks():
    """A graph of 600 x 500, too large to draw every cell, with two blocks."""
    rng = np.random.default_rng(5)
    noise = {"user": rng.integers(0, 600, 600), "item": rng.integers(0, 500, 600)}
    return pd.concat(
        [
            blocks((150, 120), (80, 100), of=500),
            pd.DataFrame(noise),
            pd.DataFrame({"user": range(600), "item": [i % 500 for i in range(600)]}),
        ],
        ignore_index=True,
    )


def large(n=2):
    edges = noisy_blocks()
    found = cb.maximal_bicliques(edges, engine="cpu", min_left=80, min_right=90)
    return edges, found.nlargest(n)


def overlapping():
    """Two bicliques that share edges, and one that shares none."""
    together = blocks((6, 4))
    more = together[together["user"] < 3].assign(item=lambda e: e["item"] + 4)
    return pd.concat([together, more, blocks((5, 5)) + 100], ignore_index=True)


def wide_sizes():
    """Sizes with a long tail."""
    n = np.arange(1, 400)
    left = pd.DataFrame({"n_left": n, "n_right": 1, "count": 4000 // n})
    right = left.rename(columns={"n_left": "n_right", "n_right": "n_left"})
    return pd.concat([left, right[5:]], ignore_index=True)


def table(most=6, base=10):
    """Counts far beyond any integer of a machine, and one that is zero."""
    cells = [(p, q) for p in range(1, most + 1) for q in range(1, most + 1)]
    counts = [0 if p == q == most else base ** (p * q) for p, q in cells]
    p, q = zip(*cells, strict=True)
    return pd.DataFrame({"p": p, "q": q, "count": pd.Series(counts, dtype=object)})


def chance(draws=5):
    """Sizes beside those of random graphs."""
    return cb.significance(southern_women(), draws, seed=1, engine="cpu")


def no_bicliques():
    return cb.maximal_bicliques(southern_women(), engine="cpu", min_left=15)
