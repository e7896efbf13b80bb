# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A failure of a campaign, made small and added to the corpus."""

from __future__ import annotations

import hashlib
from typing import Any

from fuzz import cases, minimise


def keep(failure: dict[str, Any]) -> None:
    """Find the case again, make it smaller, and save it."""
    graph, rng = cases.graph_number(failure["seed"], failure["graph"])
    found = list(cases.cases_of(graph, rng, failure["engine"]))[failure["case"]]
    # A process that has run a kernel, or used a GPU, must not fork: this one has not.
    fails = minimise.in_a_child if failure.get("died") else minimise.in_this_process
    where = f"seed {failure['seed']}, graph {failure['graph']}:{failure['case']}"
    if not fails(found):
        print(f"{where} did not fail again")
        return
    small = minimise.minimised(found, fails)
    name = hashlib.sha256(where.encode()).hexdigest()[:8]
    note = f"{failure['error'].splitlines()[0][:200]} ({where})"
    path = cases.save(small, f"{small.relation}-{name}", note)
    print(f"{where}: minimised to {len(small.graph.edges[0])} edges, saved as {path}")
