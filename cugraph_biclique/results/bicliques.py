# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Bicliques`: compact results, converted to frames of the caller's kind on request."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import positive
from cugraph_biclique.arrays import to_host
from cugraph_biclique.datasets.folders import write_part, written_at_once
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.order import Ordered
from cugraph_biclique.records import Records
from cugraph_biclique.results import frames, parquet

if TYPE_CHECKING:
    import cudf

    from cugraph_biclique.backends import Backend

Frame: TypeAlias = "pd.DataFrame | cudf.DataFrame"  # pandas or cuDF, as G
Ranking = Literal["edges", "left", "right"]
RANKINGS = get_args(Ranking)
MEMBERS_PER_FILE = 1 << 26  # of one side; far below the 2**31 of a list column
BICLIQUES_AT_ONCE = 1000  # a loop holds the members of one such batch


class Members(NamedTuple):
    """Both sides of some bicliques as ids of the input: offsets and flat members."""

    left_offsets: np.ndarray
    left: np.ndarray
    right_offsets: np.ndarray
    right: np.ndarray


class Biclique(NamedTuple):
    """One biclique: the labels of its members."""

    left: list[Any]
    right: list[Any]


class Bicliques:
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

    def __init__(
        self,
        graph: BipartiteGraph,
        ordered: Ordered,
        records: Records,
        backend: Backend,
        report: Mapping[str, Any],
        *,
        ascending: bool = False,
    ) -> None:
        self._graph = graph
        self._ordered = ordered
        self._records = records
        self._backend = backend
        self._ascending = ascending
        self.report = dict(report)

    def __len__(self) -> int:
        """Number of bicliques."""
        return len(self._records)

    def __repr__(self) -> str:
        return (
            f"<Bicliques: {len(self):,} of {self._graph.left_name!r} x "
            f"{self._graph.right_name!r}>"
        )

    def __getitem__(self, which: slice) -> Bicliques:
        """Return a slice of the bicliques, numbered from 0."""
        if not isinstance(which, slice):
            raise TypeError(
                "Bicliques must be indexed by a slice, not by "
                f"{type(which).__name__}: write found[i : i + 1] for the biclique at "
                "position i"
            )
        return self._select(which)

    def __iter__(self) -> Iterator[Biclique]:
        """Yield each biclique as a named tuple ``(left, right)`` of lists."""
        for members in self._members_on_host():
            sides = frames.lists(members, self._host_graph)
            yield from map(Biclique, *sides)

    def _members_on_host(self) -> Iterator[Members]:
        """Yield the members in host memory, one batch of bicliques at a time."""
        for batch in self.iter_batches(BICLIQUES_AT_ONCE):
            yield Members(*map(to_host, batch._members()))

    def _select(self, which: slice | np.ndarray) -> Bicliques:
        records = self._records.select(which)
        return Bicliques(
            self._graph,
            self._ordered,
            records,
            self._backend,
            self.report | {"bicliques": len(records), "bytes": records.nbytes},
            ascending=self._ascending,
        )

    @cached_property
    def _sizes(self) -> tuple[np.ndarray, np.ndarray]:
        kept = self._backend.member_lists.kept_sizes(self._ordered, self._records)
        grown = self._records.n_grown
        return (kept, grown) if self._ordered.grow == "right" else (grown, kept)

    @property
    def sizes(self) -> Frame:
        """A row per biclique: ``biclique`` (int64), ``n_left``, ``n_right`` (int32)."""
        return self._frames.sizes_frame(*map(self._at_home, self._sizes))

    def _side(self, side: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the offsets and members (ids of the input) of one side."""
        materialise = self._backend.member_lists
        if side == self._ordered.grow:
            members = materialise.grown_members(self._ordered, self._records)
        else:
            sizes = self._sizes[0] if side == "left" else self._sizes[1]
            members = materialise.kept_members(self._ordered, self._records, sizes)
        if self._ascending:
            materialise.sort_members(*members)
        return members

    def _members(self) -> Members:
        """Return both sides, in the memory of the caller's labels."""
        arrays = (*self._side("left"), *self._side("right"))
        return Members(*map(self._at_home, arrays))

    @property
    def _frames(self) -> ModuleType:
        """The module that builds frames of the same kind as the input."""
        if not self._graph.on_device:
            return frames
        if find_spec("cudf") is None:
            raise ImportError(
                "frames of a graph on the device need cuDF, which is not installed: "
                'pip install "cugraph_biclique[cu13]" (or [cu12]), or pass G in host '
                "memory"
            )
        return importlib.import_module("cugraph_biclique.results.cudf_frames")

    def _at_home(self, array: Any) -> Any:
        """Copy an array to the memory of the caller's labels, if it is elsewhere."""
        if not self._graph.on_device:
            return to_host(array)
        import cupy

        return cupy.asarray(array)

    @cached_property
    def _host_graph(self) -> BipartiteGraph:
        """The graph with its labels in host memory."""
        return self._graph.with_host_labels()

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

    def nlargest(self, n: int, by: Ranking = "edges") -> Bicliques:
        """Return the n largest bicliques, largest first.

        Parameters
        ----------
        n : int
            Number of bicliques to return; all of them if there are fewer.
        by : {"edges", "left", "right"}
            Size: the number of edges (n_left x n_right), or of members of one side.
            Bicliques of equal size keep their order.

        Returns
        -------
        Bicliques

        Raises
        ------
        TypeError, ValueError
            If n is not an integer or negative, or `by` is unknown.
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
        if by not in RANKINGS:
            raise ValueError(
                f"by={by!r} is unknown: pass one of {', '.join(map(repr, RANKINGS))}"
            )
        n_left, n_right = map(to_host, self._sizes)
        size = {
            "edges": n_left.astype(np.int64) * n_right,
            "left": n_left,
            "right": n_right,
        }[by]
        candidates = np.arange(len(size))
        if 0 < n < len(size):
            least = np.partition(size, len(size) - n)[len(size) - n]
            candidates = np.flatnonzero(size >= least)
        order = np.argsort(-size[candidates].astype(np.int64), kind="stable")
        return self._select(candidates[order[:n]])

    def iter_batches(self, batch_size: int) -> Iterator[Bicliques]:
        """Iterate over batches of `batch_size` bicliques, in the same order.

        Parameters
        ----------
        batch_size : int
            Bicliques per batch, at least 1. The last batch may be smaller.

        Returns
        -------
        iterator of Bicliques
            Numbered from 0 in each batch.
        """
        positive("batch_size", batch_size)
        return (
            self._select(slice(first, first + batch_size))
            for first in range(0, len(self), batch_size)
        )

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

    def _parts(
        self, most_rows: int, most_members: int = MEMBERS_PER_FILE
    ) -> Iterator[Bicliques]:
        """Yield all bicliques in order, as many per part as a file may contain.

        Without bicliques, yield one empty part.
        """
        n_left, n_right = map(to_host, self._sizes)
        reached = np.cumsum(np.maximum(n_left, n_right), dtype=np.int64)
        first = 0
        while first < max(1, len(self)):
            before = reached[first - 1] if first else 0
            enough = np.searchsorted(reached, before + most_members, side="right")
            last = min(first + most_rows, max(first + 1, int(enough)))
            yield self._select(slice(first, last))
            first = last

    def _canonical(self) -> Bicliques:
        """Sort the members, and the bicliques by (n_left, n_right, left members)."""
        ascending = Bicliques(
            self._graph,
            self._ordered,
            self._records,
            self._backend,
            self.report,
            ascending=True,
        )
        if not len(self):
            return ascending
        order = self._backend.member_lists.canonical_order(
            *ascending._side("left"), self._sizes[1]
        )
        return ascending._select(order)
