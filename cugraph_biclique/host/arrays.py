# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Functions for arrays of both engines: NumPy on the host, CuPy on the device."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np


def array_module(array: Any) -> ModuleType:
    """The module of an array: NumPy or CuPy."""
    if isinstance(array, np.ndarray):
        return np
    import cupy

    return cupy


def to_host(array: Any) -> np.ndarray:
    """Return an array in host memory, without a copy if it is there already."""
    return array if isinstance(array, np.ndarray) else array.get()
