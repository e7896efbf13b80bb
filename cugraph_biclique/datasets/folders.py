# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The folder of a data set: opened by one writer, and cleaned after a crash.

This package removes only files with the exact names that it gives itself.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from cugraph_biclique.arguments import check_path
from cugraph_biclique.datasets import locking
from cugraph_biclique.datasets.manifest_files import (
    MANIFEST,
    MANIFEST_FILE,
    MANIFEST_FOLDER,
    OLD_MANIFEST,
)
from cugraph_biclique.datasets.manifests import (
    PARTITION,
    Differences,
    check_parts,
    is_complete,
    is_part_name,
    manifest_of_call,
    new_manifest,
    part_name,
    read_manifest,
    record_of,
    write_manifest,
)
from cugraph_biclique.datasets.own_files import check_folder
from cugraph_biclique.datasets.stores import Place, StorePath, items_of, place_of
from cugraph_biclique.datasets.whole_files import (
    NO_ROOM,
    Checksummed,
    is_partial,
    new_file,
    sync_folder,
)

READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
LOCKS = (locking.LOCK, locking.LOCK_BY_NAME)
MANIFESTS = "|".join(map(re.escape, (MANIFEST_FILE, OLD_MANIFEST)))
PARTIAL = rf"(part-[0-9]{{5,}}\.parquet|{MANIFESTS})"  # files with partial files


def checked_path(path: str | os.PathLike[str]) -> Place:
    """Check the path of a folder, which need not exist; return its place."""
    check_path(path)
    folder = place_of(path)
    if isinstance(folder, StorePath):
        there = folder.is_file()
    else:
        there = os.path.lexists(folder) and not folder.is_dir()
    if there:
        raise FileExistsError(
            f"path={str(path)!r} is a file, but a data set is a folder of files: pass "
            "a folder"
        )
    return folder


@contextmanager
def taken(path: str | os.PathLike[str]) -> Iterator[Place]:
    """Context that creates the folder at `path` if needed, and locks it.

    `path` may be a link to a folder, because the caller named it. On exit, a new folder
    is removed if it is empty.
    """
    folder = checked_path(path)
    if isinstance(folder, StorePath):
        with locked(folder):
            yield folder
        return
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
        with suppress(OSError):  # stops at the first folder that is not empty
            for where in made:
                where.rmdir()


