# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The known answers of the tests, to compare each measured answer with."""

import runpy
from functools import cache
from pathlib import Path

from benchmarks.shared.timing import check

# Maximal bicliques of generated graphs that are read from files.
GENERATED = {
    "baskets": 6_905_796,
    "power-law-5-million": 83_610_598,
    "power-law-20-million": 1_138_993_200,
}
FILE = Path(__file__).resolve().parents[2] / "tests" / "known_answers.py"


@cache
def known() -> dict:
    """The tables of the tests."""
    return runpy.run_path(str(FILE))


def check_answer(graph: str, pq: tuple[int, ...] | None, count: int) -> None:
    """Compare a count of one size, or of maximal bicliques, if it is known."""
    if pq:
        check_count(graph, *pq, count)
    else:
        check_maximal(graph, count)


def check_maximal(graph: str, count: int) -> None:
    """Compare a number of maximal bicliques, if the graph is known."""
    right = GENERATED.get(graph)
    if graph in known()["MAXIMAL"]:
        right = known()["MAXIMAL"][graph][3]
    check(right in (None, count), graph, count, right)


def check_count(graph: str, p: int, q: int, count: int) -> None:
    """Compare a (p, q) count, if it is known."""
    right = known()["COUNTS"].get(graph, {}).get((p, q), count)
    check(count == right, graph, p, q, count, right)
