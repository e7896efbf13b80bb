# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""First lines: headers, titles, and the sizes of the graph."""

from truth import FileCase, Reading, Refused

PROTEINS = "protein1 protein2 score\np1 p2 490\np3 p4 500\n"
PAIRS = [("p1", "p2"), ("p3", "p4")]
ONE_BASED = "1 1\n1 2\n2 3\n3 4\n4 5\n5 6\n"
EDGES = [(1, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
SKIPPED = "line 1, {}, skipped as the sizes of the graph"
FROM_ZERO = [(a - 1, b - 1) for a, b in EDGES]
ZERO_BASED = "".join(f"{a} {b}\n" for a, b in FROM_ZERO)
WORDS = "user item\nanna milk\nbob tea\n"
BUYS = [("anna", "milk"), ("bob", "tea")]


def sizes(first, below, edges, name="e.txt", **options):
    """A case of sizes that fit."""
    return FileCase(
        f"{first!r} above {below!r}", {name: f"{first}\n{below}"}, edges,
        options, SKIPPED.format(repr(first)),
    )  # fmt: skip


def doubtful(first, below, meaning, edges, name="e.txt", **options):
    """A case of numbers that could be sizes or the first edge."""
    separator = next(sign for sign in ", \t" if sign in first)
    a, b = map(int, first.split(separator)[:2])
    return FileCase(
        f"{first!r} above {below!r}",
        {name: f"{first}\n{below}"},
        Refused(
            f"{name}: line 1, {first!r}, could be the sizes of the graph ({meaning}) "
            "or an edge: pass skip_lines=1 or skip_lines=0"
        ),
        options,
        readings=(
            Reading({"skip_lines": 1}, edges, "the first line skipped"),
            Reading({"skip_lines": 0}, [(a, b), *edges]),
        ),
    )


SIDES = "{} left and {} right vertices".format
VERTICES = "{} vertices and {} edges".format
OF_TWO = [
    ("3 3", "1 3\n2 2\n1 1\n", VERTICES(3, 3)),
    ("5 3", "1 2\n2 3\n5 1\n", SIDES(5, 3)),
    ("10 3", "10 1\n1 2\n2 3\n", SIDES(10, 3)),
    ("3 4", "3 1\n1 2\n2 3\n1 3\n", VERTICES(3, 4)),
    ("4 4", "1 1\n1 2\n2 3\n4 4\n", SIDES(4, 4)),
    ("3 3", "3 3\n2 2\n1 1\n", SIDES(3, 3)),
    ("9 9", ONE_BASED, SIDES(9, 9)),
    ("2 1", "1 1\n2 1\n", SIDES(2, 1)),
    ("5 6", ONE_BASED, SIDES(5, 6)),
    ("5 6", ZERO_BASED, SIDES(5, 6)),
    ("6 6", ONE_BASED, VERTICES(6, 6)),
    ("4 4", "2 2\n4 4\n1 3\n", SIDES(4, 4)),
    ("5 4", "1 2\n2 4\n3 1\n4 2\n3 3\n", "5 edges and 4 vertices"),
]


def pairs(below):
    return [tuple(map(int, line.split()[:2])) for line in below.splitlines()]


WEIGHTED = "1 1 5\n2 2 3\n3 3 1\n4 1 1\n"
BY_NUMBER = {"left": "1", "right": "2"}
DOUBTFUL = [
    *(
        doubtful(first, below, meaning, pairs(below), name)
        for first, below, meaning in OF_TWO
        for name in ("e.txt", "e.csv")
    ),
    *(
        doubtful(
            first.replace(" ", sign),
            below.replace(" ", sign),
            meaning,
            pairs(below),
            name,
        )
        for first, below, meaning in OF_TWO
        for name, sign in (("e.csv", ","), ("e.tsv", "\t"))
    ),
    doubtful(
        "9 9 4", WEIGHTED, SIDES(9, 9) + ", and 4 edges", pairs(WEIGHTED), **BY_NUMBER
    ),
    doubtful(
        "5 6 6",
        ONE_BASED.replace("\n", " 0.5\n"),
        SIDES(5, 6) + ", and 6 edges",
        EDGES,
        **BY_NUMBER,
    ),
    FileCase(
        "sizes above words and integers",
        {"e.txt": "2 5\nanna 5\nbob 3\nanna 1\n"},
        Refused(
            "e.txt: line 1, '2 5', could be the sizes of the graph (2 left and 5 right "
            "vertices) or an edge: pass skip_lines=1 and header=False, or skip_lines=0"
        ),
        readings=(
            Reading(
                {"skip_lines": 1, "header": False},
                [("anna", 5), ("bob", 3), ("anna", 1)],
            ),
            Reading(
                {"skip_lines": 0}, [("2", 5), ("anna", 5), ("bob", 3), ("anna", 1)]
            ),
        ),
    ),
]

CASES = [
    *DOUBTFUL,
    FileCase(
        "a header of three columns",
        {"e.txt": PROTEINS},
        Refused(
            "e.txt has 3 columns, 'protein1', 'protein2', 'score': name the two that "
            "hold the edges with left and right"
        ),
        readings=(
            Reading({"left": "protein1", "right": "protein2"}, PAIRS, "a header"),
            Reading({"left": "1", "right": "2"}, PAIRS, "a header, left is 'protein1'"),
            Reading({"left": "1", "right": "2", "header": True}, PAIRS, "a header"),
        ),
    ),
    FileCase(
        "a header above numbers, with columns by number",
        {"e.csv": "user,item,stars\n7,8,1\n9,8,2\n"},
        [(7, 8), (9, 8)],
        {"left": "1", "right": "2"},
        "a header, left is 'user', right is 'item'",
    ),
    FileCase(
        "words above words, with columns by number",
        {"e.txt": "u v w\np1 p2 x\np3 p4 y\n"},
        Refused(
            "e.txt: line 1, 'u v w', could be a header or an edge: pass header=True or "
            "header=False"
        ),
        {"left": "1", "right": "2"},
        readings=(
            Reading({"header": True}, PAIRS),
            Reading({"header": False}, [("u", "v"), *PAIRS]),
        ),
    ),
    FileCase(
        "words above words",
        {"e.txt": WORDS},
        Refused(
            "e.txt: line 1, 'user item', could be a header or an edge: pass "
            "header=True or header=False"
        ),
        readings=(
            Reading({"header": True}, BUYS),
            Reading({"header": False}, [("user", "item"), *BUYS]),
        ),
    ),
    FileCase(
        "a first label that occurs in the other column",
        {"e.txt": "a b\nb c\nc a\n"},
        [("a", "b"), ("b", "c"), ("c", "a")],
        said="no header",
    ),
    FileCase(
        "a title",
        {"e.txt": "my graph of things\n1 2\n3 4\n"},
        Refused(
            "e.txt: line 2, '1 2', has 2 fields, but line 1 has 4: … or skip_lines=1 "
            "if line 1 is no edge"
        ),
        readings=(
            Reading({"skip_lines": 1}, [(1, 2), (3, 4)], "the first line skipped"),
        ),
    ),
    FileCase(
        "two lines of title",
        {"e.csv": "my graph\n\nu,v\n1,2\n3,4\n"},
        [(1, 2), (3, 4)],
        {"skip_lines": 2},
        "a header, left is 'u', right is 'v'; the first 2 lines skipped",
    ),
    FileCase(
        "a title of one word",
        {"e.csv": "graph\nu,v\n1,2\n"},
        Refused(
            "e.csv: line 1, 'graph', has one field, …, or skip_lines=1 if the line is "
            "no edge"
        ),
        readings=(Reading({"skip_lines": 1}, [(1, 2)]),),
    ),
    FileCase(
        "more lines than the file has",
        {"e.csv": "u,v\n1,2\n"},
        Refused("skip_lines=3 is more than the 2 lines of e.csv: pass fewer"),
        {"skip_lines": 3},
    ),
    sizes("5 6 6", ONE_BASED, EDGES),
    sizes("7 9 6", ONE_BASED, EDGES),
    sizes("6", ONE_BASED, EDGES),
    sizes("5 6", ONE_BASED.replace("\n", " 0.5\n"), EDGES, left="1", right="2"),
    FileCase(
        "sizes and ids that are text",
        {"e.txt": "5 6\n" + ONE_BASED},
        Refused(
            "e.txt: line 1, '5 6', could be the sizes of the graph (5 left and 6 right "
            "vertices) or an edge: pass skip_lines=1 or skip_lines=0"
        ),
        {"text_ids": True},
        readings=(
            Reading({"skip_lines": 1}, [tuple(map(str, edge)) for edge in EDGES]),
        ),
    ),
    FileCase(
        "sizes below comments",
        {"e.txt": "# a graph\n5 6 6\n" + ONE_BASED},
        EDGES,
        said="1 comment line skipped; line 2, '5 6 6', skipped as the sizes of the "
        "graph",
    ),
    FileCase(
        "possible sizes below comments",
        {"e.txt": "# a graph\n5 6\n" + ONE_BASED},
        Refused("e.txt: line 2, '5 6', … pass skip_lines=2 or skip_lines=0"),
        readings=(
            Reading({"skip_lines": 2}, EDGES),
            Reading({"skip_lines": 0}, [(5, 6), *EDGES]),
        ),
    ),
    FileCase(
        "sizes that the caller takes for an edge",
        {"e.txt": "5 6\n" + ONE_BASED},
        [(5, 6), *EDGES],
        {"skip_lines": 0},
    ),
    FileCase(
        "sizes above words",
        {"e.txt": "2 2\nanna milk\nbob tea\nanna tea\n"},
        [("anna", "milk"), ("bob", "tea"), ("anna", "tea")],
        said=SKIPPED.format("'2 2'"),
    ),
    FileCase(
        "other numbers above words",
        {"e.txt": "7 9\nanna milk\nbob tea\n"},
        Refused(
            "e.txt: line 1, '7 9', could be the sizes of the graph (7 left and 9 right "
            "vertices) or an edge: pass skip_lines=1 and header=False, or skip_lines=0"
        ),
        readings=(
            Reading({"skip_lines": 1, "header": False}, BUYS),
            Reading({"skip_lines": 0}, [("7", "9"), *BUYS]),
        ),
    ),
    FileCase(
        "sizes that do not fit",
        {"e.txt": "5 6 9\n" + ONE_BASED},
        Refused(
            "e.txt: line 2, '1 1', has 2 fields, but line 1 has 3: … or skip_lines=1 "
            "if line 1 is no edge"
        ),
        readings=(Reading({"skip_lines": 1}, EDGES),),
    ),
    FileCase(
        "a first edge that is no size",
        {"e.txt": "1 10\n1 20\n2 10\n"},
        [(1, 10), (1, 20), (2, 10)],
        said="right is column 2",
    ),
    FileCase(
        "a first edge in the middle of the ids",
        {"e.txt": "3 4\n1 1\n5 6\n2 2\n"},
        [(3, 4), (1, 1), (5, 6), (2, 2)],
    ),
]
