# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Locks of folders: the operating system locks a file in the folder for one writer.

The system releases the lock when its holder ends, even if the holder is killed. A lock
belongs to an open file, so it also excludes other threads of the process. On a file
system without locks, and in a store at an address, a second file serves as the lock. A
killed process leaves this file, and the error names it.

Everybody knows the name of the lock file. So it is opened by `own_files`, which refuses
links, before the name of the holder is written to it.
"""

from __future__ import annotations

import errno
import logging
import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from pathlib import Path

from cugraph_biclique.datasets.own_files import is_at, opened
from cugraph_biclique.datasets.stores import Place, StorePath

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

logger = logging.getLogger(__name__)

LOCK = ".cugraph_biclique.lock"  # readers of data sets skip names that begin with a dot
LOCK_BY_NAME = ".cugraph_biclique.writing"  # on file systems without locks
POLL_SECONDS = 0.1
SIGNED = b"process "  # begins the content of both files
FAR = 1 << 30  # the byte to lock on Windows, where locked bytes cannot be read
HELD = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES)
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)


def lock_at_once(handle: int) -> bool:
    """Lock an open file without waiting; return False if it is locked already."""
    try:
        if sys.platform == "win32":
            os.lseek(handle, FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            os.lseek(handle, 0, os.SEEK_SET)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in HELD:
            raise
        return False
    return True


@contextmanager
def held(folder: Place, wait: bool = False) -> Iterator[None]:
    """Context that locks a folder for one writer.

    A second writer gets an error at once. With `wait`, the writer waits for the lock
    instead. Workers of a call wait, for example for a worker that Dask has replaced.
    The call itself holds another lock, so on file systems without locks, workers use
    none.
    """
    if isinstance(folder, StorePath):
        with nullcontext() if wait else _held_in_store(folder):
            yield
        return
    path = folder / LOCK
    handle: int | None
    try:
        handle = _locked(folder, wait)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        path.unlink(missing_ok=True)
        path = folder / LOCK_BY_NAME
        handle = None if wait else _made(folder)
    try:
        _sign(handle)
        yield
    finally:
        _release(handle, path)


@contextmanager
def _held_in_store(folder: StorePath) -> Iterator[None]:
    """Context that creates a file in a store, which serves as the lock."""
    path = folder / LOCK_BY_NAME
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(path.passing(_signature()))
                break
            except FileExistsError:
                with suppress(FileNotFoundError):  # its holder has ended since
                    raise _by_name(folder, _named(path.read_bytes())) from None
        yield


def _locked(folder: Path, wait: bool) -> int:
    """Open and lock the lock file."""
    while True:
        handle = _opened(folder)
        try:
            mine = lock_at_once(handle)
            if mine and is_at(handle, folder / LOCK):
                return handle
            if not (mine or wait):
                raise BlockingIOError(
                    f"path={str(folder)!r} is being written by {_holder(handle)}: "
                    "wait until that process ends, or pass another folder"
                )
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        if not mine:
            logger.info("waiting for another writer of %s", folder)
            time.sleep(POLL_SECONDS)


def _made(folder: Path) -> int:
    """Create the file that serves as the lock; only one process can create it."""
    path = folder / LOCK_BY_NAME
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        there = opened(path, os.O_RDONLY, SIGNED)
        try:
            holder = _holder(there)
        finally:
            os.close(there)
    raise _by_name(folder, holder)


def _by_name(folder: Place, holder: str) -> BlockingIOError:
    """Return the error for a file that serves as the lock."""
    return BlockingIOError(
        f"path={str(folder)!r} is being written by {holder}, and its file system has "
        "no locks: wait until that process ends, or, if it was killed, remove "
        f"{LOCK_BY_NAME!r} from the folder"
    )


def _opened(folder: Path) -> int:
    """Open the lock file."""
    path = folder / LOCK
    while True:
        try:
            return opened(path, os.O_RDWR | os.O_CREAT, SIGNED)
        except FileNotFoundError:  # another writer failed, and removed the folder
            folder.mkdir(parents=True, exist_ok=True)


def _release(handle: int | None, path: Path) -> None:
    """Remove the lock file, then release the lock.

    In this order, a writer that opens the file meanwhile detects the removal. Windows
    removes only closed files.
    """
    if handle is None:
        return
    if sys.platform == "win32":
        os.close(handle)
    try:
        with suppress(OSError):
            path.unlink()
    finally:
        if sys.platform != "win32":
            os.close(handle)


def _sign(handle: int | None) -> None:
    """Write the name of the holder to the lock file, unless the disk is full."""
    if handle is None:
        return
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.write(handle, _signature())


def _signature() -> bytes:
    return f"process {os.getpid()} on {platform.node()!r}\n".encode()


def _holder(handle: int) -> str:
    """Return the name of the lock's holder, if known."""
    os.lseek(handle, 0, os.SEEK_SET)
    return _named(os.read(handle, 200))


def _named(text: bytes) -> str:
    """Return the name of the holder in the content of a lock, if known."""
    if not text.startswith(SIGNED):
        return "another process"
    return text.decode(errors="replace").strip()
