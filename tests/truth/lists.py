# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Lines with several ids: baskets, or a vertex and its neighbours."""

from truth import FileCase, Reading, Refused

USERS = "1 50 60 70\n1 80 90\n2 50 60 70\n3 80\n"
BY_USER = [
    (1, 50),
    (1, 60),
    (1, 70),
    (1, 80),
    (1, 90),
    (2, 50),
    (2, 60),
    (2, 70),
    (3, 80),
]
AS_BASKETS = [
    (number, int(item))
    for number, line in enumerate(USERS.splitlines(), start=1)
    for item in line.split()
]
FIMI, ADJACENCY = {"format": "fimi"}, {"format": "adjacency"}
COUNTED = "3 50 60 70\n2 80 90\n1 50\n"
OF_COUNTED = [(1, 50), (1, 60), (1, 70), (2, 80), (2, 90), (3, 50)]
WITH_IDS = "1 3 50 60 70\n1 2 80 90\n4 1 50\n5 0\n"
OF_IDS = [(1, 50), (1, 60), (1, 70), (1, 80), (1, 90), (4, 50)]
NAMES = "anna milk tea bread\nbob milk\ncid tea bread\n"
OF_NAMES = [
    ("anna", "milk"), ("anna", "tea"), ("anna", "bread"), ("bob", "milk"),
    ("cid", "tea"), ("cid", "bread"),
]  # fmt: skip


def shown(name, line, *readings):
    return Refused(
        f"{name}: line 1, '{line}', can be read as " + "; or as ".join(readings)
    )


BASKET = "a basket of {}: pass format='fimi'"
NEIGHBOURS = "the vertex {} with the neighbours {}: pass format='adjacency'"
TWO = (
    BASKET.format("1, 50, 60, 70"),
    NEIGHBOURS.format("1", "50, 60, 70"),
)
BOTH = (Reading(FIMI, AS_BASKETS), Reading(ADJACENCY, BY_USER))
OF_COUNTS = (
    "a basket of 3, 50, 60, 70: pass format='fimi' and counts=False",
    "a basket of 50, 60, 70, after their number 3: pass format='fimi' and counts=True",
)

CASES = [
    *(
        FileCase(
            f"users and their items, {name}",
            {name: USERS},
            shown(name, "1 50 60 70", *TWO),
            readings=BOTH,
        )
        for name in ("e.txt", "e.dat", "retail.dat", "edges")
    ),
    FileCase(
        "distinct users",
        {"e.txt": "1 50 60 70\n2 80 90\n3 50\n"},
        shown("e.txt", "1 50 60 70", *TWO),
        readings=(
            Reading(ADJACENCY, [(1, 50), (1, 60), (1, 70), (2, 80), (2, 90), (3, 50)]),
        ),
    ),
    FileCase(
        "names",
        {"e.txt": NAMES},
        shown(
            "e.txt",
            "anna milk tea bread",
            BASKET.format("anna, milk, tea, bread"),
            NEIGHBOURS.format("anna", "milk, tea, bread"),
        ),
        readings=(Reading(ADJACENCY, OF_NAMES),),
    ),
    FileCase(
        "baskets that begin with their size",
        {"e.txt": COUNTED},
        shown("e.txt", "3 50 60 70", *OF_COUNTS, NEIGHBOURS.format("3", "50, 60, 70")),
        readings=(
            Reading(FIMI | {"counts": True}, OF_COUNTED, "after their number"),
            Reading(ADJACENCY, [(3, 50), (3, 60), (3, 70), (2, 80), (2, 90), (1, 50)]),
        ),
    ),
    FileCase(
        "baskets that begin with their size, in a FIMI file",
        {"e.fimi": COUNTED},
        shown("e.fimi", "3 50 60 70", *OF_COUNTS),
        readings=(
            Reading({"counts": True}, OF_COUNTED),
            Reading(
                {"counts": False},
                [
                    (number, int(item))
                    for number, line in enumerate(COUNTED.splitlines(), start=1)
                    for item in line.split()
                ],
            ),
        ),
    ),
    FileCase(
        "neighbours that begin with their number",
        {"e.txt": WITH_IDS},
        shown(
            "e.txt",
            "1 3 50 60 70",
            BASKET.format("1, 3, 50, 60, 70"),
            NEIGHBOURS.format("1", "3, 50, 60, 70") + " and counts=False",
            "the vertex 1 with the neighbours 50, 60, 70, after their number 3: pass "
            "format='adjacency' and counts=True",
        ),
        readings=(
            Reading(ADJACENCY | {"counts": True}, OF_IDS, "1 line without neighbours"),
        ),
    ),
    FileCase(
        "baskets of one size that begin with it",
        {"e.txt": "2 5 6\n2 7 8\n"},
        shown(
            "e.txt",
            "2 5 6",
            "a basket of 2, 5, 6: pass format='fimi' and counts=False",
            "a basket of 5, 6, after their number 2: pass format='fimi' and "
            "counts=True",
        ),
        FIMI,
        readings=(Reading({"counts": True}, [(1, 5), (1, 6), (2, 7), (2, 8)]),),
    ),
    FileCase(
        "baskets of one size",
        {"mushroom.dat": "1 3 9\n2 3 9\n"},
        Refused(
            "mushroom.dat has 3 columns, '1', '2', '3': name the two that hold the "
            "edges with left and right, or pass format='fimi' for baskets, "
            "format='adjacency' for neighbours"
        ),
        readings=(
            Reading(FIMI, [(1, 1), (1, 3), (1, 9), (2, 2), (2, 3), (2, 9)]),
            Reading(ADJACENCY, [(1, 3), (1, 9), (2, 3), (2, 9)]),
        ),
    ),
    FileCase(
        "a wrong size",
        {"e.fimi": "2 50 60\n3 80 90\n"},
        Refused(
            "e.fimi: line 2 has 3 as the number of ids behind it, and 2 follow: "
            "correct the line, or pass counts=False if lines do not tell how many ids "
            "follow"
        ),
        {"counts": True},
        readings=(),
    ),
    FileCase(
        "lists between commas",
        {"e.csv": "anna,milk,tea\nbob,milk\ncid,tea\n"},
        Refused("e.csv: line 2, 'bob,milk', has 2 fields, but line 1 has 3: …"),
        readings=(
            Reading(
                ADJACENCY,
                [("anna", "milk"), ("anna", "tea"), ("bob", "milk"), ("cid", "tea")],
            ),
        ),
    ),
    FileCase(
        "items with blanks between commas",
        {"e.fimi": "new milk, tea\nbread\n"},
        Refused(
            "e.fimi: ',' or blanks could separate the ids of a line: pass "
            "delimiter=',' or delimiter='space'"
        ),
        readings=(
            Reading({"delimiter": ","}, [(1, "new milk"), (1, "tea"), (2, "bread")]),
        ),
    ),
    FileCase(
        "an adjacency list of NetworkX",
        {"e.adjlist": "#write.py\n# GMT Thu Nov 26\n#\na x y\nb x\nc\n"},
        [("a", "x"), ("a", "y"), ("b", "x")],
        said="3 comment lines skipped; 1 line without neighbours",
    ),
    FileCase(
        "baskets by their name",
        {"e.fimi": "10 20\n10 \n\n30 10 20\n"},
        [(1, 10), (1, 20), (2, 10), (4, 30), (4, 10), (4, 20)],
        said="one basket per line",
    ),
    FileCase(
        "a size for edges",
        {"e.csv": "u,v\n1,2\n"},
        Refused(
            "counts=True applies only to format='fimi' and format='adjacency', and "
            "e.csv is a list of edges: leave it out"
        ),
        {"counts": True},
    ),
    FileCase(
        "ids of one side that are no integers",
        {"e.txt": "007 1 2\n8 1\n9 2 3\n"},
        [("007", 1), ("007", 2), ("8", 1), ("9", 2), ("9", 3)],
        ADJACENCY,
    ),
]


