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
import sys
from pathlib import Path

import pandas as pd

from benchmarks.peers.binaries import BINARIES, ORDERS
from benchmarks.peers.modes import Build, Peer, run
from benchmarks.peers.packages import installed, own
from benchmarks.peers.program import Task

COMPILATION = 600.0  # most seconds of a process that compiles


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of a comparison."""
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME[@VERSION]=PATH",
        help="a program to compare with, perhaps with more arguments behind its path; "
        "once for each of its builds. "
        f"NAME is one of {', '.join([*BINARIES, *ORDERS])}",
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
        help="runs of the fastest modes of each other program (default: as many as of "
        "ours)",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=60,
        help="seconds for each run of another program (default: 60). Once a mode has "
        "ended, the others have three times its seconds",
    )
    parser.add_argument(
        "--modes",
        nargs="+",
        default=[],
        metavar="TEXT",
        help="run only modes of other programs whose command has one of these texts. "
        "The file names the modes that are left out",
    )


def peers(options: argparse.Namespace, counts: str, engine: str) -> dict[str, Peer]:
    """The programs to run, by what they count, and ours in a process of its own."""
    chosen = {} if options.no_packages else installed(counts)
    python = [sys.executable, "-m", "benchmarks.peers.packages"]
    found = {
        name: Peer(program, [Build(python, [], {})])
        for name, program in {"ours": own(counts, engine), **chosen}.items()
    }
    built = [named(text) for text in options.peer]
    orders = {ORDERS[name]: build for name, build in built if name in ORDERS}
    for name, build in built:
        if name in BINARIES and BINARIES[name].counts == counts:
            builds = found[name].builds if name in found else []
            found[name] = Peer(BINARIES[name], [*builds, build], orders.get(name))
    return found


def named(text: str) -> tuple[str, Build]:
    """Read NAME[@VERSION]=PATH."""
    whole, _, words = text.partition("=")
    name, _, version = whole.partition("@")
    if name not in BINARIES | ORDERS:
        raise SystemExit(
            f"--peer {text}: no program has the name {name!r}. Use one of "
            f"{', '.join([*BINARIES, *ORDERS])}"
        )
    path, *more = shlex.split(words) or [""]
    if not os.access(path, os.X_OK) or Path(path).is_dir():
        raise SystemExit(f"--peer {text}: {path!r} is not a program. Check its path")
    digest = hashlib.sha256(Path(path).read_bytes()).hexdigest()
    about = {"program": Path(path).name, "version": version or None, "sha256": digest}
    return name, Build([str(Path(path).resolve())], more, about)


def compare(
    found: dict[str, Peer],
    edges: pd.DataFrame,
    task: Task,
    answer: int,
    ours: dict[str, float],
    options: argparse.Namespace,
) -> dict:
    """Run all programs; say who agrees, and how many times faster than those we are.

    `ours` has the seconds of our calls, by what was asked for. An answer that is
    larger than a program can print is not compared. Without other programs, our process
    does not run.
    """
    if set(found) == {"ours"}:
        return {"peers": {}, "times_faster": {}, "agree": True}
    times = options.processes or options.repeat
    warm_up(found["ours"], edges, task)
    runs = {}
    for name, peer in found.items():
        limit = peer.program.exact_to
        expected = str(answer) if limit is None or answer <= limit else None
        only = [] if name == "ours" else options.modes
        ran = run(peer, edges, task, seconds_of(name, options), times, expected, only)
        known = ran["answer"] is not None and expected is not None
        runs[name] = ran | {"agrees": ran["answer"] == expected if known else None}
    whole = runs["ours"]["whole"]
    return {
        "peers": runs,
        "times_faster": {
            name: {
                "kernel": ratio(ran["kernel"], ours[found[name].program.asked_for]),
                "whole": ratio(ran["whole"], whole and whole["seconds"]),
            }
            for name, ran in runs.items()
            if name != "ours" and ran["agrees"] is not False
        },
        "agree": all(ran["agrees"] is not False for ran in runs.values()),
    }


_warm: set[str] = set()  # variants of our process that have run


def warm_up(peer: Peer, edges: pd.DataFrame, task: Task) -> None:
    """Run our process once, so that its kernels are on the disk. Other programs are
    compiled, too."""
    variant = str(peer.program.variants(peer.program.file, task))
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
