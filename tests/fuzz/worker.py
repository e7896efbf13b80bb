# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A worker process: told a graph's number, it runs the cases of that graph.

It says what it is about to do before it does it, a line of JSON each: so the parent
knows what a process was at that was killed by a signal.
"""

from __future__ import annotations

import faulthandler
import json
import sys
import time
import warnings
from collections import Counter
from typing import Any

from fuzz import cases

FEW_FAILURES = 3  # of one graph: more say nothing new


def work(seed: int, engine: str) -> None:
    """Take numbers from standard input until it ends."""
    faulthandler.enable()
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
    say = Speaker()
    for line in sys.stdin:
        number, _, only = line.strip().partition(":")
        say(**run_graph(seed, int(number), engine, say, int(only) if only else None))


class Speaker:
    """Writes lines of JSON to what was standard output when the process began."""

    def __init__(self) -> None:
        self.stream = sys.stdout
        sys.stdout = sys.stderr

    def __call__(self, **words: Any) -> None:
        self.stream.write(json.dumps(words) + "\n")
        self.stream.flush()


def run_graph(
    seed: int, number: int, engine: str, say: Speaker, only: int | None = None
) -> dict[str, Any]:
    """Run the cases of a graph, or one of them; what is to be reported."""
    began = time.perf_counter()
    graph, rng = cases.graph_number(seed, number)
    done: Counter = Counter()
    failures: list[dict[str, Any]] = []
    n = 0
    for index, case in enumerate(cases.cases_of(graph, rng, engine)):
        if only is not None and index != only:
            continue
        say(begins=index, relation=case.relation, options=case.options)
        error = case.error()
        n += 1
        done.update(labels_of(case))
        if error:
            failures.append(
                {"case": index, "relation": case.relation, "options": case.options,
                 "error": error}
            )  # fmt: skip
            if len(failures) >= FEW_FAILURES:
                break
    return {
        "done": number,
        "made": graph.made,
        "cases": n,
        "labels": done,
        "failures": failures,
        "seconds": time.perf_counter() - began,
    }


def labels_of(case: cases.Case) -> list[str]:
    """What a case counts for in the report."""
    o = case.options
    found = [f"relation {case.relation}", f"threads {o['threads']}"]
    found += [f"generator {name}" for name in set(case.graph.made.split())]
    found += [f"limit {name}" for name in o.get("limits", {})]
    found += [f"{name} {o[name]}" for name in ("kind", "read", "form") if name in o]
    found += [f"labels {name}" for name in {o.get("left"), o.get("right")} if name]
    found += [
        f"with {name}"
        for name in ("fences", "memory_budget", "order", "copies", "sort")
        if o.get(name)
    ]
    if max(o.get("min_left", 1), o.get("min_right", 1)) > 1:
        found.append("with least sizes")
    return found
