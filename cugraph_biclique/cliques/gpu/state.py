# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the kernels of the search for cliques share: nodes, and donated levels.

The entries of `control` are those of the search for bicliques.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import xp

COVERED = -1  # stands for the size of a node below which no clique is maximal
NODE_WORDS = 8  # words of a narrow node besides its rows, including its `place`


class Nodes(NamedTuple):
    """Narrow nodes: nodes with at most 63 open vertices, the members of the node.

    The universe of a node has its members, and then the vertices that are already in
    the clique (the prefix). Bit i of a row or mask is vertex i of the universe. Each
    node owns consecutive rows. First, each member has a row: its adjacent members. Then
    each vertex that is adjacent to the prefix but not open has an outer row, again its
    adjacent members. If an outer row contains a clique, the clique is not maximal.
    """

    rows: Any  # uint64
    begin: Any  # int64, first row
    end: Any  # int64, end of the outer rows
    size: Any  # int32, members, or COVERED
    prefix: Any  # int32, vertices of the prefix
    universe: Any  # int32


class Levels(NamedTuple):
    """Levels that warps have donated: two lists, one to read and one to write."""

    within: Any  # uint64 (2 * levels,), open vertices
    children: Any  # uint64 (2 * levels,), open vertices that are still to be visited
    clique: Any  # uint64 (2 * levels,)
    node: Any  # int32 (2 * levels,), the narrow node that a level belongs to


def new_nodes(n: int, rows: int) -> Nodes:
    """Allocate n nodes with `rows` rows in total."""
    return Nodes(
        rows=xp.empty(rows, np.uint64),
        begin=xp.empty(n, np.int64),
        end=xp.empty(n, np.int64),
        size=xp.empty(n, np.int32),
        prefix=xp.empty(n, np.int32),
        universe=xp.empty(n, np.int32),
    )


def new_levels(levels: int) -> Levels:
    """Allocate `levels` levels in each of the two lists."""
    return Levels(
        within=xp.empty(2 * levels, np.uint64),
        children=xp.empty(2 * levels, np.uint64),
        clique=xp.empty(2 * levels, np.uint64),
        node=xp.empty(2 * levels, np.int32),
    )
