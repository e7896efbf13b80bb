# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""p-values of bicliques, from the scores of all bicliques of random graphs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cugraph_biclique.contract.backend import Null
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.results.scores import Score, scores

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result


class PValues(NamedTuple):
    """One value per biclique, in host memory."""

    score: np.ndarray  # int64 or float64
    p_value: np.ndarray  # float64, family-wise
    fdr: np.ndarray  # float64


def p_values(
    found: Result, by: Score, draws: int, seed: int, progress: Progress, null: Null
) -> PValues:
    """Compare the scores of a result with those of `draws` random graphs."""
    assert found._search is not None  # each public call sets it
    parts = found._search.on_random_graphs(found._graph, draws, seed, progress, null)
    drawn = Drawn(scores(found, by), draws)
    for part in parts:
        drawn.add(part.number, scores(part.found, by, part.n_graphs))
    return drawn.p_values()


class Drawn:
    """What the p-values need of the scores of random graphs.

    Memory: one number per random graph, and one per distinct score of the result.
    """

    def __init__(self, observed: np.ndarray, draws: int) -> None:
        self.observed = observed
        self.draws = draws
        self.levels, self.at = np.unique(observed, return_inverse=True)
        lowest = -np.inf if observed.dtype.kind == "f" else np.iinfo(np.int64).min
        self.best = np.full(draws, lowest, observed.dtype)  # of each random graph
        # Random bicliques that reach the first k levels, and no other.
        self.reaching = np.zeros(len(self.levels) + 1, np.int64)

    def add(self, number: np.ndarray, score: np.ndarray) -> None:
        """Add the scores of some random bicliques, and the numbers of their graphs."""
        np.maximum.at(self.best, number, score)
        # Sorted values are found faster: the search stays in the cache.
        levels = np.searchsorted(self.levels, np.sort(score), side="right")
        np.add.at(self.reaching, levels, 1)

    def p_values(self) -> PValues:
        """Return the p-values and false discovery rates of the result."""
        below = np.searchsorted(np.sort(self.best), self.levels, side="left")
        p_value = (1 + self.draws - below) / (1 + self.draws)
        drawn = _at_least(self.reaching[1:])
        seen = _at_least(np.bincount(self.at, minlength=len(self.levels)))
        rate = np.minimum(drawn / (self.draws * seen), 1.0)
        # A biclique may be reported at its own score, or at any lower one.
        rate = np.minimum.accumulate(rate)
        return PValues(self.observed, p_value[self.at], rate[self.at])


def _at_least(counts: np.ndarray) -> np.ndarray:
    """Sums of the counts from each place on."""
    return counts[::-1].cumsum()[::-1]
