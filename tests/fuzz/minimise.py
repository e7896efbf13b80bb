# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Failing cases made smaller: vertices, edges and options go while it still fails."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from fuzz.cases import Case
from fuzz.graph import Graph

FAILED = 3  # exit code of a child
EASY = {"threads": 1, "sort": False, "read": "long"}


def in_this_process(case: Case) -> bool:
    """Whether a case fails."""
    return bool(case.error())


def in_a_child(case: Case, seconds: int = 60) -> bool:
    """Whether a case fails, or kills the process that runs it."""
    child = os.fork()
    if child == 0:
        import signal

        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(seconds)
        os._exit(FAILED if case.error() else 0)
    return os.waitpid(child, 0)[1] != 0


def minimised(
    case: Case, fails: Callable[[Case], bool] = in_this_process, seconds: float = 60
) -> Case:
    """The smallest case found in that time that still fails."""
    ends = time.monotonic() + seconds

    def still(other: Case) -> bool:
        return time.monotonic() < ends and fails(other)

    smaller = True
    while smaller and time.monotonic() < ends:
        smaller = False
        for axis in (0, 1):
            size = max(1, case.graph.matrix.shape[axis] // 2)
            while size:
                last = case.graph.matrix.shape[axis]
                while last > 0:
                    chunk = slice(max(0, last - size), last)
                    matrix = np.delete(case.graph.matrix, chunk, axis=axis)
                    other = case._replace(graph=Graph(matrix, case.graph.made))
                    if still(other):
                        case, smaller = other, True
                    last -= size
                size //= 2
        for options in simpler(case.options):
            other = case._replace(options=options)
            if still(other):
                case, smaller = other, True
                break
        if not smaller:
            case, smaller = without_edges(case, still)
    return case


def simpler(o: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The options without one of them."""
    for name in o.get("limits", {}):
        rest = {k: v for k, v in o["limits"].items() if k != name}
        yield o | {"limits": rest}
    for name in ("kind", "left", "right", "copies", "order", "memory_budget"):
        if name in o:
            yield {k: v for k, v in o.items() if k != name}
    for name, value in EASY.items():
        if o.get(name, value) != value:
            yield o | {name: value}
    for name in ("min_left", "min_right"):
        if o.get(name, 1) > 1:
            yield o | {name: o[name] - 1}


def without_edges(case: Case, still: Callable[[Case], bool]) -> tuple[Case, bool]:
    """The case without edges that it can do without."""
    smaller = False
    edges = np.column_stack(case.graph.edges)
    size = max(1, len(edges) // 2)
    while size and len(edges) <= 3000:
        first = 0
        while first < len(edges):
            rest = np.delete(edges, slice(first, first + size), axis=0)
            matrix = np.zeros_like(case.graph.matrix)
            matrix[rest[:, 0], rest[:, 1]] = True
            other = case._replace(graph=Graph(matrix, case.graph.made))
            if still(other):
                case, edges, smaller = other, rest, True
            else:
                first += size
        size //= 2
    return case, smaller
