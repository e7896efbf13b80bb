# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files as other programs write them: contexts, gene sets, Pajek, HIF, and the rest."""

import gzip
import json

import pandas as pd
import pytest

import cugraph_biclique as cb
from truth import CallCase, FileCase, Reading, Refused

CONTEXT = "B\nanimals\n2\n3\n\nbig cat\nowl\nfur\nflies\nhunts\nX.X\n.XX\n"
CROSSES = [
    ("big cat", "fur"),
    ("big cat", "hunts"),
    ("owl", "flies"),
    ("owl", "hunts"),
]
GENES = "GO:1\tfirst\tTP53\tMYC\nGO:2\t\tMYC\t\t\nGO:3\tempty\n"
SETS = [("GO:1", "TP53"), ("GO:1", "MYC"), ("GO:2", "MYC")]
PAJEK = (
    '*Network x\n*Vertices 5 2\n1 "Ann B" 0.1 0.2 ic Red\n2 Bob\n3 "x y"\n% c\n4 y\n'
    "5 z\n*Edges :1\n1 3 1\n2 4\n4 1 5\n"
)
TWO_MODE = [("Ann B", "x y"), ("Bob", "y"), ("Ann B", "y")]
HIF = {
    "network-type": "undirected",
    "nodes": [{"node": "z"}, {"node": "a"}],
    "edges": [{"edge": 1}],
    "incidences": [
        {"edge": 1, "node": "a"},
        {"edge": 2, "node": "a", "weight": 2},
        {"edge": 1, "node": "b"},
    ],
}
INCIDENCES = [(1, "a"), (2, "a"), (1, "b")]


def refused(name, content, message, options=None, **more):
    """A file whose name is that of the case, and its error."""
    kind = name.rpartition(".")[2]
    return FileCase(
        f"{kind}: {message[:60]}",
        {name: content},
        Refused(f"{name}{message}"),
        options=options or {},
        **more,
    )


def context(rows, names="a\nb\nx\ny\nz\n", sizes="\n2\n3\n\n"):
    return f"B\n{sizes}{names}{rows}"


def incidences(*records):
    return json.dumps({"incidences": records})


