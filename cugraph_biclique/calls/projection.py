# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The projection of a graph on one side: pairs of vertices with common neighbours."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.arguments import (
    check_side,
    one_of,
    positive,
    require_scipy,
    share,
)
from cugraph_biclique.calls.subgraphs import CommonSets
from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.contract.sets import Sets
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import array_module, to_host
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.degrees import Degrees
from cugraph_biclique.results.pair_scores import (
    PAIR_NULLS,
    SIMILARITIES,
    PairNull,
    Pairs,
    PairTest,
    Rates,
    Similarity,
    similarities,
)
from cugraph_biclique.results.result import frames_of


class Wanted(NamedTuple):
    """Which pairs a projection has, and their score."""

    side: str
    least: int  # common neighbours
    by: Similarity
    null: PairNull | None
    level: float  # largest false discovery rate

    @classmethod
    def checked(
        cls,
        side: str,
        least_common: int,
        by: Similarity,
        validated: PairNull | None,
        alpha: float,
    ) -> Wanted:
        """Check the arguments of a call."""
        check_side(side)
        least = positive("least_common", least_common)
        level = share("alpha", alpha, " of false discoveries")
        one_of("by", by, SIMILARITIES)
        if validated is not None:
            one_of("validated", validated, PAIR_NULLS)
            require_scipy(f"validated={validated!r}")
        return cls(side, least, by, validated, level)


def common_sets(request: Request, wanted: Wanted) -> CommonSets:
    """Prepare the graph: only vertices of the core have pairs."""
    return CommonSets(request, wanted.side == "left", 2, wanted.least)


def pairs_of(found: CommonSets, first: int, last: int, progress: Progress) -> Pairs:
    """Return the pairs whose first vertex is in a range."""
    sets = found.sets(found.side(), progress, "project", first, last)
    pairs, ids = as_pairs(sets), to_host(found.ids)
    return pairs._replace(first=ids[pairs.first], second=ids[pairs.second])


def as_pairs(sets: Generator[Sets, None, None]) -> Pairs:
    """Return sets of two vertices as pairs, in host memory.

    The sets are those of the (2, least)-bicliques, as far as the pair: pairs that have
    fewer common neighbours are not among them.
    """
    members, common = [np.empty((0, 2), np.int32)], [np.empty(0, np.int64)]
    with closing(sets):
        for some in sets:
            members.append(to_host(some.members))
            common.append(np.diff(to_host(some.offsets)))
    first, second = np.concatenate(members).T
    return Pairs(first, second, np.concatenate(common))


def fitted_test(wanted: Wanted, degrees: Degrees) -> PairTest | None:
    """Return the test of the pairs, if the call asks for one."""
    if wanted.null is None:
        return None
    like = np.empty(0)
    mine, others = (degrees.of_side(s, like) for s in (wanted.side, OTHER[wanted.side]))
    return PairTest.of(wanted.null, mine, others)


def pairs_frame(
    wanted: Wanted,
    test: PairTest | None,
    pairs: Pairs,
    degree: np.ndarray,
    graph: BipartiteGraph,
) -> Any:
    """Return pairs with their scores, as a frame of the input's kind. With a test, it
    has their p-values, and leaves out those that are too large at any rate."""
    tested = {}
    if test is not None:
        p_value = test.p_values(pairs, degree)
        which = p_value <= wanted.level  # a rate is never less
        pairs = Pairs(*(each[which] for each in pairs))
        tested["p_value"] = p_value[which]
    labels = graph._labels_of(wanted.side)
    return frames_of(graph).frame(
        {
            "first": (pairs.first, labels),
            "second": (pairs.second, labels),
            "common": pairs.common,
            "score": similarities(wanted.by, pairs, degree),
            **tested,
        }
    )


def p_values_of(frame: Any) -> np.ndarray:
    """Return the p-values of a frame of pairs, in host memory."""
    return to_host(frame["p_value"].values)


def significant(frame: Any, rates: Rates, level: float) -> Any:
    """Return the pairs up to a false discovery rate, with their rates."""
    fdr = array_module(frame["p_value"].values).asarray(rates.at(p_values_of(frame)))
    frame = frame.assign(fdr=fdr)
    return frame[fdr <= level].reset_index(drop=True)


def n_tests(n: int) -> int:
    """Return the number of pairs of n vertices."""
    return n * (n - 1) // 2


def projection(request: Request, wanted: Wanted, progress: Progress) -> Any:
    """Return the pairs with their scores as a frame of the input's kind."""
    found = common_sets(request, wanted)
    pairs = pairs_of(found, 0, len(found.ids), progress)
    degrees = Degrees.of(request.graph)
    degree = degrees.of_side(wanted.side, pairs.first)
    test = fitted_test(wanted, degrees)
    frame = pairs_frame(wanted, test, pairs, degree, request.graph)
    if test is None:
        return frame
    tests = n_tests(int(np.count_nonzero(degree)))
    return significant(frame, Rates.of(p_values_of(frame), tests), wanted.level)
