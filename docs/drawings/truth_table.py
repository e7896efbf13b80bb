# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The truth table of a node with three members."""

from .drawing import Drawing

SUBSETS = ["∅", "B", "C", "BC", "D", "BD", "CD", "BCD"]
FAMILIES = [
    ("candidates: BC and CD", "00010010", "accent"),
    ("in a candidate", "11111010", "line"),
    ("closed: all that its candidates share", "00110010", "accent"),
    ("in the excluded row BC", "11110000", "strong"),
    ("maximal: closed, and in no excluded row", "00000010", "accent"),
]


def draw() -> None:
    drawing = Drawing(
        "truth_table", 740, 262, "The truth table of a node with three members",
        "The members Bob, Cem and Dee have eight subsets. BC and CD are candidates, "
        "so C, BC and CD are closed. BC is an excluded row, so only CD is maximal.",
    )  # fmt: skip
    drawing.rows_of_bits(448, 46, SUBSETS, FAMILIES)
    drawing.footnote(228, "Each row is one word, and each step takes a few shifts.")
    drawing.save()
