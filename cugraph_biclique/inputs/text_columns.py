# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Columns of text files: integers if all fields are plain integers, otherwise text.

pandas parses the files. It reads ``007`` and ``+7`` as 7, ``1e3`` as 1000.0 and
``True`` as a bool, which would merge different labels into one vertex. Such columns are
kept as text, exactly as written.
"""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.text_bytes import Text
from cugraph_biclique.inputs.text_rows import Layout, refuse_bad_rows

CHUNK = 1 << 16  # bytes of a scan that fit the cache
TEXT = "?"  # a field that makes pandas read its column as text
LF, CR, SPACE, QUOTE = (np.uint8(ord(sign)) for sign in '\n\r "')
PLUS, COMMA, MINUS, ZERO, NINE = (np.uint8(ord(sign)) for sign in "+,-09")


@dataclass(frozen=True)
class Rows:
    """The rows of a file from a position on."""

    text: Text
    layout: Layout
    start: int  # the position of the first byte
    width: int  # fields of each row
    loose_end: bool = False  # whether a separator may end a row
    text_ids: bool = False  # whether labels are text, even if all are integers

    def read(self, names: dict[int, str]) -> tuple[list[pd.Series], list[bool]]:
        """Read the columns at the positions given by the keys of `names`.

        Returns
        -------
        columns : list of pandas.Series
            Labels: 64-bit integers, or text.
        numbers : list of bool
            Whether all fields of a column are numbers, integer or not.

        Raises
        ------
        ValueError
            If a row has more or fewer fields than others, or an empty label.
        """
        try:
            frame = self._parsed()
        except (pd.errors.ParserError, pd.errors.ParserWarning) as error:
            self._refuse_bad_rows(names)
            raise ValueError(f"{self.text.name} is malformed: {error}".rstrip()) from (
                error
            )
        self._check(frame, names)
        columns = [frame[position] for position in names]
        numbers = [
            column.dtype.kind in "iuf" or _has_large_integers(column)
            for column in columns
        ]
        exact = self._as_written({p: frame[p] for p in names}) if len(frame) else {}
        return [exact.get(p, frame[p]) for p in names], numbers

    def _check(self, frame: pd.DataFrame, names: dict[int, str]) -> None:
        # pandas reads missing and empty fields as null.
        last = frame.iloc[:, -1]
        doubtful = last.notna() if self.loose_end else last.isna()
        if doubtful.any() or any(frame[p].isna().any() for p in names):
            self._refuse_bad_rows(names)

    def _refuse_bad_rows(self, names: dict[int, str]) -> None:
        refuse_bad_rows(self.text, self.layout, self.width, names, self.loose_end)

    def _as_written(self, columns: dict[int, pd.Series]) -> dict[int, pd.Series]:
        """Columns, by position, whose labels pandas has changed, read again as text."""
        wrong = {p for p, c in columns.items() if c.dtype.kind not in "iu"}
        wrong = {p for p in wrong if not _is_text(columns[p])}
        integers = {p for p, c in columns.items() if c.dtype.kind in "iu"}
        if self.text_ids:
            wrong, integers = wrong | integers, set()
        if not integers or not _has_odd_integers(self.text, self.start, self.layout):
            integers = set()
        if not wrong | integers:
            return {}
        texts = self._parsed(as_text=wrong | integers)
        for p in integers:
            # Python writes the shortest text of an integer, so longer columns have
            # fields that are written in another way.
            if int(texts[p].str.len().sum()) > _length(columns[p].to_numpy()):
                wrong.add(p)
        return {p: texts[p] for p in wrong}

    def _parsed(self, as_text: Collection[int] = ()) -> pd.DataFrame:
        """Parse the rows with pandas, with columns 0, 1, ...; some of them as text."""
        layout = self.layout
        width = 2 if layout.ignores_columns else self.width + self.loose_end
        data = io.BytesIO(self.text.data)
        if as_text:
            # A last row with a field that is no number makes pandas keep a column as
            # text, in a tenth of the time of dtype=str.
            last = [TEXT if p in as_text else "0" for p in range(width)]
            row = "\n" + layout.separator.join(last)
            data = io.BytesIO(self.text.data[self.start :] + row.encode())
        else:
            data.seek(self.start)
        with warnings.catch_warnings():
            # pandas only warns of a first row longer than others, and cuts it.
            warnings.simplefilter("error", pd.errors.ParserWarning)
            frame = pd.read_csv(
                data,
                sep=layout.separator if layout.is_table else r"\s+",
                header=None,
                names=range(width),
                index_col=False,
                usecols=[0, 1] if layout.ignores_columns else None,
                quoting=csv.QUOTE_MINIMAL if layout.quotes else csv.QUOTE_NONE,
                # Only empty fields are null; "NA" and "null" are labels.
                keep_default_na=False,
                na_values=[""],
                low_memory=False,  # infer the types of whole columns, not of chunks
            )
        return frame.iloc[:-1] if as_text else frame


def _is_text(column: pd.Series) -> bool:
    if isinstance(column.dtype, pd.StringDtype):
        return True
    return pd.api.types.infer_dtype(column, skipna=False) == "string"


def _has_large_integers(column: pd.Series) -> bool:
    """Whether a column holds Python integers that exceed 64 bits."""
    return column.dtype == object and (
        pd.api.types.infer_dtype(column, skipna=False) == "integer"
    )


def _has_odd_integers(text: Text, start: int, layout: Layout) -> bool:
    """Whether a field may be an integer that Python would write in another way.

    Such fields have a sign or a zero in front, or blanks around them. False positives
    are allowed.
    """
    signed = b"-" in text.data
    data = np.frombuffer(text.data, np.uint8)
    end = np.array([LF], np.uint8)
    for first in range(start, len(data), CHUNK):
        before = end if first == start else data[first - 1 : first]
        some = np.concatenate([before, data[first : first + CHUNK + 2], end])
        if _may_be_odd(some, layout, signed) and _any_odd(some, layout):
            return True
    return False


def _may_be_odd(data: np.ndarray, layout: Layout, signed: bool) -> bool:
    """Filter out most chunks in a few passes: `_any_odd` need not check them."""
    begins = data[:-2] <= MINUS
    if layout.separator > "-":
        begins |= data[:-2] == ord(layout.separator)
    zeros = begins & (data[1:-1] == ZERO) & (data[2:] >= ZERO)
    others = (data < COMMA) != (data == LF)
    if layout.separator != ",":
        others &= data != ord(layout.separator)
    if signed and ((data[:-1] == MINUS) & (data[1:] == ZERO)).any():
        return True
    return bool(zeros.any() or others.any())


def _any_odd(data: np.ndarray, layout: Layout) -> bool:
    """`_has_odd_integers` of some bytes, for fields that begin after the first byte."""
    if layout.is_table:
        limit = (data == ord(layout.separator)) | (data == LF)
        limit |= (data == CR) | (data == QUOTE)
        blank = (data <= SPACE) & ~limit
    else:
        limit = data <= SPACE
        blank = (
            (data < SPACE) & (data > CR - 3) & (data < CR)
        )  # vertical tab, form feed
    zero = data == ZERO
    odd = blank | (data == PLUS)
    # -0 is odd, and so is a zero before another digit.
    odd[:-1] |= zero[:-1] & (data[1:] >= ZERO) & (data[1:] <= NINE)
    odd[:-1] |= (data[:-1] == MINUS) & zero[1:]
    if (limit[:-1] & odd[1:]).any():
        return True
    return bool((blank[:-1] & limit[1:]).any())


def _length(integers: np.ndarray) -> int:
    """Total length of integers, each as Python writes it."""
    length = len(integers) + int(np.count_nonzero(integers < 0))
    low, high = int(integers.min()), int(integers.max())
    power = 10
    while power <= high or -power >= low:
        if power <= high:
            length += int(np.count_nonzero(integers >= integers.dtype.type(power)))
        if -power >= low:
            length += int(np.count_nonzero(integers <= integers.dtype.type(-power)))
        power *= 10
    return length
