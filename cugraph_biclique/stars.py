# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stars: maximal bicliques with one vertex, or one class of twins, on the kept side.

The search skips stars, as one test per vertex finds all of them.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.arrays import array_module
from cugraph_biclique.backends import Prepared
from cugraph_biclique.interrupts import interruptible
from cugraph_biclique.preparation import Array
from cugraph_biclique.records import WHOLE, Records


def count_stars(prepared: Prepared) -> int:
    """Return the number of maximal stars of the requested sizes."""
    return int(_maximal_stars(prepared)[0].sum()) if _has_stars(prepared) else 0


def star_records(prepared: Prepared) -> Records:
    """Return the maximal stars of the requested sizes."""
    if not _has_stars(prepared):
        return Records.empty()
    maximal, sizes = _maximal_stars(prepared)
    xp = array_module(sizes)
    found = xp.flatnonzero(maximal)
    return Records(
        mask=xp.full(len(found), WHOLE, np.uint64),
        universe=xp.arange(len(found), dtype=np.int32),
        n_grown=sizes[found],
        start=xp.arange(len(found) + 1, dtype=np.int64),
        members=found.astype(np.int32),
    )


def _has_stars(prepared: Prepared) -> bool:
    """Whether stars can have the requested sizes."""
    return prepared.min_kept <= 2 and len(prepared.ordered.graph.kept_weight) > 0


def _maximal_stars(prepared: Prepared) -> tuple[Array, Array]:
    """Return whether each star is maximal and requested, and the size of its grown
    side."""
    graph, backend = prepared.ordered.graph, prepared.backend
    sizes = backend.stars.star_sizes(graph)
    wanted = (sizes >= prepared.min_grown) & (graph.kept_weight >= prepared.min_kept)
    if len(graph.is_root):  # a star belongs to the partition of its first neighbour
        wanted &= graph.is_root[graph.kept_indices[graph.kept_indptr[:-1]]]
    edges = len(graph.kept_indices) if backend.prepares_on_host else 0
    return interruptible(edges, backend.stars.maximal_stars, graph) & wanted, sizes
