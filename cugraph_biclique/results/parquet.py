# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Parquet data sets of bicliques, written part by part."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.graph import BipartiteGraph

MANIFEST = "_manifest.json"
MANIFEST_FIELDS = {
    "fingerprint": str,  # of the graph and the least sizes
    "jobs": int,
    "jobs_done": int,
    "bicliques": int,
    "parts": list,  # file names
}
ROWS_PER_GROUP = 25_000


def pyarrow():
    """PyArrow, or an error that says how to get it."""
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError(
            "writing Parquet needs PyArrow, which is not installed: "
            'pip install "cugraph_biclique[parquet]"'
        ) from error
    return pyarrow


def folder_at(path: str | os.PathLike) -> Path:
    """The folder at `path`, made if it does not exist."""
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise FileExistsError(
            f"path={str(path)!r} is a file: pass a folder, a data set has many files"
        )
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def empty_folder(path: str | os.PathLike) -> Path:
    """The folder at `path`, which must be empty or new."""
    folder = folder_at(path)
    if any(folder.iterdir()):
        raise FileExistsError(
            f"path={str(path)!r} is not empty: pass a new folder, or remove what is "
            "there"
        )
    return folder


def part_name(number: int) -> str:
    """File name of a part."""
    return f"part-{number:05d}.parquet"


def write_part(
    folder: Path, number: int, members: Any, graph: BipartiteGraph, first: int
) -> Path:
    """Write bicliques `first`, `first` + 1, ... as one file, atomically."""
    pa = pyarrow()
    n = len(members.left_offsets) - 1
    table = pa.table(
        {
            "biclique": pa.array(np.arange(first, first + n)),
            "left": _list_array(
                pa, members.left_offsets, members.left, graph.left_labels
            ),
            "right": _list_array(
                pa, members.right_offsets, members.right, graph.right_labels
            ),
        }
    )
    target = folder / part_name(number)
    partial = target.with_suffix(".partial")
    pa.parquet.write_table(table, partial, row_group_size=ROWS_PER_GROUP)
    os.replace(partial, target)
    return target


def _list_array(pa, offsets: np.ndarray, members: np.ndarray, labels):
    values = pa.Array.from_pandas(pd.Series(labels.take(members)))
    return pa.LargeListArray.from_arrays(pa.array(offsets), values)


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """What a data set's manifest says, None where there is none."""
    path = folder / MANIFEST
    if not path.exists():
        return None
    try:
        manifest = json.loads(path.read_text())
        damage = _damage(manifest)
    except ValueError as error:
        manifest, damage = None, str(error)
    if damage:
        raise ValueError(
            f"path={str(folder)!r} has a damaged {MANIFEST} ({damage}), so nobody can "
            "tell what is written: remove the folder and write it again, or pass a new "
            "one"
        )
    return manifest


def _damage(manifest: Any) -> str | None:
    """What is wrong with a manifest, None if nothing is."""
    if not isinstance(manifest, dict):
        return f"a {type(manifest).__name__} instead of an object"
    for name, kind in MANIFEST_FIELDS.items():
        if type(manifest.get(name)) is not kind:
            return f"{name!r} is {manifest.get(name)!r}"
    return None


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Replace the manifest, atomically."""
    partial = folder / (MANIFEST + ".partial")
    partial.write_text(json.dumps(manifest, indent=1))
    os.replace(partial, folder / MANIFEST)
