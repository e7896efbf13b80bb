# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tests of the GPU engine without a GPU. ci/test_simulator.sh runs them.

The simulator takes the place of numba.cuda when that is imported, for good: where it
was not asked for, there are no tests here.
"""

import os

import pytest

import cugraph_biclique.device.engine

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"

if SIMULATED:
    import warps

    warps.install()
else:
    collect_ignore_glob = ["test_*.py"]


def pytest_collection_modifyitems(items):
    # Kernels let unsigned integers overflow on purpose. NumPy warns of it.
    for item in items:
        if "simulator" in item.keywords:
            item.add_marker(
                pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
            )


@pytest.fixture(autouse=True, scope="session")
def simulated_gpu():
    """The GPU engine, which refuses to run in a simulator, runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cugraph_biclique.device.engine, "missing_for_gpu", lambda: "")
        yield


@pytest.fixture
def only_the_device(request, monkeypatch):
    """What the device leaves to the cores is an error: `ON_CORES` of the test module,
    names of functions in the package."""

    def refuse(*_):
        raise AssertionError("left to the cores")

    for name in request.module.ON_CORES:
        monkeypatch.setattr(f"cugraph_biclique.{name}", refuse)


@pytest.fixture
def searches(monkeypatch):
    """The ranges of roots that the device searches."""
    from cugraph_biclique.search import gpu

    done = []

    class Noting(gpu.Search):
        def run(self, first, last, most):
            done.append((first, last))
            return super().run(first, last, most)

    monkeypatch.setattr(gpu, "Search", Noting)
    return done


@pytest.fixture
def two_blocks(monkeypatch):
    """Cooperative launches have two blocks, which run at the same time."""
    from cugraph_biclique.cliques.gpu import wide as wide_cliques
    from cugraph_biclique.device import launching, ranges
    from cugraph_biclique.inputs import cupy_pairs
    from cugraph_biclique.peeling.gpu import tips, wings
    from cugraph_biclique.preparation.gpu import at_once, order, reduction
    from cugraph_biclique.search.gpu import sorting, stars
    from cugraph_biclique.search.gpu.wide import search as wide_search

    launches = []

    def together(function, blocks, *args):
        launches.append(function)
        with warps.side_by_side(2):
            launching._simulate(function, 2, args)

    modules = at_once, cupy_pairs, order, ranges, reduction, sorting, stars, wide_search
    for module in (*modules, tips, wings, wide_cliques):
        monkeypatch.setattr(module, "launch_together", together)
    return launches
