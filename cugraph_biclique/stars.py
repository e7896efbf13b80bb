# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Stars: maximal bicliques with one vertex, or one class of twins, on the kept side.

The search skips stars, as one test per vertex finds all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cugraph_biclique.backends import Prepared
from cugraph_biclique.interrupts import interruptible
from cugraph_biclique.records import Records


def count_stars(prepared: Prepared) -> int:
    """Return the number of maximal stars of the requested sizes."""
    return counting_stars(prepared)()


def counting_stars(prepared: Prepared) -> Callable[[], int]:
    """Begin to count the maximal stars of the requested sizes.

    The result returns their number. A device counts them while the host goes on.
    """
    if not _has_stars(prepared):
        return int
    begin = prepared.backend.stars.counting_stars
    count: Callable[[], int] = _of_graph(begin, prepared)
    return count


def star_records(prepared: Prepared) -> Records:
    """Return the maximal stars of the requested sizes."""
    if not _has_stars(prepared):
        return Records.empty()
    return _of_graph(prepared.backend.stars.star_records, prepared)


def _has_stars(prepared: Prepared) -> bool:
    """Whether stars can have the requested sizes."""
    return prepared.min_kept <= 2 and len(prepared.ordered.graph.kept_weight) > 0


def _of_graph(find: Callable[..., Any], prepared: Prepared) -> Any:
    """Call a function of the backend, and let Ctrl-C interrupt it if it takes long."""
    graph = prepared.ordered.graph
    edges = len(graph.kept_indices) if prepared.backend.prepares_on_host else 0
    return interruptible(edges, find, graph, prepared.min_grown, prepared.min_kept)
