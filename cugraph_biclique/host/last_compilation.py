# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How long the last process that compiled kernels took for it, kept beside the cache.

Without a writable folder nothing is kept, and nothing is known.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import numba

from cugraph_biclique.host import private_names
from cugraph_biclique.host.replacing import replace

NAME = "seconds-of-compilation.txt"


def _anchor() -> None:
    """A function whose cache has the folder of this module. It is never compiled."""


def _path() -> Path:
    dispatcher = numba.njit(_anchor)
    dispatcher.enable_caching()  # Numba chooses a folder
    return private_names.folder_of(private_names.cache_of(dispatcher)) / NAME


def seconds() -> float | None:
    """Return the seconds that are kept, or None."""
    # A folder may be missing, and a file damaged; Numba may refuse to cache.
    with contextlib.suppress(OSError, RuntimeError, AttributeError, ValueError):
        return float(_path().read_text(encoding="ascii"))
    return None


def keep(seconds: float) -> None:
    """Keep the seconds of this process in place of older ones."""
    with contextlib.suppress(OSError, RuntimeError, AttributeError):
        path = _path()
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, f"{seconds:.3f}\n".encode())
