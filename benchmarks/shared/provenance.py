# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The origin of a file of figures: command, commit, host, device and versions."""

import datetime
import json
import os
import platform
import re
import shlex
import subprocess
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numba

RESULTS = Path(__file__).resolve().parents[1] / "results"
# Each file of figures has these keys.
KEYS = "what", "date", "command", "commit", "clean", "host", "device", "versions"
UNTIMED = {"load", "maximality"}  # counted work, and counters of the device
PACKAGES = (
    "numba",
    "numpy",
    "pandas",
    "scipy",
    "dask",
    "distributed",
    "numba-cuda",
    "cupy-cuda13x",
    "cupy-cuda12x",
    "cudf-cu13",
    "cudf-cu12",
    "rmm-cu13",
    "rmm-cu12",
    "dask-cuda",
    "igraph",
    "mlxtend",
    "networkx",
    "pyfim",
    "pymetis",
)
SETTINGS = "NUMBA_", "OMP_", "CUDA_", "CUGRAPH_BICLIQUE_"
# The folders in front of a name, at the start of a word or of a part of it, as in
# "gbc@077b4be=build/gbc".
FOLDERS = re.compile(r"(?:^|(?<=[=:\s]))(?:[^=:\s/\\]*[/\\])+(?=[^/\\\s])")


def provenance(what: str, arguments: Sequence[str]) -> dict:
    """Everything that a reader needs to measure the same again."""
    return {
        "what": what,
        "date": today(),
        "command": shlex.join(
            ["python", "-m", "benchmarks", what, *map(without_folders, arguments)]
        ),
        "commit": git("rev-parse", "HEAD"),
        "clean": git("status", "--porcelain", "--", ":/*.py") == "",
        "host": host(),
        "device": device(),
        "versions": versions(),
    }


def without_folders(word: str) -> str:
    """A word of a command without the folders of its files: they tell nothing about
    the measurement, and may name a user."""
    return FOLDERS.sub("", word)


def lacking(report: dict) -> list[str]:
    """Return what a file of figures does not say, wherever old files say it."""
    old = report.get("machine")
    old = old if isinstance(old, dict) else {}
    of_call = f"python -m benchmarks {report.get('what')}"
    has = {
        "command": str(report.get("command", "")).startswith(of_call),
        "commit": bool(report.get("commit") or old.get("commit")),
        "state of the tree": "clean" in report or "uncommitted_changes" in old,
        "clean tree": report.get("clean", not old.get("uncommitted_changes", False)),
        "host": bool(report.get("host") or old.get("cpu")),
        "device": "device" in report or bool(old),
        "versions": bool(report.get("versions") or old.get("versions")),
        "repetitions": "repetitions" in json.dumps(report.get("results"))
        or report.get("what") in UNTIMED,
        "all rows": report.get("complete", True),
    }
    return [what for what, there in has.items() if not there]


def today() -> str:
    """The date in UTC."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def git(*arguments: str) -> str | None:
    """Output of a git command in the working tree, or None."""
    command = ["git", "-C", str(RESULTS.parent), *arguments]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return ended.stdout.strip() if ended.returncode == 0 else None


def host() -> dict:
    """Processor, memory, threads and settings."""
    settings = {k: v for k, v in sorted(os.environ.items()) if k.startswith(SETTINGS)}
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "threads": numba.get_num_threads(),
        "load": os.getloadavg(),  # that of other programs, if it exceeds our threads
        # Folders of the user tell nothing.
        "settings": {k: v for k, v in settings.items() if without_folders(v) == v},
    }


def cpu_model() -> str:
    """Model name of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor()
    found = re.search(r"model name\s*: (.*)", text)
    return found.group(1) if found else platform.processor()


def device() -> dict | None:
    """Name, memory and driver of the first GPU, and the number of GPUs; or None."""
    fields = "name,memory.total,driver_version,clocks.max.sm"
    command = ["nvidia-smi", f"--query-gpu={fields}", "--format=csv,noheader"]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    gpus = ended.stdout.strip().splitlines()
    values = [value.strip() for value in gpus[0].split(",")]
    return dict(zip(fields.split(","), values, strict=True)) | {"number": len(gpus)}


def versions() -> dict:
    """Versions of Python, of this package, and of each package that is installed."""
    import cugraph_biclique

    found = {
        "cugraph_biclique": cugraph_biclique.__version__,
        "python": platform.python_version(),
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def default_path(about: dict) -> Path:
    """Path of a new file: results/WHAT-MACHINE-DATE.json."""
    name = about["device"]["name"] if about["device"] else "cpu"
    machine = name.lower().removeprefix("nvidia ").replace(" ", "-")
    what = about["what"].replace("_", "-")
    return RESULTS / f"{what}-{machine}-{about['date']}.json"


def save(path: Path, about: dict, rows: Sequence[dict], complete: bool) -> None:
    """Write a file of figures."""
    path.parent.mkdir(parents=True, exist_ok=True)
    report = about | {"complete": complete, "results": rows}
    path.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
