# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal cliques of undirected graphs, by us and by other programs in the same run.

The calls begin with a frame in host memory, and on a GPU with arrays in its memory. The
count and the compact result are timed after a first call. With one thread, seconds are
those of the processor, as other work on the machine does not change them. Counts are
compared with those of the other engine, and of all other programs.
"""

import argparse
from collections.abc import Iterator

import numba

import cugraph_biclique as cb
from benchmarks.enumeration import plain
from benchmarks.peers import compare
from benchmarks.peers.program import Task
from benchmarks.shared.timing import (
    check,
    clock_for,
    measured,
    on_engine,
    peak_memory,
)
from benchmarks.shared.undirected import HELP, load_undirected, name_of_undirected

QUICK = ["uniform:vertices=40,density=0.5 --repeat 1"]
FULL = [
    "uniform:vertices=300,density=0.43 uniform:vertices=1000,density=0.18 "
    "sparse:vertices=200000,edges=1000000 "
    "power:vertices=50000,edges=500000 "
    "power:vertices=20000,edges=1000000,exponent=0.6 "
    "groups:vertices=5000,n=400,size=40,density=0.7 "
    "groups:vertices=3000,n=20,size=150,density=0.4 "
    "left-of:FOLDER/moreno_crime.txt.gz left-of:FOLDER/opsahl-ucforum.txt.gz "
    "right-of:FOLDER/marvel.txt.gz right-of:FOLDER/dbpedia-writer.txt.gz "
    "left-of:FOLDER/dbpedia-writer.txt.gz"
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
    parser.add_argument("--memory", action="store_true", help="measure peak memory")
    compare.add_arguments(parser)


def run(options: argparse.Namespace) -> Iterator[dict]:
    others = compare.peers(options, "cliques", options.engine[0])
    for graph in options.graphs:
        yield row(graph, others, options)


def lines(row: dict) -> list[dict]:
    """The printed table."""
    return compare.lines(row, {"graph": row["graph"], "cliques": row["cliques"]})


def row(graph: str, others: dict, options: argparse.Namespace) -> dict:
    """The figures of one graph."""
    edges = load_undirected(graph)
    ours = {each: times(edges, each, options.repeat) for each in options.engine}
    first = ours[options.engine[0]]
    count = first["answer"]
    for each, figures in ours.items():
        check(figures.pop("answer") == count, graph, each)
    seconds = {what: first[what]["seconds"] for what in ("count", "cliques")}
    task = Task(threads=numba.get_num_threads())
    return {
        "graph": name_of_undirected(graph),
        "vertices": int(edges.max(axis=None)) + 1,
        "edges": len(edges),
        "cliques": count,
        "ours": ours,
        **compare.compare(others, edges, task, count, seconds, options),
        "memory": peak_memory(edges, "cb.maximal_clique_count(G)")
        if options.memory
        else None,
    }


def times(edges, engine: str, repeat: int) -> dict:
    """Our seconds on one engine, with the stages of the fastest call."""
    clock, given = clock_for(engine), on_engine(edges, engine)
    answer, count = measured(
        lambda: cb.maximal_clique_count(given, engine=engine),
        repeat,
        engine,
        clock=clock,
    )
    reports = []

    def cliques() -> int:
        reports.append(cb.maximal_cliques(given, engine=engine).report)
        return reports[-1]["cliques"]

    again, found = measured(cliques, repeat, engine, clock=clock)
    check(again == answer, "cliques", again, answer)
    report = min(reports, key=lambda report: report["seconds"]["search"])
    return {
        "answer": answer,
        "clock": clock.__name__,
        "count": count,
        "cliques": found,
        "report": {k: plain(v) for k, v in report.items()},
    }
