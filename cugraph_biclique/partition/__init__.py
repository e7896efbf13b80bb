# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Partitions that need nothing from each other.

The rows of a root are made of the lists of its neighbours. So for a set of roots P, all
that their part of a search or a count needs is N(P) and every edge of N(P): such a
partition is autonomous, as BCPar has it [1]_. One partition at a time takes a graph
that is larger than a device; many at a time are the tasks of a cluster.

What keeps partitions apart is the order of the whole graph: a biclique belongs to the
first vertex of its grown side, a star to the first neighbour of its vertex, and each
vertex is a root in one partition only. In the others it may be a row, and then its list
has holes, but not where a root of theirs can see.

References
----------
.. [1] GBC: "Efficient (p, q)-biclique counting on GPUs", its partitioning by 2-hop
   neighbourhoods.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.graph import BipartiteGraph, from_ids
from cugraph_biclique.inputs.labels import encode

OTHER = {"left": "right", "right": "left"}


class Partition(NamedTuple):
    """Roots, and all edges of their neighbours."""

    graph: BipartiteGraph  # its grown side stands in the order of the whole graph
    grow: str  # the side that the roots are on: "left" or "right"
    is_root: Any  # bool for each vertex of that side


def from_frame(
    frame: Any, left: Any, right: Any, grow: str, rank: Any, is_root: Any
) -> Partition:
    """A partition from a frame of its edges, of pandas or cuDF.

    Parameters
    ----------
    frame : DataFrame
        An edge a row: all the edges of the neighbours of the roots, parallel ones or
        not, in any order.
    left, right : hashable
        The columns of the labels.
    grow : {"left", "right"}
        The side that the roots are on.
    rank, is_root : hashable
        Columns that say of the vertex on that side: its place in the order of the whole
        graph, by (degree, any integer of its own), and whether it is a root here.

    Returns
    -------
    Partition
    """
    if type(frame).__module__.partition(".")[0] == "cudf":
        from cugraph_biclique.partition.cudf_frame import from_frame as on_device

        return on_device(frame, left, right, grow, rank, is_root)
    names = {"left": left, "right": right}
    kept = OTHER[grow]
    _, first, grown_ids = np.unique(
        frame[rank].to_numpy(), return_index=True, return_inverse=True
    )
    ids, labels = {grow: grown_ids}, {}
    labels[grow] = pd.Index(frame[names[grow]].iloc[first], tupleize_cols=False)
    ids[kept], labels[kept] = encode(frame[names[kept]], f"labels of {names[kept]!r}")
    graph = from_ids(
        ids["left"], ids["right"], labels["left"], labels["right"], left, right
    )
    return Partition(graph, grow, frame[is_root].to_numpy(bool)[first])
