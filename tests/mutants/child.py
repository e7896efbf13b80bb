# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a forked process does: run tests with a mutant, or with probes."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from overlay import REPOSITORY, Overlay, reached

HERE = Path(__file__).resolve().parent
MEMORY = 8 << 30  # bytes: a mutant may ask for more and more
SLOWEST = 40.0  # seconds: tests that take longer are left out


class TooLong(Exception):
    """A test takes longer than it may."""


class Plugin:
    """Chooses tests, orders them, and bounds their time."""

    def __init__(self, tests: list[str] | None, seconds: dict[str, float]) -> None:
        self.tests, self.seconds = tests, seconds
        self.failed: tuple[str, str] | None = None
        self.ran = 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: Any, items: list[Any]) -> None:
        from hypothesis import Phase, settings

        settings.register_profile(
            "mutants",
            deadline=None,
            max_examples=20,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
        )
        settings.load_profile("mutants")
        if self.tests is not None:
            place = {name: i for i, name in enumerate(self.tests)}
            items[:] = [item for item in items if item.nodeid in place]
            items.sort(key=lambda item: place[item.nodeid])

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        signal.signal(signal.SIGALRM, lambda *_: self.too_long(item.nodeid))
        signal.setitimer(signal.ITIMER_REAL, self.limit(item.nodeid))
        yield
        signal.setitimer(signal.ITIMER_REAL, 0)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
        outcome = yield
        report = outcome.get_result()
        self.ran += report.when == "call"
        if report.failed and call.excinfo is not None and self.failed is None:
            said = str(call.excinfo.value).strip().splitlines() or [""]
            self.failed = item.nodeid, f"{call.excinfo.typename}: {said[0][:200]}"

    def limit(self, test: str) -> float:
        raise NotImplementedError

    def too_long(self, test: str) -> None:
        raise NotImplementedError


class Baseline(Plugin):
    """Measures tests of the unchanged package, and notes the lines that they reach."""

    def __init__(self, tests: list[str] | None) -> None:
        super().__init__(tests, {})
        self.found: dict[str, dict[str, Any]] = {}

    def limit(self, test: str) -> float:
        return SLOWEST

    def too_long(self, test: str) -> None:
        raise TooLong(test)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: Any) -> Iterator[None]:
        began = time.perf_counter()
        outcome = yield
        self.found[item.nodeid] = {
            "seconds": time.perf_counter() - began,
            "passed": outcome.excinfo is None,
            "why": repr(outcome.excinfo and outcome.excinfo[1])[:300],
            "reached": sorted(reached),
        }
        reached.clear()


class Judge(Plugin):
    """Stops at the first test that notices the mutant."""

    def __init__(
        self, tests: list[str], seconds: dict[str, float], answer: Path
    ) -> None:
        super().__init__(tests, seconds)
        self.answer = answer

    def limit(self, test: str) -> float:
        return 5 + 10 * self.seconds[test]

    def too_long(self, test: str) -> None:
        leave(self.answer, {"status": "timeout", "by": test})


def run_tests(paths: list[str], simulated: bool, plugin: Any, most: int = 1) -> int:
    """Run tests in this process, until `most` have failed."""
    os.chdir(REPOSITORY)
    chosen = "simulator" if simulated else "not gpu and not mg and not simulator"
    options = [
        *("-c", "pyproject.toml", "-q", "--no-header", "--tb=no"),
        *("-m", f"({chosen}) and not gate", "-p", "no:cacheprovider"),
        *("--override-ini", "filterwarnings=default"),  # of unsigned numbers, mostly
        *("--override-ini", "python_files=test_*.py checks_*.py"),
        f"--maxfail={most}",
    ]
    return int(pytest.main([*options, *paths], plugins=[plugin]))


def files_of(tests: list[str]) -> list[str]:
    """The files that tests are in."""
    return sorted({test.partition("::")[0] for test in tests})


def leave(answer: Path, value: Any) -> None:
    """Write the answer and end the process, whatever its threads do."""
    partial = answer.with_suffix(".partial")
    partial.write_text(json.dumps(value))
    partial.rename(answer)
    os._exit(0)


def begin(log: Path) -> None:
    """What each child does first."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.setpgid(0, 0)
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(file, 1)
    os.dup2(file, 2)
    sys.path[:0] = [str(HERE.parent), str(HERE.parent / "simulator"), str(REPOSITORY)]


def baseline(tests: list[str], files: tuple[str, ...], simulated: bool, answer: Path):
    """Run tests with probes in these files."""
    begin(answer.with_suffix(".log"))
    Overlay(probed=files).install()
    plugin = Baseline(tests)
    code = run_tests(files_of(tests), simulated, plugin, most=len(tests) + 1)
    leave(answer, {"code": code, "tests": plugin.found})


def collected(paths: list[str], simulated: bool, answer: Path) -> None:
    """The names of the tests in some files."""
    begin(answer.with_suffix(".log"))
    Overlay().install()

    class Names:
        names: list[str] = []  # noqa: RUF012

        def pytest_collection_finish(self, session: Any) -> None:
            self.names += [item.nodeid for item in session.items]
            pytest.exit("collected", 0)

    run_tests(paths, simulated, Names())
    leave(answer, Names.names)


def judge(
    file: str,
    source: bytes,
    tests: list[str],
    seconds: dict[str, float],
    simulated: bool,
    answer: Path,
) -> None:
    """Run the tests of a mutant, the source of a file of the package."""
    begin(answer.with_suffix(".log"))
    Overlay({file: source}).install()
    plugin = Judge(tests, seconds, answer)
    code = run_tests(files_of(tests), simulated, plugin)
    if plugin.failed:
        test, why = plugin.failed
        # A variable without a value is an error for Numba before anything runs.
        invalid = "NameError" in why or "UnboundLocalError" in why
        status = "invalid" if invalid else "killed"
        leave(answer, {"status": status, "by": test, "why": why})
    if code != 0 or plugin.ran < len(tests):
        leave(answer, {"status": "killed", "by": "import", "why": f"pytest: {code}"})
    leave(answer, {"status": "survived", "tests": plugin.ran})
