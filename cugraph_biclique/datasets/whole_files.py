# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files that are there whole or not at all.

A file is written under a name of its own, forced to the disk, and renamed. So a crash
or a power loss leaves the old file or the new one, and at most a leftover whose name
shows that it is ours.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cugraph_biclique.datasets import locking

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

TOKEN = r"[0-9a-f]{16}"
LONGEST_START = 50  # characters of a file's name in that of its partial file
NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)  # file systems without it
UNFINISHED: set[Path] = set()  # partial files of this process


class Checksummed(io.RawIOBase):
    """A stream that passes on what is written to it, and counts and hashes it."""

    def __init__(self, out: BinaryIO) -> None:
        self.out = out
        self.bytes = 0
        self.digest = hashlib.sha256()

    def writable(self) -> bool:
        """As PyArrow asks."""
        return True

    def write(self, data: ReadableBuffer) -> int:
        """Write all of the data."""
        self.digest.update(data)
        self.bytes += memoryview(data).nbytes
        return self.out.write(data)


def partial_of(target: Path) -> Path:
    """A new name for a file that is being written."""
    start = target.name[:LONGEST_START]
    return target.with_name(f".{start}.{secrets.token_hex(8)}.partial")


def is_partial(name: str, of: str) -> bool:
    """Whether `name` is one that `partial_of` gives to files whose names match the
    regular expression `of`."""
    return re.fullmatch(rf"\.{of}\.{TOKEN}\.partial", name) is not None


@contextmanager
def new_file(target: Path, shared: bool = False) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of `target` once it is on the disk; on an
    error `target` stays as it is.

    In a `shared` folder, which is not ours alone, the partial file is locked. So the
    next run can tell what a killed process has left, and removes that. There `target`
    may be a link, which stays one, or a file whose permissions stay.
    """
    if shared:
        target = Path(os.path.realpath(target))  # a link stays one
        _remove_leftovers(target)
    partial = partial_of(target)
    UNFINISHED.add(partial)
    try:
        with _opened(partial, shared) as out:
            if shared and os.name != "nt" and target.exists():
                os.fchmod(out.fileno(), stat.S_IMODE(target.stat().st_mode))
            yield out
            out.flush()
            os.fsync(out.fileno())
            if os.name != "nt":  # while the lock is held
                os.replace(partial, target)
        if os.name == "nt":  # which renames closed files only
            os.replace(partial, target)
        if shared:
            sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):  # the first error is the one to report
            partial.unlink(missing_ok=True)
        raise
    finally:
        UNFINISHED.discard(partial)


def _opened(partial: Path, locked: bool) -> BinaryIO:
    """A new file, open for writing."""
    while True:
        out = partial.open("xb")
        if not locked:
            return out
        try:
            mine = locking.lock_at_once(out.fileno())
        except OSError:  # without locks leftovers stay
            return out
        if mine and locking.is_at(out.fileno(), partial):
            return out
        out.close()  # another run has taken it for a leftover, before it was locked
        partial.unlink(missing_ok=True)


def _remove_leftovers(target: Path) -> None:
    """Remove partial files of `target` that no process writes any more."""
    start = re.escape(target.name[:LONGEST_START])
    with suppress(OSError):  # leftovers are no reason to fail
        for path in list(target.parent.iterdir()):
            if not is_partial(path.name, of=start) or path in UNFINISHED:
                continue
            with suppress(OSError), path.open("rb+") as left:
                if locking.lock_at_once(left.fileno()):
                    path.unlink()


def discard_unfinished() -> None:
    """Remove what this process has begun to write, before it ends at once."""
    for path in list(UNFINISHED):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Force the names in a folder to the disk, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in NO_SYNC:
            raise
    finally:
        os.close(handle)
