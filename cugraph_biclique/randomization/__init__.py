# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Random graphs with the degrees of a given graph, by swaps of edges.

A swap turns the edges (u, v) and (x, y) into (u, y) and (x, v). The edges stand in
slots, which keep their left vertex, so a swap exchanges the right vertices of two
slots. A round pairs the slots by a pseudo-random permutation. A coin decides for each
pair whether it proposes its swap, so a slot takes part in every second round or so.

A round decides about all pairs at once, by the edges before the round. A pair swaps if
no slot has one of its two new edges, no other pair proposes one of them, and no other
pair proposes one of its two old edges. These conditions concern the old and the new
edges alike, so they hold after the round for the same pairs as before it. The same
permutation and coins thus lead back, and the chain is symmetric: its stationary
distribution is uniform over all graphs with these degrees. Rejected swaps keep the
graph as it is. The decisions depend on no order, so every engine makes the same ones.

`cpu` and `gpu` implement the rounds. The swaps are those of Gionis et al., "Assessing
data mining results via swap randomization" (KDD 2006).

A search of a small graph takes milliseconds before it reads the first edge. So both
engines return several random graphs as one disjoint union, for one search. Vertices of
different graphs have no common neighbours, so the maximal bicliques of the union are
those of its graphs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import array_module

BURN_IN = 100  # rounds before the first graph: each edge is in about 50 proposed swaps
ROUNDS = 20  # rounds between two graphs: each edge is in about 10 proposed swaps
MIXERS = 4  # multiplications of the permutation
NUMBERS = 2 * MIXERS + 1  # random numbers of a round
TOGETHER = 1 << 20  # vertices, edges and nodes of the graphs that are searched together
LEAST = 1 << 8  # of these, for each graph: the random numbers of a graph take memory
BUDGET_EACH = 1 << 10  # bytes of the budget for each of these
EMPTY = -1  # key of a free place in the hash table
HELD = 1 << 30  # added to the claims of a proposed edge that a slot has

SEEDS = 1 << 128  # number of seeds, each of which draws other graphs
GOLDEN = 0x9E3779B97F4A7C15
LOW = (1 << 64) - 1


def numbers(seed: int, first: int, rounds: int) -> np.ndarray:
    """Random numbers of consecutive rounds: uint64 of shape (rounds, NUMBERS).

    They are a function of the seed and of the number of the round, by SplitMix64.
    """
    with np.errstate(over="ignore"):
        key = _mixed(np.array([seed & LOW, seed >> 64 & LOW], np.uint64))
        at = np.arange(first * NUMBERS, (first + rounds) * NUMBERS, dtype=np.uint64)
        drawn = _mixed(at * np.uint64(GOLDEN) + key[0]) ^ key[1]
        return _mixed(drawn + np.uint64(GOLDEN)).reshape(rounds, NUMBERS)


def _mixed(z: np.ndarray) -> np.ndarray:
    """The output function of SplitMix64."""
    z = z + np.uint64(GOLDEN)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def capacity(n_edges: int) -> int:
    """Places of a hash table of the proposed edges: a power of two above their number.

    At most every slot proposes one; half of them do on average.
    """
    return 1 << n_edges.bit_length()


def together(graph: BipartiteGraph, nodes: int, budget: int) -> int:
    """How many random graphs to search together; the search of one has `nodes` nodes.
    Large graphs, and long searches, come one by one."""
    each = graph.n_left + graph.n_right + graph.n_edges + nodes
    return max(1, min(TOGETHER, budget // BUDGET_EACH) // max(LEAST, each))


def union_of(graph: BipartiteGraph, n: int, left: Any, right: Any) -> BipartiteGraph:
    """The disjoint union of n graphs with the degrees of a graph, from its adjacency
    lists. The vertices of each graph follow those of the graph before."""
    return graph._with(
        left_indptr=repeated(graph.left_indptr, n),
        left_indices=left,
        right_indptr=repeated(graph.right_indptr, n),
        right_indices=right,
        left_labels=pd.RangeIndex(n * graph.n_left),
        right_labels=pd.RangeIndex(n * graph.n_right),
    )


def repeated(indptr: Any, n: int) -> Any:
    """The offsets of n adjacencies with the same degrees, end to end."""
    if n == 1:
        return indptr
    xp = array_module(indptr)
    shifts = indptr[-1] * xp.arange(n, dtype=np.int64)[:, None]
    return xp.append((indptr[:-1] + shifts).ravel(), n * indptr[-1:])
