# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The folder of a data set: taken by one writer, and nothing in it that is not ours.

Only files that this package makes, by their exact names, are ever removed.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

from cugraph_biclique.arguments import check_path
from cugraph_biclique.datasets import locking
from cugraph_biclique.datasets.manifests import (
    MANIFEST,
    PARTITION,
    is_complete,
    is_part_name,
    new_manifest,
    part_name,
    read_manifest,
    record_of,
    write_manifest,
)
from cugraph_biclique.datasets.whole_files import (
    Checksummed,
    is_partial,
    new_file,
    sync_folder,
)

# What a manifest was written for, and what is asked for, to how these differ
Differences: TypeAlias = Callable[[dict[str, Any], dict[str, Any]], str]
READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
LOCKS = (locking.LOCK, locking.LOCK_BY_NAME)
PARTIAL = rf"(part-\d{{5,}}\.parquet|{re.escape(MANIFEST)})"  # of which files


def checked_path(path: str | os.PathLike[str]) -> Path:
    """The folder that a caller names, which need not be there."""
    check_path(path)
    folder = Path(path)
    if os.path.lexists(folder) and not folder.is_dir():
        raise FileExistsError(
            f"path={str(path)!r} is a file, but a data set is a folder of files: pass "
            "a folder"
        )
    return folder


@contextmanager
def taken(path: str | os.PathLike[str]) -> Iterator[Path]:
    """The folder at `path`, made if need be, with no other writer in it. A new folder
    is removed again if nothing has been written to it."""
    folder = checked_path(path)
    made = [where for where in (folder, *folder.parents) if not where.exists()]
    try:
        with ExitStack() as stack:
            with resumable(folder):
                folder.mkdir(parents=True, exist_ok=True)
                for where in made:
                    sync_folder(where.parent)
                stack.enter_context(locked(folder))
            yield folder
    finally:
        with suppress(OSError):  # as soon as one of them is not empty
            for where in made:
                where.rmdir()


@contextmanager
def locked(folder: Path, wait: bool = False) -> Iterator[None]:
    """Be the only writer in a folder, as `locking.held` has it. A complete data set in
    a read-only folder needs no lock, as nothing is left to write."""
    with ExitStack() as stack:
        try:
            stack.enter_context(locking.held(folder, wait))
        except OSError as error:
            manifest = read_manifest(folder) if error.errno in READ_ONLY else None
            if manifest is None or not is_complete(manifest):
                raise
        yield


def check_free(path: str | os.PathLike[str]) -> None:
    """Raise an error if another writer has the folder at `path`."""
    folder = checked_path(path)
    if folder.exists():
        with taken(folder):
            pass


@contextmanager
def resumable(folder: Path) -> Iterator[None]:
    """Say what to do where something cannot be written."""
    try:
        yield
    except OSError as error:
        if error.errno is None:  # an error of ours, which says it
            raise
        cure = "Fix the cause"
        if error.errno in NO_ROOM:
            cure = "Free some space"
        elif error.errno in READ_ONLY:
            cure = f"Make {str(folder)!r} writable"
        raise OSError(
            error.errno,
            f"{error.strerror}, while writing to {str(folder)!r}: all finished files "
            f"are intact. {cure}, then repeat the same call to resume",
        ) from error


def write_part(
    folder: Path, number: int, writer: Any, members: Any, first: int
) -> dict[str, Any]:
    """Write bicliques `first`, `first` + 1, ... as one file; what the manifest has to
    say of it."""
    name = part_name(number)
    with new_file(folder / name) as out:
        content = Checksummed(out)
        writer.write(content, members, first)
    n = len(members[0]) - 1  # the first are offsets
    return record_of(name, content.bytes, n, content.digest.hexdigest())


