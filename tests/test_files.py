# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge files of every kind, and what is wrong with those that cannot be read.

Modules: `inputs/files/`.
"""

from __future__ import annotations

import csv
import gzip
import io
import os
import re
import sys
import threading
from unittest import mock

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cugraph_biclique.cli import main
from cugraph_biclique.inputs.files import arrow_text, integer_texts, read_edges
from cugraph_biclique.inputs.files.recognition import LAYOUTS
from cugraph_biclique.inputs.files.text_bytes import Text
from cugraph_biclique.inputs.files.text_edges import read_text_edges

FRAME = pd.DataFrame({"user": [3, 1, 3], "item": ["x", "y", "z"], "weight": 0.5})
PAIRS = [(3, "x"), (1, "y"), (3, "z")]


def pairs_of(frame):
    assert frame.shape[1] == 2
    return list(frame.itertuples(index=False, name=None))


@pytest.fixture(params=["", ".gz"], ids=["plain", "gzip"])
def written(request, tmp_path):
    """A function that writes a text file, compressed or not, and returns its path."""

    def write(name, text):
        path = tmp_path / (name + request.param)
        content = text.encode()
        path.write_bytes(gzip.compress(content) if request.param else content)
        return path

    return write


# With a header


@pytest.mark.parametrize(
    "name", ["edges.csv", "edges.tsv", "EDGES.CSV", "out.edges.csv", "a.b.tsv"]
)
def test_text_with_a_header(written, name):
    separator = "," if name.lower().endswith("csv") else "\t"
    path = written(name, FRAME.to_csv(index=False, sep=separator))
    named = read_edges(path, left="item", right="user")
    assert list(named.columns) == ["item", "user"]
    assert pairs_of(named) == [(v, u) for u, v in PAIRS]
    path = written(name, FRAME[["user", "item"]].to_csv(index=False, sep=separator))
    assert pairs_of(read_edges(path)) == PAIRS
    assert list(read_edges(path).columns) == ["user", "item"]
    assert list(read_edges(path, right="user").columns) == ["item", "user"]


def test_a_path_may_be_text(written):
    assert pairs_of(read_edges(str(written("e.csv", "a,b\n1,2\n")))) == [(1, 2)]


def test_quoted_fields_may_hold_the_separator(written):
    path = written("edges.csv", 'who,what\n"Smith, John",1\n')
    assert pairs_of(read_edges(path)) == [("Smith, John", 1)]


def test_words_for_missing_values_are_labels(written):
    path = written("edges.csv", "country,language\nNA,null\nDE,None\n")
    found = read_edges(path, header=True)
    assert pairs_of(found) == [("NA", "null"), ("DE", "None")]


def test_a_column_has_one_type_from_top_to_bottom(written):
    numbers = [str(n) for n in range(300_000)]
    text = "user,item\n" + "".join(f"{n},0\n" for n in [*numbers, "x", "0"])
    assert read_edges(written("edges.csv", text))["user"].nunique() == 300_001


def test_a_mark_of_byte_order_is_no_part_of_the_header(written):
    path = written("edges.csv", "\ufeffuser,item\n1,2\n")
    assert list(read_edges(path).columns) == ["user", "item"]


def test_a_header_without_edges(written):
    frame = read_edges(written("edges.csv", "user,item\n"), header=True)
    assert list(frame.columns) == ["user", "item"]
    assert len(frame) == 0


def test_a_missing_column_is_named_with_those_there_are(written):
    path = written("edges.csv", "user,item\n1,2\n")
    with pytest.raises(ValueError, match=r"right='itm'.*'user', 'item'"):
        read_edges(path, right="itm")


@pytest.mark.parametrize(
    ("name", "separator"),
    [("edges.csv", ";"), ("edges.csv", "\t"), ("edges.tsv", ","), ("edges.csv", "::")],
)
def test_a_separator_is_recognised_although_the_name_tells_another(
    name, separator, written
):
    path = written(name, f"user{separator}item\n1{separator}2\n")
    assert pairs_of(read_edges(path)) == [(1, 2)]
    with pytest.raises(ValueError, match=r"one field.*of the file as delimiter"):
        read_edges(path, format=name[-3:])


@pytest.mark.parametrize("name", ["found.parquet", "found.csv", "found/"])
def test_bicliques_are_not_taken_for_edges(name, written, tmp_path):
    pytest.importorskip("pyarrow")
    edges, found = written("edges.csv", "user,item\n1,2\n3,2\n"), f"{tmp_path}/{name}"
    assert main(["enumerate", str(edges), "-o", found]) == 0
    with pytest.raises(ValueError, match="contains bicliques, not the edges"):
        read_edges(found)


def test_members_can_be_taken_for_edges_if_that_is_asked_for(written):
    path = written("found.csv", "biclique,side,vertex\n0,left,7\n")
    assert pairs_of(read_edges(path, "biclique", "vertex")) == [(0, 7)]


def test_a_separator_may_end_a_row(written):
    path = written("edges.csv", "user,item\n1,2,\n3,4,\n")
    assert pairs_of(read_edges(path)) == [(1, 2), (3, 4)]


# Labels are kept as they are written


@pytest.mark.parametrize(
    "label",
    ["00123", "+5", "-0", "-05", "1.0", "1e3", "True", "NA", "NaN", "null", "None",
     "nan", '" 5"', '"5 "', '"\v5"', '"5\f"', "0x10", "1_000", "\u0663", '"\u00a05"',
     "inf", "-", "5.", str(2**64), str(-(2**63) - 1), "2026-01-01", "N/A", "#N/A",
     "<NA>", "x\ty"],
)  # fmt: skip
def test_a_label_that_is_no_plain_integer_makes_its_column_text(label, written):
    text = f"user,item\n7,1\n8,2\n{label},3\n"
    for first in (True, False):
        edges = text if first else text.replace("7,", '"7",')
        frame = read_edges(written("edges.csv", edges), header=True)
        assert pairs_of(frame) == [("7", 1), ("8", 2), (label.strip('"'), 3)]
    if label.split() == [label] and label.isprintable() and label[0] != "#":
        frame = read_edges(written("edges.txt", f"7 1\n{label} 2\n"))
        assert pairs_of(frame) == [("7", 1), (label, 2)]


@pytest.mark.parametrize(
    "label", [0, -1, 10, 2**63 - 1, -(2**63), 2**63, 2**64 - 1, -10, 9999, -9999]
)
def test_plain_integers_of_64_bits_are_integers(label, written):
    frame = read_edges(written("edges.csv", f"user,item\n1,007\n{label},8\n"))
    assert frame["user"].dtype.kind in "iu"
    assert pairs_of(frame) == [(1, "007"), (label, "8")]


def test_integers_of_both_signs_beyond_64_bits_are_text(written):
    frame = read_edges(written("edges.csv", f"user,item\n-1,1\n{2**63},2\n"))
    assert pairs_of(frame) == [("-1", 1), (str(2**63), 2)]


def plain(labels):
    """The oracle: integers if all are, else text."""
    if all(re.fullmatch("0|-?[1-9][0-9]*", label) for label in labels):
        integers = [int(label) for label in labels]
        if min(integers) >= -(2**63) and max(integers) < 2**63:
            return integers
        if min(integers) >= 0 and max(integers) < 2**64:
            return integers
    return labels


LIKE_NUMBERS = st.from_regex(r"[ +-]?[0-9]{1,3}[ .e]?", fullmatch=True)
INTEGERS = st.integers(-1100, 1100).map(str)
LABELS = st.text(
    st.one_of(
        st.sampled_from(" \t\r\n,\"';0\v\f#%"),
        st.characters(codec="utf-8", exclude_characters="\0"),
    ),
    min_size=1,
)


@pytest.mark.parametrize("least", [0, 1 << 20], ids=["by PyArrow", "by pandas"])
@pytest.mark.parametrize("chunk", [3, 1 << 16])
@given(data=st.data())
def test_labels_come_back_from_csv_as_the_csv_module_has_them(chunk, least, data):
    n = data.draw(st.integers(1, 6))
    kinds = st.sampled_from([LIKE_NUMBERS, INTEGERS, LABELS])
    columns = [
        data.draw(st.lists(data.draw(kinds), min_size=n, max_size=n)) for _ in range(2)
    ]
    quoting = data.draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    if quoting == csv.QUOTE_MINIMAL:
        # Blanks around labels are kept only between quotes, which the csv module
        # leaves out.
        columns = [[label.strip() or "-" for label in column] for column in columns]
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    stream = io.StringIO(newline="")
    # "\r\n" makes Python quote both signs, whatever its version.
    rows = csv.writer(stream, quoting=quoting, lineterminator="\r\n")
    lines = []
    for row in [("user", "item"), *zip(*columns, strict=True)]:
        stream.seek(0), stream.truncate()
        rows.writerow(row)
        lines.append(stream.getvalue()[:-2] + end)
    with (
        mock.patch.object(integer_texts, "CHUNK", chunk),
        mock.patch.object(arrow_text, "LEAST", least),
    ):
        text = Text("edges.csv", "".join(lines).encode())
        frame = read_text_edges(text, LAYOUTS["csv"], header=True).frame
    assert [frame[name].tolist() for name in frame] == [plain(c) for c in columns]


# Whether the first line is a header


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("user,item\n1,2\n3,4\n", "header"),
        ("user,item\n1,x\n3,y\n", "header"),
        ("zip,name\n007,x\n008,y\n", "header"),
        ("x,weight\na,0.5\nb,1e3\n", "header"),
        (f"user,item\nx,{10**30}\n", "header"),
        ("1,2\n3,4\n", "edge"),
        ("1,2\n", "edge"),
        ("007,2\n8,4\n", "edge"),
        ("1,anna\n2,bob\n", "edge"),
        ("anna,milk\nbob,milk\n", "edge"),
        ("anna,milk\nanna,tea\n", "edge"),
        ("u,u\nu,x\n", "edge"),
        ("anna,milk\nbob,tea\n", "open"),
        ("user,item\n", "open"),
        ("2019,2020\nx,y\n", "open"),
        ("1,name\n2,5\n3,6\n", "open"),
        ("item,milk\n5,milk\n", "open"),
    ],
)
def test_a_first_line_is_what_the_file_proves(text, expected, written):
    path = written("edges.csv", text)
    lines = [tuple(line.split(",")) for line in text.split()]
    for header in (True, False):
        if "u,u" not in text:
            found = read_edges(path, header=header).astype(str)
            assert pairs_of(found) == lines[header:]
    if expected == "open":
        with pytest.raises(ValueError, match=r"line 1, .*pass header=True or"):
            read_edges(path)
    else:
        found = read_edges(path)
        assert pairs_of(found.astype(str)) == lines[expected == "header" :]
        assert list(found.columns) == list(
            lines[0] if expected == "header" else ("left", "right")
        )


def test_names_of_columns_prove_a_header(written):
    path = written("edges.csv", "user,item,shop\nanna,milk,x\n")
    assert pairs_of(read_edges(path, "shop", "user")) == [("x", "anna")]
    path = written("edges.csv", "user,item\nanna,milk\n")
    assert pairs_of(read_edges(path, left="item")) == [("milk", "anna")]


def test_rows_that_lack_only_what_is_not_read_are_refused_too(written):
    path = written("edges.csv", "user,item,weight\n1,2,\n3,4\n")
    with pytest.raises(
        ValueError, match="line 3, '3,4', has 2 fields, but line 1 has 3"
    ):
        read_edges(path, "user", "item")
    path = written("edges.csv", "user,item,weight\n1,2,\n3,4,\n")
    assert pairs_of(read_edges(path, "user", "item")) == [(1, 2), (3, 4)]


def test_lines_are_counted_with_comments_blank_lines_and_line_ends_in_quotes(written):
    path = written("edges.csv", '\nu,v\r\n\n"a\nb",1\n  \nc\n')
    with pytest.raises(ValueError, match="line 7, 'c', has 1 field, but line 2 has 2"):
        read_edges(path)


# Without a header


@pytest.mark.parametrize("name", ["out.southern", "out.edges.v2", "edges.txt"])
def test_text_without_a_header(written, name):
    path = written(name, "1 2\n3\t4\n 5  6 \n\n7 8")
    assert pairs_of(read_edges(path)) == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert list(read_edges(path).columns) == ["left", "right"]


@pytest.mark.parametrize("name", ["out.konect", "edges.txt"])
@pytest.mark.parametrize(
    "text",
    [
        "% bip weighted\n% 3 2 2 of any length\n1 2\n3 4\n",
        "\n  % indented\n1 2\n\n3 4\n",
        "1 2\n% in the middle\n%\n3 4\n%",
        "% first\n1 2\n% in the middle 1 2 3\n3 4\n",
        "% first\r\n1 2\r\n3 4\r\n",
        "\ufeff% first\n1 2\n3 4\n",
    ],
)
def test_comments_are_ignored(written, name, text):
    frame = read_edges(written(name, text))
    assert pairs_of(frame) == [(1, 2), (3, 4)]
    assert all(frame.dtypes == "int64")


@pytest.mark.parametrize(
    "text",
    [
        "1 2 0.5 1234567890\n3 4 0.5 1234567890\n",
        "1 2\n3 4 0.5\n",
        "1 2 0.5\n3 4\n",
    ],
)
def test_further_columns_of_konect_are_ignored(written, text):
    frame = read_edges(written("out.konect", text))
    assert pairs_of(frame) == [(1, 2), (3, 4)]
    assert all(frame.dtypes == "int64")


def test_columns_without_names_are_called_by_number(written):
    path = written("edges.txt", "1 0.5 x\n2 0.5 y\n")
    assert pairs_of(read_edges(path, left="3", right="1")) == [("x", 1), ("y", 2)]
    path = written("edges.csv", "1,0.5,x\n2,0.5,y\n")
    found = read_edges(path, left="3", right="1", header=False)
    assert pairs_of(found) == [("x", 1), ("y", 2)]


def test_edge_lists_may_have_a_header_if_the_caller_says_so(written):
    path = written("edges.txt", "# of shops\nuser item\n1 2\n")
    assert pairs_of(read_edges(path, header=True)) == [(1, 2)]
    assert pairs_of(read_edges(path, header=False)) == [("user", "item"), ("1", "2")]


def test_edge_lists_have_comments_of_two_kinds(written):
    path = written("edges.txt", "# from to\n% and more\n1 2\n# in the middle\n3 4\n")
    assert pairs_of(read_edges(path)) == [(1, 2), (3, 4)]


def test_a_mark_within_a_line_is_no_comment(written):
    path = written("edges.txt", 'C# 50%\n"a 7#8\nC# 7\n')
    assert pairs_of(read_edges(path)) == [("C#", "50%"), ('"a', "7#8"), ("C#", "7")]


def test_a_number_sign_starts_a_label_of_konect(written):
    assert pairs_of(read_edges(written("out.tags", "#a 1\n"))) == [("#a", 1)]


@pytest.mark.parametrize("name", ["out.konect", "edges.txt"])
@pytest.mark.parametrize("text", ["", "% nothing\n", "\n\n"])
def test_text_without_edges(written, name, text):
    assert read_edges(written(name, text)).shape == (0, 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [("1 2\n3\n", 2), ("% c\n\n12\n", 3), ("a b\nc\u00a0d\n", 2), ("1 2\n%\n5\n6", 3)],
)
def test_a_line_of_one_id_is_located(written, text, line):
    with pytest.raises(ValueError, match=rf"edges\.txt.*: line {line}, .* field"):
        read_edges(written("edges.txt", text))


def test_columns_of_text_without_a_header_are_left_and_right(written):
    path = written("edges.txt", "1 2\n")
    assert list(read_edges(path).columns) == ["left", "right"]
    assert pairs_of(read_edges(path, left="2", right="1")) == [(2, 1)]
    with pytest.raises(ValueError, match=r"left='user'.*'1', '2'"):
        read_edges(path, left="user")


def test_text_is_utf8(tmp_path, written):
    assert pairs_of(read_edges(written("edges.txt", "ä ö\n"))) == [("ä", "ö")]
    for name, text in (("edges.txt", "ä ö\n"), ("edges.csv", "ä,ö\n1,2\n")):
        (tmp_path / name).write_bytes(text.encode("latin-1"))
        with pytest.raises(ValueError, match=rf"{name}.*UTF-8"):
            read_edges(tmp_path / name)


# Parquet


@pytest.fixture
def parquet():
    return pytest.importorskip("pyarrow.parquet")


def test_parquet_file(parquet, tmp_path):
    path = tmp_path / "edges.parquet"
    FRAME.to_parquet(path)
    named = read_edges(path, left="item", right="user")
    assert pairs_of(named) == [(v, u) for u, v in PAIRS]
    with pytest.raises(ValueError, match=r"left='usr'.*'user', 'item', 'weight'"):
        read_edges(path, left="usr")
    with pytest.raises(ValueError, match=r"3 columns, 'user', 'item', 'weight': name"):
        read_edges(path)
    FRAME[["user", "item"]].to_parquet(path)
    assert pairs_of(read_edges(path)) == PAIRS


def test_parquet_of_lists_is_refused(parquet, tmp_path):
    frame = pd.DataFrame({"user": [1], "item": [["x", "y"]]})
    frame.to_parquet(tmp_path / "edges.parquet")
    with pytest.raises(ValueError, match=r"'item' holds 'list<.*one row per edge"):
        read_edges(tmp_path / "edges.parquet")


@pytest.mark.parametrize(
    ("columns", "said"),
    [(["user"], "has one column, but"), ([], "has no columns, but")],
)
def test_parquet_of_one_column_is_refused(columns, said, parquet, tmp_path):
    FRAME[columns].to_parquet(tmp_path / "edges.parquet")
    with pytest.raises(ValueError, match=said):
        read_edges(tmp_path / "edges.parquet")


def test_parquet_directory(parquet, tmp_path):
    for part in range(3):
        edges = FRAME[["user", "item"]].iloc[[part]]
        edges.to_parquet(tmp_path / f"part-{part}.parquet", index=False)
    (tmp_path / "_manifest.json").write_text("{}")
    assert pairs_of(read_edges(tmp_path)) == PAIRS


def test_an_index_in_parquet_is_no_column_of_edges(parquet, tmp_path):
    path = tmp_path / "edges.parquet"
    FRAME[["user", "item"]].set_axis([5, 6, 5]).to_parquet(path)
    assert list(read_edges(path).columns) == ["user", "item"]
    FRAME.set_index("user").to_parquet(path)
    assert pairs_of(read_edges(path, left="user", right="item")) == PAIRS


def test_parquet_keeps_types(parquet, tmp_path):
    frame = FRAME[["user", "item"]].astype({"user": "int16", "item": "category"})
    frame.to_parquet(tmp_path / "edges.parquet")
    found = read_edges(tmp_path / "edges.parquet")
    assert found["user"].dtype == "int16"
    assert found["item"].dtype == "category"


def test_a_file_that_is_not_parquet(parquet, tmp_path):
    (tmp_path / "edges.parquet").write_text("user,item\n1,2\n")
    with pytest.raises(ValueError, match=r"edges\.parquet.*malformed"):
        read_edges(tmp_path / "edges.parquet")


def test_parquet_without_pyarrow_says_how_to_install_it(tmp_path, monkeypatch):
    (tmp_path / "edges.parquet").touch()
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r'pip install "cugraph_biclique\[parquet\]"'):
        read_edges(tmp_path / "edges.parquet")


# Refusals


@pytest.mark.parametrize("name", ["no.csv", "no.parquet", "out.no", "no", "no.xyz"])
def test_no_such_file(tmp_path, name):
    with pytest.raises(FileNotFoundError, match=name):
        read_edges(tmp_path / name)


def test_a_directory_without_parquet(tmp_path):
    (tmp_path / "edges.csv").touch()
    with pytest.raises(ValueError, match=r"folder without \.parquet.*\*\.csv"):
        read_edges(tmp_path)


@pytest.mark.parametrize("name", ["edges", "edges.csv.zip"])
def test_an_archive_is_to_be_unpacked(tmp_path, name):
    (tmp_path / name).write_bytes(b"PK\x03\x04...")
    with pytest.raises(ValueError, match="is a zip archive: unpack it"):
        read_edges(tmp_path / name)


@pytest.mark.parametrize("name", ["edges.csv.gz", "edges.txt.gz", "out.edges.gz"])
@pytest.mark.parametrize(
    "content",
    [b"1 2\n", gzip.compress(b"1 2\n" * 99, mtime=0)[:-12]],
    ids=["text", "cut off"],
)
def test_a_broken_gzip_file(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=rf"{name}.*gzip"):
        read_edges(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("name", ["edges.csv", "edges.txt.gz", "edges.parquet"])
def test_a_named_pipe_is_read_once(name, tmp_path):
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
        content = FRAME[["user", "item"]].to_parquet(index=False)
    elif name.endswith("gz"):
        content = gzip.compress(b"# edges\n3 x\n1 y\n3 z\n")
    else:
        content = b"user,item\n3,x\n1,y\n3,z\n"
    os.mkfifo(tmp_path / name)
    writer = threading.Thread(target=(tmp_path / name).write_bytes, args=[content])
    writer.start()
    assert pairs_of(read_edges(tmp_path / name)) == PAIRS
    writer.join()
