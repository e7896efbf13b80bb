# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Bicliques`, the result of a search: selection, scores, frames and files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.datasets.folders import write_at_once
from cugraph_biclique.results import frames, parquet
from cugraph_biclique.results.cudf_limits import OF_BICLIQUES, check_members, check_rows
from cugraph_biclique.results.notebook import as_html
from cugraph_biclique.results.selection import Ids, ids_in, places
from cugraph_biclique.results.summaries import Summaries


class Biclique(NamedTuple):
    """One biclique: the labels of its members."""

    left: list[Any]
    right: list[Any]


class Bicliques(Summaries):
    """Maximal bicliques, stored compactly.

    A biclique takes 16 bytes, plus a list of vertices that bicliques share. Its members
    are computed on request. `maximal_bicliques` returns this class, and so do slices,
    `nlargest` and `iter_batches`.

    A loop ``for left, right in found`` yields one biclique at a time, as two lists of
    labels, and needs little memory. To process all bicliques, frames are faster.

    A notebook shows the number of bicliques, and a table of the first five. Sides of
    more than ten vertices end in "… and 1,234 more".

    Attributes
    ----------
    report : dict
        ``engine``, ``threads``, ``bicliques``, ``nodes`` (of the search tree),
        ``not_maximal`` (number of these nodes that are not maximal), ``equal`` (number
        of rows that the search merged with an equal row; None on a GPU, where they are
        among the nodes that are not maximal), ``seconds`` (a dict by stage),
        ``busy_ratio`` (mean over maximum of the threads' busy time), ``bytes`` (of this
        result) and ``peak_bytes`` (of the process; 0 if unknown). On a GPU, ``threads``
        is the number of blocks, and ``busy_ratio`` compares the steps of the blocks,
        summed over all kernels.

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

    def _repr_html_(self) -> str:
        """Return the first bicliques as a table, for notebooks."""
        return as_html(self)

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
        """A row per left member: ``biclique`` (int64), ``vertex`` (your label).

        A frame of cuDF holds at most 2^31 - 1 rows; more are a ValueError.
        """
        return self._long_frame("left", self._graph.left_labels)

    @property
    def right(self) -> Frame:
        """A row per right member: ``biclique`` (int64), ``vertex`` (your label).

        The limit is that of `left`.
        """
        return self._long_frame("right", self._graph.right_labels)

    def _long_frame(self, side: str, labels: Any) -> Frame:
        if self._graph.on_device:
            check_rows(self._n_members(side), OF_BICLIQUES)
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
        if self._graph.on_device:
            for side in ("left", "right"):
                check_members(self._n_members(side), OF_BICLIQUES)
        return self._frames.list_frame(self._members(), self._graph)

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write a Parquet data set: ``part-NNNNN.parquet`` files and a manifest.

        Parameters
        ----------
        path : str or path
            A folder, or an address such as "s3://bucket/found" that fsspec can write.
            It is created if it does not exist. An existing folder must be
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
        parts = self._parts(writer.rows_per_file)
        write_at_once(path, "Bicliques.to_parquet", writer, parts)
