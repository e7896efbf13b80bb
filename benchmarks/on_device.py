# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Timing on a device, end to end: what the benchmarks of the GPU engine need."""

import statistics
import time

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
