# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""(p, q)-bicliques with a name, and without."""

from .drawing import Drawing


def draw() -> None:
    shapes = [
        (1, 1, "edge"), (1, 3, "star"), (2, 2, "butterfly"), (2, 3, ""), (3, 3, ""),
    ]  # fmt: skip
    drawing = Drawing(
        "shapes", 720, 176, "Small bicliques",
        "(1, 1): an edge. (1, 3): a star. (2, 2): a butterfly. (2, 3) and (3, 3).",
    )  # fmt: skip
    for i, (p, q, name) in enumerate(shapes):
        x = 72 + 144 * i
        ends = [(x - 32, 70 + 36 * (k - (p - 1) / 2)) for k in range(p)]
        others = [(x + 32, 70 + 36 * (k - (q - 1) / 2)) for k in range(q)]
        for a in ends:
            for b in others:
                drawing.line(*a, *b, "strong")
        for a in ends:
            drawing.left_vertex(*a, "accent")
        for b in others:
            drawing.right_vertex(*b, "second")
        drawing.text(x, 140, f"({p}, {q})", bold=True)
        drawing.text(x, 162, name, "muted", size=14)
    drawing.save()
