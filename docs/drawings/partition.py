# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Two partitions of the goods, and what each needs."""

from .drawing import Drawing
from .shoppers import ALL_GOODS, GOODS


def draw() -> None:
    drawing = Drawing(
        "partition", 740, 318, "Two partitions of the example",
        "The first has the roots tea and milk, their neighbours Cem, Dee and Eva, and "
        "all 9 edges of these. The second has the roots bread, butter and jam, their "
        "neighbours Ann, Bob, Cem and Dee, and all 12 edges of these. Seven of the 14 "
        "edges of the graph, those of Cem and Dee, are in both.",
    )  # fmt: skip
    for i, roots in enumerate((("milk", "tea"), ("bread", "butter", "jam"))):
        x = 10 + 370 * i
        needed = [u for u in GOODS if set(GOODS[u]).intersection(roots)]
        edges = sum(len(GOODS[u]) for u in needed)
        drawing.box(x, 8, 350, 300, "surface", "line")
        drawing.text(x + 175, 32, f"partition {i + 1}: {edges} edges", bold=True)
        at = {v: 76 + 52 * k for k, v in enumerate(ALL_GOODS)}
        rows = {u: 76 + 52 * k for k, u in enumerate(GOODS)}
        for u in needed:
            for v in GOODS[u]:
                inside = v in roots
                drawing.line(
                    x + 100, rows[u], x + 238, at[v],
                    "accent" if inside else "line", 3 if inside else 2,
                    dashed=not inside,
                )  # fmt: skip
        for u in GOODS:
            drawing.text(
                x + 82, rows[u], u, "ink" if u in needed else "line", anchor="end"
            )
            drawing.left_vertex(x + 100, rows[u], "strong" if u in needed else "line")
        for v in ALL_GOODS:
            mine = v in roots
            drawing.right_vertex(x + 238, at[v], "accent" if mine else "line")
            drawing.text(
                x + 256, at[v], v, "ink" if mine else "muted", bold=mine, anchor="start"
            )
    drawing.save()
