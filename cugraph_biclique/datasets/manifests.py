# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The manifest of a data set: the number of finished jobs, and their files (parts).

A manifest records the name, bytes, number of rows and checksum of each part. In a data
set that Dask has written, each part is the manifest of a partition, which lists its own
parts. The manifest contains its own checksum, so no change goes unnoticed.
`manifest_files` defines the format of the file.

All checks of manifests are here: `read_manifest` checks the content, `manifest_of_call`
the call, `check_parts` the parts on disk, and `all_parts` the manifests of partitions.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from cugraph_biclique.arguments import shown
from cugraph_biclique.datasets import manifest_files
from cugraph_biclique.datasets.manifest_files import (
    MANIFEST,
    OLD_MANIFEST,
    DamageError,
    file_of,
    is_manifest,
    kind_of,
)
from cugraph_biclique.datasets.own_files import make_folder
from cugraph_biclique.datasets.stores import Place, name_in
from cugraph_biclique.datasets.whole_files import new_file, sync_folder
from cugraph_biclique.errors import DataSetError

logger = logging.getLogger(__name__)

FORMAT = 3  # of manifests; until format 2, they were JSON files
READABLE = (2, FORMAT)  # format 1 had no checksums and no format number
FIELDS: dict[str, type] = {  # and the number of rows
    "format": int,
    "asked": dict,  # arguments and versions that determine the files
    "jobs": int,
    "jobs_done": int,
    "parts": list,
}
PART_FIELDS: dict[str, type] = {
    "name": str,
    "bytes": int,
    "sha256": str,
}
PARTITION = r"partition-[0-9]{5,}(-[0-9]+)*"
REWRITE = "remove the folder and write it again"

# Describes how the call of a manifest (first) differs from this call (second)
Differences: TypeAlias = Callable[[dict[str, Any], dict[str, Any]], str]


def part_name(number: int) -> str:
    """Return the file name of a part."""
    return f"part-{number:05d}.parquet"


def is_part_name(name: str) -> bool:
    """Whether `part_name` returns this name for some number."""
    found = re.fullmatch(r"part-(\d{5,})\.parquet", name, re.ASCII)
    return found is not None and part_name(int(found[1])) == name


def new_manifest(
    asked: dict[str, Any], jobs: int, kind: str = "biclique"
) -> dict[str, Any]:
    """Return the manifest of a data set of this kind (`kind_of`) without parts."""
    return {
        "format": FORMAT,
        "asked": asked,
        "jobs": jobs,
        "jobs_done": 0,
        f"{kind}s": 0,
        "parts": [],
    }


def is_complete(manifest: dict[str, Any]) -> bool:
    """Whether all jobs of a data set are done."""
    return manifest["jobs_done"] == manifest["jobs"]


def write_manifest(folder: Place, manifest: dict[str, Any]) -> None:
    """Replace the manifest atomically, after its parts have reached the disk."""
    sync_folder(folder)
    path = folder / MANIFEST
    made = not path.parent.exists()
    make_folder(path.parent)
    try:
        parts = [folder / part["name"] for part in manifest["parts"][:1]]
        # A partition of an earlier version has a manifest without columns.
        first = next((part for part in parts if part.suffix == ".parquet"), None)
        content = manifest_files.encoded(manifest | {"format": FORMAT}, first)
        with new_file(path) as out:
            out.write(content)
    except BaseException:
        if made:
            with suppress(OSError):  # the first error is the one to report
                path.parent.rmdir()
        raise
    sync_folder(path.parent)
    sync_folder(folder)
    (folder / OLD_MANIFEST).unlink(missing_ok=True)


def read_manifest(folder: Place) -> dict[str, Any] | None:
    """Read a manifest and check its content; return None if there is no manifest."""
    path = file_of(folder)
    name = name_in(folder, path)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    manifest, damage = _parsed(content, name)
    if damage:
        raise DataSetError(
            f"path={str(folder)!r} has a damaged {name} ({damage}): {REWRITE}",
            faults=[f"{name}: {damage}"],
        )
    if manifest["format"] not in READABLE:
        raise DataSetError(
            f"path={str(folder)!r} has a {name} of format {manifest['format']}, "
            f"but this version reads formats 2 and {FORMAT}: {REWRITE}",
            faults=[f"{name}: its format is {manifest['format']}, not {FORMAT}"],
        )
    return manifest


def _parsed(content: bytes, name: str) -> tuple[Any, str | None]:
    """Parse a manifest; return it, and a description of the damage, if any."""
    old = name == OLD_MANIFEST
    decode = manifest_files.decoded_json if old else manifest_files.decoded
    try:
        manifest = decode(content)
        if not isinstance(manifest, dict):
            return None, f"a {type(manifest).__name__} instead of an object"
        there = manifest.get("format")
        if type(there) is int and there not in READABLE:
            return {"format": there}, None
        return manifest, _contradiction(manifest)
    except DamageError as error:
        return None, str(error)
    except RecursionError:
        return None, "its JSON is nested too deeply"


