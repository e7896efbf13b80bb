# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Order of the rows and columns of a biadjacency matrix that makes bicliques blocks."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.groups import Groups
from cugraph_biclique.viz._inputs import host_frame

MOST = 64  # bits of a word
MOST_TURNED = 100  # distinct sets up to which 2-opt improves the order


class Matrix(NamedTuple):
    """The edges of an ordered matrix, and the vertices and bicliques of its rows and
    columns."""

    shape: tuple[int, int]
    rows: np.ndarray  # of each edge
    columns: np.ndarray
    left: np.ndarray  # the vertex in each row
    right: np.ndarray
    left_sets: np.ndarray  # the bicliques of the vertex in each row, as bits
    right_sets: np.ndarray

    @property
    def edge_sets(self) -> np.ndarray:
        """The bicliques of each edge, as bits."""
        return self.left_sets[self.rows] & self.right_sets[self.columns]


def arranged(
    graph: BipartiteGraph,
    bicliques: Bicliques | Groups | None,
    n: int,
    members_only: bool,
) -> Matrix:
    """Order the matrix so that the members of bicliques are next to each other."""
    rows = np.repeat(np.arange(graph.n_left), np.diff(graph.left_indptr))
    columns = graph.left_indices
    if bicliques is None:
        left, right = np.arange(graph.n_left), np.arange(graph.n_right)
        left_sets, right_sets = (np.zeros(len(v), np.uint64) for v in (left, right))
    else:
        left_sets = memberships(bicliques.left, n, graph.left_labels, "left")
        right_sets = memberships(bicliques.right, n, graph.right_labels, "right")
        left = order(left_sets, np.diff(graph.left_indptr))
        right = order(right_sets, np.diff(graph.right_indptr))
    rows, columns = np.argsort(left)[rows], np.argsort(right)[columns]
    left_sets, right_sets = left_sets[left], right_sets[right]
    if members_only:  # vertices in no biclique are last
        left, right = left[left_sets > 0], right[right_sets > 0]
        left_sets, right_sets = left_sets[: len(left)], right_sets[: len(right)]
        kept = (rows < len(left)) & (columns < len(right))
        rows, columns = rows[kept], columns[kept]
    shape = len(left), len(right)
    return Matrix(shape, rows, columns, left, right, left_sets, right_sets)


def check_edges(matrix: Matrix, sizes: list[tuple[int, int, int]]) -> None:
    """Raise an error unless the graph has the edges of each biclique or group, given
    their numbers of left vertices, right vertices and edges."""
    edge_sets = matrix.edge_sets
    for b, (n_left, n_right, n_edges) in enumerate(sizes):
        there = np.count_nonzero(edge_sets & bit(b))
        if there != n_edges:
            raise ValueError(
                f"number {b} of bicliques has {n_left} x {n_right} vertices and "
                f"{n_edges:,} edges, but G has {there:,} edges between these "
                "vertices: pass a result of this graph"
            )


def missing_edges(matrix: Matrix, groups: list[int]) -> np.ndarray:
    """The absent edges of groups, as rows (row, column), ascending.

    A group is a set of bicliques as bits, such as those of `connected`. An edge is
    missing if both its ends are in one group, and the graph lacks it.
    """
    inside = np.zeros(matrix.shape, bool)
    for group in groups:
        rows, columns = (
            np.flatnonzero(sets & np.uint64(group))
            for sets in (matrix.left_sets, matrix.right_sets)
        )
        inside[np.ix_(rows, columns)] = True
    inside[matrix.rows, matrix.columns] = False
    return np.argwhere(inside)


def connected(sets: np.ndarray) -> list[int]:
    """Unite sets of bicliques, given as bits, that have a biclique in common."""
    groups: list[int] = []
    for found in np.unique(sets[sets > 0]).tolist():
        apart = [group for group in groups if not group & found]
        together = [group for group in groups if group & found]
        groups = [*apart, reduce(or_, together, found)]
    return groups


