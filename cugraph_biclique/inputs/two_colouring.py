# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Two-colouring of a graph in CSR form."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.decorators import compiled


@compiled
def two_colours(indptr, indices):
    """Return 0 or 1 (int8) for each vertex, such that neighbours differ; the first
    vertex of each component has 0. Return an empty array if there is an odd cycle."""
    n = indptr.size - 1
    colour = np.full(n, -1, np.int8)
    queue = np.empty(n, np.int64)
    for root in range(n):
        if colour[root] >= 0:
            continue
        colour[root] = 0
        queue[0] = root
        first, last = 0, 1
        while first < last:
            u = queue[first]
            first += 1
            for e in range(indptr[u], indptr[u + 1]):
                v = indices[e]
                if colour[v] < 0:
                    colour[v] = 1 - colour[u]
                    queue[last] = v
                    last += 1
                elif colour[v] == colour[u]:
                    return colour[:0]
    return colour
