# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The edges of one file, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import pandas as pd

from cugraph_biclique.inputs.columns import pick
from cugraph_biclique.inputs.files.options import Options
from cugraph_biclique.inputs.files.text_bytes import shown


class Found(NamedTuple):
    """Edges, and one line that says how their file was read."""

    columns: Any  # a pandas frame, or an Arrow table
    report: str
    typed: bool = False  # whether the file tells numbers and text apart

    def noting(self, notes: Iterable[str]) -> Found:
        """The same edges, and more to say."""
        return self._replace(report="; ".join([self.report, *notes]))


def chosen(name: str, what: str, frame: pd.DataFrame, options: Options) -> Found:
    """The two columns of a format that names them itself, in the order asked for."""
    places = pick(name, list(frame.columns), options.left, options.right)
    return found_in(name, what, frame.iloc[:, list(places)])


def found_in(name: str, what: str, frame: pd.DataFrame) -> Found:
    left, right = (shown(str(column), 30) for column in frame.columns)
    return Found(frame, f"{name}: {what}, left is {left}, right is {right}")
