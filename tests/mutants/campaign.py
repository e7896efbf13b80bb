# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From areas to a report: a baseline, then each mutant against the tests that reach
its line, quick tests first."""

from __future__ import annotations

import bisect
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import child
from areas import AREAS, TUNING, Area
from mutation import Mutant, mutants_of
from overlay import PACKAGE, first_lines
from running import Work, run_all

HERE = Path(__file__).resolve().parent


class Baseline:
    """What the tests of some areas take and reach."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.reaching: dict[tuple[str, int], list[str]] = {}
        self.every: list[str] = []
        self.left_out: dict[str, str] = {}

    def add(self, tests: dict[str, dict[str, Any]]) -> None:
        for name, test in tests.items():
            if not test["passed"]:
                self.left_out[name] = test["why"]
                continue
            self.seconds[name] = test["seconds"]
            self.every.append(name)
            for file, line in test["reached"]:
                self.reaching.setdefault((file, line), []).append(name)

    def tests_for(self, mutant: Mutant, lines: list[int], most: float) -> list[str]:
        """The tests that reach a mutant, quickest first, as many as there is time."""
        first = lines[bisect.bisect_right(lines, mutant.line) - 1]
        names = self.reaching.get((mutant.file, first), [])
        if not mutant.function or "." in mutant.function:
            names = names or self.every  # what is run at import
        chosen, total = [], 0.0
        for name in sorted(names, key=lambda name: (self.seconds[name], name)):
            total += self.seconds[name]
            if chosen and total > most:
                break
            chosen.append(name)
        return chosen


def mutants_in(area: Area) -> list[Mutant]:
    """All mutants of an area."""
    found = []
    for file in area.files:
        mutants = mutants_of(file, (PACKAGE / file).read_bytes(), TUNING.get(file, ()))
        for mutant in mutants:
            if area.simulated and not mutant.function:
                continue  # sizes, which tests/simulator sets itself
            if area.barriers in (None, mutant.kind == "barrier"):
                found.append(mutant)
    return found


def is_one(mutant: Mutant, only: list[str]) -> bool:
    """Whether a mutant is one of those asked for, by a part of its name."""
    name = f"{mutant.file}:{mutant.line} {mutant.function}: {mutant.change}"
    return not only or any(text in name for text in only)


def measured(
    name: str, jobs: int, folder: Path, until: float, say: Callable[[str], None]
) -> Baseline:
    """Run the tests of an area on the unchanged package, shared among processes."""
    area = AREAS[name]
    paths = [os.path.normpath(HERE / test) for test in area.tests]
    collect = partial(child.collected, paths, area.simulated)
    (ended,) = run_all([Work("collect", collect, 120)], 1, folder, until)
    names = ended.answer
    if not names:
        raise RuntimeError(f"{name}: no tests were found ({ended.how}); see {folder}")
    base = Baseline()
    works = [
        Work(
            part,
            partial(
                child.baseline, names[part::jobs], tuple(area.files), area.simulated
            ),
            600,
        )
        for part in range(min(jobs, len(names)))
    ]
    for ended in run_all(works, jobs, folder, until):
        if ended.answer is None:
            raise RuntimeError(f"{name}: baseline {ended.how}; see {folder}")
        base.add(ended.answer["tests"])
    say(
        f"{name}: {len(base.every)} tests, {sum(base.seconds.values()):.0f} s, "
        f"{len(base.left_out)} left out"
    )
    return base


def dealt(of_area: dict[str, list[Mutant]], sample: int | None, seed: int):
    """Mutants of all areas in random order: all, or a sample dealt evenly."""
    chance = random.Random(seed)
    shuffled = {name: chance.sample(all_, len(all_)) for name, all_ in of_area.items()}
    left = sample if sample is not None else sum(map(len, of_area.values()))
    chosen: list[tuple[str, Mutant]] = []
    for done, name in enumerate(sorted(shuffled, key=lambda n: len(shuffled[n]))):
        share = -(-left // (len(shuffled) - done))
        taken = shuffled[name][:share]
        left -= len(taken)
        chosen += [(name, mutant) for mutant in taken]
    chance.shuffle(chosen)
    return chosen


def works_for(
    chosen: list[tuple[str, Mutant]],
    bases: dict[str, Baseline],
    unreached: Callable[[str, Mutant], None],
) -> Iterator[Work]:
    """A work for each mutant that some test reaches."""
    sources = {m.file: (PACKAGE / m.file).read_bytes() for _, m in chosen}
    lines = {file: first_lines(source) for file, source in sources.items()}
    for name, mutant in chosen:
        base = bases[name]
        tests = base.tests_for(mutant, lines[mutant.file], AREAS[name].seconds)
        if not tests:
            unreached(name, mutant)
            continue
        seconds = {test: base.seconds[test] for test in tests}
        judge = partial(
            child.judge,
            mutant.file,
            mutant.applied(sources[mutant.file]),
            tests,
            seconds,
            AREAS[name].simulated,
        )
        yield Work((name, mutant), judge, 60 + 10 * sum(seconds.values()))


def campaign(
    names: list[str],
    jobs: int,
    sample: int | None,
    seed: int,
    only: list[str],
    seconds: float,
    folder: Path,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Run it; the statuses of all mutants, by area."""
    began = time.monotonic()
    until = began + seconds
    of_area = {
        name: [mutant for mutant in mutants_in(AREAS[name]) if is_one(mutant, only)]
        for name in names
    }
    chosen = dealt(of_area, sample, seed)
    bases: dict[str, Baseline] = {}
    for name in names:
        alike = [n for n in bases if AREAS[n][:2] == AREAS[name][:2]]
        bases[name] = (
            bases[alike[0]] if alike else measured(name, jobs, folder, until, say)
        )
    results: list[dict[str, Any]] = []

    def note(name: str, mutant: Mutant, **more: Any) -> None:
        results.append(
            {
                "area": name,
                "file": mutant.file,
                "line": mutant.line,
                "function": mutant.function,
                "kind": mutant.kind,
                "change": mutant.change,
            }
            | more
        )

    def unreached(name: str, mutant: Mutant) -> None:
        note(name, mutant, status="not reached")

    measured_by = time.monotonic()
    works = works_for(chosen, bases, unreached)
    for ended in run_all(works, jobs, folder, until):
        name, mutant = ended.what
        if ended.how != "done":
            status = "timeout" if ended.how == "timeout" else "killed"
            answer = {"status": status, "by": ended.how}
        else:
            answer = ended.answer
        note(name, mutant, seconds=round(ended.seconds, 2), **answer)
        if answer["status"] == "survived":
            say(f"survived {mutant.file}:{mutant.line} {mutant.change}")
    return {
        "mutants": {name: len(all_) for name, all_ in of_area.items()},
        "chosen": len(chosen),
        "not_run": len(chosen) - len(results),
        "baseline_seconds": round(measured_by - began, 1),
        "seconds": round(time.monotonic() - began, 1),
        "left_out": {name: base.left_out for name, base in bases.items()},
        "results": results,
    }
