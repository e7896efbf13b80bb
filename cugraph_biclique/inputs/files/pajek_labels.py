# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The label of a vertex in a network of Pajek, and what may follow it on its line.

A label with blanks is quoted. Coordinates, a shape and its parameters follow it. Words
that are none of these are the rest of a label, which must not be lost.
"""

from __future__ import annotations

import re

_NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_WORD = r'(?:"[^"]*"|[^\s"]+)'
_INTERVAL = r"(?:\s+\[[^\]\"]*\])"  # the times at which a vertex is present
_SHAPE = r"\s+(?:ellipse|circle|box|diamond|triangle|cross|man|woman|house|empty)"
_NAMED = rf"\s+(?:ic|bc|lc|font)\s+{_WORD}"
_SIZED = (
    r"\s+(?:s_size|x_fact|y_fact|phi|r|q|bw|la|lr|lphi|fos|size|hooks)\s+" + _NUMBER
)
_PARAMETER = rf"(?:{_NAMED}|{_SIZED})"
_QUOTED = re.compile(
    rf'"(?P<label>[^"]*)"(?:(?:\s+{_NUMBER})*(?:{_SHAPE})?{_PARAMETER}*{_INTERVAL}?'
    # Programs other than Pajek write any words behind the coordinates.
    rf"|(?:\s+{_NUMBER}){{2,3}}(?:\s+{_WORD})*)",
    re.IGNORECASE,
)
# One number or shape alone, as in "Room 101", could be the rest of a label.
_BARE = re.compile(
    rf'(?P<label>[^\s"]\S*)(?:(?:\s+{_NUMBER}){{2,3}}'
    rf"(?:{_SHAPE}(?:\s+{_WORD})*|{_PARAMETER}*{_INTERVAL}?)"
    rf"|(?:(?:{_SHAPE})?{_PARAMETER}+)?{_INTERVAL}?)",
    re.IGNORECASE,
)


def label_of(text: str) -> str | None:
    """The label at the beginning of a text without blanks at its ends; None if another
    word follows that only a quoted label could have."""
    if not text:
        return ""
    found = (_QUOTED if text.startswith('"') else _BARE).fullmatch(text)
    return found["label"] if found else None
