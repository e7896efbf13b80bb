# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The whole graph on a worker, from the ids and the labels that all workers have.

Ids are in the order of owners. A graph numbers its vertices in the order of their
labels, so each worker sorts all labels once, and replaces the ids of its edges.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from cugraph_biclique.dask.exchange import Where
from cugraph_biclique.dask.host_frames import concatenated, from_host_frame
from cugraph_biclique.dask.numbering import encoded
from cugraph_biclique.dask.reading import SIDES
from cugraph_biclique.graph.bipartite import BipartiteGraph, from_ids
from cugraph_biclique.graph.undirected import UndirectedGraph, of_ids
from cugraph_biclique.partition.frames import as_index

Tables = dict[str, list[Any]]


def bipartite(
    pieces: Sequence[tuple[Any, Any]],
    tables: Tables,
    names: dict[str, str],
    columns: tuple[Hashable, Hashable],
    where: Where,
) -> BipartiteGraph:
    """Return the graph of all edges.

    `pieces` are the ids of the left and the right ends of some edges each, `tables` the
    labels of all owners by side, `names` what error messages call the labels, and
    `columns` the names of both sides.
    """
    ranks, labels = zip(
        *(_ranked(tables[side], names[side]) for side in SIDES), strict=True
    )
    if not where.on_device:
        left, right = (
            np.concatenate([rank[piece[i]] for piece in pieces])
            for i, rank in enumerate(ranks)
        )
        return from_ids(left, right, as_index(labels[0]), as_index(labels[1]), *columns)
    from cugraph_biclique.inputs.cupy_pairs import from_keys

    keys = _keys(pieces, ranks, len(labels[1]), where)
    graph = from_keys(keys, labels[0], labels[1])
    return graph._with(left_name=columns[0], right_name=columns[1])


def undirected(
    pieces: Sequence[tuple[Any, Any]],
    tables: Tables,
    names: dict[str, str],
    *_: Any,
) -> UndirectedGraph:
    """Return the graph of all edges between vertices of one kind, in host memory."""
    rank, labels = _ranked(tables["left"], names["left"])
    left, right = (
        np.concatenate([rank[piece[i]] for piece in pieces]) for i in range(2)
    )
    return of_ids(left, right, as_index(labels))


def _ranked(tables: list[Any], name: str) -> tuple[Any, Any]:
    """Return the place of each id in the sorted labels (int32), and these."""
    order, labels = encoded(concatenated(list(map(from_host_frame, tables))), name)
    return order.astype(np.int32), labels


def _keys(
    pieces: Sequence[tuple[Any, Any]], ranks: Sequence[Any], n_right: int, where: Where
) -> Any:
    """Return ``left * n_right + right`` for all edges, ascending, in device memory."""
    import cupy

    keys = cupy.empty(sum(len(left) for left, _ in pieces), np.int64)
    first = 0
    for piece in pieces:
        left, right = where.take(piece)
        here = keys[first : first + len(left)]
        here[:] = ranks[0][left]
        here *= n_right
        here += ranks[1][right]
        first += len(left)
    keys.sort()
    return keys
