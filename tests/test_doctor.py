# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The check that ``rapids doctor`` runs, and ``cugraph-biclique doctor``.

Modules: `cli/doctor.py`, `cli/doctor_check.py`, `device/engine.py`.
"""

import importlib
import platform
import sys
from importlib.metadata import PackageNotFoundError, entry_points, version
from types import SimpleNamespace

import numba
import pytest

import cugraph_biclique as cb
from cugraph_biclique.cli import main
from cugraph_biclique.device.engine import missing_for_gpu

doctor = importlib.import_module("cugraph_biclique.cli.doctor")


@pytest.fixture
def check():
    try:
        version("cugraph-biclique")
    except PackageNotFoundError:
        pytest.skip("the package is not installed here: it has no entry points")
    (entry,) = entry_points(group="rapids_doctor_check", name="biclique_smoke_check")
    return entry.load()


@pytest.mark.gpu
def test_the_check_passes_where_there_is_a_gpu(check):
    cudf = pytest.importorskip("cudf")
    assert check().startswith("found the 2 bicliques of a cuDF frame on ")
    assert f"cuDF {cudf.__version__}" in check(verbose=True, gpu_info=None)


class Frame:
    """A cuDF frame, as far as the check uses it."""

    def __init__(self, columns):
        self.columns = columns

    def to_frame(self):
        return self

    def to_pandas(self):
        return self.columns


@pytest.fixture
def on_a_fake_gpu(monkeypatch):
    """The check, on a machine with a GPU whose engine finds the given bicliques."""
    import cugraph_biclique.device.engine as engine
    from cugraph_biclique.cli import doctor_check

    def check(left, right, **options):
        frame = Frame({"left": left, "right": right})
        cupy = cupy_of("H200")
        cupy.__version__ = "14.2"
        cudf = SimpleNamespace(DataFrame=Frame, __version__="26.10")
        monkeypatch.setitem(sys.modules, "cupy", cupy)
        monkeypatch.setitem(sys.modules, "cudf", cudf)
        monkeypatch.setattr(engine, "select_engine", lambda name: name)
        monkeypatch.setattr(cb, "maximal_bicliques", lambda edges, sort: frame)
        monkeypatch.setattr("importlib.metadata.version", lambda name: "0.30")
        return doctor_check.biclique_smoke_check(**options)

    return check


RIGHT_ANSWER = [[1, 2], [1, 2, 3]], [["x", "y"], ["y"]]


def test_the_check_returns_what_it_found_and_where(on_a_fake_gpu):
    text = on_a_fake_gpu(*RIGHT_ANSWER)
    assert text == "found the 2 bicliques of a cuDF frame on H200"


def test_the_check_names_versions_if_it_is_verbose(on_a_fake_gpu):
    text = on_a_fake_gpu(*RIGHT_ANSWER, verbose=True, gpu_info=object())
    assert text == (
        "found the 2 bicliques of a cuDF frame on H200, with cugraph_biclique "
        f"{cb.__version__}, cuDF 26.10, CuPy 14.2, numba-cuda 0.30"
    )


def test_a_wrong_answer_fails_the_check(on_a_fake_gpu):
    with pytest.raises(AssertionError, match=r"found \[\] in a test graph"):
        on_a_fake_gpu([], [])


def test_the_check_says_what_is_missing(check):
    missing = missing_for_gpu()
    if not missing:
        pytest.skip("nothing is missing here")
    with pytest.raises(cb.EngineUnavailableError) as error:
        check(verbose=False)
    assert missing in str(error.value)


# `cugraph-biclique doctor`


def report(capsys):
    status = main(["doctor"])
    return status, " ".join(capsys.readouterr().out.split())


def test_the_doctor_says_what_will_run(capsys):
    status, text = report(capsys)
    assert status == 0
    assert (
        f"cugraph_biclique {cb.__version__}, Python {platform.python_version()}" in text
    )
    chosen = "cpu" if missing_for_gpu() else "gpu"
    assert f"ok engine auto selects {chosen}: " in text
    assert f"ok threads {numba.get_num_threads()};" in text
    assert "GiB free" in text
    assert "ok kernels all compiled, in " in text or "warm. Folder: " in text
    for name in ("numpy", "pandas", "numba"):
        assert f"ok {name} {version(name)}" in text


def test_the_doctor_says_how_to_get_what_is_missing(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "_version", lambda name: None)
    status, text = report(capsys)
    assert status == 0
    assert "- tqdm not installed; for progress bars: pip install" in text
    for extra in ("parquet", "cli", "cu13", "dask"):
        assert f'pip install "cugraph_biclique[{extra}]"' in text


def test_the_doctor_imports_no_package_for_its_version(python):
    program = """
import sys
from cugraph_biclique.cli.doctor import packages
before = set(sys.modules)
assert len(list(packages())) > 10
print(*{name.partition(".")[0] for name in set(sys.modules) - before})
"""
    heavy = {"pyarrow", "dask", "distributed", "cupy", "cudf", "networkx", "scipy"}
    assert not heavy & set(python(program).split())


def broken(engine):
    raise ImportError("libcuda.so.1: cannot open shared object file")


def test_a_broken_engine_is_a_failure(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "engine_and_reason", broken)
    status, text = report(capsys)
    assert status == 1
    assert "FAIL engine" in text
    assert "libcuda.so.1" in text
    assert "Fix this first: engine" in text


def test_a_folder_for_kernels_that_cannot_be_written(capsys, monkeypatch):
    monkeypatch.setattr(doctor, "_writable", lambda path: False)
    status, text = report(capsys)
    assert status == 0
    assert "set NUMBA_CACHE_DIR" in text


def test_kernels_that_are_not_compiled(capsys, monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    status, text = report(capsys)
    assert status == 1
    assert "NUMBA_DISABLE_JIT is set: unset it" in text


class Device:
    """What the doctor asks CuPy of a device."""

    compute_capability = "90"

    def __init__(self, number):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


def cupy_of(*names):
    runtime = SimpleNamespace(
        getDevice=lambda: 0,
        getDeviceCount=lambda: len(names),
        getDeviceProperties=lambda number: {"name": names[number].encode()},
        memGetInfo=lambda: (3 << 30, 4 << 30),
    )
    return SimpleNamespace(
        cuda=SimpleNamespace(runtime=runtime, Device=Device), __spec__="a spec"
    )


def test_devices_as_cupy_describes_them(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", cupy_of("A100", "H200"))
    first, second = doctor.devices()
    assert first.name == "device 0"
    assert first.text == "A100, compute capability 9.0, 3.0 GiB of 4.0 GiB free"
    assert second.text.startswith("H200, ")
    monkeypatch.setitem(sys.modules, "cupy", cupy_of())
    assert "no NVIDIA GPU" in doctor.devices()[0].text


def test_devices_without_cupy_as_the_driver_names_them(monkeypatch, tmp_path):
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "no NVIDIA GPU" in doctor.devices()[0].text
    program = tmp_path / "nvidia-smi"
    program.write_text("#!/bin/sh\necho 'NVIDIA L4, 23034 MiB'\n")
    program.chmod(0o755)
    (line,) = doctor.devices()
    assert line.text.startswith("NVIDIA L4, 23034 MiB; for the GPU engine: pip install")


def test_little_memory_comes_with_advice(monkeypatch):
    monkeypatch.setattr(doctor, "free_memory", lambda: 1 << 28)
    assert "0.2 GiB free" in doctor.memory().text
    assert "estimate" in doctor.memory().text
