# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Python packages that find or count bicliques or cliques, each in its own process.

``python -m benchmarks.peers.packages NAME FILE ...`` reads a file of edges "u v", calls
the package, and prints "answer N kernel SECONDS". Only the call is in the seconds; the
time of the process has also the imports, the reading and what the package needs first.
"""

import re
import resource
import sys
import time
from importlib.util import find_spec
from math import comb
from tempfile import NamedTemporaryFile

from benchmarks.peers.program import Printed, Program, Task, write_edges, write_pairs

MEMORY = 16 << 30  # bytes that a package may use; some answers of mlxtend do not end
MOST_EDGES = 5_000_000  # of a completed graph


# The calls. Each returns the answer and the seconds of the package.


def carpenter(edges, side: str, report: str) -> tuple[int, float]:
    """Carpenter of pyfim: closed item sets, of the transactions of one side."""
    import fim

    rows, columns = ("u", "v") if side == "0" else ("v", "u")
    transactions = edges.groupby(rows)[columns].agg(list).tolist()
    began = time.perf_counter()
    found = fim.carpenter(transactions, target="c", supp=-1, zmin=1, report=report)
    seconds = time.perf_counter() - began
    return int(sum(found.values())) if report == "#" else len(found), seconds


def mlxtend(edges, side: str) -> tuple[int, float]:
    """All frequent itemsets of mlxtend; those in the same baskets are one biclique."""
    import numpy as np
    import pandas as pd
    from mlxtend.frequent_patterns import fpgrowth

    rows, columns = ("u", "v") if side == "0" else ("v", "u")
    baskets = pd.crosstab(edges[rows], edges[columns]).astype(bool)
    began = time.perf_counter()
    found = fpgrowth(baskets, min_support=0.5 / len(baskets))
    seconds = time.perf_counter() - began
    table = baskets.to_numpy()
    alike = {
        np.packbits(table[:, list(items)].all(axis=1)).tobytes()
        for items in found["itemsets"]
    }
    return len(alike), seconds


def completed(edges):
    """Edges of the graph in which each side is a clique, with left vertices first."""
    from itertools import combinations

    n_left, n_right = edges["u"].max() + 1, edges["v"].max() + 1
    return n_left, [
        *combinations(range(n_left), 2),
        *combinations(range(n_left, n_left + n_right), 2),
        *zip(edges["u"].tolist(), (edges["v"] + n_left).tolist(), strict=True),
    ]


def both_sides(cliques, n_left: int) -> int:
    """The number of cliques with vertices of both sides."""
    return sum(1 for found in cliques if min(found) < n_left <= max(found))


def networkx(edges) -> tuple[int, float]:
    """Maximal cliques of the completed graph, by NetworkX."""
    import networkx as nx

    n_left, pairs = completed(edges)
    graph = nx.Graph(pairs)
    began = time.perf_counter()
    n = both_sides(nx.find_cliques(graph), n_left)
    return n, time.perf_counter() - began


def igraph(edges) -> tuple[int, float]:
    """Maximal cliques of the completed graph, by igraph."""
    import igraph as ig

    n_left, pairs = completed(edges)
    graph = ig.Graph(pairs)
    began = time.perf_counter()
    n = both_sides(graph.maximal_cliques(), n_left)
    return n, time.perf_counter() - began


def scipy(edges, p: str, q: str) -> tuple[int, float]:
    """Butterflies, or (2, q)-bicliques, from a product of sparse matrices of SciPy."""
    import numpy as np
    import scipy.sparse

    pairs_of, size = ("u", int(q)) if p == "2" else ("v", int(p))
    other = "v" if pairs_of == "u" else "u"
    began = time.perf_counter()
    ones = np.ones(len(edges), np.int64)
    matrix = scipy.sparse.csr_array((ones, (edges[pairs_of], edges[other])))
    common = scipy.sparse.triu(matrix @ matrix.T, k=1)
    sizes, times = np.unique(common.data, return_counts=True)
    pairs = zip(sizes.tolist(), times.tolist(), strict=True)
    n = sum(comb(k, size) * number for k, number in pairs)
    return n, time.perf_counter() - began


def networkx_cliques(edges) -> tuple[int, float]:
    """Maximal cliques of an undirected graph, by NetworkX."""
    import networkx as nx

    graph = nx.Graph(edges.to_numpy().tolist())
    began = time.process_time()
    n = sum(1 for _ in nx.find_cliques(graph))
    return n, time.process_time() - began


def igraph_cliques(edges, where: str) -> tuple[int, float]:
    """Maximal cliques of an undirected graph, by igraph: as lists, or as text."""
    import igraph as ig

    graph = ig.Graph(edges.to_numpy().tolist())
    with NamedTemporaryFile("r") as file:
        began = time.process_time()
        if where == "list":
            n = len(graph.maximal_cliques())
        else:
            graph.maximal_cliques(file=file.name)
        seconds = time.process_time() - began
        return n if where == "list" else sum(1 for _ in file), seconds


def ours(edges, engine: str, p: str = "", q: str = "") -> tuple[int, float]:
    """This package, to compare the time of a whole process."""
    import cugraph_biclique as cb

    began = time.perf_counter()
    if p == "cliques":
        n = cb.maximal_clique_count(edges, engine=engine)
    elif p == "wings":
        n = int(cb.bitruss(edges, engine=engine)["wing"].sum())
    elif p:
        n = cb.biclique_count(edges, int(p), int(q), engine=engine)
    else:
        n = cb.maximal_biclique_count(edges, engine=engine)
    return n, time.perf_counter() - began


CALLS = {
    "carpenter": carpenter,
    "mlxtend": mlxtend,
    "networkx": networkx,
    "igraph": igraph,
    "networkx_cliques": networkx_cliques,
    "igraph_cliques": igraph_cliques,
    "scipy": scipy,
    "cugraph_biclique": ours,
}


def main(name: str, path: str, *arguments: str) -> None:
    """Run one call in this process."""
    from benchmarks.shared.graphs import from_text

    limit = resource.RLIM_INFINITY if name == "cugraph_biclique" else MEMORY
    resource.setrlimit(resource.RLIMIT_DATA, (limit, resource.RLIM_INFINITY))
    answer, seconds = CALLS[name](from_text(path), *arguments)
    print(f"answer {answer} kernel {seconds}")


# What a comparison knows about them


def parse(text: str, task: Task) -> Printed:
    found = re.search(r"answer (\d+) kernel ([\d.e+-]+)", text)
    return Printed(int(found[1]), float(found[2])) if found else Printed(None, None)


def large(edges, task: Task) -> str | None:
    """Why the completed graph is not made."""
    n_left, n_right = edges["u"].nunique(), edges["v"].nunique()
    n = comb(n_left, 2) + comb(n_right, 2) + len(edges)
    if n > MOST_EDGES:
        return f"the completed graph would have {n:,} edges"
    return None


def neither_is_two(edges, task: Task) -> str | None:
    if task.p is None or 2 not in (task.p, task.q):
        return "it counts sizes with p = 2 or q = 2"
    return None


def package(counts: str, name: str, words, **more) -> Program:
    """A program that runs a call of this module; `words` are its arguments."""
    return Program(
        counts,
        write_pairs if counts == "cliques" else write_edges,
        lambda file, task: [[name, file, *ws] for ws in words(task)],
        parse,
        **more,
    )


def own(counts: str, engine: str) -> Program:
    """This package in a process of its own."""

    def words(task: Task) -> list[list[str]]:
        if counts in ("cliques", "wings"):
            return [[engine, counts]]
        sizes = [] if task.p is None else [str(task.p), str(task.q)]
        return [[engine, *sizes]]

    return package(counts, "cugraph_biclique", words)


# name: (module that must be installed, program)
PACKAGES = {
    "carpenter_count": (
        "fim",
        package("maximal", "carpenter", lambda _: [["0", "#"], ["1", "#"]]),
    ),
    "carpenter_patterns": (
        "fim",
        package(
            "maximal",
            "carpenter",
            lambda _: [["0", "a"], ["1", "a"]],
            asked_for="members",
        ),
    ),
    "mlxtend": ("mlxtend", package("maximal", "mlxtend", lambda _: [["0"], ["1"]])),
    "networkx": (
        "networkx",
        package("maximal", "networkx", lambda _: [[]], refuses=large),
    ),
    "igraph": ("igraph", package("maximal", "igraph", lambda _: [[]], refuses=large)),
    "networkx_cliques": (
        "networkx",
        package("cliques", "networkx_cliques", lambda _: [[]]),
    ),
    "igraph_cliques": (
        "igraph",
        package(
            "cliques",
            "igraph_cliques",
            lambda _: [["list"], ["text"]],
            asked_for="cliques",
        ),
    ),
    "scipy": (
        "scipy",
        package(
            "p, q",
            "scipy",
            lambda task: [[str(task.p), str(task.q)]],
            refuses=neither_is_two,
        ),
    ),
}


def installed(counts: str) -> dict[str, Program]:
    """The programs of the packages that are installed."""
    return {
        name: program
        for name, (module, program) in PACKAGES.items()
        if program.counts == counts and find_spec(module)
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
