# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Labelled matrices of zeros and ones: files, frames, arrays and lists.

The tables of `bad_input` have more frames and lists: those that are refused, those that
are read, and what messages advise.
"""

import importlib

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
from truth import CallCase, FileCase, Reading, Refused

EDGES = [("u1", "b"), ("u1", "c"), ("u2", "a")]
TWO = [(7, "a"), (8, "b")]
COUNTS = [("ann", "a"), ("ann", "c"), ("bob", "b"), ("bob", "c")]
AS_MATRIX = "pass format='matrix' if each column is a right vertex, or"
NAMED = f"{AS_MATRIX} name the two that hold the edges with left and right"
BOTH = (
    "{} columns, {}, and could be a labelled matrix, or edges in two of its columns: {}"
)


def crosstab():
    return pd.crosstab(
        pd.Series(["u2", "u1", "u1"], name="user"),
        pd.Series(["a", "b", "c"], name="item"),
    )


def found(G, **arguments):
    """The maximal bicliques of a graph, as sorted lists."""
    bicliques = cb.maximal_bicliques(G, sort=True, engine="cpu", **arguments)
    return sorted((sorted(left), sorted(right)) for left, right in bicliques)


def table(library, frame):
    """A frame of booleans as a table of Polars or PyArrow."""
    if library == "polars":
        return pytest.importorskip("polars").DataFrame(frame.to_dict("list"))
    arrow = pytest.importorskip("pyarrow")
    return arrow.Table.from_pandas(frame, preserve_index=False)


STARS = [(["u1"], ["b", "c"]), (["u2"], ["a"])]
NUMBERED = [([0], ["b", "c"]), ([1], ["a"])]

CASES = [
    # Files with one reading
    FileCase(
        "an empty field above the labels",
        {"m.csv": ",a,b,c\nu1,0,1,1\nu2,1,0,0\n"},
        EDGES,
        said="m.csv: labelled matrix, 2 rows, 3 columns, left is 'row', right is "
        "'column'",
    ),
    FileCase(
        "a crosstab with the name of its index",
        {"m.csv": "user,a,b,c\nu1,0,1,1\nu2,1,0,0\n"},
        EDGES,
        said="left is 'user', right is 'column'",
    ),
    FileCase("a field fewer", {"m.csv": "a,b,c\nu1,0,1,1\nu2,1,0,0\n"}, EDGES),
    FileCase("tabs", {"m.tsv": "\ta\tb\tc\nu1\t0\t1\t1\nu2\t1\t0\t0\n"}, EDGES),
    FileCase("semicolons", {"m.csv": ";a;b;c\nu1;0;1;1\nu2;1;0;0\n"}, EDGES),
    FileCase(
        "blanks and quotes, as write.table of R writes them",
        {"m.txt": '"a" "b" "c d"\n"u 1" 0 1 1\n"u2" 1 0 0\n'},
        [("u 1", "b"), ("u 1", "c d"), ("u2", "a")],
    ),
    FileCase("comments above", {"m.txt": "# x\na b c\nu1 0 1 1\nu2 1 0 0\n"}, EDGES),
    FileCase(
        "truth values",
        {"m.csv": "user,a,b\n7,True,False\n8,FALSE,true\n"},
        TWO,
    ),
    *(
        FileCase(
            f"truth values {true} and {false}",
            {"m.csv": f"user,a,b\n7,{true},{false}\n8,F,TRUE\n"},
            TWO,
        )
        for true in ("T", "true", "True", "TRUE")
        for false in ("F", "false", "False", "FALSE")
    ),
    FileCase(
        "labels that are no plain integers",
        {"m.csv": ",1,02,3\n007,1,0,0\n8,0,1,1\n"},
        [("007", "1"), ("8", "02"), ("8", "3")],
    ),
    FileCase(
        "integers as labels",
        {"m.csv": ",1,2,3\n7,1,0,0\n8,0,1,1\n"},
        [(7, 1), (8, 2), (8, 3)],
    ),
    FileCase(
        "integers that stay text",
        {"m.csv": ",1,2,3\n7,1,0,0\n8,0,1,1\n"},
        [("7", "1"), ("8", "2"), ("8", "3")],
        options={"text_ids": True},
    ),
    FileCase(
        "rows and columns without edges",
        {"m.csv": ",a,b,c\nu1,0,1,1\nu2,0,0,0\n"},
        EDGES[:2],
        said="2 rows, 3 columns, 1 row without edges left out, 1 column without edges "
        "left out, left",
    ),
    FileCase(
        "quoted labels with separators",
        {"m.csv": '"",a,"b,c"\n"Smith, J",1,0\nx,0,1\n'},
        [("Smith, J", "a"), ("x", "b,c")],
    ),
    FileCase(
        "sides in the other order",
        {"m.csv": ",a,b,c\nu1,0,1,1\nu2,1,0,0\n"},
        [(right, left) for left, right in EDGES],
        options={"format": "matrix", "left": "column"},
    ),
    # Two readings
    FileCase(
        "two columns of bits and numbered rows",
        {"m.csv": "user,a,b\n7,1,0\n8,0,1\n"},
        Refused("m.csv has " + BOTH.format(3, "'user', 'a', 'b'", NAMED)),
        told="pass --input-format matrix if each column is a right vertex, or name the "
        "two that hold the edges with --left and --right",
        readings=(
            Reading({"format": "matrix"}, TWO),
            Reading({"left": "user", "right": "b"}, [(7, 0), (8, 1)]),
        ),
    ),
    FileCase(
        "two columns of bits and labels",
        {"m.csv": "user,item,liked\nann,1,1\nbob,0,1\n"},
        Refused("m.csv has " + BOTH.format(3, "'user', 'item', 'liked'", NAMED)),
        readings=(
            Reading(
                {"format": "matrix"},
                [("ann", "item"), ("ann", "liked"), ("bob", "liked")],
            ),
            Reading({"left": "user", "right": "item"}, [("ann", 1), ("bob", 0)]),
        ),
    ),
    FileCase(
        "edges with the index of pandas",
        {"m.csv": ",user,item\n0,1,0\n1,0,1\n"},
        Refused("m.csv has " + BOTH.format(3, "'', 'user', 'item'", NAMED)),
        readings=(
            Reading({"format": "matrix"}, [(0, "user"), (1, "item")]),
            Reading({"left": "user", "right": "item"}, [(1, 0), (0, 1)]),
        ),
    ),
    FileCase(
        "edges with the row names of R",
        {"m.csv": '"user","item"\n"1",1,0\n"2",0,1\n'},
        Refused(
            "m.csv has "
            + BOTH.format(
                3,
                "'', 'user', 'item'",
                f"{AS_MATRIX} begin line 1 with a separator and name the two that hold "
                "the edges with left and right",
            )
        ),
        readings=(Reading({"format": "matrix"}, [(1, "user"), (2, "item")]),),
    ),
    FileCase(
        "counts",
        {"m.csv": "user,a,b,c\nann,2,0,1\nbob,0,1,1\n"},
        Refused("m.csv has " + BOTH.format(4, "'user', 'a', 'b', 'c'", NAMED)),
        readings=(
            Reading(
                {"format": "matrix"}, COUNTS, "entries other than 0 are edges, left"
            ),
            Reading({"left": "user", "right": "a"}, [("ann", 2), ("bob", 0)]),
        ),
    ),
    FileCase(
        "fractions below an empty field",
        {"m.csv": ",a,b\nann,0.5,0.0\nbob,0.0,1.0\n"},
        Refused("m.csv has " + BOTH.format(3, "'', 'a', 'b'", NAMED)),
        readings=(Reading({"format": "matrix"}, [("ann", "a"), ("bob", "b")]),),
    ),
    FileCase(
        "blanks around separators",
        {"m.csv": " , a, b ,c\nu1 , 0, 1 ,1\nu2, 1,0 , 0\n"},
        EDGES,
    ),
    # Edges, not matrices
    FileCase(
        "an edge list with a column of bits",
        {"e.csv": "user,item,liked\nann,tea,1\nbob,milk,0\n"},
        [("ann", "tea"), ("bob", "milk")],
        options={"left": "user", "right": "item"},
    ),
    FileCase(
        "labels that repeat",
        {"e.csv": "user,a,b\n7,1,0\n7,0,1\n"},
        Refused(
            "e.csv has 3 columns, 'user', 'a', 'b': name the two that hold the edges "
            "with left and right"
        ),
    ),
    FileCase("two columns", {"e.csv": "user,item\n7,1\n8,0\n"}, [(7, 1), (8, 0)]),
    # Malformed
    FileCase(
        "an entry that is missing",
        {"m.csv": ",a,b,c\nu1,0,,1\n"},
        Refused(
            "m.csv: line 2, 'u1,0,,1', has '' in column 'b', but an entry of a matrix "
            "must be 0 (no edge), another number (an edge), True or False: correct it"
        ),
        options={"format": "matrix"},
    ),
    FileCase(
        "NA in a matrix",
        {"m.csv": ",a,b,c\nu1,0,1,1\nu2,0,NA,1\n"},
        Refused(
            "m.csv: line 3, 'u2,0,NA,1', has 'NA' in column 'b', but an entry of a "
            "matrix must be 0 (no edge), another number (an edge), True or False: "
            "correct it"
        ),
        options={"format": "matrix"},
    ),
    FileCase(
        "numbers beside words",
        {"m.csv": ",a,b\nu1,1,True\nu2,0,0\n"},
        Refused(
            "m.csv has both numbers and the words True and False in a column: write "
            "all entries as 0 and 1"
        ),
        options={"format": "matrix"},
    ),
    FileCase(
        "a short row",
        {"m.csv": ",a,b\nu1,1,0\nu2,0\n"},
        Refused(
            "m.csv: line 3, 'u2,0', has 2 fields, but a row has 3, its label and one "
            "entry for each column: give all rows the same number of fields"
        ),
        options={"format": "matrix"},
    ),
    FileCase(
        "a long row",
        {"m.csv": ",a,b\nu1,1,0\nu2,0,1,1\n"},
        Refused(
            "m.csv: line 3, 'u2,0,1,1', has 4 fields, but a row has 3, its label and "
            "one entry for each column: give all rows the same number of fields"
        ),
        options={"format": "matrix"},
    ),
    FileCase(
        "a row without a label",
        {"m.csv": ",a,b\nu1,1,0\n,0,1\n"},
        Refused("m.csv: line 3, ',0,1', has no label: begin the line with a label"),
        options={"format": "matrix"},
    ),
    FileCase(
        "a repeated row",
        {"m.csv": ",a,b\nu1,1,0\nu2,1,0\nu1,0,1\n"},
        Refused(
            "m.csv: line 4 repeats the label 'u1' of line 2: give each row its own "
            "label"
        ),
        options={"format": "matrix"},
    ),
    FileCase(
        "a repeated column",
        {"m.csv": ",a,a\nu1,1,0\n"},
        Refused(
            "m.csv: line 1, ',a,a', repeats the label 'a': give each column its own "
            "label"
        ),
        options={"format": "matrix"},
    ),
    FileCase(
        "a column without a label",
        {"m.csv": "u,a,\nu1,1,0\n"},
        Refused(
            "m.csv: line 1, 'u,a,', has an empty label of a column: give each column a "
            "label"
        ),
        options={"format": "matrix"},
    ),
    FileCase(
        "no matrix",
        {"m.csv": "a\n"},
        Refused(
            "m.csv is no labelled matrix: begin the first line with an empty field and "
            "the labels of the columns, and every other line with the label of its "
            "row, or pass the separator of the file as delimiter"
        ),
        options={"format": "matrix"},
    ),
    FileCase(
        "a matrix without a header",
        {"m.csv": ",a,b\nu1,1,0\n"},
        Refused(
            "header=False does not fit m.csv, a labelled matrix, whose first line has "
            "the labels of the columns: leave it out"
        ),
        options={"format": "matrix", "header": False},
    ),
    # Frames, arrays and lists
    CallCase("a Boolean crosstab", lambda: found(crosstab() > 0), STARS),
    CallCase(
        "a crosstab of counts",
        lambda: found(crosstab()),
        Refused(
            "the edge frame has 3 columns, ['a', 'b', 'c']: name the two that hold the "
            'edges with left="..." and right="...", or pass G > 0 if each column is a '
            "right vertex"
        ),
    ),
    CallCase(
        "a crosstab of two columns",
        lambda: found(crosstab()[["a", "b"]]),
        Refused(
            "G has two columns of numbers, ['a', 'b'], which could be edges or a "
            "biadjacency matrix: pass G > 0 if each column is a right vertex, or "
            "left='a' and right='b' if each row is an edge"
        ),
    ),
    *(
        CallCase(
            f"booleans of {library}",
            lambda library=library: found(table(library, crosstab() > 0)),
            NUMBERED,
        )
        for library in ("polars", "pyarrow")
    ),
    CallCase(
        "nested lists",
        lambda: found([[True, False], [True, True]]),
        [([0, 1], [0]), ([1], [0, 1])],
    ),
    CallCase(
        "an array",
        lambda: found(np.array([[True, False], [True, True]])),
        [([0, 1], [0]), ([1], [0, 1])],
    ),
    CallCase(
        "the vertices of a matrix",
        lambda: found(crosstab() > 0, containing={"left": ["u1"]}),
        STARS[:1],
    ),
    CallCase(
        "a graph of a Boolean crosstab",
        lambda: repr(cb.bipartite_graph(crosstab() > 0)),
        "<BipartiteGraph: 2 left 'user', 3 right 'item', 3 edges>",
    ),
    CallCase(
        "cliques of an adjacency matrix with labels",
        lambda: sorted(
            map(sorted, cb.maximal_cliques(adjacency(["x", "y", "z"], ["z", "y", "x"])))
        ),
        [["x", "y"], ["z"]],
    ),
    CallCase(
        "cliques of a matrix with two kinds of vertices",
        lambda: cb.maximal_cliques(adjacency(["x", "y", "z"], ["x", "y", "w"])),
        Refused(
            "the row label 'z' of G is no column label, but rows and columns of an "
            "adjacency matrix are the same vertices: give each vertex a row and a "
            "column with the same label"
        ),
    ),
    CallCase(
        "cliques of a matrix that is not square",
        lambda: cb.maximal_cliques(np.array([[True, False, True], [True, True, True]])),
        Refused(
            "G is a matrix of shape (2, 3), but an adjacency matrix is square: pass "
            "one row and one column for each vertex"
        ),
    ),
]


def adjacency(rows, columns):
    """A Boolean matrix with one edge, between the first two rows."""
    frame = pd.DataFrame(False, index=rows, columns=columns)
    frame.iloc[0, 1] = True
    return frame


def over_dask(**columns):
    dask = pytest.importorskip("dask.dataframe")
    return dask.from_pandas(pd.DataFrame(columns), npartitions=1)


OVER_DASK = [
    CallCase(
        "booleans over Dask",
        lambda: importlib.import_module("cugraph_biclique.dask").maximal_biclique_count(
            over_dask(x=[True, False], y=[True, True], z=[False, True])
        ),
        Refused(
            "all columns of ddf are Boolean, so ddf looks like a biadjacency matrix "
            "and not like edges: if it is a matrix, pass ddf.compute() to the same "
            "function of cugraph_biclique; if True and False are labels, name two "
            'columns with left="..." and right="..."'
        ),
    ),
]
