# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Fixtures shared by all tests: engines, and real graphs with known answers."""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import settings

import slow_tests
from recording import (  # noqa: F401  # hooks
    pytest_addoption,
    pytest_sessionfinish,
    pytest_terminal_summary,
    pytest_testnodedown,
)

# The first call of a kernel compiles it: hypothesis must not take that for slowness.
settings.register_profile("tests", deadline=None, max_examples=60)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile("gpu", deadline=None, max_examples=25)
settings.load_profile("tests")

# Every test that takes `engine` runs once for each of these.
ENGINES = ["cpu", pytest.param("gpu", marks=pytest.mark.gpu)]

DATASETS = Path(
    os.environ.get(
        "CUGRAPH_BICLIQUE_DATASETS",
        Path(__file__).resolve().parents[2] / "shared" / "datasets",
    )
)


def pytest_configure(config):
    if config.getoption("markexpr") in ("gpu", "mg"):  # where a call takes longer, at
        settings.load_profile("gpu")  # least on the small graphs of hypothesis


@pytest.hookimpl(tryfirst=True)  # before pytest deselects by marks
def pytest_collection_modifyitems(items):
    """Mark the tests that `slow.txt` names."""
    slow = set(slow_tests.names())
    for item in items:
        if item.nodeid.removeprefix("tests/") in slow:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(
    scope="class"
)  # of a function: for itself, also where hypothesis calls it
def small_jobs():
    """Cut the work of the CPU engine into small jobs, on all threads.

    A graph of a test is little work: as released, one thread searches it in a job or
    two.
    """
    from cugraph_biclique.host import workers
    from cugraph_biclique.preparation import jobs

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "LEAST_WORK", 1.0)
        for name in ("WORTH_SECONDS", "LEAST_JOB_SECONDS", "JOB_SECONDS"):
            patch.setattr(workers, name, 1e-12)
        yield


@pytest.fixture(params=["as-released", "small-jobs"], scope="class")
def scheduling(request):
    """Run a test with the constants as released, and with small jobs."""
    if request.param == "small-jobs":
        request.getfixturevalue("small_jobs")


@pytest.fixture(params=ENGINES, scope="module")
def engine(request):
    """The name of an engine, to be passed as ``engine=``."""
    return request.param


@pytest.fixture(scope="session")
def known_graph():
    """A function that loads a real graph by name, as a frame with columns u and v."""

    def load(name):
        path = DATASETS / f"{name}.txt.gz"
        if not path.exists():
            pytest.skip(f"{path} is absent: set CUGRAPH_BICLIQUE_DATASETS")
        return pd.read_csv(path, sep=" ", names=["u", "v"], dtype="int32")

    return load


@pytest.fixture
def limit(monkeypatch):
    """A function that changes the sizes by which a GPU search or count limits itself:
    fields of `LIMITS` of `search.gpu` or `counting.gpu`."""

    def change(module, **sizes):
        monkeypatch.setattr(module, "LIMITS", module.LIMITS._replace(**sizes))

    return change


@pytest.fixture
def divided(monkeypatch):
    """The depths of the roots that a GPU search divides."""
    from cugraph_biclique.search.gpu.host import division

    depths = []
    below = division.Division.below

    def noting(self, root):
        depths.append(self.depth)
        return below(self, root)

    monkeypatch.setattr(division.Division, "below", noting)
    return depths


@pytest.fixture
def launched(monkeypatch):
    """The kernels that the search of wide nodes has launched."""
    from cugraph_biclique.search.gpu.wide import roots as wide_roots
    from cugraph_biclique.search.gpu.wide import search as wide_search

    launch, kernels = wide_search.launch, []

    def note(function, *args):
        kernels.append(function)
        launch(function, *args)

    for module in (wide_roots, wide_search):
        monkeypatch.setattr(module, "launch", note)
    return kernels


@pytest.fixture
def no_cores(monkeypatch):
    """CPU cores do not help a GPU search."""
    from cugraph_biclique.search.gpu.host import division

    def refuse(self, root):
        raise AssertionError(f"root {root} was left to CPU cores")

    monkeypatch.setattr(division.Division, "on_cores", refuse)


@pytest.fixture(scope="module")
def client():
    """A Dask client whose only worker is a thread of this process."""
    distributed = pytest.importorskip("distributed")
    pytest.importorskip("dask.dataframe")
    with distributed.Client(
        processes=False, n_workers=1, threads_per_worker=1, dashboard_address=":0"
    ) as client:
        yield client


@pytest.fixture
def python():
    """A function that runs a program in a fresh interpreter and returns its output."""

    def run(program, *arguments):
        ended = subprocess.run(
            [sys.executable, "-c", program, *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    return run
