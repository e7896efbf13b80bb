# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files of edges to frames, and frames of text to graphs: text, Parquet, categories.

Each file has the same edges. What is read must be the frame that was written,
and each graph must have as many edges.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numba
import pandas as pd

import cugraph_biclique as cb
from benchmarks.shared.graphs import power_law
from benchmarks.shared.timing import check, measured

QUICK = ["--rows 2000 --repeat 1"]
FULL = [""]
NEEDS = ["pyarrow"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--repeat", type=int, default=3, help="timed runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    ids = (
        power_law(options.rows, distinct=1)
        .astype("int64")
        .set_axis(["user", "item"], axis=1)
    )
    texts = pd.DataFrame(
        {side: (side + ids[side].astype(str)).astype("str") for side in ids}
    )
    with tempfile.TemporaryDirectory() as folder:
        for labels, frame in (("integers", ids), ("text", texts)):
            for name, write in (("csv", text_of), ("parquet", pd.DataFrame.to_parquet)):
                path = Path(folder) / f"edges.{name}"
                write(frame, path, index=False)
                found, took = measured(
                    lambda p=path: cb.read_edges(p, "user", "item"), options.repeat
                )
                same = (found.to_numpy() == frame.to_numpy()).all()
                check(bool(same), "the frame that was read", labels, name)
                yield row(f"read {name}", labels, took, frame, path.stat().st_size)
    categories = texts.astype("category")
    for labels, frame in (("text", texts), ("categories", categories)):
        graph, took = measured(lambda f=frame: cb.bipartite_graph(f), options.repeat)
        check(graph.n_edges == len(frame), "edges", graph.n_edges, len(frame))
        yield row("graph of a frame", labels, took, frame)


def text_of(frame: pd.DataFrame, path: Path, index: bool) -> None:
    """Write a frame as CSV."""
    frame.to_csv(path, index=index)


def row(
    call: str, labels: str, took: dict, frame: pd.DataFrame, size: int | None = None
) -> dict:
    """A row of the file of figures."""
    return {
        "call": call,
        "labels": labels,
        "rows": len(frame),
        "distinct": [int(frame[side].nunique()) for side in frame],
        "file_bytes": size,
        "threads": numba.get_num_threads(),
        "seconds": took,
    }
