# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal bicliques of whole graphs, by us and by other programs in the same run.

The calls begin with a frame in host memory, or with arrays on the device. The count,
and the members of both sides as frames, are timed after a first call. Counts are
compared with the known answers of the tests, and with those of all other programs.
"""

import argparse
from collections.abc import Iterator

import numba

import cugraph_biclique as cb
from benchmarks.peers import compare
from benchmarks.peers.program import Task
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured, on_engine, peak_memory

QUICK = ["random:left=12,right=9,density=0.5 --repeat 1"]
FULL = [
    "FOLDER/lastfm-hetrec.txt.gz FOLDER/movielens-10m_ti.txt.gz "
    "FOLDER/citeulike-a.txt.gz FOLDER/marvel.txt.gz FOLDER/movielens-10m_ui.txt.gz "
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/foursquare-checkin.txt.gz "
    "FOLDER/fimi-mushroom.txt.gz FOLDER/bms-webview2.txt.gz FOLDER/pinterest.txt.gz"
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument(
        "--engine",
        nargs="+",
        choices=["cpu", "gpu"],
        default=["cpu"],
        help="engines; the first one is compared with other programs (default: cpu)",
    )
    parser.add_argument("--repeat", type=int, default=5, help="timed runs (default: 5)")
    parser.add_argument(
        "--no-frames", action="store_true", help="only count; cuDF is not loaded"
    )
    parser.add_argument(
        "--pool",
        type=int,
        metavar="GIB",
        help="an RMM pool of this size, as pipelines of cuDF use",
    )
    parser.add_argument("--memory", action="store_true", help="measure peak memory")
    compare.add_arguments(parser)


def run(options: argparse.Namespace) -> Iterator[dict]:
    if options.pool:
        import rmm

        rmm.reinitialize(pool_allocator=True, initial_pool_size=options.pool << 30)
    others = compare.peers(options, "maximal", options.engine[0])
    for graph in options.graphs:
        yield row(graph, others, options)


def lines(row: dict) -> list[dict]:
    """The printed table."""
    return compare.lines(row, {"graph": row["graph"], "maximal": row["maximal"]})


def row(graph: str, others: dict, options: argparse.Namespace) -> dict:
    """The figures of one graph."""
    edges = load(graph)
    ours = {each: times(edges, each, options) for each in options.engine}
    count = ours[options.engine[0]].pop("answer")
    for each in options.engine[1:]:
        check(ours[each].pop("answer") == count, graph, each)
    check_maximal(name_of(graph), count)
    first = ours[options.engine[0]]
    seconds = {"count": first["count"]["seconds"]}
    if "members" in first:
        seconds["members"] = first["members"]["seconds"]
    task = Task(threads=numba.get_num_threads())
    return {
        "graph": name_of(graph),
        "edges": len(edges),
        "maximal": count,
        "ours": ours,
        **compare.compare(
            {n: p for n, p in others.items() if p.program.asked_for in seconds},
            edges,
            task,
            count,
            seconds,
            options,
        ),
        "memory": peak_memory(edges, "cb.maximal_biclique_count(G)")
        if options.memory
        else None,
    }


def times(edges, engine: str, options: argparse.Namespace) -> dict:
    """Our seconds on one engine, with the stages of one call more."""
    given = on_engine(edges, engine)
    answer, count = measured(
        lambda: cb.maximal_biclique_count(given, engine=engine), options.repeat, engine
    )
    found = {"answer": answer, "count": count}
    if options.no_frames:
        return found
    try:
        _, found["members"] = measured(
            lambda: members(given, engine, answer), options.repeat, engine
        )
    except ValueError as error:
        if "a frame of cuDF holds at most" not in str(error):
            raise
        found["no_members"] = str(error)
    report = cb.maximal_bicliques(given, engine=engine).report
    return found | {"report": {k: plain(v) for k, v in report.items()}}


def members(given, engine: str, count: int):
    """Members of both sides of all bicliques, as long frames."""
    found = cb.maximal_bicliques(given, engine=engine)
    check(len(found) == count, "members", len(found), count)
    return found.left, found.right


def plain(value):
    """A value of a report as JSON has it."""
    return value if isinstance(value, int | float | str | dict | None) else str(value)
