# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Where the time of a large job goes, simulated."""

from .drawing import Drawing
from .results import bar, key, results

LOOKS = {  # from below
    "search": ("accent", "accent"),
    "compute to cut": ("accent-soft", "accent"),
    "move edges": ("second", "second"),
    "move copies": ("second-soft", "second"),
    "client": ("surface", "strong"),
    "scheduler": ("strong", "strong"),
}
LEFT, TOP, HEIGHT = 56, 36, 230


def draw() -> None:
    drawing = Drawing(
        "plan_ahead", 730, 320, "Shares of the time of a job on a billion edges",
        "Stacked bars: with 8 GPUs most of the time is search; with 64, the search and "
        "the scheduler take about a third each; with 512 nearly all is the scheduler.",
    )  # fmt: skip
    for percent in (0, 25, 50, 75, 100):
        y = TOP + HEIGHT * (1 - percent / 100)
        drawing.line(LEFT, y, 564, y, "line", 1)
        drawing.text(LEFT - 8, y, f"{percent} %", "muted", anchor="end", size=13)
    for i, row in enumerate(results("plan-ahead-cpu-2026-11-25")):
        x, y = LEFT + 12 + 84 * i, TOP + HEIGHT
        seconds = sum(row[stage] for stage in LOOKS)
        for stage, look in LOOKS.items():
            height = HEIGHT * row[stage] / seconds
            y -= height
            bar(drawing, x, y, 60, height, look)
        drawing.text(x + 30, TOP - 16, f"{seconds:,.0f} s", size=14)
        drawing.text(x + 30, TOP + HEIGHT + 20, f"{row['gpus']} GPUs", size=14)
        copies = f"{row['copies']} copies"
        drawing.text(x + 30, TOP + HEIGHT + 40, copies, "muted", size=13)
    for i, (stage, look) in enumerate(reversed(LOOKS.items())):
        key(drawing, 584, TOP + 12 + 28 * i, stage, look)
    drawing.save()
