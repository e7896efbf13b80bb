# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every CUDA kernel compiles to the machine code in the wheel, without a GPU."""

import ast
import importlib
import pkgutil

import pytest

import cugraph_biclique
from cugraph_biclique.device.signatures import parsed, recorded

pytestmark = pytest.mark.gate
pytest.importorskip("numba_cuda", reason="needs numba-cuda[cu12], and no GPU")

import ship_gpu_kernels  # noqa: E402  # in ci/, which conftest.py puts on the path

DEVICE_MODULES = {"gpu", "device", "cupy_pairs"}


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


def words_of(kind):
    """The words that the launcher packs for an argument of a kind."""
    if isinstance(kind, ast.Call):  # a named tuple
        return sum(map(words_of, kind.args))
    if isinstance(kind, ast.Subscript):  # an array: five words, its shape and strides
        ndim = len(kind.slice.elts) if isinstance(kind.slice, ast.Tuple) else 1
        return 5 + 2 * ndim
    return 1  # an integer, or the pointer of None


def test_every_kernel_has_a_recorded_signature():
    assert set(kernels()) == {parsed(signature)[0] for signature in recorded()}


@pytest.mark.parametrize(
    "signature", recorded(), ids=lambda signature: parsed(signature)[0]
)
def test_kernel_compiles_and_reads_what_is_passed(signature):
    _, ptx, cubins = ship_gpu_kernels.compile_all(signature)  # checks them
    assert len(cubins) == len(ship_gpu_kernels.CAPABILITIES)
    assert ptx.words == sum(map(words_of, parsed(signature)[1]))
