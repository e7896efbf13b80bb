# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`Groups`: dense groups of vertices, with the edges that they lack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cugraph_biclique.contract.frames import Frame
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.results.result import Members, at_home, frames_of
from cugraph_biclique.results.selection import Ids, places

if TYPE_CHECKING:
    from cugraph_biclique.grouping.ranking import Group


MOST_BITS = 1074  # of a p-value: the smallest float is 2^-1074


class Groups:
    """Groups of left and right vertices, with the edges that they lack.

    `groups` returns this class with the most evidence first, and `largest_bicliques`
    with the largest first, if edges may be missing. Its frames are cuDF frames if G was
    on the device, and pandas frames otherwise. ``len(groups)`` is the number of groups.
    ``groups[:1]`` selects the first one. Masks and lists of ids select others, such as
    ``groups[groups.summary["p_value"] < 0.01]``.

    Attributes
    ----------
    report : dict
        ``engine``, ``seconds`` per stage, and ``groups``, the number of these groups.
        The report of `groups` also has ``sampled_edges`` and ``skipped_seeds``, and
        that of `largest_bicliques` has ``exact`` and ``upper_bound``. The report of a
        selection describes the whole search, except for ``groups``.

    Examples
    --------
    >>> import cugraph_biclique as cb
    >>> import numpy as np
    >>> edges = np.random.default_rng(1).integers(0, [800, 300], (4000, 2)).tolist()
    >>> edges += [(800 + u, v) for u in range(8) for v in range(6) if (u + v) % 6]
    >>> cb.groups(np.array(edges), 1)
    <Groups: 1, 8 x 6 and smaller>
    """

    def __init__(
        self, graph: BipartiteGraph, groups: Sequence[Group], report: Mapping[str, Any]
    ) -> None:
        self._graph = graph
        self._groups = list(groups)
        self.report = dict(report)

    def __len__(self) -> int:
        """Number of groups."""
        return len(self._groups)

    def __repr__(self) -> str:
        if not self._groups:
            return "<Groups: none>"
        largest = max(self._groups, key=lambda group: group.edges)
        size = f"{len(largest.left):,} x {len(largest.right):,}"
        return f"<Groups: {len(self):,}, {size} and smaller>"

    def __getitem__(self, which: slice | Ids) -> Groups:
        """Select some of the groups, numbered from 0.

        ``found[:1]`` takes the first group, ``found[[3, 7]]`` takes ids in this order,
        and ``found[mask]`` takes the groups for which a list, an array or a Series of
        booleans is True, such as ``found[found.summary["p_value"] < 0.01]``.
        """
        chosen = np.arange(len(self))[places(which, len(self))]
        some = [self._groups[i] for i in chosen.tolist()]
        return Groups(self._graph, some, self.report | {"groups": len(some)})

    @cached_property
    def summary(self) -> Frame:
        """A row per group, in the order of the result.

        - ``group`` (int64): 0, 1, ...
        - ``n_left``, ``n_right`` (int64): its numbers of vertices
        - ``n_edges`` (int64): the edges between them
        - ``density`` (float64): n_edges / (n_left x n_right)
        - ``score`` (float64): bits of evidence, minus log2 of the corrected p-value;
          -inf if the degrees of the vertices let expect as many edges, or more
        - ``p_value`` (float64): at most 1; see `groups`
        """
        return self._frame(self._columns())

    def _columns(self) -> dict[str, np.ndarray]:
        groups = self._groups
        n_left = np.array([len(group.left) for group in groups], np.int64)
        n_right = np.array([len(group.right) for group in groups], np.int64)
        edges = np.array([group.edges for group in groups], np.int64)
        bits = np.array([group.bits for group in groups], np.float64)
        return {
            "group": np.arange(len(groups)),
            "n_left": n_left,
            "n_right": n_right,
            "n_edges": edges,
            "density": edges / (n_left * n_right),
            "score": bits,
            "p_value": np.exp2(-np.clip(bits, 0.0, MOST_BITS)),
        }

    @property
    def left(self) -> Frame:
        """A row per left vertex of a group: ``group`` (int64), ``vertex`` (your label),
        and ``share`` (float64) of the group's right vertices that it is adjacent to."""
        return self._side("left")

    @property
    def right(self) -> Frame:
        """A row per right vertex of a group: ``group`` (int64), ``vertex`` (your
        label), and ``share`` (float64) of the group's left vertices that it is adjacent
        to."""
        return self._side("right")

    @property
    def missing(self) -> Frame:
        """A row per absent edge of a group: ``group`` (int64), ``left`` and ``right``
        (your labels)."""
        absent = [np.argwhere(~matrix) for matrix in self._matrices]
        ends = [
            (group.left[pairs[:, 0]], group.right[pairs[:, 1]])
            for group, pairs in zip(self._groups, absent, strict=True)
        ]
        number = np.repeat(np.arange(len(absent)), [len(pairs) for pairs in absent])
        columns = {
            "group": number,
            "left": (_joined(end[0] for end in ends), self._graph.left_labels),
            "right": (_joined(end[1] for end in ends), self._graph.right_labels),
        }
        return self._frame(columns)

    def to_frame(self) -> Frame:
        """Return a row per group, with its members as lists.

        Returns
        -------
        pandas.DataFrame or cudf.DataFrame
            The columns of ``summary``, and behind ``group`` the columns ``left`` and
            ``right``: lists of your labels, in ascending order.
        """
        *lists, numbers = self._members()
        arrays = [at_home(array, self._graph) for array in lists]
        frame = frames_of(self._graph).list_frame(Members(*arrays), self._graph)
        frame = frame.rename(columns={"biclique": "group"})
        for name, values in numbers.items():
            frame[name] = at_home(values, self._graph)
        return frame

    def _members(self) -> tuple[Any, ...]:
        """Offsets and members of the left side and of the right side of all groups, in
        host memory, then the other columns of `summary` by name."""
        numbers = self._columns()
        del numbers["group"]
        return *self._flat("left"), *self._flat("right"), numbers

    def _repr_html_(self) -> str:
        table: Any = self.summary
        return str(table._repr_html_())

    def _side(self, side: str) -> Frame:
        offsets, members = self._flat(side)
        graph, axis = self._graph, 1 if side == "left" else 0
        shares = [matrix.mean(axis=axis) for matrix in self._matrices]
        labels = graph._labels_of(side)
        columns = {
            "group": np.repeat(np.arange(len(self)), np.diff(offsets)),
            "vertex": (members, labels),
            "share": np.concatenate(shares) if shares else np.empty(0),
        }
        return self._frame(columns)

    def _flat(self, side: str) -> tuple[np.ndarray, np.ndarray]:
        """Offsets and members of one side of all groups."""
        lists = [getattr(group, side) for group in self._groups]
        offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        return offsets, _joined(lists)

    @cached_property
    def _matrices(self) -> list[np.ndarray]:
        """For each group, whether each left vertex is adjacent to each right one."""
        graph = self._graph.with_host_adjacency()
        indptr, indices = graph.left_indptr, graph.left_indices
        return [
            np.array([
                np.isin(group.right, indices[indptr[u] : indptr[u + 1]])
                for u in group.left.tolist()
            ])
            for group in self._groups
        ]  # fmt: skip

    def _frame(self, columns: dict[str, Any]) -> Frame:
        frame: Frame = frames_of(self._graph).frame(columns)
        return frame


def _joined(lists: Any) -> np.ndarray:
    return np.concatenate([np.empty(0, np.int32), *lists])
