# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What is no id in lines of ids: a header, sizes, and a colon behind each vertex."""

from __future__ import annotations

import re

import numpy as np

from cugraph_biclique.inputs.files import list_readings
from cugraph_biclique.inputs.files.baskets import Lists
from cugraph_biclique.inputs.files.recognition import FIMI
from cugraph_biclique.inputs.files.text_bytes import Text, shown
from cugraph_biclique.inputs.files.values import NUMBER, PLAIN

SAMPLE = 1000  # ids below the first line that show whether it is a header
LEAST = 2  # lines below sizes; a single line fits many numbers by accident
FIRST = rb"(?:^|(?<=[\r\n]))[ \t]*([^:,;\s]+)[ \t]*:(?!:)"
LINE = re.compile(rb"[^\r\n]*[^\s][^\r\n]*")


def refuse_doubtful_start(
    lists: Lists, format: str | None, header: bool | None
) -> None:
    """Raise an error for a first line that could be a header or sizes, or have ids.

    Raises
    ------
    ValueError
        If words are above integers, or numbers above lines whose sizes they could be.
    """
    filled = np.flatnonzero(lists.lengths)
    if len(filled) < 2:
        return
    first = int(filled[0])
    n = int(lists.lengths[first])
    ids = lists.ids.iloc[:n].astype(str).tolist()
    could_be = ""
    if header is not False and not any(map(NUMBER.fullmatch, ids)):
        could_be = "a header" if _is_above_integers(lists, n, format) else ""
    elif n in (2, 3) and all(map(PLAIN.fullmatch, ids)) and len(filled) > LEAST:
        sizes = [int(each) for each in ids]
        could_be = "the sizes of the graph" if _fit(lists, sizes, format) else ""
    if could_be:
        raise ValueError(
            f"{lists.name}: line {first + 1}, {shown(' '.join(ids))}, could be "
            f"{could_be} or a list of ids: pass skip_lines={first + 1} or skip_lines=0"
        )


def _is_above_integers(lists: Lists, n: int, format: str | None) -> bool:
    """Whether all ids below the first line are integers; vertices may be words."""
    if lists.ids.dtype.kind in "iu":
        return False
    below = lists.ids.iloc[n:]
    if format != FIMI and n > 1:
        filled = lists.lengths > 0
        is_other = np.ones(len(lists.ids), bool)
        is_other[lists.starts[filled]] = False
        below = lists.ids[is_other].iloc[n - 1 :]
    below = below.astype(str)
    if not len(below) or not all(map(PLAIN.fullmatch, below.iloc[:SAMPLE])):
        return False
    return bool(below.str.fullmatch(PLAIN.pattern).all())


def _fit(lists: Lists, sizes: list[int], format: str | None) -> bool:
    """Whether numbers could be the sizes of the lines below them."""
    n = len(sizes)
    filled = lists.lengths > 0
    is_first = np.zeros(len(lists.ids), bool)
    is_first[lists.starts[filled]] = True
    n_lines = int(filled.sum()) - 1
    below, is_first = lists.ids.iloc[n:], is_first[n:]
    n_others = len(below) - n_lines
    vertices, edges = {n_lines}, {len(below)}
    if format != FIMI:
        edges |= {n_others, n_others // 2}  # undirected edges are in two lines
    others = below if format == FIMI else below[~is_first]
    if lists.ids.dtype.kind in "iu":
        for labels in (below, below[is_first], others):
            high = (
                {int(labels.max()) + step for step in (0, 1)} if len(labels) else set()
            )
            vertices |= high
    elif any(map(NUMBER.fullmatch, below.iloc[:SAMPLE].astype(str))):
        return False
    else:
        vertices |= {int(labels.nunique()) for labels in (below, others)}
    if n == 3:
        return sizes[0] in vertices and sizes[1] in vertices and sizes[2] in edges
    return sizes[0] in vertices and sizes[1] in vertices | edges


def without_colons(text: Text, separator: str | None) -> Text | None:
    """Replace the colon behind the first id of each line by a separator; None if a line
    has none.

    A colon that touches the next id ends a vertex if no line has another colon, and the
    ids in front of it are integers, or differ.
    """
    if b":" not in text.data:
        return None
    found = re.findall(FIRST + rb"([ \t\r\n]|\Z)?", text.data)
    if not found or len(found) != len(LINE.findall(text.data)):
        return None
    if not all(end for _, end in found) and not _ends_at(text, found):
        return None
    rest = text._replace(data=re.sub(FIRST, b" ", text.data))
    sign = (separator or list_readings.separator_of_lists(rest)).encode()
    ends = rb"[ \t]*(?=[\r\n]|\Z)"
    data = re.sub(FIRST + ends, rb"\1", text.data)
    return text._replace(data=re.sub(FIRST, lambda m: m[1] + sign, data))


def _ends_at(text: Text, found: list[tuple[bytes, bytes]]) -> bool:
    ids = [vertex for vertex, _ in found]
    if text.data.count(b":") != len(ids):
        return False
    return len(set(ids)) == len(ids) or all(each.isdigit() for each in ids)
