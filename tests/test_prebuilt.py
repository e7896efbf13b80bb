# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which compiled GPU kernels of the wheel a device gets, and when it gets none.

Modules: `device/prebuilt.py`, `device/later.py`.
"""

import json
import logging
import os
import subprocess
import sys
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from cugraph_biclique.device import later, launching, prebuilt, private_names, simt
from cugraph_biclique.errors import EngineUnavailableError

SIGNATURE = "device.ranges._sum_up(int64[:], int64[:])"
LOGGER = "cugraph_biclique.device.prebuilt"


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A function that adds an archive of one kernel: its code is the archive's name."""
    monkeypatch.setattr(prebuilt, "FOLDER", tmp_path)
    monkeypatch.setattr(prebuilt, "lacking", set())
    prebuilt._archive.cache_clear()

    def add(name, sources=None, words=14):
        entry = {"file": "code", "symbol": "run", "words": words}
        manifest = {
            "sources": sources or prebuilt.digest_of_sources(),
            "kernels": {SIGNATURE: entry},
        }
        with ZipFile(tmp_path / f"gpu-{name}.zip", "w") as archive:
            archive.writestr(prebuilt.MANIFEST, json.dumps(manifest))
            archive.writestr("code", name)

    yield add
    prebuilt._archive.cache_clear()


def found(capability, signature=SIGNATURE):
    built = prebuilt.find(signature, capability)
    return built and built.image.decode()


def test_a_device_gets_the_code_of_its_major_version_or_else_ptx(wheel):
    for name in ("sm_75", "sm_80", "sm_86", "sm_90", "ptx_75"):
        wheel(name)
    devices = ["75", "80", "86", "87", "89", "90", "100", "103", "120"]
    assert [found(device) for device in devices] == [
        "sm_75", "sm_80", "sm_86", "sm_86", "sm_86", "sm_90", "ptx_75", "ptx_75",
        "ptx_75",
    ]  # fmt: skip
    assert all(map(prebuilt.covers, devices))
    assert not prebuilt.covers("70")
    assert not prebuilt.lacking


def test_a_clone_compiles_and_says_nothing(wheel, caplog):
    assert found("90") is None
    assert not prebuilt.covers("90")
    assert not caplog.records and not prebuilt.lacking


def test_a_kernel_that_is_not_there_is_compiled_and_the_log_says_so(wheel, caplog):
    wheel("sm_90")
    other = "device.ranges._sum_up(int16[:], int64[:])"
    with caplog.at_level(logging.WARNING, LOGGER):
        assert found("90", other) is None
    assert other in caplog.text and "9.0" in caplog.text
    assert prebuilt.lacking == {other}


def test_code_of_other_sources_is_not_used(wheel, caplog):
    wheel("sm_90", sources="those of last week")
    with caplog.at_level(logging.WARNING, LOGGER):
        assert found("90") is None
    assert "another version" in caplog.text and str(prebuilt.FOLDER) in caplog.text
    assert not prebuilt.covers("90")


def test_a_damaged_archive_is_not_used(wheel, tmp_path):
    (tmp_path / "gpu-sm_90.zip").write_bytes(b"no archive")
    wheel("ptx_75")
    assert found("90") == "ptx_75"


@pytest.fixture
def device(monkeypatch):
    """A device of compute capability 9.0, and the modules that were loaded there."""
    loaded = []

    class Module:
        def load(self, image):
            loaded.append(image)

        def get_function(self, symbol):
            return SimpleNamespace(ptr=len(loaded))

    cuda = SimpleNamespace(
        Device=lambda: SimpleNamespace(compute_capability="90"),
        runtime=SimpleNamespace(getDevice=lambda: 0),
        function=SimpleNamespace(Module=Module),
    )
    for module in (launching, private_names):
        monkeypatch.setattr(module, "xp", SimpleNamespace(cuda=cuda))
    monkeypatch.setattr(launching, "signature_of", lambda *launch: SIGNATURE)
    monkeypatch.setattr(launching, "_checked", {0})
    return loaded


def test_a_kernel_of_the_wheel_is_loaded(wheel, device):
    wheel("sm_90")
    assert launching._handle_of("kernel", (), 14) == 1
    assert device == [b"sm_90"]


def test_a_kernel_that_reads_other_arguments_is_never_launched(wheel, device):
    wheel("sm_90", words=13)
    with pytest.raises(AssertionError, match=r"reads 13 words .* not 14: install"):
        launching._handle_of("kernel", (), 14)
    assert not device


def test_without_a_compiler_a_lacking_kernel_is_an_error(monkeypatch):
    monkeypatch.setattr(simt, "cuda", later.LATER)
    monkeypatch.setattr(simt, "SIMULATED", False)
    monkeypatch.setattr(later, "find_spec", lambda name: None)

    @simt.kernel
    def add(numbers):
        numbers[0] += 1

    with pytest.raises(
        EngineUnavailableError, match=r"add was not compiled ahead .* numba-cuda"
    ):
        add.compile(())


FIRST_CALLS = """
import cudf
import numpy as np
import cugraph_biclique as cb

dense = np.argwhere(np.random.default_rng(0).random((12, 80)) < 0.95)
wide = cudf.DataFrame(dense, columns=["left", "right"])
cb.maximal_biclique_count(wide)
cb.maximal_bicliques(wide).to_frame()
cb.biclique_count(wide, 2, 2)
"""


@pytest.mark.gpu
def test_cupy_compiles_little_for_the_first_calls(tmp_path):
    # Copies for its sorts and joins. It compiled 37 kernels, which took nine seconds.
    folder = {"CUPY_CACHE_DIR": str(tmp_path)}
    subprocess.run(
        [sys.executable, "-c", FIRST_CALLS], env=os.environ | folder, check=True
    )
    assert len(list(tmp_path.glob("*.cubin"))) <= 4


WITHOUT_FRAMES = """
import sys
import numpy as np
import cugraph_biclique as cb

edges = tuple(np.argwhere(np.random.default_rng(0).random((60, 80)) < 0.4).T)
assert cb.maximal_biclique_count(edges, engine="gpu") > 1000
assert cb.biclique_count(edges, 2, 2, engine="gpu") > 1000
print("numba.cuda" in sys.modules)
"""


@pytest.mark.gpu
def test_the_compiler_is_imported_only_for_kernels_that_lack():
    import cupy

    is_covered = prebuilt.covers(cupy.cuda.Device().compute_capability)
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_FRAMES], capture_output=True, text=True
    )
    assert done.stdout.split() == [str(not is_covered)], done.stderr
