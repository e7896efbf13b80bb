# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows of two members of a hub as bits of pairs."""

from .drawing import Drawing

MEMBERS = "ABCDE"
ROWS = [  # the members of a row, and how the search keeps it
    ("ABC", "in the matrix", "second"),
    ("AB", "candidates", "accent"),
    ("AD", "", "accent"),
    ("CE", "", "accent"),
    ("AD", "excluded rows", "strong"),
    ("BD", "", "strong"),
]
PAIRS = ["AB", "AC", "AD", "AE", "BC", "BD", "BE", "CD", "CE", "DE"]
BITS = [
    ("candidate", "1010000010", "accent"),
    ("excluded", "0010010000", "strong"),
    ("covered by ABC", "1100100000", "second"),
    ("maximal", "0000000010", "accent"),
]


def draw() -> None:
    drawing = Drawing(
        "pair_rows", 740, 262, "Rows of two members as bits of pairs",
        "A root has the members A to E. The row ABC stays in the matrix. The rows AB, "
        "AD and CE are candidates, and AD and BD are excluded rows. So each pair has "
        "three bits. Only CE is a candidate that is neither excluded nor covered.",
    )  # fmt: skip
    for i, member in enumerate(MEMBERS):
        drawing.text(31 + 26 * i, 28, member, "muted", size=11)
    for k, (members, what, fill) in enumerate(ROWS):
        y = 42 + 28 * k
        bits = "".join("1" if member in members else "0" for member in MEMBERS)
        drawing.bits(20, y, bits, fill)
        drawing.text(158, y + 11, what, anchor="start", size=14)
    drawing.line(272, 126, 318, 126, "strong", arrow=True)
    drawing.rows_of_bits(468, 60, PAIRS, BITS)
    drawing.footnote(228, "The pairs of a root are counted as bits, 32 at a time.")
    drawing.save()
