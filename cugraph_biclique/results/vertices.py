# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The vertices of a result: in how many bicliques each one is, and the best of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.results.scores import Score, scores

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result


class Vertices(NamedTuple):
    """The vertices of one side that are in a biclique, the best first; on the host."""

    ids: np.ndarray  # int64, of the input
    n_bicliques: np.ndarray  # int64
    score: np.ndarray  # of the best biclique
    biclique: np.ndarray  # int64, the id of the best biclique


def vertices(found: Result, side: str, by: Score) -> Vertices:
    """Find the vertices of one side that are in a biclique.

    They are in the order of the best score, then of the number of bicliques, both
    descending, then in the order of the input. The best of equal bicliques is the one
    with the least id.
    """
    score = scores(found, by) + 0  # -0.0 becomes 0.0
    if not len(found):
        none = np.empty(0, np.int64)
        return Vertices(none, none, score, none)
    count = found._backend.count_by_vertex
    times, best = map(to_host, count(found._ordered, found._records, side, score))
    ids = np.flatnonzero(times)
    biclique = best[ids]
    order = np.lexsort((ids, -times[ids], -score[biclique]))
    ids, biclique = ids[order], biclique[order]
    return Vertices(ids, times[ids], score[biclique], biclique)
