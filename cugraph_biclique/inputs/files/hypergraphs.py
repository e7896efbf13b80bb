# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Hypergraphs in HIF, the hypergraph interchange format: hyperedges and their nodes."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd

from cugraph_biclique.inputs.files.text_bytes import Text, shown
from cugraph_biclique.inputs.files.values import count_of, integers_or_text

NAMES = ["edge", "node"]


def is_hif(data: bytes) -> bool:
    """Whether JSON is one object with incidences, and not JSON lines."""
    if b'"incidences"' not in data:
        return False
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "incidences" in found


def read_hif(text: Text, text_ids: bool = False) -> tuple[pd.DataFrame, str]:
    """Read the incidences as edges, from a hyperedge to its nodes, and say what was
    recognised.

    Raises
    ------
    ValueError
        If the file is no JSON object with incidences, or an id is neither text nor an
        integer; or if a side has both.
    """
    try:
        found = json.loads(text.data)
    except (ValueError, RecursionError) as error:
        raise ValueError(
            f"{text.name} is not JSON ({error}): download it again, or pass "
            "format='jsonl' for one object per line"
        ) from error
    incidences = found.get("incidences") if isinstance(found, dict) else None
    if not isinstance(incidences, list):
        raise ValueError(
            f"{text.name} has no list of incidences, but HIF is an object such as "
            '{"incidences": [{"edge": "e", "node": 1}]}: add the list, or pass '
            "format='jsonl' for one object per line"
        )
    sides = {name: _ids(text.name, incidences, name, text_ids) for name in NAMES}
    what = f"HIF, {count_of(len(incidences), 'incidence')}"
    if found.get("network-type") == "directed":
        what += ", directions left out"
    for name in NAMES:
        listed = {_id(record, name) for record in _records(found.get(f"{name}s"))}
        alone = len(listed.difference(record[name] for record in incidences) - {None})
        if alone:
            what += f", {count_of(alone, name)} without incidences left out"
    return pd.DataFrame(sides), what


def _records(listed: Any) -> list[Any]:
    return listed if isinstance(listed, list) else []


def _id(record: Any, name: str) -> Any:
    """The id of a listed node or edge; None if it has none that can be compared."""
    found = record.get(name) if isinstance(record, dict) else None
    return found if type(found) in (str, int) else None


def _ids(file: str, incidences: list[Any], name: str, text_ids: bool) -> pd.Series:
    """The ids of one side: all integers, or all text."""
    ids = [
        record.get(name) if isinstance(record, dict) else None for record in incidences
    ]
    kinds = list(map(type, ids))
    for kind in set(kinds) - {str, int}:
        place = kinds.index(kind)
        record = shown(json.dumps(incidences[place]), 40)
        raise ValueError(
            f"{file}: incidence {place + 1}, {record}, has no {name} that is text or "
            f'an integer: write incidences such as {{"edge": "e", "node": 1}}'
        )
    if len(set(kinds)) == 2 and not text_ids:
        raise ValueError(
            f"{file}: incidence {kinds.index(str) + 1} has text as its {name}, but "
            f"incidence {kinds.index(int) + 1} a number: pass text_ids=True if both "
            "are text"
        )
    return integers_or_text(list(map(str, ids)), text_ids or str in kinds)
