# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sort rows by size, small rows first, and select rows that are large enough.

`State.place` has one more entry than there are sizes from 0 to the largest.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import kernel


@kernel
def sort_rows(state, n, largest):
    """Sort the n rows in `touched` by their size in `count`, small rows first.

    The first picks have the most later rows. These are intersected with the pick, so
    small first picks leave the least work.
    """
    count, touched = state.count, state.touched
    shared, place = state.shared, state.place
    place[: largest + 2] = 0
    for i in range(n):
        shared[i] = touched[i]
        place[count[touched[i]] + 1] += 1
    for size in range(1, largest + 1):
        place[size] += place[size - 1]
    for i in range(n):
        size = count[shared[i]]
        touched[place[size]] = shared[i]
        place[size] += 1


@kernel
def select_rows(state, first, last, largest, by_size, least):
    """Write the numbers of the rows first:last with `shared` >= `least` to `touched`.

    If `by_size`, sort them by `shared`, ascending. Return their number.
    """
    shared, touched, place = state.shared, state.touched, state.place
    kept = np.int64(0)
    if not by_size:
        for j in range(first, last):
            touched[kept] = j
            kept += np.int64(shared[j] >= least)
        return kept
    place[: largest + 2] = 0
    for j in range(first, last):
        place[shared[j] + 1] += 1
    place[: least + 1] = 0
    for size in range(least + 1, largest + 2):
        place[size] += place[size - 1]
    for j in range(first, last):
        size = shared[j]
        if size >= least:
            touched[place[size]] = j
            place[size] += 1
            kept += 1
    return kept
