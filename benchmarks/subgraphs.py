# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The (alpha, beta)-core, and the list of all (p, q)-bicliques.

Bicliques are listed up to `--most` of them, and their number is compared with the exact
count where the list ends.
"""

import argparse
from collections.abc import Iterator
from functools import partial

import cugraph_biclique as cb
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured

QUICK = ["random:left=20,right=15,density=0.4 --repeat 1"]
FULL = ["FOLDER/youtube-groupmemberships.txt.gz FOLDER/pinterest.txt.gz"]

CORES = ((2, 2), (5, 5), (10, 10))
SIZES = ((2, 2), (3, 3), (2, 4))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument(
        "--most", type=int, default=50_000_000, help="bicliques (default: 50000000)"
    )
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for name in options.graphs:
        graph = cb.bipartite_graph(load(name))
        about = {"graph": name_of(name), "engine": options.engine}
        for alpha, beta in CORES:
            core, seconds = measured(
                partial(cb.core, graph, alpha, beta, engine=options.engine),
                options.repeat,
                options.engine,
            )
            call = f"core {alpha}, {beta}"
            yield about | {"call": call, "rows": len(core), "seconds": seconds}
        for p, q in SIZES:
            (n, ended), seconds = measured(
                partial(listed, graph, p, q, options.engine, options.most),
                options.repeat,
                options.engine,
            )
            if ended:
                right = cb.biclique_count(graph, p, q, engine=options.engine)
                check(n == right, name, p, q, n, right)
            call = f"iter_bicliques {p}, {q}"
            yield about | {"call": call, "rows": n, "seconds": seconds}


def listed(graph, p: int, q: int, engine: str, most: int) -> tuple[int, bool]:
    """The number of bicliques listed, at most about `most`, and whether all are."""
    n = 0
    for batch in cb.iter_bicliques(graph, p, q, engine=engine, batch_size=1_000_000):
        n += len(batch)
        if n >= most:
            return n, False
    return n, True
