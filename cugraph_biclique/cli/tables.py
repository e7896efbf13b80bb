# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tables for people: aligned columns in a terminal."""

from __future__ import annotations

from typing import IO, Any

import pandas as pd


def printable(label: Any) -> str:
    """A label in one line: control characters and line breaks are escaped."""
    text = str(label)
    return text if text.isprintable() else ascii(text)[1:-1]


def write_aligned(frame: pd.DataFrame, out: IO[str]) -> None:
    """Write a header and rows: numbers to the right, text to the left."""
    columns = []
    for name in frame:
        values = frame[name].tolist()
        is_text = any(isinstance(value, str) for value in values)
        texts = [str(name), *map(_cell, values)]
        width = max(map(len, texts))
        pad = str.ljust if is_text else str.rjust
        columns.append([pad(text, width) for text in texts])
    for row in zip(*columns, strict=True):
        out.write("  ".join(row).rstrip() + "\n")


def _cell(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else printable(value)
