# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The stages, in two rows."""

from .drawing import Drawing


def draw() -> None:
    stages = [
        ("frame", "one edge per row,", "your labels"),
        ("graph", "ids from 0 on,", "neighbours both ways"),
        ("reduction, order", "core, twins,", "roots by degree"),
        ("tasks", "ranges of roots", "of equal work"),
        ("search or count", "bit rows, on cores", "or on a GPU"),
        ("result", "compact, made into", "frames when asked"),
    ]
    drawing = Drawing(
        "pipeline", 740, 232, "The stages of a call",
        "Frame, graph, reduction and order, tasks, search or count, result: each stage "
        "takes the output of the previous one.",
    )  # fmt: skip
    for i, (name, *about) in enumerate(stages):
        x, y = 10 + 250 * (i % 3), 10 + 120 * (i // 3)
        marked = name.startswith("search")
        drawing.box(
            x, y, 220, 90,
            "accent-soft" if marked else "surface", "accent" if marked else "line",
        )  # fmt: skip
        drawing.text(x + 110, y + 22, name, bold=True)
        for k, line in enumerate(about):
            drawing.text(x + 110, y + 46 + 20 * k, line, "muted", size=14)
        if i % 3 < 2:
            drawing.line(x + 220, y + 45, x + 248, y + 45, "strong", arrow=True)
    drawing.line(620, 100, 620, 115, "strong")
    drawing.line(620, 115, 120, 115, "strong")
    drawing.line(120, 115, 120, 128, "strong", arrow=True)
    drawing.save()
