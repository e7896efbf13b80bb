# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Relations of the calls over Dask, on two workers that are threads of this process."""

from __future__ import annotations

import functools
import os
import random
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fuzz import oracle
from fuzz.calls import Options, all_once, same
from fuzz.graph import Graph
from fuzz.inputs import Given, from_long_frames, given, numbers

if TYPE_CHECKING:
    import both_ways

HAS_DASK = bool(find_spec("distributed")) and bool(find_spec("dask"))


@functools.cache
def client(process: int) -> Any:
    """The client of a process; a child that was forked has its own."""
    import distributed

    return distributed.Client(
        processes=False, n_workers=2, threads_per_worker=1, dashboard_address=":0"
    )


@contextmanager
def workers() -> Iterator[both_ways.Cores]:
    """Two workers. Warnings of Dask are not ours to mend."""
    import both_ways

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield both_ways.Cores(client(os.getpid()))


def passed(graph: Graph, o: Options, cores: Any) -> tuple[Given, Any, dict[str, int]]:
    """The labels of a graph, what a call over Dask gets, and its options."""
    import cugraph_biclique.dask as over_dask

    names = ("left", "right", "copies", "order")
    it = given(graph, "pandas", **{name: o[name] for name in names if name in o})
    ddf = cores.frame(it.G, 1 + o["salt"] % 4)
    if o["way"] == "kept":
        return it, over_dask.bipartite_graph(ddf), {}
    return it, ddf, {"partitions": 1 + o["salt"] // 4 % 6} if o["way"] == "cut" else {}


def listed_over_dask(graph: Graph, o: Options) -> None:
    """The list, the count and the sizes are the judge's."""
    import cugraph_biclique.dask as over_dask

    least = {name: o.get(name, 1) for name in ("min_left", "min_right")}
    expected = graph.large_enough(*least.values())
    with workers() as cores:
        it, G, how = passed(graph, o, cores)
        found = over_dask.maximal_bicliques(G, **least, **how)
        n = over_dask.maximal_biclique_count(G, **least, **how)
        table = over_dask.maximal_biclique_sizes(G, **least, **how)
        here = Computed(found)
    all_once(from_long_frames(it, here), expected)
    same(n, len(expected), "count over Dask")
    sizes = zip(table["n_left"].tolist(), table["n_right"].tolist(), strict=True)
    counts = dict(zip(sizes, table["count"].tolist(), strict=True))
    same(counts, dict(oracle.sizes(expected)), "sizes over Dask")


class Computed:
    """The frames of a result, in this process."""

    def __init__(self, found: Any) -> None:
        self.n = len(found)
        self.left, self.right = found.left.compute(), found.right.compute()

    def __len__(self) -> int:
        return self.n


def counted_over_dask(graph: Graph, o: Options) -> None:
    """The count is the judge's, and so are its sums by vertex and by edge."""
    import cugraph_biclique.dask as over_dask

    p, q = o["p"], o["q"]
    expected = graph.count(p, q)
    if expected is None:
        return
    with workers() as cores:
        it, G, how = passed(graph, o, cores)
        n = over_dask.biclique_count(G, p, q, **how)
        sides = [
            over_dask.biclique_count_by_vertex(G, p, q, side, **how).compute()
            for side in ("left", "right")
        ]
        edges = over_dask.biclique_count_by_edge(G, p, q, **how).compute()
    same(n, expected, f"({p}, {q})-bicliques over Dask")
    for frame, times, labels in zip(sides, (p, q), (it.left, it.right), strict=True):
        same(sum(frame["count"].tolist()), times * n, "sum by vertex")
        same(
            len(set(numbers(labels, frame["vertex"]).tolist())), len(frame), "vertices"
        )
    same(sum(edges["count"].tolist()), p * q * n, "sum by edge")
    same(len(edges), int(graph.matrix.sum()), "edges")


def as_on_one_machine(graph: Graph, o: Options) -> None:
    """A call of the table of `both_ways` gives the answer of one machine."""
    import both_ways

    call = both_ways.CALLS[o["call"]]
    edges = list(zip(*(side.tolist() for side in graph.edges), strict=True))
    frame = both_ways.labelled(edges, o["left_kind"], o["right_kind"])
    frame = pd.concat([frame] * o.get("copies", 1), ignore_index=True)
    frame = frame.sample(frac=1, random_state=o["salt"], ignore_index=True)
    kinds = o["left_kind"], o["right_kind"]
    with workers() as cores, tempfile.TemporaryDirectory() as folder:
        if both_ways.has_place(call, kinds, cores):
            case = both_ways.Case(frame, random.Random(o["salt"]), "mixed" not in kinds)
            both_ways.check(o["call"], o["way"], case, cores, Path(folder))


OVER_DASK: dict[str, Callable[[Graph, Options], None]] = {
    function.__name__: function
    for function in (listed_over_dask, counted_over_dask, as_on_one_machine)
}
