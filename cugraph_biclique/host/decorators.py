# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Decorators that compile the CPU kernels with Numba."""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.core import config

from cugraph_biclique.host.kernel_cache import keep
from cugraph_biclique.host.kernel_compiler import Part, whole


def compiled(function: Any) -> Any:
    """Compile a function on its first call, to code that releases the GIL. The machine
    code is cached on disk if possible."""
    return function if config.DISABLE_JIT else whole(function)


# Search kernels work on arrays that their caller owns, and allocate nothing, so they
# need no reference counts. Numba would count with an atomic operation for every array
# taken out of a tuple, which costs more than the search step that uses the array.


def kernel(function: Any) -> Any:
    """`compiled` for a function that allocates nothing. Kernels that call it link its
    code; Python may call it too."""
    return function if config.DISABLE_JIT else Part(function)


def inlined(function: Any) -> Any:
    """`kernel` for a function that takes the whole search state: a call would copy its
    many arrays."""
    return keep(njit(nogil=True, _nrt=False, inline="always")(function))
