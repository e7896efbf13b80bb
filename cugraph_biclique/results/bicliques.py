# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Bicliques`, the result of a search: selection, scores, frames and files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import numpy as np
import pandas as pd

from cugraph_biclique.arrays import to_host
from cugraph_biclique.datasets.folders import write_part, written_at_once
from cugraph_biclique.results import frames, parquet
from cugraph_biclique.results.result import Result
from cugraph_biclique.results.scores import Score, check_score, scores
from cugraph_biclique.results.selection import Ids, ids_in, places
from cugraph_biclique.results.vertices import vertices

if TYPE_CHECKING:
    import cudf

Frame: TypeAlias = "pd.DataFrame | cudf.DataFrame"  # pandas or cuDF, as G
Series: TypeAlias = "pd.Series | cudf.Series"


class Biclique(NamedTuple):
    """One biclique: the labels of its members."""

    left: list[Any]
    right: list[Any]


class Bicliques(Result):
    """Maximal bicliques, stored compactly.

    A biclique takes 16 bytes, plus a list of vertices that bicliques share. Its members
    are computed on request. `maximal_bicliques` returns this class, and so do slices,
    `nlargest` and `iter_batches`.

    A loop ``for left, right in found`` yields one biclique at a time, as two lists of
    labels, and needs little memory. To process all bicliques, frames are faster.

    Attributes
    ----------
    report : dict
        ``engine``, ``threads``, ``bicliques``, ``nodes`` (of the search tree),
        ``not_maximal`` (number of these nodes that are not maximal; None on CPU cores),
        ``seconds`` (a dict by stage), ``busy_ratio`` (mean over maximum of the threads'
        busy time), ``bytes`` (of this result) and ``peak_bytes`` (of the process; 0 if
        unknown). On a GPU, ``threads`` is the number of blocks, and ``busy_ratio``
        compares the steps of the blocks, summed over all kernels.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> found = cb.maximal_bicliques(southern_women(), sort=True)
    >>> len(found)
    63
    >>> found.nlargest(1, by="edges").sizes
       biclique  n_left  n_right
    0         0       5        4
    >>> for left, right in found.nlargest(1, by="right"):
    ...     print(left, len(right))
    ['Evelyn Jefferson'] 8
    """

    def __repr__(self) -> str:
        return (
            f"<Bicliques: {len(self):,} of {self._graph.left_name!r} x "
            f"{self._graph.right_name!r}>"
        )

    def __getitem__(self, which: slice | Ids) -> Bicliques:
        """Select some of the bicliques, numbered from 0.

        ``found[2:5]`` takes a slice, ``found[[3, 7]]`` takes ids in this order, and
        ``found[mask]`` takes the bicliques for which a list, an array or a Series of
        booleans is True, such as ``found[found.scores("share") > 0.5]``.
        """
        return self._select(places(which, len(self)))

    def take(self, ids: Ids) -> Bicliques:
        """Select bicliques by their ids.

        Parameters
        ----------
        ids : list, array or Series of integers
            Ids as in the column ``biclique`` of the frames, from 0 to ``len(found) -
            1``, in any order and as often as you like.

        Returns
        -------
        Bicliques
            In the order of `ids`, numbered from 0 again.

        Raises
        ------
        TypeError, IndexError
            `ids` are not integers, or an id is not in the result.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women(), sort=True)
        >>> found.take([62, 0]).sizes
           biclique  n_left  n_right
        0         0      14        1
        1         1       1        5
        """
        return self._select(ids_in(ids, len(self)))

    def __iter__(self) -> Iterator[Biclique]:
        """Yield each biclique as a named tuple ``(left, right)`` of lists."""
        for members in self._members_on_host():
            sides = frames.lists(members, self._host_graph)
            yield from map(Biclique, *sides)

    @property
    def sizes(self) -> Frame:
        """A row per biclique: ``biclique`` (int64), ``n_left``, ``n_right`` (int32)."""
        return self._frames.sizes_frame(*map(self._at_home, self._sizes))

    @property
    def left(self) -> Frame:
        """A row per left member: ``biclique`` (int64), ``vertex`` (your label)."""
        return self._long_frame("left", self._graph.left_labels)

    @property
    def right(self) -> Frame:
        """A row per right member: ``biclique`` (int64), ``vertex`` (your label)."""
        return self._long_frame("right", self._graph.right_labels)

    def _long_frame(self, side: str, labels: Any) -> Frame:
        members = map(self._at_home, self._side(side))
        return self._frames.long_frame(*members, labels)

    def to_frame(self) -> Frame:
        """Return one row per biclique, with its members as lists.

        Returns
        -------
        pandas.DataFrame or cudf.DataFrame
            ``biclique`` (int64), ``left`` and ``right`` (lists of labels).

        Raises
        ------
        ValueError
            If a side of a cuDF frame would have more than 2^31 - 1 members. A list
            column of cuDF cannot hold more.

        Notes
        -----
        In pandas, each member is a Python object. For millions of bicliques, use `left`
        and `right`, or `to_parquet`. cuDF has no lists of categoricals, so its lists
        contain the values of the categories.
        """
        return self._frames.list_frame(self._members(), self._graph)

    def scores(self, by: Score = "share") -> Series:
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
              Negative values are no evidence.

        Returns
        -------
        pandas.Series or cudf.Series
            One value per biclique, in the order of the result: int64 for sizes, float64
            for the other scores. Both engines return the same values.

        Raises
        ------
        ValueError
            `by` is unknown.

        Notes
        -----
        The call computes the members of some bicliques at a time, so it needs little
        memory. Its time is linear in the number of members.

        In ``"lift"`` and ``"surprise"`` the edge (u, v) has the probability d_u d_v / m
        of the Chung-Lu model [1]_. The choices are those of a significance test for all
        bicliques of a size at once, as for dense submatrices [2]_.

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
        """
        check_score(by)
        return self._frames.series(scores(self, by), by)

    def nlargest(self, n: int, by: Score = "edges") -> Bicliques:
        """Select the n bicliques with the largest scores, largest first.

        Parameters
        ----------
        n : int
            Number of bicliques to return; all of them if there are fewer.
        by : str
            A score of `scores`, such as "edges" or "share". Ties are in the canonical
            order: by n_left, n_right, and the labels of the left vertices.

        Returns
        -------
        Bicliques

        Raises
        ------
        TypeError, ValueError
            If n is not an integer or negative, or `by` is unknown.

        Examples
        --------
        >>> import cugraph_biclique as cb
        >>> from cugraph_biclique.data import southern_women
        >>> found = cb.maximal_bicliques(southern_women(), min_left=2, min_right=2)
        >>> for women, events in found.nlargest(1, by="surprise"):
        ...     print(len(women), len(events))
        3 5
        """
        if isinstance(n, bool) or not isinstance(n, int | np.integer):
            raise TypeError(
                f"n must be an integer, not {type(n).__name__} ({n!r}): pass the "
                "number of bicliques, 0 or more"
            )
        if n < 0:
            raise ValueError(
                f"n={n} is negative: pass the number of bicliques, 0 or more"
            )
        check_score(by)
        score = scores(self, by)
        candidates = np.arange(len(score) if n else 0)
        if 0 < n < len(score):
            least = np.partition(score, len(score) - n)[len(score) - n]
            candidates = np.flatnonzero(score >= least)
        some = self._select(candidates)._with_ascending_members()
        candidates = candidates[to_host(some._canonical_order())]
        best_first = np.argsort(-score[candidates], kind="stable")
        return self._select(candidates[best_first[:n]])

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
        if not isinstance(side, str) or side not in ("left", "right"):
            raise ValueError(f"side={side!r} is unknown: pass 'left' or 'right'")
        check_score(by)
        ids, *columns = vertices(self, side, by)
        graph = self._graph
        labels = graph.left_labels if side == "left" else graph.right_labels
        named = dict(zip(("n_bicliques", "score", "biclique"), columns, strict=True))
        return self._frames.vertex_frame(ids, labels, named)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write a Parquet data set: ``part-NNNNN.parquet`` files and a manifest.

        Parameters
        ----------
        path : str or path
            A folder, which is created if it does not exist. An existing folder must be
            empty. If a process was killed in the same call, its files are removed.

        Notes
        -----
        Columns ``biclique`` (int64), ``left`` and ``right`` (lists of your labels).
        This method needs PyArrow: ``pip install "cugraph_biclique[parquet]"``.

        Raises
        ------
        FileExistsError
            If the folder is not empty.
        BlockingIOError
            If another process or thread is writing to the folder.
        ImportError
            If PyArrow is not installed.
        TypeError
            If the labels of a side have several types, or a type without an equivalent
            in Parquet.
        """
        writer = parquet.part_writer(self._graph)
        first = 0
        with written_at_once(path, {"call": "Bicliques.to_parquet"}) as (folder, parts):
            for number, part in enumerate(self._parts(writer.rows_per_file)):
                members = part._members()
                parts.append(write_part(folder, number, writer, members, first))
                first += len(part)

    def _canonical(self) -> Bicliques:
        """Sort the members, and the bicliques by (n_left, n_right, left members)."""
        ascending = self._with_ascending_members()
        return ascending._select(ascending._canonical_order())
