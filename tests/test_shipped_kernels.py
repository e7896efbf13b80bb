# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Kernels in the wheel: used as they are, and never where they do not fit.

Modules: `host/shipped_kernels.py`.
"""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from cugraph_biclique.host import shipped_kernels

SHIP = Path(__file__).parent.parent / "ci" / "ship_kernels.py"
LEVEL = shipped_kernels.level()
CHOSEN = {"NUMBA_CPU_NAME": LEVEL and LEVEL.name, "NUMBA_CPU_FEATURES": ""}

pytestmark = [
    pytest.mark.skipif(
        bool(numba.config.DISABLE_JIT), reason="NUMBA_DISABLE_JIT: nothing is compiled"
    ),
    pytest.mark.skipif(LEVEL is None, reason="no kernels are shipped for this machine"),
]

# A package whose kernel a process compiles, or finds: it prints which.
KERNEL = """
from cugraph_biclique.host.decorators import compiled

@compiled
def twice(x):
    return x + x
"""
PROGRAM = """
import pathlib, sys
from cugraph_biclique.host import shipped_kernels
shipped_kernels.FOLDER = pathlib.Path({folder!r})
from package_of_kernels import twice
from numba.core import event

compiled = []

class Listener(event.Listener):
    def on_start(self, event):
        compiled.append(event)

    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
assert twice(21) == 42
print("compiled" if compiled else "found")
"""


pack = runpy.run_path(str(SHIP))["pack"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with the kernel and its archive."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "package_of_kernels.py").write_text(KERNEL)
    assert run(folder, **CHOSEN) == "compiled"
    pack(folder / "cache", folder / "shipped" / shipped_kernels.archive_name(LEVEL))
    shutil.rmtree(folder / "cache")
    return folder


@pytest.fixture
def archive(made, tmp_path):
    """The archive, in a folder of this test."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    (path,) = (tmp_path / "shipped").iterdir()
    return path


def run(folder, **environment):
    """Call the kernel in a new process."""
    program = PROGRAM.format(folder=str(folder / "shipped"))
    without = {"NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"}
    inherited = {
        name: value for name, value in os.environ.items() if name not in without
    }
    ended = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env=inherited | {"NUMBA_CACHE_DIR": str(folder / "cache")} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stdout.strip()


def test_a_shipped_kernel_is_not_compiled(archive, tmp_path):
    assert run(tmp_path) == "found"
    assert run(tmp_path) == "found"
    archive.unlink()
    assert run(tmp_path) == "compiled"


def test_an_edited_kernel_is_compiled(archive, tmp_path):
    source = tmp_path / "package_of_kernels.py"
    source.write_text(KERNEL.replace("x + x", "2 * x"))
    assert run(tmp_path) == "compiled"


def test_a_kernel_for_a_processor_that_the_user_chose_is_compiled(archive, tmp_path):
    assert run(tmp_path, **CHOSEN) == "compiled"


@pytest.mark.parametrize("content", [b"PK", b"\x00" * 500])
def test_a_damaged_archive_is_no_archive(archive, tmp_path, content):
    archive.write_bytes(content)
    assert run(tmp_path) == "compiled"


def test_the_archive_depends_on_its_content_alone(tmp_path):
    for name in ("a.nbc", "b.nbc"):
        (tmp_path / name).write_text(name)
    pack(tmp_path, tmp_path / "one.zip")
    os.utime(tmp_path / "a.nbc", (1e9, 1e9))
    pack(tmp_path, tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_an_old_processor_gets_no_shipped_kernels(monkeypatch):
    monkeypatch.setattr(shipped_kernels.llvm, "get_host_cpu_features", dict)
    assert shipped_kernels.level() is None


def test_an_unknown_architecture_gets_no_shipped_kernels(monkeypatch):
    triple = "riscv64-unknown-linux-gnu"
    monkeypatch.setattr(shipped_kernels.llvm, "get_process_triple", lambda: triple)
    assert shipped_kernels.level() is None
