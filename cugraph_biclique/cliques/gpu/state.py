# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the kernels of the search for cliques share: nodes, and donated levels.

The entries of `control` are those of the search for bicliques.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import xp

COVERED = -1  # the size of a node below which no clique is maximal
NODE_WORDS = 8  # of a narrow node besides its rows, with what places them


class Nodes(NamedTuple):
    """Narrow nodes: nodes with at most 63 open vertices, the members of the node.

    The members, and then the vertices that are already in the clique (the prefix), are
    the universe of the node. Bit i of a row or mask is vertex i of the universe. Each
    node owns consecutive rows: for each member, its adjacent members; then for each
    vertex that is adjacent to the prefix but not open, its adjacent members. Such an
    outer row that contains a clique shows that the clique is not maximal.
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
    children: Any  # uint64 (2 * levels,), those that are still to be visited
    clique: Any  # uint64 (2 * levels,)
    node: Any  # int32 (2 * levels,)


def new_nodes(n: int, rows: int) -> Nodes:
    """Room for n nodes with `rows` rows in total."""
    return Nodes(
        rows=xp.empty(rows, np.uint64),
        begin=xp.empty(n, np.int64),
        end=xp.empty(n, np.int64),
        size=xp.empty(n, np.int32),
        prefix=xp.empty(n, np.int32),
        universe=xp.empty(n, np.int32),
    )


def new_levels(levels: int) -> Levels:
    """Room for `levels` levels in each of the two lists."""
    return Levels(
        within=xp.empty(2 * levels, np.uint64),
        children=xp.empty(2 * levels, np.uint64),
        clique=xp.empty(2 * levels, np.uint64),
        node=xp.empty(2 * levels, np.int32),
    )
