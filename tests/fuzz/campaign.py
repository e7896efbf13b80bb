# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A campaign: worker processes that are fed numbers, watched, and replaced."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
HANGS_AFTER = 120  # seconds of one case; the first ones of a process compile
COMPILES_FOR = 600
MOST_FAILURES = 100  # after which a campaign ends


class Campaign:
    """Runs graphs in order of their numbers until there are enough cases."""

    def __init__(
        self,
        seed: int,
        engine: str,
        jobs: int,
        cases: int,
        seconds: float,
        environment: dict[str, str],
        numbers: list[int] | None = None,
        only: int | None = None,
    ) -> None:
        self.seed, self.engine, self.jobs = seed, engine, jobs
        self.wanted, self.only = cases, only
        self.ends = time.monotonic() + seconds
        self.environment = environment
        self.numbers = iter(numbers) if numbers is not None else None
        self.next = 0
        self.lock = threading.Lock()
        self.labels: Counter = Counter()
        self.graphs = self.cases = 0
        self.failures: list[dict[str, Any]] = []

    def run(self) -> None:
        """Run until enough is done."""
        threads = [threading.Thread(target=self.feed) for _ in range(self.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def take(self) -> int | None:
        """The next number."""
        with self.lock:
            over = self.cases >= self.wanted or time.monotonic() > self.ends
            if over or len(self.failures) >= MOST_FAILURES:
                return None
            if self.numbers is not None:
                return next(self.numbers, None)
            self.next += 1
            return self.next - 1

    def feed(self) -> None:
        """One worker process after the other, the next where one died."""
        worker = None
        while (number := self.take()) is not None:
            worker = worker or Worker(self.seed, self.engine, self.environment)
            done = worker.do(number, self.only)
            if "died" in done:
                worker = None
            self.note(number, done)
        if worker:
            worker.end()

    def note(self, number: int, done: dict[str, Any]) -> None:
        """Add up what was done, and print what failed."""
        with self.lock:
            self.graphs += 1
            self.cases += done["cases"]
            self.labels.update(done["labels"])
            for failure in done["failures"]:
                failure["graph"] = number
                failure["made"] = done.get("made", "")
                self.failures.append(failure)
                if failure["case"] < 0:  # no process will begin
                    self.wanted = 0
                print(
                    f"FAILED {failure['relation']}: {failure['error']}\n"
                    f"  repeat: python tests/fuzz --engine {self.engine} "
                    f"--seed {self.seed} --only {number}:{failure['case']}",
                    flush=True,
                )


class Worker:
    """A process that runs the graphs it is told."""

    def __init__(self, seed: int, engine: str, environment: dict[str, str]) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, str(HERE), "--worker", "--seed", str(seed), "--engine",
             engine],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env=environment,
        )  # fmt: skip
        self.lines: queue.Queue = queue.Queue()
        self.started = False
        self.listener = threading.Thread(target=self.listen)
        self.listener.start()

    def listen(self) -> None:
        """Pass on what the process says; None when it has ended."""
        assert self.process.stdout
        with self.process.stdout as lines:
            for line in lines:
                if line.endswith("\n"):  # a process may be killed in the middle
                    self.lines.put(json.loads(line))
        self.lines.put(None)

    def do(self, number: int, only: int | None) -> dict[str, Any]:
        """Run a graph; a process that dies or hangs is a failure of its last case."""
        assert self.process.stdin
        last: dict[str, Any] = {"begins": -1, "relation": "(start)", "options": {}}
        began = 0
        try:
            self.process.stdin.write(
                f"{number}" + (f":{only}\n" if only is not None else "\n")
            )
            self.process.stdin.flush()
            while True:
                said = self.lines.get(
                    timeout=HANGS_AFTER if self.started else COMPILES_FOR
                )
                if said is None:
                    break
                if "done" in said:
                    self.started = True
                    return said
                last, began = said, began + 1
            why = self.how_it_died()
        except queue.Empty:
            self.process.send_signal(signal.SIGABRT)  # shows where it was
            time.sleep(1)
            self.process.kill()
            why = f"no answer for {HANGS_AFTER} s: {self.how_it_died()}"
        except BrokenPipeError:
            why = self.how_it_died()
        failure = {
            "case": last["begins"],
            "relation": last["relation"],
            "options": last["options"],
            "error": why,
            "died": True,
        }
        return {"died": True, "cases": began, "labels": {}, "failures": [failure]}

    def how_it_died(self) -> str:
        """The signal, and the last that the process wrote."""
        assert self.process.stdin
        code = self.process.wait()
        name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        self.listener.join()
        with suppress(OSError):
            self.process.stdin.close()
        with self.errors:
            self.errors.seek(0)
            text = self.errors.read().decode(errors="replace")
        return f"the process died: {name}\n{text[-1500:]}"

    def end(self) -> None:
        """Let the process end."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()
        self.listener.join()
        self.errors.close()
