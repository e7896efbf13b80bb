# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""``doctor``: report what is installed, what can run, and how to fix the rest."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import textwrap
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numba

import cugraph_biclique as cb
from cugraph_biclique.cli.terminal import say
from cugraph_biclique.cli.words import in_shell_words
from cugraph_biclique.device.engine import engine_and_reason, missing_for_gpu
from cugraph_biclique.device.prebuilt import covers
from cugraph_biclique.host.compiling import USUALLY
from cugraph_biclique.host.memory import free_memory

OK, MISSING, FAILED = "ok", "-", "FAIL"
LITTLE_MEMORY = 1 << 30
WIDEST = 100
ASK_FOR_DEVICES = (
    "nvidia-smi",
    "--query-gpu=name,memory.total",
    "--format=csv,noheader",
)
CUDA_EXTRA = 'pip install "cugraph_biclique[cu13]" (or [cu12])'
GPU_EXTRA = f"the GPU engine: {CUDA_EXTRA}"
DASK_EXTRA = 'clusters: pip install "cugraph_biclique[dask]"'
CLI_EXTRA = 'pip install "cugraph_biclique[cli]"'
PACKAGES = {  # names of a distribution, the usual one first, and its purpose
    ("numpy",): "",
    ("pandas",): "",
    ("numba",): "",
    ("pyarrow",): 'Parquet and Arrow: pip install "cugraph_biclique[parquet]"',
    ("tqdm",): f"progress bars: {CLI_EXTRA}",
    ("shtab",): "tab completion: pip install shtab",
    ("numba-cuda",): f"GPU kernels where none are compiled ahead: {CUDA_EXTRA}",
    ("cupy", "cupy-cuda13x", "cupy-cuda12x"): GPU_EXTRA,
    ("cudf", "cudf-cu13", "cudf-cu12"): GPU_EXTRA,
    ("cugraph", "cugraph-cu13", "cugraph-cu12"): GPU_EXTRA,
    ("dask",): DASK_EXTRA,
    ("distributed",): DASK_EXTRA,
    ("dask-cuda",): f"clusters of GPUs: {CUDA_EXTRA}",
    ("networkx",): 'NetworkX graphs: pip install "cugraph_biclique[networkx]"',
    ("scipy",): "sparse matrices: pip install scipy",
}


class Line(NamedTuple):
    """One check: its status, its name, and its result."""

    status: str
    name: str
    text: str


def doctor(options: argparse.Namespace) -> int:
    """Print all lines; return 1 if one of them prevents every search."""
    work = [engine(), threads(), memory(), kernels(), *gpu_kernels(), *devices()]
    failed = [line.name for line in work if line.status == FAILED]
    if options.json:
        print(json.dumps(_report(work, failed), indent=2))
    else:
        _print(work, failed)
    return int(bool(failed))


def _report(work: list[Line], failed: list[str]) -> dict[str, Any]:
    """All that is known, for programs."""
    return {
        "version": cb.__version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "checks": [_fields(line) for line in work],
        "packages": [_fields(line) for line in packages()],
        "fix_first": failed,
    }


def _fields(line: Line) -> dict[str, str]:
    """A check as JSON; the statuses are words."""
    words = {OK: "ok", MISSING: "missing", FAILED: "failed"}
    return {**line._asdict(), "status": words[line.status]}


def _print(work: list[Line], failed: list[str]) -> None:
    """Print one line per check."""
    print(
        f"cugraph_biclique {cb.__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}"
    )
    for title, lines in (("what will run", work), ("packages", packages())):
        print(f"\n{title}")
        for line in lines:
            say(_wrapped(line))
    if failed:
        print(f"\nFix this first: {', '.join(failed)}")


def _wrapped(line: Line) -> str:
    start = f"  {line.status:4}  {line.name:11}  "
    width = min(WIDEST, shutil.get_terminal_size().columns)
    return textwrap.fill(
        line.text,
        width,
        initial_indent=start,
        subsequent_indent=" " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )


def engine() -> Line:
    """Check the default engine."""
    try:
        chosen, why = engine_and_reason("auto")
    except Exception as error:  # a broken installation may raise anything
        return Line(
            FAILED,
            "engine",
            f"--engine auto fails, most likely because CuPy is broken: {error}. "
            "Repair or remove CuPy, or pass --engine cpu",
        )
    return Line(OK, "engine", f"auto selects {chosen}: {in_shell_words(why)}")


