# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bad files and bad commands: what each is told, word by word.

A row is a file and its content (None: there is no such file), the words of the command,
and what it says. FILE stands for the name of the file.

Modules: `cli/errors.py`, `cli/interrupt.py`, `cli/parser.py`.
"""

import gzip

import pytest

from cugraph_biclique.cli import main

CUT_OFF = gzip.compress(b"u,v\n1,2\n" * 99, mtime=0)[:-12]

# fmt: off
FILES = [
    (
        "e.csv", b"", "sizes FILE",
        "e.csv has no lines: add a header or edges",
    ),
    (
        "e.csv", b"\n \n", "sizes FILE",
        "e.csv has no lines: add a header or edges",
    ),
    (
        "e.csv", b"user,item\n", "sizes FILE",
        "e.csv: line 1, 'user,item', could be a header or an edge: pass --header or "
        "--no-header",
    ),
    (
        "e.csv", b"anna,milk\nbob,tea\n", "sizes FILE",
        "e.csv: line 1, 'anna,milk', could be a header or an edge: pass --header or "
        "--no-header",
    ),
    (
        "e.csv", b"# a comment\n# b\n", "sizes FILE",
        "e.csv: line 1, '# a comment', has one field, but an edge needs two, separated "
        "by ',': pass the separator of the file with --delimiter, or --comments '#' if "
        "the line is a comment",
    ),
    (
        "e.txt", b"anna\n", "sizes FILE",
        "e.txt: line 1, 'anna', has one field, but an edge needs two, separated by "
        "blanks: pass the separator of the file with --delimiter",
    ),
    (
        "e.csv", b"u,v\n1,2\n3\n", "sizes FILE",
        "e.csv: line 3, '3', has 1 field, but line 1 has 2: give all lines the same "
        "number of fields, and quote labels that contain the separator; or pass "
        "--input-format fimi for baskets, "
        "--input-format adjacency for neighbours",
    ),
    (
        "e.csv", b"u,v\n1,2\n3,4,5\n", "sizes FILE",
        "e.csv: line 3, '3,4,5', has 3 fields, but line 1 has 2: give all lines the "
        "same number of fields, and quote labels that contain the separator; or pass "
        "--input-format fimi for baskets, "
        "--input-format adjacency for neighbours",
    ),
    (
        "e.csv", b"u,v\n1,2,3\n4,5,6\n", "sizes FILE",
        "e.csv: line 2, '1,2,3', has 3 fields, but line 1 has 2: give all lines the "
        "same number of fields, and quote labels that contain the separator; or pass "
        "--input-format fimi for baskets, --input-format adjacency for "
        "neighbours, or --skip-lines 1 if line 1 is no edge",
    ),
    (
        "e.csv", b"u,v\n1,2\n3,\n", "sizes FILE",
        "e.csv: line 3, '3,', has no label in column '2': add the label, "
        "or remove the line",
    ),
    (
        'e.csv', b'u,v\n1,2\n"",4\n', 'sizes FILE',
        "e.csv: line 3, ',4', has no label in column '1': add the label, "
        "or remove the line",
    ),
    (
        "e.csv", b"u,u\n1,2\n", "sizes FILE",
        "e.csv has 2 columns named 'u': give each column a different name",
    ),
    (
        "e.csv", b"u,u,w\n1,2,3\n", "sizes FILE --left u --right w",
        "e.csv has 2 columns named 'u': give each column a different name",
    ),
    (
        "e.csv", b"u,v,w\n1,2,3\n", "sizes FILE",
        "e.csv has 3 columns, 'u', 'v', 'w': name the two that hold the edges with "
        "--left and --right",
    ),
    (
        "e.csv", b"u,v,w\n1,2,3\n", "sizes FILE --left u",
        "e.csv has 3 columns, 'u', 'v', 'w': name the two that hold the edges with "
        "--left and --right",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE --left x",
        "--left 'x' is not a column of e.csv: its columns are 'u', 'v'",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE --left u --right u",
        "--left 'u' and --right 'u' are the same column of e.csv: choose two "
        "different columns from 'u', 'v'",
    ),
    (
        "e.csv", b"1,2,3\n4,5,6\n", "sizes FILE --left 1 --right 2",
        "e.csv: line 1, '1,2,3', could be a header or an edge: pass --header or "
        "--no-header",
    ),
    (
        "e.csv", b"1,name\n2,5\n3,6\n", "sizes FILE",
        "e.csv: line 1, '1,name', could be a header or an edge: pass --header or "
        "--no-header",
    ),
    (
        "e.csv", b"2019,2020\nx,y\n", "sizes FILE",
        "e.csv: line 1, '2019,2020', could be a header or an edge: pass --header or "
        "--no-header",
    ),
    (
        "e.csv", b"\xff\xfeu\x00,\x00v\x00\n\x00\xe4\x00,\x00b\x00\n\x00", "sizes FILE",
        "e.csv is UTF-16 text: convert it to UTF-8, for example with "
        "iconv -f UTF-16 -t UTF-8",
    ),
    (
        "e.csv", b"u,v\n1,2\n\xe4,b\n", "sizes FILE",
        "e.csv: line 3 is not UTF-8: convert the file, for example with "
        "iconv -f LATIN1 -t UTF-8",
    ),
    (
        "e.csv", b"u,v\n1,2\n3\x00,4\n", "sizes FILE",
        "e.csv: line 3 contains a NUL byte, so the file is damaged, binary or UTF-16: "
        "pass a text file in UTF-8",
    ),
    (
        'e.csv', b'u,v\n1,"2\n3,4\n', 'sizes FILE',
        "e.csv: line 2 has an opening quote, but no closing quote before the next "
        "separator: add the closing quote, or pass --no-quotes if quotes are part of "
        "labels",
    ),
    (
        'e.csv', b'u,v\n5,"abc\n6,def\n7,"x\n', 'sizes FILE',
        "e.csv: line 2 has an opening quote, but no closing quote before the next "
        "separator: add the closing quote, or pass --no-quotes if quotes are part of "
        "labels",
    ),
    (
        'e.csv', b'u,v\n"5, 6" x,3\n', 'sizes FILE',
        "e.csv: line 2 has a quote inside a field: double the quote, and enclose the "
        'field in quotes, as in "5"" pipe", or pass --no-quotes if quotes are part of '
        "labels",
    ),
    (
        "e.csv", b"1;2,5\n3;4,5\n", "sizes FILE",
        "e.csv: commas or semicolons could separate the fields: pass --delimiter ',' "
        "or --delimiter ';'",
    ),
    (
        "e.txt", b"1,2 3,4\n5,6 7,8\n", "sizes FILE",
        "e.txt: commas or blanks could separate the fields: pass --delimiter ',' or "
        "--delimiter 'space'",
    ),
    (
        "e.tsv", b"u,v\n1,2\n", "sizes FILE --input-format tsv",
        "e.tsv: line 1, 'u,v', has one field, but an edge needs two, separated by "
        "'\\t': pass the separator of the file with --delimiter",
    ),
    (
        "e.csv.gz", b"u,v\n1,2\n", "sizes FILE",
        "e.csv.gz is not a complete gzip file (Not a gzipped file (b'u,')): download "
        "it again, or correct the ending of its name if it is not compressed",
    ),
    (
        "e.csv.gz", CUT_OFF, "sizes FILE",
        "e.csv.gz is not a complete gzip file (Compressed file ended before the "
        "end-of-stream marker was reached): download it again, or correct the ending "
        "of its name if it is not compressed",
    ),
    (
        "e.csv.bz2", b"BZh9xx", "sizes FILE",
        "e.csv.bz2 is not a complete bzip2 file (Invalid data stream): download it "
        "again, or correct the ending of its name if it is not compressed",
    ),
    (
        "e.csv", b"\xfd7zXZ\x00xx", "sizes FILE",
        "e.csv is not a complete xz file (Compressed data ended before the "
        "end-of-stream marker was reached): download it again, or correct the ending "
        "of its name if it is not compressed",
    ),
    (
        "e.csv", b"PK\x03\x04xx", "sizes FILE",
        "e.csv is a zip archive: unpack it, and pass the file with the edges",
    ),
    (
        "e.txt", b"1 2\n3\n", "sizes FILE",
        "e.txt: line 2, '3', has 1 field, but line 1 has 2: give all lines the same "
        "number of fields, and separate labels that contain blanks by tabs; or pass "
        "--input-format fimi for baskets, --input-format adjacency for "
        "neighbours",
    ),
    (
        "e.txt", b"1 2 0.5\n3 4 0.5\n", "sizes FILE",
        "e.txt has 3 columns, '1', '2', '3': name the two that hold the edges with "
        "--left and --right, or pass --input-format fimi for baskets, "
        "--input-format adjacency for neighbours",
    ),
    (
        "e.txt", b"1 2\n3 4 5\n", "sizes FILE",
        "e.txt: line 2, '3 4 5', has 3 fields, but line 1 has 2: give all lines the "
        "same number of fields, and separate labels that contain blanks by tabs; or "
        "pass --input-format fimi for baskets, --input-format adjacency for "
        "neighbours, or --skip-lines 1 if line 1 is no edge",
    ),
    (
        "e.txt", b"1 name\n2 5\n3 6\n", "sizes FILE",
        "e.txt: line 1, '1 name', could be a header or an edge: pass --header or "
        "--no-header",
    ),
    (
        "out.e", b"% c\n1 2\n\n3\n", "sizes FILE",
        "out.e: line 4, '3', has 1 field, but line 2 has 2: give all lines the same "
        "number of fields, and separate labels that contain blanks by tabs; or pass "
        "--input-format fimi for baskets, "
        "--input-format adjacency for neighbours",
    ),
    (
        "e.parquet", b"x", "sizes FILE --no-header",
        "--no-header applies only to rows of fields, and e.parquet is Parquet: leave "
        "it out",
    ),
    (
        "e.csv", None, "sizes FILE",
        "no such file: e.csv",
    ),
    (
        "d.csv/", None, "sizes FILE",
        "d.csv is a folder without .parquet files: pass the names of its files, or a "
        "pattern such as 'd.csv/*.csv'",
    ),
    (
        "e.csv", b"biclique,side,vertex\n0,left,1\n", "sizes FILE",
        "e.csv contains bicliques, not the edges of a graph: pass the file with the "
        "edges, or name two columns with --left and --right",
    ),
]

COMMANDS = [
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE -",
        "- is standard input, which is read alone: pass only -",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes -e.csv",
        "the following arguments are required: FILE; write ./-NAME if its name begins "
        "with - (see cugraph-biclique sizes --help)",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE --min-left 0",
        "argument --min-left: '0' is too small: pass 1 or more (see "
        "cugraph-biclique sizes --help)",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE --min-left 1e3",
        "argument --min-left: '1e3' is not a whole number: pass 1 or "
        "more (see cugraph-biclique sizes --help)",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE --memory-budget 5x",
        "argument --memory-budget: '5x' is not a size: pass a number of bytes, or a "
        'size such as "8GiB" (see cugraph-biclique sizes --help)',
    ),
    (
        "e.csv", b"u,v\n1,2\n", "count FILE -p -1 -q 2",
        "argument -p: '-1' is too small: pass 1 or more (see "
        "cugraph-biclique count --help)",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "count FILE -p 2",
        "the following arguments are required: -q (see cugraph-biclique "
        "count --help)",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE -o FILE",
        "-o e.csv is the input file: pass another file name",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE -o x.xml",
        "-o x.xml has no known file extension: use .jsonl, .csv or .parquet, or pass "
        "--format",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE -o no/x.csv",
        "-o no/x.csv is in folder no, which does not exist: create it first",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes",
        "the following arguments are required: FILE; write ./-NAME if its name begins "
        "with - (see cugraph-biclique sizes --help)",
    ),
    (
        "e.csv", b"u,v\n1,2\n", "sizes FILE --memory-budget 0",
        "argument --memory-budget: '0' is less than one byte: pass a number of bytes, "
        'or a size such as "8GiB" (see cugraph-biclique sizes --help)',
    ),
]
# fmt: on


def told(name, content, words, folder, capsys, monkeypatch):
    """The exit status of a command, and what it says."""
    monkeypatch.chdir(folder)
    if name.endswith("/"):
        (folder / name).mkdir()
    elif content is not None:
        (folder / name).write_bytes(content)
    try:
        status = main([name if word == "FILE" else word for word in words.split()])
    except SystemExit as ended:
        status = ended.code
    captured = capsys.readouterr()
    assert captured.out == ""
    command = words.split()[0]
    return status, captured.err.removeprefix(f"cugraph-biclique {command}: ")


@pytest.mark.parametrize(("name", "content", "words", "message"), FILES)
def test_bad_files(name, content, words, message, tmp_path, capsys, monkeypatch):
    said = told(name, content, words, tmp_path, capsys, monkeypatch)
    assert said == (1, f"{message}\n")


@pytest.mark.parametrize(("name", "content", "words", "message"), COMMANDS)
def test_bad_commands(name, content, words, message, tmp_path, capsys, monkeypatch):
    said = told(name, content, words, tmp_path, capsys, monkeypatch)
    assert said == (2, f"{message}\n")


@pytest.mark.parametrize("content", [b"", b"PAR1xxxxPAR1", b"u,v\n1,2\n", b"PAR1"])
def test_files_that_are_not_parquet(content, tmp_path, capsys, monkeypatch):
    pytest.importorskip("pyarrow")
    said = told("e.parquet", content, "sizes FILE", tmp_path, capsys, monkeypatch)
    assert said[0] == 1
    assert said[1].startswith("e.parquet is malformed: ")  # and what PyArrow says
    assert said[1].count("\n") == 1


@pytest.mark.parametrize(
    "content", [b"x" * 10_000_000, b"u,v\n" + b"x" * 10_000_000, b"x" * 10**7 + b",v\n"]
)
def test_long_lines_are_shortened(content, tmp_path, capsys, monkeypatch):
    status, said = told("e.csv", content, "sizes FILE", tmp_path, capsys, monkeypatch)
    assert status == 1
    assert len(said) < 300
    assert "xxx..." in said
