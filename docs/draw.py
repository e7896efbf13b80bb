# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of the documentation: ``python docs/draw.py``.

The pages take the files in whole, so that drawings have the colours of the page. The
shoppers and goods are those of what_is_a_biclique.md.
"""

from __future__ import annotations

from drawing import Drawing

GOODS = {
    "Ann": ["bread", "butter"],
    "Bob": ["bread", "butter", "jam"],
    "Cem": ["bread", "butter", "jam", "milk"],
    "Dee": ["jam", "milk", "tea"],
    "Eva": ["milk", "tea"],
}
ALL_GOODS = ["bread", "butter", "jam", "milk", "tea"]


def draw_kinds() -> None:
    """No biclique, a biclique, a maximal one."""
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


def draw_matrix() -> None:
    """Two bicliques as blocks of the biadjacency matrix."""
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


def draw_shapes() -> None:
    """(p, q)-bicliques with a name, and without."""
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


def draw_pipeline() -> None:
    """The stages, in two rows."""
    stages = [
        ("frame", "an edge a row,", "your labels"),
        ("graph", "ids from 0 on,", "neighbours both ways"),
        ("reduction, order", "core, twins,", "roots by degree"),
        ("tasks", "ranges of roots", "of equal work"),
        ("search or count", "bit rows, on cores", "or on a GPU"),
        ("result", "compact, made into", "frames when asked"),
    ]
    drawing = Drawing(
        "pipeline", 740, 232, "The stages of a call",
        "Frame, graph, reduction and order, tasks, search or count, result: each stage "
        "takes what the one before has made.",
    )  # fmt: skip
    for i, (name, *about) in enumerate(stages):
        x, y = 10 + 250 * (i % 3), 10 + 120 * (i // 3)
        marked = name.startswith("search")
        drawing.box(
            x, y, 220, 90,
            "accent-soft" if marked else "surface", "accent" if marked else "line",
        )  # fmt: skip
        drawing.text(x + 110, y + 22, name, bold=True)
        for k, line in enumerate(about):
            drawing.text(x + 110, y + 46 + 20 * k, line, "muted", size=14)
        if i % 3 < 2:
            drawing.line(x + 220, y + 45, x + 248, y + 45, "strong", arrow=True)
    drawing.line(620, 100, 620, 115, "strong")
    drawing.line(620, 115, 120, 115, "strong")
    drawing.line(120, 115, 120, 128, "strong", arrow=True)
    drawing.save()


def draw_tree() -> None:
    """The search tree of the shoppers and goods, grown by goods."""
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


def draw_rows() -> None:
    """A root and its child as rows of bits."""
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


def draw_picks() -> None:
    """Counting by binomials."""
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


def draw_partition() -> None:
    """Two partitions of the goods, and what each needs."""
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


def main() -> None:
    for draw in (
        draw_kinds, draw_matrix, draw_shapes, draw_pipeline, draw_tree, draw_rows,
        draw_picks, draw_partition,
    ):  # fmt: skip
        draw()


if __name__ == "__main__":
    main()
