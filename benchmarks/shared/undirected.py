# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Undirected graphs of the benchmarks: one kind of vertex, each edge once, no loops.

A graph is a file of edges, a generator with its arguments, or a projection of a
bipartite graph: ``left-of:FILE`` joins left vertices that have a neighbour in common,
such as actors of one film, and ``right-of:FILE`` right vertices.
"""

import numpy as np
import pandas as pd

from benchmarks.shared.graphs import call_with, load, name_of

HELP = (
    "a file of edges, left-of:FILE or right-of:FILE for a projection of a bipartite "
    "graph, or a generated graph, such as uniform:vertices=300,density=0.5"
)


def load_undirected(graph: str) -> pd.DataFrame:
    """Read or generate a graph: the columns u < v, with vertices numbered from zero."""
    kind, _, rest = graph.partition(":")
    if kind in GENERATORS:
        pairs = call_with(GENERATORS[kind], kind, rest)
    elif kind in SIDES:
        pairs = projection(load(rest), kind)
    else:
        pairs = load(graph).to_numpy()
    return simple(pairs)


def name_of_undirected(graph: str) -> str:
    """The name of the file, the projection, or the generator with its arguments."""
    kind, _, rest = graph.partition(":")
    if kind in GENERATORS:
        return graph
    return f"{kind}:{name_of(rest)}" if kind in SIDES else name_of(graph)


def simple(pairs: np.ndarray) -> pd.DataFrame:
    """Keep each edge once, without loops; number the vertices from zero."""
    pairs = np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1)
    _, ids = np.unique(pairs, return_inverse=True)
    edges = pd.DataFrame(ids.reshape(-1, 2).astype("int32"), columns=["u", "v"])
    return edges.drop_duplicates().sort_values(["u", "v"], ignore_index=True)


SIDES = {"left-of": ("u", "v"), "right-of": ("v", "u")}


def projection(edges: pd.DataFrame, kind: str) -> np.ndarray:
    """The pairs of vertices of one side with a common neighbour."""
    import scipy.sparse

    side, other = SIDES[kind]
    matrix = scipy.sparse.csr_array((np.ones(len(edges)), (edges[side], edges[other])))
    return np.column_stack(scipy.sparse.triu(matrix @ matrix.T, k=1).nonzero())


# Generators


def uniform(vertices=300, density=0.5, seed=0) -> np.ndarray:
    """Generate a graph in which each pair is an edge with the same probability."""
    rng = np.random.default_rng(seed)
    return np.argwhere(np.triu(rng.random((vertices, vertices)) < density, k=1))


def sparse(vertices=200_000, edges=1_000_000, seed=0) -> np.ndarray:
    """Generate edges between any two vertices."""
    return np.random.default_rng(seed).integers(0, vertices, (edges, 2))


def power(vertices=50_000, edges=500_000, exponent=0.7, seed=0) -> np.ndarray:
    """Generate edges whose ends are chosen with weights ``rank ** -exponent``."""
    weight = np.arange(1, vertices + 1) ** -float(exponent)
    rng = np.random.default_rng(seed)
    return rng.choice(vertices, (edges, 2), p=weight / weight.sum())


def groups(vertices=5000, n=400, size=40, density=0.7, seed=0) -> np.ndarray:
    """Generate n overlapping groups of random vertices; pairs in a group are edges
    with the same probability."""
    rng = np.random.default_rng(seed)
    first, second = np.triu_indices(size, 1)
    made = []
    for _ in range(n):
        members = rng.choice(vertices, size, replace=False)
        is_edge = rng.random(len(first)) < density
        made.append(np.column_stack([members[first], members[second]])[is_edge])
    return np.concatenate(made)


GENERATORS = {"uniform": uniform, "sparse": sparse, "power": power, "groups": groups}
