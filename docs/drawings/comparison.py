# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""This package and other programs on the same graphs, measured."""

from collections.abc import Callable
from math import ceil, floor, log10

import comparison

from .drawing import Drawing
from .results import Look

OURS_ROUND = ["accent", "accent-soft", "box"]  # a GPU, cores, one core
LOOKS: dict[str, Look] = {
    "GMBE+": ("second", "second"),
    "cuMBE": ("strong", "strong"),
    "GBC": ("second", "second"),
    "ParAdaMBE": ("second-soft", "second"),
    "AdaMBE": ("box", "second"),
    "BCList++": ("box", "strong"),
    "EPivoter": ("surface", "strong"),
}
LEFT, TOP, ROW, PANEL, GAP = 226, 96, 24, 214, 42
PANELS = {"search": "search (s)", "whole": "whole process (s)"}


def draw() -> None:
    found = comparison.measured()
    if not found:
        return
    rows = list(dict.fromkeys((each.question, each.graph) for each in found))
    height = TOP + ROW * len(rows) + 24
    drawing = Drawing(
        "comparison", 730, height, "This package and other programs, on a log scale",
        "Marks for each graph and program. Round marks are this package on one core, "
        "several cores and a GPU, square marks are other programs.",
    )  # fmt: skip
    for i, label in enumerate(comparison.columns(found)):
        x, y = 24 + 176 * (i % 4), 22 + 24 * (i // 4)
        mark(drawing, x, y, label)
        drawing.text(x + 14, y, label, anchor="start", size=14)
    places = {row: TOP + ROW * (i + 0.5) for i, row in enumerate(rows)}
    for (_, graph), y in places.items():
        drawing.text(LEFT - 12, y, graph, anchor="end", size=13)
    for i, (key, title) in enumerate(PANELS.items()):
        left = LEFT + i * (PANEL + GAP)
        drawing.text(left, TOP - 20, title, "muted", anchor="start", size=14)
        panel(drawing, left, key, found, places, height)
    drawing.save()


def panel(drawing: Drawing, left: int, key: str, found, places, height: int) -> None:
    """The marks of one kind of seconds."""
    values = [value for each in found if (value := getattr(each, key))]
    first, last = floor(log10(min(values))), ceil(log10(max(values)))
    x = scale(left, first, max(last, first + 1))
    for power in range(first, max(last, first + 1) + 1):
        at = x(10.0**power)
        drawing.line(at, TOP - 4, at, height - 22, "line", 1)
        drawing.text(at, height - 11, f"{10.0**power:g}", "muted", size=12)
    for each in found:
        if value := getattr(each, key):
            mark(drawing, x(value), places[each.question, each.graph], each.label)


def scale(left: int, first: int, last: int) -> Callable[[float], float]:
    """The place of a value on a log scale of these powers of ten."""
    return lambda value: round(
        left + PANEL * (log10(value) - first) / (last - first), 1
    )


def mark(drawing: Drawing, x: float, y: float, label: str) -> None:
    """Round for this package, square for others; filled for GPUs."""
    program, _, where = label.partition(", ")
    if program == comparison.OURS:
        kind = 2 if where == "one core" else 1 if "core" in where else 0
        look, round_by = (OURS_ROUND[kind], "accent"), 5
    else:
        look, round_by = LOOKS.get(program, ("surface", "strong")), 0
    drawing.box(round(x - 5, 1), round(y - 5, 1), 10, 10, *look, rx=round_by)
