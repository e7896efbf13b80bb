# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The Dask-cuDF edge frame of a cuGraph graph that several GPUs hold.

cuGraph keeps the frame with the caller's labels as `input_df`, whether it renumbers the
graph or not. The graph has one id space, so a label on both sides is one vertex, and an
error. No function imports cuGraph: the client may have no GPU.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import dask

from cugraph_biclique.arguments import shown
from cugraph_biclique.dask.host_frames import from_host_frame, on_host
from cugraph_biclique.dask.numbering import Numbers
from cugraph_biclique.dask.waiting import computed
from cugraph_biclique.errors import NotBipartiteError
from cugraph_biclique.inputs import refuse_columns


def edges_of_graph(
    graph: Any, left: Hashable | None, right: Hashable | None
) -> tuple[Any, Hashable, Hashable]:
    """Return the edge frame of a directed graph, and the columns of both sides."""
    refuse_columns(graph, left=left, right=right)
    if not graph.is_directed():
        raise TypeError(
            "ddf is an undirected cuGraph graph over several GPUs, whose sides are "
            "unknown: make it with Graph(directed=True) and edges from left to right, "
            "or pass its edge frame"
        )
    frame = graph.input_df
    columns = graph.source_columns, graph.destination_columns
    source, destination = (c if isinstance(c, list) else [c] for c in columns)
    if len(source) > 1:
        raise TypeError(
            f"ddf is a cuGraph graph whose vertices have the columns {shown(source)}: "
            "combine them in one column of labels for each side, and pass the edge "
            "frame"
        )
    if frame[source[0]].dtype != frame[destination[0]].dtype:
        raise TypeError(
            f"the sources of ddf have dtype {frame[source[0]].dtype} and its "
            f"destinations have dtype {frame[destination[0]].dtype}: give both columns "
            "the same dtype (and the same categories), or pass the edge frame"
        )
    return frame, source[0], destination[0]


def check_one_id_space(numbers: Numbers) -> None:
    """Raise an error if a vertex is both a source and a destination."""
    shared = dask.delayed(_shared)
    tables = zip(numbers.tables["left"], numbers.tables["right"], strict=True)
    found = [
        label
        for some in computed(*(shared(*both) for both in tables))
        for label in some
    ]
    if found:
        raise NotBipartiteError(
            f"vertex {shown(min(found))} has edges both in and out, so it is on "
            "neither side: point all edges from left to right, or pass the edge frame "
            "if a left and a right vertex have the same label by chance"
        )


def _shared(left: Any, right: Any) -> list[Any]:
    """Return the first label that is in both tables, if there is one."""
    left, right = from_host_frame(left), from_host_frame(right)
    both = left[left.isin(right)].head(1)
    labels: list[Any] = on_host(both).tolist()
    return labels
