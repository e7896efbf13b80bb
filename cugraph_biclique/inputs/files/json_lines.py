# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files of JSON lines: one object, or one list of two ids, per line."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd

from cugraph_biclique.inputs.columns import pick, refuse_results
from cugraph_biclique.inputs.files.text_bytes import LINE_END, Text, shown
from cugraph_biclique.inputs.files.values import integers_or_text


class _Number(str):
    """An integer as the file has it."""


class _Other(str):
    """A number that is no integer."""


_DECODER = json.JSONDecoder(
    parse_int=_Number, parse_float=_Other, parse_constant=_Other
)


def read_json_lines(
    text: Text, left: str | None, right: str | None, text_ids: bool = False
) -> tuple[pd.DataFrame, str]:
    """Read the edges, and say what was recognised.

    Raises
    ------
    ValueError
        If a line is not JSON, lacks a column, or has a label that is neither text nor
        an integer; or if a column has both.
    """
    columns: list[str] = []
    picked: tuple[Any, Any] = (0, 1)
    sides: tuple[list[str], list[str]] = ([], [])
    names = ["left", "right"]
    kinds: dict[tuple[int, type], int] = {}
    lists = False
    for number, line in enumerate(LINE_END.split(text.data), start=1):
        if not line.strip():
            continue
        record = _record(text.name, number, line)
        if not columns:
            lists = isinstance(record, list)
            columns = [str(n + 1) for n in range(len(record))] if lists else [*record]
            if left is None and right is None:
                refuse_results(text.name, columns)
                _refuse_members(text.name, record)
            places = pick(text.name, columns, left, right)
            names = names if lists else [columns[place] for place in places]
            picked = places if lists else (names[0], names[1])
        for side, place in enumerate(picked):
            try:
                label = record[place]
            except (KeyError, IndexError, TypeError) as error:
                raise ValueError(
                    f"{text.name}: line {number} has no column "
                    f"{shown(columns[place] if lists else place)}: give all lines the "
                    "same columns"
                ) from error
            if type(label) not in (str, _Number):
                raise ValueError(
                    f"{text.name}: line {number} has the label "
                    f"{shown(line.decode(), 40)}: write labels as text or integers"
                )
            kinds.setdefault((side, type(label)), number)
            sides[side].append(label)
    if not columns:
        raise ValueError(f"{text.name} has no lines: add edges")
    frame = {}
    for side, name in enumerate(names):
        lines = [kinds[side, kind] for kind in (str, _Number) if (side, kind) in kinds]
        if len(lines) == 2 and not text_ids:
            raise ValueError(
                f"{text.name}: column {shown(name)} has text in line {lines[0]}, but a "
                f"number in line {lines[1]}: pass text_ids=True if both are text"
            )
        as_text = text_ids or (side, str) in kinds
        frame[name] = integers_or_text([str(x) for x in sides[side]], as_text)
    what = "JSON lists" if lists else "JSON objects"
    return pd.DataFrame(frame), what


def _record(name: str, number: int, line: bytes) -> Any:
    try:
        record = _DECODER.decode(line.decode())
    except RecursionError as error:
        raise ValueError(
            f"{name}: line {number} is nested too deeply: write one object per line"
        ) from error
    except ValueError as error:
        raise ValueError(
            f"{name}: line {number} is not JSON ({error}): write one object per line"
        ) from error
    if not isinstance(record, dict | list):
        raise ValueError(
            f"{name}: line {number} is {shown(line.decode(), 40)}, but must be an "
            'object or a list: write lines such as {"user": 3, "item": "x"}'
        )
    return record


def _refuse_members(name: str, record: Any) -> None:
    """Raise an error for bicliques, whose sides are lists."""
    if isinstance(record, dict) and all(
        isinstance(record.get(side), list) for side in ("left", "right")
    ):
        refuse_results(name, ["biclique", "left", "right"])
