# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The graph that the kernels read, and the way back to the vertices of the input."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from cugraph_biclique.host.arrays import to_host

Array: TypeAlias = Any  # of NumPy, or of CuPy


class Classes(Protocol):
    """Vertices of one side merged into classes; removed vertices are in no class."""

    @property
    def of(self) -> Array:
        """The class of each vertex, int32; -1 if the vertex was removed."""

    @property
    def weight(self) -> Array:
        """Number of vertices in each class, int32."""

    @property
    def indptr(self) -> Array:
        """Offsets of the classes in `members`, int64 (classes + 1)."""

    @property
    def members(self) -> Array:
        """The vertices of the classes, int32, ascending in each class."""

    def __len__(self) -> int:
        """Number of classes."""


class ClassLists(NamedTuple):
    """The input vertices of each class of a side, for kernels: see `Classes`."""

    indptr: Array  # int64 (classes + 1,)
    members: Array  # int32


class SearchGraph(NamedTuple):
    """The graph as the kernels see it.

    R is grown on one side, and L, the common neighbours of R, is kept on the other.
    Both sides are numbered by ascending degree, and every adjacency list ascends. So
    the roots are the grown vertices, in order. In a partition, the grown side has the
    order of the whole graph. There, some grown vertices serve only as rows: they are
    not roots, and their adjacency lists may be truncated.
    """

    kept_indptr: np.ndarray  # int64
    kept_indices: np.ndarray  # int32, grown vertices
    kept_weight: np.ndarray  # int32, how many vertices of the input each one represents
    grown_indptr: np.ndarray  # int64
    grown_indices: np.ndarray  # int32, kept vertices
    grown_weight: np.ndarray  # int32
    is_root: np.ndarray  # bool per grown vertex; empty if all are roots

    def to_host(self) -> SearchGraph:
        """Return the graph in host memory."""
        return SearchGraph(*map(to_host, self))

    def to_device(self) -> SearchGraph:
        """Return the graph in the memory of the current device."""
        from cugraph_biclique.device.arrays import xp

        return SearchGraph(*map(xp.asarray, self))


class RootSizes(NamedTuple):
    """The sizes of roots that a search needs first."""

    below: list[int]  # number of roots with fewer than 0, 1, ... neighbours
    swept: int  # sum of the squared degrees of the other side


class Ordered(NamedTuple):
    """A search graph and the way back to the vertices of the input."""

    graph: SearchGraph
    kept: Classes  # numbered as in `graph`
    grown: Classes
    grow: str  # "left" or "right"
    sizes: RootSizes | None = None  # if they are known
