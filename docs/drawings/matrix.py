# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Two bicliques as blocks of the biadjacency matrix."""

from .drawing import Drawing
from .shoppers import ALL_GOODS, GOODS


def draw() -> None:
    drawing = Drawing(
        "matrix", 480, 330, "The same graph as a matrix",
        "Five rows of shoppers, five columns of goods, a full cell for each purchase. "
        "Two maximal bicliques are full blocks: Ann, Bob and Cem with bread and "
        "butter, and Cem and Dee with jam and milk.",
    )  # fmt: skip
    cell, x0, y0 = 52, 130, 50
    blocks = [
        (("Ann", "Bob", "Cem"), ("bread", "butter"), "accent"),
        (("Cem", "Dee"), ("jam", "milk"), "second"),
    ]
    for j, v in enumerate(ALL_GOODS):
        drawing.text(x0 + cell * (j + 0.5), 28, v)
    for i, u in enumerate(GOODS):
        drawing.text(x0 - 16, y0 + cell * (i + 0.5), u, anchor="end")
        for j, v in enumerate(ALL_GOODS):
            fill = "strong" if v in GOODS[u] else "surface"
            for chosen, goods, mark in blocks:
                fill = mark if u in chosen and v in goods else fill
            edge = "line" if fill == "surface" else fill
            place = (x0 + cell * j + 4, y0 + cell * i + 4)
            drawing.box(*place, cell - 8, cell - 8, fill, edge, rx=5)
    names = list(GOODS)
    for chosen, goods, mark in blocks:
        x, y = x0 + cell * ALL_GOODS.index(goods[0]), y0 + cell * names.index(chosen[0])
        drawing.box(x, y, cell * len(goods), cell * len(chosen), None, mark)
    drawing.save()
