# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Names of Numba's dispatchers and caches that its documentation does not promise.

`kernel_cache` needs them to keep kernels on disk. A new version of Numba may rename
them: then each function here raises `AttributeError`, and Numba's own cache stays in
use. `kernel_compiler` overrides methods of Numba's compiler, and names them itself.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.runtime import rtsys


def wrap_compilation(
    dispatcher: Any, wrapped: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> None:
    """Replace the method that Numba's dispatcher, in C, calls for new types.

    Numba's events tell of a compilation, but cannot enclose it.
    """
    dispatcher._compile_for_args = wrapped(dispatcher._compile_for_args)


def cache_of(dispatcher: Any) -> Any:
    """Return the cache of a function: Numba lets a caller only switch it on."""
    return dispatcher._cache


def loader_of(cache: Any) -> Callable[[Any, Any], Any]:
    """Return a function that returns the cached code of a signature, or None.

    Numba's public `load_overload` first prepares a compilation: it imports its whole
    library, and SciPy, for half a second. Cached code needs the runtime only.
    """
    load = cache._load_overload

    def load_with_runtime(signature: Any, context: Any) -> Any:
        rtsys.initialize(context)
        return load(signature, context)

    return load_with_runtime


def files_of(cache: Any) -> Any:
    """Return the object that reads and writes the files of a cache.

    Numba has no setting for their format.
    """
    return cache._cache_file


def set_files(cache: Any, files: Any) -> None:
    """Replace the object that reads and writes the files of a cache."""
    cache._cache_file = files


def serializer_of(files: Any) -> Callable[[Any], bytes]:
    """Return the function that turns compiled code into bytes."""
    return files._dump


def version_of(files: Any) -> str:
    """Return the version of Numba that the files of a cache are for."""
    return files._version


def start_of_names(cache: Any) -> str:
    """Return how the names of a kernel's files begin: module, function and line."""
    return cache._impl.filename_base


def folder_of(cache: Any) -> Path:
    """Return the folder of a cache, which Numba chooses."""
    return Path(cache.cache_path)
