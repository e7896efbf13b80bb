# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximality tests of the search: those that fail, for each one that succeeds.

`failed` is the ratio of tests of children that are not maximal to those of children
that are. `failed_without_merging` adds the rows that are merged with an equal row:
without this, each one would be a child that is not maximal, and would be tested, too.
Stars are tested outside of the tree, and are not among the tests. One thread searches,
because each part of a divided root would count what it sees of the root.
"""

import argparse
from collections.abc import Iterator

import numba

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.calls import call_for, stars_of
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check

QUICK = ["random:left=40,right=30,density=0.3"]
FULL = [
    "FOLDER/southern-women.txt.gz FOLDER/unicodelang.txt.gz "
    "FOLDER/opsahl-ucforum.txt.gz FOLDER/arules-groceries.txt.gz "
    "FOLDER/lastfm-hetrec.txt.gz FOLDER/movielens-10m_ti.txt.gz "
    "FOLDER/movielens-10m_ui.txt.gz FOLDER/marvel.txt.gz "
    "FOLDER/foursquare-checkin.txt.gz FOLDER/dbpedia-writer.txt.gz "
    "FOLDER/fimi-mushroom.txt.gz FOLDER/citeulike-a.txt.gz "
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/bms-webview2.txt.gz "
    "FOLDER/pinterest.txt.gz"
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[1],
        help="least sizes of both sides (default: 1)",
    )
    parser.add_argument("--engine", choices=["cpu", "gpu"], default="cpu")


def run(options: argparse.Namespace) -> Iterator[dict]:
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        for name in options.graphs:
            graph = cb.bipartite_graph(load(name))
            for size in options.sizes:
                yield row(name, graph, size, options.engine)
    finally:
        numba.set_num_threads(threads)


def row(name: str, graph, size: int, engine: str) -> dict:
    """The tests of one search."""
    call = call_for(graph, size, engine)
    count, report = call.count(), call.report()
    if size == 1:
        check_maximal(name_of(name), count)
    stars = stars_of(call)
    tests, contained, equal = (report[k] for k in ("nodes", "not_maximal", "equal"))
    succeeded = tests - contained
    if size == 1:
        check(succeeded == count - stars, name, "tests", succeeded, count - stars)
    return {
        "graph": name_of(name),
        "least": size,
        "bicliques": count,
        "stars": stars,
        "tests": tests,
        "contained": contained,
        "equal": equal,
        "failed": contained / max(1, succeeded),
        "failed_without_merging": None
        if equal is None
        else (contained + equal) / max(1, succeeded),
    }
