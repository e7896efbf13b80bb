# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tests of the GPU engine without a GPU. ci/test_simulator.sh runs them.

The simulator takes the place of numba.cuda when that is imported, for good: where it
was not asked for, there are no tests here.
"""

import os
from pathlib import Path

import pytest

import cugraph_biclique.engine

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"

if SIMULATED:
    import warps

    warps.install()
else:
    collect_ignore_glob = ["test_*.py"]


HERE = Path(__file__).parent
SLOW = HERE / "slow.txt"


# Before pytest deselects by marks.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark the tests of `slow.txt`, each of which must be there."""
    lines = SLOW.read_text(encoding="utf-8").splitlines()
    slow = {line for line in lines if line and not line.startswith("#")}
    found = {
        item.nodeid.rpartition("simulator/")[2]: item
        for item in items
        if HERE in item.path.parents
    }
    for name in slow & set(found):
        found[name].add_marker(pytest.mark.slow)
    whole = config.args and all(Path(arg).absolute() == HERE for arg in config.args)
    if whole and (gone := slow - set(found)):
        raise pytest.UsageError(f"{SLOW} names tests that are not there: {gone}")
    for item in found.values():
        # Kernels let unsigned integers overflow on purpose. NumPy warns of it.
        item.add_marker(
            pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
        )


@pytest.fixture(autouse=True, scope="session")
def simulated_gpu():
    """The GPU engine, which refuses to run in a simulator, runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cugraph_biclique.engine, "missing_for_gpu", lambda: "")
        yield


@pytest.fixture
def two_blocks(monkeypatch):
    """Cooperative launches have two blocks, which run at the same time."""
    from cugraph_biclique.device import launching, ranges
    from cugraph_biclique.inputs import cupy_pairs
    from cugraph_biclique.preparation.gpu import at_once, order, reduction
    from cugraph_biclique.search.gpu import sorting, stars, wide_nodes

    launches = []

    def together(function, blocks, *args):
        launches.append(function)
        with warps.side_by_side(2):
            launching._simulate(function, 2, args)

    modules = at_once, cupy_pairs, order, ranges, reduction, sorting, stars, wide_nodes
    for module in modules:
        monkeypatch.setattr(module, "launch_together", together)
    return launches
