# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The device that a command opens beside its imports.

Modules: `cli/opening.py`.
"""

import ctypes
from importlib.util import find_spec

import pytest

from cugraph_biclique.cli import opening


@pytest.mark.parametrize(
    ("line", "may"),
    [
        ("sizes edges.tsv", True),
        ("count edges.tsv -p 2 -q 2 --engine gpu", True),
        ("demo", True),
        ("sizes edges.tsv --engine cpu", False),
        ("sizes edges.tsv --engine=cpu", False),
        ("sizes edges.tsv --scheduler tcp://host:8786", False),
        ("sizes edges.tsv --scheduler=tcp://host:8786", False),
        ("sizes --help", False),
        ("sizes -h", False),
        ("help sizes", False),
        ("completion bash", False),
        ("--version", False),
        ("verify folder", False),
        ("", False),
    ],
)
def test_the_commands_that_may_search_on_a_device_of_this_machine(line, may):
    assert opening.may_search(line.split()) == may


class Driver:
    """A CUDA driver that notes what is called, and fails at one function."""

    def __init__(self, fails_at):
        self.called = []
        self.fails_at = fails_at

    def __getattr__(self, name):
        def called(*arguments):
            self.called.append(name)
            return int(name == self.fails_at)

        return called


@pytest.mark.parametrize(
    ("fails_at", "called"),
    [
        ("", ["cuInit", "cuDeviceGet", "cuDevicePrimaryCtxRetain"]),
        ("cuInit", ["cuInit"]),
        ("cuDeviceGet", ["cuInit", "cuDeviceGet"]),
    ],
)
def test_a_device_that_is_not_there_is_not_opened(monkeypatch, fails_at, called):
    driver = Driver(fails_at)
    monkeypatch.setattr(opening, "find_spec", lambda name: name)
    monkeypatch.setattr(ctypes, "CDLL", lambda name: driver)
    opening.open_device(["demo"]).join()
    assert driver.called == called


def test_a_machine_without_a_driver(monkeypatch):
    monkeypatch.setattr(opening, "find_spec", lambda name: name)
    monkeypatch.setattr(opening, "DRIVER", "no such library")
    opening.open_device(["demo"]).join()


@pytest.mark.skipif(find_spec("cupy") is not None, reason="CuPy is installed")
def test_nothing_is_opened_without_cupy():
    assert opening.open_device(["demo"]) is None


@pytest.mark.gpu
def test_a_device_is_open_before_cupy_is_imported(python):
    program = """
import ctypes
from cugraph_biclique.cli.opening import DRIVER, open_device

open_device(["demo"]).join()
driver, flags, is_open = ctypes.CDLL(DRIVER), ctypes.c_uint(), ctypes.c_int()
driver.cuDevicePrimaryCtxGetState(0, ctypes.byref(flags), ctypes.byref(is_open))
import cupy
print(is_open.value, int(cupy.arange(4).sum()))
"""
    assert python(program) == "1 6\n"
