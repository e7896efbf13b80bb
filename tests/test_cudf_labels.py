# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What cuDF refuses is the caller's to convert; what fails on a device is not.

Modules: `inputs/cudf_labels.py`.
"""

import importlib
import sys
from types import SimpleNamespace

import numpy as np
import pytest


@pytest.fixture
def number(monkeypatch):
    """The function under test; neither cuDF nor CuPy need be there."""
    cudf = SimpleNamespace(CategoricalDtype=type("CategoricalDtype", (), {}))
    monkeypatch.setitem(sys.modules, "cudf", cudf)
    monkeypatch.setitem(sys.modules, "cupy", SimpleNamespace())
    name = "cugraph_biclique.inputs.cudf_labels"
    monkeypatch.delitem(sys.modules, name, raising=False)
    yield importlib.import_module(name).number
    sys.modules.pop(name, None)


class Labels:
    """A column that cuDF cannot number."""

    dtype = "list"

    def __init__(self, error):
        self.error = error

    def isna(self):
        return np.array([False])

    def factorize(self, sort):
        raise self.error


@pytest.mark.parametrize(
    "error",
    [
        TypeError("lists have no order"),
        NotImplementedError("decimals"),
        ValueError("bad"),
        RuntimeError("CUDF failure at: sort.cu:38: Unsupported column type"),
    ],
    ids=repr,
)
def test_a_dtype_that_is_refused_is_a_type_error(number, error):
    with pytest.raises(TypeError, match=r"'user' of dtype list are not supported"):
        number(Labels(error), "'user'")


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("CUDA error encountered at: join.cu:12: 700 illegal access"),
        RuntimeError("Unknown exception"),
        MemoryError("std::bad_alloc: out_of_memory"),
    ],
    ids=repr,
)
def test_a_failure_of_the_device_stays_what_it_is(number, error):
    with pytest.raises(type(error)) as raised:
        number(Labels(error), "'user'")
    assert raised.value is error
