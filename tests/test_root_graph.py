# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The graph of a root has the bicliques of that root, at any depth.

Modules: `partition/root_graph.py`.
"""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import graphs
from calls import call_for
from cugraph_biclique.contract.records import Records
from cugraph_biclique.graph.csr import gathered
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.partition.root_graph import graph_of_root
from cugraph_biclique.search.cpu.worker import search_jobs


def found_below(prepared, graph, root):
    """The bicliques of a root on CPU cores: kept vertices, and grown ones counted."""
    prepared = prepared._replace(ordered=prepared.ordered._replace(graph=graph))
    jobs = [Job(root, root + 1)]
    listed = []
    for _, records in search_jobs(prepared, jobs, Records.copy, Trace()):
        for i in range(len(records) if records else 0):
            universe = records.universe[i]
            begin, end = records.start[universe : universe + 2]
            members = records.members[begin:end]
            if end - begin <= 64:
                bits = [int(records.mask[i]) >> k & 1 for k in range(end - begin)]
                members = members[np.array(bits, bool)]
            listed.append((frozenset(members.tolist()), int(records.n_grown[i])))
    return listed


def divided(prepared, graph, root, depth):
    """The same bicliques, found from the roots of the graph of the root, and so on."""
    begin, end = graph.grown_indptr[root : root + 2]
    kept = graph.grown_indices[begin:end]
    below = graph_of_root(
        root,
        gathered(graph.kept_indptr, graph.kept_indices, kept),
        graph.kept_weight[kept],
        graph.grown_weight,
        prepared.least_bits,
    )
    if below is None:
        return []
    search = divided if depth > 1 else lambda *args: found_below(*args[:3])
    return [
        (frozenset(kept[list(members)].tolist()), n)
        for child in np.flatnonzero(below.is_root).tolist()
        for members, n in search(prepared, below, child, depth - 1)
    ]


@given(
    graphs.bipartite_edges(max_vertices=8, max_width=12),
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_roots_have_the_bicliques_of_their_graphs(edges, min_left, min_right, depth):
    prepared = call_for(graphs.as_frame(edges), min_left, min_right).prepared
    graph = prepared.ordered.graph
    for root in range(len(graph.grown_weight)):
        expected = found_below(prepared, graph, root)
        found = divided(prepared, graph, root, depth)
        assert len(found) == len(set(found))
        assert set(found) == set(expected)
