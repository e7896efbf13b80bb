# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Arrays of either engine: NumPy's on the host, CuPy's on the device."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np


def array_module(array: Any) -> ModuleType:
    """NumPy or CuPy, whichever the array belongs to."""
    if isinstance(array, np.ndarray):
        return np
    import cupy

    return cupy


def to_host(array: Any) -> np.ndarray:
    """The array in host memory; as it is if it is there."""
    return array if isinstance(array, np.ndarray) else array.get()
