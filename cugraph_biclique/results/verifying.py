# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Verification: read a data set, and compare all of it with its manifest."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from cugraph_biclique.datasets.folders import checked_path
from cugraph_biclique.datasets.manifest_files import (
    MANIFEST,
    file_of,
    is_manifest,
    kind_of,
)
from cugraph_biclique.datasets.manifests import (
    REWRITE,
    all_parts,
    fault_of,
    is_complete,
    is_part_name,
    read_manifest,
)
from cugraph_biclique.datasets.stores import Place, StorePath, for_arrow, name_in
from cugraph_biclique.errors import DataSetError
from cugraph_biclique.results.parquet import pyarrow

SHOWN = 3  # faults in a message; `faults` of the error contains all
RESUME = "unless it is still being written, repeat the call that wrote it to resume"
MOVE = "move the files that are not listed to another folder"


def verify_data_set(path: str | os.PathLike[str]) -> int:
    """Read a data set, and compare all of it with its manifest.

    Parameters
    ----------
    path : str or path
        The folder, or the address, of a data set that `write_maximal_bicliques`,
        `Bicliques.to_parquet`, `write_maximal_cliques`, `Cliques.to_parquet`,
        `write_groups`, the calls of these names in `cugraph_biclique.dask`, or the
        command line has written.

    Returns
    -------
    int
        Number of bicliques, cliques or groups in the data set, if it is complete and
        undamaged.

    Raises
    ------
    DataSetError
        The data set is damaged or incomplete. ``faults`` of the error is a tuple with
        one line per fault: a damaged manifest; a part that is missing, cannot be read,
        or has another size, checksum or rows; a file that the manifest does not list;
        jobs that are not done.
    FileNotFoundError
        There is no folder at `path`.
    ImportError
        PyArrow is not installed.

    Notes
    -----
    The folder may be read-only. Each row is read once.

    Examples
    --------
    >>> import tempfile
    >>> import cugraph_biclique as cb
    >>> from cugraph_biclique.data import southern_women
    >>> folder = tempfile.mkdtemp()
    >>> found = cb.write_maximal_bicliques(southern_women(), folder)
    >>> cb.verify_data_set(folder)
    63
    """
    return verified(path)[0]


def verified(path: str | os.PathLike[str]) -> tuple[int, str]:
    """`verify_data_set`, and what the rows of the data set are, as in `kind_of`."""
    pyarrow()
    folder = checked_path(path)
    if not folder.exists():
        raise FileNotFoundError(
            f"path={str(folder)!r} does not exist: pass the folder of a data set"
        )
    rows, kind, cure, faults = 0, "biclique", REWRITE, []
    try:
        manifest = read_manifest(folder)
        if manifest is None:
            faults.append(f"{MANIFEST}: it is missing")
        else:
            kind = kind_of(manifest)
            rows = manifest[f"{kind}s"]
            parts = all_parts(folder, manifest)
            faults += _faults(folder, parts, kind)
            unlisted = list(_unlisted(folder, parts, is_complete(manifest)))
            if not is_complete(manifest):
                cure = cure if faults else RESUME
                done = f"{manifest['jobs_done']} of {manifest['jobs']} jobs are done"
                name = name_in(folder, file_of(folder))
                faults.append(f"{name}: {done}")
            elif unlisted and not faults:
                cure = MOVE
            faults += [f"{name}: the manifest does not list it" for name in unlisted]
    except DataSetError as error:
        faults += error.faults
    if faults:
        more = f"; and {len(faults) - SHOWN} more" if len(faults) > SHOWN else ""
        raise DataSetError(
            f"path={str(folder)!r} is not a sound and complete data set "
            f"({'; '.join(faults[:SHOWN])}{more}): {cure}",
            faults=faults,
            cure=cure,
        )
    return rows, kind


def _faults(folder: Place, parts: dict[str, Any], kind: str) -> Iterator[str]:
    """Describe the faults of all listed parts."""
    first = 0
    for name, part in parts.items():
        is_file = not is_manifest(name)
        rows = 0 if isinstance(part, str) else part[f"{kind}s"]
        try:
            fault = part if isinstance(part, str) else fault_of(folder, part)
            if fault is None and is_file:
                fault = _misread(folder / name, kind, first, rows)
        except OSError as error:
            fault = str(error)
        # A partition begins with its manifest, and its rows are numbered from 0.
        first = first + rows if is_file else 0
        if fault is not None:
            yield f"{name}: {fault}"


def _unlisted(folder: Place, parts: dict[str, Any], complete: bool) -> Iterator[str]:
    """Yield the files that no manifest lists.

    In an incomplete data set, unlisted parts are allowed: they belong to a running or
    interrupted job.
    """
    for name in _names(folder):
        if name not in parts and (complete or not is_part_name(Path(name).name)):
            yield name


def _misread(path: Place, kind: str, first: int, rows: int) -> str | None:
    """Describe the fault of a part's rows; None if there is none."""
    pa = pyarrow()
    n = 0
    try:
        where, system = for_arrow(path)
        with pa.parquet.ParquetFile(where, filesystem=system) as file:
            for group in range(file.num_row_groups):
                table = file.read_row_group(group)
                numbers = table[kind].to_numpy()
                expected = np.arange(first + n, first + n + len(numbers))
                if not np.array_equal(numbers, expected):
                    return f"its {kind}s are not numbered in order"
                n += len(numbers)
    except (pa.ArrowException, KeyError) as error:
        return f"it cannot be read: {error}"
    return None if n == rows else f"it has {n:,} {kind}s instead of {rows:,}"


def _names(folder: Place) -> Iterator[str]:
    """Yield the files that readers of the data set take for parts."""
    if isinstance(folder, StorePath):
        for name in folder.files():
            if not re.search(r"(^|/)[_.]", name):
                yield name
        return
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(("_", ".")))
        for name in sorted(names):
            if not name.startswith(("_", ".")):
                yield (Path(where) / name).relative_to(folder).as_posix()
