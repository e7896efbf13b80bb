# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Leave out edges that no requested biclique of the roots of a partition has.

Before the sender of an adjacency list copies an edge, it applies the rule of
`partition.pruning` that this list alone can decide. The task applies all rules to the
edges that it received, unless they are in device memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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


def needed_lists(edges: Any, kept: str, least: Least) -> Any:
    """Return the adjacency lists of some kept vertices, once for each batch ``to`` that
    needs them.

    For a count, a list begins at its first root in the batch, and is left out if it is
    then too short for the vertices to pick. For a search, no list is shortened: the
    edges are those of the core, so few lists are too short.
    """
    if least.ascending and len(edges):
        return _from_first_root(edges, kept, least.grown)
    needed = edges[[kept, "batch"]].drop_duplicates()
    needed.columns = [kept, "to"]
    return edges.merge(needed, on=kept)


def _from_first_root(edges: Any, kept: str, grown: int) -> Any:
    edges = edges.sort_values("rank", ascending=False, ignore_index=True)
    # The length of a list that begins at this edge.
    edges["length"] = edges.groupby(kept, observed=True).cumcount() + 1
    needed = edges.groupby([kept, "batch"], observed=True)["length"].max()
    needed.name = "needed"
    needed = needed.reset_index().rename(columns={"batch": "to"})
    copies = edges.merge(needed[needed["needed"] >= grown], on=kept)
    return copies[copies["length"] <= copies["needed"]]
