# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The projection of a graph on one side: pairs of vertices with common neighbours."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import numpy as np

from cugraph_biclique.calls.subgraphs import CommonSets
from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.degrees import Degrees
from cugraph_biclique.results.pair_scores import (
    PairNull,
    Pairs,
    Similarity,
    adjusted,
    p_values,
    similarities,
)
from cugraph_biclique.results.result import frames_of


def pairs_of(request: Request, side: str, least: int, progress: Progress) -> Pairs:
    """Return the pairs of vertices of a side with at least `least` common neighbours.

    Only vertices of the core have any. The list is that of the (2, least)-bicliques, as
    far as the pair: it takes no memory for pairs that share fewer.
    """
    found = CommonSets(request, side == "left", 2, least)
    ids, of_side = to_host(found.ids), found.side()
    members, common = [np.empty((0, 2), np.int32)], [np.empty(0, np.int64)]
    with closing(found.sets(of_side, progress, "project", 0, len(ids))) as every:
        for sets in every:
            members.append(ids[to_host(sets.members)])
            common.append(np.diff(to_host(sets.offsets)))
    first, second = np.concatenate(members).T
    return Pairs(first, second, np.concatenate(common))


def projection(
    request: Request,
    side: str,
    least: int,
    by: Similarity,
    null: PairNull | None,
    level: float,
    progress: Progress,
) -> Any:
    """Return the pairs with their scores as a frame of the input's kind."""
    graph = request.graph
    pairs = pairs_of(request, side, least, progress)
    degrees = Degrees.of(graph)
    degree = degrees.of_side(side, pairs.first)
    tested = {}
    if null is not None:
        others = degrees.of_side(OTHER[side], pairs.first)
        p_value = p_values(null, pairs, degree, others)
        n = int(np.count_nonzero(degree))
        fdr = adjusted(p_value, n * (n - 1) // 2)
        which = fdr <= level
        pairs = Pairs(*(each[which] for each in pairs))
        tested = {"p_value": p_value[which], "fdr": fdr[which]}
    labels = graph._labels_of(side)
    return frames_of(graph).frame(
        {
            "first": (pairs.first, labels),
            "second": (pairs.second, labels),
            "common": pairs.common,
            "score": similarities(by, pairs, degree),
            **tested,
        }
    )
