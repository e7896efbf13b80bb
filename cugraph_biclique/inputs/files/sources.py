# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The files that a caller names: paths, patterns and addresses, lists of them, and open
files."""

from __future__ import annotations

import glob
import io
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from cugraph_biclique.arguments import is_address
from cugraph_biclique.inputs.files.addresses import WILD, files_at

FILE = "the open file"  # the name of an open file that has none


@runtime_checkable
class Readable(Protocol):
    """An open file, binary or text."""

    def read(self) -> bytes | str:
        """Return everything from the current position on."""


PathLike = str | os.PathLike[str]
Source = PathLike | Readable


def sources(path: Source | Sequence[Source]) -> Iterator[Path | Readable]:
    """Yield the files that a caller names, in order; those of a pattern are sorted.

    Raises
    ------
    FileNotFoundError
        If there is no such file, or no file matches a pattern.
    TypeError
        If `path` is of another kind.
    ValueError
        If `path` is an empty list.
    ImportError, OSError, ValueError
        If a file at an address cannot be read, as `addresses.files_at`.
    """
    if isinstance(path, Readable):
        yield path
        return
    if isinstance(path, str | os.PathLike):
        if is_address(path):
            yield from files_at(os.fspath(path))
        else:
            yield from paths_of(path)
        return
    if isinstance(path, bytes | dict) or hasattr(path, "columns"):
        raise _of_another_kind(path)
    try:
        several = list(path)
    except TypeError:
        raise _of_another_kind(path) from None
    if not several:
        raise ValueError("path is an empty list: pass at least one file")
    for each in several:
        if not isinstance(each, str | os.PathLike | Readable):
            raise _of_another_kind(each)
        yield from sources(each)


def _of_another_kind(path: object) -> TypeError:
    advice = "pass the name of a file, an open file, or a list of them"
    if isinstance(path, bytes):
        advice = "pass io.BytesIO(...) for the content of a file"
    elif hasattr(path, "columns"):
        advice = "pass it to the search without read_edges, as it is read already"
    return TypeError(
        f"path must name files, and is of type {type(path).__name__}: {advice}"
    )


def paths_of(path: PathLike) -> Iterator[Path]:
    """Yield the file of a name, or those of a pattern, sorted, as `sources`."""
    plain = Path(path).expanduser()
    if plain.exists() or not any(sign in str(path) for sign in WILD):
        if not plain.exists():
            raise FileNotFoundError(f"no such file: {plain}")
        yield plain
        return
    matches = sorted(glob.glob(str(plain), recursive=True))
    if not matches:
        raise FileNotFoundError(f"no file matches {plain}")
    yield from map(Path, matches)


def content_of(file: Readable) -> tuple[str, bytes]:
    """Return the name of an open file, and its bytes from the current position on.

    Raises
    ------
    ValueError
        If the file is closed, cannot be read, or is at its end but not empty.
    """
    name = getattr(file, "name", None)
    if not (name and isinstance(name, str)):
        name = FILE
    if getattr(file, "closed", False):
        raise ValueError(f"{name} is closed: open it again")
    try:
        content = file.read()
    except io.UnsupportedOperation:
        raise ValueError(f"{name} is only open for writing: open it again") from None
    data = content.encode() if isinstance(content, str) else bytes(content)
    if not data and _position(file):
        raise ValueError(f"{name} is at its end: call seek(0) on it first")
    return name, data


def _position(file: Any) -> int:
    """Return the position in an open file, or 0 if the file has none, as a pipe."""
    with suppress(AttributeError, OSError):
        return int(file.tell())
    return 0
