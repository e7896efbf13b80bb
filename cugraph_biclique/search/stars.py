# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stars: maximal bicliques with one vertex, or one class of twins, on the kept side.

The search skips stars, as one test per vertex finds all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cugraph_biclique.contract.backend import Backend
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.host.interrupts import interruptible

T = TypeVar("T")


def count_stars(prepared: Prepared, backend: Backend) -> int:
    """Return the number of maximal stars of the requested sizes."""
    return counting_stars(prepared, backend)()


def counting_stars(prepared: Prepared, backend: Backend) -> Callable[[], int]:
    """Begin to count the maximal stars of the requested sizes.

    The result returns their number. A device counts them while the host goes on.
    """
    if not _has_stars(prepared):
        return int
    return _of_graph(backend.counting_stars, prepared, backend)


def star_records(prepared: Prepared, backend: Backend) -> Records:
    """Return the maximal stars of the requested sizes."""
    if not _has_stars(prepared):
        return Records.empty()
    return _of_graph(backend.star_records, prepared, backend)


def _has_stars(prepared: Prepared) -> bool:
    """Whether stars can have the requested sizes."""
    return prepared.min_kept <= 2 and len(prepared.ordered.graph.kept_weight) > 0


def _of_graph(
    find: Callable[[SearchGraph, int, int], T], prepared: Prepared, backend: Backend
) -> T:
    """Call a method of the backend, and let Ctrl-C interrupt it if it takes long."""
    graph = prepared.ordered.graph
    edges = len(graph.kept_indices) if backend.prepares_on_host else 0
    return interruptible(edges, find, graph, prepared.min_grown, prepared.min_kept)
