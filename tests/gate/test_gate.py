# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every CUDA kernel compiles to the machine code in the wheel, without a GPU.

Modules: `device/signatures.py`.
"""

import importlib
import pkgutil

import pytest

import cugraph_biclique
from cugraph_biclique.device.signatures import parsed, recorded

pytestmark = pytest.mark.gate
pytest.importorskip("numba_cuda", reason="needs numba-cuda[cu12], and no GPU")

import ship_gpu_kernels  # noqa: E402  # in ci/, which conftest.py puts on the path

DEVICE_MODULES = {"gpu", "device", "cupy_pairs"}
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
