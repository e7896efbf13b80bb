# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Blanks around the fields of text files, which are no part of labels unless quoted."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.inputs.files.text_bytes import Text
from cugraph_biclique.inputs.files.text_rows import QUOTE, Layout

CHUNK = 1 << 18  # bytes of a scan that fit the cache
ASCII = b" \t\v\f"
# Blanks of more than one byte: the no-break space, and those of Unicode.
WIDE = [
    chr(code).encode()
    for code in (0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F,
                 0x205F, 0x3000)
]  # fmt: skip


def without_blanks(text: Text, layout: Layout) -> tuple[Text, bool]:
    """Remove blanks between a field and a separator or a line end.

    Returns
    -------
    text : Text
        The same fields; lines keep their numbers.
    removed : bool
        Whether there were such blanks. In a file whose fields are separated by blanks,
        only other blanks than spaces and tabs count.
    """
    data = np.frombuffer(text.data, np.uint8)
    blanks = _present(text.data, _blanks(layout))
    wide = [] if text.data.isascii() else [b for b in WIDE if b in text.data]
    if not blanks and not wide:
        return text, False
    edges = _present(text.data, edges_of(layout))
    if not wide and not _touch(data, blanks, edges):
        return text, False
    start, end = runs(data, blanks, wide)
    beside = _beside(data, start, end, layout)
    if layout.quotes and layout.quoting == "all" and b'"' in text.data:
        quotes = np.flatnonzero(data == QUOTE)
        beside &= np.searchsorted(quotes, start) % 2 == 0
    if not beside.any():
        return text, False
    # Each run begins with 1 and ends with -1, so their sums are 1 within it.
    steps = np.zeros(len(data) + 1, np.int8)
    steps[start[beside]] = 1
    steps[end[beside]] = -1
    kept = np.cumsum(steps[:-1], dtype=np.int8) == 0
    return text._replace(data=data[kept].tobytes()), True


def edges_of(layout: Layout) -> bytes:
    """The characters before and after a field."""
    return (layout.separator if layout.is_table else " \t").encode() + b"\r\n"


def _present(data: bytes, signs: bytes) -> bytes:
    """The signs that occur."""
    return bytes(sign for sign in signs if sign in data)


def _blanks(layout: Layout) -> bytes:
    edges = edges_of(layout)
    return bytes(blank for blank in ASCII if blank not in edges)


def _touch(data: np.ndarray, blanks: bytes, edges: bytes) -> bool:
    """Whether a blank is beside a separator or a line end."""
    if len(data) and (data[0] in blanks or data[-1] in blanks):
        return True
    for first in range(0, len(data), CHUNK):
        some = data[first : first + CHUNK + 1]
        blank = _any_of(some, blanks)
        if not blank.any():
            continue
        edge = _any_of(some, edges)
        if (blank[:-1] & edge[1:]).any() or (blank[1:] & edge[:-1]).any():
            return True
    return False


def _any_of(data: np.ndarray, signs: bytes) -> np.ndarray:
    if not signs:
        return np.zeros(len(data), bool)
    found = data == signs[0]
    for sign in signs[1:]:
        found |= data == sign
    return found


def runs(
    data: np.ndarray, blanks: bytes, wide: list[bytes]
) -> tuple[np.ndarray, np.ndarray]:
    """Beginnings of the runs of blanks, and the positions behind them."""
    inside = np.zeros(len(data) + 2, bool)
    if blanks:
        inside[1:-1] = _any_of(data, blanks)
    for blank in wide:
        at = np.flatnonzero(data[: len(data) - len(blank) + 1] == blank[0])
        for place, byte in enumerate(blank[1:], start=1):
            at = at[data[at + place] == byte]
        for place in range(len(blank)):
            inside[at + place + 1] = True
    changes = np.flatnonzero(inside[1:] != inside[:-1])
    return changes[::2], changes[1::2]


def _beside(
    data: np.ndarray, start: np.ndarray, end: np.ndarray, layout: Layout
) -> np.ndarray:
    """Whether a run of blanks is at the beginning or at the end of a field."""
    edges = edges_of(layout)
    line_end = np.array([ord("\n")], np.uint8)
    padded = np.concatenate([line_end, data, line_end])
    return _any_of(padded[start], edges) | _any_of(padded[end + 1], edges)
