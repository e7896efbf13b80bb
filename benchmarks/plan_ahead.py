# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A simulation of more GPUs than were measured: where does the time of a job go?

One measured run provides the seconds that a GPU searches per edge, the differences
between partitions, and the seconds per edge while the graph is divided. The bytes per
edge, the bandwidth between workers and the scheduler's time per task are assumptions.
The simulated graph has a billion edges of the same kind. The workers hold `copies` of
the edges, in the worst case one copy per worker.
"""

import argparse
import json
from collections.abc import Iterator
from math import ceil, log
from pathlib import Path

import numpy as np

from benchmarks.shared.provenance import RESULTS

QUICK = [""]
FULL = [""]

EDGES = 10**9
EDGE_BYTES = 17  # two labels of four bytes, rank, partition
BANDWIDTH = 2e9  # bytes per second into a GPU, through its host
TASK_SECONDS = 5e-4  # of the scheduler, per task
ROOT_BYTES = 24  # sent to the client per root
ROOT_SHARE = 1 / 400  # roots per edge, in the measured graph
PIECES = 1  # pieces of the edges, per GPU
PARTITIONS = 4  # per GPU
BRANCH = 32  # pieces that a stage of a shuffle splits into
SHUFFLES = 3


def tasks(gpus):
    """Numbers of tasks of the shuffles, of the cutting, and of the search."""
    pieces = PIECES * gpus
    stages = ceil(log(max(pieces, 2), BRANCH))
    shuffles = SHUFFLES * stages * pieces * (2 + min(pieces, BRANCH))
    return shuffles, pieces * (gpus + 1), PARTITIONS * gpus


def search_seconds(total, spread, gpus, rng):
    """Seconds until the last GPU is done, if each takes the heaviest partition left."""
    share = rng.choice(spread, PARTITIONS * gpus)
    seconds = np.sort(share / share.sum() * total)[::-1]
    busy = np.zeros(gpus)
    for one in seconds:
        busy[busy.argmin()] += one
    return busy.max()


def simulate(measured, gpus, copies, rng):
    """Seconds of every stage with a number of GPUs."""
    runs = measured.get("results") or measured["runs"]
    one = next(run for run in runs if run["gpus"] == 1)
    scale = EDGES / one["edges"]
    spread = np.array(one["seconds_of_partitions"])
    shuffles, cuts, searches = tasks(gpus)
    moved = SHUFFLES * EDGES * EDGE_BYTES * (1 - 1 / gpus)
    stages = {
        "scheduler": TASK_SECONDS * (shuffles + cuts + searches),
        "compute to cut": scale * one["partitioning_seconds"] / gpus,
        "move edges": moved / gpus / BANDWIDTH,
        "move copies": copies * EDGES * EDGE_BYTES / gpus / BANDWIDTH * (gpus > 1),
        "client": ROOT_BYTES * ROOT_SHARE * EDGES / BANDWIDTH + 2.0,
        "search": search_seconds(scale * spread.sum(), spread, gpus, rng),
    }
    return {
        "gpus": gpus,
        "copies": copies,
        "tasks": shuffles + cuts + searches,
        **stages,
        "total": sum(stages.values()),
        "GiB of edges on a GPU": copies * EDGES * EDGE_BYTES / gpus / 2**30,
    }


def add_arguments(parser: argparse.ArgumentParser) -> None:
    default = "dask-h200-2026-11-25.json"
    parser.add_argument(
        "measured",
        nargs="?",
        default=str(RESULTS / default),
        help=f"a file of dask_gpu (default: {default})",
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    measured = json.loads(Path(options.measured).read_text())
    rng = np.random.default_rng(0)
    for gpus in (8, 64, 512):
        for copies in (min(gpus, 5), gpus):
            row = simulate(measured, gpus, copies, rng)
            yield {"from": Path(options.measured).name, **row}
