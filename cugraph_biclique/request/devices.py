# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The argument `devices`: the GPUs of this machine that share a call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cugraph_biclique.arguments import shown

ADVICE = "pass device numbers such as [0, 1]"


def check_devices(devices: Sequence[int] | None, engine: Any) -> tuple[int, ...]:
    """Return the devices that a call names; none if it leaves the argument out.

    Whether they exist is left to `existing`, which needs the GPU engine.
    """
    if devices is None:
        return ()
    if isinstance(devices, np.ndarray):
        devices = devices.tolist()
    if not isinstance(devices, list | tuple | range):
        raise TypeError(
            f"devices must be a list of integers, not {type(devices).__name__} "
            f"({shown(devices)}): {ADVICE}"
        )
    for device in devices:
        if isinstance(device, bool) or not isinstance(device, int | np.integer):
            raise TypeError(
                f"devices must be a list of integers, but has a "
                f"{type(device).__name__} ({shown(device)}): {ADVICE}"
            )
    if not devices:
        raise ValueError(f"devices={shown(devices)} names no device: {ADVICE}")
    if len(set(devices)) < len(devices):
        raise ValueError(
            f"devices={shown(devices)} names a device more than once: pass each number "
            "once"
        )
    if isinstance(engine, str) and engine != "gpu":
        raise ValueError(
            f"devices={shown(devices)} needs engine='gpu', not engine={shown(engine)}: "
            "pass engine='gpu', or leave devices out"
        )
    return tuple(map(int, devices))


def existing(devices: tuple[int, ...]) -> tuple[int, ...]:
    """Return the devices. They must exist, and one must be CuPy's current device."""
    if not devices:
        return ()
    from cugraph_biclique.device.devices import current, number

    n, here = number(), current()
    for device in devices:
        if not 0 <= device < n:
            raise ValueError(
                f"devices={shown(list(devices))} names device {shown(device)}, but the "
                f"devices of this machine are {list(range(n))}: pass some of these"
            )
    if here not in devices:
        raise ValueError(
            f"devices={shown(list(devices))} lacks CuPy's current device {here}, which "
            f"holds the graph and the result: add {here}, or make one of your devices "
            "the current one with cupy.cuda.Device(number).use()"
        )
    return devices
