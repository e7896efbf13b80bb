# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time maximal bicliques of whole graphs, and those of other programs in the same run.

python benchmarks/enumeration.py GRAPH.txt.gz ... --yardstick PROGRAM
"""

import argparse
import sys
import time

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

# Graphs on which one call of Carpenter takes seconds, not minutes.
CARPENTER = {"youtube-groupmemberships", "movielens-10m_ti"}

# Reports of Carpenter: the number of item sets, or its default, a list of all item sets
# of one side with their support.
CARPENTER_REPORTS = {"carpenter_count": "#", "carpenter_patterns": "a"}


def main():
    options = arguments()
    rows = [benchmark(path, options) for path in options.graphs]
    print()
    show([summary(row) for row in rows])
    save("enumeration", rows, options.output)
    wrong = [row["graph"] for row in rows if not row["agree"]]
    if wrong:
        sys.exit(f"different answers: {', '.join(wrong)}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("graphs", nargs="+", help='edge lists, one "u v" per line')
    parser.add_argument(
        "--yardstick",
        metavar="PROGRAM",
        help="program to compare with. It is called as PROGRAM GRAPH SIDE 2, with 0 "
        'or 1 for SIDE, and prints "maximal N ... prep SECONDS enum SECONDS stars '
        'SECONDS"',
    )
    parser.add_argument(
        "--repeat", type=int, default=3, help="number of timed runs (default: 3)"
    )
    parser.add_argument(
        "--timeout", type=float, default=300, help="seconds for PROGRAM (default: 300)"
    )
    parser.add_argument(
        "--no-memory", action="store_true", help="do not measure peak memory"
    )
    parser.add_argument("--output", help="JSON file (default: a new file in results/)")
    return parser.parse_args()


def benchmark(path, options):
    name, graph = name_of(path), load(path)
    print(name, flush=True)
    count, seconds = measured(lambda: cb.maximal_biclique_count(graph), options.repeat)
    others = {}
    if options.yardstick:
        others["yardstick"] = yardstick(options.yardstick, path, options.timeout)
    if name in CARPENTER:
        for kind, what in CARPENTER_REPORTS.items():
            others[kind] = carpenter(graph, what)
    others = {other: run for other, run in others.items() if run}
    _, with_members = measured(lambda: members(graph), options.repeat)
    ours = {"count": timing(seconds), "members": timing(with_members)}
    return {
        "graph": name,
        "edges": len(graph),
        "maximal": count,
        "ours": ours["count"],
        "ours_with_members": ours["members"],
        "report": report(graph),
        **others,
        "times_faster": {
            other: ratio(ours[asked_for(other)]["seconds"], run)
            for other, run in others.items()
        },
        "agree": all(run["maximal"] == count for run in others.values()),
        "memory": None
        if options.no_memory
        else peak_memory(graph, "cb.maximal_biclique_count(G)"),
    }


def asked_for(other):
    """Name of our call that does the same as another program."""
    return "members" if other == "carpenter_patterns" else "count"


def members(graph):
    """Members of both sides of all bicliques, as long frames."""
    found = cb.maximal_bicliques(graph)
    return found.left, found.right


def report(graph):
    """Seconds of the stages of a call that also builds the result."""
    found, (seconds,) = measured(lambda: cb.maximal_bicliques(graph), 1)
    return {"whole_with_result": seconds, **found.report}


def yardstick(program, path, timeout):
    """The faster side of the program, without the time to read the file."""
    runs = []
    for side in (0, 1):
        printed = external([program, path, side, 2], timeout)
        stages = printed and {
            stage: float(printed[stage]) for stage in ("prep", "enum", "stars")
        }
        runs.append(
            {
                "side": side,
                "seconds": sum(stages.values()) if printed else None,
                "stages": stages,
                "maximal": int(printed["maximal"]) if printed else None,
            }
        )
    best = fastest(runs)
    return best and {**best, "both_sides": [run["seconds"] for run in runs]}


def carpenter(graph, what):
    """The faster side of pyfim's Carpenter on closed item sets, reporting `what`."""
    try:
        import fim
    except ImportError:
        return None
    runs = []
    for side, (rows, columns) in enumerate((("u", "v"), ("v", "u"))):
        transactions = graph.groupby(rows)[columns].agg(list).tolist()
        start = time.perf_counter()
        answer = fim.carpenter(transactions, target="c", supp=-1, zmin=1, report=what)
        seconds = time.perf_counter() - start
        maximal = int(sum(answer.values())) if what == "#" else len(answer)
        runs.append({"side": side, "seconds": seconds, "maximal": maximal})
    best = fastest(runs)
    return {
        **best,
        "asked_for": f"report={what!r}",
        "both_sides": [run["seconds"] for run in runs],
    }


def summary(row):
    """Row of the printed table."""
    memory = row["memory"]
    line = {
        "graph": row["graph"],
        "maximal": row["maximal"],
        "seconds": row["ours"]["seconds"],
        "with members": row["ours_with_members"]["seconds"],
    }
    for other in ("yardstick", *CARPENTER_REPORTS):
        line[other] = row[other]["seconds"] if other in row else None
        line[f"x {other}"] = row["times_faster"].get(other)
    line["peak MB"] = memory and memory["growth"] // 10**6
    line["allowed MB"] = memory and memory["allowed"] // 10**6
    line["agree"] = "yes" if row["agree"] else "NO"
    return line


if __name__ == "__main__":
    main()
