# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files with several ids per line: baskets (FIMI), or a vertex and its neighbours."""

from __future__ import annotations

import io
from typing import NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.files.blanks import without_blanks
from cugraph_biclique.inputs.files.integer_texts import has_odd_integers
from cugraph_biclique.inputs.files.text_bytes import LINE_END, Text
from cugraph_biclique.inputs.files.text_rows import BLANK, BLANKS, Layout
from cugraph_biclique.inputs.files.values import integers_or_text

NAMES = ["basket", "item"]
SIDES = ["left", "right"]
ONE_PER_LINE = bytes.maketrans(b" \t\r", b"\n\n\n")


class Lists(NamedTuple):
    """The ids of all lines, one after the other, and how many each line has."""

    name: str
    ids: pd.Series
    lengths: np.ndarray

    @property
    def starts(self) -> np.ndarray:
        """Positions of the first ids of the lines."""
        return np.cumsum(self.lengths) - self.lengths

    def without(self, places: np.ndarray, taken: np.ndarray) -> Lists:
        """The same lists without the ids at some places, `taken` of them per line."""
        kept = np.ones(len(self.ids), bool)
        kept[places] = False
        return self._replace(ids=self.ids[kept], lengths=self.lengths - taken)

    def line_of_wrong_count(self, place: int) -> int | None:
        """The first line whose id at `place` is not the number of ids behind it, from
        0; None if there is none."""
        filled = np.flatnonzero(self.lengths)
        short = self.lengths[filled] <= place
        if short.any():
            return int(filled[short][0])
        told = self.ids.iloc[self.starts[filled] + place]
        if told.dtype.kind in "iu":
            behind = self.lengths[filled] - place - 1
            wrong = told.to_numpy() != behind
        else:
            behind = (self.lengths[filled] - place - 1).astype(str)
            wrong = told.astype(str).to_numpy() != behind
        return int(filled[wrong][0]) if wrong.any() else None


def read_lists(text: Text, separator: str = " ", text_ids: bool = False) -> Lists:
    """Read the ids of all lines, including empty ones.

    Raises
    ------
    ValueError
        If an id between two separators is empty.
    """
    found = None
    if separator == " " and not text_ids:
        found = _integers(text)
    if found is None:
        ids, lengths = _split(text, separator)
        found = integers_or_text(ids, text_ids), np.array(lengths, np.int64)
    return Lists(text.name, *found)


def baskets_of(lists: Lists, counts: bool, text_ids: bool = False) -> pd.DataFrame:
    """Return one edge per item, from the line number of its basket, from 1.

    Raises
    ------
    ValueError
        If baskets begin with their sizes, and a size is wrong.
    """
    if counts:
        lists = _without_counts(lists, 0)
    sizes = lists.lengths
    baskets = pd.Series(np.repeat(np.arange(1, len(sizes) + 1), sizes))
    items = _exact(lists.ids, text_ids)
    return pd.DataFrame(
        {NAMES[0]: baskets.astype(str) if text_ids else baskets, NAMES[1]: items}
    )


def neighbours_of(
    lists: Lists, counts: bool, text_ids: bool = False
) -> tuple[pd.DataFrame, int]:
    """Return one edge per neighbour, from the first id of its line; and the number of
    lines without neighbours.

    Raises
    ------
    ValueError
        If lines tell the number of neighbours, and a number is wrong.
    """
    if counts:
        lists = _without_counts(lists, 1)
    filled = lists.lengths > 0
    starts = lists.starts[filled]
    n_neighbours = lists.lengths[filled] - 1
    vertices = lists.ids.iloc[np.repeat(starts, n_neighbours)]
    others = lists.without(starts, filled.astype(np.int64)).ids
    sides = (_exact(vertices, text_ids), _exact(others, text_ids))
    return pd.DataFrame(dict(zip(SIDES, sides, strict=True))), int(
        (n_neighbours == 0).sum()
    )


def _without_counts(lists: Lists, place: int) -> Lists:
    line = lists.line_of_wrong_count(place)
    if line is not None:
        start, n = int(lists.starts[line]), int(lists.lengths[line])
        behind = max(n - place - 1, 0)
        told = (
            f"has {lists.ids.iloc[start + place]} as the number of ids behind it, and "
            f"{behind} follow"
            if n > place
            else "has no number of the ids that follow"
        )
        raise ValueError(
            f"{lists.name}: line {line + 1} {told}: correct the line, or pass "
            "counts=False if lines do not tell how many ids follow"
        )
    filled = lists.lengths > 0
    return lists.without(lists.starts[filled] + place, filled.astype(np.int64))


def _exact(labels: pd.Series, text_ids: bool) -> pd.Series:
    """Labels of one side: integers if all of them are, whatever the other side has."""
    labels = labels.reset_index(drop=True)
    if labels.dtype.kind in "iu":
        return labels
    return integers_or_text(labels.tolist(), text_ids)


def _integers(text: Text) -> tuple[pd.Series, np.ndarray] | None:
    """Ids that are plain integers, and the number of each line; None for others.

    pandas parses the ids as one column, which takes a tenth of the time of `_split`.
    """
    data = text.data
    if data.translate(None, b"0123456789 \t\r\n") or not data.strip():
        return None
    if data.count(b"\r") != data.count(b"\r\n"):
        return None
    if has_odd_integers(text, 0, Layout(" ")):
        return None
    column = io.BytesIO(data.translate(ONE_PER_LINE))
    items = pd.read_csv(column, header=None, names=[NAMES[1]])[NAMES[1]]
    if items.dtype != np.int64:
        return None
    signs = np.frombuffer(data, np.uint8)
    digits = signs >= ord("0")
    begins = digits.copy()
    begins[1:] &= ~digits[:-1]
    ends = np.flatnonzero(signs == ord("\n"))
    before = np.searchsorted(np.flatnonzero(begins), [*ends, len(data)])
    return items, np.diff(before, prepend=0)


def _split(text: Text, separator: str) -> tuple[list[str], list[int]]:
    """Ids as text, and the number of each line."""
    if separator == " ":
        text, _ = without_blanks(text, Layout(" "))
    items: list[str] = []
    lengths: list[int] = []
    for number, line in enumerate(LINE_END.split(text.data), start=1):
        content = line.decode().strip(BLANK)
        if separator == " ":
            found = BLANKS.split(content) if content else []
        else:
            found = [i.strip() for i in content.split(separator)] if content else []
            if not all(found):
                raise ValueError(
                    f"{text.name}: line {number} has an empty item: add the item, or "
                    "remove one of the separators"
                )
        items += found
        lengths.append(len(found))
    return items, lengths
