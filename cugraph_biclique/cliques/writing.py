# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the resumable writer needs to know of a call for cliques."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from cugraph_biclique.backends import Found, Jobs
from cugraph_biclique.cliques.enumeration import CliqueCall, kept
from cugraph_biclique.cliques.order import root_jobs
from cugraph_biclique.enumeration import search_jobs
from cugraph_biclique.records import Records
from cugraph_biclique.results.parquet import CliqueWriter
from cugraph_biclique.resumable_writing import Stored, digest_of, version, write_stored


def write(folder: Path, call: CliqueCall) -> int:
    """Write or resume the data set of cliques in a folder that this call has locked.

    Returns the number of cliques in the data set.
    """
    graph = call.graph
    writer = CliqueWriter(graph.labels)  # first, as it refuses labels
    streamed = call.prepared._replace(streamed=True)
    prepared = cast("Any", streamed)  # for a backend of its own

    def search(jobs: Jobs) -> Found:
        return search_jobs(prepared, jobs, kept, call.trace, call.progress)

    asked = {
        "call": "write_maximal_cliques",
        "graph": digest_of((graph.indptr, graph.indices), (graph.labels,)),
        "min_size": call.prepared.min_size,
        "engine": call.engine,
        "version": version(),
    }
    jobs = root_jobs(call.ordered, call.jobs_to_keep)
    stored = Stored(
        asked,
        writer,
        jobs,
        search,
        Records.empty,
        call.cliques,
        call.budget,
    )
    return write_stored(folder, stored)
