# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Calls that share two GPUs of this machine, without Dask.

Modules: `backends/several_gpus.py`, `backends/device_threads.py`, `device/devices.py`,
`request/devices.py`.
"""

import signal
import threading

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.preparation import sharing

pytestmark = pytest.mark.mg

BOTH = {"engine": "gpu", "devices": [0, 1]}
SMALL = {
    "random": graphs.random_graph(12, 10, 0.45, seed=2),
    "dense": graphs.random_graph(60, 45, 0.4, seed=20),
    "wide": graphs.wide(140, n_left=6, seed=5),
}


@pytest.fixture(autouse=True)
def two_devices(monkeypatch):
    """Two devices, which share graphs of any size."""
    cupy = pytest.importorskip("cupy")
    if not cupy.cuda.is_available() or cupy.cuda.runtime.getDeviceCount() < 2:
        pytest.skip("this machine has fewer than two CUDA devices")
    monkeypatch.setattr(sharing, "LEAST_WORK", 0)
    return cupy


@pytest.fixture
def at_work(monkeypatch):
    """The device of each job. Each device waits with its first job until the other one
    has a job, too."""
    from cugraph_biclique.backends.several_gpus import CountWorker, SearchWorker
    from cugraph_biclique.device.devices import current

    both, taken = threading.Barrier(2), []

    def meeting(start):
        def started(self, job):
            is_first = current() not in taken
            taken.append(current())
            if is_first:
                both.wait(timeout=120)
            start(self, job)

        return started

    for kind in (SearchWorker, CountWorker):
        monkeypatch.setattr(kind, "start", meeting(kind.start))
    return taken


@pytest.fixture(scope="module")
def large():
    """A graph of 33,000 edges with roots of up to 1,829 neighbours."""
    rng = np.random.default_rng(5)
    edges = rng.zipf(1.4, (200_000, 2)) % (4_000, 2_000)
    return pd.DataFrame(edges, columns=["u", "v"]).drop_duplicates()


@pytest.mark.parametrize("name", SMALL)
def test_the_bicliques_are_those_of_the_oracle(name, at_work):
    found = cb.maximal_bicliques(graphs.as_frame(SMALL[name]), **BOTH)
    assert set(at_work) == {0, 1}
    assert graphs.as_set(found) == naive.maximal_bicliques(SMALL[name])
    assert len(found) == len(naive.maximal_bicliques(SMALL[name]))


def test_counts_are_those_of_one_device(large, at_work):
    n = cb.maximal_biclique_count(large, min_left=3, min_right=3, **BOTH)
    assert set(at_work) == {0, 1}
    assert n == cb.maximal_biclique_count(large, min_left=3, min_right=3, engine="gpu")


def test_the_order_does_not_depend_on_the_number_of_devices(large):
    sizes = {"min_left": 8, "min_right": 8}
    found = cb.maximal_bicliques(large, **sizes, **BOTH)
    again = cb.maximal_bicliques(large, **sizes, **BOTH)
    alone = cb.maximal_bicliques(large, **sizes, engine="gpu", devices=[0])
    frame = found.to_frame()
    pd.testing.assert_frame_equal(frame, again.to_frame())
    pd.testing.assert_frame_equal(frame, alone.to_frame())


def test_sorted_frames_are_those_of_both_engines(large):
    sizes = {"min_left": 8, "min_right": 8, "sort": True}
    found = cb.maximal_bicliques(large, **sizes, **BOTH)
    for engine in ("cpu", "gpu"):
        expected = cb.maximal_bicliques(large, **sizes, engine=engine)
        pd.testing.assert_frame_equal(found.to_frame(), expected.to_frame())
        pd.testing.assert_frame_equal(found.sizes, expected.sizes)


def test_the_result_is_on_the_current_device(large, two_devices):
    for here in (0, 1):
        with two_devices.cuda.Device(here):
            found = cb.maximal_bicliques(large, min_left=8, min_right=8, **BOTH)
            arrays = vars(found._records).values()
            assert {array.device.id for array in arrays} == {here}
            assert len(found.to_frame()) == len(found)


@pytest.mark.parametrize("p, q", [(2, 3), (3, 3), (4, 4)])
def test_p_q_counts_are_those_of_one_device(p, q, large, at_work):
    n = cb.biclique_count(large, p, q, **BOTH)
    assert set(at_work) == {0, 1}
    assert n == cb.biclique_count(large, p, q, engine="gpu")


def test_a_frame_of_the_device(large):
    cudf = pytest.importorskip("cudf")
    found = cb.maximal_bicliques(
        cudf.from_pandas(large), min_left=8, min_right=8, sort=True, **BOTH
    )
    expected = cb.maximal_bicliques(
        large, min_left=8, min_right=8, sort=True, engine="gpu"
    )
    pd.testing.assert_frame_equal(
        found.to_frame().to_pandas(), expected.to_frame(), check_dtype=False
    )


def test_ctrl_c_ends_both_devices(large):
    def interrupt(done, total):
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            cb.maximal_biclique_count(large, progress=interrupt, **BOTH)
    finally:
        signal.signal(signal.SIGINT, before)
    n = cb.maximal_biclique_count(large, min_left=8, min_right=8, **BOTH)
    assert n == cb.maximal_biclique_count(large, min_left=8, min_right=8, engine="gpu")


def test_devices_must_exist_and_include_the_current_one(two_devices):
    n = two_devices.cuda.runtime.getDeviceCount()
    G = graphs.as_frame(SMALL["random"])
    with pytest.raises(ValueError, match=f"names device {n}, but the devices"):
        cb.maximal_biclique_count(G, engine="gpu", devices=[0, n])
    with pytest.raises(ValueError, match="lacks CuPy's current device 0"):
        cb.biclique_count(G, 2, 3, engine="gpu", devices=[1])
