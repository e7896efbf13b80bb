# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""No biclique, a biclique, a maximal one."""

from .drawing import Drawing
from .shoppers import GOODS


def draw() -> None:
    drawing = Drawing(
        "kinds", 720, 232, "No biclique, a biclique, and a maximal one",
        "Ann, Bob and Cem with bread, butter and jam, three times. Ann and Bob with "
        "bread and jam are no biclique, as Ann bought no jam. Ann and Bob with bread "
        "and butter are one. With Cem it is maximal.",
    )  # fmt: skip
    lefts, rights = ["Ann", "Bob", "Cem"], ["bread", "butter", "jam"]
    panels = [
        ("not a biclique", "an edge is missing", ["Ann", "Bob"], ["bread", "jam"]),
        ("a biclique", "but Cem fits in, too", ["Ann", "Bob"], ["bread", "butter"]),
        ("a maximal biclique", "nobody and nothing fits in", lefts, rights[:2]),
    ]
    for i, (title, why, chosen, goods) in enumerate(panels):
        x = 20 + 240 * i
        rows = {v: 92 + 48 * k for k, v in enumerate(lefts)}
        columns = {v: 92 + 48 * k for k, v in enumerate(rights)}
        drawing.text(x + 100, 20, title, bold=True)
        drawing.text(x + 100, 42, why, "muted", size=13)
        for u in lefts:
            for v in rights:
                inside = u in chosen and v in goods
                ends = (x + 62, rows[u], x + 138, columns[v])
                if v in GOODS[u]:
                    drawing.line(*ends, *(("accent", 3) if inside else ("line", 2)))
                elif inside:
                    drawing.line(*ends, "second", 3, dashed=True)
        for u in lefts:
            drawing.left_vertex(x + 62, rows[u], "accent" if u in chosen else "strong")
            drawing.text(x + 46, rows[u], u, anchor="end", bold=u in chosen)
        for v in rights:
            fill = "accent" if v in goods else "strong"
            drawing.right_vertex(x + 138, columns[v], fill)
            drawing.text(x + 154, columns[v], v, anchor="start", bold=v in goods)
    drawing.save()
