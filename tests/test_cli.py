# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The same calls from a shell: ``python -m cugraph_biclique``."""

import gzip
import io
import json
import subprocess
import sys
from collections import Counter
from itertools import product

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive

EDGES = graphs.relabelled(graphs.random_graph(12, 9, 0.5, seed=30), "str", "int")
FRAME = graphs.as_frame(EDGES)


def shell(*arguments):
    command = [sys.executable, "-m", "cugraph_biclique", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def output(*arguments):
    ended = shell(*arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture
def file(tmp_path):
    """The graph as a file."""
    FRAME.to_csv(tmp_path / "graph.csv", index=False)
    return tmp_path / "graph.csv"


def test_the_demo_finds_the_southern_women():
    assert "63" in output("demo")


def test_counting(file):
    expected = naive.biclique_count(EDGES, 3, 2)
    assert output("count", file, "-p", 3, "-q", 2) == f"{expected}\n"


def test_estimating(file):
    lines = output("estimate", file, "--min-left", 2).splitlines()
    expected = cb.maximal_biclique_count(FRAME, min_left=2)
    assert lines[0] == f"maximal bicliques: about {expected:,}"
    assert lines[1].startswith("nodes of the search: about ")
    assert lines[2].startswith("memory of the result: about ")


@pytest.mark.parametrize("name", ["graph.parquet", "out.graph", "out.graph.gz"])
def test_files_of_other_kinds(name, tmp_path):
    text = "% bip unweighted\n" + "".join(f"{u} {v}\n" for u, v in EDGES)
    if name.endswith(".parquet"):
        FRAME.to_parquet(tmp_path / name)
    elif name.endswith(".gz"):
        (tmp_path / name).write_bytes(gzip.compress(text.encode()))
    else:
        (tmp_path / name).write_text(text)
    expected = naive.biclique_count(EDGES, 2, 3)
    assert output("count", tmp_path / name, "-p", 2, "-q", 3) == f"{expected}\n"


def test_named_columns(file):
    expected = naive.biclique_count(EDGES, 3, 2)
    sides = ["--left", "item", "--right", "user"]
    assert output("count", file, "-p", 2, "-q", 3, *sides) == f"{expected}\n"


def test_counting_all_sizes(file):
    table = pd.read_csv(io.StringIO(output("count", file, "-p", 2, "-q", 3, "--table")))
    assert table.to_numpy().tolist() == [
        [p, q, naive.biclique_count(EDGES, p, q)] for p, q in product((1, 2), (1, 2, 3))
    ]


@pytest.mark.parametrize("least", [(1, 1), (3, 2)])
def test_sizes(file, least):
    text = output("sizes", file, "--min-left", least[0], "--min-right", least[1])
    table = pd.read_csv(io.StringIO(text))
    expected = Counter(
        (len(left), len(right))
        for left, right in naive.maximal_bicliques(EDGES)
        if len(left) >= least[0] and len(right) >= least[1]
    )
    rows = zip(table["n_left"], table["n_right"], strict=True)
    assert dict(zip(rows, table["count"], strict=True)) == expected


def test_enumerating_into_a_folder(file, tmp_path):
    output("enumerate", file, "-o", tmp_path / "out")
    found = pd.read_parquet(tmp_path / "out")
    assert {
        (frozenset(left), frozenset(right))
        for left, right in zip(found["left"], found["right"], strict=True)
    } == naive.maximal_bicliques(EDGES)


def test_enumerating_to_the_terminal_gives_json_lines(file):
    lines = [json.loads(line) for line in output("enumerate", file).splitlines()]
    pairs = [(frozenset(line["left"]), frozenset(line["right"])) for line in lines]
    assert Counter(pairs) == Counter(naive.maximal_bicliques(EDGES))


def test_json_lines_have_no_infinities(tmp_path):
    def refuse(constant):
        raise ValueError(f"{constant} is no JSON")

    (tmp_path / "graph.csv").write_text("u,v\n1.5,inf\n1.5,2\n-inf,inf\n")
    lines = [
        json.loads(line, parse_constant=refuse)
        for line in output("enumerate", tmp_path / "graph.csv").splitlines()
    ]
    assert {(frozenset(line["left"]), frozenset(line["right"])) for line in lines} == {
        (frozenset({1.5}), frozenset({"inf", 2.0})),
        (frozenset({1.5, "-inf"}), frozenset({"inf"})),
    }


def test_a_reader_may_leave_early(tmp_path):
    file = tmp_path / "graph.csv"
    graphs.as_frame(graphs.crown(17)).to_csv(file, index=False)
    with subprocess.Popen(
        [sys.executable, "-m", "cugraph_biclique", "enumerate", file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert "left" in json.loads(process.stdout.readline())
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize(
    "command", [[], ["enumerate"], ["count"], ["sizes"], ["demo"]], ids=str
)
def test_every_command_has_help(command):
    assert output(*command, "--help").startswith("usage: ")


def test_the_version():
    assert output("--version") == f"{cb.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["sizes", "no-such-file.csv"],
        ["count", "no-such-file.parquet", "-p", "2", "-q", "2"],
        ["enumerate", "no-such-file.txt"],
    ],
    ids=str,
)
def test_a_missing_file_is_one_line_without_a_traceback(arguments):
    ended = shell(*arguments)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert "no-such-file" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "options", [["-p", "0"], ["-p", "2", "--left", "usr"], ["-p", "2", "--engine", "x"]]
)
def test_a_bad_value_is_one_line_without_a_traceback(options, file):
    ended = shell("count", file, "-q", 2, *options)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert repr(options[-1]).strip("'") in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_no_command_shows_how_to_use_it():
    ended = shell()
    assert ended.returncode == 2
    assert "usage: " in ended.stderr
