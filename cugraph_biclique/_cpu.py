# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Decorators that compile the CPU kernels with Numba."""

from __future__ import annotations

from typing import Any

from numba import njit

from cugraph_biclique.kernel_cache import keep


def compiled(function: Any = None, **options: Any) -> Any:
    """Compile a function on its first call, to code that releases the GIL. The machine
    code is cached on disk if possible."""
    if function is None:
        return lambda function: compiled(function, **options)
    return keep(njit(nogil=True, **options)(function))


# Search kernels work on arrays that their caller owns, and allocate nothing, so they
# need no reference counts. Numba would count with an atomic operation for every array
# taken out of a tuple, which costs more than the search step that uses the array.
kernel = compiled(_nrt=False)

# For functions that take the whole search state: a call would copy its many arrays.
inlined = compiled(_nrt=False, inline="always")
