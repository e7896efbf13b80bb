# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A root and its child as rows of bits."""

from .drawing import Drawing


def draw() -> None:
    drawing = Drawing(
        "rows", 740, 236, "Rows of the root jam, and of its child",
        "Seen from jam, whose buyers are Bob, Cem and Dee, bread is the row 110 and "
        "excluded, milk is the row 011 and a candidate, tea is 001 and dropped. In the "
        "child, with Cem and Dee left, the row of bread has a single bit and is "
        "dropped, too.",
    )  # fmt: skip
    drawing.text(8, 20, "root jam: L = Bob, Cem, Dee", bold=True, anchor="start")
    for i, letter in enumerate("BCD"):
        drawing.text(137 + 26 * i, 48, letter, "muted", size=13)
    rows = [
        ("bread = butter", "110", "before jam: excluded", "strong"),
        ("milk", "011", "after jam: a candidate", "accent"),
        ("tea", "001", "one bit: dropped", "line"),
    ]
    for k, (name, bits, what, fill) in enumerate(rows):
        y = 64 + 38 * k
        drawing.text(114, y + 11, name, anchor="end", size=14)
        drawing.bits(126, y, bits, fill)
        drawing.text(214, y + 11, what, "muted", anchor="start", size=14)
    drawing.line(380, 113, 430, 113, "strong", arrow=True)
    drawing.text(404, 96, "+ milk", "accent", bold=True, size=14)
    x = 442
    drawing.text(x, 20, "its child: L′ = Cem, Dee", bold=True, anchor="start")
    for i, letter in enumerate("CD"):
        drawing.text(x + 129 + 26 * i, 48, letter, "muted", size=13)
    drawing.text(x + 106, 75, "bread = butter", anchor="end", size=14)
    drawing.bits(x + 118, 64, "10", "line")
    drawing.text(x + 180, 75, "one bit: dropped", "muted", anchor="start", size=14)
    drawing.text(
        x, 122, "no excluded row holds all of L′, so", "muted", anchor="start", size=14
    )
    drawing.text(x, 144, "Cem, Dee with jam, milk is maximal", anchor="start", size=14)
    drawing.line(10, 190, 730, 190, "line", dashed=True)
    drawing.text(
        370, 214, "An AND of two words is the intersection of two sets of shoppers.",
        "muted", size=14,
    )  # fmt: skip
    drawing.save()