def bit(biclique: int) -> np.uint64:
    """The bit of a biclique in a set; the first biclique has the highest bit."""
    return np.uint64(1 << (MOST - 1 - biclique))


def memberships(members: Any, n_bicliques: int, labels: Any, side: str) -> np.ndarray:
    """For each vertex of a side, the set of bicliques that contain it, as bits.

    `members` is the long frame of that side, whose first column is the number of the
    biclique; `labels` are those of the graph.
    """
    members = host_frame(members)
    ids = _index(labels).get_indexer(_index(members["vertex"]))
    if (ids < 0).any():
        stranger = members["vertex"].iloc[int(np.argmin(ids))]
        raise ValueError(
            f"bicliques has the {side} vertex {stranger!r}, which is not in G: pass "
            "a result of this graph"
        )
    sets = np.zeros(len(labels), np.uint64)
    biclique = members.iloc[:, 0].to_numpy()
    for b in range(n_bicliques):
        sets[ids[biclique == b]] |= bit(b)
    return sets


def _index(labels: Any) -> pd.Index:
    if isinstance(labels.dtype, np.dtype) and labels.dtype == np.float16:
        labels = labels.astype(np.float32)  # pandas has no index of float16
    return pd.Index(labels, tupleize_cols=False)


def order(sets: np.ndarray, degree: np.ndarray) -> np.ndarray:
    """Order vertices so that the members of bicliques are together.

    The members of the first and of the second biclique are one run each; a third may be
    split if it overlaps with both. Vertices in no biclique are last. Vertices in the
    same bicliques are in descending order of degree.
    """
    distinct, which = np.unique(sets, return_inverse=True)
    rank = np.empty(len(distinct), np.int64)
    rank[_path(distinct)] = np.arange(len(distinct))
    return np.lexsort((-degree, rank[which]))


def _path(distinct: np.ndarray) -> np.ndarray:
    """Order distinct sets so that bicliques begin and end as rarely as possible.

    Earlier bicliques have priority, and the empty set is last. The order of a Gray code
    is good for the first two bicliques; 2-opt then improves it for the others.
    """
    code = distinct.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        code ^= code >> np.uint64(shift)
    path = np.argsort(~code)
    n_inside = np.count_nonzero(distinct)
    if n_inside > MOST_TURNED:
        return path
    apart = _distances(np.append(distinct[path[:n_inside]], np.uint64(0)))
    return np.append(path[_turned(apart)], path[n_inside:])


def _distances(sets: np.ndarray) -> list[list[int]]:
    """Weighted number of bicliques that begin or end between two sets. One biclique
    outweighs all later ones along a path."""
    weight = [len(sets) ** (MOST - 1 - b) for b in range(MOST)]
    differ = np.bitwise_xor.outer(sets, sets)
    apart = np.zeros(differ.shape, object)
    for b in range(MOST):
        apart += ((differ & bit(b)) > 0).astype(object) * weight[b]
    return apart.tolist()


def _turned(apart: list[list[int]]) -> list[int]:
    """A short path through all sets but the last, by 2-opt. The last set is fixed
    before its start and after its end."""
    n = len(apart) - 1
    path = [n, *range(n), n]
    better = True
    while better:
        better = False
        for i, j in combinations(range(1, n + 1), 2):
            a, b, c, d = path[i - 1], path[i], path[j], path[j + 1]
            if apart[a][c] + apart[b][d] < apart[a][b] + apart[c][d]:
                path[i : j + 1] = path[i : j + 1][::-1]
                better = True
    return path[1:-1]


def longest_run(mask: np.ndarray) -> tuple[int, int]:
    """The longest run of True in a mask, as a half-open range."""
    padded = np.concatenate(([False], mask, [False]))
    runs = np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)
    first, behind = runs[np.argmax(runs[:, 1] - runs[:, 0])]
    return int(first), int(behind)
