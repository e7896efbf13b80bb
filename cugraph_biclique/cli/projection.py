# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The command for pairs of vertices with common neighbours."""

from __future__ import annotations

import argparse

import cugraph_biclique as cb
from cugraph_biclique.cli.cluster import on_client, working_on
from cugraph_biclique.cli.commands import working_options
from cugraph_biclique.cli.output import target_of, write_labels


def project(options: argparse.Namespace) -> None:
    """Run ``project``: list the pairs of vertices of a side with their scores."""
    target = target_of(options, "csv")
    with working_on(options) as (calls, edges):
        found = on_client(
            calls.project(
                edges,
                options.side,
                least_common=options.least_common,
                by=options.by,
                validated=options.validated,
                alpha=options.alpha,
                **working_options(options),
            )
        )
    if calls is not cb:  # partitions have no order
        found = found.sort_values(["first", "second"])
    found = found.sort_values("score", ascending=False, kind="stable")
    write_labels(found, dict.fromkeys(["first", "second"], options.side), target)
