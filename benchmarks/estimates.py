# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Estimates of the number of maximal bicliques, compared with exact counts.

The exact count is made by the same engine in the same run.
"""

import argparse
from collections.abc import Iterator

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import clock_for, measured

QUICK = ["random:left=40,right=30,density=0.3 --repeat 1"]
FULL = [
    "FOLDER/opsahl-ucforum.txt.gz FOLDER/lastfm-hetrec.txt.gz "
    "FOLDER/movielens-10m_ti.txt.gz FOLDER/citeulike-a.txt.gz FOLDER/marvel.txt.gz "
    "FOLDER/movielens-10m_ui.txt.gz FOLDER/youtube-groupmemberships.txt.gz "
    "FOLDER/foursquare-checkin.txt.gz FOLDER/fimi-mushroom.txt.gz "
    "FOLDER/bms-webview2.txt.gz FOLDER/arules-groceries.txt.gz FOLDER/pinterest.txt.gz"
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for name in options.graphs:
        graph = cb.bipartite_graph(load(name))
        estimate, seconds = measured(
            lambda graph=graph: cb.estimate_maximal_bicliques(graph),
            options.repeat,
            clock=clock_for("cpu"),
        )
        count, exactly = measured(
            lambda graph=graph: cb.maximal_biclique_count(graph, engine="cpu"),
            options.repeat,
            clock=clock_for("cpu"),
        )
        check_maximal(name_of(name), count)
        error = estimate.standard_error
        yield {
            "graph": name_of(name),
            "bicliques": count,
            "estimate": estimate.bicliques,
            "standard_error": error,
            "low": estimate.low,
            "high": estimate.high,
            "at_least": estimate.at_least,
            "off_percent": 100 * (estimate.bicliques - count) / count,
            "standard_error_percent": None if error is None else 100 * error / count,
            "estimate_seconds": seconds,
            "count_seconds": exactly,
        }
