# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Blanks around separators: no part of labels, unless quotes enclose them."""

from truth import FileCase, Reading, Refused

TRIANGLE = [("a", "b"), ("b", "c"), ("a", "c")]
NUMBERS = [(1, 2), (3, 4), (1, 4)]
REMOVED = "blanks around fields removed"
NBSP = "\u00a0"


def triangle(separator, end="\n"):
    return "".join(f"{a}{separator}{b}{end}" for a, b in TRIANGLE)


def numbers(separator, end="\n"):
    return "".join(f"{a}{separator}{b}{end}" for a, b in NUMBERS)


BLANKS = [" ", "  ", "\t", " \t", NBSP, f" {NBSP}", "\u2003", "\u3000", "\u202f", "\v"]

CASES = [
    *(
        FileCase(
            f"{name} with {blank!r} {side} {separator!r}",
            {name: make(separator + blank if side == "after" else blank + separator)},
            edges,
            said=REMOVED,
        )
        for blank in BLANKS
        for side in ("before", "after")
        for name, separator in (("e.csv", ","), ("e.csv", ";"), ("e.txt", ","))
        for make, edges in ((triangle, TRIANGLE), (numbers, NUMBERS))
        if name == "e.csv" or blank in (" ", "  ", "\t", " \t")
    ),
    *(
        FileCase(
            f"{blank!r} at the ends of lines",
            {"e.csv": triangle(",", blank + end)},
            TRIANGLE,
            said=REMOVED,
        )
        for blank in BLANKS
        for end in ("\n", "\r\n")
    ),
    *(
        FileCase(
            f"{blank!r} beside tabs",
            {"e.tsv": triangle(blank + "\t" + blank)},
            TRIANGLE,
            said=REMOVED,
        )
        for blank in (" ", NBSP, "\u2003")
    ),
    FileCase(
        "blanks beside a separator of two characters",
        {"e.dat": "1 :: 2\n3 :: 4\n1::4\n"},
        NUMBERS,
        said=REMOVED,
    ),
    FileCase(
        "blanks beside a separator that is passed",
        {"e.txt": triangle(" | ")},
        TRIANGLE,
        {"delimiter": "|"},
        REMOVED,
    ),
    FileCase(
        "blanks in a header",
        {"e.csv": " user , item \n1, 2\n3, 4\n"},
        [(1, 2), (3, 4)],
        said="left is 'user', right is 'item'; blanks around fields removed",
        readings=(Reading({"left": "item", "right": "user"}, [(2, 1), (4, 3)]),),
    ),
    FileCase(
        "blanks between quotes stay",
        {"e.csv": 'u, v\n" a", "b, c" \n"x ",d\n'},
        [(" a", "b, c"), ("x ", "d")],
        {"header": True},
        REMOVED,
    ),
    FileCase(
        "blanks within labels stay",
        {"e.csv": "new york, new  milk\nnew york,tea\n"},
        [("new york", "new  milk"), ("new york", "tea")],
        said=REMOVED,
    ),
    FileCase(
        "no blanks but within labels and quotes",
        {"e.csv": 'u,v\n"Smith, John",1\n'},
        [("Smith, John", 1)],
        said="left is 'u', right is 'v'",
    ),
    FileCase(
        "a field of blanks",
        {"e.csv": "u,v\n1, \n2,3\n"},
        Refused("e.csv: line 2, '1,', has no label in column '2': …"),
    ),
    FileCase(
        "a no-break space beside the blanks of a list",
        {"e.txt": f"1 {NBSP}2\n3{NBSP} 4\n1 4{NBSP}\n"},
        NUMBERS,
        said=REMOVED,
    ),
    FileCase(
        "a no-break space between labels alone",
        {"e.txt": f"a b\nc{NBSP}d\n"},
        Refused("e.txt: line 2, 'c\\xa0d', has 1 field, but line 1 has 2: …"),
    ),
    FileCase(
        "two separators",
        {"e.txt": "1,2 3,4\n5,6 7,8\n"},
        Refused(
            "e.txt: commas or blanks could separate the fields: pass delimiter=',' or "
            "delimiter='space'"
        ),
        readings=(
            Reading(
                {"delimiter": "space", "header": False},
                [("1,2", "3,4"), ("5,6", "7,8")],
            ),
        ),
    ),
    FileCase(
        "text and numbers that are text",
        {"e.csv": numbers(", ")},
        [tuple(map(str, edge)) for edge in NUMBERS],
        {"text_ids": True},
        REMOVED,
    ),
    FileCase(
        "JSON has labels as they are",
        {"e.jsonl": '[" a", "b "]\n["a", "b"]\n'},
        [(" a", "b "), ("a", "b")],
    ),
    FileCase(
        "items with blanks",
        {"e.fimi": "new milk, tea \n bread\n"},
        [(1, "new milk"), (1, "tea"), (2, "bread")],
        {"delimiter": ","},
    ),
    *(
        FileCase(
            f"{blank!r} {side} the names of gene sets",
            {
                "a.gmt": line.replace(
                    "A", f"A{blank}" if side == "after" else f"{blank}A"
                )
            },
            [("s1", "A"), ("s1", "B"), ("A", "A"), ("A", "B")],
            said=REMOVED,
        )
        for line in ("s1\td\tA\tB\nA\td\tA\tB\n",)
        for blank in BLANKS
        for side in ("before", "after")
        if "\t" not in blank
    ),
    FileCase(
        "quotes in gene sets",
        {"a.gmt": 's1\td\t"A \tB"\n'},
        [("s1", '"A'), ("s1", 'B"')],
        said=REMOVED,
    ),
    FileCase(
        "two gene sets that differ by blanks",
        {"a.gmt": "s1\td\tA\ns1 \td\tB\n"},
        Refused(
            "a.gmt: line 2 repeats the set 's1' of line 1: give each set its own …"
        ),
    ),
    *(
        FileCase(
            f"{blank!r} around the names of a context",
            {
                "a.cxt": f"B\n\n2\n2\n\no1{blank}\n{blank}o2\na 1{blank}\n{blank}b\n"
                "X.\n.X\n"
            },
            [("o1", "a 1"), ("o2", "b")],
            said="blanks around names removed",
        )
        for blank in BLANKS
    ),
    FileCase(
        "two objects that differ by blanks",
        {"a.cxt": "B\n\n2\n1\n\no\no \na\nX\nX\n"},
        Refused("a.cxt: line 7 repeats the object 'o' of line 6: …"),
    ),
    *(
        FileCase(
            f"{blank!r} {side} {separator!r} in a matrix",
            {
                "m.csv": ",a,b,c\nx,1,0,0\nx y,0,1,1\n".replace(
                    ",", separator + blank if side == "after" else blank + separator
                )
            },
            [("x", "a"), ("x y", "b"), ("x y", "c")],
            said=REMOVED,
        )
        for blank in BLANKS
        for side in ("before", "after")
        for separator in ",;"
    ),
    *(
        FileCase(f"quoted blanks in a matrix: {content!r}", {"m.csv": content}, edges)
        for content, edges in (
            (',a,b\n" x",1,0\ny,0,1\n', [(" x", "a"), ("y", "b")]),
            (',a," a"\nx,1,0\ny,0,1\n', [("x", "a"), ("y", " a")]),
            (',a,b\n"y ",1,0\ny,0,1\n', [("y ", "a"), ("y", "b")]),
            (',a,b\n"\ty\t",1,0\ny,0,1\n', [("\ty\t", "a"), ("y", "b")]),
        )
    ),
    FileCase(
        "quoted blanks beside others in a matrix",
        {"m.csv": ',a, " b" ,c\n " x" ,1, 0,0\ny,0,1 ,0\n'},
        [(" x", "a"), ("y", " b")],
        said=REMOVED,
    ),
    FileCase(
        "quotes within labels and blanks in a matrix",
        {"m.csv": ',a,b\n6" pipe ,1,0\ny ,0,1\n'},
        [('6" pipe', "a"), ("y", "b")],
        said=REMOVED,
    ),
    FileCase(
        "two rows of a matrix that differ by blanks",
        {"m.csv": ",a,b\ny ,1,0\ny,0,1\n"},
        Refused("m.csv: line 3 repeats the label 'y' of line 2: give each row …"),
        {"format": "matrix"},
    ),
]
