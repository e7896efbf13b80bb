# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time searches and counts with one thread and with all: no graph may be slower.

NUMBA_NUM_THREADS=16 python benchmarks/threads.py GRAPH.txt.gz ... --pq 2,2 3,3
"""

import argparse
import sys
import time

import numba

import cugraph_biclique as cb
from common import load, name_of, save, show, timing

MOST = 1.1  # times the seconds of one thread


def main():
    options = arguments()
    threads = numba.config.NUMBA_NUM_THREADS
    rows = [
        row
        for path in options.graphs
        for row in benchmark(path, load(path), threads, options)
    ]
    print()
    show([summary(row) for row in rows])
    save("threads", rows, options.output)
    wrong = [f"{row['graph']} {row['call']}" for row in rows if not row["agree"]]
    if wrong:
        sys.exit(f"different answers: {', '.join(wrong)}")
    slow = [f"{row['graph']} {row['call']}" for row in rows if row["times"] > MOST]
    if slow:
        sys.exit(f"slower than one thread by more than 10 %: {', '.join(slow)}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("graphs", nargs="+", help='edge lists, one "u v" per line')
    parser.add_argument(
        "--pq",
        nargs="+",
        metavar="P,Q",
        type=lambda text: tuple(map(int, text.split(","))),
        default=[(2, 2), (3, 3)],
        help="sizes to count (default: 2,2 3,3)",
    )
    parser.add_argument(
        "--repeat", type=int, default=15, help="number of timed runs (default: 15)"
    )
    parser.add_argument("--output", help="JSON file (default: a new file in results/)")
    return parser.parse_args()


def benchmark(path, frame, threads, options):
    """Rows of one graph. The two numbers of threads take turns, so that other work on
    the machine slows both."""
    graph = cb.bipartite_graph(frame)
    calls = {
        "maximal bicliques": lambda: cb.maximal_biclique_count(graph, engine="cpu")
    }
    for p, q in options.pq:
        calls[f"({p}, {q})"] = lambda p=p, q=q: cb.biclique_count(
            graph, p, q, engine="cpu"
        )
    for name, call in calls.items():
        print(name_of(path), name, flush=True)
        answers, seconds = {call()}, {1: [], threads: []}
        for _ in range(options.repeat):
            for n, times in seconds.items():
                numba.set_num_threads(n)
                began = time.perf_counter()
                answers.add(call())
                times.append(time.perf_counter() - began)
        yield {
            "graph": name_of(path),
            "edges": len(frame),
            "call": name,
            "answer": str(max(answers)),
            "agree": len(answers) == 1,
            "threads": threads,
            "one": timing(seconds[1]),
            "all": timing(seconds[threads]),
            # Other work on the machine only adds to the seconds.
            "times": min(seconds[threads]) / min(seconds[1]),
        }


def summary(row):
    """Row of the printed table."""
    return {
        "graph": row["graph"],
        "call": row["call"],
        "answer": int(row["answer"]),
        "one thread ms": 1000 * row["one"]["fastest"],
        f"{row['threads']} threads ms": 1000 * row["all"]["fastest"],
        "times": row["times"],
        "agree": "yes" if row["agree"] else "NO",
    }


if __name__ == "__main__":
    main()
