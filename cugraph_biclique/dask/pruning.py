# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The least sizes of the sets that the partitions of a call are cut for.

Before the sender of an adjacency list copies an edge, it applies the rule of
`partition.pruning` that this list alone can decide (`lists.Rule`). The task applies all
rules to the edges that it received, unless they are in device memory.
"""

from __future__ import annotations

from collections.abc import Sequence

from cugraph_biclique.calls.counting import Run
from cugraph_biclique.partition.pruning import Least


def least_of_search(grow: str, min_left: int, min_right: int) -> Least:
    """Return the least sizes of a search that grows the side `grow`."""
    if grow == "right":
        return Least.worth(min_left, min_right)
    return Least.worth(min_right, min_left)


def least_of_counts(runs: Sequence[Run]) -> Least:
    """Return the least sizes of all sets that some runs on one side count."""
    kept = min(least for run in runs for least in run.leasts)
    grown = min(run.picks for run in runs)
    return Least.worth(kept, grown, ascending=True)
