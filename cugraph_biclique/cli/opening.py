# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Opens the first CUDA device beside the imports of a command.

The driver needs tenths of a second for a device, and NumPy, pandas and Numba need more
to import. A thread that waits for the driver does not hold up Python. What it opens is
the primary context, which CuPy uses as well. This module imports nothing of the
package.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import suppress
from importlib.util import find_spec
from threading import Thread

DRIVER = "libcuda.so.1"
NO_SEARCH = {"verify", "help", "completion", "-h", "--help", "--version"}
ON_CORES = {"cpu", "--engine=cpu"}
ELSEWHERE = "--scheduler"


def open_device(arguments: Sequence[str]) -> Thread | None:
    """Begin to open the device if a command may search on it.

    Return the thread, or None if there is none.
    """
    if not may_search(arguments) or find_spec("cupy") is None:
        return None
    thread = Thread(target=_open, name="opens the CUDA device", daemon=True)
    thread.start()
    return thread


def may_search(arguments: Sequence[str]) -> bool:
    """Whether a command with these arguments may search on a device of this machine.

    A file or a column with the name of one of these words makes it False, which costs
    time and nothing else.
    """
    return (
        bool(arguments)
        and (NO_SEARCH | ON_CORES).isdisjoint(arguments)
        and not any(word.startswith(ELSEWHERE) for word in arguments)
    )


def _open() -> None:
    """Open the device. If that fails, CuPy says why when it tries it."""
    with suppress(OSError, AttributeError):  # there is no driver, or a very old one
        driver = ctypes.CDLL(DRIVER)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        if not driver.cuInit(0) and not driver.cuDeviceGet(ctypes.byref(device), 0):
            driver.cuDevicePrimaryCtxRetain(ctypes.byref(context), device)
