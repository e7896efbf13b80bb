# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Counting by binomials."""

from .drawing import Drawing


def draw() -> None:
    drawing = Drawing(
        "picks", 740, 232, "How sets are counted",
        "A root with six neighbours and two picked rows have four neighbours in "
        "common, so they are in 6 bicliques with three vertices on one and two on the "
        "other side.",
    )  # fmt: skip
    rows = [
        ("root", "111111", "second"),
        ("first pick", "110111", "second"),
        ("second pick", "101111", "second"),
        ("in common", "100111", "accent"),
    ]
    for k, (name, bits, fill) in enumerate(rows):
        y = 16 + 46 * k + (14 if k == 3 else 0)
        drawing.text(150, y + 14, name, anchor="end", bold=k == 3)
        drawing.bits(170, y, bits, fill, 28)
    drawing.line(60, 156, 360, 156, "strong")
    drawing.line(374, 182, 420, 182, "strong", arrow=True)
    drawing.text(432, 170, "4 common neighbours, q = 2 of them:", anchor="start")
    drawing.text(432, 196, "C(4, 2) = 6 bicliques", "accent", bold=True, anchor="start")
    drawing.text(432, 34, "p = 3 vertices are picked,", anchor="start")
    drawing.text(432, 58, "one after the other;", anchor="start")
    drawing.text(432, 82, "the q of the other side", "muted", anchor="start")
    drawing.text(432, 106, "are never picked, only counted", "muted", anchor="start")
    drawing.save()
