# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Comments, and labels that begin with the mark of a comment."""

from truth import FileCase, Reading, Refused

TAGS = "#sun ann\n#moon bob\n#sun bob\n"
TAGGED = [("#sun", "ann"), ("#moon", "bob"), ("#sun", "bob")]
SNAP = "# Nodes: 3 Edges: 3\n# FromNodeId\tToNodeId\n1\t2\n1\t3\n"


def either(name, line, content, marks="#"):
    return Refused(
        f"{name}: line {line}, {content!r}, could be a comment or an edge: pass "
        f"comments={marks!r} or comments='none'"
    )


CASES = [
    FileCase(
        "labels with a mark among others",
        {"e.txt": "moon ann\n#sun ann\nmoon bob\n"},
        either("e.txt", 2, "#sun ann"),
        readings=(
            Reading(
                {"comments": "none"},
                [("moon", "ann"), ("#sun", "ann"), ("moon", "bob")],
            ),
            Reading(
                {"comments": "#"},
                [("moon", "ann"), ("moon", "bob")],
                "1 comment line skipped",
            ),
        ),
    ),
    FileCase(
        "labels with a mark in the first line",
        {"e.txt": "#sun ann\nmoon bob\nmoon eve\n"},
        either("e.txt", 1, "#sun ann"),
    ),
    FileCase(
        "labels with a mark in all lines",
        {"e.txt": TAGS},
        either("e.txt", 1, "#sun ann"),
        readings=(Reading({"comments": "none"}, TAGGED),),
    ),
    FileCase(
        "labels with a percent sign",
        {"e.txt": "x a\n%y a\n# of more\nx b\n"},
        either("e.txt", 2, "%y a", "#%"),
        readings=(Reading({"comments": "#%"}, [("x", "a"), ("x", "b")]),),
    ),
    FileCase(
        "labels with a percent sign in KONECT",
        {"out.tags": "% bip\nx a\n%y a\n"},
        either("out.tags", 3, "%y a", "%"),
        readings=(Reading({"comments": "%"}, [("x", "a")], "2 comment lines"),),
    ),
    FileCase(
        "labels with a mark between commas",
        {"edges": "x,a\n#y,a\nx,b\n"},
        either("edges", 2, "#y,a"),
        readings=(
            Reading({"comments": "none"}, [("x", "a"), ("#y", "a"), ("x", "b")]),
        ),
    ),
    FileCase(
        "items with a mark",
        {"e.fimi": "sun moon\n#sun ann bob\n"},
        either("e.fimi", 2, "#sun ann bob"),
        readings=(
            Reading({"comments": "#"}, [(1, "sun"), (1, "moon")], "1 comment line"),
            Reading(
                {"comments": "none"},
                [(1, "sun"), (1, "moon"), (2, "#sun"), (2, "ann"), (2, "bob")],
            ),
        ),
    ),
    FileCase(
        "labels with a mark behind a thousand numbers",
        {"e.txt": "".join(f"{n} 5\n" for n in range(1000)) + "sun 5\n#sky 5\n"},
        either("e.txt", 1002, "#sky 5"),
    ),
    FileCase(
        "edges of numbers that are commented out behind a thousand others",
        {"e.txt": "1 5\n" * 1200 + "#3 5\n7 5\n"},
        [(1, 5)] * 1200 + [(7, 5)],
        said="1 comment line skipped",
    ),
    FileCase(
        "a label that is a mark, between tabs",
        {"e.txt": "#\tann\nbob\tann\n"},
        either("e.txt", 1, "#\tann"),
        {"header": False},
        readings=(
            Reading({"comments": "none"}, [("#", "ann"), ("bob", "ann")]),
            Reading({"comments": "#"}, [("bob", "ann")]),
        ),
    ),
    FileCase(
        "a heading of SNAP",
        {"e.txt": SNAP},
        [(1, 2), (1, 3)],
        said="2 comment lines skipped",
    ),
    FileCase(
        "a heading above text",
        {"e.txt": "# from to\na b\na c\n"},
        [("a", "b"), ("a", "c")],
        said="1 comment line skipped",
    ),
    FileCase(
        "an edge of numbers that is commented out",
        {"e.txt": "1 2\n#3 4\n1 4\n"},
        [(1, 2), (1, 4)],
        said="1 comment line skipped",
    ),
    FileCase(
        "a sentence between edges",
        {"e.txt": "a b\n# the rest is from another source\na c\n"},
        [("a", "b"), ("a", "c")],
        said="1 comment line skipped",
    ),
    FileCase(
        "a comment in a CSV file",
        {"e.csv": "# made by hand\nu,v\n1,2\n"},
        Refused(
            "e.csv: line 1, '# made by hand', has one field, …, or comments='#' if …"
        ),
        readings=(Reading({"comments": "#"}, [(1, 2)], "1 comment line skipped"),),
    ),
    FileCase(
        "a comment between rows of a CSV file",
        {"e.csv": "u,v\n1,2\n% none\n3,4\n"},
        Refused("e.csv: line 3, '% none', has 1 field, … or comments='%' if line 3 …"),
        readings=(Reading({"comments": "%"}, [(1, 2), (3, 4)]),),
    ),
    FileCase(
        "labels of a CSV file",
        {"e.csv": "x,a\n#y,a\nx,b\n"},
        [("x", "a"), ("#y", "a"), ("x", "b")],
    ),
    FileCase(
        "another mark",
        {"e.txt": "c a comment\n1 2\nc another\n3 4\n"},
        [(1, 2), (3, 4)],
        {"comments": "c"},
        "2 comment lines skipped",
    ),
    FileCase(
        "a mark that cannot begin comments",
        {"e.txt": "1 2\n3 4\n"},
        Refused(
            "comments='no' cannot begin comments: pass 'none', or the sign that begins "
            "a comment line, such as '#'"
        ),
        {"comments": "no"},
    ),
    FileCase(
        "comments of JSON",
        {"e.jsonl": "[1, 2]\n"},
        Refused(
            "comments='#' applies only to rows of fields, and e.jsonl is JSON: leave "
            "it out"
        ),
        {"comments": "#"},
    ),
]
