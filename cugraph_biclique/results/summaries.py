# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Summaries`: the methods of a result that summarise it: cover edges, and covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cugraph_biclique.arguments import positive
from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.results.answers import Answers
from cugraph_biclique.results.cover import cover
from cugraph_biclique.results.covers import covers

if TYPE_CHECKING:
    from typing import Self


class Summaries(Answers):
    """The lattice of the bicliques, and a few that cover the most edges."""

    def covers(self) -> Frame:
        """List the cover edges of the bicliques, as rules between their right sides.

        A biclique is above another one if its left side contains the left side of the
        other one; its right side is then contained in the other right side. A cover
        edge joins a biclique to its lower neighbours: those below it without a biclique
        of the result in between. All maximal bicliques, with this order, are a concept
        lattice, and the cover edges draw its Hasse diagram.

        A cover edge is a rule: left vertices that touch the right vertices of the upper
        biclique often touch those of the lower biclique, too. These rules are the
        Luxenburger basis [1]_: the other rules with a confidence below 1 follow from
        them, by products of confidences along paths of cover edges. A rule without
        premises is not among them, because each biclique has a right vertex.

        Returns
        -------
        pandas.DataFrame or cudf.DataFrame
            One row per cover edge, in the order of both ids:

            - ``upper``, ``lower`` (int64): the ids of the bicliques. The upper one is
              more general: it has more left and fewer right vertices.
            - ``n_left_upper``, ``n_left_lower`` (int32): their left vertices.
            - ``support`` (float64): n_left_lower / n, where n is the number of left
              vertices of the graph.
            - ``confidence`` (float64): n_left_lower / n_left_upper.
            - ``lift`` (float64): the confidence, divided by the share of all n left
              vertices that touch the added right vertices. These are the right vertices
              that only the lower biclique has.

        Notes
        -----
        The bicliques of the result are compared with each other only. With the least
        and largest sizes and with the `containing` of `maximal_bicliques`, this makes
        no difference: a biclique between two listed ones is listed, too. In a
        selection, such as `nlargest`, the cover edges skip the bicliques that are left
        out. If a biclique is listed several times, only its first id has cover edges.

        n counts the left vertices of the graph that has been searched. Baskets without
        items are not in a frame of edges.

        On both engines, the host computes the cover edges, in memory linear in the
        number of members and of cover edges. For each biclique, the call adds up the
        neighbours of the members of one side, the cheaper one. A hash table then finds
        the lower neighbours, as in [2]_, in time linear in the sum of these degrees and
        of the sizes of the candidates. In a selection with gaps, each biclique is
        compared instead with those whose rarest vertex it has, and marks spread over
        the bicliques below it. This takes up to quadratic time.

        References
        ----------
        .. [1] M. Luxenburger, "Implications partielles dans un contexte", Mathematiques
           et sciences humaines 113, 1991.
        .. [2] L. Nourine, O. Raynaud, "A fast algorithm for building lattices",
           Information Processing Letters 71, 1999.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women(), min_left=6, sort=True)
        >>> rules = found.covers()
        >>> rules.nlargest(1, "lift")[["upper", "lower", "confidence", "lift"]].round(2)
           upper  lower  confidence  lift
        3      6      2        0.75  2.25
        >>> for women, events in found[[6, 2]]:
        ...     print(len(women), events)
        8 ['E5']
        6 ['E3', 'E5']
        """
        rules = covers(self)
        n = self._graph.n_left
        confidence = rules.n_left_lower / rules.n_left_upper
        return self._frames.frame(
            {
                "upper": rules.upper,
                "lower": rules.lower,
                "n_left_upper": rules.n_left_upper.astype(np.int32),
                "n_left_lower": rules.n_left_lower.astype(np.int32),
                "support": rules.n_left_lower / n,
                "confidence": confidence,
                "lift": confidence / (rules.added / n),
            }
        )

    def cover(self, k: int) -> Self:
        """Choose k bicliques that cover the most edges of the graph.

        An edge is covered if a chosen biclique contains it. A few bicliques that cover
        most edges summarise a graph. With users on the left and permissions on the
        right, they are candidates for roles.

        Parameters
        ----------
        k : int
            The number of bicliques, at least 1. Fewer are returned if they cover all
            edges that the result covers.

        Returns
        -------
        Bicliques
            In the order in which they are chosen: each one adds the most edges that the
            earlier ones do not cover. So the first ones are the answer for a smaller k.
            The list ``report["covered"]`` has the share of all edges of the graph that
            the first 1, 2, ... bicliques cover.

        Raises
        ------
        TypeError, ValueError
            `k` is not a positive integer.

        Notes
        -----
        The best choice is NP-hard. This greedy choice covers at least 1 - 1/e, or 63 %,
        of the edges of the best k bicliques of the result [1]_. Bicliques that add
        equally many edges are taken in the canonical order, as in `nlargest`.

        A biclique is examined again only if its last known number of new edges leads a
        heap [2]_. Each time, this takes time linear in the degrees of its left
        vertices, or in the number of its edges times the logarithm of a degree. On both
        engines, the host chooses, in memory linear in the number of members and edges.

        References
        ----------
        .. [1] G. Nemhauser, L. Wolsey, M. Fisher, "An analysis of approximations for
           maximizing submodular set functions", Mathematical Programming 14, 1978. F.
           Geerts, B. Goethals, T. Mielikainen, "Tiling databases", Discovery Science
           2004, applies it to bicliques.
        .. [2] M. Minoux, "Accelerated greedy algorithms for maximizing submodular set
           functions", Optimization Techniques, 1978.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women())
        >>> chosen = found.cover(3)
        >>> [round(share, 2) for share in chosen.report["covered"]]
        [0.22, 0.4, 0.55]
        >>> chosen.sizes
           biclique  n_left  n_right
        0         0       5        4
        1         1       9        2
        2         2       3        5
        """
        k = positive("k", k)
        canonical = self._canonical()
        chosen, gains = cover(canonical, k)
        best = canonical._select(chosen)
        covered = np.cumsum(gains) / max(1, self._graph.n_edges)
        best.report["covered"] = covered.tolist()
        return best
