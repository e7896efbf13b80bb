# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The bytes of a file: decompressed, and checked to be UTF-8 if they are text."""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
import re
import zlib
from importlib import import_module
from typing import NamedTuple

SHOWN = 80  # characters of a line or name in an error message

PACKED = {  # first bytes of compressed files
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}
ENDINGS = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}
ZIP = b"PK\x03\x04"
ZSTD = ("compression.zstd", "zstandard", "backports.zstd")  # modules that decompress
DAMAGE = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)
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


def without_packing(name: str) -> str:
    """Name of a file without the ending of a compression program."""
    for ending in ENDINGS:
        if name.lower().endswith(ending):
            return name[: -len(ending)]
    return name


def unpacked(name: str, data: bytes) -> bytes:
    """Decompress the bytes of a file that gzip, bzip2, xz or zstd has compressed.

    Raises
    ------
    ImportError
        If the file is compressed with zstd, which this Python cannot decompress.
    ValueError
        If the file is damaged, or a zip archive.
    """
    found = [program for mark, program in PACKED.items() if data.startswith(mark)]
    if not found and data:
        found = [p for ending, p in ENDINGS.items() if name.lower().endswith(ending)]
    if data.startswith(ZIP):
        raise ValueError(
            f"{name} is a zip archive: unpack it, and pass the file with the edges"
        )
    if not found:
        return data
    program = found[0]
    try:
        if program == "zstd":
            return _from_zstd(name, data)
        if program == "gzip":
            return gzip.decompress(data)
        return bz2.decompress(data) if program == "bzip2" else lzma.decompress(data)
    except DAMAGE as error:
        raise ValueError(
            f"{name} is not a complete {program} file ({error}): download it again, or "
            "correct the ending of its name if it is not compressed"
        ) from error


def _from_zstd(name: str, data: bytes) -> bytes:
    """Decompress with any module that can: Python has one since version 3.14."""
    try:
        import pyarrow as pa
    except ImportError:
        pa = None
    if pa is not None and pa.Codec.is_available("zstd"):
        with pa.CompressedInputStream(pa.BufferReader(data), "zstd") as stream:
            return stream.read()
    for module in ZSTD:
        try:
            zstd = import_module(module)
        except ImportError:
            continue
        if module == "zstandard":
            reader = zstd.ZstdDecompressor().stream_reader(
                data, read_across_frames=True
            )
            return reader.read()
        return zstd.decompress(data)
    raise ImportError(
        f"{name} is compressed with zstd, which needs pyarrow: "
        'pip install "cugraph_biclique[parquet]"'
    )


def text_of(name: str, data: bytes) -> Text:
    """Check the decompressed bytes of a text file.

    Raises
    ------
    ValueError
        If the bytes are not UTF-8, or contain NUL, where pandas would end a label.
    """
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


def _line_of(data: bytes, position: int) -> int:
    ends = sum(data.count(end, 0, position) for end in (b"\n", b"\r"))
    return 1 + ends - data.count(b"\r\n", 0, position)
