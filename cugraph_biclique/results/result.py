# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Result`: the records of some bicliques, and how to compute what they stand for."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from cugraph_biclique.contract.backend import Null
from cugraph_biclique.contract.records import Records
from cugraph_biclique.contract.search_graph import Ordered
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.host.progress import Progress
from cugraph_biclique.results import cudf_limits, frames
from cugraph_biclique.results.degrees import Degrees
from cugraph_biclique.results.parquet import MEMBERS_PER_FILE, files_of
from cugraph_biclique.results.selection import batches

if TYPE_CHECKING:
    from typing import Self

    from cugraph_biclique.contract.backend import Backend

BICLIQUES_AT_ONCE = 1000  # a loop holds the members of one such batch


class Members(NamedTuple):
    """Both sides of some bicliques as ids of the input: offsets and flat members."""

    left_offsets: np.ndarray
    left: np.ndarray
    right_offsets: np.ndarray
    right: np.ndarray


class UnionResult(NamedTuple):
    """Some bicliques of a disjoint union of random graphs."""

    found: Result
    number: np.ndarray  # of the random graph of each biclique: int64, in host memory
    n_graphs: int  # in the union


def frames_of(graph: BipartiteGraph) -> ModuleType:
    """The module that builds frames of the same kind as the input."""
    return frames_for(graph.on_device)


def frames_for(on_device: bool) -> ModuleType:
    """The module that builds frames on the device, or in host memory."""
    if not on_device:
        return frames
    if find_spec("cudf") is None:
        raise ImportError(
            "frames of a graph on the device need cuDF, which is not installed: "
            'pip install "cugraph_biclique[cu13]" (or [cu12]), or pass G in host '
            "memory"
        )
    return importlib.import_module("cugraph_biclique.results.cudf_frames")


def at_home(array: Any, graph: BipartiteGraph) -> Any:
    """Copy an array to the memory of the graph's labels, if it is elsewhere."""
    if not graph.on_device:
        return to_host(array)
    import cupy

    return cupy.asarray(array)


class RandomSearch(Protocol):
    """The search that found a result, to be repeated on random graphs."""

    def on_random_graphs(
        self,
        graph: BipartiteGraph,
        draws: int,
        seed: int,
        progress: Progress,
        null: Null,
    ) -> Iterator[UnionResult]:
        """Search random graphs with the degrees of a graph, several in one union."""


class Result:
    """Bicliques as records, in the order in which they are numbered."""

    def __init__(
        self,
        graph: BipartiteGraph,
        ordered: Ordered,
        records: Records,
        backend: Backend,
        report: Mapping[str, Any],
        *,
        ascending: bool = False,
        search: RandomSearch | None = None,
        degrees: Degrees | None = None,
    ) -> None:
        """`degrees`: those of the whole graph, if `graph` is a part of it."""
        self._graph = graph
        self._ordered = ordered
        self._records = records
        self._backend = backend
        self._ascending = ascending
        self._search = search
        self._degrees = degrees
        self.report = dict(report)

    def __len__(self) -> int:
        """Number of bicliques."""
        return len(self._records)

    def _select(self, which: slice | np.ndarray) -> Self:
        return self._with_records(self._records.select(which))

    def _with_records(self, records: Records) -> Self:
        """Return the result of the same search with other records."""
        return type(self)(
            self._graph,
            self._ordered,
            records,
            self._backend,
            self.report | {"bicliques": len(records), "bytes": records.nbytes},
            ascending=self._ascending,
            search=self._search,
            degrees=self._degrees,
        )

    def iter_batches(self, batch_size: int) -> Iterator[Self]:
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
        return map(self._select, batches(len(self), batch_size))

    def _parts(
        self, most_rows: int, most_members: int = MEMBERS_PER_FILE
    ) -> Iterator[Self]:
        """Yield all bicliques in order, as many per part as a file may contain.

        Without bicliques, yield one empty part.
        """
        n_left, n_right = map(to_host, self._sizes)
        sizes = np.maximum(n_left, n_right)
        yield from map(self._select, files_of(sizes, most_rows, most_members))

    @cached_property
    def _sizes(self) -> tuple[np.ndarray, np.ndarray]:
        kept = self._backend.kept_sizes(self._ordered, self._records)
        grown = self._records.n_grown
        return (kept, grown) if self._ordered.grow == "right" else (grown, kept)

    def _n_members(self, side: str) -> int:
        """Number of members of one side, with repetition, of all bicliques; or an upper
        bound that cuDF can hold, where one is known without a sum on the device."""
        n = self._graph.n_left if side == "left" else self._graph.n_right
        if len(self) * n <= cudf_limits.MOST_ROWS:
            return len(self) * n
        sizes = self._sizes[0] if side == "left" else self._sizes[1]
        return int(sizes.sum(dtype=np.int64))

    def _side(self, side: str) -> tuple[np.ndarray, np.ndarray]:
        """Return the offsets and members (ids of the input) of one side."""
        materialise = self._backend
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

    def _members_on_host(self) -> Iterator[Members]:
        """Yield the members in host memory, one batch of bicliques at a time."""
        for batch in self.iter_batches(BICLIQUES_AT_ONCE):
            yield Members(*map(to_host, batch._members()))

    def _with_ascending_members(self) -> Self:
        return type(self)(
            self._graph,
            self._ordered,
            self._records,
            self._backend,
            self.report,
            ascending=True,
            search=self._search,
            degrees=self._degrees,
        )

    def _canonical_order(self) -> np.ndarray:
        """The canonical order, if members are ascending."""
        if not len(self):
            return np.empty(0, np.int64)
        return self._backend.canonical_order(*self._side("left"), self._sizes[1])

    def _canonical(self) -> Self:
        """Sort the members, and the bicliques by (n_left, n_right, left members)."""
        ascending = self._with_ascending_members()
        return ascending._select(ascending._canonical_order())

    @property
    def _frames(self) -> ModuleType:
        """The module that builds frames of the same kind as the input."""
        return frames_of(self._graph)

    def _at_home(self, array: Any) -> Any:
        """Copy an array to the memory of the caller's labels, if it is elsewhere."""
        return at_home(array, self._graph)

    @cached_property
    def _host_graph(self) -> BipartiteGraph:
        """The graph with its labels in host memory."""
        return self._graph.with_host_labels()
