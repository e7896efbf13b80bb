# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files that are not read: what they are, and how to get at their edges."""

from __future__ import annotations

import json
import re

from cugraph_biclique.inputs.files.text_bytes import ZIP, without_packing

SAMPLE = 1 << 16  # bytes at the beginning of a file that show what it is
TO_CALL = "and pass the {} to maximal_bicliques in Python"


def _by(function: str, what: str) -> str:
    return f"read it with {function}, {TO_CALL.format(what)}"


GML = _by("networkx.read_gml", "graph") + "; add label=None if its nodes have no labels"
ARCHIVE = "unpack it, and pass the file with the edges"
EXCEL = _by("pandas.read_excel", "frame") + ", or save the sheet as CSV"
FROM_R = "write its edges with write.csv(edges, row.names = FALSE), and pass that file"
ELSE = "write its edges as CSV, one per line"
# What formats are, and what to do, by the names that people give them.
FORMATS = {
    "graphml": ("GraphML", _by("networkx.read_graphml", "graph")),
    "gexf": ("GEXF", _by("networkx.read_gexf", "graph")),
    "gml": ("GML", GML),
    "dot": ("DOT", _by("networkx.nx_pydot.read_dot", "graph")),
    "graph6": ("graph6", _by("networkx.read_graph6", "graph")),
    "sparse6": ("sparse6", _by("networkx.read_sparse6", "graph")),
    "mat": ("a file of MATLAB", _by("scipy.io.loadmat", "sparse matrix in it")),
    "npz": ("an archive of NumPy", _by("scipy.sparse.load_npz", "matrix")),
    "npy": ("an array of NumPy", _by("numpy.load", "array")),
    "xlsx": ("a spreadsheet", EXCEL),
    "h5": ("HDF5", _by("pandas.read_hdf", "frame")),
    "h5ad": ("AnnData", _by("anndata.read_h5ad", "sparse matrix .X")),
    "arrow": ("Arrow", _by("pandas.read_feather", "frame")),
    "orc": ("ORC", _by("pandas.read_orc", "frame")),
    "avro": ("Avro", _by("polars.read_avro", "frame")),
    "dta": ("a file of Stata", _by("pandas.read_stata", "frame")),
    "sav": ("a file of SPSS", _by("pandas.read_spss", "frame")),
    "sas7bdat": ("a file of SAS", _by("pandas.read_sas", "frame")),
    "rds": ("a file of R", FROM_R),
    "pickle": (
        "a pickle of Python",
        _by("pandas.read_pickle", "object") + ", if you trust who wrote it",
    ),
    "sqlite": ("a database of SQLite", "export its table of edges as CSV"),
    "dimacs": (
        "a graph of DIMACS",
        "write its edges with awk '/^[ea] / {print $2, $3}' FILE > edges.txt, and pass "
        "edges.txt",
    ),
    "metis": (
        "a graph of METIS",
        "write its edges with awk '!/^%/ && n++ {for (i = 1; i <= NF; i++) print n - "
        "1, $i}' FILE > edges.txt, and pass edges.txt",
    ),
    "node-link": (
        "a node-link graph in JSON",
        'read it with networkx.node_link_graph(json.load(file), edges="{edges}"), '
        + TO_CALL.format("graph"),
    ),
    "cyjs": (
        "a graph of Cytoscape",
        _by("networkx.cytoscape_graph(json.load(file))", "graph"),
    ),
    "list": (
        "one JSON list",
        _by("pandas.read_json", "frame")
        + ", or write one element per line with jq -c '.[]' FILE > edges.jsonl",
    ),
    "columns": (
        "one JSON object of columns",
        _by("pandas.read_json", "frame"),
    ),
    "arff": (
        "ARFF",
        "write its rows with awk 'd && !/^%/; tolower($1) == \"@data\" {d = 1}' FILE > "
        "rows.csv, and pass rows.csv",
    ),
    "html": ("a web page", "download the file itself"),
    "xml": ("XML", ELSE),
    "tar": ("a tar archive", ARCHIVE),
    "7z": ("a 7z archive", ARCHIVE),
    "rar": ("a rar archive", ARCHIVE),
}
ALIASES = {
    "feather": "arrow",
    "ipc": "arrow",
    "gv": "dot",
    "g6": "graph6",
    "s6": "sparse6",
    "hdf5": "h5",
    "hdf": "h5",
    "xls": "xlsx",
    "xlsm": "xlsx",
    "ods": "xlsx",
    "excel": "xlsx",
    "pkl": "pickle",
    "gpickle": "pickle",
    "rdata": "rds",
    "rda": "rds",
    "db": "sqlite",
    "col": "dimacs",
    "clq": "dimacs",
    "tgz": "tar",
}
# Other names of formats that are read.
NAMES = {
    "burmeister": "cxt",
    "net": "pajek",
    "mtx": "matrixmarket",
    "mm": "matrixmarket",
    "ndjson": "jsonl",
    "json": "jsonl",
    "pq": "parquet",
    "dat": "fimi",
    "baskets": "fimi",
    "snap": "txt",
    "edgelist": "txt",
    "tab": "tsv",
    "biadjacency": "matrix",
}
# Formats that no first byte shows, by the endings of their names.
BY_NAME = "mat", "h5ad", "dta", "sav", "sas7bdat", "rds", "rda", "rdata", "g6", "s6"
IN_ZIP = "npz", "xlsx", "xlsm", "ods"
MAGIC = {
    b"\x89HDF\r\n\x1a\n": "h5",
    b"\x93NUMPY": "npy",
    b"\xd0\xcf\x11\xe0": "xlsx",
    b"ARROW1": "arrow",
    b"FEA1": "arrow",
    b"ORC": "orc",
    b"Obj\x01": "avro",
    b"RDX": "rds",
    b"X\n\0\0": "rds",
    b"SQLite format 3\0": "sqlite",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!\x1a\x07": "rar",
    b"MATLAB 5.0 MAT-file": "mat",
    b">>graph6<<": "graph6",
    b">>sparse6<<": "sparse6",
}
PICKLE = re.compile(rb"\x80[\x02-\x05]")
BEGINNINGS = {
    "html": re.compile(rb"(?i)<(!doctype\s+html|html)\b"),
    "dot": re.compile(rb"(?i)(strict\s+)?(di)?graph\s*(\w+|\"[^\"\n]*\")?\s*\{"),
    "arff": re.compile(rb"(?i)(?:%[^\n]*\n\s*)*@relation\b"),
    "gml": re.compile(rb"(?:(?:Creator|Version|#)[^\n]*\n\s*)*graph\s*\["),
    "dimacs": re.compile(
        rb"(?:c(?:[ \t][^\n]*)?\r?\n)*p[ \t]+[a-z]+[ \t]+\d+[ \t]+\d+"
    ),
}
COLUMNS = re.compile(rb'\s*\{\s*"[^"\n]*"\s*:\s*[\[{]')
XML = re.compile(rb"<(\?xml|!--|[a-zA-Z][\w:]*[\s>])")
ROOTS = {b"<graphml": "graphml", b"<gexf": "gexf"}
METIS = re.compile(rb"(?:%[^\n]*\n)*[ \t]*(\d+)[ \t]+(\d+)([ \t]+0+)?[ \t]*\r?\n")


