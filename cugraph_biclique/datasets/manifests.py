# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The manifest of a data set: how many jobs are done, and which parts hold them.

A part has its name, bytes, number of bicliques and checksum. A part of a data set that
Dask has written is the manifest of a partition, which lists parts of its own. The
manifest has a checksum of itself, so that no number in it can change unnoticed.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from pathlib import Path
from typing import Any

from cugraph_biclique.datasets.whole_files import new_file, sync_folder
from cugraph_biclique.errors import DataSetError

logger = logging.getLogger(__name__)

MANIFEST = "_manifest.json"
FORMAT = 2  # of manifests; the first had no checksums, and did not say its number
FIELDS: dict[str, type] = {
    "format": int,
    "asked": dict,  # what decides the files
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


def part_name(number: int) -> str:
    """File name of a part."""
    return f"part-{number:05d}.parquet"


def is_part_name(name: str) -> bool:
    """Whether a name is one that `part_name` gives."""
    found = re.fullmatch(r"part-(\d{5,})\.parquet", name, re.ASCII)
    return found is not None and part_name(int(found[1])) == name


def new_manifest(asked: dict[str, Any], jobs: int) -> dict[str, Any]:
    """The manifest of a data set that has no parts yet."""
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
    """Replace the manifest, atomically. What it admits is on the disk before it is."""
    sync_folder(folder)
    with new_file(folder / MANIFEST) as out:
        out.write(_signed(manifest))
    sync_folder(folder)


def _signed(manifest: dict[str, Any]) -> bytes:
    """The content of a manifest's file: one line for each part, the checksum last."""
    text = json.dumps(manifest).replace('{"name"', '\n{"name"')
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f'{text[:-1]},\n"sha256": "{digest}"}}\n'.encode()


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """What a data set's manifest says, None where there is none."""
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
    """A manifest, and what is wrong with it."""
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
    """What cannot be true in a manifest, None if everything can."""
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


def record_of(name: str, size: int, bicliques: int, sha256: str) -> dict[str, Any]:
    """What a manifest says of a part."""
    return {"name": name, "bytes": size, "bicliques": bicliques, "sha256": sha256}


def fault_of(folder: Path, part: dict[str, Any]) -> str | None:
    """What is wrong with a part on the disk, None if nothing is."""
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


def check_parts(folder: Path, manifest: dict[str, Any]) -> None:
    """Raise an error if a part is not what the manifest says."""
    parts = manifest["parts"]
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
