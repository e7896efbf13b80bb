# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Columns of labels from Python values: integers if all are, otherwise text."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

PLAIN = re.compile(r"0|-?[1-9][0-9]*")
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
SIGNED = -(2**63), 2**63 - 1
UNSIGNED = 0, 2**64 - 1


def integers_or_text(labels: list[str], text_ids: bool = False) -> pd.Series:
    """64-bit integers if every label is one as Python writes it; otherwise text."""
    if not text_ids and all(map(PLAIN.fullmatch, labels)):
        integers = list(map(int, labels))
        low, high = min(integers, default=0), max(integers, default=0)
        for dtype, (least, most) in (("int64", SIGNED), ("uint64", UNSIGNED)):
            if least <= low and high <= most:
                return pd.Series(integers, dtype=dtype)
    return pd.Series(labels, dtype="str")


def repeated(labels: list[str]) -> tuple[int, int] | None:
    """Positions of a label and of the first label that repeats it, or None."""
    seen: dict[str, int] = {}
    for place, label in enumerate(labels):
        if (first := seen.setdefault(label, place)) != place:
            return first, place
    return None


def edges_of_ids(
    names: list[str],
    labels: tuple[list[str], list[str]],
    ids: tuple[np.ndarray, np.ndarray],
    what: str,
    text_ids: bool = False,
    nouns: list[str] | None = None,
) -> tuple[pd.DataFrame, str]:
    """Return edges between positions of labels as a frame, and the text `what`, with
    the numbers of labels that no edge has. `nouns` are words for a label of each side,
    by default the names of the columns."""
    frame = {}
    parts = zip(names, nouns or names, labels, ids, strict=True)
    for name, noun, side, places in parts:
        column = integers_or_text(side, text_ids)
        frame[name] = column.iloc[places].reset_index(drop=True)
        alone = len(side) - len(np.unique(places))
        if alone:
            what += f", {count_of(alone, noun)} without edges left out"
    return pd.DataFrame(frame), what


def count_of(n: int, noun: str) -> str:
    """A number with its noun, such as "1 vertex" or "2 vertices"."""
    plural = f"{noun[:-2]}ices" if noun.endswith("vertex") else f"{noun}s"
    return f"{n:,} {noun if n == 1 else plural}"
