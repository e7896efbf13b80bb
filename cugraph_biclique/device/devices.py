# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The CUDA devices of this machine. Each thread has a current device, as in CuPy.

The simulator has a single device. Tests replace the first three functions to simulate
several devices.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.simt import SIMULATED


def number() -> int:
    """Return the number of devices."""
    return 1 if SIMULATED else int(xp.cuda.runtime.getDeviceCount())


def current() -> int:
    """Return the current device of this thread."""
    return 0 if SIMULATED else int(xp.cuda.runtime.getDevice())


def use(device: int, stream: Any = None) -> None:
    """Make a device and a stream the current ones of this thread."""
    if SIMULATED:
        return
    xp.cuda.Device(device).use()
    if stream is not None:
        stream.use()


def is_here(array: Any) -> bool:
    """Return whether an array is on CuPy's current device."""
    return SIMULATED or int(array.device.id) == current()


def current_stream() -> Any:
    """Return the current stream of this thread."""
    return None if SIMULATED else xp.cuda.get_current_stream()


@contextmanager
def on(device: int) -> Iterator[None]:
    """Make a device the current one of this thread, inside the context."""
    if SIMULATED:
        yield
        return
    with xp.cuda.Device(device):
        yield
