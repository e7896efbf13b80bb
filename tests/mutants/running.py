# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Forked processes, some at a time, each with a limit of its own."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

GRACE = 30.0  # seconds


class Work(NamedTuple):
    """What one process does: `do` leaves its answer in the file that it is given."""

    what: Any
    do: Callable[[Path], None]
    seconds: float  # it is ended after these


class Ended(NamedTuple):
    """What came of it."""

    what: Any
    answer: Any  # None where there is none
    seconds: float
    how: str  # "done", "timeout", or how it crashed


def run_all(
    works: Iterable[Work], jobs: int, folder: Path, until: float
) -> Iterator[Ended]:
    """Run works as processes, at most `jobs` at a time; begin none after `until`, and
    end those that still run `GRACE` later."""
    running: dict[int, tuple[Work, Path, float]] = {}
    number = 0
    todo = iter(works)
    more = True
    try:
        while True:
            while more and len(running) < jobs and time.monotonic() < until:
                work = next(todo, None)
                if work is None:
                    more = False
                    break
                number += 1
                answer = folder / f"{number}.json"
                running[_forked(work, answer)] = work, answer, time.monotonic()
            if not running or time.monotonic() > until + GRACE:
                return
            yield from _ended(running)
    finally:
        for pid in running:
            _kill(pid)
            os.waitpid(pid, 0)


def _forked(work: Work, answer: Path) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    try:
        work.do(answer)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def _ended(running: dict[int, tuple[Work, Path, float]]) -> Iterator[Ended]:
    """Those that have ended by now, or have to."""
    time.sleep(0.02)
    for pid, (work, answer, began) in list(running.items()):
        seconds = time.monotonic() - began
        done, status = os.waitpid(pid, os.WNOHANG)
        how = "done"
        if not done:
            if seconds < work.seconds:
                continue
            _kill(pid)
            os.waitpid(pid, 0)
            how = "timeout"
        del running[pid]
        value = json.loads(answer.read_text()) if answer.exists() else None
        if value is None and how == "done":
            how = f"crashed: {os.waitstatus_to_exitcode(status)}"
        if value is not None:
            answer.unlink()
            answer.with_suffix(".log").unlink(missing_ok=True)
        yield Ended(work.what, value, seconds, how)


def _kill(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:  # it has no group of its own yet
        os.kill(pid, signal.SIGKILL)
