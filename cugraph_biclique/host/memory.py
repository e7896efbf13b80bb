# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Measurements of free and used memory."""

from __future__ import annotations

import os

from cugraph_biclique.host.memory_limits import UNLIMITED, room

SHARE = 0.8  # of the free memory: the default budget


def free_memory() -> int:
    """Free host memory in bytes, within the limits of the process and of its control
    groups; `UNLIMITED` if the system does not report it."""
    return min(_free_of_machine(), room())


def _free_of_machine() -> int:
    try:
        with open("/proc/meminfo") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    except (OSError, ValueError, AttributeError):
        return UNLIMITED


def peak_memory() -> int:
    """Peak memory of this process in bytes, or 0 if the system does not report it."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * 1024 if os.uname().sysname == "Linux" else peak
