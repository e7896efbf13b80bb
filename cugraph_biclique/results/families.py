# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Families`: bicliques grouped by the edges that they share."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.results.cpu.linking import components, side_of
from cugraph_biclique.results.cpu.unions import Families as Groups
from cugraph_biclique.results.cpu.unions import count_edges, vertices_of
from cugraph_biclique.results.scores import ANY, MEMBERS_AT_ONCE, Score, scores

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result


ROUNDING = 1e-12  # relative: 0.07 * 100 is 7.000000000000001


class Families:
    """Families of overlapping bicliques, the best one first.

    `Bicliques.families` returns this class. Its frames are cuDF frames if the frames of
    the bicliques are, and pandas frames otherwise. ``len(families)`` is the number of
    families.

    Attributes
    ----------
    overlap : float
        The share of common edges that links two bicliques.
    by : str
        The score that orders the families.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> found = cb.maximal_bicliques(southern_women(), min_left=4, min_right=2)
    >>> found.families(overlap=0.8)
    <Families: 10 of 23 bicliques>
    """

    def __init__(self, found: Result, overlap: float, by: Score) -> None:
        self.overlap = overlap
        self.by = by
        self._found = found
        self._content = _families(found, overlap, by)

    def __len__(self) -> int:
        """Number of families."""
        return len(self._content.score)

    def __repr__(self) -> str:
        return f"<Families: {len(self):,} of {len(self._found):,} bicliques>"

    @property
    def bicliques(self) -> Frame:
        """A row per biclique: ``biclique`` and ``family`` (int64), in the order of the
        result."""
        family = self._content.family
        return self._frame({"biclique": np.arange(len(family)), "family": family})

    @cached_property
    def summary(self) -> Frame:
        """A row per family, the best one first.

        - ``family`` (int64): 0, 1, ...
        - ``n_bicliques``, ``n_left``, ``n_right`` (int64): its bicliques, and their
          distinct vertices
        - ``n_edges`` (int64): the distinct edges of its bicliques
        - ``density`` (float64): n_edges / (n_left x n_right)
        - ``score``, ``biclique``: the best score of its bicliques, and the id of that
          biclique
        """
        content = self._content
        n_left, n_right = np.diff(content.left[0]), np.diff(content.right[0])
        columns = {
            "family": np.arange(len(self)),
            "n_bicliques": content.n_bicliques,
            "n_left": n_left,
            "n_right": n_right,
            "n_edges": content.n_edges,
            "density": content.n_edges / (n_left * n_right),
            "score": content.score,
            "biclique": content.best,
        }
        return self._frame(columns)

    @property
    def left(self) -> Frame:
        """A row per left vertex of a family: ``family`` (int64), ``vertex`` (your
        label)."""
        return self._side(self._content.left, self._found._graph.left_labels)

    @property
    def right(self) -> Frame:
        """A row per right vertex of a family: ``family`` (int64), ``vertex`` (your
        label)."""
        return self._side(self._content.right, self._found._graph.right_labels)

    def _side(self, side: tuple[np.ndarray, np.ndarray], labels: Any) -> Frame:
        offsets, vertices = side
        family = np.repeat(np.arange(len(self)), np.diff(offsets))
        return self._frame({"family": family, "vertex": (vertices, labels)})

    def _frame(self, columns: dict[str, Any]) -> Frame:
        return self._found._frames.frame(columns)


class Content(NamedTuple):
    """Families in host memory, numbered from the best one on."""

    family: np.ndarray  # int64, of each biclique
    n_bicliques: np.ndarray  # int64
    n_edges: np.ndarray  # int64
    score: np.ndarray
    best: np.ndarray  # int64, the biclique with this score
    left: tuple[np.ndarray, np.ndarray]  # offsets and ids of the vertices
    right: tuple[np.ndarray, np.ndarray]


def _families(found: Result, overlap: float, by: Score) -> Content:
    """Link bicliques, and describe the components.

    All steps run on the host, on both engines: single linkage goes from one biclique to
    the next, and the members of a result take little memory.
    """
    graph = found._graph
    score = scores(found, by)
    left, right = (members_of(found, side) for side in ("left", "right"))
    sides = side_of(*left, graph.n_left), side_of(*right, graph.n_right)
    edges = np.diff(left[0]) * np.diff(right[0])
    need = np.ceil(overlap * edges * (1 - ROUNDING)).astype(np.int64)
    component = components(*sides, np.maximum(need, 1))
    best_first = np.argsort(-score, kind="stable")
    family = np.empty(len(score), np.int64)
    family[best_first] = pd.factorize(component[best_first])[0]
    _, first = np.unique(family[best_first], return_index=True)
    best = best_first[first]
    n_bicliques = np.bincount(family, minlength=len(best))
    starts = np.concatenate([[0], np.cumsum(n_bicliques)])
    groups = Groups(starts, np.argsort(family, kind="stable"))
    lefts = vertices_of(groups, *left, graph.n_left)
    rights = vertices_of(groups, *right, graph.n_right)
    n_sides = graph.n_left, graph.n_right
    n_edges = count_edges(groups, left, right, lefts, np.diff(rights[0]), n_sides)
    return Content(family, n_bicliques, n_edges, score[best], best, lefts, rights)


def members_of(found: Result, side: str) -> tuple[np.ndarray, np.ndarray]:
    """Offsets and members of one side, in host memory."""
    sizes = to_host(found._sizes[0] if side == "left" else found._sizes[1])
    offsets = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
    members = np.empty(offsets[-1], np.int32)
    at = 0
    for part in found._parts(ANY, MEMBERS_AT_ONCE):
        some = to_host(part._side(side)[1])
        members[at : at + len(some)] = some
        at += len(some)
    return offsets, members
