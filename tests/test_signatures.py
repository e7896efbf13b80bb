# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""After `warm`, no public call compiles, whatever the labels and the graph are.

The cache on disk may have kernels that only another test has compiled. So a new process
records which signatures `warming` loads, and which ones the calls add to them.

Modules: `warming.py`.
"""

import importlib
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import cugraph_biclique as cb

for package in ("distributed", "networkx", "pyarrow", "scipy"):
    pytest.importorskip(package)
every_call = importlib.import_module("every_call")

pytestmark = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="needs kernels")
PROGRAM = Path(every_call.__file__)


def test_every_public_name_has_a_call():
    assert sorted(every_call.CALLS) == sorted(cb.__all__)


@pytest.mark.slow
def test_no_call_needs_a_kernel_that_is_not_warm():
    ended = subprocess.run(
        [sys.executable, PROGRAM], capture_output=True, text=True, cwd=PROGRAM.parent
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "", (
        "extend cugraph_biclique.warming, or convert the arguments of the kernel:\n"
        f"{ended.stdout}"
    )


@pytest.mark.slow
def test_a_kernel_that_is_not_warm_is_found():
    program = (
        "import every_call\n"
        "for kernel, *_, call, graph in every_call.added(['search'], ['women']):\n"
        "    print(kernel, call, graph)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=PROGRAM.parent,
        check=True,
    )
    found = ended.stdout.splitlines()
    assert any(" biclique_count_by_edge women" in line for line in found), found
    assert not any(line.startswith("no kernel") for line in found), found
