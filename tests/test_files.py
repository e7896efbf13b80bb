# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Edge files of every kind, and what is wrong with those that cannot be read."""

from __future__ import annotations

import gzip
import sys

import pandas as pd
import pytest

from cugraph_biclique.cli import main
from cugraph_biclique.inputs.files import read_edges

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
    assert pairs_of(read_edges(path)) == PAIRS
    assert list(read_edges(path).columns) == ["user", "item"]
    named = read_edges(path, left="item", right="user")
    assert list(named.columns) == ["item", "user"]
    assert pairs_of(named) == [(v, u) for u, v in PAIRS]
    assert list(read_edges(path, right="weight").columns) == ["user", "weight"]


def test_a_path_may_be_text(written):
    assert pairs_of(read_edges(str(written("e.csv", "a,b\n1,2\n")))) == [(1, 2)]


def test_quoted_fields_may_hold_the_separator(written):
    path = written("edges.csv", 'who,what\n"Smith, John",1\n')
    assert pairs_of(read_edges(path)) == [("Smith, John", 1)]


def test_words_for_missing_values_are_labels(written):
    path = written("edges.csv", "country,language\nNA,null\nDE,None\n")
    assert pairs_of(read_edges(path)) == [("NA", "null"), ("DE", "None")]


def test_an_empty_field_is_null(written):
    frame = read_edges(written("edges.csv", "user,item\n1,a\n2,\n"))
    assert frame["item"].isna().tolist() == [False, True]


def test_a_column_has_one_type_from_top_to_bottom(written):
    numbers = [str(n) for n in range(300_000)]
    text = "user,item\n" + "".join(f"{n},0\n" for n in [*numbers, "x", "0"])
    assert read_edges(written("edges.csv", text))["user"].nunique() == 300_001


def test_a_mark_of_byte_order_is_no_part_of_the_header(written):
    path = written("edges.csv", "\ufeffuser,item\n1,2\n")
    assert list(read_edges(path).columns) == ["user", "item"]


def test_a_header_without_edges(written):
    frame = read_edges(written("edges.csv", "user,item\n"))
    assert list(frame.columns) == ["user", "item"]
    assert len(frame) == 0


def test_a_missing_column_is_named_with_those_there_are(written):
    path = written("edges.csv", "user,item\n1,2\n")
    with pytest.raises(ValueError, match=r"right='itm'.*'user', 'item'"):
        read_edges(path, right="itm")


@pytest.mark.parametrize(
    ("name", "separator", "remedy"),
    [
        ("edges.csv", ";", "one column, 'user;item'.* by commas"),
        ("edges.csv", "\t", "--input-format tsv"),
        ("edges.tsv", ",", "by tabs, or say --input-format csv"),
    ],
)
def test_other_separators_are_told_from_those_that_are_read(
    name, separator, remedy, written
):
    path = written(name, f"user{separator}item\n1{separator}2\n")
    with pytest.raises(ValueError, match=f"edges.*{remedy}"):
        read_edges(path)


@pytest.mark.parametrize("name", ["found.parquet", "found.csv", "found/"])
def test_bicliques_are_not_taken_for_edges(name, written, tmp_path):
    pytest.importorskip("pyarrow")
    edges, found = written("edges.csv", "user,item\n1,2\n3,2\n"), f"{tmp_path}/{name}"
    assert main(["enumerate", str(edges), "-o", found]) == 0
    with pytest.raises(ValueError, match="holds bicliques, and not the edges"):
        read_edges(found)


def test_members_can_be_taken_for_edges_if_that_is_asked_for(written):
    path = written("found.csv", "biclique,side,vertex\n0,left,7\n")
    assert pairs_of(read_edges(path, "biclique", "vertex")) == [(0, 7)]


def test_a_malformed_line_is_located(written):
    path = written("edges.csv", "user,item\n1,2\n3,4,5\n")
    with pytest.raises(ValueError, match=r"edges\.csv.*malformed.*line 3"):
        read_edges(path)


def test_rows_longer_than_the_header_are_refused(written):
    with pytest.raises(ValueError, match=r"edges\.csv.*malformed.*more fields"):
        read_edges(written("edges.csv", "user,item\n1,2,3\n4,5,6\n"))


def test_a_separator_may_end_a_row(written):
    path = written("edges.csv", "user,item\n1,2,\n3,4,\n")
    assert pairs_of(read_edges(path)) == [(1, 2), (3, 4)]


def test_a_quote_without_an_end_is_refused(written):
    with pytest.raises(ValueError, match=r"edges\.csv.*malformed"):
        read_edges(written("edges.csv", 'user,item\n1,"2\n3,4\n'))


