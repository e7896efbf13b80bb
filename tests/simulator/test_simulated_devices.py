# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Several devices share a call. The simulator takes its one device for two.

Modules: `backends/several_gpus.py`, `backends/device_threads.py`, `device/devices.py`.
"""

import logging
import threading
from contextlib import contextmanager
from functools import partial

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive
from calls import call_for
from cugraph_biclique.backends import device_threads, several_gpus
from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.counting import gpu as counting
from cugraph_biclique.counting.gpu import full_rows
from cugraph_biclique.device import devices
from cugraph_biclique.host.interrupts import Stopped, new_flag
from cugraph_biclique.preparation import sharing
from cugraph_biclique.search import gpu

pytestmark = pytest.mark.simulator

SMALL = {
    "edge": graphs.complete(1, 1),
    "complete-5-70": graphs.complete(5, 70),
    "crown-6": graphs.crown(6),
    "staircase-7": graphs.staircase(7),
    "random": graphs.random_graph(12, 10, 0.45, seed=2),
    "uneven": graphs.random_graph(6, 80, 0.4, seed=3),
    "wide": graphs.wide(140, n_left=6, seed=5),
}


class Machine:
    """Two devices, of which each thread has a current one."""

    def __init__(self):
        self.of_thread = threading.local()
        self.used = []  # by the threads of calls

    def number(self):
        return 2

    def current(self):
        return getattr(self.of_thread, "device", 0)

    def use(self, device, stream=None):
        self.of_thread.device = device
        self.used.append(device)

    @contextmanager
    def on(self, device):
        before, self.of_thread.device = self.current(), device
        try:
            yield
        finally:
            self.of_thread.device = before


@pytest.fixture(autouse=True)
def machine(monkeypatch):
    """Two devices, which share graphs of any size."""
    machine = Machine()
    for name in ("number", "current", "use", "on"):
        monkeypatch.setattr(devices, name, getattr(machine, name))
    monkeypatch.setattr(sharing, "LEAST_WORK", 0)
    return machine


@pytest.fixture
def turns(monkeypatch, machine):
    """Each device waits with its first job until the other has one. Collects the device
    of each job."""
    both, taken = threading.Barrier(2), []

    def by_turns(kind):
        start = kind.start

        def started(self, job):
            here = machine.current()
            if here not in taken:
                taken.append(here)
                both.wait(timeout=60)
            else:
                taken.append(here)
            start(self, job)

        monkeypatch.setattr(kind, "start", started)

    by_turns(several_gpus.SearchWorker)
    by_turns(several_gpus.CountWorker)
    return taken


def listed(edges, named=(0, 1), **options):
    return cb.maximal_bicliques(
        graphs.as_frame(edges), engine="gpu", devices=named, **options
    )


@pytest.mark.parametrize("name", SMALL)
def test_the_bicliques_are_those_of_the_oracle_and_of_the_cpu(name):
    edges = SMALL[name]
    found = listed(edges, sort=True)
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)
    expected = cb.maximal_bicliques(graphs.as_frame(edges), sort=True, engine="cpu")
    pd.testing.assert_frame_equal(found.to_frame(), expected.to_frame())
    G = graphs.as_frame(edges)
    n = cb.maximal_biclique_count(G, engine="gpu", devices=[0, 1])
    assert n == len(found) == len(expected)


@pytest.mark.parametrize("name", ["random", "uneven", "wide"])
def test_both_devices_search_and_the_order_is_that_of_one(name, turns, machine):
    edges = SMALL[name]
    found = listed(edges).to_frame()
    assert set(turns) == set(machine.used) == {0, 1}
    turns[:] = [0, 1]  # so that a single device does not wait
    pd.testing.assert_frame_equal(found, listed(edges, [0]).to_frame())


@pytest.mark.parametrize("name", ["random", "crown-6"])
def test_without_wide_roots_the_order_is_that_of_a_call_without_devices(name):
    found = listed(SMALL[name]).to_frame()
    alone = cb.maximal_bicliques(graphs.as_frame(SMALL[name]), engine="gpu")
    pd.testing.assert_frame_equal(found, alone.to_frame())


@pytest.mark.parametrize("named", [[0], [0, 1], [1, 0], (np.int64(1), 0), range(2)])
def test_devices_come_in_any_order_and_as_any_integers(named):
    edges = SMALL["random"]
    assert len(listed(edges, named)) == len(naive.maximal_bicliques(edges))


def test_limits_of_the_sizes_and_contained_vertices():
    edges = SMALL["random"]
    options = {"min_left": 2, "max_right": 3, "sort": True}
    for more in ({}, {"containing": {"left": [edges[0][0]]}}):
        expected = cb.maximal_bicliques(
            graphs.as_frame(edges), engine="cpu", **options, **more
        )
        found = listed(edges, **options, **more)
        assert len(expected)
        pd.testing.assert_frame_equal(found.to_frame(), expected.to_frame())
        del options["sort"]
        n = cb.maximal_biclique_count(
            graphs.as_frame(edges), engine="gpu", devices=[0, 1], **options, **more
        )
        assert n == len(expected)
        options["sort"] = True


@pytest.mark.parametrize("p, q", [(2, 3), (3, 3), (4, 2)])
def test_p_q_counts(p, q, turns):
    edges = graphs.random_graph(14, 12, 0.6, seed=2)
    n = cb.biclique_count(graphs.as_frame(edges), p, q, engine="gpu", devices=[0, 1])
    assert set(turns) == {0, 1}
    assert n == naive.biclique_count(edges, p, q)


def test_counts_of_few_and_of_no_vertices():
    for edges in ([], graphs.complete(1, 4), graphs.complete(2, 4), graphs.path(5)):
        G = graphs.as_frame(edges)
        n = cb.biclique_count(G, 2, 3, engine="gpu", devices=[0, 1])
        assert n == naive.biclique_count(edges, 2, 3)


def test_counts_that_do_not_suit_a_device_are_left_to_the_cores(monkeypatch):
    edges = graphs.complete(5, 9)
    monkeypatch.setattr(full_rows, "MOST_SETS", 1.0)
    G = graphs.as_frame(edges)
    n = cb.biclique_count(G, 3, 4, engine="gpu", devices=[0, 1])
    assert n == naive.biclique_count(edges, 3, 4)


def test_a_shortage_of_memory_leaves_a_count_to_the_cores(monkeypatch):
    def none_left(*_, **__):
        raise MemoryError

    monkeypatch.setattr(counting, "new_pool", none_left)
    edges = SMALL["random"]
    G = graphs.as_frame(edges)
    n = cb.biclique_count(G, 3, 3, engine="gpu", devices=[0, 1])
    assert n == naive.biclique_count(edges, 3, 3)


def test_a_device_without_room_for_the_graph_is_named(monkeypatch):
    class Full(np.ndarray):
        def copy(self):
            raise MemoryError

    def full_copies(graph, home, devices):
        full = SearchGraph(*(np.zeros(2).view(Full) for _ in graph))
        return copies_of(full, home, devices)

    copies_of = device_threads.copies_of
    monkeypatch.setattr(device_threads, "copies_of", full_copies)
    G = graphs.as_frame(SMALL["random"])
    for call in (cb.maximal_biclique_count, partial(cb.biclique_count, p=3, q=3)):
        with pytest.raises(cb.MemoryBudgetError, match="leave 1 out of devices"):
            call(G, engine="gpu", devices=[0, 1])


def test_roots_that_do_not_fit_are_divided_or_left_to_the_cores(limit):
    limit(gpu, first_records=4, most_records=4, least_rows=8, most_rows=8)
    edges = SMALL["random"]
    found = listed(edges)
    assert graphs.as_set(found) == naive.maximal_bicliques(edges)
    assert len(found) == len(naive.maximal_bicliques(edges))


def test_a_small_graph_stays_on_the_current_device(monkeypatch, machine):
    monkeypatch.undo()
    monkeypatch.setattr(devices, "number", machine.number)

    def refuse(*_):
        raise AssertionError("several devices")

    monkeypatch.setattr(device_threads, "copies_of", refuse)
    edges = SMALL["random"]
    assert len(listed(edges)) == len(naive.maximal_bicliques(edges))
    n = cb.biclique_count(graphs.as_frame(edges), 2, 3, engine="gpu", devices=[0, 1])
    assert n == naive.biclique_count(edges, 2, 3)


def test_the_documentation_has_the_least_work(monkeypatch):
    monkeypatch.undo()
    assert f"{sharing.LEAST_WORK:,}" in cb.maximal_bicliques.__doc__


def test_an_error_of_one_device_ends_the_call(monkeypatch, machine):
    parts = gpu.JobSearch.parts

    def failing(self, job):
        if machine.current() == 1:
            raise RuntimeError("of device 1")
        return parts(self, job)

    monkeypatch.setattr(gpu.JobSearch, "parts", failing)
    with pytest.raises(RuntimeError, match="of device 1"):
        listed(graphs.random_graph(40, 40, 0.2, seed=1))


def test_an_interrupt_ends_the_work_of_both_devices(monkeypatch):
    flags = []
    monkeypatch.setattr(
        device_threads, "new_flag", lambda: flags.append(new_flag()) or flags[-1]
    )

    def interrupt(done, total):
        raise KeyboardInterrupt

    for call in (cb.maximal_bicliques, cb.maximal_biclique_count):
        with pytest.raises(KeyboardInterrupt):
            call(
                graphs.as_frame(graphs.random_graph(40, 40, 0.2, seed=1)),
                engine="gpu",
                devices=[0, 1],
                progress=interrupt,
            )
        assert flags.pop()[0]


def test_a_raised_flag_ends_a_search_and_a_count(monkeypatch):
    raised = np.ones(1, np.int64)
    monkeypatch.setattr(device_threads, "new_flag", lambda: raised)
    with pytest.raises(Stopped):
        listed(SMALL["random"])
    with pytest.raises(Stopped):
        listed(SMALL["wide"])
    with pytest.raises(Stopped):
        cb.biclique_count(
            graphs.as_frame(SMALL["random"]), 3, 3, engine="gpu", devices=[0, 1]
        )


def test_a_raised_flag_ends_the_search_of_cpu_cores(monkeypatch, limit):
    """It is raised once CPU cores have the root."""
    limit(gpu, least_rows=8, most_rows=8)
    flag, on_cores = new_flag(), gpu.Division.on_cores

    def raising(self, root):
        flag[0] = 1
        return on_cores(self, root)

    monkeypatch.setattr(device_threads, "new_flag", lambda: flag)
    monkeypatch.setattr(gpu.Division, "on_cores", raising)
    with pytest.raises(Stopped):
        listed(SMALL["random"], [0])
    assert flag[0]


def test_all_devices_have_the_budget_of_the_fullest(monkeypatch, machine):
    free = {0: 1 << 26, 1: 1 << 20}
    monkeypatch.setattr(device_threads, "free_memory", lambda: free[machine.current()])
    budgets = []
    new_worker = several_gpus.SearchWorker.__init__

    def noting(self, prepared, place, emit):
        budgets.append(place.budget)
        new_worker(self, prepared, place, emit)

    monkeypatch.setattr(several_gpus.SearchWorker, "__init__", noting)
    listed(SMALL["random"], memory_budget="1GiB")
    assert set(budgets) == {int(0.8 * (1 << 20))}  # another process may take some


def test_the_report_adds_up_the_devices(caplog):
    edges = SMALL["uneven"]
    with caplog.at_level(logging.INFO, "cugraph_biclique"):
        report = listed(edges).report
    alone = cb.maximal_bicliques(graphs.as_frame(edges), engine="gpu").report
    assert report["nodes"] == alone["nodes"]
    assert report["bicliques"] == alone["bicliques"]
    assert report["threads"] >= alone["threads"]
    assert 0 < report["busy_ratio"] <= 1
    assert report["seconds"]["search"] > 0
    assert "devices: [0, 1]" in caplog.text


def test_a_graph_beyond_the_device_is_searched_by_the_current_one(machine):
    edges = SMALL["random"]
    G = graphs.as_frame(edges)
    options = {"engine": "gpu", "devices": [0, 1], "memory_budget": 1 << 10}
    n = cb.maximal_biclique_count(G, **options)
    assert n == len(naive.maximal_bicliques(edges))
    assert cb.biclique_count(G, 2, 3, **options) == naive.biclique_count(edges, 2, 3)
    assert not machine.used


@pytest.mark.filterwarnings("ignore::cugraph_biclique.LongSearchWarning")  # if slow
def test_a_result_beyond_the_budget_is_an_error():
    edges = graphs.crown(12)
    with pytest.raises(cb.MemoryBudgetError, match="outgrew memory_budget=12,000"):
        listed(edges, memory_budget=12_000)


@pytest.mark.parametrize("work", [np.arange(1, 1000), np.ones(10), np.array([5, 900])])
def test_jobs_are_ranges_of_all_roots_in_order(work, monkeypatch):
    monkeypatch.setattr(several_gpus, "root_work", lambda graph: work)
    call = call_for(graphs.as_frame(SMALL["random"]), engine="gpu", devices=[0, 1])
    jobs = call.jobs(call.prepared)
    assert [job.first for job in jobs[1:]] == [job.last for job in jobs[:-1]]
    assert (jobs[0].first, jobs[-1].last) == (0, len(work))
    assert {job.parts for job in jobs} == {1}


# Arguments


@pytest.mark.parametrize(
    "named, message",
    [
        (
            [0, 2],
            "devices=[0, 2] names device 2, but the devices of this machine are "
            "[0, 1]: pass some of these",
        ),
        (
            [-1],
            "devices=[-1] names device -1, but the devices of this machine are "
            "[0, 1]: pass some of these",
        ),
        (
            [1],
            "devices=[1] lacks CuPy's current device 0, which holds the graph and the "
            "result: add 0, or make one of your devices the current one with "
            "cupy.cuda.Device(number).use()",
        ),
    ],
)
def test_devices_must_exist_and_include_the_current_one(named, message):
    G = graphs.as_frame(SMALL["edge"])
    for call in (
        lambda: cb.maximal_bicliques(G, engine="gpu", devices=named),
        lambda: cb.maximal_biclique_count(G, engine="gpu", devices=named),
        lambda: cb.biclique_count(G, 2, 2, engine="gpu", devices=named),
    ):
        with pytest.raises(ValueError) as raised:
            call()
        assert str(raised.value) == message
