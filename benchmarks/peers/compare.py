# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Run other programs on a graph, and set their answers and their seconds against ours.

Two times are kept apart. The kernel time is what a program itself gives for its search,
without reading the file. The whole time is that of the process, from its start to its
end. Ours are those of a call, and of a process that reads the same file.
"""

import argparse
import hashlib
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import numba
import pandas as pd

from benchmarks.peers.binaries import BINARIES
from benchmarks.peers.packages import installed, own
from benchmarks.peers.program import Printed, Program, Task

ROOT = Path(__file__).resolve().parents[2]
COMPILATION = 600.0  # most seconds of a process that compiles


class Peer(NamedTuple):
    """A program, the command that starts it, and more arguments for its end."""

    program: Program
    command: list[str]
    more: list[str]
    about: dict


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of a comparison."""
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME[@VERSION]=PATH",
        help="a program to compare with, perhaps with more arguments behind its path. "
        f"NAME is one of {', '.join(BINARIES)}",
    )
    parser.add_argument(
        "--no-packages",
        action="store_true",
        help="leave out Python packages that are installed",
    )
    parser.add_argument(
        "--processes",
        type=int,
        metavar="N",
        help="runs of each other program (default: as many as of ours)",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=60,
        help="seconds for each run of another program (default: 60)",
    )


def peers(options: argparse.Namespace, counts: str, engine: str) -> dict[str, Peer]:
    """The programs to run, by what they count, and ours in a process of its own."""
    chosen = {} if options.no_packages else installed(counts)
    python = [sys.executable, "-m", "benchmarks.peers.packages"]
    found = {
        name: Peer(program, python, [], {})
        for name, program in {"ours": own(counts, engine), **chosen}.items()
    }
    for text in options.peer:
        name, peer = named(text)
        if peer.program.counts == counts:
            found[name] = peer
    return found


def named(text: str) -> tuple[str, Peer]:
    """Read NAME[@VERSION]=PATH."""
    whole, _, words = text.partition("=")
    name, _, version = whole.partition("@")
    if name not in BINARIES:
        raise SystemExit(
            f"--peer {text}: no program has the name {name!r}. Use one of "
            f"{', '.join(BINARIES)}"
        )
    path, *more = shlex.split(words) or [""]
    if not os.access(path, os.X_OK) or Path(path).is_dir():
        raise SystemExit(f"--peer {text}: {path!r} is not a program. Check its path")
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()
    about = {"version": version or None, "sha256": digest}
    return name, Peer(BINARIES[name], [str(Path(path).resolve())], more, about)


def compare(
    found: dict[str, Peer],
    edges: pd.DataFrame,
    task: Task,
    answer: int,
    ours: dict[str, float],
    options: argparse.Namespace,
) -> dict:
    """Run all programs; say who agrees, and how many times faster we are.

    `ours` has the seconds of our calls, by what was asked for. An answer that is
    larger than a program can print is not compared. Without other programs, our process
    does not run.
    """
    if set(found) == {"ours"}:
        return {"peers": {}, "times_faster": {}, "agree": True}
    times = options.processes or options.repeat
    warm_up(found["ours"], edges, task)
    runs = {
        name: run(peer, edges, task, seconds_of(name, options), times)
        for name, peer in found.items()
    }
    for name, ran in runs.items():
        limit = found[name].program.exact_to
        beyond = limit is not None and answer > limit
        known = ran["answer"] is not None and not beyond
        ran["agrees"] = ran["answer"] == str(answer) if known else None
    whole = runs["ours"]["whole"]
    return {
        "peers": runs,
        "times_faster": {
            name: {
                "kernel": ratio(ran["kernel"], ours[found[name].program.asked_for]),
                "whole": ratio(ran["whole"], whole and whole["seconds"]),
            }
            for name, ran in runs.items()
            if name != "ours"
        },
        "agree": all(ran["agrees"] is not False for ran in runs.values()),
    }


_warm: set[str] = set()  # variants of our process that have run


