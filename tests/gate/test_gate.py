# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every CUDA kernel compiles to the machine code in the wheel, without a GPU.

Modules: `device/signatures.py`, `device/later.py`.
"""

import importlib
import os
import pkgutil
import subprocess
import sys

import pytest

import cugraph_biclique
from cugraph_biclique.device.signatures import parsed, recorded

pytestmark = pytest.mark.gate
pytest.importorskip("numba_cuda", reason="needs numba-cuda[cu12], and no GPU")

import ship_gpu_kernels  # noqa: E402  # in ci/, which conftest.py puts on the path

DEVICE_MODULES = {"gpu", "device", "cupy_pairs", "cupy_undirected"}
# Hopper, and the capability for which the compiler has spilled most. A wheel is
# compiled for all, with the same checks.
CAPABILITIES = (9, 0), (12, 0)


def kernels():
    """Names of all kernels of the package."""
    from numba.cuda.dispatcher import CUDADispatcher

    for _, name, _ in pkgutil.walk_packages(
        cugraph_biclique.__path__, "cugraph_biclique."
    ):
        if not DEVICE_MODULES & set(name.split(".")):
            continue
        for key, value in vars(importlib.import_module(name)).items():
            if isinstance(value, CUDADispatcher) and value.py_func.__module__ == name:
                if not value.targetoptions.get("device"):
                    yield f"{name.removeprefix('cugraph_biclique.')}.{key}"


def test_every_kernel_has_a_recorded_signature():
    assert set(kernels()) == {parsed(signature)[0] for signature in recorded()}


@pytest.mark.parametrize(
    "signature", recorded(), ids=lambda signature: parsed(signature)[0]
)
def test_kernel_compiles_and_reads_what_is_passed(signature):
    _, _, cubins = ship_gpu_kernels.compile_all(signature, CAPABILITIES)  # checks them
    assert len(cubins) == len(CAPABILITIES)


def test_the_wheel_has_the_capabilities_of_the_gate_and_more():
    assert set(CAPABILITIES) < set(ship_gpu_kernels.CAPABILITIES)


LATE = """
import sys
from cugraph_biclique.device import later
later.are_compiled_ahead = lambda: True

import ship_gpu_kernels
from cugraph_biclique.device.signatures import named, parsed, recorded

signatures = [each for each in recorded() if each.startswith(tuple(sys.argv[1:]))]
kernels = {named(parsed(each)[0]) for each in signatures}
assert "numba.cuda" not in sys.modules
for kernel in kernels:
    kernel.py_func = later.with_compiler(kernel.py_func)
for each in signatures:
    ship_gpu_kernels.compile_ptx(each)
print(len(signatures))
"""


def test_a_kernel_that_lacks_is_compiled_later():
    # One that takes functions, one that names modules, and the launcher's check.
    some = (
        "results.gpu.members.",
        "search.gpu.wide.maximality.test_small_children",
        "device.convention.",
    )
    path = os.pathsep.join([os.path.dirname(ship_gpu_kernels.__file__), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", LATE, *some],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert int(done.stdout or 0) >= 4, done.stderr
