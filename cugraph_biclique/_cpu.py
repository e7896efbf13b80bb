# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The one place that names the CPU compiler: all CPU kernels are decorated here."""

from __future__ import annotations

from typing import Any

from numba import njit

from cugraph_biclique.kernel_cache import keep


def compiled(function: Any = None, **options: Any) -> Any:
    """Compile a function when it is first called; it holds no lock. The machine code is
    kept on disk where that is possible."""
    if function is None:
        return lambda function: compiled(function, **options)
    return keep(njit(nogil=True, **options)(function))


# Search kernels work in arrays that their caller owns and allocate nothing, so they can
# be compiled without Numba's reference counts: an atomic operation for every array
# taken out of a tuple costs more than the step of the search that needs it.
kernel = compiled(_nrt=False)

# For functions that take the whole state: a call would copy its many arrays.
inlined = compiled(_nrt=False, inline="always")
