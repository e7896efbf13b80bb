# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The edges near given vertices: all bicliques with these vertices are in them.

A biclique with the left vertices A and the right vertices B is within L0 x R0, as in
`calls.neighbourhood`. The edges of A and B move to one worker, which finds the labels
of L0 and R0. Then each Dask partition drops its other edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np
from distributed import get_client

from cugraph_biclique.calls.neighbourhood import common_neighbours, is_in
from cugraph_biclique.dask.host_frames import concatenated, of_one_dtype
from cugraph_biclique.dask.reading import SIDES, Reading
from cugraph_biclique.dask.waiting import wait_for
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.request.containing import Containing, ids_of, labels_in
from cugraph_biclique.results.result import frames_of


def neighbourhood(read: Reading, containing: Containing, one_id_space: bool) -> Reading:
    """Return the edges of all bicliques that contain some vertices.

    Raises
    ------
    TypeError, ValueError
        `containing` is not valid, or names a label that is not in the graph.
    """
    if isinstance(containing, Mapping):
        labels = {
            side: labels_in(containing[side]) for side in SIDES if side in containing
        }
    else:
        labels = dict.fromkeys(SIDES, labels_in(containing))
    client = get_client()
    parts = read.frame.to_delayed()
    touching = [dask.delayed(_touching)(part, labels) for part in parts]
    ends = client.compute(
        dask.delayed(_ends)(touching, read.columns, containing, one_id_space)
    )
    wait_for([ends])
    if ends.status == "error":
        ends.result()  # raises the error
    near = copy(read)
    near.__dict__.pop("_sizes", None)
    near.frame = dd.from_delayed(
        [dask.delayed(_within)(part, ends) for part in parts],
        meta=read.frame._meta,
        verify_meta=False,
    ).persist()
    return near


def _touching(edges: Any, labels: dict[str, list[Any]]) -> Any:
    """Return the edges of some vertices; there may be others whose labels are alike."""
    touches = np.bool_(False)
    for side, some in labels.items():
        touches = edges[side].isin(some) | touches
    return edges[touches] if labels else edges[:0]


def _ends(
    parts: list[Any], columns: tuple[Any, Any], containing: Containing, one: bool
) -> dict[str, Any]:
    """Return the labels of L0 and of R0, by side. A side that may have any vertices is
    missing."""
    edges = concatenated(parts)
    edges.columns = list(columns)  # for errors
    graph = bipartite_graph(edges, *columns)._with(_one_id_space=one)
    ids = ids_of(graph, containing)
    of_left = graph.left_indptr, graph.left_indices
    of_right = graph.right_indptr, graph.right_indices
    ends = {}
    if len(ids.left):
        ends["right"] = common_neighbours(of_left, ids.left)
    if len(ids.right):
        ends["left"] = common_neighbours(of_right, ids.right)
    if len(ends) == 2 and not _all_in(ids.right, ends["right"]):
        ends = {side: some[:0] for side, some in ends.items()}  # A x B is no biclique
    return {side: _labels(graph, side, some) for side, some in ends.items()}


def _all_in(ids: np.ndarray, among: Any) -> bool:
    return bool(is_in(array_module(among).asarray(ids, among.dtype), among).all())


def _labels(graph: BipartiteGraph, side: str, ids: Any) -> Any:
    """Return labels as a column of the same kind as the input."""
    labels = graph._labels_of(side)
    return frames_of(graph).frame({side: (ids, labels)})[side]


def _within(edges: Any, ends: dict[str, Any]) -> Any:
    """Return the edges between L0 and R0."""
    for side, some in ends.items():
        column, labels = of_one_dtype([edges[side], some])
        edges = edges[column.isin(labels)]
    return edges
