# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Text for terminals: names and labels must not control them.

A file name or a label can contain escape sequences, which change the title, the colours
or the clipboard of a terminal, or hide text. So a terminal gets them as ``\\u001b``.
Files and pipes get all characters as they are.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any, TextIO, cast

# Controls, line separators and marks that change the direction of text. Only \n stays.
CONTROLS = re.compile(
    "[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)


def escaped(text: str) -> str:
    """Replace control characters by escapes, which are those of JSON."""
    return CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def is_terminal(stream: Any) -> bool:
    """Whether a stream, which may be None, is a terminal."""
    return stream is not None and stream.isatty()


def for_stream(text: str, stream: Any) -> str:
    """Return the text as this stream should get it."""
    return escaped(text) if is_terminal(stream) else text


def say(text: str) -> None:
    """Print a line to standard output."""
    print(for_stream(text, sys.stdout))


def tell(text: str) -> None:
    """Print a line to standard error."""
    print(for_stream(text, sys.stderr), file=sys.stderr)


def escaping(out: TextIO) -> TextIO:
    """Return the stream, or one that escapes control characters if it is a terminal."""
    return cast("TextIO", _Escaping(out)) if is_terminal(out) else out


class _Escaping:
    """A stream of text that escapes control characters."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.encoding = out.encoding  # which decides how JSON is written

    def write(self, text: str) -> int:
        """Write text."""
        return self.out.write(escaped(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write lines that end with a line break."""
        self.out.writelines(map(escaped, lines))
