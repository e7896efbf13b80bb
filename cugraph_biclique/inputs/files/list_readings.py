# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What lines with several ids can mean, for an error that shows each reading.

A line can be a basket of items, or a vertex and its neighbours. Both may tell how many
ids follow.
"""

from __future__ import annotations

from typing import NamedTuple

from cugraph_biclique.inputs.files.baskets import Lists
from cugraph_biclique.inputs.files.recognition import (
    ADJACENCY,
    FIMI,
    SEPARATORS,
    sample_of,
)
from cugraph_biclique.inputs.files.text_bytes import Text, shown

MOST = 5  # ids of a line that a message lists
PLACES = {FIMI: 0, ADJACENCY: 1}  # of the number of the ids that follow


class Reading(NamedTuple):
    """One reading of a file with several ids per line."""

    format: str
    counts: bool
    explicit: bool  # whether the option counts must be passed for it


def readings(lists: Lists, format: str | None = None) -> list[Reading]:
    """The readings of a file that are possible, in the format that a caller names."""
    found = []
    for kind, place in PLACES.items():
        if format not in (None, kind):
            continue
        counted = bool(lists.lengths.any()) and lists.line_of_wrong_count(place) is None
        found.append(Reading(kind, False, counted))
        if counted:
            found.append(Reading(kind, True, True))
    return found


def refuse_several_readings(lists: Lists, format: str | None = None) -> None:
    """Raise an error that shows how the first line with several ids could be read."""
    found = readings(lists, format)
    if len(found) < 2:
        return
    long = int((lists.lengths > 1).argmax())
    start = int(lists.starts[long])
    line = lists.ids.iloc[start : start + int(lists.lengths[long])].astype(str).tolist()
    told = "; or ".join(f"as {_spoken(line, each)}" for each in found)
    raise ValueError(
        f"{lists.name}: line {long + 1}, {shown(' '.join(line))}, can be read {told}"
    )


def _spoken(line: list[str], reading: Reading) -> str:
    """How a reading takes a line, and the options that choose it."""
    options = f"pass format={reading.format!r}"
    if reading.explicit:
        options += f" and counts={reading.counts}"
    ids = line[:]
    place = PLACES[reading.format]
    number = f", after their number {ids.pop(place)}" if reading.counts else ""
    if reading.format == FIMI:
        return f"a basket of {_list(ids)}{number}: {options}"
    return (
        f"the vertex {ids[0]} with the neighbours {_list(ids[1:])}{number}: {options}"
    )


def _list(ids: list[str]) -> str:
    return ", ".join(ids[:MOST]) + ", ..." * (len(ids) > MOST) or "none"


def separator_of_lists(text: Text) -> str:
    """What separates the ids of all lines.

    Raises
    ------
    ValueError
        If another separator than blanks, and blanks within ids, are both possible.
    """
    sample = sample_of(text).data.decode(errors="ignore")
    for separator in SEPARATORS:
        if separator not in sample or separator == "\t":
            continue
        lines = [line.strip() for line in sample.splitlines() if line.strip()]
        fields = [f.strip() for line in lines for f in line.split(separator)]
        if all(len(field.split()) < 2 for field in fields):
            return separator
        raise ValueError(
            f"{text.name}: {separator!r} or blanks could separate the ids of a line: "
            f"pass delimiter={separator!r} or delimiter='space'"
        )
    if "\t" in sample and " " in sample:
        lines = [line.strip() for line in sample.splitlines() if line.strip()]
        parts = [f.strip() for line in lines for f in line.split("\t")]
        if any(len(part.split()) > 1 for part in parts) and not all(
            field.isdecimal() for part in parts for field in part.split()
        ):
            raise ValueError(
                f"{text.name}: tabs or blanks could separate the ids of a line: pass "
                "delimiter='tab' or delimiter='space'"
            )
    return " "
