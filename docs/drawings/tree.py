# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The search tree of the shoppers and goods, grown by goods."""

from .drawing import Drawing


def draw() -> None:
    drawing = Drawing(
        "tree", 740, 330, "The search tree of the example",
        "Four roots in ascending order of degree: tea with milk, bread and butter as "
        "one, jam, milk. Bread and butter have the child jam, jam has the child milk. "
        "Each of the six nodes is a maximal biclique. Beside the tree are two stars, "
        "of Cem and of Dee.",
    )  # fmt: skip
    roots = [
        (95, "tea", "Dee, Eva", "tea, milk", "degree 2"),
        (278, "bread = butter", "Ann, Bob, Cem", "bread, butter", "degree 3"),
        (462, "jam", "Bob, Cem, Dee", "jam", "degree 3"),
        (645, "milk", "Cem, Dee, Eva", "milk", "degree 3"),
    ]
    for x, name, left, right, degree in roots:
        drawing.text(x, 18, name, "accent", bold=True)
        drawing.text(x, 37, degree, "muted", size=13)
        node(drawing, x, 54, left, right)
    children = [(278, "+ jam", "Bob, Cem", "bread, butter, jam"),
                (462, "+ milk", "Cem, Dee", "jam, milk")]  # fmt: skip
    for x, step, left, right in children:
        drawing.line(x, 112, x, 160, "strong", arrow=True)
        drawing.text(x + 10, 136, step, "accent", bold=True, anchor="start", size=14)
        node(drawing, x, 162, left, right)
    drawing.line(10, 244, 730, 244, "line", dashed=True)
    drawing.text(95, 290, "stars, outside the tree", "muted", size=14)
    node(drawing, 340, 262, "Cem", "bread, butter, jam, milk", 196)
    node(drawing, 570, 262, "Dee", "jam, milk, tea", 170)
    drawing.save()


def node(drawing: Drawing, x, y, left, right, width=164) -> None:
    drawing.box(x - width / 2, y, width, 58, "surface", "line")
    drawing.text(x, y + 19, left, size=14)
    drawing.text(x, y + 40, right, "second", size=14)
