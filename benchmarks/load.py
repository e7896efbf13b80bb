# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How busy multiprocessors are in a count on a GPU, by time, and how warps use memory.

Nsight Compute (`ncu`) runs a process that counts, and reads the performance counters of
each kernel. Each group of counters has a run of its own, because ncu repeats kernels
for counters that do not fit one pass. Kernels run one after the other meanwhile. The
clock of the device is not changed, and its caches are not flushed. A warp that waits
for donated work counts as busy, too. The call counts maximal bicliques, or with --pq
the bicliques of one size. Each graph has a row of the call, and a row of each kernel:

seconds             of the kernels, without the time between them
busy                share of this time in which the average multiprocessor has a warp
least_busy          the same of the least busy multiprocessor of each kernel
mean_over_longest   busy time of the average multiprocessor over that of the busiest one
threads             active threads of each instruction of a warp, of 32
used                share of the bytes of sectors of 32 bytes that a warp uses, the mean
                    of its loads from global memory
bytes               of the memory of the device
"""

import argparse
import csv
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.shared.answers import check_answer
from benchmarks.shared.graphs import HELP, name_of
from benchmarks.shared.profiled_calls import MARK
from benchmarks.shared.sizes import sizes
from benchmarks.shared.timing import check

NEEDS = ["cupy", "a GPU"]
QUICK = ["random:left=40,right=30,density=0.3"]
FULL = [
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/bookcrossing.txt.gz",
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/marvel.txt.gz --pq 4,4",
]

TIME = "gpu__time_duration.sum"
ACTIVE, CYCLES = "sm__cycles_active", "sm__cycles_elapsed.max"
THREADS, INSTRUCTIONS = "smsp__thread_inst_executed.sum", "smsp__inst_executed.sum"
DRAM = "dram__bytes.sum"
USED = "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct"
LOADS = "smsp__sass_inst_executed_op_global_ld.sum"  # the weight of USED
GROUPS = {
    "balance": (TIME, *(f"{ACTIVE}.{n}" for n in ("avg", "min", "max")), CYCLES),
    "instructions": (THREADS, INSTRUCTIONS),
    "memory": (DRAM,),
    "coalescing": (USED, LOADS),
}
SCALE = {"n": 1e-9, "u": 1e-6, "m": 1e-3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}

Sums = dict[str, dict[str, float]]  # by kernel, then by counter


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument(
        "--pq",
        metavar="P,Q",
        type=sizes,
        help="count bicliques of this size (default: count maximal bicliques)",
    )
    parser.add_argument("--ncu", default="ncu", help="the program (default: ncu)")
    parser.add_argument(
        "--limit",
        type=float,
        default=120,
        help="seconds of all runs (default: 120)",
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    graphs = options.graphs
    sums: list[Sums] = [defaultdict(lambda: defaultdict(float)) for _ in graphs]
    left_out, counts = {}, []
    until = time.perf_counter() + options.limit
    for k, (group, counters) in enumerate(GROUPS.items()):
        share = (until - time.perf_counter()) / (len(GROUPS) - k)
        try:
            text, counts = profiled(counters, options, share)
        except Refused as refused:
            if group == "balance":
                raise SystemExit(str(refused)) from None
            left_out[group] = str(refused)
            continue
        add_counters(text, sums)
    for graph, count, of_kernels in zip(graphs, counts, sums, strict=True):
        check_answer(name_of(graph), options.pq, count)
        about = {"graph": name_of(graph), "call": called(options), "count": count}
        yield from rows(about, of_kernels, left_out)


def called(options: argparse.Namespace) -> str:
    """What is counted: "maximal", or sizes as in "3, 4"."""
    return ", ".join(map(str, options.pq)) if options.pq else "maximal"


class Refused(Exception):
    """The profiler gave no counters."""


def profiled(
    counters: Sequence[str], options: argparse.Namespace, seconds: float
) -> tuple[str, list[int]]:
    """The report of ncu as CSV, and the counts of the graphs."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.csv"
        command = [
            options.ncu, "--csv", "--log-file", str(report), "--print-units", "base",
            "--profile-from-start", "off", "--clock-control", "none",
            "--cache-control", "none", "--metrics", ",".join(counters),
            sys.executable, "-m", "benchmarks.shared.profiled_calls",
            called(options), *options.graphs,
        ]  # fmt: skip
        try:
            status, said = ended(command, seconds)
        except OSError:
            raise Refused(
                f"there is no program {options.ncu!r}. Install Nsight Compute, or pass "
                "its path with --ncu."
            ) from None
        text = report.read_text(encoding="utf-8") if report.exists() else ""
    counts = [int(line) for line in said.splitlines() if line.isdigit()]
    if "ERR_NVGPUCTRPERM" in text + said:
        raise Refused(
            "the driver refuses performance counters to this user (ERR_NVGPUCTRPERM). "
            "Run as an administrator, or load the driver with "
            "NVreg_RestrictProfilingToAdminUsers=0."
        )
    if status or len(counts) < len(options.graphs) or '"ID"' not in text:
        last = " ".join((text + said).splitlines()[-3:])
        raise Refused(f"ncu ended with {status}, without counters: {last}")
    return text, counts


