# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""MatrixMarket files: the entries of a sparse biadjacency matrix are edges."""

from __future__ import annotations

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.files.comments import without_comments
from cugraph_biclique.inputs.files.text_bytes import Text, shown
from cugraph_biclique.inputs.files.text_columns import Rows
from cugraph_biclique.inputs.files.text_rows import Layout, rows

NAMES = ["row", "column"]
LAYOUT = Layout(" ", marks="%")
VALUES = {"pattern": 0, "integer": 1, "real": 1, "double": 1, "complex": 2}
SYMMETRIES = ("general", "symmetric", "skew-symmetric", "hermitian")


def read_matrix(text: Text, text_ids: bool = False) -> tuple[pd.DataFrame, str]:
    """Read the edges, from 1 as in the file, and say what was recognised.

    A stored entry is an edge unless its value is zero. A symmetric file stores half of
    its matrix; the other half is added.

    Raises
    ------
    ValueError
        If the file is no sparse matrix, or has other entries than its size line says.
    """
    first = text.data[: text.data.find(b"\n") % (len(text.data) + 1)]
    banner = first.decode(errors="replace").lower().split()
    if len(banner) != 5 or banner[:2] != ["%%matrixmarket", "matrix"]:
        raise ValueError(
            f"{text.name}: line 1, {shown(first.decode(errors='replace'))}, is no "
            "MatrixMarket banner: begin the file with %%MatrixMarket matrix coordinate "
            "pattern general, or pass format='txt' for an edge list"
        )
    layout, field, symmetry = banner[2:]
    if layout != "coordinate" or field not in VALUES or symmetry not in SYMMETRIES:
        raise ValueError(
            f"{text.name}: line 1, {shown(first.decode())}, describes a matrix that is "
            "not sparse: write it with scipy.io.mmwrite from a sparse matrix"
        )
    bare = without_comments(text, LAYOUT.marks).text
    each = rows(bare, LAYOUT)
    size = next(each, None)
    if not size or len(size.fields) != 3 or not all(map(str.isdecimal, size.fields)):
        raise ValueError(
            f"{text.name} has no size line: write the numbers of rows, columns and "
            "entries below the banner"
        )
    entries = _entries(bare, size.last_line, 2 + VALUES[field])
    n_rows, n_columns, n = map(int, size.fields)
    if len(entries) != n:
        raise ValueError(
            f"{text.name} has {len(entries)} entries, but line {size.line} says {n}: "
            "the file is not complete, so download or write it again"
        )
    left, right = entries[0].to_numpy(), entries[1].to_numpy()
    for ids, most in ((left, n_rows), (right, n_columns)):
        numbers = ids.dtype.kind in "iu"
        if not numbers or (n and not 1 <= ids.min() <= ids.max() <= most):
            raise ValueError(
                f"{text.name} has an entry outside its {n_rows} rows and {n_columns} "
                "columns: number both from 1"
            )
    if entries.shape[1] > 2:
        kept = (entries.iloc[:, 2:].astype(float) != 0).any(axis=1).to_numpy()
        left, right = left[kept], right[kept]
    if symmetry != "general":
        mirrored = left != right
        left, right = (
            np.concatenate([left, right[mirrored]]),
            np.concatenate([right, left[mirrored]]),
        )
    frame = pd.DataFrame(dict(zip(NAMES, (left, right), strict=True)))
    what = f"MatrixMarket, {n_rows} rows, {n_columns} columns, {symmetry}"
    return (frame.astype(str) if text_ids else frame), what


def _entries(text: Text, line: int, width: int) -> pd.DataFrame:
    """The fields below a line."""
    start = 0
    for _ in range(line):
        start = text.data.find(b"\n", start) + 1 or len(text.data)
    if not text.data[start:].strip():
        return pd.DataFrame({place: pd.Series(dtype="int64") for place in range(width)})
    # Blank lines above keep the numbers of the lines.
    text = text._replace(data=b"\n" * line + text.data[start:])
    names = {place: str(place + 1) for place in range(width)}
    columns, _ = Rows(text, LAYOUT, 0, width).read(names)
    return pd.concat(columns, axis=1)
