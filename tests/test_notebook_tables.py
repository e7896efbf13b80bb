# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a notebook shows of a result, read by an HTML parser.

Modules: `results/notebook.py`.
"""

import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import cugraph_biclique as cb
import graphs
from cugraph_biclique.data import southern_women
from cugraph_biclique.results.result import Result


class Table(HTMLParser):
    """The texts of a title and of the cells of a table, which has closed tags."""

    def __init__(self, html):
        super().__init__()
        self.open, self.rows, self.title = [], [], ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        else:
            self.title += data


def expected_side(labels):
    more = len(labels) - 10
    text = ", ".join(map(str, labels[:10]))
    return f"{text} … and {more:,} more" if more > 0 else text


def test_the_first_five_are_shown_with_their_labels(engine):
    found = cb.maximal_bicliques(southern_women(), engine=engine, sort=True)
    table = Table(found._repr_html_())
    assert table.title == f"63 bicliques of woman × event, engine {engine}"
    head, *rows, last = table.rows
    assert head == ["biclique", "n_left", "n_right", "woman", "event"]
    assert last == ["…"] * 5
    assert rows == [
        [str(i), str(len(left)), str(len(right)), *map(expected_side, (left, right))]
        for i, (left, right) in enumerate(found[:5])
    ]


@pytest.mark.parametrize("n", [0, 1, 4, 5])
def test_few_bicliques_are_all_shown(n, engine):
    found = cb.maximal_bicliques(southern_women(), engine=engine).nlargest(n)
    table = Table(found._repr_html_())
    assert table.title.startswith(f"{n} biclique{'s' * (n != 1)} of ")
    assert len(table.rows) == (n + 1 if n else 0)


@given(graphs.bipartite_edges())
def test_any_result_is_shown(edges):
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine="cpu", sort=True)
    rows = Table(found._repr_html_()).rows[1:6]
    assert [row[3:] for row in rows] == [
        list(map(expected_side, biclique)) for biclique in found[:5]
    ]


def test_long_sides_end_in_the_number_of_the_others(engine):
    pairs = [(i, j) for i in range(1244) for j in range(3)]
    found = cb.maximal_bicliques(pd.DataFrame(pairs, columns=["u", "v"]), engine=engine)
    (row,) = Table(found._repr_html_()).rows[1:]
    assert row == [
        *("0", "1,244", "3"),
        "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 … and 1,234 more",
        "0, 1, 2",
    ]


def test_labels_and_names_are_texts_and_no_code():
    labels = ["<script>alert('$x$')</script>", 'a & "b"', "\ud800", "long " * 99]
    column = pd.Series(labels, dtype=object)  # strings of Arrow are UTF-8
    edges = pd.DataFrame({"<u>": column, 7: ["</td>"] * 4})
    html = cb.maximal_bicliques(edges, engine="cpu")._repr_html_()
    html.encode("utf-8")
    assert "<script" not in html
    table = Table(html)
    assert table.title.startswith("1 biclique of <u> × 7, ")
    ((*_, left, right),) = table.rows[1:]
    assert right == "</td>"
    for text in (labels[0], labels[1], "\\ud800", "long long"):
        assert text in left
    assert max(map(len, left.split(", "))) <= 40
    assert "mathjax_ignore" in html  # dollar signs begin no formula


@pytest.mark.parametrize(
    "label",
    [
        lambda i: i / 4,
        lambda i: (i, "x"),
        lambda i: pd.Timestamp(2026, 1, 1 + i),
        str,
        lambda i: np.float16(i),
    ],
    ids=["float", "tuple", "time", "str", "half"],
)
def test_labels_of_any_kind(label):
    column = [label(i) for i in range(3)]
    edges = pd.DataFrame({"u": column, "v": [0] * 3})
    ((*_, left, _),) = Table(
        cb.maximal_bicliques(edges, engine="cpu")._repr_html_()
    ).rows[1:]
    assert len(re.findall(r"\(|[^,]+", left)) >= 3
    assert str(edges["u"].tolist()[2]) in left


def test_the_members_of_a_few_bicliques_are_computed(monkeypatch):
    edges = graphs.as_frame(graphs.random_graph(30, 20, 0.4, seed=3))
    found = cb.maximal_bicliques(edges, engine="cpu")
    assert len(found) > 100
    computed, side = [], Result._side

    def watched(self, name):
        computed.append(len(self))
        return side(self, name)

    monkeypatch.setattr(Result, "_side", watched)
    found._repr_html_()
    assert computed == [5, 5]


@pytest.mark.gpu
def test_labels_of_cudf_are_shown_as_those_of_pandas():
    cudf = pytest.importorskip("cudf")
    edges = southern_women()
    on_host = cb.maximal_bicliques(edges, engine="gpu", sort=True)
    on_device = cb.maximal_bicliques(cudf.from_pandas(edges), sort=True)
    assert on_device._repr_html_() == on_host._repr_html_()