def threads() -> Line:
    """Report the number of threads of the CPU engine."""
    n = numba.get_num_threads()
    return Line(OK, "threads", f"{n}; to use fewer, set NUMBA_NUM_THREADS")


def memory() -> Line:
    """Report the free host memory."""
    free = free_memory()
    if free >= 1 << 62:
        return Line(
            MISSING,
            "memory",
            "the system does not report the free memory: pass --memory-budget",
        )
    text = f"{_size(free)} free; results may use 80 % of it"
    if free < LITTLE_MEMORY:
        text += ". This is little: prefer estimate, sizes and count, or write to files"
    return Line(OK, "memory", text)


def kernels() -> Line:
    """Check the cache of compiled kernels, without compiling any."""
    from cugraph_biclique.search.cpu import run
    from cugraph_biclique.warming import folder, uncompiled

    if numba.config.DISABLE_JIT:
        return Line(FAILED, "kernels", "NUMBA_DISABLE_JIT is set: unset it")
    path = Path(run.stats.cache_path)
    if not _writable(path):
        return Line(
            MISSING,
            "kernels",
            f"cannot be cached in {path}, so each run compiles for {USUALLY}: set "
            "NUMBA_CACHE_DIR to a writable folder",
        )
    missing = uncompiled()
    if not missing:
        return Line(OK, "kernels", f"all compiled, in {folder()}")
    text = f"some are not compiled yet, which takes {USUALLY} in the first run"
    return Line(
        MISSING, "kernels", f"{text}: run cugraph-biclique warm. Folder: {folder()}"
    )


def gpu_kernels() -> Iterator[Line]:
    """Say whether the kernels of a usable GPU were compiled ahead."""
    if missing_for_gpu():
        return
    import cupy

    capability = cupy.cuda.Device().compute_capability
    if covers(capability):
        yield Line(OK, "GPU kernels", "all compiled, in this installation")
    else:
        yield Line(
            MISSING,
            "GPU kernels",
            f"not compiled ahead in this installation: the first run takes {USUALLY}, "
            "unless cugraph-biclique warm ran before",
        )


def _writable(path: Path) -> bool:
    while not path.exists() and path != path.parent:
        path = path.parent
    return os.access(path, os.W_OK)


def devices() -> list[Line]:
    """List NVIDIA GPUs by CuPy, or by the driver if CuPy is not installed."""
    if find_spec("cupy") is None:
        found = list(_named_by_driver())
        advice = f"; for {GPU_EXTRA}"
    else:
        try:
            found, advice = list(_described_by_cupy()), ""
        except Exception as error:  # no driver, or an incompatible one
            return [Line(MISSING, "devices", f"CuPy finds no GPU: {error}")]
    if not found:
        return [
            Line(MISSING, "devices", "no NVIDIA GPU found, or its driver is missing")
        ]
    return [
        Line(OK, f"device {number}", text + advice) for number, text in enumerate(found)
    ]


def _described_by_cupy() -> Iterator[str]:
    import cupy

    for number in range(cupy.cuda.runtime.getDeviceCount()):
        with cupy.cuda.Device(number) as device:
            name = cupy.cuda.runtime.getDeviceProperties(number)["name"].decode()
            free, total = cupy.cuda.runtime.memGetInfo()
            capability = ".".join(
                (device.compute_capability[:-1], device.compute_capability[-1])
            )
        yield (
            f"{name}, compute capability {capability}, {_size(free)} of "
            f"{_size(total)} free"
        )


def _named_by_driver() -> Iterator[str]:
    try:
        ended = subprocess.run(
            ASK_FOR_DEVICES, capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return
    yield from filter(None, ended.stdout.splitlines())


def packages() -> Iterator[Line]:
    """List the versions of required and optional packages, without importing them."""
    for names, purpose in PACKAGES.items():
        found = next((f for f in map(_version, names) if f), None)
        if found:
            yield Line(OK, names[0], found)
        else:
            yield Line(MISSING, names[0], f"not installed; for {purpose}")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _size(n: int) -> str:
    return f"{n / 2**30:.1f} GiB"
