# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The largest bicliques, beside the list of all of them.

`--limited` graphs are searched with a time limit, because their list does not end.
Elsewhere, the answer is compared with that of the whole list.
"""

import argparse
from collections.abc import Iterator

import cugraph_biclique as cb
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured, timed, timing

QUICK = ["random:left=20,right=15,density=0.5 --repeat 1"]
FULL = [
    "FOLDER/fimi-mushroom.txt.gz FOLDER/youtube-groupmemberships.txt.gz "
    "FOLDER/pinterest.txt.gz --limited random:left=200,right=200,density=0.5 "
    "random:left=200,right=200,density=0.7 random:left=80,right=80,density=0.8 "
    "power-law:edges=2000000,left=4000,right=2000,exponent=1.5,distinct=1"
]

SIZES = ("edges", "balanced")
LEAST = (1, 3)  # of both sides; from 2 on there are no stars


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="*", help=HELP)
    parser.add_argument("--limited", nargs="*", default=[], metavar="GRAPH")
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument("-k", type=int, default=1, help="bicliques (default: 1)")
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")
    parser.add_argument(
        "--time-limit", type=float, default=20, help="seconds, for these (default: 20)"
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    for name in options.graphs:
        yield from listed(name, options)
    for name in options.limited:
        yield from limited(name, options)


def members(found) -> list[tuple]:
    """The bicliques of a result as sorted tuples, in their order."""
    return [(tuple(sorted(left)), tuple(sorted(right))) for left, right in found]


def listed(name: str, options: argparse.Namespace) -> Iterator[dict]:
    """Rows of a graph whose list ends: seconds of both ways, and whether they agree."""
    edges, engine, k = load(name), options.engine, options.k
    for least in LEAST:
        sizes = {"min_left": least, "min_right": least, "engine": engine}
        every, listing = measured(
            lambda sizes=sizes: cb.maximal_bicliques(edges, **sizes),
            options.repeat,
            engine,
        )
        for by in SIZES:
            top, sorting = measured(
                lambda by=by, every=every: every.nlargest(k, by), options.repeat, engine
            )
            found, ours = measured(
                lambda by=by, sizes=sizes: cb.largest_bicliques(
                    edges, k, by=by, **sizes
                ),
                options.repeat,
                engine,
            )
            check(members(found) == members(top), name, by, "differs from nlargest")
            whole = listing["seconds"] + sorting["seconds"]
            yield row(name, by, least, found) | {
                "seconds": ours,
                "bicliques": len(every),
                "list": listing,
                "nlargest": sorting,
                "list_and_nlargest": whole,
                "times_faster": whole / ours["seconds"],
            }


def limited(name: str, options: argparse.Namespace) -> Iterator[dict]:
    """Rows of a graph whose list does not end."""
    edges = load(name)
    for by in SIZES:
        found, seconds = timed(
            lambda by=by: cb.largest_bicliques(
                edges,
                options.k,
                by=by,
                engine=options.engine,
                time_limit=options.time_limit,
            ),
            options.engine,
        )
        yield row(name, by, 1, found) | timing([seconds])


def row(name: str, by: str, least: int, found) -> dict:
    """What every row says."""
    best, report = found.scores(by), found.report
    return {
        "graph": name_of(name),
        "engine": report["engine"],
        "by": by,
        "least": least,
        "score": int(best.iloc[0]) if len(best) else 0,
        "exact": report["exact"],
        "upper_bound": report["upper_bound"],
        "nodes": report["nodes"],
    }
