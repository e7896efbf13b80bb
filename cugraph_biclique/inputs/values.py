# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Columns of labels from Python values: integers if all are, otherwise text."""

from __future__ import annotations

import re

import pandas as pd

PLAIN = re.compile(r"0|-?[1-9][0-9]*")
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
