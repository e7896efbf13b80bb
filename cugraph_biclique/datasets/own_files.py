# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files and folders with names that others can predict, where links are refused.

Another user of a shared folder can put a link in the place of such a file, and make
this package write to the file at its end. So a file is opened without following links,
and examined before a byte of it changes. Other files have random names and are created
exclusively, which follows no link. `os.replace` follows none either: it replaces the
link, and not the file at its end.

The folder that a caller names may be a link. The operating system follows it, as for
any other program.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from cugraph_biclique.datasets.stores import Place, StorePath

# Windows has neither; there, `is_at` detects links after the file is open.
NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # for the other end of a pipe
ANYTHING = b""
MOST_LINKS = 40  # as on Linux
EVERYBODY_WRITES = stat.S_ISVTX | stat.S_IWOTH


def opened(path: Path, flags: int, begins: bytes = ANYTHING) -> int:
    """Open a file of this package, and return its handle.

    The file must be a plain one with a single name, and either empty or begin with
    these bytes. Otherwise it belongs to somebody else, and nothing of it has changed.

    Raises
    ------
    FileExistsError
        There is something else at this path. As an error of this package, it has no
        ``errno``.
    OSError
        As `os.open`.
    """
    if not NO_LINKS and path.is_symlink():
        raise foreign(path)
    try:
        handle = os.open(path, flags | NO_LINKS | NO_WAITING, 0o666)
    except FileNotFoundError:
        raise
    except OSError as error:
        if _what_is_at(path):  # a link, a folder or a socket
            raise foreign(path) from error
        raise
    try:
        there = os.fstat(handle)
        # A writer that removes its file meanwhile leaves a file without names.
        if not stat.S_ISREG(there.st_mode) or there.st_nlink > 1:
            raise foreign(path, there)
        start = os.read(handle, len(begins))
        if not begins.startswith(start):
            raise foreign(path, there)
        os.lseek(handle, 0, os.SEEK_SET)
    except BaseException:
        os.close(handle)
        raise
    return handle


def is_at(handle: int, path: Path) -> bool:
    """Whether `path` is a name of this open file, and no link to it."""
    try:
        there = os.lstat(path)
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(handle), there)


def foreign(path: Path, there: os.stat_result | None = None) -> FileExistsError:
    """Return the error for something that this package has not put at `path`."""
    what = _what_is_at(path)
    if there is not None and not what:
        several = "a file with several names (hard links)"
        what = several if there.st_nlink > 1 else "a file with other content"
    return FileExistsError(
        f"path={str(path.parent)!r} contains {path.name!r}, which is "
        f"{what or 'something else'} and not of this package: move it to another "
        "folder, then repeat the same call"
    )


def check_folder(path: Place) -> None:
    """Raise an error if a link or a file is in the place of our folder."""
    if isinstance(path, StorePath):
        return
    if path.is_symlink() or (path.exists() and not path.is_dir()):
        raise foreign(path)


def make_folder(path: Place) -> None:
    """Create a folder of this package, unless it is there."""
    try:
        path.mkdir()
    except FileExistsError:
        check_folder(path)


def mark(path: Place) -> None:
    """Create an empty file of this package, unless it is there."""
    if isinstance(path, StorePath):
        with suppress(FileExistsError):
            path.create(b"")
    else:
        os.close(opened(path, os.O_RDWR | os.O_CREAT))


def end_of(path: Path) -> Path:
    """Return the file at the end of a link that a user names, or the path itself.

    Where everybody may write, such as in ``/tmp``, a link of another user is an error:
    Linux follows none there either.
    """
    for _ in range(MOST_LINKS):
        try:
            link = os.lstat(path)
        except FileNotFoundError:
            return path
        if not stat.S_ISLNK(link.st_mode):
            return path
        folder = os.stat(path.parent)
        shared = folder.st_mode & EVERYBODY_WRITES == EVERYBODY_WRITES
        if shared and link.st_uid not in (os.geteuid(), folder.st_uid):
            raise PermissionError(
                f"{path} is a link of another user, in a folder where everybody may "
                "write: pass another file name"
            )
        path = path.parent / os.readlink(path)
    raise OSError(f"{path} is a link that leads to itself: pass another file name")


def _what_is_at(path: Path) -> str:
    """Describe what is at a path; empty for a plain file, and for nothing."""
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return ""
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISLNK(mode):
        return "a link"
    return "a folder" if stat.S_ISDIR(mode) else "a pipe, a socket or a device"
