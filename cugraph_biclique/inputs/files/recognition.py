# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Recognition of a file: its format, and what separates the fields of its rows.

The name of a file and its first bytes decide the format. The first rows of a text file
decide the separator: it must give every row the same number of fields. Two separators
that both do are an error, which names the argument that decides.
"""

from __future__ import annotations

import re
from itertools import islice

from cugraph_biclique.inputs.files.blanks import without_blanks
from cugraph_biclique.inputs.files.hypergraphs import is_hif
from cugraph_biclique.inputs.files.quotes import with_quotes
from cugraph_biclique.inputs.files.text_bytes import Text, without_packing
from cugraph_biclique.inputs.files.text_rows import Layout, Row, rows
from cugraph_biclique.inputs.files.values import PLAIN

PARQUET, JSONL, MATRIX = "parquet", "jsonl", "matrixmarket"
LISTS = FIMI, ADJACENCY = "fimi", "adjacency"  # several ids per line
CONTEXT, GENE_SETS, PAJEK, HIF, LABELLED = "cxt", "gmt", "pajek", "hif", "matrix"
LAYOUTS = {
    "csv": Layout(","),
    "tsv": Layout("\t"),
    "txt": Layout(" ", marks="#%"),
    "konect": Layout(" ", marks="%", ignores_columns=True),
}
FORMATS = (
    *LAYOUTS,
    *LISTS,
    LABELLED,
    MATRIX,
    CONTEXT,
    GENE_SETS,
    PAJEK,
    HIF,
    JSONL,
    PARQUET,
)
ENDINGS = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".mtx": MATRIX,
    ".jsonl": JSONL,
    ".ndjson": JSONL,
    ".parquet": PARQUET,
    ".pq": PARQUET,
    ".fimi": FIMI,
    ".adjlist": ADJACENCY,
    ".cxt": CONTEXT,
    ".gmt": GENE_SETS,
    ".net": PAJEK,
    ".hif": HIF,
    ".hif.json": HIF,
}
PAJEK_START = re.compile(rb"(?i)(%[^\n]*\n\s*)*\*(vertices|network)\b")
CONTEXT_START = re.compile(rb"B[ \t]*\r?\n[^\n]*\n?\d+[ \t]*\r?\n\d+[ \t]*\r?\n")
BEGINNINGS = {b"PAR1": PARQUET, b"%%MatrixMarket": MATRIX, b"{": JSONL, b"[": JSONL}
SAMPLE = 1 << 16  # bytes at the beginning of a file that decide its separator
SEPARATORS = (",", "\t", ";", "::")
SPOKEN = {"\t": "tabs", " ": "blanks", ",": "commas", ";": "semicolons"}
WORDS = {"tab": "\t", "\\t": "\t", "space": " ", "comma": ",", "semicolon": ";"}
# Control characters that can stand for a separator of several characters.
STAND_INS = "\x1f\x1e\x1d\x1c"


def format_of(name: str, data: bytes) -> str:
    """Format of a file by its name, or by its first bytes; empty for other text."""
    plain = without_packing(name).rpartition("/")[2].lower()
    if data.startswith(b"PAR1"):
        return PARQUET
    for ending, found in ENDINGS.items():
        if plain.endswith(ending):
            return found
    if plain.startswith("out."):
        return "konect"
    start = data[:SAMPLE].removeprefix(b"\xef\xbb\xbf").lstrip()
    for beginning, found in BEGINNINGS.items():
        if start.startswith(beginning):
            return HIF if found == JSONL and is_hif(data) else found
    if PAJEK_START.match(start):
        return PAJEK
    return CONTEXT if CONTEXT_START.match(start) else ""


def separator_of(delimiter: str | None) -> str | None:
    """Check a delimiter that a caller gives; ``tab`` and ``space`` may be spelled out.

    Raises
    ------
    TypeError
        If it is not text.
    ValueError
        If it could be a part of a number or end a line.
    """
    if delimiter is None:
        return None
    if not isinstance(delimiter, str):
        raise TypeError(
            f"delimiter must be text, not {type(delimiter).__name__}: pass the "
            "characters between two fields, such as ';'"
        )
    separator = WORDS.get(delimiter, delimiter)
    if not separator or re.search(r'[\w.+"\r\n\0-]', separator):
        raise ValueError(
            f"delimiter={delimiter!r} cannot separate fields: pass 'tab', 'space', or "
            "characters that are no letters, digits, signs, dots, quotes or line ends"
        )
    return separator


def with_separator(text: Text, separator: str, marks: str) -> tuple[Text, Layout]:
    """Layout of a text whose separator is known; one of several characters is replaced.

    Raises
    ------
    ValueError
        If the text contains every character that could replace the separator.
    """
    if len(separator) == 1 and separator.isascii():
        return text, Layout(separator, marks)
    for stand_in in STAND_INS:
        if stand_in.encode() not in text.data:
            data = text.data.replace(separator.encode(), stand_in.encode())
            return text._replace(data=data), Layout(stand_in, marks, written=separator)
    raise ValueError(
        f"{text.name} contains control characters, so {separator!r} cannot separate "
        "its fields: remove the characters U+001C to U+001F"
    )


def recognised(
    text: Text, kind: str, quotes: bool | None = None
) -> tuple[Text, Layout | None]:
    """Text and layout of a text file; the layout is None if lines are lists of ids.

    Parameters
    ----------
    text : Text
        The file, without comments.
    kind : {"csv", "tsv", ""}
        Format that the name tells; empty if it tells none.
    quotes : bool, optional
        Whether quotes enclose labels.

    Raises
    ------
    ValueError
        If more than one separator gives every row the same number of fields.
    """
    marks = LAYOUTS[kind or "txt"].marks
    sample = sample_of(text)
    found = [s for s in SEPARATORS if _width(_rows(sample, s, quotes)) > 1]
    blanks = _rows(sample, " ")
    width = _width(blanks)
    found, width = _beside_no_blanks(sample, found, width)
    own = LAYOUTS[kind].separator if kind else ""
    if own in found:
        # A decimal comma also gives rows of equal width.
        found = [own, *(s for s in found if {s, own} == {",", ";"})]
    elif kind:
        numbers = all(PLAIN.fullmatch(f) for row in blanks for f in row.fields)
        found = found or ([" "] if width > 1 and numbers else [own])
    elif "\t" in found:
        found = [s for s in found if s != "\t"] or (
            [" "] if width == _width(_rows(sample, "\t", quotes)) else ["\t"]
        )
    elif width > 1:
        found = [*found, " "]
    if len(found) > 1:
        first, second = ("space" if s == " " else s for s in found[:2])
        raise ValueError(
            f"{text.name}: {_spoken(found[0])} or {_spoken(found[1])} could separate "
            f"the fields: pass delimiter={first!r} or delimiter={second!r}"
        )
    if not found:
        if not kind and _are_lists(blanks):
            return text, None
        found = [_likely(blanks)]
    return with_separator(text, found[0], marks)


def described(text: Text, layout: Layout) -> str:
    """What separates the fields, for the line that says what was recognised."""
    if layout.separator == " ":
        data = sample_of(text).data
        if b"\t" in data and b" " not in data:
            return "tabs"
    return _spoken(layout.shown)


def _spoken(separator: str) -> str:
    return SPOKEN.get(separator, f'"{separator}"')


def sample_of(text: Text) -> Text:
    """The first whole lines of a text."""
    data = text.data[:SAMPLE]
    if len(text.data) > SAMPLE:
        end = max(data.rfind(b"\n"), data.rfind(b"\r"))
        data = data[: end + 1] if end >= 0 else data
        data = data.decode(errors="ignore").encode()
    return text._replace(data=data)


def _rows(sample: Text, separator: str, quotes: bool | None = None) -> list[Row]:
    text, layout = with_separator(sample, separator, "")
    try:
        layout = with_quotes(text, layout, quotes)
    except ValueError:  # quotes that are out of place with this separator
        layout = layout._replace(quoting="none")
    text, _ = without_blanks(text, layout)
    return list(islice(rows(text, layout), 1000))


def _beside_no_blanks(
    sample: Text, found: list[str], width: int
) -> tuple[list[str], int]:
    """Separators that could be meant, and the number of fields between blanks.

    Blanks beside another separator in each line, as in ``1, 2``, separate nothing.
    """
    others = [s for s in found if s != "\t"]
    lines = [line.strip() for line in sample.data.splitlines() if line.strip()]
    for separator in others:
        beside = [separator.encode() + b for b in (b" ", b"\t")]
        beside += [b + separator.encode() for b in (b" ", b"\t")]
        if all(any(two in line for two in beside) for line in lines):
            return others, 0
    return found, width


def _width(sample: list[Row]) -> int:
    """Number of fields of all rows; 0 if it differs. A separator may end a row."""
    if not sample:
        return 0
    width = len(sample[0].fields)
    for row in sample:
        n = len(row.fields)
        if n != width and not (n == width + 1 and not row.fields[-1]):
            return 0
    return width


def _likely(blanks: list[Row]) -> str:
    """The separator of a file with malformed rows, by its first row, for the error."""
    if blanks and len(blanks[0].fields) == 1:
        for separator in SEPARATORS:
            if separator in blanks[0].fields[0]:
                return separator
    return " "


def _are_lists(lines: list[Row]) -> bool:
    """Whether lines are lists of ids, and not edges of which one is malformed.

    Lines of an edge list have one or two lengths, as the last field may be missing.
    """
    lengths = {len(line.fields) for line in lines}
    if len(lengths) < 2 or max(lengths) < 3:
        return False
    if len(lengths) > 2:
        return True
    counts = sorted(
        sum(len(line.fields) == length for line in lines) for length in lengths
    )
    integers = all(PLAIN.fullmatch(f) for line in lines for f in line.fields)
    return integers and counts[0] > 1
