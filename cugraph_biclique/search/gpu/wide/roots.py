# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Host side of wide roots: find their rows, then build their matrices and nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device import plan
from cugraph_biclique.device.arrays import together, xp
from cugraph_biclique.device.launching import ALL_AT_ONCE, Packed, launch
from cugraph_biclique.device.simt import WARP
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.host.workspace import Workspace
from cugraph_biclique.search.gpu.narrow.search import NarrowSearch
from cugraph_biclique.search.gpu.roots.marked import (
    MOST_MARKED,
    MarkedRows,
    fill_marked,
    mark_wide_roots,
    open_marked,
)
from cugraph_biclique.search.gpu.roots.rows import FoundRows, wide_roots
from cugraph_biclique.search.gpu.wide.groups import Group, RowsOfRoots
from cugraph_biclique.search.gpu.wide.levels import Level
from cugraph_biclique.search.gpu.wide.matrices import Matrices, WideNodes, fill_matrices
from cugraph_biclique.search.gpu.wide.matrix_sizes import (
    columns_of,
    sizes_of,
    vertices_of,
)
from cugraph_biclique.search.gpu.wide.pair_rows import fill_pairs


def rows_of(work: Workspace, narrow: NarrowSearch, group: Group) -> RowsOfRoots | None:
    """Find the rows of roots; None if this takes too much memory."""
    rows = None
    if work.least == 2 and len(work.graph.grown_weight) <= MOST_MARKED:
        rows = marked_rows(work, group)
        if rows is None and len(group.roots) > 1:
            return None
    return rows or listed_rows(work, narrow, group.roots)


def marked_rows(work: Workspace, group: Group) -> RowsOfRoots | None:
    """Find the rows of roots with marks in shared memory.

    Returns None if the marks of all roots take more than half of the memory for
    matrices.
    """
    roots, n = group.roots, len(group.roots)
    n_words = -(-len(work.graph.grown_weight) // WARP)
    kinds = 1 if work.sized or group.again else 2
    if 4 * n_words * n * kinds > work.plan.marks:
        return None
    columns, n_rows, paired, marks, of_pairs = together(
        (n, np.int64), (n, np.int64), (n, np.bool_), ((n, n_words), np.uint32),
        ((n if kinds == 2 else 0, n_words), np.uint32),
    )  # fmt: skip
    joined = xp.empty(n, np.int32)  # separate, because it outlives the marks
    held = marks.nbytes + of_pairs.nbytes
    found = RowsOfRoots(columns, n_rows, joined, paired, marks, of_pairs, held=held)
    marked = MarkedRows(marks, of_pairs, columns, n_rows, paired)
    launch(
        mark_wide_roots, ALL_AT_ONCE, work.packed_graph, roots, marked,
        work.limits.pairs_each,
    )  # fmt: skip
    return found


def listed_rows(
    work: Workspace, narrow: NarrowSearch, roots: Any
) -> RowsOfRoots | None:
    """Find the rows of roots as a sorted list of keys; None if the list is too long."""
    graph = work.graph
    columns, swept = columns_of(graph, roots)
    # A row is met at least `least` times, so there are at most `most` keys.
    most = min(swept // work.least, len(roots) * len(graph.grown_weight))
    if plan.KEY_BYTES * most > work.plan.matrices:
        return None
    keys = xp.empty(most, np.int64)
    n_rows, joined = together((len(roots), np.int64), (len(roots), np.int32))
    narrow.join()  # both need the marks of `work.scratch`
    work.clear_scratch()
    work.control[S.KEYS] = 0
    launch(
        wide_roots, min(work.blocks, len(roots)), work.packed_graph, roots,
        work.scratch, work.touched, work.control, FoundRows(keys, n_rows, joined),
        work.least,
    )  # fmt: skip
    paired = xp.zeros(len(roots), np.bool_)
    vertex = vertices_of(keys, int(to_host(work.control)[S.KEYS]))
    return RowsOfRoots(columns, n_rows, joined, paired, vertex=vertex)


def matrices_of(
    work: Workspace, roots: Any, rows: RowsOfRoots
) -> tuple[Packed, Level] | None:
    """Build the bit matrices and nodes of roots; None if they are too large."""
    sizes, (n, n_words, n_members, n_masks, n_pairs) = sizes_of(
        rows.n, rows.columns, rows.paired
    )
    if 8 * n_words + 4 * (n + n_pairs) + rows.held > work.plan.matrices:
        return None
    # The roots are the first level.
    of_nodes = plan.NODE_BYTES * len(roots) + plan.MEMBER_BYTES * n_members
    if of_nodes + 8 * n_masks > work.plan.other_levels:
        return None
    vertex = xp.empty(n, np.int32) if rows.vertex is None else rows.vertex
    columns, pairs = together((n_words, np.uint64), (n_pairs, np.uint32), zeros=True)
    made = Matrices(
        roots, columns, sizes.begin[:-1], sizes.words, sizes.rows, vertex,
        sizes.pairs, pairs,
    )  # fmt: skip
    members, masks, n_candidates = together(
        (n_members, np.int32), (n_masks, np.uint64), (len(roots), np.int64)
    )
    nodes = WideNodes(
        work.vertices[: len(roots)], rows.joined, sizes.members[:-1],
        sizes.members[1:], members, sizes.masks[:-1], masks, n_candidates,
    )  # fmt: skip
    matrices, packed = Packed(made), Packed(nodes)
    if rows.marks is None:
        launch(
            fill_matrices, min(work.blocks, len(roots)), work.packed_graph,
            matrices, packed, work.scratch,
        )  # fmt: skip
    else:
        launch(
            fill_marked, ALL_AT_ONCE, work.packed_graph, matrices, packed,
            rows.marks,
        )  # fmt: skip
        launch(
            open_marked, ALL_AT_ONCE, work.packed_graph, matrices, packed,
            work.control,
        )  # fmt: skip
        if n_pairs:
            launch(
                fill_pairs, ALL_AT_ONCE, work.packed_graph, matrices, packed,
                rows.marks_of_pairs,
            )  # fmt: skip
    # Guess that a child has a quarter of the members.
    each = max(work.limits.members_each, n_members // (4 * len(roots)))
    return matrices, Level(nodes, packed, n, each, True)
