# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a list on a GPU pays if its output buffer is too small.

The first row of a graph has the buffer that users get. Then the buffer holds all
bicliques, or a part of them, in three ways:

pauses    the first buffer is small. A search that fills it pauses, and goes on with a
          larger one. What finds no place before the pause is lost, and then the search
          is repeated
discards  the same without pauses: the search counts what does not fit, and is repeated
only      all buffers are small, so the roots are searched in parts. A part that has too
          many bicliques is lost, and smaller parts follow

`times` is the time over that of the first row. The tests of a list and of a count are
in the rows, too.
"""

import argparse
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from typing import Any
from unittest import mock

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.calls import call_for
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured, on_engine

NEEDS = ["cupy", "a GPU"]
QUICK = ["random:left=40,right=30,density=0.3 --repeat 1"]
FULL = ["FOLDER/youtube-groupmemberships.txt.gz FOLDER/bookcrossing.txt.gz"]

PARTS = 1, 2, 4, 16  # a buffer holds all bicliques, a half, and so on
USUAL = "usual"
LIMITED = {
    "pauses": "first_records",
    "discards": "first_records",
    "only": "most_records",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for graph in options.graphs:
        yield from rows(name_of(graph), on_engine(load(graph), "gpu"), options.repeat)


def rows(graph: str, given: Any, repeat: int) -> Iterator[dict]:
    """The figures of one graph: one row per buffer.

    `holds` is 1 for the usual buffer, too: it holds all, or it is enlarged.
    """
    counting = call_for(given, engine="gpu")
    count, tests = counting.count(), counting.report()
    check_maximal(graph, count)
    with watched() as searches:
        cb.maximal_bicliques(given, engine="gpu")
    needed = sum(found for found, fits, _ in searches if fits)  # stars are not searched
    whole = None
    for buffer, part in [(USUAL, 1), *product(LIMITED, PARTS)]:
        records = max(1, -(-needed // part))
        figures = row(given, count, buffer, records, repeat)
        whole = whole or figures["seconds"]["seconds"]
        yield {
            "graph": graph,
            "maximal": count,
            "buffer": buffer,
            "holds": 1 / part,
            "records": records,
            "times": figures["seconds"]["seconds"] / whole,
            **figures,
            "count_nodes": tests["nodes"],
            "count_not_maximal": tests["not_maximal"],
        }


def row(given: Any, count: int, buffer: str, records: int, repeat: int) -> dict:
    """The figures of one buffer: its seconds, and the searches of one more list."""
    with limited(buffer, records):
        listed, seconds = measured(
            lambda: len(cb.maximal_bicliques(given, engine="gpu")), repeat, "gpu"
        )
        check(listed == count, buffer, records, listed, count)
        with watched() as searches, extended() as outputs:
            report = cb.maximal_bicliques(given, engine="gpu").report
    discarded = [each for each in searches if not each[1]]
    spent = sum(seconds for _, _, seconds in searches)
    return {
        "seconds": seconds,
        "searches": len(searches),
        "pauses": len(outputs),
        "repeated": len(discarded),
        "repeated_share": sum(each[2] for each in discarded) / spent,
        "discarded": sum(each[0] for each in discarded),
        "nodes": report["nodes"],
        "not_maximal": report["not_maximal"],
        "search": report["seconds"]["search"],
    }


@contextmanager
def limited(buffer: str, records: int) -> Iterator[None]:
    """Give buffers room for `records` bicliques, within a block; or the usual ones."""
    if buffer == USUAL:
        yield
        return
    from cugraph_biclique.device.control import UNLIMITED
    from cugraph_biclique.search import gpu
    from cugraph_biclique.search.gpu.host.workspace import Workspace

    limits = gpu.LIMITS._replace(**{LIMITED[buffer]: records})
    with ExitStack() as patches:
        patches.enter_context(mock.patch.object(gpu, "LIMITS", limits))
        if buffer != "pauses":
            never = mock.patch.object(Workspace, "pause_at", UNLIMITED)
            patches.enter_context(never)
        yield


@contextmanager
def extended() -> Iterator[list[int]]:
    """Note the sizes of the outputs that replace full ones, within a block."""
    from cugraph_biclique.search.gpu.host.workspace import Workspace

    sizes: list[int] = []
    extend = Workspace.extend_output

    def noted(self: Any, found: int) -> bool:
        larger = extend(self, found)
        if larger:
            sizes.append(len(self.output.mask))
        return larger

    with mock.patch.object(Workspace, "extend_output", noted):
        yield sizes


@contextmanager
def watched() -> Iterator[list[tuple[int, bool, float]]]:
    """Note the searches of a block: their bicliques, whether they fitted, seconds.

    A search that ends early has found at least as many as are noted.
    """
    from cugraph_biclique.search import gpu

    searches: list[tuple[int, bool, float]] = []
    search = gpu.Search.run

    def noted(self: Any, first: int, last: int, most: int) -> Any:
        began = time.perf_counter()
        try:
            records = search(self, first, last, most)
        except gpu.TooLarge as large:
            searches.append((large.found, False, time.perf_counter() - began))
            raise
        searches.append((self.found, True, time.perf_counter() - began))
        return records

    with mock.patch.object(gpu.Search, "run", noted):
        yield searches
