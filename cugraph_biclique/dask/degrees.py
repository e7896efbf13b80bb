# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The degrees of a graph that is in partitions. A partition has only some edges, and
none of vertices that are in no large biclique."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import dask

from cugraph_biclique.dask.frames import degrees, distinct, together
from cugraph_biclique.dask.merging import degrees_by_label
from cugraph_biclique.dask.reading import SIDES, refuse_changed
from cugraph_biclique.dask.waiting import gathered

if TYPE_CHECKING:
    from cugraph_biclique.dask.call import DaskCall


class DegreesByLabel(NamedTuple):
    """The degrees of both sides by label, and the sizes of the graph."""

    left: Any  # future: a Series
    right: Any
    sizes: tuple[int, int, int]  # n_left, n_right, n_edges


def degrees_of_graph(call: DaskCall) -> DegreesByLabel:
    """Count the degrees of the graph of a call, on the workers: of all edges, also if
    the call is for those near some vertices."""
    client, futures = call.client, []
    with call.on_workers():
        read = call.all_alike()
        if call.rows not in (None, read.size()[0]):
            refuse_changed()
        frame = together(read.frame, SIDES[0])
        frame = frame.map_partitions(distinct).persist()
        for side in SIDES:
            parts = together(frame, side).to_delayed()
            tables = [dask.delayed(degrees)(part, side) for part in parts]
            joined = dask.delayed(degrees_by_label)(tables, side)
            futures.append(client.compute(joined))
        counts = gathered(client.map(_size, futures, pure=False))
    (n_left, n_edges), (n_right, _) = counts
    left, right = futures
    return DegreesByLabel(left, right, (n_left, n_right, n_edges))


def _size(degree: Any) -> tuple[int, int]:
    """The number of vertices of a side, and the number of edges."""
    return len(degree), int(degree.sum())
