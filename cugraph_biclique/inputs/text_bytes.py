# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The bytes of a text file: decompressed, and checked to be UTF-8."""

from __future__ import annotations

import codecs
import gzip
import re
import zlib
from typing import NamedTuple

SHOWN = 80  # characters of a line or name in an error message

GZIP = b"\x1f\x8b"
UNPACKERS = {  # first bytes of compressed files, and programs that decompress them
    b"BZh": "bzcat",
    b"\xfd7zXZ\0": "xzcat",
    b"\x28\xb5\x2f\xfd": "zstdcat",
    b"PK\x03\x04": "unzip -p",
}
WIDE = {  # UTF-32 first, as its mark begins with that of UTF-16
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
LINE_END = re.compile(rb"\r\n|\r|\n")


class Text(NamedTuple):
    """A text file: UTF-8 without NUL bytes and without a byte order mark."""

    name: str  # of the file, for error messages
    data: bytes

    def line_of(self, position: int) -> int:
        """Line number of a byte, from 1."""
        return _line_of(self.data, position)


def text_of(name: str, data: bytes) -> Text:
    """Decompress and check the bytes of a file.

    Raises
    ------
    ValueError
        If the bytes are compressed by another program than gzip, are not UTF-8, or
        contain NUL, where pandas would end a label.
    """
    if data.startswith(GZIP) or (data and name.lower().endswith(".gz")):
        data = _unzipped(name, data)
    for mark, program in UNPACKERS.items():
        if data.startswith(mark):
            raise ValueError(
                f"{name} is compressed, but not with gzip: pipe the output of "
                f"{program} into the command, with - as FILE and --input-format"
            )
    for mark, encoding in WIDE.items():
        if data.startswith(mark):
            raise ValueError(
                f"{name} is {encoding} text: convert it to UTF-8, for example with "
                f"iconv -f {encoding} -t UTF-8"
            )
    data = data.removeprefix(codecs.BOM_UTF8)
    nul = data.find(b"\0")
    if nul >= 0:
        raise ValueError(
            f"{name}: line {_line_of(data, nul)} contains a NUL byte, so the file is "
            "damaged, binary or UTF-16: pass a text file in UTF-8"
        )
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError as error:
            raise ValueError(
                f"{name}: line {_line_of(data, error.start)} is not UTF-8: convert the "
                "file, for example with iconv -f LATIN1 -t UTF-8"
            ) from error
    return Text(name, data)


def shown(text: str, most: int = SHOWN) -> str:
    """Quote and shorten a text of the file for an error message."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def _unzipped(name: str, data: bytes) -> bytes:
    try:
        return gzip.decompress(data)
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise ValueError(
            f"{name} is not a complete gzip file ({error}): download it again, or "
            "remove .gz from its name if it is not compressed"
        ) from error


def _line_of(data: bytes, position: int) -> int:
    ends = sum(data.count(end, 0, position) for end in (b"\n", b"\r"))
    return 1 + ends - data.count(b"\r\n", 0, position)
