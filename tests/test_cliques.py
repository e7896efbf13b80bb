# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal cliques, against NetworkX, closed forms, and themselves.

Modules: `api/cliques.py`, `calls/cliques.py`, `backends/cliques.py`, `cliques/`,
`results/cliques.py`, `graph/undirected.py`, `inputs/undirected.py`.
"""

from itertools import combinations, islice
from math import comb

import networkx as nx
import numba
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
from cugraph_biclique.cliques import order
from cugraph_biclique.cliques.cpu import state, tables
from cugraph_biclique.inputs.undirected import undirected_graph

pytestmark = pytest.mark.usefixtures("small_jobs")


def expected(graph, min_size=1):
    """The cliques of NetworkX, in the canonical order."""
    found = (tuple(sorted(clique)) for clique in nx.find_cliques(graph))
    found = (clique for clique in found if len(clique) >= min_size)
    return sorted(found, key=lambda clique: (len(clique), clique))


def found_in(graph, **options):
    return [tuple(clique) for clique in cb.maximal_cliques(graph, sort=True, **options)]


def frame(graph):
    return pd.DataFrame(list(graph.edges()), columns=["u", "v"], dtype=np.int64)


def without(graph, n_edges, seed):
    """A graph less some edges, which are drawn at random."""
    graph = graph.copy()
    edges = sorted(graph.edges())
    chosen = np.random.default_rng(seed).choice(len(edges), n_edges, replace=False)
    graph.remove_edges_from([edges[i] for i in chosen])
    return graph


def almost_complete(*apart, universal=60):
    """A graph whose only pairs that are not adjacent are the edges of these graphs.

    The other `universal` vertices are adjacent to all.
    """
    return nx.complement(nx.disjoint_union_all([*apart, nx.empty_graph(universal)]))


def with_outsiders(graph, *missed):
    """A graph with one more vertex per set: it is adjacent to all but these vertices,
    and not to the other new vertices."""
    larger = graph.copy()
    for outsider, some in enumerate(missed, start=len(graph)):
        larger.add_edges_from((outsider, v) for v in graph if v not in some)
    return larger


# Nearly all members of their first roots are adjacent to all others
DENSE = {
    "complete-66": nx.complete_graph(66),  # a root and 65 members
    "complete-100": nx.complete_graph(100),
    "complete-129": nx.complete_graph(129),
    "complete-130": nx.complete_graph(130),
    "complete-239": nx.complete_graph(239),
    "pairs-apart": almost_complete(*[nx.path_graph(2)] * 5),
    "paths-apart": almost_complete(*map(nx.path_graph, (2, 3, 4, 5)), universal=110),
    "rings-apart": almost_complete(nx.cycle_graph(5), nx.cycle_graph(7)),
    "stars-apart": almost_complete(*map(nx.star_graph, (2, 5, 9)), universal=55),
    "complete-parts": nx.complete_multipartite_graph(*[1] * 64, 2, 3, 4),
    "complete-pieces": nx.compose(
        nx.complete_multipartite_graph(*[1] * 70, 2, 2, 3),
        nx.complete_graph(range(40, 140)),
    ),
    "outside": with_outsiders(nx.complete_graph(130), {0}),
    "outsiders": with_outsiders(nx.complete_graph(90), {0}, {1}, {2, 3}, {0, 50, 89}),
    "outsiders-apart": with_outsiders(
        almost_complete(*[nx.path_graph(2)] * 4), {0}, {2, 30}, {1, 3, 5, 60}, {7}
    ),
}
GRAPHS = DENSE | {
    "nothing": nx.empty_graph(0),
    "alone": nx.empty_graph(3),
    "path": nx.path_graph(50),
    "star": nx.star_graph(200),
    "complete-63": nx.complete_graph(63),  # below and above a word, with the root
    "complete-64": nx.complete_graph(64),
    "complete-65": nx.complete_graph(65),
    "complete-200": nx.complete_graph(200),
    "moon-moser": nx.complete_multipartite_graph(*[3] * 7),
    "multipartite": nx.complete_multipartite_graph(1, 2, 3, 4, 5),
    "karate": nx.convert_node_labels_to_integers(nx.karate_club_graph()),
    "no-path": nx.complement(nx.path_graph(24)),
    "all-but-one": nx.Graph(
        edge for last in range(70, 75) for edge in combinations([*range(70), last], 2)
    ),
    "large-and-small": nx.disjoint_union(
        without(nx.complete_graph(90), 8, seed=1),
        nx.complete_multipartite_graph(*[3] * 5),
    ),
    "wide": without(nx.complete_graph(130), 10, seed=2),
    "wide-dense": nx.gnp_random_graph(127, 0.6, seed=3),
    "wide-sparse": nx.gnp_random_graph(400, 0.25, seed=4),
    "small-worlds": nx.disjoint_union_all(
        nx.gnp_random_graph(n, 0.7, seed=n) for n in range(1, 15)
    ),
    "hub": nx.compose(nx.star_graph(500), nx.gnp_random_graph(501, 0.02, seed=5)),
}


@pytest.mark.parametrize("min_size", [1, 3, 6])
@pytest.mark.parametrize("name", GRAPHS)
def test_the_cliques_are_those_of_networkx(name, min_size, engine):
    graph, options = GRAPHS[name], {"min_size": min_size, "engine": engine}
    cliques = expected(graph, min_size)
    assert found_in(graph, **options) == cliques
    assert cb.maximal_clique_count(graph, **options) == len(cliques)
    sizes = pd.Series([len(clique) for clique in cliques], dtype=np.int32)
    counted = cb.maximal_clique_sizes(graph, **options)
    assert dict(counted.to_numpy()) == sizes.value_counts().to_dict()
    assert counted["size"].is_monotonic_increasing


@pytest.mark.parametrize("min_size", [60, 66, 68, 75, 130])
@pytest.mark.parametrize("name", DENSE)
def test_large_minimum_sizes(name, min_size, engine):
    graph, options = DENSE[name], {"min_size": min_size, "engine": engine}
    cliques = expected(graph, min_size)
    assert found_in(graph, **options) == cliques
    assert cb.maximal_clique_count(graph, **options) == len(cliques)


@given(st.integers(62, 80), st.data())
def test_random_graphs_that_are_nearly_complete(engine, n, data):
    some = st.sets(st.integers(0, n - 1), max_size=6)
    graph = nx.complete_graph(n)
    apart = data.draw(st.sets(st.tuples(*[st.integers(0, 12)] * 2), max_size=8))
    graph.remove_edges_from((u * n // 13, v * n // 13) for u, v in apart)
    graph = with_outsiders(graph, *data.draw(st.lists(some, max_size=4)))
    cliques = expected(graph)
    assert found_in(graph, engine=engine) == cliques
    assert cb.maximal_clique_count(graph, engine=engine) == len(cliques)


@given(
    st.integers(1, 24), st.floats(0, 1), st.integers(0, 2**32 - 1), st.integers(1, 4)
)
def test_random_graphs(engine, n, density, seed, min_size):
    graph = nx.gnp_random_graph(n, density, seed=seed)
    found = found_in(graph, min_size=min_size, engine=engine)
    assert found == expected(graph, min_size)


@pytest.mark.parametrize("parts", range(2, 11))
def test_complete_multipartite_graphs(parts, engine):
    """One vertex of each part: 3^parts cliques, as Moon and Moser found."""
    graph = nx.complete_multipartite_graph(*[3] * parts)
    assert cb.maximal_clique_count(graph, engine=engine) == 3**parts


def test_cliques_that_share_all_but_one_vertex(engine):
    n, k = 12, 5
    graph = nx.complement(nx.disjoint_union_all([nx.path_graph(2)] * k))
    graph = nx.compose(graph, nx.complete_graph(range(2 * k, 2 * k + n)))
    graph.add_edges_from((u, v) for u in range(2 * k) for v in range(2 * k, 2 * k + n))
    sizes = cb.maximal_clique_sizes(graph, engine=engine)
    assert dict(sizes.to_numpy()) == {n + k: 2**k}


def test_triangle_free_graphs(engine):
    graph = nx.complete_bipartite_graph(40, 90)
    sizes = cb.maximal_clique_sizes(graph, engine=engine)
    assert dict(sizes.to_numpy()) == {2: 3600}


# Order and partition of the search


def test_the_order_is_the_same_at_each_call(engine):
    graph = frame(GRAPHS["wide-dense"])
    first, second = (list(cb.maximal_cliques(graph, engine=engine)) for _ in range(2))
    assert first == second


@pytest.mark.gpu
@pytest.mark.parametrize(
    "sizes",
    [
        {"most_words": 1 << 14},
        {"most_children": 64},  # with 1, this takes minutes
        {"first_records": 1},
        {"most_records": 1000},
        {"most_levels": 1},
        {"most_members": 20},
        {"most_members": 0},
    ],
    ids=str,
)
def test_a_gpu_that_has_too_little_memory(sizes, limit):
    from cugraph_biclique.cliques import gpu

    limit(gpu, **sizes)
    for name in ("wide-dense", "moon-moser", "large-and-small", "hub"):
        assert found_in(GRAPHS[name], engine="gpu") == expected(GRAPHS[name])


@pytest.mark.gpu
def test_one_wide_root_for_all_warps():
    graph = nx.gnp_random_graph(260, 0.5, seed=6)
    on_gpu = cb.maximal_clique_count(graph, engine="gpu")
    assert on_gpu == cb.maximal_clique_count(graph, engine="cpu")
    assert found_in(graph, engine="gpu") == found_in(graph, engine="cpu")


def test_the_order_is_the_same_for_any_number_of_threads(monkeypatch):
    graph = frame(GRAPHS["wide-dense"])
    found = [list(cb.maximal_cliques(graph, engine="cpu"))]
    monkeypatch.setattr(numba, "get_num_threads", lambda: 1)
    found.append(list(cb.maximal_cliques(graph, engine="cpu")))
    monkeypatch.setattr(numba, "get_num_threads", lambda: 7)
    found.append(list(cb.maximal_cliques(graph, engine="cpu")))
    assert found[0] == found[1] == found[2]


def test_parts_of_a_root_find_each_clique_once(monkeypatch):
    """Dense roots, narrow and wide, are divided among jobs."""
    from cugraph_biclique.backends import cliques
    from cugraph_biclique.host.jobs import Job

    for name in ("wide", "moon-moser", "small-worlds", "complete-65"):
        graph = GRAPHS[name]
        for parts in (2, 5, 64):
            monkeypatch.setattr(
                cliques,
                "jobs_for",
                lambda work, threads, parts=parts: [
                    Job(root, root + 1, part, parts)
                    for root in range(len(work))
                    for part in range(parts)
                ],
            )
            assert found_in(graph, engine="cpu") == expected(graph)
        monkeypatch.undo()


def test_output_that_is_full_at_any_time(monkeypatch):
    monkeypatch.setattr("cugraph_biclique.search.cpu.state.OUTPUT_RECORDS", 1)
    monkeypatch.setattr("cugraph_biclique.search.cpu.state.OUTPUT_MEMBERS", 1)
    for name in ("wide", "moon-moser", "small-worlds", "karate"):
        assert found_in(GRAPHS[name], engine="cpu") == expected(GRAPHS[name])


def test_batches_have_the_order_of_the_list(engine):
    graph = frame(GRAPHS["wide-dense"])
    whole = list(cb.maximal_cliques(graph, engine=engine))
    batches = list(cb.iter_maximal_cliques(graph, batch_size=1000, engine=engine))
    assert [len(batch) for batch in batches[:-1]] == [1000] * (len(batches) - 1)
    assert [clique for batch in batches for clique in batch] == whole


def test_the_first_batches_of_an_endless_search(engine):
    endless = nx.complete_multipartite_graph(*[3] * 40)  # 3^40 cliques
    batches = cb.iter_maximal_cliques(endless, batch_size=500, engine=engine)
    some = [clique for batch in islice(batches, 3) for clique in batch]
    batches.close()
    assert len({frozenset(clique) for clique in some}) == 1500
    part = nx.get_node_attributes(endless, "subset")
    for clique in some:
        assert sorted(part[vertex] for vertex in clique) == list(range(40))


def test_a_budget_that_is_too_small(engine):
    graph = nx.complete_multipartite_graph(*[3] * 40)
    with pytest.raises(cb.MemoryBudgetError, match="outgrew memory_budget=100,000"):
        cb.maximal_cliques(graph, memory_budget=100_000, engine=engine)


# The stages


@given(st.integers(1, 60), st.floats(0, 0.6), st.integers(0, 2**32 - 1))
def test_core_numbers_and_their_order(n, density, seed):
    graph = nx.gnp_random_graph(n, density, seed=seed)
    plain = undirected_graph(graph)
    cores = nx.core_number(graph)
    for least in {0, *cores.values()}:
        vertices = order.kept_vertices(plain, least + 1)
        kept = vertices.tolist()
        assert sorted(kept) == [v for v in range(n) if cores[v] >= least]
        assert [cores[v] for v in kept] == sorted(cores[v] for v in kept)
        later = np.diff(order.in_order(plain, vertices).later_indptr)
        assert later.max(initial=0) == max(cores.values())


@given(st.integers(1, 6), st.data())
def test_truth_tables_of_cliques(k, data):
    pairs = list(combinations(range(k), 2))
    graph = nx.empty_graph(k)
    graph.add_edges_from(pair for pair in pairs if data.draw(st.booleans()))
    live = tables.subsets_of(k)
    for member in range(k):
        row = np.uint64(sum(1 << other for other in graph[member]))
        others = np.uint64(tables.others_of(row, member, k))
        live = np.uint64(tables.without_pairs(np.uint64(live), member, others))
    cliques = {sum(1 << v for v in clique) for clique in nx.find_cliques(graph)}
    largest = int(tables.largest_of(live))
    assert largest == sum(1 << subset for subset in cliques)
    assert int(live).bit_count() == sum(
        graph.subgraph(chosen).size() == comb(size, 2)
        for size in range(k + 1)
        for chosen in combinations(range(k), size)
    )


def test_the_most_cliques_of_a_step_are_those_of_moon_and_moser():
    graph = nx.complete_multipartite_graph(3, 3)
    assert sum(1 for _ in nx.find_cliques(graph)) == state.MOST_CLIQUES


# Input


TRIANGLE = [("a", "b"), ("b", "c"), ("a", "c"), ("c", "d"), ("d", "c"), ("e", "e")]
OF_TRIANGLE = [["c", "d"], ["a", "b", "c"]]


def as_kinds(edges):
    """The same edges in all accepted kinds without names of columns."""
    us, vs = zip(*edges, strict=True)
    yield pd.DataFrame({"u": us, "v": vs})
    yield pd.DataFrame({"u": us, "v": vs}).astype("category")
    yield pd.DataFrame({"u": us, "v": vs}).convert_dtypes()
    yield np.array(edges, object)
    yield np.array(us), np.array(vs)
    yield pd.Series(us), pd.Series(vs)


@pytest.mark.parametrize("G", list(as_kinds(TRIANGLE)))
def test_kinds_of_graphs(G):
    found = cb.maximal_cliques(G, sort=True)
    # The vertex e has no edge but a loop: in an edge frame, it is there, alone.
    assert list(found) == [["e"], *OF_TRIANGLE]


def test_matrices_and_networkx_graphs_have_vertices_without_edges():
    graph = nx.Graph(TRIANGLE)
    graph.add_node("f")
    assert list(cb.maximal_cliques(graph, sort=True)) == [["e"], ["f"], *OF_TRIANGLE]
    matrix = nx.to_scipy_sparse_array(graph, format="coo")
    names = list(graph)
    cliques = [[names[i] for i in clique] for clique in cb.maximal_cliques(matrix)]
    assert sorted(map(sorted, cliques)) == sorted([["e"], ["f"], *OF_TRIANGLE])


def test_one_direction_of_a_matrix_is_enough():
    upper = scipy.sparse.csr_array(np.triu(np.ones((5, 5))))
    assert list(cb.maximal_cliques(upper, sort=True)) == [[0, 1, 2, 3, 4]]


def test_columns_are_chosen_by_name():
    edges = pd.DataFrame({"w": [0.5, 1.5], "to": [2, 3], "of": [1, 2]})
    found = cb.maximal_cliques(edges, left="of", right="to", sort=True)
    assert list(found) == [[1, 2], [2, 3]]


@pytest.mark.parametrize(
    ("left", "right", "labels"),
    [
        (np.int32, np.int64, np.int64),
        (np.uint8, np.int16, np.int16),
        (np.uint64, np.uint64, np.uint64),
    ],
)
def test_integers_of_two_widths(left, right, labels):
    edges = pd.DataFrame({"u": np.array([1, 2], left), "v": np.array([2, 3], right)})
    found = cb.maximal_cliques(edges, sort=True)
    assert found.members["vertex"].dtype == labels
    assert list(found) == [[1, 2], [2, 3]]


def test_categories_of_two_columns():
    u = pd.Categorical(["b", "a"], ["b", "a"])
    v = pd.Categorical(["c", "b"], ["c", "b"])
    found = cb.maximal_cliques(pd.DataFrame({"u": u, "v": v}))
    assert isinstance(found.members["vertex"].dtype, pd.CategoricalDtype)
    assert sorted(map(sorted, found)) == [["a", "b"], ["b", "c"]]


def test_an_empty_frame():
    found = cb.maximal_cliques(pd.DataFrame({"u": [], "v": []}))
    assert len(found) == 0
    assert list(found.members.columns) == ["clique", "vertex"]


# The result


def test_frames_and_selections():
    found = cb.maximal_cliques(GRAPHS["karate"], sort=True)
    cliques = expected(GRAPHS["karate"])
    assert len(found) == found.report["cliques"] == len(cliques) == 36
    assert [tuple(clique) for clique in found.to_frame()["vertices"]] == cliques
    members = found.members.groupby("clique")["vertex"].apply(tuple)
    assert members.tolist() == cliques
    assert found.sizes["size"].tolist() == [len(clique) for clique in cliques]
    assert found.sizes.dtypes.tolist() == [np.int64, np.int32]
    assert list(found[[3, 0]]) == [list(cliques[3]), list(cliques[0])]
    assert list(found[2:4]) == [list(clique) for clique in cliques[2:4]]
    large = found[found.sizes["size"] >= 5]
    assert [len(clique) for clique in large] == [5, 5]
    assert list(found.take([35])) == [list(cliques[35])]
    assert [len(batch) for batch in found.iter_batches(15)] == [15, 15, 6]


def test_selections_that_are_wrong():
    found = cb.maximal_cliques(GRAPHS["karate"])
    with pytest.raises(IndexError, match="the 36 ids"):
        found.take([36])
    with pytest.raises(TypeError, match="cannot be indexed by int"):
        found[3]


def test_the_report_counts_the_search(engine):
    found = cb.maximal_cliques(GRAPHS["wide-dense"], engine=engine)
    assert found.report["engine"] == engine
    assert found.report["nodes"] >= len(found)
    assert engine == "gpu" or found.report["bytes"] < 40 * len(found)
    assert set(found.report["seconds"]) == {"input", "order", "search"}


# Errors


@pytest.mark.parametrize(
    ("G", "error", "message"),
    [
        (nx.DiGraph([(1, 2)]), TypeError, "to_undirected"),
        (scipy.sparse.csr_array(np.ones((2, 3))), ValueError, "square"),
        (pd.DataFrame({"u": [1], "v": ["a"]}), TypeError, "vertices of one kind"),
        (
            pd.DataFrame({"u": np.array([1], "u8"), "v": np.array([1], "i8")}),
            TypeError,
            "uint64 and int64",
        ),
        (pd.DataFrame({"u": [1.5], "v": [np.nan]}), ValueError, "null"),
        (cb.bipartite_graph(pd.DataFrame({"u": [1], "v": [2]})), TypeError, "one kind"),
        ("edges.csv", TypeError, "read_edges"),
        (3, TypeError, "must be one of"),
    ],
)
def test_graphs_that_are_refused(G, error, message):
    with pytest.raises(error, match=message):
        cb.maximal_cliques(G)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"min_size": 0}, ValueError),
        ({"min_size": 1.0}, TypeError),
        ({"memory_budget": 0}, ValueError),
        ({"engine": "tpu"}, ValueError),
        ({"sort": 1}, TypeError),
        ({"left": "x"}, ValueError),
    ],
)
def test_options_that_are_refused(options, error):
    [name] = options
    with pytest.raises(error, match=name):
        cb.maximal_cliques(pd.DataFrame({"u": [1], "v": [2]}), **options)
    with pytest.raises(ValueError, match="batch_size"):
        cb.iter_maximal_cliques(pd.DataFrame({"u": [1], "v": [2]}), batch_size=0)
