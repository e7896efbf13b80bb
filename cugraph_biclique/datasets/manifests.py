# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The manifest of a data set: the number of finished jobs, and their files (parts).

A manifest records the name, bytes, number of bicliques and checksum of each part. In a
data set that Dask has written, each part is the manifest of a partition, which lists
its own parts. The manifest contains its own checksum, so no change goes unnoticed.

All checks of manifests are here: `read_manifest` checks the content, `manifest_of_call`
the call, `check_parts` the parts on disk, and `all_parts` the manifests of partitions.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from cugraph_biclique.datasets.whole_files import new_file, sync_folder
from cugraph_biclique.errors import DataSetError

logger = logging.getLogger(__name__)

MANIFEST = "_manifest.json"
FORMAT = 2  # of manifests; format 1 had no checksums and no format number
FIELDS: dict[str, type] = {
    "format": int,
    "asked": dict,  # arguments and versions that determine the files
    "jobs": int,
    "jobs_done": int,
    "bicliques": int,
    "parts": list,
}
PART_FIELDS: dict[str, type] = {
    "name": str,
    "bytes": int,
    "bicliques": int,
    "sha256": str,
}
PARTITION = r"partition-\d{5,}(-\d+)*"
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


def new_manifest(asked: dict[str, Any], jobs: int) -> dict[str, Any]:
    """Return the manifest of a data set without parts."""
    return {
        "format": FORMAT,
        "asked": asked,
        "jobs": jobs,
        "jobs_done": 0,
        "bicliques": 0,
        "parts": [],
    }


def is_complete(manifest: dict[str, Any]) -> bool:
    """Whether all jobs of a data set are done."""
    return manifest["jobs_done"] == manifest["jobs"]


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Replace the manifest atomically, after its parts have reached the disk."""
    sync_folder(folder)
    with new_file(folder / MANIFEST) as out:
        out.write(_signed(manifest))
    sync_folder(folder)


def _signed(manifest: dict[str, Any]) -> bytes:
    """Return the text of a manifest: one line per part, and the checksum at the end."""
    text = json.dumps(manifest).replace('{"name"', '\n{"name"')
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f'{text[:-1]},\n"sha256": "{digest}"}}\n'.encode()


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Read a manifest and check its content; return None if there is no manifest."""
    try:
        content = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        return None
    manifest, damage = _parsed(content)
    if damage:
        raise DataSetError(
            f"path={str(folder)!r} has a damaged {MANIFEST} ({damage}): {REWRITE}",
            faults=[f"{MANIFEST}: {damage}"],
        )
    if manifest["format"] != FORMAT:
        raise DataSetError(
            f"path={str(folder)!r} has a {MANIFEST} of format {manifest['format']}, "
            f"but this version reads format {FORMAT}: {REWRITE}",
            faults=[f"{MANIFEST}: its format is {manifest['format']}, not {FORMAT}"],
        )
    return manifest


def _parsed(content: bytes) -> tuple[Any, str | None]:
    """Parse a manifest; return it, and a description of the damage, if any."""
    try:
        manifest = json.loads(content)
    except (ValueError, RecursionError) as error:
        return None, str(error)
    if not isinstance(manifest, dict):
        return None, f"a {type(manifest).__name__} instead of an object"
    is_first = "asked" in manifest and "sha256" not in manifest
    there = manifest.get("format", 1 if is_first else None)
    if type(there) is int and there != FORMAT:
        return {"format": there}, None
    manifest.pop("sha256", None)
    if _signed(manifest) != content:
        return None, "its content does not match its checksum"
    return manifest, _contradiction(manifest)


def _contradiction(manifest: dict[str, Any]) -> str | None:
    """Describe a wrong type or a contradiction in a manifest; None if there is none."""
    parts = manifest.get("parts")
    records: list[tuple[Any, dict[str, type]]] = [(manifest, FIELDS)]
    records += [(part, PART_FIELDS) for part in (parts if type(parts) is list else [])]
    for record, fields in records:
        if type(record) is not dict:
            return f"a part is {record!r}"
        for name, kind in fields.items():
            value: Any = record.get(name)
            if type(value) is not kind or (isinstance(value, int) and value < 0):
                return f"{name!r} is {value!r}"
    if manifest["jobs_done"] > manifest["jobs"]:
        return f"{manifest['jobs_done']} of {manifest['jobs']} jobs are done"
    listed = sum(part["bicliques"] for part in manifest["parts"])
    if listed != manifest["bicliques"]:
        return (
            f"its parts have {listed} bicliques in total, but it says "
            f"{manifest['bicliques']}"
        )
    for number, part in enumerate(manifest["parts"]):
        partition = re.fullmatch(rf"{PARTITION}/{MANIFEST}", part["name"])
        if part["name"] != part_name(number) and not partition:
            return f"part {number} is named {part['name']!r}"
    return None


def manifest_of_call(
    folder: Path, asked: dict[str, Any], jobs: int, differences: Differences
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


def all_parts(folder: Path, manifest: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of all parts, also of partitions, by their names in `folder`.

    If the manifest of a partition is damaged, or does not fit `manifest`, a description
    of the fault takes the place of its entry.
    """
    found: dict[str, Any] = {}
    for part in manifest["parts"]:
        name = Path(part["name"])
        found[part["name"]] = part
        if name.name != MANIFEST:
            continue
        try:
            inner = read_manifest(folder / name.parent)
        except DataSetError as error:
            found[part["name"]] = error.faults[0].partition(": ")[2]
            continue
        if inner is None:
            continue
        if not is_complete(inner) or inner["bicliques"] != part["bicliques"]:
            found[part["name"]] = "its partition is not complete"
        for each in inner["parts"]:
            within = (name.parent / each["name"]).as_posix()
            found[within] = {**each, "name": within}
    return found


def record_of(name: str, size: int, bicliques: int, sha256: str) -> dict[str, Any]:
    """Return the entry of a part in a manifest."""
    return {"name": name, "bytes": size, "bicliques": bicliques, "sha256": sha256}


def fault_of(folder: Path, part: dict[str, Any]) -> str | None:
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
    folder: Path, manifest: dict[str, Any], missing_ok: bool = False
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
