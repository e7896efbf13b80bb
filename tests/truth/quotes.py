# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Quotes: around labels, within them, and in columns that are not used."""

from truth import FileCase, Reading, Refused

NAMED = {"left": "u", "right": "v"}


def table(separator, *rows):
    return "".join(separator.join(row) + "\n" for row in rows)


def either(name, column="1"):
    return Refused(
        f"{name}: line 2 has quotes around '\"a\"', and other lines have none in "
        f"column '{column}': pass quotes=True if quotes only enclose labels, or "
        "quotes=False if they are part of labels"
    )


def closing(name):
    return Refused(
        f"{name}: line 2 has an opening quote, but no closing quote before the next "
        "separator: add the closing quote, or pass quotes=False if quotes are part of "
        "labels"
    )


SEPARATORS = [("e.tsv", "\t"), ("e.txt", "|"), ("e.csv", ";")]


def of(name, separator):
    """Cases of a separator that is not a comma."""
    given = {"delimiter": "|"} if separator == "|" else {}
    first = ["u", "v"]
    return [
        FileCase(
            f"a quote within a label, with {separator!r}",
            {name: table(separator, first, ['6" pipe', "1"], ["7 in", "2"])},
            [('6" pipe', 1), ("7 in", 2)],
            given,
        ),
        FileCase(
            f"a quote within each label, with {separator!r}",
            {name: table(separator, first, ['6" pipe', "1"], ['7"', "2"])},
            [('6" pipe', 1), ('7"', 2)],
            given,
        ),
        FileCase(
            f"a quote at the beginning of a label, with {separator!r}",
            {name: table(separator, first, ['"6 pipe', "1"], ["7", "2"])},
            [('"6 pipe', 1), ("7", 2)],
            given,
        ),
        FileCase(
            f"quotes in a column that is not used, with {separator!r}",
            {
                name: table(
                    separator, [*first, "w"], ["1", "2", '6" pipe'], ["3", "4", '"ok"']
                )
            },
            [(1, 2), (3, 4)],
            given | NAMED,
        ),
        FileCase(
            f"quotes around all labels of a column, with {separator!r}",
            {name: table(separator, first, ['"a"', "1"], ['"b"', "2"])},
            [("a", 1), ("b", 2)],
            given,
        ),
        FileCase(
            f"quotes around some labels, with {separator!r}",
            {name: table(separator, first, ['"a"', "1"], ["b", "2"])},
            either(name),
            given,
            readings=(
                Reading({"quotes": True}, [("a", 1), ("b", 2)]),
                Reading({"quotes": False}, [('"a"', 1), ("b", 2)]),
            ),
        ),
        FileCase(
            f"quotes around a separator, with {separator!r}",
            {name: table(separator, first, [f'"a{separator}b"', "1"], ["c", "2"])},
            [(f"a{separator}b", 1), ("c", 2)],
            given | {"header": True},
        ),
        FileCase(
            f"doubled quotes, with {separator!r}",
            {name: table(separator, first, ['"6"" pipe"', "1"], ["c", "2"])},
            [('6" pipe', 1), ("c", 2)],
            given,
        ),
        FileCase(
            f"quotes around some labels beside others, with {separator!r}",
            {name: table(separator, first, ['"a"', "1"], ['6" pipe', "2"])},
            either(name),
            given,
            readings=(
                Reading({"quotes": True}, [("a", 1), ('6" pipe', 2)]),
                Reading({"quotes": False}, [('"a"', 1), ('6" pipe', 2)]),
            ),
        ),
        FileCase(
            f"a label between quotes that is a number, with {separator!r}",
            {name: table(separator, first, ['"7"', "1"], ['"8"', "2"])},
            [(7, 1), (8, 2)],
            given,
        ),
    ]


CASES = [
    *(case for each in SEPARATORS for case in of(*each)),
    FileCase(
        "a quote within a label, with commas",
        {"e.csv": 'u,v\n6" pipe,1\n7 in,2\n'},
        [('6" pipe', 1), ("7 in", 2)],
    ),
    FileCase(
        "a quote within a label, and quotes around a comma",
        {"e.csv": 'u,v\n"x, y",3\n6" pipe,4\n'},
        [("x, y", 3), ('6" pipe', 4)],
    ),
    FileCase(
        "a quote within a label, and quotes around another, with commas",
        {"e.csv": 'u,v\n"a",3\n6" pipe,4\n'},
        either("e.csv"),
        readings=(
            Reading({"quotes": True}, [("a", 3), ('6" pipe', 4)]),
            Reading({"quotes": False}, [('"a"', 3), ('6" pipe', 4)]),
        ),
    ),
    FileCase(
        "quotes around some labels, with commas",
        {"e.csv": 'u,v\n"a",1\nb,2\n'},
        [("a", 1), ("b", 2)],
        readings=(Reading({"quotes": False}, [('"a"', 1), ("b", 2)]),),
    ),
    FileCase(
        "quotes in a column that is not used, with commas",
        {"e.csv": 'u,v,w\n1,2,6" pipe\n3,4,"ok"\n5,6,"open\n'},
        [(1, 2), (3, 4), (5, 6)],
        NAMED,
    ),
    FileCase(
        "a quote that is not closed",
        {"e.csv": 'u,v\n1,"2\n3,4\n'},
        closing("e.csv"),
        readings=(Reading({"quotes": False}, [(1, '"2'), (3, "4")]),),
    ),
    FileCase(
        "quotes in a list between blanks",
        {"e.txt": '6" 1\n7 2\n'},
        [('6"', 1), ("7", 2)],
        {"header": False},
    ),
    FileCase(
        "quotes around all labels between blanks, as R writes them",
        {"e.txt": '"a" "x"\n"b" "y"\n"c" "x"\n'},
        Refused(
            "e.txt: quotes enclose all labels of column 1, and could be a part of "
            "them: pass quotes=False if they are, or write the file with commas "
            "between the fields if they are not"
        ),
        {"header": False},
        told="--no-quotes",
        readings=(
            Reading(
                {"quotes": False}, [('"a"', '"x"'), ('"b"', '"y"'), ('"c"', '"x"')]
            ),
        ),
    ),
    FileCase(
        "quotes around all labels between commas",
        {"e.txt": '"a","x"\n"b","y"\n"c","x"\n'},
        [("a", "x"), ("b", "y"), ("c", "x")],
        {"header": False},
    ),
    FileCase(
        "quotes that cannot enclose labels",
        {"e.txt": "a 1\nb 2\n"},
        Refused(
            "quotes=True applies only to rows of fields, and e.txt is split by blanks: "
            "leave it out"
        ),
        {"quotes": True},
    ),
    FileCase(
        "quotes in baskets",
        {"e.fimi": "4 2\n"},
        Refused(
            "quotes=False applies only to rows of fields, and e.fimi is a file of "
            "lists: leave it out"
        ),
        {"quotes": False},
    ),
]