@contextmanager
def locked(folder: Place, wait: bool = False) -> Iterator[None]:
    """Context that locks a folder, as `locking.held` does.

    A complete data set in a read-only folder needs no lock: no writer can change it.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locking.held(folder, wait))
        except OSError as error:
            denied = error.errno in READ_ONLY or isinstance(error, PermissionError)
            manifest = read_manifest(folder) if denied else None
            if manifest is None or not is_complete(manifest):
                raise
        else:
            check_folder(folder / MANIFEST_FOLDER)
        yield


def check_free(path: str | os.PathLike[str]) -> None:
    """Raise an error if another writer has locked the folder at `path`.

    A folder in a store is created for a moment, which shows whether it can be written.
    """
    folder = checked_path(path)
    if isinstance(folder, StorePath) or folder.exists():
        with taken(path):
            pass


@contextmanager
def resumable(folder: Place) -> Iterator[None]:
    """Context that adds advice to the errors of failed writes."""
    try:
        yield
    except OSError as error:
        if error.errno is None:  # an error of this package, with its own advice
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
    folder: Place, number: int, writer: Any, members: Any, first: int
) -> dict[str, Any]:
    """Write rows, numbered from `first`, as one file; return its entry."""
    name = part_name(number)
    with new_file(folder / name) as out:
        content = Checksummed(out)
        writer.write(content, members, first)
    n = len(members[0]) - 1  # the first array contains offsets
    return record_of(name, content.bytes, n, content.digest.hexdigest(), writer.kind)


def begun_manifest(
    folder: Place,
    asked: dict[str, Any],
    jobs: int,
    differences: Differences,
    kind: str = "biclique",
) -> dict[str, Any]:
    """Return the manifest of a data set that this call began, or begin a new data set.

    Check all parts, then remove the leftovers of a crash: nothing is removed before all
    checks. A missing partition is no error, because its worker writes it again.
    """
    partitioned = "partitions" in asked
    manifest = manifest_of_call(folder, asked, jobs, differences)
    left = _leftovers(folder, manifest, partitioned)
    if manifest is not None:
        check_parts(folder, manifest, missing_ok=partitioned)
    with resumable(folder):
        for item in left:
            item.unlink()
        _clean(folder / MANIFEST_FOLDER)
        if manifest is None:
            manifest = new_manifest(asked, jobs, kind)
            write_manifest(folder, manifest)
    return manifest


def stranger(folder: Place, name: str) -> FileExistsError:
    """Return the error for a file or folder that does not belong to the data set."""
    return FileExistsError(
        f"path={str(folder)!r} contains {name!r}, which is not part of the data set: "
        "move it to another folder"
    )


def _leftovers(
    folder: Place, manifest: dict[str, Any] | None, partitioned: bool
) -> list[Place]:
    """Return the files that an interrupted writer has left.

    Only an incomplete manifest may lack parts, and that of partitions lists none. Other
    files are an error. Beside a manifest, names that begin with _ or . are allowed,
    because readers of a data set skip them.
    """
    leftovers = []
    listed = None if manifest is None else {part["name"] for part in manifest["parts"]}
    lacks_parts = not (manifest is None or partitioned or is_complete(manifest))
    for item in items_of(folder):
        name, plain = item.name, item.is_file() and not item.is_symlink()
        if name in (*LOCKS, OLD_MANIFEST) or _holds_manifest(item):
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
        elif plain and lacks_parts and is_part_name(name):
            leftovers.append(item)
        elif item.is_symlink() or not (
            partitioned and item.is_dir() and re.fullmatch(PARTITION, name)
        ):
            raise stranger(folder, name)
    return leftovers


def _holds_manifest(item: Place) -> bool:
    """Whether a folder contains only a manifest and its partial files, if any."""
    return (
        item.name == MANIFEST_FOLDER
        and item.is_dir()
        and not item.is_symlink()
        and all(
            each.name == MANIFEST_FILE or is_partial(each.name, of=PARTIAL)
            for each in item.iterdir()
        )
    )


def _clean(manifests: Place) -> None:
    """Remove partial files from the folder of a manifest, and the folder if empty."""
    if manifests.is_dir() and not manifests.is_symlink():
        for item in items_of(manifests):
            if is_partial(item.name, of=PARTIAL):
                item.unlink(missing_ok=True)
        with suppress(OSError):  # it contains the manifest
            manifests.rmdir()


def clear(folder: Place, all_ours: bool = True) -> None:
    """Remove the parts and the manifest of a folder, and their partial files.

    Without `all_ours`, remove only partial files: parts without a manifest may belong
    to the user.
    """
    for item in items_of(folder):
        if _is_cleared(item, all_ours):
            item.unlink(missing_ok=True)
    if all_ours:
        sync_folder(folder)  # a crash must not remove the manifest before the parts
        for name in (MANIFEST, OLD_MANIFEST):
            with suppress(NotADirectoryError):
                (folder / name).unlink(missing_ok=True)
    _clean(folder / MANIFEST_FOLDER)


def _is_cleared(item: Place, all_ours: bool) -> bool:
    """Whether `clear` removes this file."""
    name, plain = item.name, item.is_file() and not item.is_symlink()
    part = all_ours and is_part_name(name)
    return plain and (part or is_partial(name, of=PARTIAL))


def _is_of_killed(manifest: dict[str, Any] | None, asked: dict[str, Any]) -> bool:
    """Whether a killed `write_at_once` has left a manifest. It lists no parts yet."""
    return manifest is not None and not (
        manifest["asked"] != asked or manifest["parts"] or is_complete(manifest)
    )


def _is_left(item: Place, begun: bool) -> bool:
    """Whether a killed `write_at_once` may have left a file or folder."""
    known = (*LOCKS, OLD_MANIFEST) if begun else LOCKS
    return item.name in known or _holds_manifest(item) or _is_cleared(item, begun)


def write_at_once(
    path: str | os.PathLike[str], call: str, writer: Any, results: Iterable[Any]
) -> None:
    """Write results to an empty or new folder, one file each, as the data set of a
    call.

    On an error, all files of the data set are removed.
    """
    asked, first = {"call": call}, 0
    with taken(path) as folder:
        manifest = read_manifest(folder)
        begun = _is_of_killed(manifest, asked)
        if not all(_is_left(item, begun) for item in folder.iterdir()) or (
            manifest is not None and not begun
        ):
            raise FileExistsError(
                f"path={str(path)!r} is not empty: pass a new folder, or empty this one"
            )
        clear(folder, all_ours=begun)
        manifest = new_manifest(asked, jobs=1, kind=writer.kind)
        parts: list[dict[str, Any]] = manifest["parts"]
        try:
            write_manifest(folder, manifest)
            for number, result in enumerate(results):
                members = result._members()
                parts.append(write_part(folder, number, writer, members, first))
                first += len(result)
            manifest.update({"jobs_done": 1, f"{writer.kind}s": first})
            write_manifest(folder, manifest)
        except BaseException:
            with suppress(OSError):  # the first error is the one to report
                clear(folder)
            raise