def _contradiction(manifest: dict[str, Any]) -> str | None:
    """Describe a wrong type or a contradiction in a manifest; None if there is none."""
    parts, counted = manifest.get("parts"), f"{kind_of(manifest)}s"
    records: list[tuple[Any, dict[str, type]]] = [(manifest, FIELDS)]
    records += [(part, PART_FIELDS) for part in (parts if type(parts) is list else [])]
    for record, fields in records:
        if type(record) is not dict:
            return f"a part is {shown(record)}"
        for name, kind in (fields | {counted: int}).items():
            value: Any = record.get(name)
            if type(value) is not kind or (isinstance(value, int) and value < 0):
                return f"{name!r} is {shown(value)}"
    if manifest["jobs_done"] > manifest["jobs"]:
        return f"{manifest['jobs_done']} of {manifest['jobs']} jobs are done"
    listed = sum(part[counted] for part in manifest["parts"])
    if listed != manifest[counted]:
        return (
            f"its parts have {listed} {counted} in total, but it says "
            f"{manifest[counted]}"
        )
    for number, part in enumerate(manifest["parts"]):
        inner = "|".join(map(re.escape, (MANIFEST, OLD_MANIFEST)))
        partition = re.fullmatch(rf"{PARTITION}/({inner})", part["name"])
        if part["name"] != part_name(number) and not partition:
            return f"part {number} is named {shown(part['name'])}"
    names = [part["name"] for part in manifest["parts"]]
    if len(set(names)) < len(names):
        return "it lists a part twice"
    return None


def manifest_of_call(
    folder: Place, asked: dict[str, Any], jobs: int, differences: Differences
) -> dict[str, Any] | None:
    """Read a manifest, and raise an error if another call has written it."""
    manifest = read_manifest(folder)
    if manifest is None:
        return None
    there = manifest["asked"]
    if there == asked and manifest["jobs"] == jobs:
        return manifest
    if there.get("call") == asked["call"]:
        difference = differences(there, asked)
    else:
        difference = f"{there.get('call')} instead of {asked['call']}"
    raise FileExistsError(
        f"path={str(folder)!r} contains the result of a different call, with "
        f"{difference}: pass a new folder, or remove this one"
    )


def all_parts(folder: Place, manifest: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of all parts, also of partitions, by their names in `folder`.

    If the manifest of a partition is damaged, or does not fit `manifest`, a description
    of the fault takes the place of its entry.
    """
    found: dict[str, Any] = {}
    counted = f"{kind_of(manifest)}s"
    for part in manifest["parts"]:
        found[part["name"]] = part
        if not is_manifest(part["name"]):
            continue
        partition = Path(part["name"].partition("/")[0])
        try:
            inner = read_manifest(folder / partition)
        except DataSetError as error:
            found[part["name"]] = error.faults[0].partition(": ")[2]
            continue
        if inner is None or counted not in inner:
            continue
        if not is_complete(inner) or inner.get(counted) != part[counted]:
            found[part["name"]] = "its partition is not complete"
        for each in inner["parts"]:
            within = (partition / each["name"]).as_posix()
            found[within] = {**each, "name": within}
    return found


def record_of(
    name: str, size: int, rows: int, sha256: str, kind: str = "biclique"
) -> dict[str, Any]:
    """Return the entry of a part in the manifest of a data set of this kind."""
    return {"name": name, "bytes": size, f"{kind}s": rows, "sha256": sha256}


def fault_of(folder: Place, part: dict[str, Any]) -> str | None:
    """Describe how a part on disk differs from its entry; None if it does not."""
    try:
        with (folder / part["name"]).open("rb") as file:
            size = file.seek(0, 2)
            if size != part["bytes"]:
                return f"it has {size:,} bytes instead of {part['bytes']:,}"
            file.seek(0)
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return "it is missing"
    if digest != part["sha256"]:
        return "its content does not match its checksum"
    return None


def check_parts(
    folder: Place, manifest: dict[str, Any], missing_ok: bool = False
) -> None:
    """Raise an error if a part differs from its entry, or is missing."""
    parts = manifest["parts"]
    if missing_ok:
        parts = [part for part in parts if (folder / part["name"]).exists()]
    size = sum(part["bytes"] for part in parts)
    logger.info("%s: checking %s parts, %s bytes", folder, len(parts), f"{size:,}")
    for part in parts:
        fault = fault_of(folder, part)
        if fault:
            raise DataSetError(
                f"path={str(folder)!r} has a damaged {part['name']!r} ({fault}): "
                f"{REWRITE}",
                faults=[f"{part['name']}: {fault}"],
            )
