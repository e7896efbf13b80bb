# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Scores: one number per biclique, from its sizes and the degrees of its members.

The sums over members are sums of integers, and the rest is done on the host. So both
engines return the same bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from cugraph_biclique.arguments import one_of
from cugraph_biclique.contract.search_graph import Classes
from cugraph_biclique.host.arrays import array_module, to_host
from cugraph_biclique.results.degrees import Degrees

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result

Score = Literal[
    "edges", "left", "right", "balanced", "share", "share_left", "lift", "surprise"
]
SCORES = get_args(Score)
WHOLE = "edges", "left", "right", "balanced"  # scores that are integers
NO_STAR = 2  # the least vertices of a side in a biclique that is no star
ANY = 1 << 62  # bicliques at a time
MEMBERS_AT_ONCE = 1 << 24  # members of a side that are in memory while they are summed
FRACTION_BITS = 32  # of logarithms, which are summed as integers


def check_score(by: Any) -> None:
    """Raise an error if `by` names no score."""
    one_of("by", by, SCORES)


def scores(found: Result, by: Score, n_graphs: int = 1) -> np.ndarray:
    """Return the score of each biclique, in host memory: int64 or float64.

    If the graph is the disjoint union of `n_graphs` graphs with equal numbers of
    vertices and edges, the scores are those in the graph of each biclique.
    """
    n_left, n_right = (to_host(sizes).astype(np.int64) for sizes in found._sizes)
    if by == "left":
        return n_left
    if by == "right":
        return n_right
    if by == "balanced":
        return np.minimum(n_left, n_right)
    edges = n_left * n_right
    if by == "edges":
        return edges
    whole = found._degrees or Degrees.of(found._graph, n_graphs)
    like = found._records.mask  # the graph may be in the other memory
    if by == "share":
        return edges / sums(found, "right", whole.of_side("right", like))
    if by == "share_left":
        return edges / sums(found, "left", whole.of_side("left", like))
    if by == "lift":
        lefts, rights = (
            sums(found, side, whole.of_side(side, like)) for side in ("left", "right")
        )
        return edges * (whole.n_edges / lefts.astype(np.float64)) / rights
    evidence = edges * np.log2(max(1, whole.n_edges))
    evidence -= n_right * _sums_of_logarithms(found, "left", whole)
    evidence -= n_left * _sums_of_logarithms(found, "right", whole)
    evidence -= _choices(whole.n_left, n_left)
    return evidence - _choices(whole.n_right, n_right)


def sums(found: Result, side: str, weight: Any) -> np.ndarray:
    """Sum a weight over the members of one side of each biclique: int64."""
    if not len(found):  # the records of an empty result are always in host memory
        return np.empty(0, np.int64)
    ordered, lists = found._ordered, found._backend
    is_grown = side == ordered.grow
    classes = ordered.grown if is_grown else ordered.kept
    add_up = lists.sum_grown if is_grown else lists.sum_kept
    of_classes = _of_classes(classes, weight)
    return to_host(add_up(ordered, found._records, of_classes))


def _of_classes(classes: Classes, weight: Any) -> Any:
    """Sum a weight over the vertices of each class."""
    xp = array_module(weight)
    before = xp.zeros(len(classes.members) + 1, np.int64)
    xp.cumsum(weight[classes.members], out=before[1:])
    return before[classes.indptr[1:]] - before[classes.indptr[:-1]]


def _sums_of_logarithms(found: Result, side: str, whole: Degrees) -> np.ndarray:
    """Sum the binary logarithms of the degrees of one side of each biclique."""
    degree = whole.of_side(side, found._records.mask)
    xp = array_module(degree)
    most = int(degree.max()) if len(degree) else 0
    logarithm = np.zeros(most + 1, np.int64)
    logarithm[1:] = np.round(np.log2(np.arange(1, most + 1)) * (1 << FRACTION_BITS))
    return sums(found, side, xp.asarray(logarithm)[degree]) / (1 << FRACTION_BITS)


def _choices(n: int, size: np.ndarray) -> np.ndarray:
    """Binary logarithm of the number of sets of `size` out of n vertices."""
    most = int(size.max(initial=0))
    i = np.arange(most)
    return np.concatenate([[0.0], np.cumsum(np.log2((n - i) / (i + 1)))])[size]
