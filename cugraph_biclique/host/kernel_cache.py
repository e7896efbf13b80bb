# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Cache of compiled kernels on disk, with checksums and a fallback to compilation.

Numba finds the folder and the key of each kernel. This module replaces three parts of
Numba's cache:

- Numba raises an error if no folder is writable, or if a file cannot be read or
  written. Here the kernel is compiled for this process, and the log says so once.
- Numba's index names data files by number. A process that ends early, or that starts
  together with another one, may leave the name of one kernel on the code of another.
  Here each file holds its key and a checksum.
- Numba detects changes in the source file of a kernel, but not in those of its callees,
  and takes an edit of a docstring for a change. Here the code of the kernel and of its
  callees is part of the key, see `kernel_code`.

A kernel that is not on disk may have come with the wheel, see `shipped_kernels`.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import re
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from cugraph_biclique.host import private_names
from cugraph_biclique.host.compiling import USUALLY, watch
from cugraph_biclique.host.interrupt_holding import protected
from cugraph_biclique.host.kernel_code import code_digest, fields_of
from cugraph_biclique.host.memory_limits import check_address_space
from cugraph_biclique.host.replacing import replace
from cugraph_biclique.host.shipped_kernels import read_shipped, shipped_key

logger = logging.getLogger(__name__)

DIGEST = sha256().digest_size
NOT_KEPT = (
    "compiled kernels cannot be cached on disk (%s), so each process compiles them "
    f"again, for {USUALLY}: set NUMBA_CACHE_DIR to a writable folder"
)
NOT_READ = (
    "a cached kernel cannot be read (%s), so it is compiled again: if this warning "
    "reappears, delete the *.nbc files in its folder"
)

_said: set[str] = set()


@lru_cache(maxsize=1)
def _state_of_sources() -> str:
    """Digest of the names, sizes and times of all source files of the package.

    It stands for a value in a kernel whose content `kernel_code` cannot read.
    """
    digest = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        state = path.stat()
        digest.update(f"{path.name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def keep(dispatcher: Any) -> Any:
    """Cache the compiled code of a function on disk, if possible."""
    if not hasattr(dispatcher, "enable_caching"):  # NUMBA_DISABLE_JIT, or a simulator
        return dispatcher
    # Numba's dispatcher, which is in C, calls this method for a new signature.
    with contextlib.suppress(AttributeError):
        private_names.wrap_compilation(dispatcher, protected)
    try:
        dispatcher.enable_caching()
    except (RuntimeError, OSError) as error:  # no folder, or no source file
        _say_not_kept(error)
        return dispatcher
    # Numba has no public way to change how a cache reads and writes its files. If a
    # version renames these attributes, Numba's own cache stays in use.
    with contextlib.suppress(AttributeError):
        _mend(private_names.cache_of(dispatcher), dispatcher)
    return dispatcher


def _mend(cache: Any, kernel: Any) -> None:
    """Replace the reading and writing of a Numba cache, so that failures are logged and
    not raised."""
    load, save = private_names.loader_of(cache), cache.save_overload
    private_names.set_files(cache, _Files(cache, kernel))

    def load_overload(signature: Any, context: Any) -> Any:
        check_address_space()
        try:
            return load(signature, context)
        except Exception as error:  # damaged pickles raise nearly anything
            _say_once(NOT_READ, _text(error))
            return None

    def save_overload(signature: Any, compiled: Any) -> None:
        try:
            save(signature, compiled)
        except OSError as error:
            _say_not_kept(error)

    cache.load_overload, cache.save_overload = load_overload, save_overload


class _Files:
    """One file per compiled signature of a kernel; replaces Numba's index and data
    files."""

    def __init__(self, cache: Any, kernel: Any) -> None:
        numbas = private_names.files_of(cache)
        self._serialized = private_names.serializer_of(numbas)
        self._version = private_names.version_of(numbas)
        self._kernel = kernel
        # Numba's name of a kernel contains its line, which edits above it change.
        start = private_names.start_of_names(cache)
        self._all = f"{re.sub(r'-[0-9]+[.]', '.', start)}."
        self._folder = private_names.folder_of(cache)

    @cached_property
    def _stamp(self) -> tuple[str, str]:
        return code_digest(self._kernel, _state_of_sources), self._version

    @cached_property
    def _current(self) -> str:
        return f"{self._all}{_short_digest(self._stamp)}."

    def _path(self, key: Any) -> Path:
        return self._folder / f"{self._current}{_short_digest(_full(key))}.nbc"

    def load(self, key: Any) -> Any:
        """Return the cached code of a key, or None."""
        path = self._path(key)
        with contextlib.suppress(FileNotFoundError):
            return self._checked(path.read_bytes(), key, path)
        shipped = shipped_key(key)
        if shipped is None:
            return None
        name = self._path(shipped).name
        content = read_shipped(name)
        return None if content is None else self._checked(content, shipped, name)

    def _checked(self, content: bytes, key: Any, where: object) -> Any:
        """Return the code in the content of a file, if it is undamaged and current."""
        digest, body = content[:DIGEST], content[DIGEST:]
        if sha256(body).digest() != digest:
            _say_once(NOT_READ, f"wrong checksum of {where}")
            return None
        stamp, kept_key, compiled = pickle.loads(body)
        return compiled if (stamp, kept_key) == (self._stamp, _full(key)) else None

    def save(self, key: Any, compiled: Any) -> None:
        """Save the code of a key, and remove the files of other source versions."""
        body = self._serialized((self._stamp, _full(key), compiled))
        replace(self._path(key), sha256(body).digest() + body)
        self._remove(but=self._current)

    def flush(self) -> None:
        """Remove all files of the kernel."""
        self._remove()

    def _remove(self, but: str | None = None) -> None:
        for path in self._folder.glob(f"{self._all}*.nbc"):
            if but is None or not path.name.startswith(but):
                with contextlib.suppress(OSError):  # another user's, or already removed
                    path.unlink()


def _full(key: Any) -> tuple[Any, str]:
    """Numba's key of a signature, with the fields of named tuples."""
    return key, fields_of(key[0])


def _short_digest(value: Any) -> str:
    return sha256(repr(value).encode()).hexdigest()[:16]


def _say_not_kept(error: Exception) -> None:
    watch.is_cached = False
    _say_once(NOT_KEPT, _text(error))


def _say_once(problem: str, reason: str) -> None:
    if problem not in _said:
        _said.add(problem)
        logger.warning(problem, reason)


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
