# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Answers`: the methods of a result that rank, group and extend bicliques."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cugraph_biclique.arguments import check_side, positive, share
from cugraph_biclique.contract.backend import Null
from cugraph_biclique.contract.frames import Frame, Series
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.progress import Progress, check_progress
from cugraph_biclique.randomization.nulls import check_null
from cugraph_biclique.randomization.seeds import check_seed
from cugraph_biclique.results.families import Families
from cugraph_biclique.results.missing import missing
from cugraph_biclique.results.p_values import p_values
from cugraph_biclique.results.result import Result
from cugraph_biclique.results.scores import Score, check_score, scores
from cugraph_biclique.results.vertices import vertices
from cugraph_biclique.results.weights import weighted_scores

if TYPE_CHECKING:
    from typing import Self


class Answers(Result):
    """Scores, the best bicliques, vertices, families and missing edges."""

    def scores(self, by: Score = "share", *, weight: Any = None) -> Series:
        r"""Compute a score for each biclique.

        Parameters
        ----------
        by : str
            What to measure. Let m be the number of edges of the graph, and d the degree
            of a vertex in the graph:

            - ``"edges"``: n_left x n_right.
            - ``"left"``, ``"right"``: the number of vertices on a side.
            - ``"balanced"``: the smaller of n_left and n_right.
            - ``"share"``: the edges of the biclique, divided by all edges of its right
              vertices. It is 1 if only these left vertices touch these right vertices.
            - ``"share_left"``: the same for the left vertices.
            - ``"lift"``: the edges of the biclique, divided by the number of edges that
              the degrees let expect between its sides, (sum of d on the left) x (sum of
              d on the right) / m.
            - ``"surprise"``: bits of evidence that chance did not make the biclique:
              :math:`-\sum \log_2 (d_u d_v / m)` over its pairs (u, v), minus the binary
              logarithm of the number of ways to choose n_left and n_right vertices.
              Negative values are no evidence. The notes say of which test 2^-surprise
              is a p-value.
        weight : DataFrame, optional
            Amounts of the edges, such as prices: a pandas or cuDF frame with the two
            columns of G, by name ("left" and "right" if G has no columns), and one
            column of integers or floats. The scores "edges", "share" and "share_left"
            then add up amounts instead of counting edges. Rows of the same edge add up.
            Rows that are no edge of G do not count.

        Returns
        -------
        pandas.Series or cudf.Series
            One value per biclique, in the order of the result: int64 for sizes and for
            sums of integers, float64 for the other scores. Both engines return the same
            values.

        Raises
        ------
        ValueError
            `by` is unknown, or has no weight. `weight` lacks a column or an edge of G,
            has several other columns, null or infinite amounts, integers whose sum may
            exceed 2^62, or negative amounts for a share.
        TypeError
            `weight` is no frame, or its amounts are no numbers.

        Notes
        -----
        The call adds up the degrees where the members are found, and stores no members.
        Its time is linear in the number of members.

        With `weight`, the sums run on the host, over all edges of the bicliques. Each
        edge takes a binary search among the neighbours of its left vertex. Sums of
        integers are exact, and those of floats are added in one order. A share of
        vertices without any amount is 0.

        In ``"lift"`` and ``"surprise"`` the edge (u, v) has the probability d_u d_v / m
        of the Chung-Lu model [1]_. The choices are those of a significance test for all
        bicliques of a size at once, as for dense submatrices [2]_.

        2^-surprise is the Bonferroni-corrected p-value of one test: edges are drawn
        independently with these probabilities, and the hypotheses are all choices of
        n_left left and n_right right vertices. So at most one of k such random graphs
        has, among all its bicliques of one size, a surprise of log2(k) bits or more, on
        average. The correction does not cover:

        - the choice of the size. For all pairs of sizes at once, subtract the binary
          logarithm of the number of pairs that you look at.
        - fixed degrees. The model has the degrees only on average, and a pair of hubs
          may have d_u d_v > m, which is no probability. Such pairs lower the surprise.
        - other reasons for common neighbours, such as a shared city or category.

        `p_values` draws graphs with exactly these degrees, and corrects for all sizes.

        References
        ----------
        .. [1] F. Chung, L. Lu, "Connected components in random graphs with given
           expected degree sequences", Annals of Combinatorics 6, 2002.
        .. [2] M. Koyuturk, W. Szpankowski, A. Grama, "Biclustering gene-feature
           matrices for statistically significant dense patterns", CSB 2004.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women(), sort=True)
        >>> found.scores("share").round(3).head(2)
        0    0.128
        1    0.132
        Name: share, dtype: float64

        With an amount for each edge, here two hours at each event:

        >>> hours = southern_women().assign(hours=2)
        >>> found.scores("edges", weight=hours).head(2)
        0    10
        1    14
        Name: edges, dtype: int64
        """
        return self._frames.series(self._scores(by, weight), by)

    def _scores(self, by: Score, weight: Any) -> np.ndarray:
        check_score(by)
        if weight is None:
            return scores(self, by)
        return weighted_scores(self, by, weight)

    def p_values(
        self,
        by: Score = "surprise",
        *,
        draws: int = 20,
        seed: int,
        null: Null = "swaps",
        progress: Progress = None,
    ) -> Frame:
        """Compute a p-value for each biclique, from random graphs.

        The search is repeated on random graphs with the same vertices and the same
        degrees, as in `significance`, with the sizes and `containing` of the search
        that found this result.

        Parameters
        ----------
        by : str
            The test statistic: a score of `scores`. The values of ``"surprise"`` are
            comparable between sizes. With another score, a small group competes with
            the best random biclique of any size.
        draws : int, default 20
            Number of random graphs. No p-value is below 1 / (1 + draws): 19 graphs are
            the fewest for 0.05, and 99 for 0.01.
        seed : int
            Seed of the random graphs, from 0 to 2^128 - 1. The same seed gives the same
            answer on every engine.
        null : {"swaps", "bicm"}, default "swaps"
            The random graphs. Every vertex has as many neighbours as in the graph
            (``"swaps"``), or as many on average (``"bicm"``), as in `random_graphs`.
        progress : bool or callable, optional
            As in `maximal_bicliques`, but counts random graphs.

        Returns
        -------
        pandas.DataFrame or cudf.DataFrame
            One row per biclique, in the order of the result:

            - ``biclique`` (int64)
            - ``score``: as in `scores`
            - ``p_value`` (float64): (1 + k) / (1 + draws), where k random graphs have a
              biclique with this score or a larger one. It is corrected for all
              bicliques of all sizes that the search asked for (family-wise).
            - ``fdr`` (float64): the mean number of bicliques with this score or a
              larger one in the random graphs, divided by their number in this result,
              and at most 1; or the same for a lower score, if that is less. It
              estimates the false discovery rate among the bicliques with at least this
              score. 0 means that no random graph has such a score.

        Raises
        ------
        TypeError, ValueError
            `by` or `null` is unknown, `draws` is not a positive integer, or `seed` is
            no integer from 0 to 2^128 - 1.

        See Also
        --------
        significance : the same comparison for the number of bicliques of each size.
        random_graphs : the random graphs.

        Notes
        -----
        The p-value is the single-step adjustment by the maximum statistic of Westfall
        and Young [1]_. If the graph is a random graph with its degrees, the probability
        that any p-value is at most a is at most a, for any number of draws [2]_. This
        needs independent graphs, and the chain of `significance` comes close. FewRS
        [3]_ bounds the supremum deviation of the test statistics instead, so that fewer
        random graphs are enough for a small level. It is not used here.

        The numbers of the result decide the false discovery rate, so a selection by
        another score has larger rates. The p-values do not depend on the selection.

        The graphs of ``"bicm"`` are independent, and also have other degrees than the
        graph by chance. So they answer whether the graph is more than its mean degrees.

        For each random graph, the call swaps edges (20 rounds), finds all bicliques of
        the sizes, also for a result of `largest_bicliques`, and adds up their members
        as `scores` does. It needs memory for one search, and some 60 bytes for each
        biclique of the result: the bicliques of random graphs are scored in batches and
        dropped.

        References
        ----------
        .. [1] P. H. Westfall, S. S. Young, "Resampling-Based Multiple Testing", Wiley,
           1993.
        .. [2] B. Phipson, G. K. Smyth, "Permutation p-values should never be zero",
           Statistical Applications in Genetics and Molecular Biology 9, 2010.
        .. [3] L. Pellegrina, F. Vandin, "Few-Shot Resampling for Scalable
           Statistically-Sound Data Mining", arXiv:2606.11235, 2026.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women(), min_left=2, min_right=2)
        >>> best = found.nlargest(2, by="surprise")
        >>> best.p_values(draws=99, seed=1).round(2)
           biclique  score  p_value   fdr
        0         0  -0.45     0.01  0.00
        1         1  -4.08     0.15  0.08
        """
        check_score(by)
        draws, seed = positive("draws", draws), check_seed(seed)
        progress, null = check_progress(progress), check_null(null)
        of_each = p_values(self, by, draws, seed, progress, null)
        biclique = {"biclique": np.arange(len(self))}
        return self._frames.frame(biclique | of_each._asdict())

    def nlargest(self, n: int, by: Score = "edges", *, weight: Any = None) -> Self:
        """Select the n bicliques with the largest scores, largest first.

        Parameters
        ----------
        n : int
            Number of bicliques to return; all of them if there are fewer.
        by : str
            A score of `scores`, such as "edges" or "share". Ties are in the canonical
            order: by n_left, n_right, and the labels of the left vertices.
        weight : DataFrame, optional
            Amounts of the edges, as in `scores`.

        Returns
        -------
        Bicliques

        Raises
        ------
        TypeError, ValueError
            If n is not an integer or negative, `by` is unknown, or `weight` is refused
            by `scores`.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women(), min_left=2, min_right=2)
        >>> for women, events in found.nlargest(1, by="surprise"):
        ...     print(len(women), len(events))
        3 5
        """
        n = check_n(n)
        score = self._scores(by, weight)
        which = candidates(score, n)
        order = self._select(which)._with_ascending_members()._canonical_order()
        return self._select(best_first(score, which[to_host(order)], n))

    def vertices(self, side: Literal["left", "right"], by: Score = "edges") -> Frame:
        """List the vertices of one side, with the best of their bicliques.

        Parameters
        ----------
        side : {"left", "right"}
            The side of the vertices.
        by : str
            The score that decides which biclique is the best, as in `scores`.

        Returns
        -------
        pandas.DataFrame or cudf.DataFrame
            One row per vertex that is in a biclique: ``vertex`` (your label),
            ``n_bicliques`` (int64), ``score`` of the best biclique, and ``biclique``
            (int64), its id. The best score comes first, then the most bicliques.

        Raises
        ------
        ValueError
            `side` or `by` is unknown.

        Notes
        -----
        The call needs memory for the vertices, and for the members of some bicliques at
        a time. Its time is linear in the number of members.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women(), sort=True)
        >>> found.vertices("right", by="edges").head(2)
          vertex  n_bicliques  score  biclique
        0     E8           37     20        49
        1     E5           27     20        49
        """
        check_side(side)
        check_score(by)
        ids, *columns = vertices(self, side, by)
        graph = self._graph
        labels = graph._labels_of(side)
        named = dict(zip(("n_bicliques", "score", "biclique"), columns, strict=True))
        return self._frames.frame({"vertex": (ids, labels), **named})

    def families(self, overlap: float = 0.5, by: Score = "edges") -> Families:
        """Group bicliques that overlap into families.

        A dense group of vertices, such as a ring of accounts with a few edges missing,
        shows as many bicliques that overlap. Two bicliques are linked if they share at
        least ``overlap`` times the edges of the smaller one. A family is a connected
        component of these links (single linkage), so two of its bicliques may be
        connected only through others.

        Parameters
        ----------
        overlap : float, default 0.5
            The share of common edges that links two bicliques: above 0, and at most 1.
            Larger values give more and smaller families.
        by : str
            A score of `scores`. The family with the best biclique comes first.

        Returns
        -------
        Families
            Frames of the bicliques and vertices of each family, and a summary.

        Raises
        ------
        TypeError, ValueError
            `overlap` is not a number, or not a share; or `by` is unknown.

        Notes
        -----
        Families with equal scores are in the order of the ids of their best bicliques.

        On both engines, the families are computed on the host, in memory linear in the
        number of members. A prefix filter [1]_ finds the pairs of bicliques that may be
        linked, and a union-find structure skips the pairs that are connected already.
        The time depends on the other pairs: it grows with the square of the number of
        bicliques if many of them share their rarest vertices without being linked. The
        edges of the families take time linear in the sum of the edges of the bicliques.

        References
        ----------
        .. [1] S. Chaudhuri, V. Ganti, R. Kaushik, "A Primitive Operator for Similarity
           Joins in Data Cleaning", ICDE 2006.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women(), min_left=4, min_right=2)
        >>> families = found.families(overlap=0.6)
        >>> families
        <Families: 3 of 23 bicliques>
        >>> families.summary.drop(columns=["n_left", "n_right", "biclique"])
           family  n_bicliques  n_edges   density  score
        0       0           21       71  0.493056     20
        1       1            1        8  1.000000      8
        2       2            1        8  1.000000      8
        """
        overlap = share("overlap", overlap, " of the edges")
        check_score(by)
        return Families(self, overlap, by)

    def missing(
        self, at_most: int = 1, *, memory_budget: int | str | None = None
    ) -> Frame:
        """List the absent edges that keep a vertex from joining a biclique.

        A left vertex joins a biclique (L, R) if it is adjacent to all of R. This call
        looks at the left vertices outside L that are adjacent to some of R, but not to
        1 to `at_most` vertices of R. It counts each of these absent edges once for each
        such vertex and biclique. Right vertices join in the same way, by edges to L.

        With ``at_most=1``, each edge of the answer lets a vertex join ``n`` times as
        soon as it arrives. Such edges are items to recommend, or members of a group
        that a data set lacks. With a larger number, as many as `at_most` edges have to
        arrive before a vertex joins.

        Parameters
        ----------
        at_most : int, default 1
            The most edges that a vertex may lack, at least 1.
        memory_budget : int or str, optional
            Limit of the working memory, in bytes or as a size such as "8GiB" (default:
            80 % of the free memory). While the call runs, each row of the answer takes
            48 bytes. The frame that it returns takes less.

        Returns
        -------
        pandas.DataFrame or cudf.DataFrame
            One row per absent edge: the left and the right vertex, in columns with the
            names and labels of your graph, and ``n`` (int64), the number of pairs of a
            biclique and a joining vertex that lack this edge. The largest n comes
            first, and equal ones are in the order of left and right labels (of their
            first appearance, if the labels have no order).

        Raises
        ------
        TypeError, ValueError
            `at_most` is not a positive integer, `memory_budget` is no size, or a column
            of the graph is named "n".
        MemoryBudgetError
            The absent edges do not fit the budget.

        Notes
        -----
        A biclique with a single right vertex gives no left vertices: each one outside
        shares nothing with it. The bicliques of the result decide what a group is: ask
        for those of at least (3, 3), or take the best ones, before you call `missing`.

        The call needs memory for the answer, and for the members of some bicliques at a
        time. A vertex that lacks at most k edges is adjacent to one of the k + 1
        members with the fewest neighbours, so only their neighbours are examined.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women(), min_left=3, min_right=3)
        >>> found.missing().head(2)
                      woman event   n
        0  Evelyn Jefferson    E7  11
        1      Nora Fayette    E8  10
        """
        at_most = positive("at_most", at_most)
        graph = self._graph
        if "n" in (graph.left_name, graph.right_name):
            raise ValueError(
                "a column of the graph is named 'n', as the counts of missing are: "
                "rename the column before the search"
            )
        left, right, n = missing(self, at_most, memory_budget)
        return self._frames.frame(
            {
                graph.left_name: (left, graph.left_labels),
                graph.right_name: (right, graph.right_labels),
                "n": n,
            }
        )


def check_n(n: Any) -> int:
    """Return the number of bicliques of `nlargest`, or raise an error."""
    if isinstance(n, bool) or not isinstance(n, int | np.integer):
        raise TypeError(
            f"n must be an integer, not {type(n).__name__} ({n!r}): pass the "
            "number of bicliques, 0 or more"
        )
    if n < 0:
        raise ValueError(f"n={n} is negative: pass the number of bicliques, 0 or more")
    return int(n)


def candidates(score: np.ndarray, n: int) -> np.ndarray:
    """Return the ids of the n largest scores, and of all that are equal to the last."""
    if not 0 < n < len(score):
        return np.arange(len(score) if n else 0)
    least = np.partition(score, len(score) - n)[len(score) - n]
    return np.flatnonzero(score >= least)


def best_first(score: np.ndarray, which: np.ndarray, n: int) -> np.ndarray:
    """Return the n ids with the largest scores. Equal ones stay in order."""
    return which[np.argsort(-score[which], kind="stable")[:n]]
