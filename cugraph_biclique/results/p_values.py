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
    observed = scores(found, by)
    levels, at, seen = np.unique(observed, return_inverse=True, return_counts=True)
    drawn = Drawn(levels, draws)
    for part in parts:
        drawn.add(part.number, scores(part.found, by, part.n_graphs))
    return PValues(observed, *(rates[at] for rates in drawn.rates(seen)))


class Drawn:
    """What the p-values need of the scores of random graphs.

    Memory: one number per random graph, and one per distinct score of the result.
    """

    def __init__(self, levels: np.ndarray, draws: int) -> None:
        """`levels`: the distinct scores of the result, ascending."""
        self.levels = levels
        lowest = -np.inf if levels.dtype.kind == "f" else np.iinfo(np.int64).min
        self.best = np.full(draws, lowest, levels.dtype)  # of each random graph
        # Random bicliques that reach the first k levels, and no other.
        self.reaching = np.zeros(len(levels) + 1, np.int64)

    def add(self, number: np.ndarray, score: np.ndarray) -> None:
        """Add the scores of some random bicliques, and the numbers of their graphs."""
        np.maximum.at(self.best, number, score)
        # Sorted values are found faster: the search stays in the cache.
        levels = np.searchsorted(self.levels, np.sort(score), side="right")
        np.add.at(self.reaching, levels, 1)

    def rates(self, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the p-value and the false discovery rate of each level. `seen`:
        numbers of bicliques of the result with the score of each level."""
        draws = len(self.best)
        below = np.searchsorted(np.sort(self.best), self.levels, side="left")
        p_value = (1 + draws - below) / (1 + draws)
        rate = np.minimum(_at_least(self.reaching[1:]) / (draws * _at_least(seen)), 1.0)
        # A biclique may be reported at its own score, or at any lower one.
        return p_value, np.minimum.accumulate(rate)


def _at_least(counts: np.ndarray) -> np.ndarray:
    """Sums of the counts from each place on."""
    return counts[::-1].cumsum()[::-1]
