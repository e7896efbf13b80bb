# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The program that tries another compiler of GPU kernels reports what it finds.

Modules: `device/signatures.py`.
"""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest


@pytest.fixture
def try_mlir(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "ci")
    import try_mlir

    return try_mlir


def code(registers, spilled=0):
    device = {"registers": registers, "spilled": spilled, "stack": 0, "shared": 0}
    return {
        "seconds": 1.0, "instructions": 10 * registers, "words": 1,
        "sm_90": device, "sm_120": device,
    }  # fmt: skip


def test_kernels_that_only_one_compiler_compiles_are_not_compared(try_mlir):
    lacks = "NotImplementedError: call to <class 'cugraph_biclique.search.%s'>"
    rows = [
        {try_mlir.OLD: code(30), try_mlir.NEW: code(40, spilled=8)},
        {try_mlir.OLD: code(30), try_mlir.NEW: code(20)},
        {try_mlir.NEW: code(99)},
        {try_mlir.NEW: {"error": lacks % "Node"}},
        {try_mlir.NEW: {"error": lacks % "Child"}},
    ]
    found = try_mlir.summary(rows)
    assert (found["signatures"], found["both"], found["failed"]) == (5, 2, 2)
    assert found["totals"][try_mlir.OLD]["instructions"] == 600
    of_device = found["devices"]["sm_90"]
    assert of_device["more_registers"] == of_device["fewer_registers"] == 1
    assert of_device["spilling"] == 1
    reason = "NotImplementedError: call to a named tuple"
    assert found["reasons"] == [{"reason": reason, "signatures": 2}]


def test_the_reason_is_the_line_that_says_what_is_wrong(try_mlir):
    path = try_mlir.ROOT / "kernel.py"
    error = ValueError(
        f"Failed in a pipeline\nVerification failed:\n{path}:1: no\nmore"
    )
    assert try_mlir.reason(error) == "ValueError: kernel.py:1: no"
    assert try_mlir.reason(RuntimeError()) == "RuntimeError: "


def test_registers_and_memory_are_those_that_the_assembler_reports(try_mlir):
    log = "16 bytes stack frame\nUsed 40 registers, used 1 barriers, 4096 bytes smem"
    cubin = SimpleNamespace(registers=40, spilled=0, log=log)
    expected = {"registers": 40, "spilled": 0, "stack": 16, "shared": 4096}
    assert try_mlir.used(cubin) == expected


def test_a_second_run_adds_the_other_compiler(try_mlir, monkeypatch, tmp_path):
    recorded = ["one.kernel(int)", "another.kernel(int)"]
    monkeypatch.setattr(try_mlir.signatures, "recorded", lambda: recorded)
    codes = {
        recorded[0]: code(40),
        recorded[1]: {"error": "RuntimeError: std::bad_cast"},
    }
    monkeypatch.setattr(try_mlir, "tried_apart", codes.get)
    path = tmp_path / "compilers.json"
    monkeypatch.setattr(try_mlir, "find_spec", lambda name: None)
    try_mlir.main(path)
    monkeypatch.setattr(try_mlir, "find_spec", lambda name: name)
    try_mlir.main(path)
    compared, failed = json.loads(path.read_text())["kernels"]
    assert compared == {
        "signature": recorded[0], try_mlir.NEW: code(40), try_mlir.OLD: code(40)
    }  # fmt: skip
    assert try_mlir.OLD not in failed
