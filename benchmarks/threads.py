# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Searches and counts with one thread and with all: no graph may be slower.

Set NUMBA_NUM_THREADS to the number of threads to compare with one.
"""

import argparse
from collections.abc import Iterator

import numba

import cugraph_biclique as cb
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.sizes import sizes
from benchmarks.shared.timing import check, timed, timing

# On a graph this small, the ratio of a quick run is noise.
QUICK = ["random:left=12,right=9,density=0.5 --pq 2,2 --repeat 3 --most 1e9"]
FULL = [
    "FOLDER/southern-women.txt.gz FOLDER/unicodelang.txt.gz "
    "FOLDER/moreno_crime.txt.gz FOLDER/opsahl-ucforum.txt.gz "
    "FOLDER/marvel.txt.gz FOLDER/youtube-groupmemberships.txt.gz"
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument(
        "--pq",
        nargs="+",
        metavar="P,Q",
        type=sizes,
        default=[(2, 2), (3, 3)],
        help="sizes to count (default: 2,2 3,3)",
    )
    parser.add_argument(
        "--repeat", type=int, default=15, help="timed runs (default: 15)"
    )
    parser.add_argument(
        "--most",
        type=float,
        default=1.1,
        help="the largest ratio to the seconds of one thread (default: 1.1)",
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    threads = numba.config.NUMBA_NUM_THREADS
    slow = []
    for graph in options.graphs:
        for row in rows(graph, threads, options):
            slow += [row] if row["times"] > options.most else []
            yield row
    check(
        not slow, "slower than one thread", *(f"{r['graph']} {r['call']}" for r in slow)
    )


def rows(name: str, threads: int, options: argparse.Namespace) -> Iterator[dict]:
    """Rows of one graph. The two numbers of threads take turns, so that other work on
    the machine slows both."""
    graph = cb.bipartite_graph(load(name))
    calls = {
        "maximal bicliques": lambda: cb.maximal_biclique_count(graph, engine="cpu")
    }
    for p, q in options.pq:
        calls[f"({p}, {q})"] = lambda p=p, q=q: cb.biclique_count(
            graph, p, q, engine="cpu"
        )
    for call, work in calls.items():
        answers, seconds = {work()}, {1: [], threads: []}
        for _ in range(options.repeat):
            for n, times in seconds.items():
                numba.set_num_threads(n)
                answer, took = timed(work)
                answers.add(answer)
                times.append(took)
        check(len(answers) == 1, name, call, answers)
        yield {
            "graph": name_of(name),
            "edges": graph.n_edges,
            "call": call,
            "answer": str(max(answers)),
            "threads": threads,
            "one": timing(seconds[1]),
            "all": timing(seconds[threads]),
            # Other work on the machine only adds to the seconds.
            "times": min(seconds[threads]) / min(seconds[1]),
        }
