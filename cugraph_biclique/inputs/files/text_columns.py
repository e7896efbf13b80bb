# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Columns of text files: integers if all fields are plain integers, otherwise text.

pandas parses the files, or PyArrow if it is there, and the file is large and simple.
pandas reads ``007`` and ``+7`` as 7, ``1e3`` as 1000.0 and ``True`` as a bool, which
would merge different labels into one vertex. Such columns are kept as text, exactly as
written.
"""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Collection
from dataclasses import replace

import pandas as pd

from cugraph_biclique.inputs.files.arrow_text import read_by_arrow
from cugraph_biclique.inputs.files.integer_texts import has_odd_integers, written_length
from cugraph_biclique.inputs.files.quotes import of_columns
from cugraph_biclique.inputs.files.text_rows import RowRange, refuse_bad_rows

TEXT = "?"  # a field that makes pandas read its column as text


class Rows(RowRange):
    """The rows of a file, which pandas or PyArrow parses."""

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
            If a row has more or fewer fields than others, or an empty label; or if
            quotes may enclose labels, or be part of them.
        """
        if self.layout.quoting == "open":
            layout = of_columns(self.text, self.layout, self.start, list(names))
            return replace(self, layout=layout).read(names)
        found = read_by_arrow(self, names)
        if found is not None:
            return found
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
        if not integers or not has_odd_integers(self.text, self.start, self.layout):
            integers = set()
        if not wrong | integers:
            return {}
        texts = self._parsed(as_text=wrong | integers)
        for p in integers:
            # Python writes the shortest text of an integer, so longer columns have
            # fields that are written in another way.
            if int(texts[p].str.len().sum()) > written_length(columns[p].to_numpy()):
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
