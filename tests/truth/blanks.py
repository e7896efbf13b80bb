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
]
