# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Names of CuPy and numba-cuda that their documentation does not promise.

A new version may rename them, so the other modules of this package take them from here.
There are two exceptions: `launching` reads `ndarray._c_contiguous` at each launch,
where a function call would take longer, and `memory` knows the documented methods of
RMM's resources.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.device.arrays import xp

if xp is not np:
    from cupy_backends.cuda.api import driver

    # CuPy's own launch, `RawKernel.__call__`, packs the arguments in another calling
    # convention than Numba's, at each launch. These are aliases and not functions,
    # because each launch calls one of them.
    launch_kernel = driver.launchKernel
    launch_cooperative_kernel = driver.launchCooperativeKernel
    # `RawKernel` knows the size of a block, but not how many run at once.
    blocks_of_multiprocessor = driver.occupancyMaxActiveBlocksPerMultiprocessor


def module_of(image: bytes) -> Any:
    """Load machine code on the current device.

    `cupy.RawModule` reads it only from a file, and loads it later.
    """
    module = xp.cuda.function.Module()
    module.load(image)
    return module


def handle_in(module: Any, symbol: str) -> int:
    """Return the driver's handle of a kernel in a module of `module_of`."""
    return int(module.get_function(symbol).ptr)


def handle_of(compiled: Any) -> int:
    """Return the driver's handle of a kernel that numba-cuda has compiled.

    numba-cuda documents only its own launch, which takes ten times as long.
    """
    return int(compiled._codelibrary.get_cufunc().handle)
