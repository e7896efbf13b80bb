# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Shared parts of the benchmarks: timing, other programs, the machine, tables, JSON.

Importing this module sets Numba to one thread, unless NUMBA_NUM_THREADS is set.
"""

import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numba
import numpy as np
import pandas as pd

import cugraph_biclique

if "NUMBA_NUM_THREADS" not in os.environ:
    numba.set_num_threads(1)

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results"
PACKAGES = ["numba", "numpy", "pandas", "pyfim"]


def load(path):
    """Read an edge list of lines "u v" to a frame of two integer columns."""
    return pd.read_csv(path, sep=" ", names=["u", "v"], dtype="int32")


def name_of(path):
    """The file's name without its suffixes."""
    return Path(path).name.split(".")[0]


def measured(call, repeat):
    """Return the answer of a call, and the seconds of `repeat` runs after a warm-up."""
    call()
    seconds = []
    for _ in range(repeat):
        start = time.perf_counter()
        answer = call()
        seconds.append(time.perf_counter() - start)
    return answer, seconds


def timing(seconds):
    """Median and spread, ready for JSON."""
    return {
        "seconds": statistics.median(seconds),
        "fastest": min(seconds),
        "slowest": max(seconds),
        "runs": len(seconds),
    }


def external(command, timeout=None):
    """Return the numbers that a program prints as "word number", or None on timeout.

    Numbers stay text, so that integers of any size are exact.
    """
    try:
        ended = subprocess.run(
            [str(part) for part in command],
            capture_output=True,
            text=True,
            timeout=timeout,
            check=True,
        )
    except subprocess.TimeoutExpired:
        return None
    return dict(re.findall(r"\b([a-z]\w*) (\d+(?:\.\d+)?)\b", ended.stdout))


def fastest(runs):
    """The run with the fewest "seconds" among those that ended, or None."""
    ended = [run for run in runs if run["seconds"] is not None]
    return min(ended, key=lambda run: run["seconds"], default=None)


def ratio(ours, theirs):
    """Speedup over the other program; None if that program has no time."""
    return theirs["seconds"] / ours if theirs else None


# Peak memory

PEAK = """
import sys
import numpy as np, pandas as pd
import cugraph_biclique as cb
def call(G):
    return {call}
call(pd.DataFrame({"u": [0, 0, 1], "v": [0, 1, 1]}).astype("int32"))
if len(sys.argv) > 1:
    call(pd.DataFrame(np.load(sys.argv[1]), columns=["u", "v"]))
with open("/proc/self/status") as status:
    print(*(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def csr_bytes(graph):
    """Bytes of the CSR arrays of one side: 32-bit neighbours, 64-bit offsets."""
    return 4 * len(graph) + 8 * (int(graph["u"].nunique()) + 1)


def peak_memory(graph, call):
    """Peak bytes of a call above those of the same call on three edges.

    Each call runs in a new interpreter. The memory of the edges is included.
    """
    program = PEAK.replace("{call}", call)

    def peak(*arguments):
        command = [sys.executable, "-c", program, *arguments]
        threads = {"NUMBA_NUM_THREADS": str(numba.get_num_threads())}
        ended = subprocess.run(
            command,
            env={**os.environ, **threads},
            capture_output=True,
            text=True,
            check=True,
        )
        return int(ended.stdout) * 1024

    if not Path("/proc/self/status").exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        edges = Path(folder) / "edges.npy"
        np.save(edges, np.asfortranarray(graph.to_numpy()))
        peak()  # fills the cache of compiled kernels
        growth = peak(str(edges)) - peak()
    allowed = 20 * csr_bytes(graph) + 200 * 10**6
    return {"growth": growth, "allowed": allowed, "within": growth <= allowed}


# Report


def machine():
    """Processor, versions and commit that the numbers were measured with."""
    versions = {
        "cugraph_biclique": cugraph_biclique.__version__,
        "python": platform.python_version(),
    }
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = None
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "threads": numba.get_num_threads(),
        "system": f"{platform.system()} {platform.machine()}",
        "versions": versions,
        "commit": git("rev-parse", "HEAD"),
        "uncommitted_changes": bool(git("status", "--porcelain", "--", ":/*.py")),
    }


def cpu_model():
    """Model name of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor()
    found = re.search(r"model name\s*: (.*)", text)
    return found.group(1) if found else platform.processor()


def git(*arguments):
    """Output of a git command in the working tree, or None."""
    command = ["git", "-C", str(HERE), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return ended.stdout.strip() if ended.returncode == 0 else None


def save(what, rows, output=None):
    """Write results/<what>-cpu-<date>.json, and print its path."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    path = Path(output) if output else RESULTS / f"{what}-cpu-{today}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    report = {"what": what, "date": today, "machine": machine(), "results": rows}
    path.write_text(json.dumps(report, indent=1) + "\n")
    print(f"\nwritten to {path}")


def show(table):
    """Print a list of dictionaries as an aligned table."""
    if not table:
        return
    heads = list(table[0])
    cells = [heads, *([shown(row[head]) for head in heads] for row in table)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        pairs = list(zip(line, widths, strict=True))
        first, width = pairs[0]
        rest = "  ".join(cell.rjust(width) for cell, width in pairs[1:])
        print(f"{first.ljust(width)}  {rest}")


def shown(value):
    """Format a cell: integers with commas, floats with three decimals, None as -."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value)
