# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files and folders at addresses, such as ``s3://bucket/found``, which fsspec writes.

A store of objects has neither renames nor locks, but an object appears only when all of
it has arrived. So a file is written to the temporary folder of the machine first, and
then copied as a whole.

`StorePath` has those methods of `pathlib.Path` that data sets use. The package
universal-pathlib has more of them, but its ``rmdir`` removes folders that are not
empty, and it keeps listings that other processes change.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, TypeAlias

from cugraph_biclique.arguments import is_address, reason
from cugraph_biclique.inputs.files.addresses import system_of


@dataclass(frozen=True)
class StorePath:
    """A file or a folder in a file system of fsspec.

    Folders need not be created, and those without files do not exist.
    """

    path: str  # in the file system
    address: str = field(compare=False)  # as the caller and the workers open it
    system: Any = field(repr=False)
    listed: str = field(compare=False, default="")  # its type in a listing, if known

    def __str__(self) -> str:
        return self.address

    def __truediv__(self, name: str | PurePath) -> StorePath:
        return StorePath(f"{self.path}/{name}", f"{self.address}/{name}", self.system)

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.path).suffix

    @property
    def parent(self) -> StorePath:
        path, address = (each.rpartition("/")[0] for each in (self.path, self.address))
        return StorePath(path, address, self.system)

    def with_name(self, name: str) -> StorePath:
        return self.parent / name

    @property
    def _fresh(self) -> Any:
        """The file system, without listings that other processes may have changed."""
        self.system.invalidate_cache()
        return self.system

    def resolve(self) -> StorePath:
        return self

    def exists(self) -> bool:
        return bool(self._fresh.exists(self.path))

    def is_file(self) -> bool:
        known = self.listed == "file"
        return known if self.listed else bool(self._fresh.isfile(self.path))

    def is_dir(self) -> bool:
        known = self.listed == "directory"
        return known if self.listed else bool(self._fresh.isdir(self.path))

    def is_symlink(self) -> bool:
        return False

    def iterdir(self) -> Iterator[StorePath]:
        """Yield the files and folders inside, without an object that marks a folder."""
        try:
            entries = self._fresh.ls(self.path, detail=True)
        except FileNotFoundError:
            return
        for entry in entries:
            there = entry["name"].strip("/")
            if there != self.path.strip("/"):
                yield replace(self / there.rpartition("/")[2], listed=entry["type"])

    def files(self) -> list[str]:
        """Return all files below, by their names in this folder, sorted."""
        start = f"{self.path.strip('/')}/"
        names = [str(name).lstrip("/") for name in self._fresh.find(self.path)]
        plain = [name for name in names if not name.endswith("/")]  # marks a folder
        return sorted(name.removeprefix(start) for name in plain)

    def glob(self, pattern: str) -> Iterator[StorePath]:
        """Yield the files below that match, such as ``*/name``."""
        for name in self.files():
            if PurePosixPath(name).match(pattern):
                yield self / name

    def open(self, mode: str = "rb") -> Any:
        return self.system.open(self.path, mode)

    def read_bytes(self) -> bytes:
        return bytes(self.system.cat_file(self.path))

    def unlink(self, missing_ok: bool = False) -> None:
        try:
            self.system.rm_file(self.path)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def mkdir(self) -> None:
        """Do nothing: a folder is there with its first file."""

    def rmdir(self) -> None:
        """Do nothing: fsspec might remove the bucket."""

    def create(self, content: bytes) -> None:
        """Write a new file; raise `FileExistsError` if there is one.

        Stores that cannot create files exclusively ignore the mode, so the first check
        remains for them. Two writers may pass it at the same moment.
        """
        if self.exists():
            raise FileExistsError(str(self))
        self._written(self.system.pipe_file, self.path, content, mode="create")

    @contextmanager
    def passing(self, content: bytes) -> Iterator[None]:
        """Context for a new file, which is removed at the end.

        Raises
        ------
        FileExistsError
            If there is one.
        OSError
            If it cannot be written. A `PermissionError` if the store allows no writes.
        """
        try:
            self.create(content)
        except FileExistsError:
            raise
        except Exception as error:
            raise _failed(self.parent, error) from error
        try:
            yield
        finally:
            with suppress(Exception):  # the first error is the one to report
                self.unlink()

    def put(self, file: str) -> None:
        """Replace this file by a local one."""
        try:
            self._written(self.system.put_file, file, self.path)
        except Exception as error:
            raise _failed(self, error) from error

    def _written(self, write: Callable[..., None], *args: Any, **options: Any) -> None:
        """Write, and create the folders of a file system that needs them.

        Its first folder must be there: in a store, it is the bucket.
        """
        try:
            write(*args, **options)
        except FileNotFoundError:
            folders = PurePosixPath(self.path).parents
            for folder in reversed([str(each) for each in folders][:-2]):
                with suppress(FileExistsError):
                    self.system.mkdir(folder, create_parents=False)
            write(*args, **options)


def _failed(path: StorePath, error: Exception) -> OSError:
    """Return the error of a failed write. Stores raise those of their libraries."""
    denied = isinstance(error, PermissionError | NotImplementedError)
    return (PermissionError if denied else OSError)(
        f"{path} cannot be written ({reason(error)}): check the address and your "
        "rights, then repeat the same call, or write to a local path, and copy the "
        "result"
    )


Place: TypeAlias = Path | StorePath


def place_of(path: str | os.PathLike[str]) -> Place:
    """Return a path as a `Path`, or an address as a `StorePath`.

    The address of a local file becomes a `Path`. Caches such as ``simplecache::`` are
    left out: they would return the content of a file before it was replaced.

    Raises
    ------
    ImportError, ValueError
        As `addresses.system_of`.
    """
    if not is_address(path):
        return Path(path)
    address = os.fspath(path)
    system, name = system_of(address)
    from fsspec.implementations.cached import (  # type: ignore[import-untyped]
        CachingFileSystem,
    )
    from fsspec.implementations.local import (  # type: ignore[import-untyped]
        LocalFileSystem,
    )

    while isinstance(system, CachingFileSystem):
        system = system.fs
    if type(system) is LocalFileSystem:
        return Path(name)
    return StorePath(name.rstrip("/"), address.rstrip("/"), system)


def name_in(folder: Place, path: Place) -> str:
    """Return the name of a file below a folder, with slashes."""
    if isinstance(folder, StorePath) or isinstance(path, StorePath):
        return str(path).removeprefix(f"{folder}/")
    return path.relative_to(folder).as_posix()


def items_of(folder: Place) -> list[Place]:
    """Return the files and folders inside, sorted."""
    return sorted(folder.iterdir(), key=attrgetter("name"))


def for_arrow(path: Place) -> tuple[Any, Any]:
    """Return a path, and the file system of it, as PyArrow opens them. It takes a
    relative path such as ``s3:x`` for an address."""
    if isinstance(path, StorePath):
        return path.path, path.system
    return path.absolute(), None
