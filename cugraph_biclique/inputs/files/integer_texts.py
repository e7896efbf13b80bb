# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Whether integers in a text are written as Python writes them: ``7``, and not ``007``
or ``+7``."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.inputs.files.text_bytes import Text
from cugraph_biclique.inputs.files.text_rows import Layout

CHUNK = 1 << 16  # bytes of a scan that fit the cache
LF, CR, SPACE, QUOTE = (np.uint8(ord(sign)) for sign in '\n\r "')
PLUS, COMMA, MINUS, ZERO, NINE = (np.uint8(ord(sign)) for sign in "+,-09")


def has_odd_integers(text: Text, start: int, layout: Layout) -> bool:
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
    """`has_odd_integers` of some bytes, for fields that begin after the first byte."""
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


def written_length(integers: np.ndarray) -> int:
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