def test_a_header_of_numbers_looks_like_an_edge(written):
    path = written("edges.csv", "1,2\n1,3\n")
    with pytest.raises(ValueError, match=r"edges\.csv.*header 1,2, which looks like"):
        read_edges(path)
    assert list(read_edges(path, "1", "2").columns) == ["1", "2"]


def test_an_empty_file_has_no_header(written):
    with pytest.raises(ValueError, match=r"edges\.csv.*empty.*header"):
        read_edges(written("edges.csv", ""))


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
        "1 2 0.5 1234567890\n3 4 0.5 1234567890\n",
        "1 2\n3 4 0.5\n",
        "1 2 0.5\n3 4\n",
    ],
)
def test_comments_and_further_columns_are_ignored(written, name, text):
    frame = read_edges(written(name, text))
    assert pairs_of(frame) == [(1, 2), (3, 4)]
    assert all(frame.dtypes == "int64")


def test_edge_lists_have_comments_of_two_kinds(written):
    path = written("edges.txt", "# from to\n% and more\n1 2\n# in the middle\n3 4\n")
    assert pairs_of(read_edges(path)) == [(1, 2), (3, 4)]


def test_a_mark_within_a_line_is_no_comment(written):
    path = written("edges.txt", 'C# 50%\n"a 7#8\n')
    assert pairs_of(read_edges(path)) == [("C#", "50%"), ('"a', "7#8")]


def test_a_number_sign_starts_a_label_of_konect(written):
    assert pairs_of(read_edges(written("out.tags", "#a 1\n"))) == [("#a", 1)]


def test_ids_beyond_64_bits_stay_exact(written):
    path = written("edges.txt", f"{10**24} 1\n{10**24 + 1} 1\n")
    # as integers or as text, which depends on pandas
    labels = read_edges(path)["left"].astype(str)
    assert labels.tolist() == [str(10**24), str(10**24 + 1)]


@pytest.mark.parametrize("name", ["out.konect", "edges.txt"])
@pytest.mark.parametrize("text", ["", "% nothing\n", "\n\n"])
def test_text_without_edges(written, name, text):
    assert read_edges(written(name, text)).shape == (0, 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [("1 2\n3\n", 2), ("% c\n\n1,2\n", 3), ("a b\nc\u00a0d\n", 2), ("1 2\n%\n5\n6", 3)],
)
def test_a_line_of_one_id_is_located(written, text, line):
    with pytest.raises(ValueError, match=rf"edges\.txt.*malformed.*line {line}, "):
        read_edges(written("edges.txt", text))


def test_columns_of_text_without_a_header_are_left_and_right(written):
    path = written("edges.txt", "1 2\n")
    assert pairs_of(read_edges(path, left="right", right="left")) == [(2, 1)]
    with pytest.raises(ValueError, match=r"left='user'.*'left', 'right'"):
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
    assert pairs_of(read_edges(path)) == PAIRS
    named = read_edges(path, left="item", right="user")
    assert pairs_of(named) == [(v, u) for u, v in PAIRS]
    with pytest.raises(ValueError, match=r"left='usr'.*'user', 'item', 'weight'"):
        read_edges(path, left="usr")


def test_parquet_directory(parquet, tmp_path):
    for part in range(3):
        FRAME.iloc[[part]].to_parquet(tmp_path / f"part-{part}.parquet", index=False)
    (tmp_path / "_manifest.json").write_text("{}")
    assert pairs_of(read_edges(tmp_path)) == PAIRS


def test_an_index_in_parquet_is_no_column_of_edges(parquet, tmp_path):
    path = tmp_path / "edges.parquet"
    FRAME.set_axis([5, 6, 5]).to_parquet(path)
    assert list(read_edges(path).columns) == ["user", "item"]
    FRAME.set_index("user").to_parquet(path)
    assert pairs_of(read_edges(path, left="user", right="item")) == PAIRS


def test_parquet_keeps_types(parquet, tmp_path):
    frame = FRAME.astype({"user": "int16", "item": "category"})
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
    with pytest.raises(ValueError, match=r"directory without \.parquet"):
        read_edges(tmp_path)


@pytest.mark.parametrize(
    "name", ["edges", "edges.xlsx", "edges.csv.zip", "a.parquet.gz"]
)
def test_an_unknown_kind_says_which_are_known(tmp_path, name):
    (tmp_path / name).touch()
    with pytest.raises(ValueError, match=r"\.parquet.*\.csv.*\.tsv.*\.txt.*out\.\*"):
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
