# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Run another program in all of its modes, so that its fastest one counts.

A mode is a build of the program with arguments. Each mode runs once. The modes near
the fastest one, by either clock, run as often as asked. A mode with a different answer
has its place in the file, but never counts.
"""

import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numba

from benchmarks.peers.program import Printed, Program, Task

ROOT = Path(__file__).resolve().parents[2]
CLOCKS = "kernel", "whole"
NEAR = 1.25  # modes within this factor of the fastest run repeat
PATIENCE = 3.0  # a mode may take this many times the fastest process so far,
LEAST = 2.0  # and at least these seconds


class Build(NamedTuple):
    """A command that starts a program, more arguments for its end, and its origin."""

    command: list[str]
    more: list[str]
    about: dict


class Peer(NamedTuple):
    """A program with all of its builds. `order` writes FILE in another order."""

    program: Program
    builds: list[Build]
    order: Build | None = None


class Mode:
    """The times of one build with one list of arguments."""

    def __init__(self, build: Build, words: list[str]) -> None:
        self.build = build
        self.words = [*words, *build.more]
        self.answer: str | None = None
        self.why: str | None = None
        self.seconds: dict[str, list[float]] = {clock: [] for clock in CLOCKS}

    def run(self, program: Program, task: Task, folder: str, limit: float) -> None:
        """Run it once more."""
        command = [*self.build.command, *self.words]
        text, whole, why = once(command, task, folder, limit)
        printed = Printed(None, None) if text is None else program.parse(text, task)
        if printed.answer is None or printed.kernel is None:
            self.answer, self.why = None, why
            return
        self.answer = str(printed.answer)  # JSON has no integers of every size
        self.seconds["kernel"].append(printed.kernel)
        self.seconds["whole"].append(whole)

    def median(self, clock: str) -> float:
        """The median of its runs."""
        return statistics.median(self.seconds[clock])

    def timing(self, clock: str) -> dict:
        """Its runs as a file has them."""
        runs = self.seconds[clock]
        return {"seconds": self.median(clock), "repetitions": runs}

    def name(self) -> str:
        """Its command, without the folder of the program."""
        return " ".join([Path(self.build.command[0]).name, *self.words])

    def record(self, expected: str | None) -> dict:
        """Its answer and its times, or why it has none."""
        if self.answer is None:
            return {"mode": self.name(), "answer": None, "why": self.why}
        agrees = None if expected is None else self.answer == expected
        times = {clock: self.timing(clock) for clock in CLOCKS}
        return {"mode": self.name(), "answer": self.answer, "agrees": agrees, **times}


def run(
    peer: Peer,
    edges,
    task: Task,
    timeout: float,
    repeat: int,
    expected: str | None = None,
    only: Sequence[str] = (),
) -> dict:
    """The answer of a program, its fastest mode by each clock, and all modes.

    `expected` is our answer, or None where it is not to be compared. The program has no
    answer if no mode has one: `why` has the reason of the first mode. With `only`,
    modes run whose command has one of these texts; the others say that they did not.
    """
    nothing = {"answer": None, "kernel": None, "whole": None}
    why = peer.program.refuses(edges, task)
    if why:
        return nothing | {"why": why}
    with tempfile.TemporaryDirectory() as folder:
        peer.program.write(edges, Path(folder) / peer.program.file)
        modes = all_modes(peer, task, folder, timeout)
        for mode in modes:
            if only and not any(text in mode.name() for text in only):
                mode.why = "it was left out by --modes"
        chosen = [mode for mode in modes if mode.why is None]
        run_all(chosen, peer.program, task, folder, timeout, repeat, expected)
    about = {
        "modes": [mode.record(expected) for mode in modes],
        "builds": [build.about for build in peer.builds if build.about],
        "version": peer.builds[0].about.get("version"),
    }
    ended = [mode for mode in modes if mode.answer is not None]
    if not ended:
        return nothing | {"why": (chosen or modes)[0].why} | about
    right = matching(ended, expected)
    if len({mode.answer for mode in right or ended}) > 1:
        answer: str | None = "its modes differ"
    else:
        answer = (right or ended)[0].answer
    best = {clock: fastest(right or ended, clock) for clock in CLOCKS}
    return {
        "answer": answer,
        **{clock: mode.timing(clock) for clock, mode in best.items()},
        "fastest": {clock: mode.name() for clock, mode in best.items()},
        **about,
    }


def all_modes(peer: Peer, task: Task, folder: str, timeout: float) -> list[Mode]:
    """Each build with each list of arguments: on the file as it is, then in the order
    that another program gives it for each side."""
    variants = peer.program.variants(peer.program.file, task)
    for side in "01" if peer.order else "":
        words = [*peer.order.command, peer.program.file, str(task.p), str(task.q), side]
        once([*words, *peer.order.more], task, folder, timeout)
        written = Path(folder) / "reordered.txt"
        if written.exists():
            name = f"order-{side}.txt"
            written.rename(Path(folder) / name)
            variants += [
                words
                for words in peer.program.variants(name, task)
                if words[-1] == side
            ]
    return [Mode(build, words) for words in variants for build in peer.builds]


def run_all(
    modes: list[Mode],
    program: Program,
    task: Task,
    folder: str,
    timeout: float,
    repeat: int,
    expected: str | None,
) -> None:
    """Run each mode once, then those near the fastest again.

    A mode ends after `timeout` seconds, or after `PATIENCE` times the fastest process
    so far. The runs of a mode end when they have taken `timeout` together.
    """
    for mode in modes:
        known = matching(modes, expected)
        limit = timeout
        if known:
            limit = max(PATIENCE * fastest(known, "whole").median("whole"), LEAST)
        mode.run(program, task, folder, min(limit, timeout))
    right = matching(modes, expected)
    again = [
        mode
        for mode in right
        if any(
            mode.median(clock) <= NEAR * fastest(right, clock).median(clock)
            for clock in CLOCKS
        )
    ]
    for _ in range(repeat - 1):
        for mode in again:
            if mode.answer is not None and sum(mode.seconds["whole"]) < timeout:
                mode.run(program, task, folder, timeout)


def matching(modes: list[Mode], expected: str | None) -> list[Mode]:
    """The modes with the expected answer, or with any answer if none is expected."""
    return [
        mode
        for mode in modes
        if mode.answer is not None and expected in (None, mode.answer)
    ]


def fastest(modes: list[Mode], clock: str) -> Mode:
    """The mode with the least median by one clock."""
    return min(modes, key=lambda mode: mode.median(clock))


def once(
    command: list[str], task: Task, folder: str, timeout: float
) -> tuple[str | None, float, str]:
    """Run a process once: what it printed, its seconds, and why it has no answer."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    threads = str(task.threads or numba.get_num_threads())
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        "NUMBA_NUM_THREADS": threads,
        "OMP_NUM_THREADS": threads,
    }
    began = time.perf_counter()
    try:
        ended = subprocess.run(
            command,
            cwd=folder,
            env=env,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, timeout, f"it did not end in {timeout:.3g} s"
    whole = time.perf_counter() - began
    last = (ended.stderr or ended.stdout).strip().splitlines()[-1:]
    why = f"it printed no answer, and ended with {ended.returncode}: {' '.join(last)}"
    # quick-cliques prints its answer among its messages.
    return ended.stdout + ended.stderr, whole, why[:300]
