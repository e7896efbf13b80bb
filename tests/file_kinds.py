# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Small files as people have them, for the tests and for ci/use_wheel.py."""

IDS = [(1, 10), (1, 20), (2, 10)]
WORDS = [("anna", "milk"), ("anna", "tea"), ("bob", "milk")]
ZIPS = [("007", "010"), ("007", "020"), ("08", "010")]
RATED = "1{0}10{0}5{0}978300760\n1{0}20{0}3{0}978302109\n2{0}10{0}4{0}978301968\n"
LARGE = 2**63 + 11


def lines(pairs, separator, header=""):
    rows = [header] if header else []
    return "\n".join([*rows, *(f"{a}{separator}{b}" for a, b in pairs)]) + "\n"


def snap(pairs):
    return "# Directed graph: e.txt\n# Nodes: 3 Edges: 3\n# FromNodeId\tToNodeId\n" + (
        lines(pairs, "\t")
    )


MATRIX = "%%MatrixMarket matrix coordinate {}\n% comment\n2 20 3\n{}"

# Name of the file, its text, the edges, and what is said.
READ = [
    ("e.csv", lines(IDS, ",", "user,item"), IDS, "commas, a header, left is 'user'"),
    ("e.csv", lines(IDS, ","), IDS, "split by commas, no header, left is column 1"),
    ("e.csv", lines(WORDS, ","), WORDS, "commas, no header"),
    ("e.csv", lines(ZIPS, ","), ZIPS, "commas, no header"),
    ("e.csv", lines(IDS, ";", "user;item"), IDS, "semicolons, a header"),
    ("e.csv", lines(ZIPS, ";"), ZIPS, "semicolons, no header"),
    ("e.csv", lines(IDS, "\t"), IDS, "tabs, no header"),
    ("e.csv", lines(IDS, " "), IDS, "blanks, no header"),
    ("e.tsv", lines(IDS, "\t", "user\titem"), IDS, "tabs, a header"),
    ("e.tsv", lines(WORDS, "\t"), WORDS, "tabs, no header"),
    ("e.txt", lines(IDS, " "), IDS, "blanks, no header"),
    ("e.txt", lines(IDS, ","), IDS, "commas, no header"),
    ("e.txt", lines(IDS, "::"), IDS, 'split by "::", no header'),
    ("e.txt", lines(WORDS, " "), WORDS, "blanks, no header"),
    ("e.txt", lines(IDS, " ", "user item"), IDS, "blanks, a header"),
    ("edges", lines(IDS, "\t"), IDS, "tabs, no header"),
    ("edges.dat", lines(IDS, "|"), None, "delimiter"),
    ("out.e", "% bip unweighted\n% 3 2 2\n" + lines(IDS, " "), IDS, "blanks, no"),
    ("out.e", "% bip\n1 10 5 1\n1 20 5\n2 10 1 7\n", IDS, "blanks, no header"),
    ("e.txt", snap(IDS), IDS, "tabs, no header"),
    ("u.data", RATED.format("\t"), IDS, "tabs, no header, left is column 1"),
    ("ratings.dat", RATED.format("::"), IDS, 'split by "::", no header, left is col'),
    (
        "ratings.csv", "userId,movieId,rating,timestamp\n" + RATED.format(","), IDS,
        "commas, a header, left is 'userId', right is 'movieId'",
    ),
    ("e.mtx", MATRIX.format("pattern general", lines(IDS, " ")), IDS, "left is 'row'"),
    (
        "e.mtx", MATRIX.format("real general", "1 10 .5\n1 20 1\n2 10 1e-3\n"), IDS,
        "MatrixMarket, 2 rows, 20 columns, general",
    ),
    (
        "e.jsonl", '{"u": 1, "v": 10}\n{"u": 1, "v": 20}\n\n{"v": 10, "u": 2}\n', IDS,
        "JSON objects, left is 'u', right is 'v'",
    ),
    ("e.ndjson", '["anna", "milk"]\n["anna", "tea"]\n["bob", "milk"]', WORDS, "lists"),
    ("e.txt", '{"u": 1, "v": 10}\n{"u": 1, "v": 20}\n{"u": 2, "v": 10}', IDS, "JSON"),
    ("e.csv", lines([(LARGE, 1), (5, 2)], ",", "u,v"), [(LARGE, 1), (5, 2)], "header"),
    # Refused, with what decides
    ("e.csv", lines([("anna", "milk"), ("bob", "tea")], ","), None, "header"),
    ("e.csv", "1;2,5\n3;4,5\n", None, "delimiter"),
    ("e.txt", "1,2 3,4\n5,6 7,8\n", None, "delimiter"),
    ("retail.dat", "10 20\n10 \n\n30 10 20\n", None, "format"),
    ("b.txt", "1 7\n1\n1 3 4\n", None, "format"),
    ("e.txt", "1 2 5\n1 3\n4 5 6\n", None, "format"),
    ("e.txt", "1 2 5\n2 3\n3 4\n5 6 8 9\n", None, "format"),  # or adjacency lists
    ("mushroom.dat", "1 3 9\n2 3 9\n", None, "format"),
    ("e.csv", "u,v,w\n1,2,3\n", None, "left"),
    ("e.jsonl", '{"u": 1, "v": "x"}\n{"u": "1", "v": "y"}\n', None, "text_ids"),
]  # fmt: skip
