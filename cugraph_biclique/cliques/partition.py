# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Partitions for cliques; each one is searched independently of the others.

The search below a root reads only the edges among the root and its neighbours. So a set
of roots needs only the edges within the closed neighbourhood of each root. The order of
the whole graph makes the results disjoint: a clique belongs to its first vertex.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.cliques.order import CliqueGraph, in_order
from cugraph_biclique.cliques.order import OrderedCliques as Ordered
from cugraph_biclique.graph.csr import gathered
from cugraph_biclique.graph.undirected import UndirectedGraph, of_ids
from cugraph_biclique.inputs.labels import encode
from cugraph_biclique.partition.frames import labels_at


class CliquePartition(NamedTuple):
    """Roots, and the edges within their closed neighbourhoods."""

    graph: UndirectedGraph
    order: np.ndarray  # int32, the vertices in the order of the whole graph
    is_root: np.ndarray  # bool per vertex, in this order

    @property
    def ordered(self) -> Ordered:
        """The graph as the search reads it.

        Each root is a second copy of its vertex, with the same neighbours. The copies
        come last, so the roots are one range, as in a whole graph.
        """
        graph = in_order(self.graph, self.order)
        roots = np.flatnonzero(self.is_root).astype(np.int32)
        lists = [
            array
            for lists in (graph[:2], graph[2:])
            for array in _with_copies(*lists, roots)
        ]
        vertices = np.concatenate([self.order, self.order[roots]])
        return Ordered(CliqueGraph(*lists), vertices, len(self.order))


def _with_copies(
    indptr: np.ndarray, indices: np.ndarray, rows: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Append copies of some CSR rows."""
    ends, copies = gathered(indptr, indices, rows)
    indptr = np.concatenate([indptr, indptr[-1] + ends[1:]])
    return indptr, np.concatenate([indices, copies])


def from_frame(frame: pd.DataFrame, table: pd.Series | None = None) -> CliquePartition:
    """Build a partition from a frame of its edges.

    Parameters
    ----------
    frame : pandas.DataFrame
        One edge per row, in any order: ``left`` is the label of its later end and
        ``right`` that of its earlier end. ``rank`` (any unique integer) is the place of
        the earlier end in the order of the whole graph, and ``is_root`` whether it is a
        root. Each vertex is the earlier end of an edge, if only of a loop.
    table : pandas.Series, optional
        The labels, if the frame has their positions instead.

    Returns
    -------
    CliquePartition
    """
    ends = pd.concat([frame["right"], frame["left"]], ignore_index=True)
    ids, labels = encode(ends, "labels of both columns together")
    earlier, later = ids[: len(frame)], ids[len(frame) :]
    _, first = np.unique(frame["rank"].to_numpy(), return_index=True)
    is_root = frame["is_root"].to_numpy(bool)[first]
    order = earlier[first].astype(np.int32)
    if table is not None:
        labels = labels_at(table, labels)
    return CliquePartition(of_ids(earlier, later, labels), order, is_root)
