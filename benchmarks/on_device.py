# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Timing on a device, and JSON: what the benchmarks of the GPU engine need."""

import importlib
import json
import statistics
import time
from pathlib import Path

import cupy


def milliseconds(work, runs):
    """Median milliseconds of a call, the first call's, and what the last one gave."""
    seconds = []
    for _ in range(runs + 1):
        cupy.cuda.Device().synchronize()
        began = time.perf_counter()
        result = work()
        cupy.cuda.Device().synchronize()
        seconds.append(1e3 * (time.perf_counter() - began))
    return statistics.median(seconds[1:]), seconds[0], result


def save(path, packages, **figures):
    """Write figures, with the device and the versions of what they were made with."""
    device = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    versions = {
        name: importlib.import_module(name).__version__
        for name in ("cugraph_biclique", "numba", "numpy", *packages)
    }
    report = {"device": device, "versions": versions, **figures}
    Path(path).write_text(json.dumps(report, indent=1) + "\n")