def ended(command: Sequence[str], seconds: float) -> tuple[int, str]:
    """Run ncu and its process; return the exit status, and what both printed.

    After `seconds`, end both: the process would go on without ncu.
    """
    process = subprocess.Popen(
        command,
        env=os.environ | {"LC_ALL": "C"},
        start_new_session=True,
        stderr=subprocess.STDOUT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        said, _ = process.communicate(timeout=max(seconds, 0.0))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise Refused(
            "ncu did not end within the limit. Pass a longer --limit, or fewer graphs."
        ) from None
    return process.returncode, said


def add_counters(text: str, sums: Sequence[Sums]) -> None:
    """Add the counters of a report to those of each graph and kernel.

    USED is an average, so it is weighed by LOADS, which is in the same report.
    """
    graph = -1
    for name, values in launches(text):
        graph += name == MARK
        if USED in values:
            values[USED] *= values.get(LOADS, 0.0)
        for counter, value in values.items():
            if name != MARK:
                sums[graph][name][counter] += value


def launches(text: str) -> list[tuple[str, dict[str, float]]]:
    """Name and counters of each launch, in order, from the CSV of ncu.

    The CSV has one line per counter. Other lines of ncu begin with "==".
    """
    quoted = [line for line in text.splitlines() if line.startswith('"')]
    found: dict[int, tuple[str, dict[str, float]]] = {}
    for line in csv.DictReader(quoted):
        value = in_base_unit(line["Metric Value"], line["Metric Unit"])
        launch = short_name(line["Kernel Name"]), {}
        _, values = found.setdefault(int(line["ID"]), launch)
        if value is not None:
            values[line["Metric Name"]] = value
    return [found[number] for number in sorted(found)]


def in_base_unit(value: str, unit: str) -> float | None:
    """A value in seconds, bytes, or its own unit; percentages become shares."""
    try:
        number = float(value.replace(",", ""))
    except ValueError:  # "n/a"
        return None
    if unit == "%":
        return number / 100
    scaled = re.fullmatch(r"([numKMGT])(second|s|byte|B)", unit)
    return number * SCALE[scaled.group(1)] if scaled else number


def short_name(kernel: str) -> str:
    """The name of a function, from a mangled or demangled name with its types."""
    last, rest = kernel, kernel.removeprefix("_ZN")
    while rest != kernel and (length := re.match(r"\d+", rest)):
        end = length.end() + int(length.group())
        last, rest = rest[length.end() : end], rest[end:]
    plain = re.split(r"[\[(<]", last.removeprefix("void "), maxsplit=1)[0]
    return plain.rpartition("::")[2] or kernel


def rows(about: dict, of_kernels: Sums, left_out: dict) -> Iterator[dict]:
    """The row of a call, then those of its kernels: the longest one first."""
    check(bool(of_kernels), about["graph"], "no kernel was profiled")
    whole: dict[str, float] = defaultdict(float)
    for values in of_kernels.values():
        for counter, value in values.items():
            whole[counter] += value
    yield {**about, "kernel": "all", **figures(whole), "left_out": left_out}
    for name in sorted(of_kernels, key=lambda name: -of_kernels[name][TIME]):
        yield {**about, "kernel": name, **figures(of_kernels[name])}


def figures(sums: dict[str, float]) -> dict:
    """What the top of this module describes, from sums of counters."""

    def ratio(part: str, whole: str) -> float | None:
        return sums[part] / sums[whole] if sums.get(whole) and part in sums else None

    return {
        "seconds": sums.get(TIME),
        "busy": ratio(f"{ACTIVE}.avg", CYCLES),
        "least_busy": ratio(f"{ACTIVE}.min", CYCLES),
        "mean_over_longest": ratio(f"{ACTIVE}.avg", f"{ACTIVE}.max"),
        "threads": ratio(THREADS, INSTRUCTIONS),
        "used": ratio(USED, LOADS),
        "bytes": sums.get(DRAM),
    }
