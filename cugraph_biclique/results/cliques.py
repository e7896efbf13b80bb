# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Cliques`, the result of a search for cliques: selection and frames."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cugraph_biclique.contract.records import Records
from cugraph_biclique.datasets.folders import write_at_once
from cugraph_biclique.results import frames, parquet
from cugraph_biclique.results.cpu.members import (
    canonical_order,
    fill_kept,
    sort_members,
)
from cugraph_biclique.results.cudf_limits import OF_CLIQUES, check_members, check_rows
from cugraph_biclique.results.result import frames_for
from cugraph_biclique.results.selection import Ids, batches, ids_in, places

if TYPE_CHECKING:
    from cugraph_biclique.contract.frames import Frame

CLIQUES_AT_ONCE = 10_000  # cliques whose members a loop has in memory at a time


class Cliques:
    """Maximal cliques, stored compactly.

    A clique takes 16 bytes, plus a list of vertices that cliques share. Its vertices
    are computed on request. `maximal_cliques` returns this class, and so do slices and
    `iter_batches`.

    Frames are cuDF frames if G is from cuDF, cuGraph or CuPy, and pandas frames
    otherwise. The compact result is always in host memory.

    A loop ``for vertices in found`` yields one clique at a time, as a list of labels,
    and needs little memory. To process all cliques, frames are faster.

    Attributes
    ----------
    report : dict
        ``engine``, ``threads`` (on a device, blocks), ``cliques``, ``nodes`` (of the
        search tree), ``not_maximal`` (number of these nodes without a maximal clique),
        ``seconds`` (a dict by stage), ``busy_ratio`` (mean over maximum of the threads'
        busy time; on a device, of the blocks' steps), ``bytes`` (of this result) and
        ``peak_bytes`` (of the process; 0 if unknown).

    Examples
    --------
    >>> import pandas as pd
    >>> import cugraph_biclique as cb
    >>> edges = pd.DataFrame({"u": [1, 1, 2, 3], "v": [2, 3, 3, 4]})
    >>> found = cb.maximal_cliques(edges, sort=True)
    >>> found
    <Cliques: 2>
    >>> list(found)
    [[3, 4], [1, 2, 3]]
    >>> found.sizes
       clique  size
    0       0     2
    1       1     3
    """

    def __init__(
        self,
        labels: pd.Index | np.ndarray,
        vertices: np.ndarray,
        records: Records,
        report: Mapping[str, Any],
        *,
        ascending: bool = False,
        on_device: bool = False,
    ) -> None:
        self._labels = labels
        self._vertices = vertices
        self._records = records
        self._ascending = ascending
        self._on_device = on_device
        self.report = dict(report)

    def __len__(self) -> int:
        """Number of cliques."""
        return len(self._records)

    def __repr__(self) -> str:
        return f"<Cliques: {len(self):,}>"

    def __getitem__(self, which: slice | Ids) -> Cliques:
        """Select some of the cliques, numbered from 0, by a slice, ids, or a mask."""
        return self._select(places(which, len(self)))

    def take(self, ids: Ids) -> Cliques:
        """Select cliques by their ids.

        Parameters
        ----------
        ids : list, array or Series of integers
            Ids as in the column ``clique`` of the frames, in any order and as often as
            you like.

        Returns
        -------
        Cliques
            In the order of `ids`, numbered from 0 again.

        Raises
        ------
        TypeError, IndexError
            `ids` are not integers, or an id is not in the result.
        """
        return self._select(ids_in(ids, len(self)))

    def __iter__(self) -> Iterator[list[Any]]:
        """Yield each clique as a list of labels."""
        for batch in self.iter_batches(CLIQUES_AT_ONCE):
            yield from batch._lists()

    def iter_batches(self, batch_size: int) -> Iterator[Cliques]:
        """Iterate over batches of `batch_size` cliques, in the same order.

        Parameters
        ----------
        batch_size : int
            Cliques per batch, at least 1. The last batch may be smaller.

        Returns
        -------
        iterator of Cliques
            Numbered from 0 in each batch.
        """
        return map(self._select, batches(len(self), batch_size))

    @property
    def sizes(self) -> Frame:
        """A row per clique: ``clique`` (int64) and ``size`` (int32)."""
        sizes = self._records.n_grown
        return self._frame({"clique": np.arange(len(sizes)), "size": sizes})

    @property
    def members(self) -> Frame:
        """A row per member: ``clique`` (int64), ``vertex`` (your label).

        A frame of cuDF holds at most 2^31 - 1 rows; more are a ValueError.
        """
        if self._on_device:
            check_rows(self._n_members(), OF_CLIQUES)
        offsets, members = self._members()
        cliques = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        return self._frame({"clique": cliques, "vertex": (members, self._own_labels())})

    def to_frame(self) -> Frame:
        """Return one row per clique, with its vertices as a list.

        Returns
        -------
        pandas.DataFrame or cudf.DataFrame
            ``clique`` (int64) and ``vertices`` (lists of labels).

        Notes
        -----
        Each member is a Python object. For millions of cliques, use `members`, or
        `to_parquet`.
        """
        if self._on_device:
            check_members(self._n_members(), OF_CLIQUES)
        made = frames_for(self._on_device)
        return made.clique_frame(*self._members(), self._own_labels())

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
        Columns ``clique`` (int64) and ``vertices`` (lists of your labels). This method
        needs PyArrow: ``pip install "cugraph_biclique[parquet]"``.

        Raises
        ------
        FileExistsError
            If the folder is not empty.
        BlockingIOError
            If another process or thread is writing to the folder.
        ImportError
            If PyArrow is not installed.
        TypeError
            If the labels have several types, or a type without an equivalent in
            Parquet.
        """
        writer = parquet.CliqueWriter(self._labels)
        parts = self._parts(writer.rows_per_file)
        write_at_once(path, "Cliques.to_parquet", writer, parts)

    def _n_members(self) -> int:
        """Number of members, with repetition, of all cliques."""
        return int(self._records.n_grown.sum(dtype=np.int64))

    def _frame(self, columns: dict[str, Any]) -> Frame:
        """Return a frame of columns in the memory of the input."""
        return frames_for(self._on_device).frame(columns)

    def _own_labels(self) -> Any:
        """Return the labels in the memory of the input."""
        if not self._on_device:
            return self._labels
        import cudf

        return cudf.from_pandas(pd.Series(self._labels))

    def _lists(self) -> pd.Series:
        return frames.label_lists(*self._members(), self._labels)

    def _members(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the offsets and the vertices (ids of the input) of all cliques."""
        offsets, members = fill_kept(
            np.arange(len(self._vertices) + 1),
            self._vertices,
            self._records,
            self._records.n_grown,
        )
        if self._ascending:
            sort_members(offsets, members)
        return offsets, members

    def _members_on_host(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield the members, one batch of cliques at a time."""
        for batch in self.iter_batches(CLIQUES_AT_ONCE):
            yield batch._members()

    def _parts(
        self, most_rows: int, most_members: int = parquet.MEMBERS_PER_FILE
    ) -> Iterator[Cliques]:
        """Yield all cliques in order, in parts that each fit one file.

        Without cliques, yield one empty part.
        """
        sizes = self._records.n_grown
        yield from map(self._select, parquet.files_of(sizes, most_rows, most_members))

    def _select(self, which: slice | np.ndarray) -> Cliques:
        records = self._records.select(which)
        sizes = {"cliques": len(records), "bytes": records.nbytes}
        return Cliques(
            self._labels,
            self._vertices,
            records,
            self.report | sizes,
            ascending=self._ascending,
            on_device=self._on_device,
        )

    def _with_ascending_members(self) -> Cliques:
        """Return the same cliques; their vertices will be sorted when computed."""
        return Cliques(
            self._labels,
            self._vertices,
            self._records,
            self.report,
            ascending=True,
            on_device=self._on_device,
        )

    def _canonical(self) -> Cliques:
        """Sort the vertices of each clique, and the cliques by (size, vertices)."""
        ascending = self._with_ascending_members()
        offsets, members = ascending._members()
        order = canonical_order(offsets, members, self._records.n_grown)
        return ascending._select(order)
