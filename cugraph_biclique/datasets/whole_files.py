# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Atomic files: a file is written completely or not at all.

A file is written under a temporary name, forced to the disk, and renamed. So after a
crash or a power loss, the old or the new file is there. At most a partial file remains,
which this package recognises by its name. A file at an address is copied there as a
whole (`stores`).
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import re
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from cugraph_biclique.datasets import locking
from cugraph_biclique.datasets.own_files import end_of, is_at, opened
from cugraph_biclique.datasets.stores import Place, StorePath

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

TOKEN = r"[0-9a-f]{16}"
LONGEST_START = 50  # characters of a file's name in the name of its partial file
NO_SYNC = (
    errno.EINVAL,
    errno.ENOTSUP,
    errno.EBADF,
)  # errors of file systems without fsync
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
PERMISSIONS = 0o777  # without setuid, setgid and sticky bits
PlaceT = TypeVar("PlaceT", Path, StorePath)
UNFINISHED: set[Path] = set()  # partial files of this process


class Checksummed(io.RawIOBase):
    """A stream that counts and hashes its bytes, and writes them to another stream."""

    def __init__(self, out: BinaryIO) -> None:
        self.out = out
        self.bytes = 0
        self.digest = hashlib.sha256()

    def writable(self) -> bool:
        """Return True; PyArrow calls this method."""
        return True

    def write(self, data: ReadableBuffer) -> int:
        """Write all data."""
        self.digest.update(data)
        self.bytes += memoryview(data).nbytes
        return self.out.write(data)


def partial_of(target: PlaceT) -> PlaceT:
    """Return a new name for the partial file of `target`."""
    start = target.name[:LONGEST_START]
    return target.with_name(f".{start}.{secrets.token_hex(8)}.partial")


def is_partial(name: str, of: str) -> bool:
    """Whether `partial_of` gives this name to a file that matches the regular
    expression `of`."""
    return re.fullmatch(rf"\.{of}\.{TOKEN}\.partial", name) is not None


@contextmanager
def new_file(target: Place, shared: bool = False) -> Iterator[BinaryIO]:
    """Context for a stream that replaces `target` once its content is on the disk.

    On an error, `target` stays as it is. In a `shared` folder, which other programs
    use, the partial file is locked. So the next run recognises and removes the partial
    files of killed processes. There, `target` may be a link, which remains a link, and
    a file keeps its permissions.
    """
    if isinstance(target, StorePath):
        with _sent(target) as out:
            yield out
        return
    if shared:
        target = end_of(target)  # replace the target of a link
        _remove_leftovers(target)
    partial = partial_of(target)
    UNFINISHED.add(partial)
    try:
        with _created(partial, shared) as out:
            if shared and os.name != "nt" and target.exists():
                mode = stat.S_IMODE(os.lstat(target).st_mode)
                os.fchmod(out.fileno(), mode & PERMISSIONS)
            yield out
            out.flush()
            os.fsync(out.fileno())
            if os.name != "nt":  # while the lock is held
                os.replace(partial, target)
        if os.name == "nt":  # Windows renames only closed files
            os.replace(partial, target)
        if shared:
            sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):  # the first error is the one to report
            partial.unlink(missing_ok=True)
        raise
    finally:
        UNFINISHED.discard(partial)


@contextmanager
def _sent(target: StorePath) -> Iterator[BinaryIO]:
    """Context for a local stream, which is copied to a store once it is complete."""
    handle, name = tempfile.mkstemp(prefix="cugraph_biclique-")
    UNFINISHED.add(Path(name))
    try:
        try:
            with open(handle, "wb") as out:
                yield out
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            where = (
                f"{error.strerror} in the temporary folder {tempfile.gettempdir()!r}"
            )
            raise OSError(error.errno, where) from error
        target.put(name)
    finally:
        with suppress(OSError):  # the first error is the one to report
            os.unlink(name)
        UNFINISHED.discard(Path(name))


def _created(partial: Path, locked: bool) -> BinaryIO:
    """Create and open a file for writing. An existing name or link is an error."""
    while True:
        out = partial.open("xb")
        if not locked:
            return out
        try:
            mine = locking.lock_at_once(out.fileno())
        except OSError:  # without locks, partial files of killed processes remain
            return out
        if mine and is_at(out.fileno(), partial):
            return out
        out.close()  # another run removed the file before it was locked
        partial.unlink(missing_ok=True)


def _remove_leftovers(target: Path) -> None:
    """Remove the partial files of `target` that no process is writing."""
    start = re.escape(target.name[:LONGEST_START])
    with suppress(OSError):  # a failed removal is no error
        for path in list(target.parent.iterdir()):
            if not is_partial(path.name, of=start) or path in UNFINISHED:
                continue
            with suppress(OSError):
                left = opened(path, os.O_RDWR)
                try:
                    if locking.lock_at_once(left):
                        path.unlink()
                finally:
                    os.close(left)


def discard_unfinished() -> None:
    """Remove the partial files of this process, before it ends without cleanup."""
    for path in list(UNFINISHED):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def sync_folder(folder: Place) -> None:
    """Force the names in a folder to the disk, if the system supports it."""
    if os.name == "nt" or isinstance(folder, StorePath):
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
    finally:
        os.close(handle)
