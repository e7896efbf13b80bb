# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The roots of the search for balanced bicliques, and the trees below them.

The roots are the candidates of one side, in some order. Below a root, it is a member,
and the roots before it are dropped. Behind the last root, all of them are dropped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.largest.balanced_nodes import (
    BRANCH,
    ENDS,
    GUIDE,
    IDS,
    PRUNED,
    ROWS,
    VERTICES,
    WORDS,
    Limits,
    Tree,
    settled,
    side_to_branch,
)


class Roots(NamedTuple):
    """The first node of a search, and the order of the roots."""

    candidates: np.ndarray  # uint64 (2, words)
    members: np.ndarray
    sizes: np.ndarray  # int64 (2,), numbers of members
    side: int
    order: np.ndarray  # int64
    by_id: bool  # whether the order is that of ids


def new_tree(has_edge: np.ndarray, limits: Limits) -> Tree:
    """Return a tree for a graph, given as a matrix, and least sizes of bicliques."""
    sizes = np.array(has_edge.shape)
    n_words = (sizes + 63) >> 6
    # Each level uses up one vertex of slack, except the copy of a guide.
    levels = max(0, int(sizes.sum()) - limits.left - limits.right) + 4
    n, words, matrices = sizes.max(), n_words.max(), n_words.sum() + 1
    rows = [packed_rows(~has_edge), packed_rows(~has_edge.T)]
    n_rows = rows[0].size + rows[1].size
    heads = np.zeros((matrices, 5, 2), np.int64)
    heads[0, VERTICES], heads[0, WORDS] = sizes, n_words
    heads[0, ROWS], heads[0, IDS] = (0, rows[0].size), (0, sizes[0])
    heads[0, ENDS] = n_rows, sizes.sum()
    ids = np.zeros(4 * sizes.sum(), np.int64)
    ids[: sizes.sum()] = np.concatenate([np.arange(some) for some in sizes])
    return Tree(
        rows=np.concatenate([*rows, np.zeros(2 * n_rows, np.uint64)]),
        ids=ids,
        heads=heads,
        matrix=np.zeros(levels, np.int64),
        candidates=np.zeros((levels, 2, words), np.uint64),
        members=np.zeros((levels, 2, words), np.uint64),
        sizes=np.zeros((levels, 2), np.int64),
        lacks=np.zeros((2, n), np.int64),
        now=np.zeros((3, 2), np.int64),
        state=np.zeros(5, np.int64),
        scratch=np.zeros((4, n + 1), np.int64),
        marks=np.zeros((2, words), np.uint64),
    )


def roots_of(tree: Tree, limits: Limits, by_id: bool) -> Roots | None:
    """Return the roots of a search; None if no biclique has the least sizes.

    The roots are left vertices `by_id`, or those that lack the most edges come first:
    few vertices remain below these, and the others come without them.
    """
    tree.members[0], tree.sizes[0], tree.matrix[0] = 0, 0, 0
    for side in range(2):
        n = int(tree.heads[0, VERTICES, side])
        tree.candidates[0, side] = bits_of(np.arange(n), tree.candidates.shape[2])
    verdict, side = settle_first(tree, limits)
    if verdict == PRUNED:
        return None
    side = 0 if by_id else side
    order = members_of(tree.candidates[0, side])
    if not by_id:
        order = order[np.argsort(-tree.lacks[side, order], kind="stable")]
    candidates, members = tree.candidates[0].copy(), tree.members[0].copy()
    return Roots(candidates, members, tree.sizes[0].copy(), side, order, by_id)


@compiled
def settle_first(tree, limits):
    """Reduce the first node; returns what becomes of it, and the side to branch."""
    verdict = settled(tree, 0, limits)
    return verdict, side_to_branch(tree, 0, limits) if verdict == BRANCH else 0


def place(tree: Tree, roots: Roots, number: int) -> None:
    """Begin the search below a root, or behind the last one. Roots by id are guides."""
    side, own = roots.side, roots.candidates[roots.side]
    tree.matrix[0], tree.state[:] = 0, 0
    tree.state[GUIDE] = 0 if roots.by_id else -1
    tree.candidates[0], tree.members[0] = roots.candidates, roots.members
    tree.sizes[0] = roots.sizes
    tree.candidates[0, side] &= ~bits_of(roots.order[: number + 1], len(own))
    if number < len(roots.order):
        root = roots.order[number]
        words = int(tree.heads[0, WORDS, 1 - side])
        begin = int(tree.heads[0, ROWS, side] + root * words)
        tree.candidates[0, 1 - side, :words] &= ~tree.rows[begin : begin + words]
        tree.members[0, side] |= bits_of(roots.order[number : number + 1], len(own))
        tree.sizes[0, side] += 1


def maximal(tree: Tree, level: int) -> tuple[np.ndarray, np.ndarray]:
    """Return both sides of a maximal biclique that contains the members of a node, in
    numbers of the first matrix."""
    left = common(tree, 1, tree.members[level, 1])
    return left, common(tree, 0, bits_of(left, tree.members.shape[2]))


def common(tree: Tree, side: int, members: np.ndarray) -> np.ndarray:
    """Return the vertices of the other side that lack no edge to some members."""
    n = int(tree.heads[0, VERTICES, 1 - side])
    begin, row = int(tree.heads[0, ROWS, 1 - side]), int(tree.heads[0, WORDS, side])
    rows = tree.rows[begin : begin + n * row].reshape(n, row)
    return np.flatnonzero(~(rows & members[:row]).any(axis=1))


def members_of(bits: np.ndarray) -> np.ndarray:
    """Return the numbers of the bits that are set, ascending."""
    return np.flatnonzero(np.unpackbits(bits.view(np.uint8), bitorder="little"))


def bits_of(members: np.ndarray, words: int) -> np.ndarray:
    """Return words with the bits of some numbers set."""
    has_bit = np.zeros((1, 64 * words), bool)
    has_bit[0, members] = True
    return packed_rows(has_bit)


def packed_rows(matrix: np.ndarray) -> np.ndarray:
    """Return the rows of a matrix of bool as words, one row after the other."""
    wide = np.zeros((len(matrix), -(-matrix.shape[1] // 64) * 64), bool)
    wide[:, : matrix.shape[1]] = matrix
    return np.packbits(wide, axis=1, bitorder="little").view(np.uint64).reshape(-1)