def begun_manifest(
    folder: Path, asked: dict[str, Any], jobs: int, differences: Differences
) -> dict[str, Any]:
    """The manifest of a folder, if it is of this call; a new one, if the folder is
    empty. What a crash has left is removed."""
    manifest = read_manifest(folder)
    if manifest is not None:
        _check_asked(folder, manifest, asked, jobs, differences)
    listed = None if manifest is None else {part["name"] for part in manifest["parts"]}
    left = _leftovers(folder, listed, partitioned="partitions" in asked)
    with resumable(folder):
        for item in left:
            item.unlink()
        if manifest is None:
            manifest = new_manifest(asked, jobs)
            write_manifest(folder, manifest)
    return manifest


def _check_asked(
    folder: Path,
    manifest: dict[str, Any],
    asked: dict[str, Any],
    jobs: int,
    differences: Differences,
) -> None:
    there = manifest["asked"]
    if there == asked and manifest["jobs"] == jobs:
        return
    if there.get("call") == asked["call"]:
        difference = differences(there, asked)
    else:
        difference = f"{there.get('call')} instead of {asked['call']}"
    raise FileExistsError(
        f"path={str(folder)!r} contains the result of a different call, with "
        f"{difference}: pass a new folder, or remove this one"
    )


def stranger(folder: Path, name: str) -> FileExistsError:
    """The error of something in a data set that is not of it."""
    return FileExistsError(
        f"path={str(folder)!r} contains {name!r}, which is not part of the data set: "
        "move it to another folder"
    )


def _leftovers(folder: Path, listed: set[str] | None, partitioned: bool) -> list[Path]:
    """What an interrupted writer has left, given what the manifest lists, if there is
    one. Anything that is not ours is an error; but beside a manifest there may be names
    with _ or . in front, which readers of a data set skip."""
    leftovers = []
    for item in sorted(folder.iterdir()):
        name, plain = item.name, item.is_file() and not item.is_symlink()
        if name in LOCKS or name == MANIFEST:
            continue
        if plain and is_partial(name, of=PARTIAL):
            leftovers.append(item)
        elif listed is None:
            raise FileExistsError(
                f"path={str(folder)!r} contains {name!r} but no manifest: pass a new "
                "folder, or empty this one"
            )
        elif name in listed or name.startswith(("_", ".")):
            continue
        elif plain and is_part_name(name):
            leftovers.append(item)
        elif not (partitioned and item.is_dir() and re.fullmatch(PARTITION, name)):
            raise stranger(folder, name)
    return leftovers


def clear(folder: Path, all_ours: bool = True) -> None:
    """Remove the parts and the manifest of a folder, and what was to become one. Not
    `all_ours`: only the latter, as parts without a manifest may be somebody's."""
    for item in list(folder.iterdir()):
        plain = item.is_file() and not item.is_symlink()
        part = all_ours and is_part_name(item.name)
        if plain and (part or is_partial(item.name, of=PARTIAL)):
            item.unlink(missing_ok=True)
    if all_ours:
        sync_folder(folder)  # parts whose manifest went first would be strangers
        (folder / MANIFEST).unlink(missing_ok=True)


@contextmanager
def written_at_once(
    path: str | os.PathLike[str], asked: dict[str, Any]
) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """A folder that is empty or new, and a list for what the manifest has to say of the
    parts that are written there. On an error nothing of them stays."""
    with taken(path) as folder:
        manifest = read_manifest(folder)
        if manifest is None:
            clear(folder, all_ours=False)
        elif manifest["asked"] == asked and not is_complete(manifest):
            clear(folder)  # a killed process has left that
        if any(item.name not in LOCKS for item in folder.iterdir()):
            raise FileExistsError(
                f"path={str(path)!r} is not empty: pass a new folder, or empty this one"
            )
        manifest = new_manifest(asked, jobs=1)
        parts: list[dict[str, Any]] = manifest["parts"]
        try:
            write_manifest(folder, manifest)
            yield folder, parts
            manifest["bicliques"] = sum(part["bicliques"] for part in parts)
            manifest["jobs_done"] = 1
            write_manifest(folder, manifest)
        except BaseException:
            with suppress(OSError):  # the first error is the one to report
                clear(folder)
            raise
