# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The host side of sums over sets on a GPU: memory, items and the launch."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.contract.prepared import Anchored
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.contract.sums import Pass, SetSums
from cugraph_biclique.counting.gpu.state import Wanted
from cugraph_biclique.device import control as C
from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.launching import (
    launch,
    multiprocessors,
    tell_kernels,
    wait,
)
from cugraph_biclique.host.progress import Progress, reporting
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.local_counting.gpu.sets import (
    LEVEL_FIELDS,
    Items,
    Scratch,
    Sums,
    sum_sets,
)

ITEMS_PER_BLOCK = 32
MOST_PARTS = 64  # most parts of one root


def most_blocks(anchored: Anchored) -> int:
    """Number of blocks whose scratch arrays fit their share of the budget."""
    shares = plan.biclique_count(anchored.budget)
    return (shares.sweeps + shares.pool) // max(1, block_bytes(anchored))


def block_bytes(anchored: Anchored) -> int:
    """Bytes of the scratch arrays of one block."""
    graph, levels = anchored.graph, anchored.picks - 1
    n_kept, n_grown = len(graph.kept_weight), len(graph.grown_weight)
    vertices = 4 * n_kept + (8 + 4 * levels) * n_grown
    return (
        vertices + (12 + 8 * levels) * largest_degree(graph) + 8 * LEVEL_FIELDS * levels
    )


def largest_degree(graph: SearchGraph) -> int:
    """Return the largest degree of a grown vertex: that of the last vertex."""
    n = len(graph.grown_weight)
    if len(graph.is_root) and n:  # a partition may truncate the last list
        return int(xp.diff(graph.grown_indptr).max())
    return int(graph.grown_indptr[n] - graph.grown_indptr[n - 1]) if n else 0


def set_sums(
    anchored: Anchored, add: Pass, edges: bool, trace: Trace, progress: Progress
) -> SetSums:
    """Sum `add` over the sets, for each vertex, and with `edges` for each edge."""
    graph = anchored.graph
    n = len(graph.grown_weight)
    out = Sums(
        grown=xp.zeros(n, np.int64),
        kept=xp.zeros(len(graph.kept_weight), np.int64),
        edges=xp.zeros(len(graph.grown_indices) if edges else 0, np.int64),
        weight=xp.asarray(add.weight),
        share=xp.asarray(add.share),
    )
    total = xp.zeros(1, np.int64)
    if n:
        blocks = max(1, min(4 * multiprocessors(), most_blocks(anchored)))
        items = items_for(graph, ITEMS_PER_BLOCK * blocks)
        scratch = new_scratch(anchored, blocks)
        if len(items.root):  # a partition may have no roots
            run(anchored, items, scratch, out, total, trace, progress)
    return SetSums(out.grown, out.kept, out.edges, int(total[0]))


def run(
    anchored: Anchored,
    items: Items,
    scratch: Scratch,
    out: Sums,
    total: Any,
    trace: Trace,
    progress: Progress,
) -> None:
    """Launch the kernel and wait for it; if interrupted, stop the kernel."""
    control = xp.zeros(C.WORDS, np.int64)
    n = len(anchored.graph.grown_weight)
    with trace.stage("count"), reporting(progress, n, "count") as on_progress:
        try:
            launch(
                sum_sets, len(scratch.depth), anchored.graph, items, scratch, out,
                total, control, Wanted(anchored.picks, anchored.least),
            )  # fmt: skip
            wait()
        except BaseException:
            tell_kernels(control, {C.STATUS: C.STUCK})
            raise
        on_progress(n)


def items_for(graph: SearchGraph, n_items: int) -> Items:
    """Divide the roots into about `n_items` items of similar predicted work.

    Vertices of a partition that are not roots have no item.
    """
    degree = xp.diff(graph.kept_indptr)
    reached = xp.zeros(len(graph.grown_indices) + 1, np.int64)
    xp.cumsum(degree[graph.grown_indices], out=reached[1:])
    work = xp.diff(reached[graph.grown_indptr])
    share = int(work.sum()) // n_items + 1
    parts = xp.clip(-(-work // share), 1, MOST_PARTS)
    if len(graph.is_root):
        parts = parts * graph.is_root
    ends = xp.cumsum(parts)
    number = xp.arange(int(ends[-1]))
    root = xp.searchsorted(ends, number, side="right")
    part = number - (ends - parts)[root]
    # A vertex without parts ends where the one before it ends.
    return Items(*(each.astype(np.int32) for each in (root, part, parts[root])))


def new_scratch(anchored: Anchored, blocks: int) -> Scratch:
    """Allocate the arrays of all blocks."""
    graph, levels = anchored.graph, anchored.picks - 1
    n_kept, n_grown = len(graph.kept_weight), len(graph.grown_weight)
    most = max(1, largest_degree(graph))
    return Scratch(
        position=xp.zeros((blocks, n_kept), np.int32),
        common=xp.zeros((blocks, n_grown), np.int32),
        touched=xp.empty((blocks, n_grown), np.int32),
        candidates=xp.empty((blocks, levels * n_grown), np.int32),
        depth=xp.empty((blocks, most), np.int32),
        sums=xp.empty((blocks, most), np.int64),
        before=xp.empty((blocks, levels * most), np.int64),
        levels=xp.empty((blocks, levels * LEVEL_FIELDS), np.int64),
    )
