# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""This package and other programs on the same graphs, measured."""

from collections.abc import Callable
from math import ceil, floor, log10
from typing import NamedTuple

import comparison
from comparison import Measured, is_peer

from .drawing import Drawing


class Look(NamedTuple):
    """How the mark of a program is drawn. `inner` is "half", "core" or nothing."""

    fill: str
    edge: str
    inner: str = ""


LOOKS = {
    "GMBE": Look("second", "second", "core"),
    "GMBE+": Look("second", "second"),
    "cuMBE": Look("strong", "strong"),
    "GBC": Look("strong", "strong", "core"),
    "ParAdaMBE": Look("box", "second", "half"),
    "AdaMBE": Look("box", "second"),
    "BCList++": Look("box", "strong"),
    "EPivoter": Look("box", "strong", "half"),
}
OURS = {
    comparison.CORE: Look("box", "accent"),
    comparison.CORES: Look("box", "accent", "core"),
    comparison.GPU: Look("accent", "accent"),
}
LEFT, ROW, PANEL, GAP, EDGE = 244, 24, 214, 54, 58
LABELS, STEP = 4, 13  # labels in a line of the key, pixels between marks at a limit
PANELS = {"search": "search (s)", "whole": "whole process (s)"}
Places = dict[tuple[str, str], float]


def draw() -> None:
    found = comparison.measured()
    if not found:
        return
    labels = comparison.columns(found)
    top = 48 + 24 * ceil(len(labels) / LABELS)
    headings, places, bottom = layout(found, top)
    drawing = Drawing(
        "comparison", LEFT + 2 * PANEL + GAP + EDGE, round(bottom) + 26,
        "This package and other programs, on a log scale", description(found),
    )  # fmt: skip
    for i, label in enumerate(labels):
        x, y = 24 + 176 * (i % LABELS), 22 + 24 * (i // LABELS)
        mark(drawing, x, y, label)
        drawing.text(x + 14, y, label, anchor="start", size=14)
    for i, (key, title) in enumerate(PANELS.items()):
        left = LEFT + i * (PANEL + GAP)
        drawing.text(left, top - 20, title, "muted", anchor="start", size=14)
        panel(drawing, left, key, found, places, (top, bottom))
    for question, y in headings.items():
        words = comparison.QUESTIONS[question]
        drawing.text(LEFT - 12, y, words, bold=True, anchor="end", size=14)
    for (_, graph), y in places.items():
        drawing.text(LEFT - 12, y, graph, anchor="end", size=13)
    drawing.save()


def layout(found: list[Measured], top: float) -> tuple[dict[str, float], Places, float]:
    """Heights of the headings and of the graphs below them, and the lower end."""
    headings: dict[str, float] = {}
    places: Places = {}
    y = top + ROW / 2
    for question, graph in dict.fromkeys((each.question, each.graph) for each in found):
        if question not in headings:
            y += ROW / 2 if headings else 0
            headings[question] = y
            y += ROW
        places[question, graph] = y
        y += ROW
    return headings, places, y - ROW / 2


def description(found: list[Measured]) -> str:
    """The text for readers who do not see the chart."""
    ours = [label for label in comparison.columns(found) if not is_peer(label)]
    *most, last = [label.partition(", ")[2] for label in ours]
    where = f"{', '.join(most)} and {last}" if most else last
    text = (
        "Marks for each graph and program. Round marks are this package on "
        f"{where}, square marks are other programs."
    )
    if any(map(comparison.limit, found)):
        text += " A mark with > and seconds is a program that exceeded this limit."
    return text


def panel(
    drawing: Drawing,
    left: int,
    key: str,
    found: list[Measured],
    places: Places,
    ends: tuple[float, float],
) -> None:
    """The marks of one kind of seconds."""
    known = [(each, getattr(each, key)) for each in found]
    late = [(each, limit) for each in found if (limit := comparison.limit(each))]
    values = [value for _, value in known + late if value]
    first, last = floor(log10(min(values))), ceil(log10(max(values)))
    last = max(last, first + 1)
    x = scale(left, first, last)
    for power in range(first, last + 1):
        at = x(10.0**power)
        drawing.line(at, ends[0] - 4, at, ends[1] + 2, "line", 1)
        drawing.text(at, ends[1] + 14, f"{10.0**power:g}", "muted", size=12)
    for (place, limit), labels in exceeded(late).items():
        beyond(drawing, x(limit), places[place], labels, f"> {limit:g} s")
    # Ours are drawn last, so that no other mark covers them.
    for each, value in sorted(known, key=lambda pair: not is_peer(pair[0].label)):
        if value:
            mark(drawing, x(value), places[each.question, each.graph], each.label)


def exceeded(late: list[tuple[Measured, float]]) -> dict:
    """The programs that exceeded one limit on one graph."""
    found: dict[tuple[tuple[str, str], float], list[str]] = {}
    for each, limit in late:
        found.setdefault(((each.question, each.graph), limit), []).append(each.label)
    return found


def beyond(drawing: Drawing, x: float, y: float, labels: list[str], words: str) -> None:
    """Marks beside each other, from a limit to the right, and the limit."""
    x = round(x + 6, 1)  # a mark of another program just below the limit stays visible
    for i, label in enumerate(labels):
        mark(drawing, x + STEP * i, y, label)
    after = round(x + STEP * len(labels) - 4, 1)
    drawing.text(after, y, words, "muted", anchor="start", size=12)


def scale(left: int, first: int, last: int) -> Callable[[float], float]:
    """The place of a value on a log scale of these powers of ten."""
    return lambda value: round(
        left + PANEL * (log10(value) - first) / (last - first), 1
    )


def mark(drawing: Drawing, x: float, y: float, label: str) -> None:
    """Round for this package, square for others; filled for GPUs."""
    left, top = round(x - 5, 1), round(y - 5, 1)
    peer = is_peer(label)
    look = LOOKS[label] if peer else OURS[comparison.kind(label)]
    drawing.box(left, top, 10, 10, look.fill, look.edge, rx=0 if peer else 5)
    if look.inner == "half":
        drawing.box(left, round(top + 5, 1), 10, 5, look.edge, look.edge, rx=0)
    elif look.inner == "core":
        dot = look.edge if look.fill == "box" else "box"
        drawing.box(round(x - 1, 1), round(y - 1, 1), 2, 2, dot, dot, rx=0)
