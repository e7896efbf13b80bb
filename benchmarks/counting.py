# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time exact (p, q)-biclique counts, and those of another program in the same run.

python benchmarks/counting.py GRAPH.txt.gz ... --pq 3,3 5,5 --yardstick PROGRAM
"""

import argparse
import sys
from itertools import product

import cugraph_biclique as cb
from common import (
    external,
    fastest,
    load,
    measured,
    name_of,
    peak_memory,
    ratio,
    save,
    show,
    timing,
)


def main():
    options = arguments()
    rows = [
        row for path in options.graphs for row in benchmark(path, load(path), options)
    ]
    print()
    show([summary(row) for row in rows])
    save("counting", rows, options.output)
    wrong = [f"{row['graph']} {row['pq']}" for row in rows if row["agree"] is False]
    if wrong:
        sys.exit(f"different answers: {', '.join(wrong)}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("graphs", nargs="+", help='edge lists, one "u v" per line')
    parser.add_argument(
        "--pq",
        nargs="+",
        metavar="P,Q",
        type=lambda text: tuple(map(int, text.split(","))),
        default=[(2, 2), (3, 3), (4, 4), (5, 5)],
        help="sizes to count (default: 2,2 3,3 4,4 5,5)",
    )
    parser.add_argument(
        "--yardstick",
        metavar="PROGRAM",
        help="program to compare with. It is called as PROGRAM GRAPH SIDE P Q TWINS, "
        'with 0 or 1 for SIDE and TWINS, and prints "count N ... time SECONDS"',
    )
    parser.add_argument(
        "--repeat", type=int, default=3, help="number of timed runs (default: 3)"
    )
    parser.add_argument(
        "--timeout", type=float, default=60, help="seconds for PROGRAM (default: 60)"
    )
    parser.add_argument(
        "--no-memory", action="store_true", help="do not measure peak memory"
    )
    parser.add_argument("--output", help="JSON file (default: a new file in results/)")
    return parser.parse_args()


def benchmark(path, graph, options):
    for p, q in options.pq:
        print(name_of(path), p, q, flush=True)
        count, seconds = measured(
            lambda p=p, q=q: cb.biclique_count(graph, p, q), options.repeat
        )
        other = None
        if options.yardstick:
            other = yardstick(options.yardstick, path, p, q, options.timeout)
        yield {
            "graph": name_of(path),
            "edges": len(graph),
            "pq": [p, q],
            "count": str(count),  # JSON has no integers of this size
            "ours": timing(seconds),
            "yardstick": other,
            "times_faster": ratio(timing(seconds)["seconds"], other),
            "agree": other and other["count"] == str(count),
            "memory": None
            if options.no_memory
            else peak_memory(graph, f"cb.biclique_count(G, {p}, {q})"),
        }


def yardstick(program, path, p, q, timeout):
    """The fastest of the program's four modes, without the time to read the file."""
    runs = []
    for side, twins in product((0, 1), repeat=2):
        printed = external([program, path, side, p, q, twins], timeout)
        runs.append(
            {
                "side": side,
                "twins": twins,
                "seconds": float(printed["time"]) if printed else None,
                "count": printed and printed["count"],
            }
        )
    best = fastest(runs)
    return best and {**best, "all_four": [run["seconds"] for run in runs]}


def summary(row):
    """Row of the printed table."""
    other, memory = row["yardstick"], row["memory"]
    agree = {None: None, True: "yes", False: "NO"}[row["agree"]]
    return {
        "graph": row["graph"],
        "p,q": "{},{}".format(*row["pq"]),
        "count": int(row["count"]),
        "seconds": row["ours"]["seconds"],
        "yardstick": other and other["seconds"],
        "x yardstick": row["times_faster"],
        "peak MB": memory and memory["growth"] // 10**6,
        "allowed MB": memory and memory["allowed"] // 10**6,
        "agree": agree,
    }


if __name__ == "__main__":
    main()
