# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The public function that projects a bipartite graph on one of its sides."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal

from cugraph_biclique.calls.projection import Wanted, projection
from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.pair_scores import PairNull, Similarity


def project(
    G: Any,
    side: Literal["left", "right"],
    *,
    least_common: int = 2,
    by: Similarity = "count",
    validated: PairNull | None = None,
    alpha: float = 0.01,
    left: Hashable | None = None,
    right: Hashable | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Frame:
    """List the pairs of vertices of one side that have common neighbours.

    The pairs are the edges of a one-mode projection. Pairs with fewer than
    `least_common` common neighbours are not made, so a vertex with very many neighbours
    does not by itself join all of them.

    Parameters
    ----------
    G, left, right, engine, progress
        As in `maximal_bicliques`.
    side : {"left", "right"}
        The side of the pairs.
    least_common : int, default 2
        Least number of common neighbours, 1 or more.
    by : {"count", "jaccard", "overlap", "cosine"}, default "count"
        The score: the number c of common neighbours of vertices of the degrees a and b,
        c / (a + b - c), c / min(a, b), or c / sqrt(a b). Degrees are those in G.
    validated : {"bicm", "hypergeometric"}, optional
        Keep only pairs that random graphs of this kind do not explain. In
        "hypergeometric", a vertex chooses as many neighbours as it has, each with the
        same probability. "bicm" keeps the degrees of both sides on average: common
        neighbours of a large degree count for little. Needs SciPy.
    alpha : float, default 0.01
        The largest false discovery rate of the pairs that `validated` keeps. It has no
        effect without `validated`.
    memory_budget : int or str, optional
        As in `iter_bicliques`. The list of pairs is not part of it.

    Returns
    -------
    pandas.DataFrame or cudf.DataFrame
        One row per pair: ``first`` and ``second`` (your labels), ``common`` (int64) and
        ``score`` (int64 for "count", otherwise float64). With `validated`, also
        ``p_value``, the probability of as many common neighbours by chance, and
        ``fdr``, the least false discovery rate at which the pair is kept (float64). The
        rows are in the order of the labels of the first, and then of the second vertex;
        labels without an order are in that of their first appearance in G. Both engines
        return the same rows.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`, or if `side`, `least_common`, `by`, `validated` or
        `alpha` is not valid.
    MemoryBudgetError
        The pairs of one vertex exceed the budget.
    ImportError
        `validated` is given, and SciPy is not installed.

    See Also
    --------
    iter_bicliques : pairs with each choice of common neighbours.
    maximal_bicliques : groups of vertices in place of pairs.

    Notes
    -----
    The core of G is searched, in which each vertex of `side` has at least
    `least_common` neighbours. The time is that of the paths of two edges in it: the sum
    of the squared degrees of the other side. Memory is bounded by the paths from one
    vertex, and by the list of pairs.

    The hypergeometric test is from [1]_. In the bipartite configuration model (BiCM) of
    [2]_, the number of common neighbours is a sum of independent events. The 64 of the
    largest degree have their exact distribution, and all others that of Poisson with
    the same mean, as one of the choices of [3]_: p-values are somewhat too large rather
    than too small. p-values are those of all pairs of vertices of the side, also of
    those with fewer common neighbours, and the false discovery rate is controlled as in
    [4]_; a larger `least_common` never adds a pair.

    References
    ----------
    .. [1] M. Tumminello, S. Micciche, F. Lillo, J. Piilo, R. N. Mantegna,
       "Statistically validated networks in bipartite complex systems", PLoS ONE 6(3),
       2011.
    .. [2] F. Saracco, M. J. Straka, R. Di Clemente, A. Gabrielli, G. Caldarelli,
       T. Squartini, "Inferring monopartite projections of bipartite networks: an
       entropy-based approach", New Journal of Physics 19, 2017.
    .. [3] N. Vallarano et al., "Fast and scalable likelihood maximization for
       exponential random graph models with local constraints", Scientific Reports 11,
       2021.
    .. [4] Y. Benjamini, Y. Hochberg, "Controlling the false discovery rate: a practical
       and powerful approach to multiple testing", Journal of the Royal Statistical
       Society B 57(1), 1995.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> pairs = cb.project(southern_women(), "left", by="jaccard")
    >>> pairs.nlargest(2, "score").round(3)
                   first           second  common  score
    47       Flora Price  Olivia Carleton       2  1.000
    64  Katherina Rogers  Sylvia Avondale       6  0.857
    """
    wanted = Wanted.checked(side, least_common, by, validated, alpha)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    frame: Frame = projection(request, wanted, progress)
    return frame
