# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Fields of CSV, which every reader takes for what they are."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from itertools import chain
from typing import IO, Any

import numpy as np
import pandas as pd

END = "\r\n"
SHOWN = 80  # characters of a label in an error message
# Spreadsheets take a text that begins with one of these for a formula. OWASP lists
# them, and the full-width forms, which some spreadsheets convert.
FORMULAS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def field(label: Any) -> str:
    """A label as a CSV field, quoted if necessary."""
    row = io.StringIO(newline="")
    # With \r\n as line end, csv quotes both \r and \n; readers take either for one.
    csv.writer(row, lineterminator=END).writerow(["", label])
    return row.getvalue()[1 : -len(END)]


def spreadsheet_field(label: Any) -> str:
    """A label as a CSV field that no spreadsheet takes for a formula: texts that begin
    like one get an apostrophe. Numbers stay as they are."""
    if isinstance(label, str) and label.startswith(FORMULAS):
        label = f"'{label}"
    return field(label)


def maker_of_fields(for_spreadsheets: bool) -> Callable[[Any], str]:
    """The function that makes a field of CSV of a label."""
    return spreadsheet_field if for_spreadsheets else field


def write_frame(
    frame: pd.DataFrame, out: IO[str], text_of: Callable[[Any], str]
) -> None:
    """Write a header, and one line per row of a frame."""
    columns = [_fields(frame[name], text_of) for name in frame]
    rows = zip(*columns, strict=True)
    lines = chain([map(field, frame)], rows)
    out.writelines(f"{','.join(line)}\n" for line in lines)


def _fields(column: pd.Series, text_of: Callable[[Any], str]) -> list[str]:
    """A column as fields of CSV. Dates without times are written without them."""
    if column.dtype.kind == "f":
        return ["" if np.isnan(value) else repr(value) for value in column.tolist()]
    if column.dtype.kind in "iub":
        return list(map(str, column.tolist()))
    if column.dtype.kind in "mM":
        column = column.astype(str)
    return list(map(text_of, column.tolist()))


def refuse_for_csv(side: str, labels: pd.Index | np.ndarray) -> None:
    """Raise an error, before writing, for labels that CSV cannot represent."""
    if labels.dtype.kind in "iufbM":
        return
    for label in labels:
        text = str(label)
        if "\0" in text or not is_encodable(text):
            raise ValueError(
                f"the {side} label {text[:SHOWN]!r} contains a character that CSV "
                "cannot represent: pass --format jsonl"
            )


def is_encodable(text: str) -> bool:
    """Whether UTF-8 can encode a text: it cannot encode lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