def refuse_unread(name: str, data: bytes) -> None:
    """Raise an error for a file of a format that is not read, which says what to do."""
    known = _known(without_packing(name).lower(), data)
    if known:
        what, cure = FORMATS[ALIASES.get(known, known)]
        edges = "links" if b'"links"' in data else "edges"
        cure = cure.replace("{edges}", edges)
        raise ValueError(f"{name} is {what}, which is not read: {cure}")


def advice_for(format: str) -> str:
    """The message for the name of a format that is not read; empty for other words."""
    plain = format.lower().removeprefix(".")
    if plain in NAMES:
        return f"{format!r} is not known: did you mean {NAMES[plain]}?"
    plain = ALIASES.get(plain, plain)
    if plain not in FORMATS:
        return ""
    what, cure = FORMATS[plain]
    return (
        f"{format!r} is {what}, which is not read: {cure.replace('{edges}', 'edges')}"
    )


def _known(name: str, data: bytes) -> str:
    """The format of a file that is not read; empty if there is no sign of one."""
    ending = name.rpartition("/")[2].rpartition(".")[2] if "." in name else ""
    if ending in IN_ZIP and data.startswith(ZIP):
        return ending
    if ending in BY_NAME:
        return ending
    for magic, known in MAGIC.items():
        if data.startswith(magic):
            return known
    if PICKLE.match(data):
        return "pickle"
    if data[257:262] == b"ustar":
        return "tar"
    start = data[:SAMPLE].removeprefix(b"\xef\xbb\xbf").lstrip()
    for known, beginning in BEGINNINGS.items():
        if beginning.match(start):
            return known
    if XML.match(start):
        return next((kind for root, kind in ROOTS.items() if root in start), "xml")
    if start[:1] in (b"{", b"["):
        return _known_json(data, ending)
    if ending in ("graph", "metis"):
        return _known_metis(data)
    return ""


def _known_json(data: bytes, ending: str) -> str:
    """The format of JSON that is not one object, or one list of two ids, per line."""
    if ending in ("jsonl", "ndjson"):
        return ""
    start = data[:SAMPLE]
    keys = b'"nodes"', b'"elements"'
    known = any(key in start for key in keys) or COLUMNS.match(start)
    if start.lstrip().startswith(b"{") and not known:
        return ""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return ""
    if isinstance(found, list):
        return "list" if found and isinstance(found[0], dict | list) else ""
    if "incidences" in found:
        return ""
    if "elements" in found:
        return "cyjs"
    if "nodes" in found and ("links" in found or "edges" in found):
        return "node-link"
    return "columns" if _are_columns(found) else ""


def _are_columns(found: dict[str, object]) -> bool:
    """Whether JSON has several lists of one length, or objects with the same keys, as
    pandas.DataFrame.to_json writes them."""
    columns = list(found.values())
    if len(columns) < 2:
        return False
    if all(isinstance(column, list) for column in columns):
        return len({len(column) for column in columns if isinstance(column, list)}) == 1
    rows = [set(column) for column in columns if isinstance(column, dict)]
    return len(rows) == len(columns) and all(keys == rows[0] for keys in rows)


def _known_metis(data: bytes) -> str:
    """Whether a file has the sizes of METIS, and below a line for each vertex, which
    names the other end of each of its edges."""
    header = METIS.match(data)
    if header is None:
        return ""
    n, edges = int(header[1]), int(header[2])
    lines = [line for line in data[header.end() :].split(b"\n") if line[:1] != b"%"]
    if len(lines) - (not lines[-1].strip()) != n:
        return ""
    ends = [line.split() for line in lines]
    if sum(map(len, ends)) != 2 * edges:
        return ""
    apart = all(b"%d" % vertex not in line for vertex, line in enumerate(ends, 1))
    near = all(end.isdigit() and 1 <= int(end) <= n for line in ends for end in line)
    return "metis" if apart and near else ""
