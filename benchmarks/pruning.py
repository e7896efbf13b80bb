# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Copies of an edge in partitions, before and after pruning by the least sizes.

For each graph and least size, with our assignment of the roots and with METIS: the
edges of all partitions, divided by the edges of the core. A row has this for partitions
that are not pruned, for those without vertices that have too few neighbours
(`by_degree`), for those that the library makes, and for those of an unbounded 2-hop
sweep (`by_two_hop`). Seconds are those to cut all partitions on one thread. The
partitions that the library makes must have the bicliques of the graph. Over Dask, the
edges that senders copy (`sent`), and those that a task on CPU cores keeps
(`over_dask`). METIS needs pip install pymetis.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec

import numpy as np

import cugraph_biclique as cb
from benchmarks.partitions import copies, metis, packed
from benchmarks.shared.calls import BUDGET, CPU, counted_in, resources
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, measured
from cugraph_biclique.dask.exchange import Where
from cugraph_biclique.dask.lists import copies_of, lists_of
from cugraph_biclique.dask.partitioning import rule_of
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.partition.pieces import Cutter, Pack
from cugraph_biclique.partition.pruning import Least, prune
from cugraph_biclique.preparation.jobs import root_work
from cugraph_biclique.preparation.stages import anchor, prepare
from cugraph_biclique.search.stars import count_stars

NEEDS = ["scipy", "distributed"]
QUICK = ["random:left=40,right=30,density=0.3 --parts 3 --sizes 1 3 --repeat 1"]
FULL = [
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/movielens-10m_ti.txt.gz "
    "FOLDER/lastfm-hetrec.txt.gz FOLDER/dbpedia-writer.txt.gz "
    "FOLDER/foursquare-checkin.txt.gz"
]

ALL = Least(1, 1)  # leaves nothing out


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1, 2, 3, 5])
    parser.add_argument("--parts", type=int, default=16)
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    assignments = [packed, metis] if find_spec("pymetis") else [packed]
    for name in options.graphs:
        whole = cb.bipartite_graph(load(name))
        for size in options.sizes:
            calls = [Maximal(whole, size)]
            calls += [Counted(whole, size)] if size > 1 else []
            for call in calls:
                if not len(call.graph.kept_indices):
                    continue  # the core is empty
                for assign in assignments:
                    work = root_work(call.graph).astype(float)
                    part = assign(call.graph, work, options.parts)
                    yield {
                        "graph": name_of(name),
                        "call": call.name,
                        "least": size,
                        "assignment": assign.__name__,
                        "parts": options.parts,
                        "edges": len(call.graph.kept_indices),
                        **row(call, part, options.repeat),
                    }


def row(call, part, repeat: int) -> dict:
    """Copies of an edge, edges of the largest partition, and seconds to cut all."""
    n_edges = len(call.graph.kept_indices)
    found = {"copies_unpruned": copies(call.graph, part) / n_edges}
    least = call.least
    for suffix, limited in {
        "_by_degree": Least(least.kept, least.grown),
        "": least,
        "_by_two_hop": least._replace(reads=np.inf),
    }.items():
        cutter = Cutter(call.graph, limited)
        sizes, seconds = measured(partial(edges_of_all, cutter, part), repeat)
        found[f"copies{suffix}"] = sum(sizes) / n_edges
        found[f"largest{suffix}"] = max(sizes, default=0)
        found[f"seconds{suffix}"] = seconds
    sizes = sent(call, part)
    found["copies_sent"] = sum(sizes) / n_edges
    found["largest_sent"] = max(sizes, default=0)
    sizes, seconds = measured(partial(over_dask, call, part), repeat)
    found["copies_over_dask"] = sum(sizes) / n_edges
    found["largest_over_dask"] = max(sizes, default=0)
    found["seconds_over_dask"] = seconds
    pruned = cut(Cutter(call.graph, least), part)
    n = call.others + sum(map(call.count, pruned))
    check(n == call.expected, call.name, n, call.expected)
    return found


def cut(cutter: Cutter, part) -> Iterator:
    """Cut out each partition that has bicliques."""
    order = part.argsort(kind="stable").astype(np.int32)
    for ids in np.split(order, np.cumsum(np.bincount(part))[:-1]):
        piece = cutter.piece(Pack(ids))
        if not piece.is_empty:
            yield piece.graph


def edges_of_all(cutter: Cutter, part) -> list[int]:
    """Number of edges of each partition."""
    return [len(piece.kept_indices) for piece in cut(cutter, part)]


def sent(call, part) -> list[int]:
    """Number of edges that senders copy to each partition over Dask."""
    graph = call.graph
    here = Where(on_device=False, limited=False)
    n = len(graph.grown_weight)
    kept = np.repeat(np.arange(len(graph.kept_weight)), np.diff(graph.kept_indptr))
    keys = kept * n + graph.kept_indices
    places = np.arange(n, dtype=np.int32), np.arange(n, dtype=np.int32)
    rule = rule_of("left", least_over_dask(call))
    parts = copies_of(
        lists_of([keys], n, here), places, part, int(part.max()) + 1, rule, here
    )
    return [len(roots) for _, _, roots in parts]


def over_dask(call, part) -> list[int]:
    """Number of edges of each partition over Dask, after its task has pruned it."""
    sizes = []
    for piece in cut(Cutter(call.graph, ALL), part):
        lists = Adjacency(piece.kept_indptr.copy(), piece.kept_indices.copy())
        rest = piece.grown_weight, piece.is_root.copy()
        sizes.append(len(prune(lists, *rest, least_over_dask(call))[2]))
    return sizes


def least_over_dask(call) -> Least:
    """The least sizes of a partition over Dask, which also has the stars."""
    return Least.worth(call.size, call.size, call.least.ascending)


class Maximal:
    """Maximal bicliques with at least `size` vertices on each side."""

    name = "maximal"

    def __init__(self, whole, size: int) -> None:
        self.size = size
        self.prepared = prepare(whole, size, size, resources(CPU, BUDGET))
        self.graph = self.prepared.ordered.graph
        self.least = Least.worth(self.prepared.least_bits, self.prepared.min_grown)
        self.others = count_stars(self.prepared, CPU)
        self.expected = cb.maximal_biclique_count(
            whole, min_left=size, min_right=size, engine="cpu"
        )

    def count(self, graph) -> int:
        """Count the bicliques of a partition."""
        return counted_in(self.prepared, graph)


class Counted:
    """Bicliques with `size` vertices on each side."""

    name, others = "p, q", 0

    def __init__(self, whole, size: int) -> None:
        self.size = size
        self.anchored = anchor(whole, size, size, resources(CPU, BUDGET))
        self.graph = self.anchored.graph
        self.least = Least.worth(
            self.anchored.least, self.anchored.picks, ascending=True
        )
        self.expected = cb.biclique_count(whole, size, size, engine="cpu")

    def count(self, graph) -> int:
        """Count the bicliques of a partition."""
        here = self.anchored._replace(graph=graph)
        return CPU.count(here, [here.least], Trace(), progress=False)[0]
