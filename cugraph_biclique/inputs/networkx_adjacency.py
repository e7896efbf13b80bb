# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The adjacency of a NetworkX graph as arrays."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np
import pandas as pd


def adjacency(graph: Any) -> tuple[np.ndarray, np.ndarray]:
    """Number the nodes in the order of the graph, and return its adjacency.

    Returns
    -------
    tuple of numpy.ndarray
        The degree of each node (int64, parallel edges count once), and the numbers of
        the neighbours of all nodes (int64), in the order of the graph. An undirected
        edge is there twice, except from a node to itself.
    """
    neighbours = graph._adj
    n = len(neighbours)
    degrees = np.fromiter(map(len, neighbours.values()), np.int64, n)
    flat, total = chain.from_iterable(neighbours.values()), int(degrees.sum())
    try:
        labels = np.fromiter(neighbours, np.int64, n) if _are_ints(neighbours) else None
    except OverflowError:
        labels = None
    if labels is None:
        number = dict(zip(neighbours, range(n), strict=True))
        numbers = map(number.__getitem__, flat)
        return degrees, np.fromiter(numbers, np.int64, total)
    # A key of a neighbour equals a label, so that it is an integer whatever its type.
    ends = np.fromiter(flat, np.int64, total)
    if (labels == np.arange(n)).all():
        return degrees, ends
    found = pd.Index(labels).get_indexer(pd.Index(ends))
    return degrees, found.astype(np.int64, copy=False)


def _are_ints(nodes: Any) -> bool:
    return set(map(type, nodes)) == {int}