def warm_up(peer: Peer, edges: pd.DataFrame, task: Task) -> None:
    """Run our process once, so that its kernels are on the disk. Other programs are
    compiled, too."""
    variant = str(peer.program.variants("graph.txt", task))
    if variant not in _warm:
        run(peer, edges, task, COMPILATION, 1)
        _warm.add(variant)


def seconds_of(name: str, options: argparse.Namespace) -> float:
    """Seconds for each run. Ours has a minute: it is set against all others."""
    return max(60.0, options.timeout) if name == "ours" else options.timeout


def lines(row: dict, what: dict) -> list[dict]:
    """Rows of the printed table: one for each of our engines, and for each program."""
    own = [
        {"program": f"ours, {engine}", "kernel s": times.get("count", times)}
        for engine, times in row["ours"].items()
    ]
    theirs = [
        {
            "program": "ours, a process" if name == "ours" else name,
            "kernel s": ran["kernel"],
            "whole s": ran["whole"],
            "x kernel": row["times_faster"].get(name, {}).get("kernel"),
            "x whole": row["times_faster"].get(name, {}).get("whole"),
            "agrees": ran["agrees"],
            "why not": ran.get("why") if ran["answer"] is None else None,
        }
        for name, ran in row["peers"].items()
    ]
    return [what | line for line in own + theirs]


def ratio(theirs: dict | None, ours: float | None) -> float | None:
    """Their median over ours."""
    return theirs["seconds"] / ours if theirs and ours else None


def run(
    peer: Peer, edges: pd.DataFrame, task: Task, timeout: float, repeat: int
) -> dict:
    """The answer and the times of the fastest variant of a program."""
    nothing = {"answer": None, "kernel": None, "whole": None}
    why = peer.program.refuses(edges, task)
    if why:
        return nothing | {"why": why}
    with tempfile.TemporaryDirectory() as folder:
        peer.program.write(edges, Path(folder) / "graph.txt")
        variants = [
            repeated(peer, [*words, *peer.more], task, folder, timeout, repeat)
            for words in peer.program.variants("graph.txt", task)
        ]
    ended = [variant for variant in variants if variant["answer"] is not None]
    if not ended:
        return nothing | {"why": variants[0]["why"], **peer.about}
    best = min(ended, key=lambda variant: variant["kernel"]["seconds"])
    if len({variant["answer"] for variant in ended}) > 1:
        best["answer"] = "its variants differ"
    return best | peer.about


def repeated(
    peer: Peer, words: list[str], task: Task, folder: str, timeout: float, repeat: int
) -> dict:
    """The times of one variant: of all repetitions, if they end in the time of one."""
    kernels, wholes = [], []
    answer, why = None, None
    while len(wholes) < repeat and sum(wholes) < timeout:
        printed, whole, why = once(words, task, peer, folder, timeout)
        if printed.answer is None or printed.kernel is None:
            return {"answer": None, "why": why}
        answer = str(printed.answer)  # JSON has no integers of every size
        kernels.append(printed.kernel)
        wholes.append(whole)
    return {
        "answer": answer,
        "kernel": {"seconds": statistics.median(kernels), "repetitions": kernels},
        "whole": {"seconds": statistics.median(wholes), "repetitions": wholes},
        "variant": words,
    }


def once(
    words: list[str], task: Task, peer: Peer, folder: str, timeout: float
) -> tuple[Printed, float, str | None]:
    """Run a program once: what it printed, its whole time, and why it has no answer."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "NUMBA_NUM_THREADS": str(task.threads or numba.get_num_threads()),
    }
    began = time.perf_counter()
    try:
        ended = subprocess.run(
            [*peer.command, *words],
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Printed(None, None), timeout, f"it did not end in {timeout:g} s"
    whole = time.perf_counter() - began
    # quick-cliques prints its answer among its messages.
    printed = peer.program.parse(ended.stdout + ended.stderr, task)
    last = (ended.stderr or ended.stdout).strip().splitlines()[-1:]
    why = f"it printed no answer, and ended with {ended.returncode}: {' '.join(last)}"
    return printed, whole, why[:300]
