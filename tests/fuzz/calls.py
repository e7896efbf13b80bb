# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls of the library, with the options of a case, and what they give as bits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
import numpy as np

import cugraph_biclique as cb
from fuzz.graph import Graph
from fuzz.inputs import ON_DEVICE, Given, from_lists, from_long_frames, given
from fuzz.limits import shrunk

Options = dict[str, Any]
BYTES_OF_A_BICLIQUE = 300  # no result takes more, so no budget above may be refused
BYTES_OF_A_MEMBER = 16


class Refused(Exception):
    """The memory budget does not hold the result, as an error has said."""


@contextmanager
def conditions(o: Options) -> Iterator[None]:
    """So many threads, and limits."""
    before = numba.get_num_threads()
    numba.set_num_threads(min(o.get("threads", 1), numba.config.NUMBA_NUM_THREADS))
    try:
        with shrunk(o.get("limits", {}), o.get("fences", True)):
            yield
    finally:
        numba.set_num_threads(before)


def passed(graph: Graph, o: Options) -> Given:
    """The graph as the case passes it."""
    names = ("kind", "left", "right", "copies", "order")
    how = {name: o[name] for name in names if name in o}
    if o.get("engine", "cpu") == "cpu" and how.get("kind") in ON_DEVICE:
        how["kind"] = "arrays"  # the second opinion on a graph of the device
    return given(graph, **how)


def arguments(o: Options) -> dict[str, Any]:
    """What all calls of a search are given."""
    names = ("min_left", "min_right", "memory_budget")
    chosen = {name: o[name] for name in names if o.get(name) is not None}
    return {"engine": o.get("engine", "cpu"), "progress": False} | chosen


def for_counting(o: Options) -> dict[str, Any]:
    """What all calls of a count are given."""
    return {k: v for k, v in arguments(o).items() if not k.startswith("min_")}


def of_partition(o: Options) -> dict[str, Any]:
    """What a search of a partition is given."""
    return {k: v for k, v in arguments(o).items() if k != "progress"}


def result(graph: Graph, o: Options) -> tuple[Given, cb.Bicliques]:
    """What `maximal_bicliques` returns; `Refused` where the budget is too small."""
    it = passed(graph, o)
    try:
        found = cb.maximal_bicliques(
            it.G, **it.columns, **arguments(o), sort=o.get("sort", False)
        )
    except cb.MemoryBudgetError as error:
        wanted = graph.large_enough(o.get("min_left", 1), o.get("min_right", 1))
        members = sum(a.bit_count() + b.bit_count() for a, b in wanted)
        most = BYTES_OF_A_BICLIQUE * len(wanted) + BYTES_OF_A_MEMBER * members
        assert o["memory_budget"] is not None
        assert o["memory_budget"] < most, f"refused what fits: {error}"
        raise Refused from error
    return it, found


def bicliques(graph: Graph, o: Options) -> list[tuple[int, int]]:
    """All of them, by a stream, which no budget refuses."""
    return batched(graph, o | {"batch_size": 10**6})


def batched(graph: Graph, o: Options) -> list[tuple[int, int]]:
    """All of them, by `iter_maximal_bicliques`."""
    it = passed(graph, o)
    size = o["batch_size"]
    batches = list(
        cb.iter_maximal_bicliques(it.G, **it.columns, **arguments(o), batch_size=size)
    )
    lengths = [len(batch) for batch in batches]
    assert all(n == size for n in lengths[:-1]), f"batches of {lengths}, not {size}"
    assert all(0 < n <= size for n in lengths), f"batches of {lengths}, not {size}"
    return [pair for batch in batches for pair in read(it, batch, o)]


def read(it: Given, found: cb.Bicliques, o: Options) -> list[tuple[int, int]]:
    """The members of a result, read in one of the ways there are."""
    way = o.get("read", "long")
    if way == "long":
        return from_long_frames(it, found)
    if way == "loop":
        pairs = list(found)
        return from_lists(it, [a for a, _ in pairs], [b for _, b in pairs])
    if way == "slices":
        middle = len(found) // 2
        parts = found[:middle], found[middle:]
        return [pair for part in parts for pair in from_long_frames(it, part)]
    frame = found.to_frame()
    if hasattr(frame, "to_pandas"):
        frame = frame.to_pandas()
    assert frame["biclique"].tolist() == [*range(len(found))]
    return from_lists(it, frame["left"], frame["right"])


def count(graph: Graph, o: Options) -> int:
    """How many there are."""
    it = passed(graph, o)
    return cb.maximal_biclique_count(it.G, **it.columns, **arguments(o))


def sizes(graph: Graph, o: Options) -> Counter:
    """How many there are of each size."""
    it = passed(graph, o)
    table = cb.maximal_biclique_sizes(it.G, **it.columns, **arguments(o))
    keys = [*zip(table["n_left"].tolist(), table["n_right"].tolist(), strict=True)]
    assert keys == sorted(set(keys)), "the table of sizes is out of order"
    return Counter(dict(zip(keys, table["count"].tolist(), strict=True)))


def biclique_count(graph: Graph, p: int, q: int, o: Options) -> int:
    """How many (p, q)-bicliques there are."""
    it = passed(graph, o)
    n = cb.biclique_count(it.G, p, q, **it.columns, **for_counting(o))
    assert type(n) is int
    return n


def biclique_counts(
    graph: Graph, max_p: int, max_q: int, o: Options
) -> dict[tuple[int, int], int]:
    """The table of all (p, q)."""
    it = passed(graph, o)
    table = cb.biclique_counts(it.G, max_p, max_q, **it.columns, **for_counting(o))
    cells = [*zip(table["p"].tolist(), table["q"].tolist(), strict=True)]
    assert cells == [(p, q) for p in range(1, max_p + 1) for q in range(1, max_q + 1)]
    return dict(zip(cells, table["count"], strict=True))


def same(found: Any, expected: Any, what: str) -> None:
    """Both are equal, or an error with the first differences."""
    if found == expected:
        return
    if isinstance(found, list | set) and isinstance(expected, list | set):
        a, b = Counter(found), Counter(expected)
        more, fewer = list((a - b).elements()), list((b - a).elements())
        told = f"{len(more)} too many {more[:3]}, {len(fewer)} missing {fewer[:3]}"
        raise AssertionError(f"{what}: {told or 'another order'}")
    raise AssertionError(f"{what}: {found} instead of {expected}"[:500])


def same_order(found: list, expected: list, what: str, o: Options) -> None:
    """Both are equal; on a GPU in any order, which depends on the memory it has."""
    if o.get("engine", "cpu") == "gpu":
        found, expected = sorted(found), sorted(expected)
    same(found, expected, what)


def all_once(found: list[tuple[int, int]], expected: set[tuple[int, int]]) -> None:
    """Exactly these bicliques, each once."""
    if len(found) != len(expected) or set(found) != expected:
        same(found, [*expected], "bicliques")


def permuted(graph: Graph, seed: int) -> tuple[Graph, np.ndarray, np.ndarray]:
    """The graph with its vertices in another order: new[i] = old[order[i]]."""
    rng = np.random.default_rng(seed)
    left, right = (rng.permutation(n) for n in graph.matrix.shape)
    return Graph(graph.matrix[left][:, right]), left, right
