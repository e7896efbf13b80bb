# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files of baskets (FIMI): one basket per line, its items separated."""

from __future__ import annotations

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.text_bytes import LINE_END, Text
from cugraph_biclique.inputs.text_rows import BLANK
from cugraph_biclique.inputs.values import integers_or_text

NAMES = ["basket", "item"]


def read_baskets(
    text: Text, separator: str = " ", text_ids: bool = False
) -> pd.DataFrame:
    """Return one edge per item, from the line number of its basket, from 1.

    Raises
    ------
    ValueError
        If an item between two separators is empty.
    """
    items: list[str] = []
    lengths: list[int] = []
    for number, line in enumerate(LINE_END.split(text.data), start=1):
        content = line.decode().strip(BLANK)
        if separator == " ":
            found = content.split()
        else:
            found = content.split(separator) if content else []
            if not all(found):
                raise ValueError(
                    f"{text.name}: line {number} has an empty item: add the item, or "
                    "remove one of the separators"
                )
        items += found
        lengths.append(len(found))
    baskets = np.repeat(np.arange(1, len(lengths) + 1), lengths)
    left = pd.Series(baskets.astype(np.int64))
    return pd.DataFrame(
        {
            NAMES[0]: left.astype(str) if text_ids else left,
            NAMES[1]: integers_or_text(items, text_ids),
        }
    )
