# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""One writer in a folder: a lock of the operating system on a file in it.

The system releases the lock when its holder ends, however that happens. A lock belongs
to an open file, so it keeps threads of one process apart, too. Where a file system has
no locks, the existence of a second file stands for one; a killed process leaves that,
and the error says which file to remove.
"""

from __future__ import annotations

import errno
import logging
import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

logger = logging.getLogger(__name__)

LOCK = ".cugraph_biclique.lock"  # readers of data sets skip names with a dot in front
LOCK_BY_NAME = ".cugraph_biclique.writing"  # where the file system has no locks
POLL_SECONDS = 0.1
FAR = 1 << 30  # the byte that is locked on Windows, where locked bytes cannot be read
HELD = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES)
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)


def lock_at_once(handle: int) -> bool:
    """Lock an open file; False if another one has it."""
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


def is_at(handle: int, path: Path) -> bool:
    """Whether an open file is the one at `path`."""
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(handle), there)


@contextmanager
def held(folder: Path, wait: bool = False) -> Iterator[None]:
    """Be the only writer in a folder.

    A second writer gets an error at once. One that `wait`s is a worker of a call that
    holds a lock of its own: it waits for a former worker, and does without a lock where
    the file system has none.
    """
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


def _locked(folder: Path, wait: bool) -> int:
    """The lock file, open and locked."""
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
    """The file that stands for a lock, which only one process can make."""
    path = folder / LOCK_BY_NAME
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        with path.open("rb") as there:
            holder = _holder(there.fileno())
    raise BlockingIOError(
        f"path={str(folder)!r} is being written by {holder}, and its file system has "
        "no locks: wait until that process ends, or, if it was killed, remove "
        f"{LOCK_BY_NAME!r} from the folder"
    )


def _opened(folder: Path) -> int:
    """The lock file, open."""
    path = folder / LOCK
    while True:
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except FileNotFoundError:  # another writer has failed, and removed the folder
            folder.mkdir(parents=True, exist_ok=True)


def _release(handle: int | None, path: Path) -> None:
    """Give the lock back. The file goes first, while it is locked: a writer that has
    opened it meanwhile sees that it is gone. Windows removes closed files only."""
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
    """Say who has the lock; on a full disk nobody can."""
    if handle is None:
        return
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.write(handle, f"process {os.getpid()} on {platform.node()!r}\n".encode())


def _holder(handle: int) -> str:
    """Who has the lock, as far as is known."""
    os.lseek(handle, 0, os.SEEK_SET)
    text = os.read(handle, 200).decode(errors="replace").strip()
    return text if text.startswith("process ") else "another process"
