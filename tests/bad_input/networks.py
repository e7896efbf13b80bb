# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sparse matrices, and graphs of NetworkX, that are not bipartite graphs."""

import numpy as np

from bad_input import Label, bad, network, sp
from cugraph_biclique import NotBipartiteError


def damaged(part, values, kind="csr"):
    """A matrix of SciPy in which someone has replaced an array."""
    matrix = getattr(sp(), f"{kind}_matrix")(np.eye(2))
    setattr(matrix, part, np.array(values, np.int32))
    return matrix


CASES = [
    # Matrices
    bad(
        "NaN in a matrix",
        ValueError,
        "G has 2 NaN among its entries, the first in row 0 and column 1, but an entry "
        "must be 0 (no edge) or another number (an edge): replace NaN with 0 or 1",
        lambda: sp().csr_array(np.array([[0, np.nan], [1, np.nan]])),
    ),
    bad(
        "complex NaN",
        ValueError,
        "G has 1 NaN among its entries, the first in row 0 and column 1, but an entry "
        "must be 0 (no edge) or another number (an edge): replace NaN with 0 or 1",
        lambda: sp().coo_array(([complex(0, np.nan)], ([0], [1])), (1, 2)),
    ),
    bad(
        "a sparse array of one dimension",
        ValueError,
        "G is a sparse array of shape (3,), but a biadjacency matrix has two "
        "dimensions: reshape it",
        lambda: sp().coo_array(np.ones(3)),
    ),
    bad(
        "a sparse array of three dimensions",
        ValueError,
        "G is a sparse array of shape (2, 2, 2), but a biadjacency matrix has two "
        "dimensions: reshape it",
        lambda: sp().coo_array(np.ones((2, 2, 2))),
    ),
    bad(
        "a matrix of objects",
        TypeError,
        "G is a sparse matrix of dtype object, whose entries may not be numbers: "
        "convert them, for example with G.astype(float)",
        lambda: sp().csr_matrix(
            (np.array([None, 1], object), [0, 1], [0, 1, 2]), (2, 2)
        ),
    ),
    bad(
        "columns beyond the matrix",
        ValueError,
        "G is a damaged sparse matrix (…): rebuild it from its entries",
        lambda: damaged("indices", [1, 7]),
    ),
    bad(
        "rows that end before they begin",
        ValueError,
        "G is a damaged sparse matrix (…): rebuild it from its entries",
        lambda: damaged("indptr", [0, 3, 2]),
    ),
    bad(
        "rows beyond the matrix",
        ValueError,
        "G is a damaged sparse matrix (…): rebuild it from its entries",
        lambda: damaged("row", [0, 7], "coo"),
    ),
    bad(
        "a side that is too long",
        ValueError,
        "the right side has 2,147,483,649 vertices, but at most 2,147,483,647 are "
        "supported: split the graph into components, or drop vertices without edges",
        lambda: sp().coo_array(([1], ([0], [2**31])), (1, 2**31 + 1)),
    ),
    bad(
        "a name for a matrix",
        TypeError,
        "left='user' names a column, but a scipy.sparse._csr.csr_array has none: "
        "leave left out, or pass a frame",
        lambda: sp().csr_array((2, 2)),
        left="user",
    ),
    # Graphs of NetworkX
    bad(
        "a self-loop",
        NotBipartiteError,
        "node 1 has an edge to itself, so the graph is not bipartite: remove the "
        "self-loop",
        lambda: network([(1, 1)]),
    ),
    bad(
        "a triangle",
        NotBipartiteError,
        "the graph is not bipartite, because it contains the odd cycle 'y' - 'x' - "
        "'z' (3 nodes): remove an edge of the cycle",
        lambda: network([("x", "y"), ("y", "z"), ("z", "x")]),
    ),
    bad(
        "a long odd cycle",
        NotBipartiteError,
        "the graph is not bipartite, because it contains the odd cycle 49 - 48 - 47 - "
        "46 - 45 - 44 - 43 - 42 - 41 - 40 - 39 - 38 - ... (99 nodes): remove an edge "
        "of the cycle",
        lambda: network([(i, (i + 1) % 99) for i in range(99)]),
    ),
    bad(
        "an edge within a side",
        NotBipartiteError,
        "edge ('x', 'y') has both ends on the left side (bipartite=0): remove the "
        "edge, or correct the node attribute",
        lambda: network([("x", "y")], sides={"x": 0, "y": 0}),
    ),
    bad(
        "a self-loop with a side",
        NotBipartiteError,
        "edge ('x', 'x') has both ends on the right side (bipartite=1): remove the "
        "edge, or correct the node attribute",
        lambda: network([("x", "x")], sides={"x": 1}),
    ),
    bad(
        "a side that is missing",
        ValueError,
        "1 of 2 nodes have no attribute 'bipartite', such as 'y': set it to 0 (left) "
        "or 1 (right) on all nodes, or remove it from all",
        lambda: network([("x", "y")], sides={"x": 0}),
    ),
    bad(
        "a side of 2",
        ValueError,
        "node 'y' has bipartite=2: it must be 0 (left) or 1 (right)",
        lambda: network([("x", "y")], sides={"x": 0, "y": 2}),
    ),
    bad(
        "a side of text",
        ValueError,
        "node 'x' has bipartite='0': it must be 0 (left) or 1 (right)",
        lambda: network([("x", "y")], sides={"x": "0", "y": "1"}),
    ),
    bad(
        "a side of NaN",
        ValueError,
        "node 'y' has bipartite=nan: it must be 0 (left) or 1 (right)",
        lambda: network([("x", "y")], sides={"x": 0, "y": np.nan}),
    ),
    bad(
        "a side that is an array",
        ValueError,
        "node 'y' has bipartite=array([0, 1]): it must be 0 (left) or 1 (right)",
        lambda: network([("x", "y")], sides={"x": 0, "y": np.arange(2)}),
    ),
    bad(
        "an edge both ways",
        NotBipartiteError,
        "node 'x' has edges both in and out, so it is on neither side: set the node "
        "attribute 'bipartite', or point all edges from left to right",
        lambda: network([("x", "y"), ("y", "x")], "DiGraph"),
    ),
    bad(
        "parallel edges within a side",
        NotBipartiteError,
        "edge (1, 2) has both ends on the left side (bipartite=0): remove the edge, "
        "or correct the node attribute",
        lambda: network([(1, 2), (1, 2)], "MultiGraph", {1: 0, 2: 0}),
    ),
    bad(
        "nodes that may be several",
        ValueError,
        "node labels contain 9007199254740992.0, but float64 cannot distinguish "
        "integers of that size: read or create these ids as integers (Int64 allows "
        "missing values), or, if they are not integers, convert them to strings",
        lambda: network([(2.0**53, "x"), (2**53 + 1, "x")]),
    ),
    bad(
        "NaN is no node",
        ValueError,
        "node labels have 1 null, at row 0 (counted from 0, whatever the index), but "
        "a label cannot be null: drop these edges, or replace the nulls with a label",
        lambda: network([(np.nan, "x")]),
    ),
    bad(
        "a node with a long name",
        ValueError,
        "node "
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        "xxxxx' has bipartite=5: it must be 0 (left) or 1 (right)",
        lambda: network([("x" * 1_000_000, 1)], sides={1: 0, "x" * 1_000_000: 5}),
    ),
    bad(
        "a node without a name",
        ValueError,
        "1 of 2 nodes have no attribute 'bipartite', such as <bad_input.Label>: set "
        "it to 0 (left) or 1 (right) on all nodes, or remove it from all",
        lambda: network([(Label("x", repr=KeyError()), 1)], sides={1: 0}),
    ),
    bad(
        "a name for a graph",
        TypeError,
        "right=2 names a column, but a networkx.classes.graph.Graph has none: leave "
        "right out, or pass a frame",
        lambda: network([(1, 2)]),
        right=2,
    ),
]
