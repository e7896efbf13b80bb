# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The arrays of the GPU engine have the sizes that its memory plan assumes.

Modules: `device/arrays.py`, `device/plan.py`, `search/gpu/host/workspace.py`.
"""

import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.search_graph import Ordered, SearchGraph
from cugraph_biclique.counting import gpu as counts
from cugraph_biclique.device import plan
from cugraph_biclique.search import gpu
from cugraph_biclique.search.gpu.host import division, workspace
from cugraph_biclique.search.gpu.output import new_output
from cugraph_biclique.search.gpu.wide import levels as wide_levels
from cugraph_biclique.search.gpu.wide import search as wide_search

pytestmark = pytest.mark.simulator

WIDE = graphs.random_graph(6, 80, 0.93, seed=6)  # many children are wide too
LARGE = {
    (left, right) for left, right in naive.maximal_bicliques(WIDE) if len(right) >= 3
}


def nbytes(arrays):
    """Bytes of a named tuple of arrays, without the stack of a pool: it is fixed."""
    every = arrays._asdict()
    return sum(array.nbytes for name, array in every.items() if name != "stack")


def test_entries_have_the_sizes_of_the_plan():
    n = 1 << 12
    assert nbytes(workspace.new_pool(n, n)) == n * plan.ROW_BYTES
    assert nbytes(counts.new_pool(n, 1)) == n * plan.WORD_BYTES
    assert nbytes(new_output(n)) == n * plan.RECORD_BYTES
    nodes = wide_levels.new_nodes(n, 0, np.empty(0, np.int32))
    assert nbytes(nodes) <= n * plan.NODE_BYTES
    assert nbytes(wide_levels.new_children(n)) == n * plan.CHILD_BYTES


def least_graph(n):
    """A search graph of n grown vertices without edges."""
    none, no_one = np.empty(0, np.int32), np.zeros(n + 1, np.int64)
    weight = np.ones(n, np.int32)
    return SearchGraph(no_one, none, weight, no_one, none, weight, np.empty(0, bool))


def workspace_of(n, budget, emit):
    """The workspace of a search of `least_graph(n)`."""
    ordered = Ordered(least_graph(n), kept=None, grown=None, grow="left")
    return workspace.Workspace(Prepared(ordered, 2, 1, budget), emit, gpu.Limits())


@pytest.mark.parametrize("emit", [True, False])
@pytest.mark.parametrize("budget", [1, 10**5, 10**6, 10**7])
def test_a_search_allocates_its_shares_or_the_minima(budget, emit):
    n = 20
    work = workspace_of(n, budget, emit)
    shares = work.plan
    sweeps = work.scratch.nbytes + work.touched.nbytes
    assert sweeps <= max(shares.sweeps, n * plan.SWEEP_BYTES)
    smallest = plan.LEAST_ROWS * plan.ROW_BYTES
    assert nbytes(work.pool) <= max(shares.pool, smallest)
    assert nbytes(work.output) <= shares.output
    assert nbytes(work.pool) >= 0.99 * shares.pool
    assert not work.enlarge_output(shares.output // plan.RECORD_BYTES + 1)


@pytest.mark.parametrize("budget", [1, 10**5, 10**7])
def test_a_count_allocates_its_shares_or_the_minima(budget):
    n = 20
    work = counts.Count(least_graph(n), 2, 1, budget)
    shares = plan.biclique_count(budget)
    sweeps = sum(array.nbytes for array in work.sweep)
    assert sweeps <= max(shares.sweeps, n * plan.COUNT_SWEEP_BYTES)
    smallest = plan.LEAST_WORDS * plan.WORD_BYTES
    assert nbytes(work.pool) <= max(shares.pool, smallest)


@pytest.fixture
def shares_in_use(monkeypatch):
    """For each set of children tested, the plan and what wide nodes use of it."""
    noted = []

    class Noting(wide_search.WideSearch):
        def level(self, matrices, levels):
            super().level(matrices, levels)
            used = {
                "matrices": matrices.argument.bits.nbytes,
                "levels": wide_levels.bytes_of(levels),
                "universes": self.universes.nbytes,
            }
            noted.append((self.work.plan, used))

        def test(self, *args):
            packed, seen = super().test(*args)
            children = packed.argument
            lists = children.members.nbytes + children.kept.nbytes
            used = {"members": lists, "children": nbytes(children) - lists}
            noted.append((self.work.plan, used))
            return packed, seen

    monkeypatch.setattr(gpu, "WideSearch", Noting)
    return noted


@pytest.mark.parametrize("budget", [80_000, 10**6])
def test_wide_nodes_use_no_more_than_their_shares(budget, shares_in_use, limit):
    limit(gpu, members_each=10**6)  # the first guess is all that the plan allows
    options = {"engine": "gpu", "min_right": 3, "memory_budget": budget}
    frame = graphs.as_frame(WIDE)
    assert cb.maximal_biclique_count(frame, **options) == len(LARGE)
    found = [
        pair
        for batch in cb.iter_maximal_bicliques(frame, batch_size=10**6, **options)
        for pair in graphs.as_list(batch)
    ]
    assert len(found) == len(set(found))
    assert set(found) == LARGE
    assert shares_in_use
    for shares, used in shares_in_use:
        for name, size in used.items():
            assert size <= getattr(shares, name), name


@pytest.mark.parametrize(
    "share", ["matrices", "levels", "children", "members", "universes"]
)
def test_what_exceeds_its_share_is_left_to_the_cores(share, monkeypatch, limit):
    limit(gpu, members_each=10**6, small_level=0)  # small levels have a part of theirs
    make, left = plan.emitting_search, []
    small = {"levels": 20_000}  # the roots have room, but not the first list below
    monkeypatch.setattr(
        plan,
        "emitting_search",
        lambda budget: make(budget)._replace(**{share: small.get(share, 40)}),
    )
    on_cores = division.search_on_cores
    monkeypatch.setattr(
        division, "search_on_cores", lambda *args: left.append(args) or on_cores(*args)
    )
    found = cb.maximal_bicliques(
        graphs.as_frame(WIDE), engine="gpu", min_right=3, memory_budget=10**6
    )
    assert graphs.as_set(found) == LARGE
    assert len(found) == len(LARGE)
    assert left


def test_a_part_is_repeated_if_its_bicliques_cannot_be_sorted(monkeypatch):
    sort, failures = gpu.sorted_records, []

    def fails_once(*args):
        if not failures:
            failures.append(MemoryError("another program took the memory"))
            raise failures[0]
        return sort(*args)

    monkeypatch.setattr(gpu, "sorted_records", fails_once)
    found = cb.maximal_bicliques(graphs.as_frame(WIDE), engine="gpu", min_right=3)
    assert failures
    assert graphs.as_set(found) == LARGE
    assert len(found) == len(LARGE)


def test_an_output_that_cannot_grow_stays_usable(monkeypatch):
    work = workspace_of(20, 10**6, True)
    had = len(work.output.mask)
    work.most_records = 4 * had

    def fails_above_a_quarter(records):
        if records > had // 4:
            raise MemoryError
        return new_output(records)

    monkeypatch.setattr(workspace, "new_output", fails_above_a_quarter)
    assert not work.enlarge_output(2 * had)
    assert len(work.output.mask) == had // 4


def test_a_count_plans_for_free_memory_only(monkeypatch):
    monkeypatch.setattr(counts, "free_memory", lambda: 10**6)
    work = counts.Count(least_graph(20), 2, 1, 10**9)
    assert nbytes(work.pool) <= plan.biclique_count(10**6).pool


@pytest.mark.parametrize(
    ("most", "rows", "records"),
    [
        (1000, 1 << 22, 1000),  # a small plan
        (1 << 30, 1 << 10, workspace.FEW_RECORDS),  # a pool that got little memory
        (1 << 30, 1 << 24, (1 << 24) * plan.ROW_BYTES // plan.RECORD_BYTES),
    ],
)
def test_the_first_output_has_the_memory_of_the_pool_within_the_plan(
    most, rows, records
):
    assert workspace.first_records(most, rows) == records
