# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""``python tests/fuzz``: the command line."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from fuzz.campaign import Campaign

ROOT = Path(__file__).resolve().parents[2]
THREADS = "3"  # of a worker: cases use one, two or three of them
MOST_MINIMISED = 5  # failures of a campaign, one of each kind


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    made = argparse.ArgumentParser(
        prog="python tests/fuzz",
        description="Compare the package with a slow oracle on random graphs.",
    )
    made.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    made.add_argument("--cases", type=int, default=10**9, help="number of cases")
    made.add_argument("--seconds", type=float, default=10**9, help="time limit")
    made.add_argument(
        "--engine",
        choices=["cpu", "gpu", "dask"],
        default="cpu",
        help="engine to test (default: cpu); dask tests only the calls over Dask",
    )
    made.add_argument(
        "--jobs", type=int, default=1, help="number of worker processes (default: 1)"
    )
    made.add_argument(
        "--only", metavar="GRAPH[:CASE]", help="run only this graph, or this case"
    )
    made.add_argument("--report", type=Path, help="write a report to this JSON file")
    made.add_argument(
        "--bounds", action="store_true", help="check every array index in kernels"
    )
    made.add_argument(
        "--keep",
        action="store_true",
        help="minimise failures and add them to the corpus",
    )
    made.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    made.add_argument("--minimise", action="store_true", help=argparse.SUPPRESS)
    return made


def environment(bounds: bool) -> dict[str, str]:
    """What worker processes are started with."""
    paths = [str(ROOT), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
    made = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "NUMBA_NUM_THREADS": THREADS,
    }
    if bounds:  # Numba's cache does not tell one kind of kernel from the other
        cache = made.get("NUMBA_CACHE_DIR", str(Path.home() / ".cache" / "numba"))
        made |= {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": cache + "-bounds"}
    return made


def main(arguments: list[str] | None = None) -> int:
    """Run a campaign; 1 if a case failed."""
    asked = parser().parse_args(arguments)
    if asked.worker:
        from fuzz.worker import work

        work(asked.seed, asked.engine)
        return 0
    if asked.minimise:
        from fuzz.keeping import keep

        keep(json.load(sys.stdin))
        return 0
    if asked.cases == asked.seconds == 10**9 and asked.only is None:
        parser().error("no limit was given: pass --cases, --seconds or --only")
    number, _, only = (asked.only or "").partition(":")
    began = time.perf_counter()
    campaign = Campaign(
        asked.seed, asked.engine, asked.jobs, asked.cases, asked.seconds,
        environment(asked.bounds), [int(number)] if number else None,
        int(only) if only else None,
    )  # fmt: skip
    campaign.run()
    seconds = time.perf_counter() - began
    report = reported(campaign, asked, seconds)
    if asked.report:
        asked.report.write_text(json.dumps(report, indent=1) + "\n")
    print(
        f"{campaign.cases:,} cases on {campaign.graphs:,} graphs in {seconds:.0f} s, "
        f"{len(campaign.failures)} failed"
    )
    if asked.keep:
        keep_failures(campaign, asked)
    return int(bool(campaign.failures))


def keep_failures(campaign: Campaign, asked: argparse.Namespace) -> None:
    """Minimise the first failure of each kind, in processes of their own."""
    kinds: dict[tuple[str, str], dict[str, Any]] = {}
    for failure in campaign.failures:
        if failure["case"] >= 0:
            kind = failure["relation"], failure["error"][:40]
            kinds.setdefault(kind, failure)
    for failure in [*kinds.values()][:MOST_MINIMISED]:
        subprocess.run(
            [sys.executable, str(Path(__file__).parent), "--minimise"],
            input=json.dumps(failure | {"seed": asked.seed, "engine": asked.engine}),
            text=True,
            env=environment(asked.bounds),
            check=False,
        )


def reported(
    campaign: Campaign, asked: argparse.Namespace, seconds: float
) -> dict[str, Any]:
    """What a campaign did, and with what."""
    counts: dict[str, dict[str, int]] = {}
    for label, n in sorted(campaign.labels.items()):
        group, _, name = label.partition(" ")
        counts.setdefault(group, {})[name] = n
    return {
        "command": "python tests/fuzz " + " ".join(sys.argv[1:]),
        "commit": commit(),
        "engine": asked.engine,
        "seed": asked.seed,
        "jobs": asked.jobs,
        "bounds": asked.bounds,
        "seconds": round(seconds, 1),
        "graphs": campaign.graphs,
        "cases": campaign.cases,
        "cases_per_second": round(campaign.cases / seconds, 1),
        "failed": len(campaign.failures),
        "failures": campaign.failures[:100],
        "versions": versions(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "counts": counts,
    }


def commit() -> str:
    """The commit of the library, marked if files have changed since."""
    asked = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def versions() -> dict[str, str]:
    """The packages that matter."""
    found = {"python": platform.python_version()}
    names = ["numba", "numpy", "pandas", "scipy", "pyarrow", "polars", "numba-cuda"]
    for name in [*names, "cupy-cuda12x", "cupy-cuda13x"]:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
