# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Pauses of a search whose output is nearly full.

Only the host can make the output larger, and only between two launches. If it did not,
the bicliques that do not fit would be lost, and all roots would be searched again. So
if more than PAUSE_AT bicliques are found, `descend` ends early, and nothing is lost:

- No warp takes another subtree. Warps donate all levels of those that they search.
- The subtrees that are left count as ended. A warp that waits for a level goes on
  waiting until all other searches have ended, too, because its place in the list of
  levels may be filled.
- Levels and subtrees that are left wait, and so does everything above them, until the
  host has copied the bicliques to a larger output.

While warps end, they still emit: all that they have in registers, and the bicliques of
their tables. PAUSE_AT leaves room for these (`Limits.spare_records`). If more are found
nevertheless, the host notices, and repeats the search.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import WARP, cuda, device
from cugraph_biclique.search.gpu import state as S

CLOSED = np.int64(1 << 30)  # NEXT_SUBTREE of a closed list; no list is as long


@device
def n_listed(control):
    """Number of levels and subtrees that are listed when the launch begins."""
    return np.int32(control[S.LEVELS] + control[S.SUBTREES])


@device
def stop_taking(control):
    """Close the list of subtrees, by one lane of a warp.

    The next launch takes the remaining subtrees. The list stays open until warps have
    taken all levels before the subtrees, because new levels will replace these.
    """
    if cuda.threadIdx.x % WARP != 0:
        return
    if cuda.atomic.add(control, S.NEXT_SUBTREE, 0) < control[S.LEVELS]:
        return
    taken = cuda.atomic.max(control, S.NEXT_SUBTREE, CLOSED)
    left = n_listed(control) - taken
    if left > 0:  # so this warp has closed the list
        control[S.LEFT] = left
        cuda.atomic.add(control, S.OPEN_LEVELS, -left)


@device
def subtrees_left(control):
    """Return the first of the subtrees that no warp has taken, and their number.

    By one thread, when a launch has ended.
    """
    left = control[S.LEFT]
    if left == 0:
        return np.int64(0), left
    return control[S.FIRST_SUBTREE] + control[S.SUBTREES] - left, left
