# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files as people have them: each is read, or refused with the option that decides, by
the Python call and by the shell command.

Modules: `inputs/files/recognition.py`.
"""

from __future__ import annotations

import bz2
import gzip
import json
import logging
import lzma
import re

import pandas as pd
import pytest

import cugraph_biclique as cb
from cugraph_biclique.cli import main
from file_kinds import IDS, LARGE, MATRIX, RATED, READ, lines

OPTIONS = {
    "header": "--no-header",
    "delimiter": "--delimiter",
    "format": "--input-format",
    "left": "--left",
    "text_ids": "--text-ids",
}


def edges_of(frame):
    return list(frame.itertuples(index=False, name=None))


@pytest.mark.parametrize(
    ("name", "text", "expected", "said"),
    READ,
    ids=[f"{n}-{i}" for i, (n, *_) in enumerate(READ)],
)
def test_a_file_is_read_or_refused(
    name, text, expected, said, tmp_path, caplog, capsys
):
    path = tmp_path / name
    path.write_text(text)
    if expected is None:
        with pytest.raises(ValueError, match=re.escape(name)) as caught:
            cb.read_edges(path)
        assert re.search(rf"\b{said}\b", str(caught.value))
        assert main(["enumerate", str(path)]) == 1
        told = capsys.readouterr().err
        assert OPTIONS[said] in told
        assert "=" not in told.replace('"', "'").partition(": pass ")[2]
        return
    with caplog.at_level(logging.INFO, "cugraph_biclique"):
        found = cb.read_edges(path)
    assert edges_of(found) == expected
    (report,) = [r.getMessage() for r in caplog.records if name in r.getMessage()]
    assert said in report
    assert main(["enumerate", str(path)]) == 0
    out, err = capsys.readouterr()
    assert report in err.splitlines()
    lefts = {x for line in out.splitlines() for x in json.loads(line)["left"]}
    assert lefts == {left for left, _ in expected}


@pytest.mark.parametrize("text_ids", [False, True])
@pytest.mark.parametrize(
    ("name", "text"),
    [row[:2] for row in READ if row[2] == IDS],
)
def test_ids_may_be_kept_as_text(name, text, text_ids, tmp_path):
    (tmp_path / name).write_text(text)
    found = cb.read_edges(tmp_path / name, text_ids=text_ids)
    assert edges_of(found) == [(str(a), str(b)) if text_ids else (a, b) for a, b in IDS]


PACKERS = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def zstd(data):
    pa = pytest.importorskip("pyarrow")
    return pa.compress(data, codec="zstd", asbytes=True)


@pytest.mark.parametrize("ending", [*PACKERS, ".zst"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("e.csv", lines(IDS, ",")),
        ("out.e", "% bip\n" + lines(IDS, " ")),
        ("u.data", RATED.format("\t")),
        ("ratings.dat", RATED.format("::")),
        ("e.mtx", MATRIX.format("pattern general", lines(IDS, " "))),
        ("e.jsonl", "".join(f"[{a}, {b}]\n" for a, b in IDS)),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_compressed_files(name, text, ending, named, tmp_path):
    path = tmp_path / (name + ending * named)
    path.write_bytes(PACKERS.get(ending, zstd)(text.encode()))
    assert edges_of(cb.read_edges(path)) == IDS


@pytest.mark.parametrize("ending", [*PACKERS, ".zst"])
def test_a_damaged_compressed_file(ending, tmp_path):
    packed = PACKERS.get(ending, zstd)(lines(IDS * 99, ",").encode())
    (tmp_path / f"e.csv{ending}").write_bytes(packed[:-9])
    with pytest.raises(ValueError, match=r"e\.csv\..* is not a complete"):
        cb.read_edges(tmp_path / f"e.csv{ending}")


def test_parquet_is_known_by_its_content(tmp_path):
    pytest.importorskip("pyarrow")
    pd.DataFrame(IDS, columns=["u", "v"]).to_parquet(tmp_path / "edges")
    assert edges_of(cb.read_edges(tmp_path / "edges")) == IDS


# Several files


def test_several_files_are_one_graph(tmp_path, capsys):
    (tmp_path / "a.csv").write_text("u,v\n1,10\n")
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(b"u;v\n1;20\n2;10\n"))
    paths = [str(tmp_path / name) for name in ("a.csv", "b.csv.gz")]
    for path in (paths, str(tmp_path / "*.csv*"), [tmp_path / "a*", paths[1]]):
        assert edges_of(cb.read_edges(path)) == IDS
    assert main(["sizes", *paths]) == 0
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_a_column_that_is_text_in_one_file_is_text_in_all(tmp_path):
    (tmp_path / "a.txt").write_text("7 1\n")
    (tmp_path / "b.txt").write_text("07 1\n")
    found = cb.read_edges(tmp_path / "*.txt")
    assert edges_of(found) == [("7", 1), ("07", 1)]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a.csv": "u,v\n1,2\n", "b.csv": "1,2\n"}, r"b\.csv has the columns 'left'"),
        ({"a.fimi": "4 2\n", "b.fimi": "1\n"}, "the same line numbers: join"),
        ({"a.csv": "u,v\n1,2\n", "b.csv": "u,v\n1\n"}, r"b\.csv: line 2, '1'"),
        ({}, "no file matches"),
    ],
)
def test_several_files_that_are_refused(files, message, tmp_path):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        cb.read_edges(tmp_path / "*")


def test_a_name_with_wildcards_may_be_that_of_a_file(tmp_path):
    (tmp_path / "e[1].csv").write_text(lines(IDS, ","))
    assert edges_of(cb.read_edges(tmp_path / "e[1].csv")) == IDS


# What the caller says


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("1|2\n", {"delimiter": "|"}, [(1, 2)]),
        ("1||2\n", {"delimiter": "||"}, [(1, 2)]),
        ("1·2\n", {"delimiter": "·"}, [(1, 2)]),
        ("1;2,5\n3;4,5\n", {"delimiter": ";"}, [(1, "2,5"), (3, "4,5")]),
        ('a;"b;c"\n', {"delimiter": ";", "header": False}, [("a", "b;c")]),
        ("a b\tc d\n", {"delimiter": "tab", "header": False}, [("a b", "c d")]),
        ("007;1\n08;2\n", {"delimiter": ";"}, [("007", 1), ("08", 2)]),
        ("1;007\n2;08\n", {"delimiter": ";"}, [(1, "007"), (2, "08")]),
        ("1|007\n2|08\n", {"delimiter": "|"}, [(1, "007"), (2, "08")]),
        ("a b\nc d\n", {"header": True, "format": "txt"}, [("c", "d")]),
        ("1 2\n3 4\n", {"format": "fimi"}, [(1, 1), (1, 2), (2, 3), (2, 4)]),
        (
            "new milk,tea\n\nbread\n", {"format": "fimi", "delimiter": ","},
            [(1, "new milk"), (1, "tea"), (3, "bread")],
        ),
        ("3 2\n", {"format": "fimi", "left": "item"}, [(3, 1), (2, 1)]),
        ("1 2 3 4\n", {"left": "4", "right": "2"}, [(4, 2)]),
    ],
)  # fmt: skip
def test_options_decide(text, options, expected, tmp_path):
    path = tmp_path / "e.txt"
    path.write_text(text)
    assert edges_of(cb.read_edges(path, **options)) == expected


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"format": "foo"}, ValueError, "format='foo' is not known: pass one of 'csv'"),
        ({"delimiter": ""}, ValueError, "delimiter='' cannot separate fields"),
        ({"delimiter": "a"}, ValueError, "delimiter='a' cannot separate fields"),
        ({"delimiter": 3}, TypeError, "delimiter must be text, not int"),
        ({"left": 1}, TypeError, "left must be the name of a column as text"),
        (
            {"format": "jsonl", "header": False}, ValueError,
            "header=False applies only to rows of fields",
        ),
        (
            {"format": "jsonl", "delimiter": ","}, ValueError,
            "delimiter=',' applies only to rows of fields",
        ),
        (
            {"format": "fimi", "header": True}, ValueError,
            "one basket per line, and no header",
        ),
        ({"format": "fimi", "delimiter": "2"}, ValueError, "cannot separate"),
        ({"format": "parquet", "text_ids": True}, ValueError, "text_ids=True applies"),
    ],
)  # fmt: skip
def test_options_that_do_not_fit(options, error, message, tmp_path):
    path = tmp_path / "e.txt"
    path.write_text("1 2\n")
    with pytest.raises(error, match=re.escape(message)):
        cb.read_edges(path, **options)


def test_an_empty_list_of_files_is_refused():
    with pytest.raises(ValueError, match="path is an empty list"):
        cb.read_edges([])


def test_standard_input_is_read_alone(capsys):
    assert main(["sizes", "-", "e.csv"]) == 2
    assert "- is standard input, which is read alone" in capsys.readouterr().err


# MatrixMarket and JSON


def test_halves_and_zeros_of_matrices(tmp_path):
    path = tmp_path / "e.mtx"
    path.write_text(
        "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n"
        "1 1 2\n3 1 4.5\n3 2 0\n"
    )
    assert edges_of(cb.read_edges(path)) == [(1, 1), (3, 1), (1, 3)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("%%MatrixMarket\n1 1 1\n1 1\n", "line 1, .* is no MatrixMarket banner"),
        ("%%MatrixMarket matrix array real general\n1 1\n1\n", "line 1.*not sparse"),
        (MATRIX.format("pattern general", "1 2\n"), "has 1 entries, but line 3 says 3"),
        (MATRIX.format("pattern general", "1 2\n1 21\n1 3\n"), "outside its 2 rows"),
        (MATRIX.format("pattern general", "0 2\n1 1\n1 3\n"), "outside its 2 rows"),
        (MATRIX.format("pattern general", "1 2\n1\n1 3\n"), "line 5, '1', has 1 field"),
        ("%%MatrixMarket matrix coordinate real general\n", "has no size line"),
    ],
)
def test_malformed_matrices(text, message, tmp_path):
    (tmp_path / "e.mtx").write_text(text)
    with pytest.raises(ValueError, match=rf"e\.mtx.*{message}"):
        cb.read_edges(tmp_path / "e.mtx")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('["a", "b"]\n{"a": ', "line 2 is not JSON"),
        ('["a", "b"]\n3\n', "line 2 is '3', but must be an object or a list"),
        ('["a", "b"]\n["c"]\n', "line 2 has no column '2'"),
        ('{"u": 1, "v": 2}\n{"u": 1}\n', "line 2 has no column 'v'"),
        ('["a", 1.5]\n', "line 1 has the label"),
        ('["a", null]\n', "line 1 has the label"),
        ('["a", true]\n', "line 1 has the label"),
        ('{"u": 1, "v": 2, "w": 3}\n', "has 3 columns, 'u', 'v', 'w'"),
        ('{"left": [1], "right": [2]}\n', "contains bicliques"),
        ("", "has no lines"),
    ],
)
def test_malformed_json(text, message, tmp_path):
    (tmp_path / "e.jsonl").write_text(text)
    with pytest.raises(ValueError, match=rf"e\.jsonl.*{message}"):
        cb.read_edges(tmp_path / "e.jsonl")


def test_large_integers_of_json_are_exact(tmp_path):
    path = tmp_path / "e.jsonl"
    path.write_text(f"[{LARGE}, {2**70}]\n[5, 1]\n")
    assert edges_of(cb.read_edges(path)) == [(LARGE, str(2**70)), (5, "1")]
