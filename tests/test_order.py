# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The order of bicliques: on the CPU engine the same on every machine.

Modules: `search/cpu/worker.py`.
"""

import numba
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.host import memory
from cugraph_biclique.search.cpu import worker

pytestmark = pytest.mark.usefixtures("small_jobs")

# Both sides have vertices of more than 64 neighbours: their nodes are bit matrices, or
# expanded from the graph where these would be too large.
WIDE = {
    "tall": graphs.random_graph(300, 24, 0.3, seed=1),
    "twins": graphs.twins(graphs.random_graph(150, 25, 0.3, seed=3)),
    "hubs": graphs.random_graph(120, 120, 0.05, seed=4)
    + [(u, v) for u in range(120) for v in range(9) if (7 * u + 13 * v) % 4]
    + [(u, v) for v in range(120) for u in range(9) if (7 * u + 13 * v) % 4],
}
every_wide_graph = pytest.mark.parametrize("name", WIDE)


@pytest.fixture
def machine(monkeypatch):
    """A function that makes the machine one of so many threads and bytes."""

    def pretend(threads, free):
        monkeypatch.setattr(numba, "get_num_threads", lambda: threads)
        monkeypatch.setattr(memory, "free_memory", lambda: free)

    return pretend


def streamed(name, **options):
    """The bicliques of a graph, in order, as one frame."""
    batches = cb.iter_maximal_bicliques(
        graphs.as_frame(WIDE[name]), engine="cpu", **options
    )
    return pd.concat([batch.to_frame() for batch in batches], ignore_index=True)


@every_wide_graph
def test_threads_and_free_memory_make_no_difference(name, machine):
    machine(1, 1 << 40)
    expected = streamed(name)
    for threads, free in [
        (1, 20_000),
        (2, 1 << 40),
        (2, 100_000),
        (3, 1 << 20),
        (8, 1),
    ]:
        machine(threads, free)
        pd.testing.assert_frame_equal(streamed(name), expected)


@every_wide_graph
def test_a_budget_makes_no_difference(name, machine):
    machine(2, 1 << 40)
    expected = streamed(name)
    for budget in (1, 3000, 20_000, "1MB", "100GiB"):
        pd.testing.assert_frame_equal(streamed(name, memory_budget=budget), expected)


def test_a_held_result_is_in_the_same_order(machine):
    machine(1, 1 << 40)
    expected = streamed("hubs")
    whole = cb.maximal_bicliques(graphs.as_frame(WIDE["hubs"]), engine="cpu")
    for threads, share in [(1, 2), (3, 2), (64, 3)]:
        machine(threads, 1 << 40)
        found = cb.maximal_bicliques(
            graphs.as_frame(WIDE["hubs"]),
            engine="cpu",
            memory_budget=share * whole.report["bytes"],
        )
        pd.testing.assert_frame_equal(found.to_frame()[expected.columns], expected)


def test_a_data_set_is_in_the_same_order(machine, tmp_path):
    pytest.importorskip("pyarrow")
    written = []
    for threads, free in [(1, 1 << 40), (3, 1 << 40), (3, 20_000)]:
        machine(threads, free)
        folder = tmp_path / f"{threads}-{free}"
        cb.write_maximal_bicliques(graphs.as_frame(WIDE["hubs"]), folder, engine="cpu")
        parts = sorted(folder.glob("part-*.parquet"))
        written.append([(part.name, part.read_bytes()) for part in parts])
    assert written[0] == written[1] == written[2]


@every_wide_graph
def test_nodes_too_large_for_a_matrix_make_the_same_order_on_any_thread(
    name, machine, monkeypatch
):
    expected = {}
    for bound in (1, 2000):
        monkeypatch.setattr(worker, "MATRIX_BYTES", bound)
        for threads in (1, 2, 3):
            machine(threads, 1 << 40)
            found = streamed(name)
            expected.setdefault(bound, found)
            pd.testing.assert_frame_equal(found, expected[bound])


def test_nodes_too_large_for_a_matrix_are_found_as_by_the_oracle(monkeypatch):
    edges = graphs.random_graph(90, 14, 0.8, seed=5)
    expected = naive.maximal_bicliques(edges)
    for bound in (1, 100, 1000):
        monkeypatch.setattr(worker, "MATRIX_BYTES", bound)
        found = cb.maximal_bicliques(graphs.as_frame(edges), engine="cpu")
        assert graphs.as_set(found) == expected


# On a GPU the order depends on what the budget holds at a time


@pytest.mark.gpu
@every_wide_graph
def test_the_gpu_has_the_same_order_at_each_run(name):
    frame = graphs.as_frame(WIDE[name])
    for budget in (None, "4GiB", "300MB"):
        runs = [
            cb.maximal_bicliques(frame, engine="gpu", memory_budget=budget).to_frame()
            for _ in range(5)
        ]
        for run in runs[1:]:
            pd.testing.assert_frame_equal(run, runs[0])


@pytest.mark.gpu
@every_wide_graph
def test_the_gpu_has_the_same_order_with_any_budget_that_holds_all(name):
    frame = graphs.as_frame(WIDE[name])
    found = [
        cb.maximal_bicliques(frame, engine="gpu", memory_budget=budget).to_frame()
        for budget in (None, "20GiB", "4GiB", "1GiB")
    ]
    for other in found[1:]:
        pd.testing.assert_frame_equal(other, found[0])
