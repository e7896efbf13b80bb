# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The public function that finds groups, which may lack edges."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from cugraph_biclique.arguments import positive, share
from cugraph_biclique.calls.groups import GroupSearch
from cugraph_biclique.device.engine import Engine
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.request.containing import Containing, Ids, ids_of
from cugraph_biclique.request.request import Request
from cugraph_biclique.results.groups import Groups


def groups(
    G: Any,
    k: int = 20,
    *,
    left: Hashable | None = None,
    right: Hashable | None = None,
    min_left: int = 2,
    min_right: int = 2,
    density: float = 0.5,
    overlap: float = 0.3,
    containing: Containing | None = None,
    engine: Engine = "auto",
    memory_budget: int | str | None = None,
    progress: Progress = None,
) -> Groups:
    """Find the groups of left and right vertices whose edges chance explains least.

    A group is nearly a biclique: some of its edges may be absent. A ring of accounts
    that reviewed the same shops is one, even if some reviews are missing and its
    accounts have reviewed popular shops, too.

    Parameters
    ----------
    G, left, right, engine
        As in `maximal_bicliques`.
    k : int, default 20
        Number of groups to return; fewer if there are fewer.
    min_left, min_right : int, default 2
        Least numbers of left and right vertices of a group, 2 or more.
    density : float, default 0.5
        Least share of the other side that each vertex of a group is adjacent to, above
        0 and at most 1. With 1, groups are bicliques.
    overlap : float, default 0.3
        A group is left out if it shares more than this part of its pairs of vertices
        with a better one. Above 0 and at most 1.
    containing : dict, list or label, optional
        As in `maximal_bicliques`: only groups that contain all of these vertices.
    memory_budget : int or str, optional
        Maximum size of the working set of the search on a GPU. The host needs memory in
        proportion to the edges of G, and for some ten thousand groups.
    progress : bool or callable, optional
        As in `maximal_bicliques`.

    Returns
    -------
    Groups
        The group with the most evidence first. ``summary`` has a row per group, with
        its p-value; ``left`` and ``right`` its members with the share of the other side
        that each is adjacent to; ``missing`` the absent edges; and ``to_frame()`` all
        groups with their members as lists. Both engines return the same groups.
        ``report`` has two numbers that are above 0 only in dense graphs (see Notes):
        ``sampled_edges``, the edges of the core whose bicliques are not listed, and
        ``skipped_seeds``, the starting points of groups that were not examined.

    Raises
    ------
    TypeError, ValueError, NotBipartiteError, EngineUnavailableError
        As in `maximal_bicliques`; also if k, a least size, `density` or `overlap` is of
        a wrong type or has a wrong value.

    Warns
    -----
    UserWarning
        ``sampled_edges`` or ``skipped_seeds`` is not 0. Weak groups in the dense part
        may be absent.

    See Also
    --------
    maximal_bicliques : all groups without absent edges.
    largest_bicliques : the largest of them, exactly.
    write_groups : the same groups in a Parquet data set, for jobs that are repeated.

    Notes
    -----
    The null model is that of Chung and Lu [1]_: edges are independent, and left u and
    right v are adjacent with probability min(1, deg(u) deg(v) / m). Hoeffding's bound
    [2]_ on the probability of so many edges in a group, times the number of groups of
    its sizes (Bonferroni's correction, with a weight for each pair of sizes), is the
    p-value. It holds for all groups of G together: in a random graph of this model, a
    group with a p-value of at most 0.01 exists with a probability of at most 0.01,
    whatever was searched. The model has the degrees of G on average. Where degrees
    alone force edges, as among a few vertices that are adjacent to nearly all others,
    a group of these is expected, and yet may have a small p-value. The model knows no
    communities, so a real graph has groups with small p-values that are no fraud.

    The search is a heuristic. It starts from the maximal bicliques of G without hubs,
    by the score ``"surprise"``. From each of the best 16,384, the two sides take turns,
    as in [3]_: while one is fixed, the other becomes the set of vertices with the most
    evidence. A graph with more bicliques is searched again without the groups found so
    far, up to eight times.

    The work of each search is bounded. Let the graph have m edges. If it has more than
    2^20 + m maximal bicliques of two or more vertices on each side, they are listed
    outside a core only: the core of least degree 32, or 16, 8, ... if there are still
    too many. Inside, bicliques grow greedily from up to 16,384 pairs of vertices, which
    random wedges sample with a fixed seed. Refinement ends once it has read 2^27 + 8 m
    entries of adjacency lists. Both limits count work and no seconds, so the result is
    the same on both engines and for any number of threads.

    References
    ----------
    .. [1] F. Chung, L. Lu, "Connected components in random graphs with given expected
       degree sequences", Annals of Combinatorics 6, 2002.
    .. [2] W. Hoeffding, "Probability inequalities for sums of bounded random
       variables", Journal of the American Statistical Association 58, 1963.
    .. [3] A. Shabalin, V. Weigman, C. Perou, A. Nobel, "Finding large average
       submatrices in high dimensional data", Annals of Applied Statistics 3, 2009.

    Examples
    --------
    A random graph, and 8 left and 6 right vertices that lack a sixth of their edges:

    >>> import cugraph_biclique as cb
    >>> import numpy as np
    >>> edges = np.random.default_rng(1).integers(0, [800, 300], (4000, 2)).tolist()
    >>> edges += [(800 + u, v) for u in range(8) for v in range(6) if (u + v) % 6]
    >>> found = cb.groups(np.array(edges), 1)
    >>> found.summary[["n_left", "n_right", "n_edges"]]
       n_left  n_right  n_edges
    0       8        6       40
    >>> bool(found.summary.loc[0, "p_value"] < 0.01)
    True
    """
    asked = GroupOptions.of(k, min_left, min_right, density, overlap)
    request = Request(
        G, left, right, engine=engine, memory_budget=memory_budget, progress=progress
    )
    ids = None if containing is None else ids_of(request.graph, containing)
    return asked.found(request, ids)


class GroupOptions(NamedTuple):
    """The arguments of `groups` that are numbers, checked."""

    k: int
    least: tuple[int, int]
    density: float
    overlap: float

    @classmethod
    def of(
        cls, k: int, min_left: int, min_right: int, density: float, overlap: float
    ) -> GroupOptions:
        """Check the arguments."""
        k = positive("k", k)
        least = _least("min_left", min_left), _least("min_right", min_right)
        return cls(k, least, share("density", density), share("overlap", overlap))

    def found(self, request: Request, containing: Ids | None) -> Groups:
        """Search the graph of a request."""
        search = GroupSearch(request, self.least, self.density, containing)
        found = search.best(self.k, self.overlap)
        seconds = request.trace.seconds | {"search": request.trace.search_seconds}
        report = search.report(request.engine, found, seconds)
        return Groups(request.graph, found, report)

    def stored_as(self, graph: str, containing: Ids | None) -> dict[str, Any]:
        """All that the groups of a data set depend on, as JSON. `graph` is the digest
        of the graph. Both engines find the same groups, also over Dask."""
        asked: dict[str, Any] = {
            "call": "write_groups",
            "graph": graph,
            "k": self.k,
            "min_left": self.least[0],
            "min_right": self.least[1],
            "density": self.density,
            "overlap": self.overlap,
        }
        if containing is not None:
            asked["containing"] = containing.as_json()
        return asked


def _least(name: str, value: Any) -> int:
    """Return a least size, or raise an error."""
    value = positive(name, value)
    if value < 2:
        raise ValueError(
            f"{name}={value} is too small: a group has 2 or more vertices on each side"
        )
    return value
