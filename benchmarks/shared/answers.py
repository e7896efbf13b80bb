# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The known answers of the tests, to compare each measured answer with."""

import runpy
from functools import cache
from pathlib import Path

from benchmarks.shared.timing import check

FILE = Path(__file__).resolve().parents[2] / "tests" / "known_answers.py"


@cache
def known() -> dict:
    """The tables of the tests."""
    return runpy.run_path(str(FILE))


def check_maximal(graph: str, count: int) -> None:
    """Compare a number of maximal bicliques, if the graph is known."""
    if graph in known()["MAXIMAL"]:
        right = known()["MAXIMAL"][graph][3]
        check(count == right, graph, count, right)


def check_count(graph: str, p: int, q: int, count: int) -> None:
    """Compare a (p, q) count, if it is known."""
    right = known()["COUNTS"].get(graph, {}).get((p, q), count)
    check(count == right, graph, p, q, count, right)
