# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Out-of-core count: the graph stays in host memory, the device counts its pieces."""

from __future__ import annotations

from contextlib import closing

from cugraph_biclique.backends import Anchored, backend_for
from cugraph_biclique.partition.pieces import Packs, Piece, pieces
from cugraph_biclique.partition.pruning import Least
from cugraph_biclique.progress import Progress, reporting
from cugraph_biclique.trace import Trace


def count(
    anchored: Anchored, leasts: list[int], trace: Trace, progress: Progress
) -> list[int]:
    """Implement `Backend.count`; CPU cores count the pieces that exceed the budget."""
    found = [0] * len(leasts)
    packs = Packs(anchored.graph, anchored.budget)
    least = Least.worth(anchored.least, anchored.picks, ascending=True)
    with (
        reporting(progress, packs.roots, "count") as on_progress,
        closing(pieces(anchored.graph, packs, least)) as coming,
    ):
        for pack, piece in coming:
            if not piece.is_empty:
                totals = _count_piece(anchored, piece, leasts, trace)
                found = [a + b for a, b in zip(found, totals, strict=True)]
            on_progress(pack.roots)
    return found


def _count_piece(
    anchored: Anchored, piece: Piece, leasts: list[int], trace: Trace
) -> list[int]:
    """Count a piece on the device, or on CPU cores if it exceeds the budget."""
    part = anchored._replace(graph=piece.graph)
    left = anchored.budget - piece.nbytes
    if left > 0:
        graph = piece.graph.to_device()
        part = part._replace(graph=graph, backend=backend_for("gpu"), budget=left)
    else:
        part = part.for_cores()
    return part.backend.count(part, leasts, trace, progress=False)
