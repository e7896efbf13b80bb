# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files at an address, such as ``s3://bucket/edges.csv``, which fsspec opens."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

from cugraph_biclique.arguments import MOST_REASON

WILD = "*?["


class Remote(NamedTuple):
    """A file in a file system of fsspec, which is read as an open file is."""

    name: str  # its address
    system: Any
    path: str

    def read(self) -> bytes:
        """Return the content."""
        try:
            return bytes(self.system.cat_file(self.path))
        except FileNotFoundError:
            raise FileNotFoundError(f"no such file: {self.name}") from None


def system_of(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it.

    Raises
    ------
    ImportError
        If fsspec, or its package for this kind of address, is not installed.
    ValueError
        If fsspec does not know the kind of address, or the address has lost a slash in
        a `pathlib.Path`.
    """
    if "://" not in address:
        raise ValueError(
            f"{address} is an address without its second slash, which pathlib.Path "
            f"drops: write {address.replace(':/', '://', 1)!r}, as a string"
        )
    if find_spec("fsspec") is None:
        raise ImportError(
            f"{address} is an address, and fsspec, which opens it, is not installed: "
            "pip install fsspec, or pass the path of a local file or folder"
        )
    from fsspec.core import url_to_fs  # type: ignore[import-untyped]

    try:
        system, path = url_to_fs(address)
    except (ImportError, ValueError) as error:
        reason = " ".join(str(error).split())[:MOST_REASON]
        raise type(error)(
            f"{address} cannot be opened ({reason}): install what fsspec needs for "
            "this kind of address, or pass the path of a local file or folder"
        ) from error
    return system, path


def files_at(address: str) -> Iterator[Remote]:
    """Yield the file at an address, or those of a pattern, sorted.

    Raises
    ------
    FileNotFoundError
        If no file matches. A file that is not there is an error when it is read.
    ImportError, ValueError
        As `system_of`. ValueError also if the address is of a folder.
    """
    system, path = system_of(address)
    names = sorted(system.glob(path)) if set(WILD) & set(path) else [path]
    if not names:
        raise FileNotFoundError(f"no file matches {address}")
    for name in names:
        if system.isdir(name):
            raise ValueError(
                f"{system.unstrip_protocol(name)} is a folder: pass a pattern of its "
                f"files, such as {address.rstrip('/')}/*.parquet"
            )
        yield Remote(system.unstrip_protocol(name), system, name)