def of_two(name, content, could_be, skipped, kept):
    """A first line that could be no list of ids."""
    first = content.partition("\n")[0]
    return FileCase(
        f"{first!r} above lists, {name}",
        {name: content},
        Refused(
            f"{name}: line 1, {first!r}, could be {could_be} or a list of ids: pass "
            "skip_lines=1 or skip_lines=0"
        ),
        readings=(
            Reading({"skip_lines": 1}, skipped),
            Reading({"skip_lines": 0}, kept),
        ),
    )


COLON = "the colon behind each vertex removed"
CASES += [
    of_two(
        "e.adjlist",
        "user items\n1 2 3\n2 4\n",
        "a header",
        [(1, 2), (1, 3), (2, 4)],
        [("user", "items"), ("1", "2"), ("1", "3"), ("2", "4")],
    ),
    of_two(
        "e.fimi",
        "user items\n1 2 3\n2 4\n",
        "a header",
        [(2, 1), (2, 2), (2, 3), (3, 2), (3, 4)],
        [(1, "user"), (1, "items"), (2, "1"), (2, "2"), (2, "3"), (3, "2"), (3, "4")],
    ),
    of_two(
        "e.adjlist",
        "3 4\n1 2 3\n2 3 4\n3 1\n",
        "the sizes of the graph",
        [(1, 2), (1, 3), (2, 3), (2, 4), (3, 1)],
        [(3, 4), (1, 2), (1, 3), (2, 3), (2, 4), (3, 1)],
    ),
    *(
        FileCase(
            f"a colon behind each vertex, {content!r}",
            {"e.txt": content},
            [(1, 50), (1, 60), (1, 70), (2, 80)],
            ADJACENCY,
            COLON,
        )
        for content in (
            "1: 50 60 70\n2: 80\n",
            "1:50,60,70\n2:80\n",
            "1: 50, 60, 70\n2: 80\n3:\n",
        )
    ),
    FileCase(
        "ids with colons",
        {"e.txt": "u:1 i:2\nu:2 i:3 i:4\n"},
        [("u:1", "i:2"), ("u:2", "i:3"), ("u:2", "i:4")],
        ADJACENCY,
    ),
]