CASES = [
    # Formal contexts
    FileCase(
        "a formal context",
        {"a.cxt": CONTEXT},
        CROSSES,
        said="a.cxt: formal context, 2 objects, 3 attributes, left is 'object', right "
        "is 'attribute'",
    ),
    FileCase("a context by its content", {"a.txt": CONTEXT}, CROSSES),
    FileCase(
        "a context by its option",
        {"a.txt": CONTEXT},
        CROSSES,
        options={"format": "cxt"},
    ),
    FileCase(
        "a compressed context", {"a.cxt.gz": gzip.compress(CONTEXT.encode())}, CROSSES
    ),
    FileCase("a context of Windows", {"a.cxt": CONTEXT.replace("\n", "\r\n")}, CROSSES),
    FileCase(
        "a context without the line of its name",
        {"a.cxt": "B\n2\n1\n\n7\n08\nx\nX\nX\n"},
        [("7", "x"), ("08", "x")],
    ),
    FileCase(
        "objects without crosses",
        {"a.cxt": context("X..\n...\n")},
        [("a", "x")],
        said="1 object without edges left out, 2 attributes without edges left out",
    ),
    FileCase(
        "the attributes as the left side",
        {"a.cxt": CONTEXT},
        [(right, left) for left, right in CROSSES],
        options={"left": "attribute"},
    ),
    refused(
        "a.cxt",
        context("X..\n", "a\na\nx\ny\nz\n") + "...\n",
        ": line 7 repeats the object 'a' of line 6: give each object its own name",
    ),
    refused(
        "a.cxt",
        context("X.\n...\n"),
        ": line 11 has 2 signs, but there are 3 attributes: write one X or . for each "
        "attribute",
    ),
    refused(
        "a.cxt",
        context("X.1\n...\n"),
        ": line 11 is 'X.1', but a row of a formal context has only the signs X and .: "
        "correct the line",
    ),
    refused(
        "a.cxt",
        context("X.X\n"),
        " has 6 lines below its sizes, but 2 objects and 3 attributes need 7: one for "
        "each name, and one of crosses for each object: add or remove lines, or "
        "correct the sizes",
    ),
    refused(
        "a.cxt",
        context("X..\n...\n", "a\n\nx\ny\nz\n"),
        ": line 7 has no name for an object: add the name, or correct the sizes in the "
        "lines below B",
    ),
    refused(
        "a.cxt",
        "1 2\n3 4\n",
        ": line 1 is '1 2', but a formal context begins with the line B: add the line, "
        "or pass format='txt' for an edge list",
        told="or pass --input-format txt for an edge list",
        readings=(Reading({"format": "txt"}, [(1, 2), (3, 4)]),),
    ),
    refused(
        "a.cxt",
        "",
        ": line 1 is missing, but a formal context begins with the line B: add the "
        "line, or pass format='txt' for an edge list",
    ),
    refused(
        "a.cxt",
        "B\nx\ny\n",
        ": lines 3 and 4 are no numbers of objects and attributes: write both in lines "
        "of their own, below the line B and the name of the context",
    ),
    FileCase(
        "the separator of a context",
        {"a.cxt": CONTEXT},
        Refused(
            "delimiter=',' applies only to rows of fields, and a.cxt is a formal "
            "context: leave it out"
        ),
        options={"delimiter": ","},
    ),
    # Gene sets
    FileCase(
        "gene sets",
        {"a.gmt": GENES},
        SETS,
        said="a.gmt: gene sets, 3 sets, 1 of them without genes, 2 descriptions left "
        "out, left is 'set', right is 'gene'",
    ),
    FileCase(
        "gene sets by an option", {"a.txt": GENES}, SETS, options={"format": "gmt"}
    ),
    FileCase(
        "genes that are numbers",
        {"a.gmt": "S\tx\t7157\t4609\n"},
        [("S", 7157), ("S", 4609)],
    ),
    refused(
        "a.gmt",
        "S x TP53\n",
        ": line 1, 'S x TP53', has no tab, but a line has the name of a set, its "
        "description and its genes, separated by tabs: separate them by tabs",
    ),
    refused(
        "a.gmt",
        "S\tx\tA\n\nS\ty\tB\n",
        ": line 3 repeats the set 'S' of line 1: give each set its own name",
    ),
    refused(
        "a.gmt",
        "S\tx\tA\t\tB\n",
        ": line 1 has an empty name of a gene: add the name, or remove a tab",
    ),
    refused(
        "a.gmt",
        "\tx\tA\n",
        ": line 1 has an empty name of a set: add the name, or remove a tab",
    ),
    refused("a.gmt", "\n", " has no lines: add gene sets"),
    # Pajek
    FileCase(
        "a two-mode network",
        {"a.net": PAJEK},
        TWO_MODE,
        said="a.net: Pajek, 2 vertices of the first mode, 3 vertices of the second, 1 "
        "second-mode vertex without edges left out, left is 'first', right is 'second'",
    ),
    FileCase("a network by its content", {"a.txt": PAJEK}, TWO_MODE),
    FileCase(
        "a network by its option",
        {"a.txt": f"% c\n{PAJEK}"},
        TWO_MODE,
        options={"format": "pajek"},
    ),
    FileCase(
        "arcs and lists",
        {"a.net": "*vertices 5 2\n*arcslist\n1 3 4\n5 2\n*ARCS\n3 2\n"},
        [(1, 3), (1, 4), (2, 5), (2, 3)],
    ),
    FileCase(
        "a matrix of Pajek",
        {"a.net": "*Vertices 5 2\r\n*Matrix\r\n0 1 1\r\n2 0 0.0\r\n"},
        [(1, 4), (1, 5), (2, 3)],
    ),
    refused(
        "a.net",
        PAJEK.replace("5 2\n", "5\n"),
        ": line 2 is *Vertices 5, of a network with one kind of vertices, but a "
        "bipartite graph has two: write the number of the vertices of the first mode "
        "behind, or pass networkx.Graph(networkx.read_pajek(path)) to maximal_cliques",
    ),
    refused(
        "a.net",
        f"{PAJEK}1 2\n",
        ": line 13 joins the vertices 1 and 2, both of the first mode (the first mode "
        "has 2 vertices): remove it, or correct *Vertices",
    ),
    refused(
        "a.net",
        f"{PAJEK}3 4 1\n",
        ": line 13 joins the vertices 3 and 4, both of the second mode (the first mode "
        "has 2 vertices): remove it, or correct *Vertices",
    ),
    refused(
        "a.net",
        f"{PAJEK}1 9\n",
        ": line 13 has the vertices 1 and 9, but vertices are numbered from 1 to 5: "
        "correct the line, or *Vertices",
    ),
    refused(
        "a.net",
        f"{PAJEK}1 {10**20}\n",
        f": line 13 has the vertices 1 and {10**20}, but vertices are numbered from 1 "
        "to 5: correct the line, or *Vertices",
    ),
    refused(
        "a.net",
        f"{PAJEK}1 x\n",
        ": line 13 is '1 x', but must begin with the numbers of two vertices: correct "
        "or remove it",
    ),
    refused(
        "a.net",
        f"{PAJEK}*Partition p\n",
        ": line 13 is '*Partition p', but only *Vertices, and below it *Edges, *Arcs, "
        "*Edgeslist, *Arcslist and *Matrix are read: remove the other sections",
    ),
    refused(
        "a.net",
        "*Vertices 5 2\n*Matrix\n0 1 1\n",
        ": line 3 ends *Matrix after 1 row, but the first mode has 2 vertices: write "
        "one row for each of them",
    ),
    refused(
        "a.net",
        "*Vertices 5 2\n*Matrix\n0 1 1\n0 1\n",
        ": line 4 is no row of 3 numbers, one for each vertex of the second mode: "
        "correct it",
    ),
    refused(
        "a.net",
        PAJEK.replace("Bob", '"Ann B"'),
        ": line 4 repeats the label 'Ann B' of line 3: give each vertex of a mode its "
        "own label",
    ),
    refused(
        "a.net",
        "*Vertices 3 1\n7 x\n",
        ": line 2 is '7 x', but must be the number of a vertex, from 1 to 3, and its "
        "label: enclose a label with blanks in double quotes",
    ),
    refused(
        "a.net",
        "*Vertices 3 5\n",
        ": line 1 has 5 vertices of the first mode, but 3 in all: write the number of "
        "all vertices first",
    ),
    refused(
        "a.net",
        "*Vertices\n",
        ": line 1 has no numbers of vertices: write *Vertices, the number of all "
        "vertices, and the number of those of the first mode",
    ),
    refused(
        "a.net",
        "1 2\n",
        ": line 1 is '1 2', but a network of Pajek begins with *Vertices: add this "
        "line, or pass format='txt' for an edge list",
        readings=(Reading({"format": "txt"}, [(1, 2)]),),
    ),
    refused("a.net", "\n", " has no line *Vertices: add it"),
    # Hypergraphs
    FileCase(
        "HIF",
        {"a.json": json.dumps(HIF)},
        INCIDENCES,
        said="a.json: HIF, 3 incidences, 1 node without incidences left out, left is "
        "'edge', right is 'node'",
    ),
    FileCase("HIF by its name", {"a.hif.json": json.dumps(HIF, indent=2)}, INCIDENCES),
    FileCase(
        "directed HIF by an option",
        {"a": json.dumps(HIF | {"network-type": "directed"})},
        INCIDENCES,
        options={"format": "hif"},
        said="HIF, 3 incidences, directions left out, 1 node",
    ),
    refused(
        "a.hif",
        incidences({"edge": 1}),
        ": incidence 1, '{\"edge\": 1}', has no node that is text or an integer: write "
        'incidences such as {"edge": "e", "node": 1}',
    ),
    refused(
        "a.hif",
        incidences({"edge": 1, "node": 2}, {"edge": True, "node": 2}),
        ': incidence 2, \'{"edge": true, "node": 2}\', has no edge that is text or an '
        'integer: write incidences such as {"edge": "e", "node": 1}',
    ),
    refused(
        "a.hif",
        incidences({"edge": 1, "node": 2}, {"edge": "1", "node": 2}),
        ": incidence 2 has text as its edge, but incidence 1 a number: pass "
        "text_ids=True if both are text",
        readings=(Reading({"text_ids": True}, [("1", "2"), ("1", "2")]),),
    ),
    refused(
        "a.hif",
        '{"u": 1, "v": 2}\n',
        " has no list of incidences, but HIF is an object such as "
        '{"incidences": [{"edge": "e", "node": 1}]}: add the list, or pass '
        "format='jsonl' for one object per line",
        readings=(Reading({"format": "jsonl"}, [(1, 2)]),),
    ),
    refused(
        "a.hif",
        '{"u": 1, "v": 2}\n{"u": 1, "v": 3}\n',
        " is not JSON (Extra data: line 2 column 1 (char 17)): download it again, or "
        "pass format='jsonl' for one object per line",
        readings=(Reading({"format": "jsonl"}, [(1, 2), (1, 3)]),),
    ),
    FileCase(
        "JSON lines with the word incidences",
        {"a.json": '{"u": "incidences", "v": 2}\n{"u": "x", "v": 3}\n'},
        [("incidences", 2), ("x", 3)],
    ),
    # Formats that are not read
    refused(
        "c.col",
        "c a comment\np edge 4 2\ne 1 3\ne 2 3\n",
        " is a graph of DIMACS, which is not read: write its edges with awk '/^[ea] / "
        "{print $2, $3}' FILE > edges.txt, and pass edges.txt",
    ),
    refused(
        "m.graph",
        "% c\n4 3\n3 4\n3\n1 2\n1\n",
        " is a graph of METIS, which is not read: write its edges with awk '!/^%/ && "
        "n++ {for (i = 1; i <= NF; i++) print n - 1, $i}' FILE > edges.txt, and pass "
        "edges.txt",
    ),
    FileCase("edges that are no METIS", {"m.graph": "1 2\n3 4\n"}, [(1, 2), (3, 4)]),
    refused(
        "g.json",
        '{"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2}]}',
        " is a node-link graph in JSON, which is not read: read it with "
        'networkx.node_link_graph(json.load(file), edges="links"), and pass the graph '
        "to maximal_bicliques in Python",
    ),
    refused(
        "g.json",
        '[{"u": 1, "v": 2},\n {"u": 1, "v": 3}]\n',
        " is one JSON list, which is not read: read it with pandas.read_json, and pass "
        "the frame to maximal_bicliques in Python, or write one element per line with "
        "jq -c '.[]' FILE > edges.jsonl",
    ),
    refused(
        "t.csv",
        "<!DOCTYPE html>\n<html>\n",
        " is a web page, which is not read: download the file itself",
    ),
    refused(
        "t.rds",
        gzip.compress(b"X\n\0\0\0\3"),
        " is a file of R, which is not read: write its edges with write.csv(edges, "
        "row.names = FALSE), and pass that file",
    ),
    refused(
        "t.xlsx",
        b"PK\3\4xx",
        " is a spreadsheet, which is not read: read it with pandas.read_excel, and "
        "pass the frame to maximal_bicliques in Python, or save the sheet as CSV",
    ),
    CallCase(
        "a name of a format that is not read",
        lambda: cb.read_edges(__file__, format="graphml"),
        Refused(
            "format='graphml' is GraphML, which is not read: read it with "
            "networkx.read_graphml, and pass the graph to maximal_bicliques in Python"
        ),
    ),
    CallCase(
        "an address of an unknown kind",
        lambda: cb.read_edges("nowhere://edges.csv"),
        Refused(
            "nowhere://edges.csv cannot be opened (Protocol not known: nowhere): "
            "install what fsspec needs for this kind of address, or pass the path of a "
            "local file or folder"
        ),
    ),
    FileCase(
        "a folder of other files",
        {"d/a.gmt": GENES, "d/b.gmt": GENES, "d/c.txt": ""},
        Refused(
            "d is a folder without .parquet files: pass the names of its files, or a "
            "pattern such as 'd/*.gmt'"
        ),
        argument="d",
    ),
    CallCase(
        "another name of a format",
        lambda: cb.read_edges(__file__, format=".net"),
        Refused("format='.net' is not known: did you mean pajek?"),
    ),
    # Arguments that are easily mistaken
    CallCase(
        "the name of a file as a graph",
        lambda: cb.maximal_bicliques("edges.csv"),
        Refused(
            "G is a str, 'edges.csv', but must be a graph: pass "
            "cugraph_biclique.read_edges(G) if it is the name of a file",
            TypeError,
        ),
    ),
    CallCase(
        "a tuple that is a label",
        lambda: cb.maximal_bicliques(tuples(), containing={"left": ("a", 1)}),
        Refused(
            "containing has the tuple ('a', 1), which is a label of G, but a tuple is "
            "also a list of labels: pass [('a', 1)] for this label"
        ),
    ),
    CallCase(
        "a tuple that is a label, as are its members",
        lambda: cb.maximal_bicliques(tuples(), containing={"left": ("a", "b")}),
        Refused(
            "containing has the tuple ('a', 'b'), which is a label of G, but a tuple "
            "is also a list of labels: pass [('a', 'b')] for this label, or ['a', 'b'] "
            "for the labels in it"
        ),
    ),
    CallCase(
        "a tuple in a list",
        lambda: [
            tuple(found)
            for found in cb.maximal_bicliques(tuples(), containing={"left": [("a", 1)]})
        ],
        [([("a", 1)], [1])],
    ),
    CallCase(
        "a tuple of labels",
        lambda: len(cb.maximal_bicliques(tuples(), containing={"left": ("a", "c")})),
        1,
    ),
    CallCase(
        "a tuple that is a node",
        lambda: cb.maximal_bicliques(grid(), containing=(0, 0)),
        Refused(
            "containing has the tuple (0, 0), which is a label of G, but a tuple is "
            "also a list of labels: pass [(0, 0)] for this label"
        ),
    ),
]


def tuples():
    """A frame with tuples among its labels."""
    labels = pd.Series([("a", 1), ("a", "b"), "a", "b", "c"], dtype=object)
    return pd.DataFrame({"u": labels, "v": [1, 2, 3, 4, 3]})


def grid():
    return pytest.importorskip("networkx").grid_2d_graph(2, 2)
