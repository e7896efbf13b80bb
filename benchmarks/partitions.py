# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Assignments of roots to partitions: ours, hash, degree ranges and METIS.

For each assignment: the number of copies of an edge, the largest partition's share of
the predicted work divided by the mean, and the seconds of the assignment. For the first
number of parts, also the seconds to extract and search all partitions on one CPU
thread, and the slowest partition. METIS partitions the two-hop graph of the roots,
where the weight of an edge is the number of common neighbours: pip install pymetis.
"""

import argparse
from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np
import scipy.sparse

import cugraph_biclique as cb
from benchmarks.shared.answers import check_maximal
from benchmarks.shared.calls import BUDGET, CPU, counted_in, resources
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.timing import check, clock_for, measured, timed
from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.partition.packing import Limits, Roots, pack
from cugraph_biclique.partition.pieces import Cutter, Pack
from cugraph_biclique.preparation.jobs import root_work
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.search.stars import count_stars

NEEDS = ["scipy"]
QUICK = ["random:left=40,right=30,density=0.3 --parts 3 --repeat 1"]
FULL = [
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/bms-webview2.txt.gz "
    "FOLDER/lastfm-hetrec.txt.gz FOLDER/foursquare-checkin.txt.gz"
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument("--parts", type=int, nargs="+", default=[16, 4, 64])
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    few = prepared_for(cb.bipartite_graph(load("random:left=30,right=30,density=0.3")))
    search(few, np.zeros(len(few.ordered.graph.grown_weight), int))  # compiles
    for graph in options.graphs:
        yield from rows(graph, options)


def prepared_for(graph):
    """The graph as the search takes it."""
    return prepare(graph, 1, 1, resources(CPU, BUDGET))


def packed(graph, work, parts):
    """Our assignment, from all adjacency lists."""
    last = graph.grown_indices[graph.grown_indptr[1:] - 1]
    roots = Roots(
        Adjacency(graph.grown_indptr, graph.grown_indices),
        Adjacency(graph.kept_indptr, graph.kept_indices),
        np.diff(graph.kept_indptr).astype(float), work,
    )  # fmt: skip
    return pack(roots, last.argsort()[::-1], Limits(work.sum() / parts, np.inf))


def sampled(graph, work, parts):
    """Our assignment, from a quarter of the kept vertices' lists, as over Dask."""
    some = np.random.default_rng(0).random(len(graph.kept_weight)) < 1 / 4
    lists = matrix(graph)[:, some]
    back = lists.T.tocsr()
    last = graph.grown_indices[graph.grown_indptr[1:] - 1]
    roots = Roots(
        Adjacency(lists.indptr.astype(np.int64), lists.indices),
        Adjacency(back.indptr.astype(np.int64), back.indices),
        4.0 * np.diff(graph.kept_indptr)[some], work,
    )  # fmt: skip
    return pack(roots, last.argsort()[::-1], Limits(work.sum() / parts, np.inf))


def hashed(graph, work, parts):
    """Random assignment of the roots, with equal work per partition."""
    return cut(np.random.default_rng(0).permutation(len(work)), work, parts)


def degree_ranges(graph, work, parts):
    """Ranges of roots in the order of the search, by degree."""
    return cut(np.arange(len(work)), work, parts)


def metis(graph, work, parts):
    """METIS, which cuts the two-hop graph of the roots where they share little."""
    import pymetis

    lists = matrix(graph)
    shared = (lists @ lists.T).tocsr()
    shared.setdiag(0)
    shared.eliminate_zeros()
    weights = np.maximum(1, work * (1e6 / work.sum())).astype(int)
    adjacency = pymetis.CSRAdjacency(shared.indptr, shared.indices)
    _, part = pymetis.part_graph(
        parts, adjacency, eweights=shared.data, vweights=weights
    )
    return np.array(part)


def matrix(graph):
    """The graph as a sparse matrix, with one row per root."""
    ones = np.ones(len(graph.grown_indices), np.int32)
    shape = len(graph.grown_weight), len(graph.kept_weight)
    return scipy.sparse.csr_array(
        (ones, graph.grown_indices, graph.grown_indptr), shape
    )


def cut(order, work, parts):
    """Cut an order of the roots into ranges of equal work."""
    reached = np.cumsum(work[order]) - work[order] / 2
    part = np.empty(len(work), int)
    part[order] = np.minimum(parts - 1, reached / (work.sum() / parts))
    return part


def copies(graph, part):
    """Total number of edges of all partitions."""
    of = np.repeat(part.astype(np.int64), np.diff(graph.grown_indptr))
    pairs = np.unique(of * len(graph.kept_weight) + graph.grown_indices)
    return np.diff(graph.kept_indptr)[pairs % len(graph.kept_weight)].sum()


def search(prepared, part):
    """Search all partitions; return the number of bicliques, and each one's seconds."""
    order, seconds = part.argsort(kind="stable").astype(np.int32), []
    n = count_stars(prepared, CPU)  # the stars of the whole graph
    graph = prepared.ordered.graph

    def one(ids) -> int:
        return counted_in(prepared, Cutter(graph).piece(Pack(ids)).graph)

    for ids in np.split(order, np.cumsum(np.bincount(part))[:-1]):
        if len(ids):
            taken, took = timed(lambda ids=ids: one(ids), clock=clock_for("cpu"))
            n += taken
            seconds.append(took)
    return n, seconds


def rows(name: str, options: argparse.Namespace) -> Iterator[dict]:
    """Compare the assignments on one graph."""
    graph = cb.bipartite_graph(load(name))
    prepared = prepared_for(graph)
    search_graph = prepared.ordered.graph
    work = root_work(search_graph).astype(float)
    n_edges = len(search_graph.kept_indices)
    count = cb.maximal_biclique_count(graph, engine="cpu")
    check_maximal(name_of(name), count)
    assignments = [packed, sampled, hashed, degree_ranges]
    assignments += [metis] if find_spec("pymetis") else []
    for parts in options.parts:
        for assign in assignments:
            part, seconds = measured(
                lambda assign=assign, parts=parts: assign(search_graph, work, parts),
                options.repeat,
                clock=clock_for("cpu"),
            )
            loads = np.bincount(part, weights=work)
            row = {
                "graph": name_of(name),
                "assignment": assign.__name__,
                "parts": parts,
                "assign_seconds": seconds,
                "copies": copies(search_graph, part) / n_edges,
                "balance": loads.max() / work.sum() * parts,
            }
            if parts == options.parts[0]:
                n, searched = search(prepared, part)
                check(n == count, name, assign.__name__, n, count)
                row |= {
                    "total_seconds": sum(searched),
                    "slowest_seconds": max(searched),
                }
            yield row
