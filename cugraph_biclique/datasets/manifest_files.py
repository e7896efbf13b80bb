# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Manifests as files: JSON in the metadata of a Parquet file without rows.

Every program that reads a folder of Parquet files must be able to read a data set.
PyArrow, pandas, Dask and Spark skip names that begin with _, and cuDF skips folders.
But Polars and DuckDB read the files of all folders, so a manifest is a Parquet file
with the columns of the parts and no rows.

The checksum at the end of the JSON covers all bytes of the file. It is computed while
zeros take its place.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from typing import Any

from cugraph_biclique.datasets.stores import Place, for_arrow

MANIFEST = "_manifest/manifest.parquet"
OLD_MANIFEST = "_manifest.json"  # of versions until 0.1: read, and replaced on a resume
MANIFEST_FOLDER, MANIFEST_FILE = MANIFEST.split("/")
KEY = "cugraph_biclique"  # of the JSON in the metadata of the Parquet file
ZEROS = "0" * 64
CHECKSUM = re.compile(rb',\n"sha256": "([0-9a-f]{64})"}\n')


class DamageError(Exception):
    """The content of a manifest is not what was written."""


def file_of(folder: Place) -> Place:
    """Return the manifest of a folder, or the path that a new one gets."""
    old = folder / OLD_MANIFEST
    new = folder / MANIFEST
    return old if old.exists() and not new.exists() else new


def is_manifest(name: str) -> bool:
    """Whether a name, relative to the folder of a data set, is one of a manifest."""
    return name.endswith((f"/{MANIFEST}", f"/{OLD_MANIFEST}")) or name in (
        MANIFEST,
        OLD_MANIFEST,
    )


def kind_of(manifest: dict[str, Any]) -> str:
    """What a row of a data set is: ``"biclique"``, ``"clique"`` or ``"group"``.

    The rows are numbered in a column of this name, and the manifest counts them under
    its plural.
    """
    others = (kind for kind in ("clique", "group") if f"{kind}s" in manifest)
    return next(others, "biclique")


def encoded(manifest: dict[str, Any], part: Place | None) -> bytes:
    """Return the content of a manifest, with the columns of a part, if there is one."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([(kind_of(manifest), pa.int64())])
    if part is not None:
        where, system = for_arrow(part)
        schema = pq.read_schema(where, filesystem=system).remove_metadata()
    out = io.BytesIO()
    with pq.ParquetWriter(out, schema) as writer:
        writer.add_key_value_metadata({KEY: _text(manifest, ZEROS)})
    content = out.getvalue()
    digest = hashlib.sha256(content).hexdigest()
    return content.replace(_checksum(ZEROS), _checksum(digest))


def decoded(content: bytes) -> Any:
    """Return the manifest in the content of a file, without its checksum."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    found = CHECKSUM.search(content)
    if found is None:
        raise DamageError("it has no checksum")
    before, after = content[: found.start(1)], content[found.end(1) :]
    digest = hashlib.sha256(before + ZEROS.encode() + after).hexdigest()
    if digest.encode() != found[1]:
        raise DamageError("its content does not match its checksum")
    try:
        manifest = json.loads(
            pq.read_metadata(io.BytesIO(content)).metadata[KEY.encode()]
        )
    except (pa.ArrowException, ValueError, KeyError, TypeError) as error:
        raise DamageError(str(error)) from error
    if isinstance(manifest, dict):
        manifest.pop("sha256", None)
    return manifest


def decoded_json(content: bytes) -> Any:
    """Return the manifest in an old file, which is only JSON, without its checksum."""
    try:
        manifest = json.loads(content)
    except ValueError as error:
        raise DamageError(str(error)) from error
    if not isinstance(manifest, dict):
        return manifest
    is_first = "asked" in manifest and "sha256" not in manifest
    there = manifest.get("format", 1 if is_first else None)
    if type(there) is int and there != 2:
        return {"format": there}
    manifest.pop("sha256", None)
    digest = hashlib.sha256(f"{_body(manifest)}}}".encode()).hexdigest()
    if _text(manifest, digest).encode() != content:
        raise DamageError("its content does not match its checksum")
    return manifest


def _text(manifest: dict[str, Any], digest: str) -> str:
    """Return the JSON of a manifest: one line per part, and the checksum at the end."""
    return f"{_body(manifest)}{_checksum(digest).decode()}"


def _body(manifest: dict[str, Any]) -> str:
    return json.dumps(manifest).replace('{"name"', '\n{"name"')[:-1]


def _checksum(digest: str) -> bytes:
    return f',\n"sha256": "{digest}"}}\n'.encode()
