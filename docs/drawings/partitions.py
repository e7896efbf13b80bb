# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Ways to assign roots to partitions, measured."""

from collections.abc import Callable
from math import log

from .drawing import Drawing
from .results import bar, key, results

LOOKS = {
    "packed": ("accent", "accent"),
    "sampled": ("accent-soft", "accent"),
    "hashed": ("strong", "strong"),
    "degree ranges": ("surface", "strong"),
    "METIS": ("second", "second"),
}
LEFT, GROUP, BAR, HEIGHT = 56, 164, 26, 150


def draw() -> None:
    drawing = Drawing(
        "partitions", 720, 436, "Sixteen partitions, by five assignments",
        "Bars for four graphs and five assignments. Packing and METIS need the fewest "
        "copies; the seconds differ less.",
    )  # fmt: skip
    rows = [
        row for row in results("partitions-cpu-2026-11-28") if "total_seconds" in row
    ]
    for i, (name, look) in enumerate(LOOKS.items()):
        key(drawing, LEFT + 136 * i, 14, name, look)
    panel(
        drawing, 66, "copies of an edge", rows, "copies",
        (0, 5, 10, 15), lambda copies: copies / 15,
    )  # fmt: skip
    panel(
        drawing, 260, "seconds, all partitions (log scale)", rows, "total_seconds",
        (0.02, 0.05, 0.1, 0.2, 0.5, 1), lambda s: log(s / 0.02) / log(1 / 0.02),
    )  # fmt: skip
    for i, graph in enumerate(dict.fromkeys(row["graph"] for row in rows)):
        drawing.text(LEFT + GROUP * (i + 0.5), 426, graph.split("-")[0], size=14)
    drawing.save()


def panel(
    drawing: Drawing,
    top: int,
    title: str,
    rows: list[dict],
    column: str,
    ticks: tuple[float, ...],
    share: Callable[[float], float],
) -> None:
    """A column of the rows as bars; a value is at a share of the height."""
    drawing.text(LEFT, top - 18, title, "muted", anchor="start", size=14)
    for tick in ticks:
        y = round(top + HEIGHT * (1 - share(tick)), 1)
        drawing.line(LEFT, y, LEFT + 4 * GROUP, y, "line", 1)
        drawing.text(LEFT - 8, y, f"{tick:g}", "muted", anchor="end", size=13)
    for i, row in enumerate(rows):
        graph, k = divmod(i, len(LOOKS))
        height = HEIGHT * share(row[column])
        x = LEFT + GROUP * graph + 17 + BAR * k
        look = [*LOOKS.values()][k]
        bar(drawing, x, top + HEIGHT - height, BAR - 2, height, look)
