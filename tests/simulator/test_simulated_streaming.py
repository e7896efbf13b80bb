# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Streams on the device: small parts first, and roots that are divided on the way.

Modules: `search/gpu/host/division.py`.
"""

import pytest

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.search import gpu
from cugraph_biclique.search.gpu.host import division
from cugraph_biclique.search.gpu.host import parts as host_parts
from cugraph_biclique.search.gpu.state import TooLarge

pytestmark = pytest.mark.simulator

ENDLESS = graphs.crown(22)  # 4,194,302 bicliques: far too many for the simulator
GRAPHS = {
    "crown": graphs.crown(7),
    "random": graphs.random_graph(14, 12, 0.6, seed=3),
    "twins": graphs.twins(graphs.random_graph(7, 7, 0.7, seed=2)),
    "wide": graphs.random_graph(6, 80, 0.93, seed=6),
}


@pytest.fixture
def parts(monkeypatch):
    """The parts that are searched: roots, most records, and records or None."""
    done = []

    class Noting(gpu.Search):
        def run(self, first, last, most):
            try:
                records = super().run(first, last, most)
            except TooLarge:
                done.append((last - first, most, None))
                raise
            done.append((last - first, most, self.found))
            return records

    monkeypatch.setattr(gpu, "Search", Noting)
    return done


def stream(edges, batch_size=10**6, **options):
    return cb.iter_maximal_bicliques(
        graphs.as_frame(edges), engine="gpu", batch_size=batch_size, **options
    )


def streamed(edges, batch_size=10**6, **options):
    """All bicliques in order, and the sizes of the batches."""
    batches = list(stream(edges, batch_size, **options))
    found = [pair for batch in batches for pair in graphs.as_list(batch)]
    return found, [len(batch) for batch in batches]


def is_maximal(edges, left, right):
    """Whether each side consists of all common neighbours of the other."""
    edges = set(edges)
    lefts, rights = ({ends[side] for ends in edges} for side in (0, 1))
    return left == {u for u in lefts if all((u, v) in edges for v in right)} and (
        right == {v for v in rights if all((u, v) in edges for u in left)}
    )


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("crown", {}),
        ("random", {}),
        ("random", {"min_left": 3}),
        ("random", {"min_right": 3}),
        ("twins", {}),
        ("twins", {"min_left": 3, "min_right": 2}),
        ("wide", {"min_right": 3}),
    ],
)
def test_divided_roots_find_each_biclique_once(
    name, options, limit, parts, divided, no_cores
):
    limit(gpu, part_records=4, most_records=8, least_divided=1)
    edges = GRAPHS[name]
    found, _ = streamed(edges, **options)
    assert len(found) == len(set(found))
    assert set(found) == {
        (left, right)
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= options.get("min_left", 1)
        and len(right) >= options.get("min_right", 1)
    }
    assert divided
    assert all(most <= 8 for _, most, _ in parts)
    assert all(n <= most for _, most, n in parts if n is not None)


def test_the_order_is_the_same_for_every_batch_size(limit, divided):
    limit(gpu, part_records=8, most_records=16, least_divided=1)
    edges = GRAPHS["crown"]
    expected, _ = streamed(edges)
    n = len(expected)
    for size in (1, 7, 50):
        found, sizes = streamed(edges, size)
        assert found == expected
        assert sizes == [size] * (n // size) + [n % size] * (n % size > 0)
    assert max(divided) > 0


@pytest.mark.parametrize("wide_degree", [65, 15])
def test_the_first_batch_needs_few_small_parts(wide_degree, limit, parts, no_cores):
    limit(gpu, part_records=64, least_divided=1, wide_degree=wide_degree)
    limit(gpu, least_rows=2000, most_rows=2000)
    batches = stream(ENDLESS, batch_size=50)
    some = [next(batches) for _ in range(2)]
    assert all(len(batch) == 50 for batch in some)
    found = {pair for batch in some for pair in graphs.as_list(batch)}
    assert len(found) == 100
    assert all(is_maximal(ENDLESS, *pair) for pair in found)
    # An attempt at each of the levels would be far more than what doubles between them.
    assert sum(n is None for _, _, n in parts) <= 8
    n_parts = len(parts)
    batches.close()
    assert next(batches, None) is None
    assert len(parts) == n_parts


def test_parts_grow_while_they_fit(limit, parts, monkeypatch):
    monkeypatch.setattr(host_parts, "first_roots", lambda n: 2)
    edges = GRAPHS["random"]
    found, _ = streamed(edges)
    assert set(found) == naive.maximal_bicliques(edges)
    roots = [n for n, _, _ in parts]
    assert roots[0] == 2
    assert len(roots) > 1
    assert roots[:-1] == sorted(roots[:-1])  # the last part has the remaining roots


def test_what_is_collected_is_one_part(parts):
    cb.maximal_bicliques(graphs.as_frame(GRAPHS["random"]), engine="gpu")
    cb.maximal_biclique_count(graphs.as_frame(GRAPHS["random"]), engine="gpu")
    assert len(parts) == 2


def test_an_output_for_few_records_leaves_roots_to_the_cores(limit, divided):
    limit(gpu, most_records=9)
    found, _ = streamed(GRAPHS["crown"])
    assert len(found) == len(set(found))
    assert set(found) == naive.maximal_bicliques(GRAPHS["crown"])
    assert not divided


def test_cores_search_what_has_been_divided_often_enough(limit, divided, monkeypatch):
    monkeypatch.setattr(division, "MOST_DIVISIONS", 2)
    limit(gpu, part_records=4, most_records=4, least_divided=1)
    found, _ = streamed(GRAPHS["crown"])
    assert len(found) == len(set(found))
    assert set(found) == naive.maximal_bicliques(GRAPHS["crown"])
    assert set(divided) == {0, 1}


def test_cores_search_what_other_programs_leave_no_memory_to_divide(limit, monkeypatch):
    def fails(*args):
        failures.append(args)
        raise MemoryError("another program took the memory")

    failures = []
    monkeypatch.setattr(division, "graph_of_root", fails)
    limit(gpu, part_records=4, most_records=4, least_divided=1)
    found, _ = streamed(GRAPHS["random"])
    assert failures
    assert len(found) == len(set(found))
    assert set(found) == naive.maximal_bicliques(GRAPHS["random"])
