# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compare the sizes of maximal bicliques with those of random graphs."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.random_searches import SameSearch
from cugraph_biclique.contract.backend import Null
from cugraph_biclique.host.progress import reporting
from cugraph_biclique.request.request import Request
from cugraph_biclique.request.sizes import Sizes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# When thresholds lose much. Without a planted group, the sum over all sizes of the
# bicliques beyond these deviations is below 0.1 % of the bicliques of the graph.
DEVIATIONS = 5  # standard deviations above the mean of a size
SHARE_CUT = 1 / 2  # of the bicliques that chance does not explain
SHARE_OF_ALL = 1 / 500
FEWEST_CUT = 20  # bicliques, which is few enough to look at each one
FEWEST_DRAWS = 5  # for a standard deviation


@dataclass(frozen=True, eq=False, repr=False)
class Significance:
    """Numbers of maximal bicliques by size, in a graph and in random graphs.

    Attributes
    ----------
    sizes : pandas.DataFrame
        One row for each size that occurs in the graph or in a random graph, ascending:
        ``n_left``, ``n_right`` (int32); ``observed`` (int64), the number in the graph;
        ``mean``, ``sd`` (float64) and ``largest`` (int64) of the numbers in the random
        graphs; and ``false_share`` (float64).
    draws : int
        Number of random graphs.
    seed : int
        The seed that they were drawn with.

    Notes
    -----
    The false share of a size (a, b) concerns all bicliques with at least a left and b
    right vertices. It is the mean number of these in the random graphs, divided by
    their number in the graph, and at most 1. So it is the share of the observed
    bicliques that the degrees alone explain. ``sd`` is the sample standard deviation
    (NaN for a single draw).
    """

    sizes: pd.DataFrame
    draws: int
    seed: int

    def __repr__(self) -> str:
        observed = int(self.sizes["observed"].sum())
        by_chance = float(self.sizes["mean"].sum())
        return (
            f"<Significance: {observed:,} maximal bicliques, {by_chance:,.1f} on "
            f"average in {self.draws:,} random graphs>"
        )

    def thresholds(self, false_share: float = 0.05) -> pd.DataFrame:
        """Find the least sizes whose false share is small enough.

        The thresholds concern all bicliques of a size together. Where hubs overlap in
        more ways than their degrees explain, or small random overlaps outnumber the
        small groups, the thresholds are larger than the groups that you look for. They
        then cut these groups away: rings of ten accounts and five shops, with a few
        reviews missing, are bicliques of five accounts and four shops. Do not filter by
        these sizes before you rank: `cugraph_biclique.groups` ranks groups of any size,
        and `Bicliques.p_values` tests each biclique.

        Parameters
        ----------
        false_share : float, default 0.05
            Largest share of the bicliques that may be explained by chance, from 0 to 1.

        Returns
        -------
        pandas.DataFrame
            ``min_left``, ``min_right`` (int32), ``observed`` (int64: how many bicliques
            of the graph are at least so large), ``mean`` (float64: the same in random
            graphs) and ``false_share`` (float64). Neither number of a row can be
            lowered without a larger false share. The row that keeps the most
            bicliques comes first. No rows if no size is rare enough.

        Raises
        ------
        TypeError, ValueError
            `false_share` is not a number from 0 to 1.

        Warns
        -----
        UserWarning
            The first row cuts away at least half of the bicliques that the random
            graphs do not explain, and at least 20 of them and 0.2 % of all bicliques.
            What is not explained are, for each size, the bicliques beyond five standard
            deviations above the mean. The warning needs at least five draws.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.significance(southern_women(), draws=50, seed=1)
        >>> table = found.thresholds(false_share=0.2)
        >>> min_left, min_right = table.loc[0, ["min_left", "min_right"]].astype(int)
        >>> cb.maximal_biclique_count(
        ...     southern_women(), min_left=min_left, min_right=min_right
        ... )
        5
        """
        most = _share("false_share", false_share)
        rows: list[tuple[int, int, int, float, float]] = []
        for a, rights, observed, drawn in _cumulated(self.sizes, self.draws):
            share = _false_share(observed, drawn, self.draws)
            rare = np.flatnonzero((share <= most) & (observed > 0))
            if len(rare):
                at = rare[0]
                b = int(rights[at])
                # Rows come by descending min_left: drop those that this one undercuts.
                while rows and rows[-1][1] >= b:
                    rows.pop()
                mean = drawn[at] / self.draws
                rows.append((a, b, int(observed[at]), mean, share[at]))
        kinds = {
            "min_left": np.int32, "min_right": np.int32, "observed": np.int64,
            "mean": np.float64, "false_share": np.float64,
        }  # fmt: skip
        frame = pd.DataFrame(rows, columns=list(kinds)).astype(kinds)
        order = ["observed", "min_left"]
        frame = frame.sort_values(order, ascending=[False, True], ignore_index=True)
        _warn_of_loss(self.sizes, self.draws, frame)
        return frame

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the false share of each size; see `cugraph_biclique.viz.false_share`."""
        from cugraph_biclique import viz

        return viz.false_share(self, ax=ax)


def against_chance(
    request: Request, sizes: Sizes, draws: int, seed: int, null: Null = "swaps"
) -> Significance:
    """Search a graph and random graphs with its degrees, and compare their sizes."""
    progress, request.progress = request.progress, False  # graphs, and no roots
    with reporting(progress, draws + 1, "significance", "graphs") as on_progress:
        call = BicliqueCall(request, sizes)
        observed = call.histogram()
        on_progress(1)
        backend, graph = call.backend, call.graph
        del call  # the prepared graph, which takes memory
        again, drawn = SameSearch.of(BicliqueCall, request, sizes), []
        random_graphs = backend.random_graphs(graph, seed, null)
        for each, n in again.calls(random_graphs, graph, draws, request.budget):
            drawn.append(each.histogram(n))
            del each
            on_progress(n)
    return compared(observed, drawn, draws, seed)


def compared(
    observed: np.ndarray, drawn: list[np.ndarray], draws: int, seed: int
) -> Significance:
    """Compare the sizes of a graph with those of random graphs: rows (n_left, n_right,
    count), the random graphs in the order of the draws."""
    return Significance(_compared(observed, np.concatenate(drawn), draws), draws, seed)


def _warn_of_loss(sizes: pd.DataFrame, draws: int, thresholds: pd.DataFrame) -> None:
    """Warn if the first thresholds cut away most of what chance does not explain."""
    if draws < FEWEST_DRAWS:
        return
    by_chance = sizes["mean"] + DEVIATIONS * sizes["sd"]
    unexplained = (sizes["observed"] - by_chance).clip(lower=0)
    kept = 0.0
    for least in thresholds.head(1).itertuples():
        n_left, n_right = sizes["n_left"], sizes["n_right"]
        inside = (n_left >= least.min_left) & (n_right >= least.min_right)
        kept = float(unexplained[inside].sum())
    total = float(unexplained.sum())
    least_cut = SHARE_CUT * total, SHARE_OF_ALL * sizes["observed"].sum(), FEWEST_CUT
    if total - kept >= max(least_cut):
        warnings.warn(
            f"the first row of thresholds keeps {kept:,.0f} of {total:,.0f} bicliques "
            "that random graphs with these degrees do not explain, so its sizes cut "
            "away smaller groups, such as rings with missing edges: rank groups of all "
            "sizes with cugraph_biclique.groups(G), or test each biclique with "
            "p_values",
            UserWarning,
            stacklevel=3,
        )


def _share(name: str, value: Any) -> float:
    """Return a number from 0 to 1, or raise an error."""
    kinds = int | float | np.integer | np.floating
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise TypeError(
            f"{name} must be a number, not {type(value).__name__} ({shown(value)}): "
            "pass a share such as 0.05"
        )
    if not 0 <= value <= 1:
        raise ValueError(
            f"{name}={shown(value)} is not a share: pass a number from 0 to 1"
        )
    return float(str(value))  # so that 0.7 in 32 bits is no less than 0.7


def _compared(observed: np.ndarray, drawn: np.ndarray, draws: int) -> pd.DataFrame:
    """The frame of `Significance`, from rows (n_left, n_right, count) of the graph, and
    of each random graph."""
    rows = np.concatenate([observed, drawn])
    sizes, at = np.unique(rows[:, :2], axis=0, return_inverse=True)
    at = at.reshape(-1)
    n = len(observed)
    seen, largest = np.zeros(len(sizes), np.int64), np.zeros(len(sizes), np.int64)
    seen[at[:n]] = observed[:, 2]
    at, counts = at[n:], rows[n:, 2]
    np.maximum.at(largest, at, counts)
    mean = np.bincount(at, counts, len(sizes)) / draws
    # Graphs without a size have no row of it: their difference is the mean.
    squares = (draws - np.bincount(at, minlength=len(sizes))) * mean**2
    np.add.at(squares, at, (counts - mean[at]) ** 2)
    frame = pd.DataFrame(
        {
            "n_left": sizes[:, 0].astype(np.int32),
            "n_right": sizes[:, 1].astype(np.int32),
            "observed": seen,
            "mean": mean,
            "sd": np.sqrt(squares / (draws - 1)) if draws > 1 else np.nan,
            "largest": largest,
        }
    )
    return frame.assign(false_share=_shares_of_rows(frame, draws))


def _cumulated(
    sizes: pd.DataFrame, draws: int
) -> Iterator[tuple[int, np.ndarray, np.ndarray, np.ndarray]]:
    """For each n_left, descending: all values of n_right, with the numbers of bicliques
    of at least these sizes: in the graph, and in all random graphs together.

    These are integers, because sums of means would depend on the order of the sizes.
    """
    left, right = sizes["n_left"].to_numpy(), sizes["n_right"].to_numpy()
    rights, at = np.unique(right, return_inverse=True)
    observed, drawn = np.zeros((2, len(rights)), np.int64)
    totals = np.rint(sizes["mean"].to_numpy() * draws).astype(np.int64)
    last = len(left)  # rows ascend by n_left
    for first in np.flatnonzero(np.diff(left, prepend=0))[::-1].tolist():
        rows = slice(first, last)
        observed[at[rows]] += sizes["observed"].to_numpy()[rows]  # sizes are distinct
        drawn[at[rows]] += totals[rows]
        up = observed[::-1].cumsum()[::-1], drawn[::-1].cumsum()[::-1]
        yield int(left[first]), rights, *up
        last = first


def _false_share(observed: np.ndarray, drawn: np.ndarray, draws: int) -> np.ndarray:
    """The share of observed bicliques that chance explains; 1 if none are observed.

    Each share is rounded once, by a division of Python integers. So it is equal to a
    limit such as 0.7 if 7 of 10 bicliques are explained.
    """
    pairs = zip(drawn.tolist(), observed.tolist(), strict=True)
    shares = [min(1.0, n / (draws * there)) if there else 1.0 for n, there in pairs]
    return np.array(shares)


def _shares_of_rows(sizes: pd.DataFrame, draws: int) -> np.ndarray:
    """The false share of each row."""
    shares = np.empty(len(sizes))
    left, right = sizes["n_left"].to_numpy(), sizes["n_right"].to_numpy()
    for a, rights, observed, drawn in _cumulated(sizes, draws):
        rows = slice(*np.searchsorted(left, [a, a + 1]))
        at = np.searchsorted(rights, right[rows])
        shares[rows] = _false_share(observed[at], drawn[at], draws)
    return shares
