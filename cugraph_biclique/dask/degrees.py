# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The degrees of a graph that is in partitions. A partition has only some edges, and
none of vertices that are in no large biclique."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import dask

from cugraph_biclique.dask.edges import degrees
from cugraph_biclique.dask.host_frames import from_host_frame
from cugraph_biclique.dask.merging import degrees_by_label
from cugraph_biclique.dask.reading import SIDES

if TYPE_CHECKING:
    from cugraph_biclique.dask.call import DaskCall


class DegreesByLabel(NamedTuple):
    """The arguments of `merging.with_degrees`."""

    left: Any  # future: a Series
    right: Any
    n_left: int
    n_right: int
    n_edges: int


def degrees_of_graph(call: DaskCall) -> DegreesByLabel:
    """Count the degrees of the graph of a call, on the workers."""
    with call.on_workers():
        edges = call.edges(SIDES[0])
        futures = []
        for side in SIDES:
            edges = edges.together(side).persisted()
            parts = map(dask.delayed(_degrees), edges.parts(), [side] * len(edges.parts()))
            futures.append(
                call.client.compute(dask.delayed(degrees_by_label)(list(parts), side))
            )
        sizes = call.client.gather(
            [call.client.submit(_size, future, pure=False) for future in futures]
        )
    return DegreesByLabel(*futures, *(n for n, _ in sizes), n_edges=sizes[0][1])


def _degrees(edges: Any, side: str) -> Any:
    return degrees(from_host_frame(edges), side, "degree")


def _size(degree: Any) -> tuple[int, int]:
    """The number of vertices of a side, and the number of edges."""
    return len(degree), int(degree.sum())
