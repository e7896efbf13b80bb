# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time the search for the largest bicliques, and the list of all of them.

    python benchmarks/largest.py GRAPH.txt.gz ... [--engine gpu] [--output FILE]

Each file holds lines "u v". ``--random`` adds graphs whose list does not end: a random
one of 200 x 200 vertices and density 0.7, and skewed dense ratings. They are searched
with a time limit. Elsewhere, the answer is compared with that of the whole list.
"""

import argparse
import time

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from common import load, name_of, save, show

SIZES = ("edges", "balanced")
LEAST = (1, 3)  # of both sides; from 2 on there are no stars


def timed(call):
    """Return the answer of a call, and its seconds."""
    began = time.perf_counter()
    answer = call()
    return answer, round(time.perf_counter() - began, 3)


def members(found):
    """The bicliques of a result as sorted tuples, in their order."""
    return [(tuple(sorted(left)), tuple(sorted(right))) for left, right in found]


def listed(name, frame, k, engine):
    """Rows of a graph whose list ends: seconds of both ways, and whether they agree."""
    for least in LEAST:
        sizes = {"min_left": least, "min_right": least, "engine": engine}
        every, seconds = timed(lambda sizes=sizes: cb.maximal_bicliques(frame, **sizes))
        for by in SIZES:
            top, sorting = timed(lambda by=by, every=every: every.nlargest(k, by))
            found, ours = timed(
                lambda by=by, sizes=sizes: cb.largest_bicliques(
                    frame, k, by=by, **sizes
                )
            )
            if members(found) != members(top):
                raise SystemExit(f"{name}: largest_bicliques differs from nlargest")
            yield row(name, by, least, found, ours) | {
                "bicliques": len(every),
                "list_and_nlargest": seconds + sorting,
                "times_faster": (seconds + sorting) / ours,
            }


def limited(name, frame, k, engine, seconds):
    """Rows of a graph whose list does not end."""
    for by in SIZES:
        found, ours = timed(
            lambda by=by: cb.largest_bicliques(
                frame, k, by=by, engine=engine, time_limit=seconds
            )
        )
        yield row(name, by, 1, found, ours) | {
            "bicliques": None, "list_and_nlargest": None, "times_faster": None,
        }  # fmt: skip


def row(name, by, least, found, seconds):
    """What every row says."""
    best = found.scores(by)
    report = found.report
    return {
        "graph": name,
        "engine": report["engine"],
        "by": by,
        "least": least,
        "score": int(best.iloc[0]) if len(best) else 0,
        "exact": report["exact"],
        "upper_bound": report["upper_bound"],
        "nodes": report["nodes"],
        "seconds": seconds,
    }


def random_graph(n=200, density=0.7, seed=1):
    """A random graph of n x n vertices."""
    has_edge = np.random.default_rng(seed).random((n, n)) < density
    return pd.DataFrame(np.argwhere(has_edge), columns=["u", "v"])


def ratings(n_edges=2_000_000, n_left=4_000, n_right=2_000, exponent=1.5, seed=1):
    """Ratings whose users and items are drawn as n * uniform ** exponent."""
    rng = np.random.default_rng(seed)
    ends = [rng.random(n_edges) ** exponent * n for n in (n_left, n_right)]
    frame = pd.DataFrame(np.column_stack(ends).astype(np.int32), columns=["u", "v"])
    return frame.drop_duplicates(ignore_index=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("graphs", nargs="*", help="files of edges, u v on each line")
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument("-k", type=int, default=1, help="bicliques (default: 1)")
    parser.add_argument("--random", action="store_true", help="add generated graphs")
    parser.add_argument(
        "--time-limit", type=float, default=20, help="seconds, for these (default: 20)"
    )
    parser.add_argument("--output", help="JSON file (default: a new file in results/)")
    options = parser.parse_args()
    small = random_graph(20, 0.5)
    list(listed("warm-up", small, options.k, options.engine))  # compiles
    rows = []
    for path in options.graphs:
        rows += listed(name_of(path), load(path), options.k, options.engine)
    if options.random:
        for name, frame in (("random", random_graph()), ("ratings", ratings())):
            rows += limited(name, frame, options.k, options.engine, options.time_limit)
    show(rows)
    save("largest", rows, options.output)


if __name__ == "__main__":
    main()
