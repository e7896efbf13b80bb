# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Inputs that a reader could take for something else, as tables with exact outcomes.

One module holds the cases of one kind: `CASES`, and `OVER_DASK` for calls that need a
Dask client. `judge.py` runs a case. `TOPICS` says which modules a test file takes the
cases from: for "lists", it is `tests/test_truth_of_lists.py`. There are several files
so that several processes share the work. The cases over Dask are in two other files.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

TOPICS = {
    "texts": ["blanks", "comments", "first_lines", "quotes", "switches", "unread"],
    "lists": ["lists", "formats", "open_files", "parts"],
    "matrices": ["matrices", "networks", "pajek_labels"],
    "frames": ["crafted", "frames", "limits", "links", "outputs", "partitions"],
    "itemsets": ["itemset_nulls", "itemset_numbers", "itemsets"],
}

Edges = list[tuple[Hashable, Hashable]]


def plain(value: Any) -> Any:
    """A value of NumPy as messages show it: as a value of Python."""
    return value.item() if hasattr(value, "item") else value


class Refused(NamedTuple):
    """An error; in the message, an ellipsis stands for any text."""

    message: str
    kind: type[Exception] = ValueError


class Reading(NamedTuple):
    """Options that a message or a user gives, and the edges that they lead to."""

    options: dict[str, Any]
    edges: Edges
    said: str = ""  # part of the report


class FileCase(NamedTuple):
    """Files, and what `read_edges` and the shell command make of them.

    A value of `files` is text, bytes, or a function that writes to a path. The call
    names all files in order, or what `argument` names: a file, a pattern, or "." for
    the folder.
    """

    name: str
    files: dict[str, str | bytes | Callable[[Any], None]]
    outcome: Edges | Refused
    options: dict[str, Any] = {}  # noqa: RUF012  # nothing changes it
    said: str = ""  # part of the report, for edges
    told: str = ""  # part of what the shell prints on stderr
    readings: tuple[Reading, ...] = ()  # with further options, as the message advises
    argument: str = ""


class CallCase(NamedTuple):
    """A call, and its exact value, its error, or the part of a warning."""

    name: str
    call: Callable[[], Any]
    outcome: Any
    warned: str = ""
