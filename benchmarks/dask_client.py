# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The time in which Dask's client assigns the roots of a large graph to partitions.

The graphs are those of `dask_largest`. This program makes the numbers and the sample
that the client receives from the workers, without the edges and without workers.
"""

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from benchmarks.dask_largest import PATTERNS, SIDES, patterns
from benchmarks.shared.timing import check, clock_for, measured

NEEDS = ["distributed"]
QUICK = ["--edges 20000 --repeat 1"]
FULL = ["--edges 250000000 1000000000"]

PARTITIONS = 8  # of two GPUs
PARTITION_BYTES = 1 << 34  # limit of a partition with the default budget of an H200
FACTOR = 0x9E3779B1  # odd: multiples of ids, modulo `HASHES`, are distinct
NEAR = 0.02  # relative error of the sample, in a graph of many communities


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edges", type=int, nargs="+", default=[10_000_000])
    parser.add_argument("--repeat", type=int, default=2, help="runs (default: 2)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    made = patterns()
    for wanted in options.edges:
        n = max(1, round(wanted / np.mean([len(each) for each in made])))
        yield row(made, n, options.repeat)


def row(made: list[pd.DataFrame], n: int, repeat: int) -> dict:
    """The seconds of the client for n communities."""
    from cugraph_biclique.dask import partitioning
    from cugraph_biclique.dask.edges import EDGE_BYTES

    which = np.arange(n) % PATTERNS
    n_edges = int(np.array([len(each) for each in made])[which].sum())
    bounded = min(partitioning.MANY, max(partitioning.FEW, n_edges // 4))
    rate = min(1.0, bounded / n_edges)
    summary = received(made, n, rate)
    most_edges = PARTITION_BYTES / EDGE_BYTES

    def assign():
        assigned = partitioning._assign(summary, PARTITIONS, most_edges, 2)
        assigned.partitions()
        assigned.sums("pairs")
        assigned.digest()
        return assigned

    assigned, timing = measured(assign, repeat, clock=clock_for("cpu"))
    n_roots = n * SIDES[1]
    roots = int(assigned.sums("roots").sum())
    check(roots == n_roots, "roots", roots, n_roots)
    if rate < NEAR:
        error = abs(assigned.copies / n_edges - 1)
        check(error < NEAR, "communities are divided", assigned.copies, n_edges)
    return {
        "edges": n_edges,
        "roots": n_roots,
        "partitions": len(assigned.batch),
        "assign": timing,
    }


def received(made: list[pd.DataFrame], n: int, rate: float) -> Any:
    """What the client receives of n communities.

    The neighbour with most edges is the first vertex of the left side, so the roots of
    a community are a group.
    """
    from cugraph_biclique.dask.lists import HASHES
    from cugraph_biclique.dask.partitioning import Summary

    lefts, rights = SIDES
    degree, work = (
        np.resize([each.sum() for each in some], n).astype(np.float64)
        for some in zip(*map(numbers, made), strict=True)
    )
    roots = np.full(n, rights)
    # The order of communities is that of hashes.
    order = (np.arange(n) * lefts * FACTOR % HASHES).argsort()[::-1]
    groups = {"work": work, "roots": roots, "pairs": roots * (n / 2), "degree": degree}
    place = np.empty(n, np.int32)
    place[order] = np.arange(n)
    root, of_kept = sampled(made, n, rate)
    sample = {"group": place[root // rights], "signature": of_kept}
    frame = pd.DataFrame(groups).take(order).reset_index(drop=True)
    return Summary(frame, pd.DataFrame(sample), rate, 0)


def numbers(edges: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Degree and work of each root of a pattern, the vertices on the right."""
    work = edges["user"].map(edges["user"].value_counts())
    by_root = work.groupby(edges["item"])
    return by_root.size().to_numpy(), by_root.sum().to_numpy()


def sampled(made: list[pd.DataFrame], n: int, rate: float):
    """Root and signature of all edges of the kept vertices with the least hashes."""
    from cugraph_biclique.dask.lists import HASHES

    lefts, rights = SIDES
    low = np.arange(n * lefts) * FACTOR % HASHES
    kept = np.flatnonzero(low < int(rate * HASHES))
    low = low[kept]
    community, vertex = np.divmod(kept, lefts)
    roots, signatures = [], []
    for pattern, edges in enumerate(made):
        here = community % PATTERNS == pattern
        vertices = {"low": low[here], "first": community[here] * rights}
        some = pd.DataFrame(vertices | {"user": vertex[here]}).merge(edges, on="user")
        degree = some["user"].map(edges["user"].value_counts())
        roots.append((some["first"] + some["item"]).to_numpy())
        signatures.append((degree * HASHES + some["low"]).to_numpy())
    return np.concatenate(roots), np.concatenate(signatures)
