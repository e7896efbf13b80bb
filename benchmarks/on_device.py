# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Shared parts of the GPU benchmarks: timing on a device, and JSON."""

import importlib
import json
import statistics
import time
from pathlib import Path

import cupy


def milliseconds(work, runs):
    """Median milliseconds of a call, those of the first call, and the last result."""
    seconds = []
    for _ in range(runs + 1):
        cupy.cuda.Device().synchronize()
        began = time.perf_counter()
        result = work()
        cupy.cuda.Device().synchronize()
        seconds.append(1e3 * (time.perf_counter() - began))
    return statistics.median(seconds[1:]), seconds[0], result


def save(path, packages, **figures):
    """Write figures, with the device and the package versions that they depend on."""
    device = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    versions = {
        name: importlib.import_module(name).__version__
        for name in ("cugraph_biclique", "numba", "numpy", *packages)
    }
    report = {"device": device, "versions": versions, **figures}
    Path(path).write_text(json.dumps(report, indent=1) + "\n")
