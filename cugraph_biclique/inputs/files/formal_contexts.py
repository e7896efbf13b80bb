# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Formal contexts in the format of Burmeister, ``.cxt``: a cross is an edge."""

from __future__ import annotations

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.files.text_bytes import LINE_END, Text, shown
from cugraph_biclique.inputs.files.values import count_of, edges_of_ids, repeated

NAMES = ["object", "attribute"]
CROSSES, DOTS = b"Xx", b"."


def read_context(text: Text, text_ids: bool = False) -> tuple[pd.DataFrame, str]:
    """Read the edges, and say what was recognised.

    The file has the line ``B``, a line with the name of the context, the numbers of
    objects and attributes, the names of both, and one line of ``X`` and ``.`` for each
    object.

    Raises
    ------
    ValueError
        If the file has other lines than it announces, or a name occurs twice.
    """
    lines = [line.decode() for line in LINE_END.split(text.data)]
    while lines and not lines[-1].strip():
        del lines[-1]
    n, m, start = _sizes(text.name, lines)
    if start < len(lines) and n + m and not lines[start].strip():
        start += 1  # the blank line between the sizes and the names
    end = start + n + m
    needed = end + n if m else end  # the lines of objects without attributes are blank
    if not needed <= len(lines) <= end + n:
        raise ValueError(
            f"{text.name} has {count_of(len(lines) - start, 'line')} below its sizes, "
            f"but {n:,} objects and {m:,} attributes need {2 * n + m:,}: one for each "
            "name, and one of crosses for each object: add or remove lines, or correct "
            "the sizes"
        )
    names = [line.strip() for line in lines[start:end]]
    removed = names != lines[start:end]
    objects, attributes = names[:n], names[n:]
    for first, named, kind in (
        (start, objects, "object"),
        (start + n, attributes, "attribute"),
    ):
        _check_names(text.name, first + 1, named, kind)
    rows, columns = _crosses(text.name, end + 1, lines[end : end + n], m)
    what = f"formal context, {count_of(n, 'object')}, {count_of(m, 'attribute')}"
    if removed:
        what += ", blanks around names removed"
    sides = objects, attributes
    return edges_of_ids(NAMES, sides, (rows, columns), what, text_ids)


def _sizes(name: str, lines: list[str]) -> tuple[int, int, int]:
    """Numbers of objects and attributes, and the position of the line below."""
    if lines and lines[0].strip().upper() == "B":
        # Some programs leave out the line with the name of the context.
        for place in (2, 1):
            sizes = [line.strip() for line in lines[place : place + 2]]
            if len(sizes) == 2 and all(s.isdecimal() and s.isascii() for s in sizes):
                return int(sizes[0]), int(sizes[1]), place + 2
        raise ValueError(
            f"{name}: lines 3 and 4 are no numbers of objects and attributes: write "
            "both in lines of their own, below the line B and the name of the context"
        )
    first = shown(lines[0], 30) if lines else "missing"
    raise ValueError(
        f"{name}: line 1 is {first}, but a formal context begins with the line B: add "
        "the line, or pass format='txt' for an edge list"
    )


def _check_names(file: str, line: int, names: list[str], kind: str) -> None:
    for number, name in enumerate(names, start=line):
        if not name:
            raise ValueError(
                f"{file}: line {number} has no name for an {kind}: add the name, or "
                "correct the sizes in the lines below B"
            )
    if (pair := repeated(names)) is not None:
        first, second = pair
        raise ValueError(
            f"{file}: line {line + second} repeats the {kind} {shown(names[second])} "
            f"of line {line + first}: give each {kind} its own name"
        )


def _crosses(
    file: str, line: int, rows: list[str], width: int
) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the crosses; `line` is the number of the first row."""
    found = []
    for number, row in enumerate(rows, start=line):
        signs = row.rstrip().encode()
        if len(signs) != width:
            raise ValueError(
                f"{file}: line {number} has {count_of(len(signs), 'sign')}, but there "
                f"are {count_of(width, 'attribute')}: write one X or . for each "
                "attribute"
            )
        if signs.translate(None, CROSSES + DOTS):
            raise ValueError(
                f"{file}: line {number} is {shown(row, 40)}, but a row of a formal "
                "context has only the signs X and .: correct the line"
            )
        found.append(np.flatnonzero(np.frombuffer(signs, np.uint8) != ord(".")))
    sizes = [len(columns) for columns in found]
    columns = np.concatenate([np.empty(0, np.int64), *found])
    return np.repeat(np.arange(len(found)), sizes), columns
