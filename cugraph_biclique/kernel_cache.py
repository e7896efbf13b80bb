# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compiled kernels on disk: kept where that is possible, and never trusted blindly.

Numba finds the folder and the key of each kernel. Three of its habits are replaced:

- A function that it can keep nowhere is an error, and so is a file that it cannot read
  or write. Here the kernel is compiled for this process, and the log says so once.
- Its index names data files by number, so a process that ends early, or that starts at
  the same time as another one, may leave the name of one kernel on the code of another
  one. Here the key is part of the file, and so is a checksum.
- It looks for changes in the file of a kernel, but not in those of its callees. Here
  the state of all sources of the package is part of the key.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

from cugraph_biclique.memory_limits import check_address_space

logger = logging.getLogger(__name__)

DIGEST = sha256().digest_size
NOT_KEPT = (
    "compiled kernels cannot be kept on disk (%s), so each process compiles them "
    "again, for about a minute: set NUMBA_CACHE_DIR to a folder that you may write to"
)
NOT_READ = (
    "a compiled kernel on disk cannot be read (%s), and is compiled again: if this "
    "comes back, delete the files *.nbc beside it"
)

_said: set[str] = set()


def _state_of_sources() -> str:
    """Changes whenever a file of the package does: an update in place, or an edit."""
    digest = sha256()
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        state = path.stat()
        digest.update(f"{path.name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


SOURCES = _state_of_sources()


def keep(dispatcher: Any) -> Any:
    """Let Numba keep what it compiles of a function on disk, if it can."""
    if not hasattr(dispatcher, "enable_caching"):  # NUMBA_DISABLE_JIT, or a simulator
        return dispatcher
    try:
        dispatcher.enable_caching()
    except (RuntimeError, OSError) as error:  # no folder, or no source file
        _say_once(NOT_KEPT, _text(error))
        return dispatcher
    # Numba has no public way to change how a cache reads and writes its files. Where
    # these attributes have other names, its own cache does the work.
    with contextlib.suppress(AttributeError):
        _mend(dispatcher._cache)
    return dispatcher


def _mend(cache: Any) -> None:
    """Read and write the files of a cache so that no failure ends a call."""
    load, save = cache.load_overload, cache.save_overload
    cache._cache_file = _Files(cache)

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
            _say_once(NOT_KEPT, _text(error))

    cache.load_overload, cache.save_overload = load_overload, save_overload


class _Files:
    """A file for each compiled signature of a kernel, as a cache of Numba uses them."""

    def __init__(self, cache: Any) -> None:
        numbas = cache._cache_file
        self._serialized = numbas._dump
        self._stamp = (SOURCES, numbas._version, numbas._source_stamp)
        sources = sha256(repr(self._stamp).encode()).hexdigest()[:16]
        self._all = f"{cache._impl.filename_base}."
        self._current = f"{self._all}{sources}."
        self._folder = Path(cache.cache_path)

    def _path(self, key: Any) -> Path:
        return self._folder / (
            f"{self._current}{sha256(repr(key).encode()).hexdigest()[:16]}.nbc"
        )

    def load(self, key: Any) -> Any:
        """What was kept for a key, None if nothing was."""
        try:
            content = self._path(key).read_bytes()
        except FileNotFoundError:
            return None
        digest, body = content[:DIGEST], content[DIGEST:]
        if sha256(body).digest() != digest:
            _say_once(NOT_READ, f"wrong checksum of {self._path(key)}")
            return None
        stamp, kept_key, compiled = pickle.loads(body)
        return compiled if (stamp, kept_key) == (self._stamp, key) else None

    def save(self, key: Any, compiled: Any) -> None:
        """Keep something for a key; what was kept for other sources goes."""
        body = self._serialized((self._stamp, key, compiled))
        target = self._path(key)
        partial = target.with_name(f"{target.name}.tmp.{uuid4().hex[:16]}")
        try:
            partial.write_bytes(sha256(body).digest() + body)
            os.replace(partial, target)
        except OSError:
            partial.unlink(missing_ok=True)
            raise
        self._remove(but=self._current)

    def flush(self) -> None:
        """Forget everything that is kept of the kernel."""
        self._remove()

    def _remove(self, but: str | None = None) -> None:
        for path in self._folder.glob(f"{self._all}*.nbc"):
            if but is None or not path.name.startswith(but):
                with contextlib.suppress(OSError):  # another user's, or gone
                    path.unlink()


def _say_once(problem: str, reason: str) -> None:
    if problem not in _said:
        _said.add(problem)
        logger.warning(problem, reason)


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
