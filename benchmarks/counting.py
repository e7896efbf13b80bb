# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Exact (p, q)-biclique counts, by us and by other programs in the same run.

The calls begin with a frame in host memory, or with arrays on the device, and end with
a Python integer. Counts are compared with the known answers of the tests, between
engines, and with those of all other programs.
"""

import argparse
from collections.abc import Iterator

import numba

import cugraph_biclique as cb
from benchmarks.peers import compare
from benchmarks.peers.program import Task
from benchmarks.shared.answers import check_count
from benchmarks.shared.calls import resources
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.sizes import sizes
from benchmarks.shared.timing import check, measured, on_engine, peak_memory
from cugraph_biclique.backends import backend_for
from cugraph_biclique.counting.prediction import sampled_seconds
from cugraph_biclique.device.budget import budget_bytes
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation.stages import anchored_and_ordered

QUICK = [
    "random:left=12,right=9,density=0.5 --pq 2,2 3,3 --repeat 1",
    "random:left=12,right=9,density=0.5 --sums 5 6 --both-sides --repeat 1 "
    "--no-packages",
]
FULL = [
    "FOLDER/youtube-groupmemberships.txt.gz --pq 2,2 3,3 4,4 5,5 6,6 8,8",
    "FOLDER/marvel.txt.gz FOLDER/citeulike-a.txt.gz FOLDER/foursquare-checkin.txt.gz "
    "--pq 3,3 5,5 8,8",
    "FOLDER/movielens-10m_ui.txt.gz FOLDER/lastfm-hetrec.txt.gz --pq 3,3 5,5",
    "FOLDER/fimi-mushroom.txt.gz --pq 4,4 8,8",
    "FOLDER/pinterest.txt.gz --pq 2,2 3,3 4,4",
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/marvel.txt.gz "
    "FOLDER/movielens-10m_ti.txt.gz FOLDER/lastfm-hetrec.txt.gz "
    "FOLDER/citeulike-a.txt.gz --sums 8 12 16 20 24 --both-sides --repeat 3",
]
SIDES = "left", "right"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument(
        "--pq",
        nargs="+",
        metavar="P,Q",
        type=sizes,
        default=[(2, 2), (3, 3), (4, 4), (5, 5)],
        help="sizes to count (default: 2,2 3,3 4,4 5,5)",
    )
    parser.add_argument(
        "--sums",
        nargs="+",
        type=int,
        help="count sizes with these p + q and p = q, or nearly, and not those of --pq",
    )
    parser.add_argument(
        "--both-sides", action="store_true", help="time each side as the anchor, too"
    )
    parser.add_argument(
        "--longest",
        type=float,
        default=10,
        help="predicted seconds of an anchor that is left out (default: 10)",
    )
    parser.add_argument(
        "--engine",
        nargs="+",
        choices=["cpu", "gpu"],
        default=["cpu"],
        help="engines; the first one is compared with other programs (default: cpu)",
    )
    parser.add_argument("--repeat", type=int, default=5, help="timed runs (default: 5)")
    parser.add_argument("--memory", action="store_true", help="measure peak memory")
    compare.add_arguments(parser)


def run(options: argparse.Namespace) -> Iterator[dict]:
    others = compare.peers(options, "p, q", options.engine[0])
    if options.sums:
        options.pq = [(total // 2, total - total // 2) for total in options.sums]
    for graph in options.graphs:
        edges = load(graph)
        given = {each: on_engine(edges, each) for each in options.engine}
        for p, q in options.pq:
            yield row(graph, edges, given, p, q, others, options)


def lines(row: dict) -> list[dict]:
    """The printed table."""
    what = {"graph": row["graph"], "p, q": row["pq"], "count": int(row["count"])}
    return compare.lines(row, what)


def row(graph, edges, given, p: int, q: int, others, options) -> dict:
    """The figures of one count."""
    ours, answers = {}, set()
    for engine, sides in given.items():
        count, ours[engine] = measured(
            lambda sides=sides, engine=engine: cb.biclique_count(
                sides, p, q, engine=engine
            ),
            options.repeat,
            engine,
        )
        answers.add(count)
    check(len(answers) == 1, graph, p, q, answers)
    check_count(name_of(graph), p, q, count)
    seconds = {"count": ours[options.engine[0]]["seconds"]}
    task = Task(p, q, numba.get_num_threads())
    return {
        "graph": name_of(graph),
        "edges": len(edges),
        "pq": f"{p}, {q}",
        "p + q": p + q,
        "count": str(count),  # JSON has no integers of this size
        "ours": ours,
        "anchors": anchors(graph, given, p, q, count, options)
        if options.both_sides
        else None,
        **compare.compare(others, edges, task, count, seconds, options),
        "memory": peak_memory(edges, f"cb.biclique_count(G, {p}, {q})")
        if options.memory
        else None,
    }


def anchors(graph, given, p: int, q: int, count: int, options) -> dict:
    """Seconds with each side as the anchor, and the side that the library chooses."""
    engine = options.engine[0]
    backend, budget = backend_for(engine), budget_bytes(None, engine)
    built = cb.bipartite_graph(given[engine])

    def prepared(side):
        return anchored_and_ordered(built, p, q, resources(backend, budget), side)

    def counted(side) -> int:
        _, anchored = prepared(side)
        return backend.count(anchored, [anchored.least], Trace(), progress=False)[0]

    found: dict = {"chosen": prepared(None)[0].grow}
    for side in SIDES:
        predicted = sampled_seconds(prepared(side)[1].to_host())
        found[side] = {"predicted": predicted}
        if predicted <= options.longest:
            again, seconds = measured(
                lambda side=side: counted(side), options.repeat, engine
            )
            check(again == count, graph, p, q, side, again, count)
            found[side] |= seconds
    return found
