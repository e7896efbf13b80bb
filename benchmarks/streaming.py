# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Streams of batches: seconds to the first batch, and of a whole stream beside a count.

The first rows are of graphs with more bicliques than anyone can list: a complete
bipartite graph without a perfect matching, and a dense random graph.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from benchmarks.shared.graphs import HELP, frame, load, name_of
from benchmarks.shared.timing import check, measured, on_engine, timed, timing

QUICK = ["random:left=40,right=30,density=0.3 --repeat 1 --batch 100"]
FULL = [
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/foursquare-checkin.txt.gz "
    "FOLDER/pinterest.txt.gz"
]
MATCHED = 60  # vertices of each side of the first graph
DENSE = "random:left=200,right=200,density=0.9"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=f"graphs to stream: {HELP}")
    parser.add_argument("--engine", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument(
        "--batch", type=int, default=100_000, help="bicliques (default: 100,000)"
    )
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    endless = {
        f"complete without a matching, {MATCHED} x {MATCHED}": without_matching(),
        DENSE: load(DENSE),
    }
    engine = options.engine
    for name, edges in endless.items():
        G = on_engine(edges, engine)
        yield {"graph": name, "engine": engine, **first_batches(G, options)}
    for graph in options.graphs:
        G = on_engine(load(graph), engine)
        yield {
            "graph": name_of(graph),
            "engine": engine,
            **first_batches(G, options),
            **whole_streams(G, options),
        }


def without_matching() -> pd.DataFrame:
    """The edges of all pairs but one of each vertex."""
    return frame(*np.nonzero(~np.eye(MATCHED, dtype=bool)))


def first_batches(G: Any, options: argparse.Namespace) -> dict:
    """Seconds from the call to the first batch, and to close the stream then."""
    to_first, to_close, size = [], [], 0
    for _ in range(1 + options.repeat):
        batches, started = timed(partial(stream, G, options), options.engine)
        batch, waited = timed(partial(next, batches), options.engine)
        size = len(batch)
        check(0 < size <= options.batch, "a batch of", size)
        to_close.append(timed(batches.close)[1])
        to_first.append(started + waited)
    return {
        "batch": size,
        "first_batch": timing(to_first[1:]) | {"first": to_first[0]},
        "close": timing(to_close[1:]),
    }


def whole_streams(G: Any, options: argparse.Namespace) -> dict:
    """Seconds of a loop over all batches, and of a call that only counts."""
    streamed, whole = measured(
        lambda: sum(map(len, stream(G, options))), options.repeat, options.engine
    )
    counted, count = measured(
        lambda: cb.maximal_biclique_count(G, engine=options.engine),
        options.repeat,
        options.engine,
    )
    check(streamed == counted, streamed, "streamed, but", counted, "counted")
    return {"bicliques": counted, "stream": whole, "count": count}


def stream(G: Any, options: argparse.Namespace) -> Any:
    """The batches of a graph."""
    return cb.iter_maximal_bicliques(G, batch_size=options.batch, engine=options.engine)
