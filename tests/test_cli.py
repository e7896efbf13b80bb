# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The same calls from a shell: ``python -m cugraph_biclique``.

Modules: `__main__.py`, `cli/`.
"""

import contextlib
import csv
import datetime
import gzip
import io
import json
import math
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections import Counter
from itertools import product

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from at_work import WHEN_AT_WORK
from cugraph_biclique.calls.groups import GroupSearch
from cugraph_biclique.cli import main, texts
from cugraph_biclique.cli.members import one_line
from cugraph_biclique.cli.output import Target, write_bicliques, write_table
from cugraph_biclique.cli.parser import make_parser
from cugraph_biclique.cli.words import in_shell_words
from cugraph_biclique.request.request import Request

EDGES = graphs.relabelled(graphs.random_graph(12, 9, 0.5, seed=30), "str", "int")
FRAME = graphs.as_frame(EDGES)


def command(*arguments):
    return [sys.executable, "-m", "cugraph_biclique", *map(str, arguments)]


def shell(*arguments, **options):
    return subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=300, **options
    )


def run(capsys, *arguments):
    """The same in this process, which is quicker: standard output."""
    status = main(list(map(str, arguments)))
    captured = capsys.readouterr()
    assert status == 0, captured.err
    return captured.out


def output(*arguments):
    """Standard output of the command. It runs in this process: to start one takes
    seconds, and `shell` does it where the process matters."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(map(str, arguments)))
    for stream in (out, err):
        stream.flush()
    assert status == 0, err.buffer.getvalue().decode()
    return out.buffer.getvalue().decode()


@pytest.fixture
def file(tmp_path):
    """The graph as a file."""
    FRAME.to_csv(tmp_path / "graph.csv", index=False)
    return tmp_path / "graph.csv"


def test_the_demo_finds_the_southern_women_in_80_columns():
    text = shell("demo").stdout
    assert "maximal bicliques: 63" in text
    assert "  Brenda Rogers, Evelyn Jefferson, " in text
    assert max(map(len, text.splitlines())) <= 80


def test_counting(file):
    expected = naive.biclique_count(EDGES, 3, 2)
    assert output("count", file, "-p", 3, "-q", 2) == f"{expected}\n"


def test_estimating(file):
    lines = output("estimate", file, "--min-left", 2).splitlines()
    expected = cb.maximal_biclique_count(FRAME, min_left=2)
    assert lines[0] == f"maximal bicliques: {expected:,}"  # of a graph so small, exact
    assert lines[1].removeprefix("nodes of the search: ").isdecimal()
    assert lines[2].startswith("memory of the result: ")


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


def best_by_share(n):
    """The best bicliques of the test graph by the share of their items' edges."""
    users_of = Counter(v for _, v in EDGES)
    pairs = cb.maximal_bicliques(FRAME, min_left=2, min_right=2, sort=True)
    scored = [
        (len(left) * len(right) / sum(users_of[v] for v in right), left, right)
        for left, right in pairs
    ]
    return sorted(scored, key=lambda row: -row[0])[:n]


def test_the_best_are_printed_a_line_each(file):
    head, *lines = output("top", file, "-k", 4).splitlines()
    assert head.split() == ["share", "n_left", "n_right", "left", "|", "right"]
    expected = best_by_share(4)
    assert len(lines) == len(expected) == 4
    for line, (score, left, right) in zip(lines, expected, strict=True):
        share, n_left, n_right, members = line.split(maxsplit=3)
        assert share == f"{score:.3f}"
        assert (int(n_left), int(n_right)) == (len(left), len(right))
        sides = [side.split(", ") for side in members.split(" | ")]
        assert sides == [list(map(str, left)), list(map(str, right))]


def test_stars_are_listed_only_if_asked_for(tmp_path, capsys):
    """A shop with one reviewer has a share of 1, and so has a ring of 2 x 2."""
    stars = [("u", f"v{i}") for i in range(30)] + [(f"w{i}", "x") for i in range(30)]
    ring = [(u, v) for u in "ab" for v in "cd"]
    path = tmp_path / "edges.csv"
    graphs.as_frame(stars + ring).to_csv(path, index=False)

    def sizes(*options):
        assert main(["top", str(path), "--header", *options]) == 0
        shown = capsys.readouterr()
        rows = [line.split()[1:3] for line in shown.out.splitlines()[1:]]
        return [tuple(map(int, row)) for row in rows], shown.err.splitlines()[1:]

    assert sizes() == (
        [(2, 2)],
        [
            "bicliques with at least 2 left and 2 right vertices; --min-left 1 "
            "--min-right 1 lists stars, too"
        ],
    )
    assert sizes("--min-left", "1") == (
        [(1, 30), (2, 2)],
        [
            "bicliques with at least 1 left and 2 right vertices; --min-right 1 lists "
            "stars, too"
        ],
    )
    found, said = sizes("--min-left", "1", "--min-right", "1")
    assert sorted(found) == [(1, 30), (2, 2), (30, 1)]
    assert said == []
    assert sizes("--quiet")[1] == []


def test_a_long_side_is_shortened_and_files_have_all_members(tmp_path, capsys):
    edges = [(f"user{i}", v) for i in range(1500) for v in "xy"]
    path, out = tmp_path / "edges.csv", tmp_path / "best.jsonl"
    graphs.as_frame(edges).to_csv(path, index=False)
    line = run(capsys, "top", path, "--header").splitlines()[1]
    assert line.endswith("user1013, user1014 … and 1,480 more | x, y")
    assert line.count("user") == 20
    run(capsys, "top", path, "--header", "-o", out)
    assert len(json.loads(out.read_text())["left"]) == 1500


@pytest.mark.parametrize("columns", [80, 120, 200])
def test_a_line_has_the_width_of_the_terminal(columns, tmp_path, capsys, monkeypatch):
    edges = [(f"user{i}", f"item{j}") for i in range(300) for j in range(4)]
    path = tmp_path / "edges.csv"
    graphs.as_frame(edges).to_csv(path, index=False)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    line = run(capsys, "top", path, "--header").splitlines()[1]
    assert columns - len("user100, ") - 1 <= len(line) <= columns
    left, right = line.split(maxsplit=3)[3].split(" | ")
    assert left.count("user") + int(left.split()[-2]) == 300
    if columns > 80:
        assert right == "item0, item1, item2, item3"


LABELS = st.lists(st.text("ab", min_size=1, max_size=12), min_size=1, max_size=30)


@given(LABELS, LABELS, st.integers(1, 120))
def test_a_line_is_as_long_as_it_may_be(left, right, width):
    line = one_line(left, right, width)
    whole = f"{', '.join(left)} | {', '.join(right)}"
    assert (line == whole) == (len(whole) <= width) or len(left) == len(right) == 1
    for shown, side in zip(line.split(" | "), (left, right), strict=True):
        labels, _, more = shown.partition(" … and ")
        n = len(labels.split(", "))
        assert labels.split(", ") == side[:n]
        assert n + int(more.removesuffix(" more") or 0) == len(side)
    if len(line) > width:  # a side has one label, whose own length is too much
        assert any(len(shown.split(", ")) == 1 for shown in line.split(" | "))


@pytest.mark.parametrize("by", ["share", "edges"])
def test_the_best_in_each_format_have_their_scores(by, file, tmp_path):
    texts_of = {}
    for kind in ("jsonl", "csv", "parquet"):
        out = tmp_path / f"best.{kind}"
        assert output("top", file, "-k", 3, "--by", by, "-o", out) == ""
        texts_of[kind] = out
    rows = [json.loads(line) for line in texts_of["jsonl"].read_text().splitlines()]
    assert [list(row) for row in rows] == 3 * [[by, "left", "right"]]
    if by == "share":
        expected = [(s, list(left), list(right)) for s, left, right in best_by_share(3)]
        assert [tuple(row.values()) for row in rows] == expected
    table = pd.read_parquet(texts_of["parquet"])
    assert list(table.columns) == ["biclique", by, "left", "right"]
    assert table[by].tolist() == [row[by] for row in rows]
    assert [list(left) for left in table["left"]] == [row["left"] for row in rows]
    long = pd.read_csv(texts_of["csv"])
    assert list(long.columns) == ["biclique", by, "side", "vertex"]
    assert len(long) == sum(len(row["left"]) + len(row["right"]) for row in rows)
    first = long.groupby("biclique")[by].first()
    assert first.tolist() == pytest.approx([row[by] for row in rows])


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_vertices_with_their_best_scores(side, kind, file, tmp_path):
    out = tmp_path / f"vertices.{kind}"
    output("vertices", file, "--side", side, "--by", "edges", "-o", out)
    if kind == "jsonl":
        table = pd.read_json(out, lines=True)
    else:
        table = pd.read_csv(out) if kind == "csv" else pd.read_parquet(out)
    found = cb.maximal_bicliques(FRAME).vertices(side, "edges")
    expected = found.drop(columns="biclique")
    assert list(table.columns) == list(expected.columns)
    assert table.to_numpy().tolist() == expected.to_numpy().tolist()


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_edges_and_vertices_in_dense_subgraphs(kind, file, tmp_path):
    read = {"csv": pd.read_csv, "parquet": pd.read_parquet}
    for words, expected in (
        (["bitruss"], cb.bitruss(FRAME)),
        (["tip", "--side", "right"], cb.tip(FRAME, "right")),
    ):
        out = tmp_path / f"{words[0]}.{kind}"
        output(words[0], file, *words[1:], "-o", out)
        table = read.get(kind, lambda path: pd.read_json(path, lines=True))(out)
        assert list(table) == list(expected)
        name = table.columns[-1]
        expected = expected.sort_values(name, ascending=False, kind="stable")
        assert table.to_numpy().tolist() == expected.to_numpy().tolist()


def test_core_numbers_of_vertices(file):
    table = pd.read_csv(io.StringIO(output("core-numbers", file, "--alpha", 1, 2)))
    expected = cb.core_numbers(FRAME, [1, 2], "left")
    assert sorted(table.to_numpy().tolist()) == sorted(expected.to_numpy().tolist())
    assert table["alpha"].is_monotonic_increasing
    assert (table.groupby("alpha")["beta"].diff().dropna() <= 0).all()


@pytest.mark.parametrize("validated", [None, "hypergeometric"])
def test_pairs_with_common_neighbours(validated, file):
    options = ["--side", "right", "--by", "jaccard", "--least-common", 1]
    asked = {"by": "jaccard", "least_common": 1}
    if validated:
        options += ["--validated", validated, "--alpha", 1.0]
        asked |= {"validated": validated, "alpha": 1.0}
    table = pd.read_csv(io.StringIO(output("project", file, *options)))
    expected = cb.project(FRAME, "right", **asked)
    assert list(table) == list(expected)
    assert len(table)
    expected = expected.sort_values("score", ascending=False, kind="stable")
    pd.testing.assert_frame_equal(
        table, expected.reset_index(drop=True), check_dtype=False
    )


def test_sizes_that_are_more_than_chance(file):
    options = ["--draws", 3, "--seed", 4, "--false-share", 0.9, "--min-left", 2]
    table = pd.read_csv(io.StringIO(output("significance", file, *options)))
    expected = cb.significance(FRAME, 3, seed=4, min_left=2).thresholds(0.9)
    assert len(expected)
    pd.testing.assert_frame_equal(table, expected, check_dtype=False)


def test_sizes_that_are_more_than_mean_degrees(file):
    options = ["--draws", 3, "--seed", 4, "--false-share", 0.9, "--null", "bicm"]
    table = pd.read_csv(io.StringIO(output("significance", file, *options)))
    found = cb.significance(FRAME, 3, seed=4, null="bicm").thresholds(0.9)
    assert len(found)
    pd.testing.assert_frame_equal(table, found, check_dtype=False)
    ended = shell("significance", file, "--null", "degrees")
    assert ended.returncode == 2
    assert "'degrees'" in ended.stderr and "bicm" in ended.stderr


@pytest.mark.parametrize("wrong", [["--seed", "-1"], ["--false-share", "2"]])
def test_random_graphs_need_a_seed_and_a_share(wrong, file):
    ended = shell("significance", file, *wrong)
    assert ended.returncode == 2
    assert "pass" in ended.stderr and wrong[1] in ended.stderr


@pytest.mark.parametrize(
    ("value", "why"),
    [("2", "is not a share"), ("x", "is not a share"), ("0", "is too small")],
)
def test_a_density_is_above_0(value, why, file, capsys):
    with pytest.raises(SystemExit):
        main(["groups", str(file), "--density", value])
    said = capsys.readouterr().err
    assert f"'{value}' {why}: pass a number above 0, and at most 1" in said


@pytest.fixture
def rings(tmp_path):
    """A file of two rings, with integers on the left and texts on the right."""
    ring = [(u, f"v{v}") for u in range(5) for v in range(4)]
    noise = [(u, f"v{u * u % 29}") for u in range(10, 60)]
    edges = ring + [(u + 5, v.upper()) for u, v in ring] + noise
    pd.DataFrame(edges, columns=["u", "v"]).to_csv(tmp_path / "rings.csv", index=False)
    return tmp_path / "rings.csv"


@pytest.mark.parametrize(
    ("words", "containing"),
    [
        (["--containing-left", "7"], {"left": [7]}),
        (["--containing-left", 7, "--containing-left", 8], {"left": [7, 8]}),
        (["--containing-right", "v2"], {"right": ["v2"]}),
        (["--containing-left=3", "--containing-right=v0"], {"left": 3, "right": "v0"}),
        (["--text-ids", "--containing-left", "7"], {"left": [7]}),
    ],
)
def test_groups_of_vertices_that_are_named(words, containing, rings, capsys):
    found = cb.groups(pd.read_csv(rings), containing=containing)
    text = run(capsys, "groups", rings, *words, "--format", "csv")
    members = pd.read_csv(io.StringIO(text), dtype={"vertex": str})
    assert len(found) and members["group"].max() + 1 == len(found)
    for i, group in members.groupby("group"):
        for side, expected in (("left", found.left), ("right", found.right)):
            one = expected[expected["group"] == i]
            assert list(group.loc[group["side"] == side, "vertex"]) == [
                str(vertex) for vertex in one["vertex"]
            ]


@pytest.mark.parametrize("label", ["70", "07", "", "v1"])
def test_a_vertex_that_is_not_in_the_file(label, rings, capsys):
    assert main(["groups", str(rings), f"--containing-left={label}"]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"cugraph-biclique groups: --containing-left '{label}' is no left vertex of "
        "the file: pass a label of 'u' as results show it, such as '0'"
    )


def test_dates_of_a_parquet_file_are_named_as_they_are_printed(tmp_path, capsys):
    days = pd.to_datetime(["2026-01-01", "2026-01-02", "2026-01-03"])
    edges = [(day, v) for day in days[:2] for v in "abc"] + [(days[2], "d")]
    frame = pd.DataFrame(edges, columns=["day", "v"])
    frame.to_parquet(tmp_path / "days.parquet")
    words = ["groups", tmp_path / "days.parquet", "--format", "csv"]
    found = pd.read_csv(io.StringIO(run(capsys, *words)))
    label = found.loc[found["side"] == "left", "vertex"].iloc[0]
    again = run(capsys, *words, "--containing-left", label)
    assert label in set(pd.read_csv(io.StringIO(again))["vertex"])


def test_labels_with_line_breaks_stay_in_their_line(tmp_path):
    frame = pd.DataFrame({"u": ["a\nb", "c"], "v": ["x", "x"]})
    frame.to_parquet(tmp_path / "odd.parquet")
    lines = output("top", tmp_path / "odd.parquet", "--min-right", 1).splitlines()
    assert lines[1:] == ["1.000       2        1  a\\nb, c | x"]


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


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def test_infinite_numbers_are_null_in_json(tmp_path):
    path = tmp_path / "table.jsonl"
    table = pd.DataFrame({
        "group": [0, 1, 2], "score": [-math.inf, 0.5, math.nan],
        "vertex": [math.inf, 2.0, 3.0], "count": [10**30, 1, 2],
    })  # fmt: skip
    write_table(table, Target(path, "jsonl"))
    lines = [
        json.loads(line, parse_constant=refuse)
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert lines == [
        {"group": 0, "score": None, "vertex": "inf", "count": 10**30},
        {"group": 1, "score": 0.5, "vertex": 2.0, "count": 1},
        {"group": 2, "score": None, "vertex": 3.0, "count": 2},
    ]


def test_json_lines_have_no_infinities(tmp_path):
    graph = tmp_path / "graph.parquet"
    frame = pd.DataFrame({"u": [1.5, 1.5, -math.inf], "v": [math.inf, 2, math.inf]})
    frame.to_parquet(graph)
    lines = [
        json.loads(line, parse_constant=refuse)
        for line in output("enumerate", graph).splitlines()
    ]
    assert {(frozenset(line["left"]), frozenset(line["right"])) for line in lines} == {
        (frozenset({1.5}), frozenset({"inf", 2.0})),
        (frozenset({1.5, "-inf"}), frozenset({"inf"})),
    }


def is_report(text, file):
    """Whether a text is only the line that says how a file was read."""
    return text.startswith(f"{file}: fields split by ") and text.count("\n") == 1


def test_a_reader_may_leave_early(tmp_path):
    file = tmp_path / "graph.csv"
    graphs.as_frame(graphs.crown(17)).to_csv(file, index=False)
    with subprocess.Popen(
        command("enumerate", file),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert "left" in json.loads(process.stdout.readline())
        process.stdout.close()
        assert is_report(process.stderr.read(), file)
        assert process.wait(timeout=60) == 0


COMMANDS = [
    "demo",
    "estimate",
    "sizes",
    "significance",
    "top",
    "vertices",
    "enumerate",
    "cliques",
    "count",
    "bitruss",
    "tip",
    "core-numbers",
    "project",
    "verify",
    "doctor",
    "warm",
    "help",
    "completion",
]


@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_help_teaches_in_80_columns(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as ended:
        main([*filter(None, [name]), "--help"])
    text = capsys.readouterr().out
    assert ended.value.code == 0
    assert text.startswith("usage: cugraph-biclique")
    assert max(map(len, text.splitlines())) <= 80
    if name is None:
        assert "start here" in text
        assert "exit status" in text
        assert all(f"\n  {command} " in text for command in COMMANDS)
    else:
        assert "prints" in text or "examples" in text


def examples():
    for usage, _, _, end in texts.OF.values():
        if "FILE" in usage:
            for line in end.replace("\\\n", " ").splitlines():
                if "cugraph-biclique" in line:
                    yield line.strip()


@pytest.mark.parametrize("line", list(examples()))
def test_the_examples_of_the_help_can_be_parsed(line):
    words = shlex.split(line.partition("cugraph-biclique ")[2].partition(" |")[0])
    assert callable(make_parser().parse_args(words).run)


def test_the_version():
    assert shell("--version").stdout == f"{cb.__version__}\n"


# Formats


def members(frame):
    """The bicliques of a frame with list columns."""
    return Counter(
        (frozenset(left), frozenset(right))
        for left, right in zip(frame["left"], frame["right"], strict=True)
    )


def read_csv(text):
    """The bicliques of the long form."""
    long = pd.read_csv(io.StringIO(text), dtype={"vertex": str})
    assert list(long.columns) == ["biclique", "side", "vertex"]
    sides = long.groupby(["biclique", "side"])["vertex"].agg(frozenset).unstack()
    assert list(sides.index) == list(range(len(sides)))
    return Counter(zip(sides["left"], sides["right"], strict=True))


def unzipped(path):
    return gzip.decompress(path.read_bytes()).decode()


FOUND = Counter(naive.maximal_bicliques(EDGES))
AS_TEXT = Counter(
    (left, frozenset(map(str, right))) for left, right in FOUND.elements()
)


def test_csv_has_a_row_a_member(file, capsys):
    assert read_csv(run(capsys, "enumerate", file, "--format", "csv")) == AS_TEXT


def test_csv_of_labels_that_need_quotes(tmp_path, capsys):
    (tmp_path / "graph.csv").write_text('who,what\n"Smith, ""J""",a\nö,a\n')
    graph = tmp_path / "graph.csv"
    text = run(capsys, "enumerate", graph, "--header", "--format", "csv")
    assert read_csv(text) == {(frozenset({'Smith, "J"', "ö"}), frozenset("a")): 1}


ODD = ['"', "a,b", "ö\n", "", "\r", 7, 2.5, True, (1, 2), 1e-300, 10**30, 0.1]
ODD += [datetime.date(2026, 1, 1)]


def test_labels_are_written_as_python_writes_them(capsys):
    frame = pd.DataFrame({"who": ODD, "what": "x"}, dtype=object)
    frame.loc[len(frame)] = ["u", "y"]
    found = [cb.maximal_bicliques(frame, engine="cpu")]
    graph = cb.bipartite_graph(frame)
    assert write_bicliques(found, graph, Target(None, "jsonl")) == 2
    assert capsys.readouterr().out == "".join(
        json.dumps(b._asdict(), default=str, ensure_ascii=False) + "\n"
        for b in found[0]
    )
    assert write_bicliques(found, graph, Target(None, "csv")) == 2
    expected = io.StringIO(newline="")
    rows = csv.writer(expected)
    rows.writerow(["biclique", "side", "vertex"])
    for number, (left, right) in enumerate(found[0]):
        rows.writerows((number, "left", vertex) for vertex in left)
        rows.writerows((number, "right", vertex) for vertex in right)
    written = capsys.readouterr().out
    assert written == expected.getvalue().replace("\r\n", "\n")


LABELS = st.one_of(
    st.sampled_from(["\r", "\r\n", " a ", "", '"', '""', "007", "1e3", "NA", "None"]),
    st.text(st.characters(codec="utf-8", exclude_characters="\0")),
)


@given(labels=st.lists(LABELS, min_size=1, max_size=4, unique=True))
def test_labels_come_back_from_written_files(labels, tmp_path_factory):
    folder = tmp_path_factory.mktemp("labels")
    frame = pd.DataFrame({"who": labels, "what": "x"}, dtype=object)
    found = [cb.maximal_bicliques(frame, engine="cpu")]
    graph = cb.bipartite_graph(frame)
    write_bicliques(found, graph, Target(folder / "found.csv", "csv"))
    with (folder / "found.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["vertex"] for row in rows if row["side"] == "left"} == set(labels)
    read = pd.read_csv(folder / "found.csv", dtype=str, keep_default_na=False)
    assert set(read.loc[read["side"] == "left", "vertex"]) == set(labels)
    write_bicliques(found, graph, Target(folder / "found.jsonl", "jsonl"))
    line = (folder / "found.jsonl").read_text(encoding="utf-8")
    assert set(json.loads(line)["left"]) == set(labels)


def test_json_escapes_lone_surrogates(tmp_path):
    frame = pd.DataFrame({"who": ["\ud800", "ö"], "what": "x"}, dtype=object)
    out = tmp_path / "found.jsonl"
    found = [cb.maximal_bicliques(frame, engine="cpu")]
    write_bicliques(found, cb.bipartite_graph(frame), Target(out, "jsonl"))
    text = out.read_text(encoding="utf-8")
    assert '"\\ud800"' in text
    assert '"ö"' in text
    assert set(json.loads(text)["left"]) == {"\ud800", "ö"}


@pytest.mark.parametrize("label", ["\ud800", "a\0b"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_csv_refuses_what_its_readers_lose_before_the_work(label, side, tmp_path):
    frame = pd.DataFrame({side: [label, "ö"], "what": "x"}, dtype=object)
    graph = cb.bipartite_graph(frame, **{side: side})
    out = tmp_path / "found.csv"
    with pytest.raises(ValueError, match=f"the {side} label .* --format jsonl"):
        write_bicliques(iter(lambda: 1 / 0, 0), graph, Target(out, "csv"))
    assert list(tmp_path.iterdir()) == []


ASCII = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "PYTHONUTF8": "0"}


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_a_pipe_is_utf8_in_any_locale(kind, tmp_path):
    (tmp_path / "gräph.csv").write_text("who,what\nö,1\n", encoding="utf-8")
    ended = subprocess.run(
        command("enumerate", tmp_path / "gräph.csv", "--format", kind),
        env=ASCII,
        capture_output=True,
        check=True,
    )
    assert "ö" in ended.stdout.decode()
    out = tmp_path / f"öut.{kind}"
    ended = subprocess.run(
        command("enumerate", tmp_path / "gräph.csv", "-o", out),
        env=ASCII,
        capture_output=True,
        check=True,
    )
    assert f"1 maximal biclique in {out}\n" == ended.stdout.decode()
    assert "ö" in out.read_text(encoding="utf-8")


def test_messages_can_be_written_in_any_locale(tmp_path):
    ended = shell("sizes", tmp_path / "gräph.csv", env=ASCII)
    assert ended.returncode == 1
    assert "no such file" in ended.stderr
    assert ended.stderr.isascii()
    assert len(ended.stderr.splitlines()) == 1


def test_a_terminal_without_utf8_gets_escapes(tmp_path, monkeypatch):
    (tmp_path / "graph.csv").write_text("who,what\nö,1\n", encoding="utf-8")
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", terminal)
    assert main(["enumerate", str(tmp_path / "graph.csv")]) == 0
    assert terminal.buffer.getvalue() == b'{"left": ["\\u00f6"], "right": [1]}\n'


def test_leading_zeros_are_part_of_a_label(tmp_path, capsys):
    (tmp_path / "graph.csv").write_text("user,item\n00123,1\n0123,1\n123,1\n")
    found = json.loads(run(capsys, "enumerate", tmp_path / "graph.csv"))
    assert found == {"left": ["00123", "0123", "123"], "right": [1]}


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("out.jsonl", lambda path: members(pd.read_json(path, lines=True))),
        ("out.ndjson", lambda path: members(pd.read_json(path, lines=True))),
        ("out.csv", lambda path: read_csv(path.read_text())),
        ("out.csv.gz", lambda path: read_csv(unzipped(path))),
        ("out.parquet", lambda path: members(pd.read_parquet(path))),
        ("folder", graphs.read),
        ("a.folder/", graphs.read),
    ],
)  # fmt: skip
def test_the_ending_of_the_output_tells_its_format(name, read, file, tmp_path, capsys):
    said = run(capsys, "enumerate", file, "-o", f"{tmp_path}/{name}")
    assert said == f"{FOUND.total()} maximal bicliques in {tmp_path}/{name}\n"
    assert read(tmp_path / name) == (AS_TEXT if "csv" in name else FOUND)
    assert (tmp_path / name).is_dir() == ("folder" in name)
    assert not list(tmp_path.glob("*.partial"))


def test_a_format_overrides_the_ending(file, tmp_path, capsys):
    run(capsys, "enumerate", file, "-o", tmp_path / "found.txt", "--format", "csv")
    assert read_csv((tmp_path / "found.txt").read_text()) == AS_TEXT


def test_parquet_to_standard_output(file):
    ended = subprocess.run(
        command("enumerate", file, "--format", "parquet"), capture_output=True
    )
    found = pd.read_parquet(io.BytesIO(ended.stdout))
    assert members(found) == FOUND
    assert found["biclique"].tolist() == list(range(FOUND.total()))


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_results_without_a_biclique(kind, file, tmp_path, capsys):
    out = tmp_path / f"out.{kind}"
    run(capsys, "enumerate", file, "--min-left", 999, "-o", out)
    if kind == "parquet":
        assert pd.read_parquet(out).shape == (0, 3)
    else:
        assert out.read_text() == "biclique,side,vertex\n" * (kind == "csv")


def table(path):
    if path.suffix == ".jsonl":
        return pd.read_json(path, lines=True)
    return pd.read_csv(path) if path.suffix == ".csv" else pd.read_parquet(path)


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_tables_in_all_formats(kind, file, tmp_path, capsys):
    out = tmp_path / f"out.{kind}"
    assert run(capsys, "sizes", file, "-o", out) == ""
    expected = cb.maximal_biclique_sizes(FRAME)
    assert table(out).to_numpy().tolist() == expected.to_numpy().tolist()
    run(capsys, "count", file, "-p", 2, "-q", 3, "--table", "-o", out)
    expected = cb.biclique_counts(FRAME, 2, 3)
    assert list(table(out).columns) == ["p", "q", "count"]
    assert table(out).to_numpy().tolist() == expected.to_numpy().tolist()
    run(capsys, "count", file, "-p", 2, "-q", 3, "-o", out)
    assert table(out).to_numpy().tolist() == [[2, 3, cb.biclique_count(FRAME, 2, 3)]]
    run(capsys, "estimate", file, "-o", out)
    assert table(out)["bicliques"].tolist() == [FOUND.total()]


def test_a_number_in_a_file(file, tmp_path, capsys):
    run(capsys, "count", file, "-p", 3, "-q", 2, "-o", tmp_path / "number")
    expected = naive.biclique_count(EDGES, 3, 2)
    assert (tmp_path / "number").read_text() == f"{expected}\n"
    run(capsys, "count", file, "-p", 3, "-q", 2, "-o", tmp_path / "number.txt")
    assert (tmp_path / "number.txt").read_text() == f"{expected}\n"


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_counts_of_any_size_stay_exact(kind, tmp_path, capsys):
    expected = 100891344545564193334812497256  # C(100, 50)
    (tmp_path / "star.txt").write_text("".join(f"0 {i}\n" for i in range(100)))
    out = tmp_path / f"out.{kind}"
    run(capsys, "count", tmp_path / "star.txt", "-p", 1, "-q", 50, "-o", out)
    if kind == "parquet":
        assert pd.read_parquet(out)["count"].tolist() == [str(expected)]
    else:
        assert str(expected) in out.read_text()


def test_a_failure_leaves_what_was_there(file, tmp_path, capsys, monkeypatch):
    def broken(batches, graph, by, out):
        out.write("half")
        raise OSError("no space left")

    monkeypatch.setattr("cugraph_biclique.cli.output._write_jsonl", broken)
    out = tmp_path / "found.jsonl"
    out.write_text("before")
    assert main(["enumerate", str(file), "-o", str(out)]) == 1
    assert "no space left" in capsys.readouterr().err
    assert out.read_text() == "before"
    assert not list(tmp_path.glob("*.partial"))


# Standard input


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("csv", "u,v\n1,a\n2,a\n"),
        ("csv", "1,a\n2,a\n"),
        ("tsv", "u\tv\r1\ta\r2\ta"),
        ("txt", "# no header\n1 a\n2 a\n"),
        ("konect", "% bip\n1 a\n2 a\n"),
    ],
)
def test_edges_from_standard_input(kind, text, pack, capsys, monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(pack(text.encode())))
    monkeypatch.setattr("sys.stdin", stdin)
    found = run(capsys, "enumerate", "-", "--input-format", kind)
    assert json.loads(found) == {"left": [1, 2], "right": ["a"]}


def test_errors_in_standard_input_name_it(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 2\n3\n")))
    assert main(["sizes", "-", "--input-format", "txt"]) == 1
    assert "standard input: line 2, '3', has 1 field" in capsys.readouterr().err


def test_parquet_from_standard_input(capsys, monkeypatch):
    content = pd.DataFrame({"u": [1, 2], "v": ["a", "a"]}).to_parquet()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    found = run(capsys, "enumerate", "-", "--input-format", "parquet")
    assert json.loads(found) == {"left": [1, 2], "right": ["a"]}


def test_standard_input_that_is_closed(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert main(["sizes", "-", "--input-format", "txt"]) == 1
    assert "standard input is closed" in capsys.readouterr().err


def test_a_file_whose_name_does_not_tell(tmp_path, capsys):
    (tmp_path / "edges.dat").write_text("1 a\n2 a\n")
    found = run(capsys, "enumerate", tmp_path / "edges.dat", "--input-format", "txt")
    assert json.loads(found) == {"left": [1, 2], "right": ["a"]}


# What goes wrong


@pytest.mark.parametrize(
    "arguments",
    [
        ["sizes", "no-such-file.csv"],
        ["count", "no-such-file.parquet", "-p", "2", "-q", "2"],
        ["enumerate", "no-such-file.txt"],
    ],
    ids=str,
)
def test_a_missing_file_is_one_line_without_a_traceback(arguments, capsys):
    assert main(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "no-such-file" in captured.err
    assert len(captured.err.splitlines()) == 1


def test_a_missing_column_is_one_line_without_a_traceback(file):
    ended = shell("sizes", file, "--left", "usr")
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert "usr" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["count", "FILE", "-p", "0", "-q", "2"],
        ["count", "FILE", "-p", "two", "-q", "2"],
        ["count", "FILE", "-p", "2"],
        ["sizes", "FILE", "--engine", "x"],
        ["sizes", "FILE", "--memory-budget", "8 apples"],
        ["sizes", "FILE", "--min-left", "-1"],
        ["sizes", "FILE", "--format", "xml"],
        ["sizes", "FILE", "-o", "out.xml"],
        ["sizes", "FILE", "-o", "folder/"],
        ["sizes", "-", "FILE"],
        ["groups", "FILE", "-o", "out.xlsx"],
        ["top", "FILE", "-o", "out.tsv.gz"],
        ["enumerate", "FILE", "-o", "out.json"],
        ["enumerate", "FILE", "-o", "folder/", "--format", "csv"],
        ["enumerate", "FILE", "-o", "out.parquet.gz"],
        ["completion", "tcsh"],
        ["frobnicate"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_one_line_and_2(arguments, file, capsys, monkeypatch):
    monkeypatch.chdir(file.parent)
    try:
        status = main([str(file) if word == "FILE" else word for word in arguments])
    except SystemExit as ended:
        status = ended.code
    captured = capsys.readouterr()
    assert status == 2
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    assert list(file.parent.iterdir()) == [file]


def test_no_command_shows_how_to_use_it(capsys):
    assert main([]) == 2
    assert "start here" in capsys.readouterr().err


@pytest.mark.slow
def test_ctrl_c_is_one_line_and_130(tmp_path):
    file = tmp_path / "graph.csv"
    graphs.as_frame(graphs.crown(40)).to_csv(file, index=False)  # for hours
    program = """
import os, signal
when_at_work(lambda: os.kill(os.getpid(), signal.SIGINT))
from cugraph_biclique.cli import run
sys.exit(run())
"""
    ended = subprocess.run(
        [sys.executable, "-c", WHEN_AT_WORK + program, "sizes", file],
        capture_output=True,
        text=True,
        timeout=300,
    )
    report, said = ended.stderr.splitlines(keepends=True)
    assert (ended.returncode, said) == (130, "interrupted\n")
    assert is_report(report, file)
    assert ended.stdout == ""


@pytest.mark.parametrize("module", ["argparse", "numpy", "pandas", "numba"])
def test_ctrl_c_while_modules_load_is_one_line_and_130(module):
    program = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[-1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from cugraph_biclique.cli import run
sys.exit(run())
"""
    ended = subprocess.run(
        [sys.executable, "-c", program, module], capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (130, "interrupted\n")


LEAVES = """
import os, sys
reader, writer = os.pipe()
os.close(reader)
os.dup2(writer, 1)
os.execv(sys.executable, [sys.executable, "-m", "cugraph_biclique", *sys.argv[1:]])
"""


@pytest.mark.parametrize("words", ["--help", "sizes --help", "--version", "demo"])
def test_a_reader_that_has_left_is_no_error(words):
    ended = subprocess.run(
        [sys.executable, "-c", LEAVES, *words.split()], capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize(
    "words", ["demo", "sizes FILE", "enumerate FILE", "cliques FILE --text-ids"]
)
def test_a_full_disk_is_one_line_and_1(words, file):
    words = [str(file) if word == "FILE" else word for word in words.split()]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            command(*words), stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 1
    assert "No space left on device" in ended.stderr
    said = [line for line in ended.stderr.splitlines() if ": compiling for" not in line]
    assert len(said) == 1 + (str(file) in words)


def test_standard_output_that_is_closed_loses_no_result(file):
    program = f"exec {shlex.join(command('count', file, '-p', 2, '-q', 2))} >&-"
    ended = subprocess.run(["sh", "-c", program], capture_output=True, text=True)
    assert ended.returncode == 1
    assert "standard output is closed" in ended.stderr


def test_messages_of_the_library_are_in_the_words_of_the_shell():
    said = (
        "engine='gpu' is not available: use engine='cpu', raise memory_budget=5 bytes: "
        "ask for larger ones with min_left and min_right, or stream with "
        "iter_maximal_bicliques or write_maximal_bicliques, path=found, "
        "progress=True needs tqdm"
    )
    assert in_shell_words(said) == (
        "--engine gpu is not available: use --engine cpu, raise --memory-budget 5 "
        "bytes: ask for larger ones with --min-left and --min-right, or stream with "
        "enumerate -o FOLDER/, -o found, --progress needs tqdm"
    )
    said = "with write_groups instead of dask.write_maximal_bicliques"
    assert in_shell_words(said) == (
        "with groups -o FOLDER/ instead of enumerate -o FOLDER/"
    )


def test_the_warning_of_a_dense_graph_names_nothing_of_python():
    graph = cb.bipartite_graph(FRAME)
    search = GroupSearch(Request(graph), (2, 2), 0.5)
    search.n_skipped = 3
    said = in_shell_words(search.warning())
    assert said.endswith(
        "to search near some vertices, name them with --containing-left or "
        "--containing-right, or pass a file with a part of the edges"
    )


def test_an_engine_that_is_missing_is_named_as_the_shell_names_it(file):
    ended = shell("sizes", file, "--engine", "gpu", env=NO_GPU)
    assert ended.returncode == 1
    assert "--engine gpu is not available" in ended.stderr
    assert "use --engine cpu" in ended.stderr


NO_GPU = os.environ | {"CUDA_VISIBLE_DEVICES": ""}


def test_a_program_that_imports_the_package_keeps_its_ctrl_c(python):
    program = """
import signal
import cugraph_biclique.cli
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""
    assert python(program) == "True\n"


def test_the_first_run_says_that_it_compiles_and_ctrl_c_ends_it(tmp_path):
    pty = pytest.importorskip("pty")
    terminal, stderr = pty.openpty()
    with subprocess.Popen(
        command("demo"),
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
    ) as process:
        said = os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stdout.read() == b""
    assert not list(tmp_path.rglob("*.run-*.nbc"))  # it did not compile the search
    os.close(stderr)
    assert said.startswith(b"cugraph_biclique: compiling for this processor")
    assert os.read(terminal, 1000).endswith(b"interrupted\r\n")
    os.close(terminal)


# The log, and completion


def test_verbose_shows_the_log_on_standard_error(file, capsys):
    assert main(["sizes", str(file), "-v", "--engine", "cpu"]) == 0
    log = capsys.readouterr().err
    assert "engine: cpu (requested)" in log
    assert "search: done in " in log
    assert "DEBUG" not in log
    assert main(["sizes", str(file), "-vv"]) == 0
    assert "DEBUG" in capsys.readouterr().err
    assert main(["sizes", str(file)]) == 0
    assert is_report(capsys.readouterr().err, file)


@pytest.mark.parametrize("shell_name", ["bash", "zsh", "fish"])
def test_a_completion_script_knows_commands_and_options(shell_name, capsys):
    pytest.importorskip("shtab")
    script = run(capsys, "completion", shell_name)
    for word in (*COMMANDS, "min-left", "konect", "parquet"):
        assert word in script


COMPLETE = """
{script}
cd {folder}
COMP_WORDS=({words}); COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
_shtab_cugraph_biclique
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("cugraph-biclique enu", "enumerate"),
        ("cugraph-biclique sizes gra", "graph.csv"),
        ("cugraph-biclique sizes graph.csv -o gra", "graph.csv"),
        ("cugraph-biclique sizes graph.csv --engine g", "gpu"),
        ("cugraph-biclique sizes graph.csv --min-r", "--min-right"),
        ("cugraph-biclique completion z", "zsh"),
    ],
)
def test_bash_completes(words, expected, file, capsys):
    pytest.importorskip("shtab")
    script = run(capsys, "completion", "bash")
    program = COMPLETE.format(script=script, folder=file.parent, words=words)
    ended = subprocess.run(["bash", "-c", program], capture_output=True, text=True)
    assert expected in ended.stdout.split(), ended.stderr


def test_completion_without_shtab_says_how_to_get_it(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 1
    assert "which is not installed: pip install shtab" in capsys.readouterr().err


# What would be lost after the work is refused before it


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["sizes", "graph.csv", "-o", "nowhere/x.csv"],
            "-o nowhere/x.csv is in folder nowhere, which",
        ),
        (["enumerate", "graph.csv", "-o", "graph.csv"], "is the input file"),
        (["count", "graph.csv", "-p", "four", "-q", "4"], "-p: 'four' is not a whole"),
        (["sizes", "graph.csv", "--min_left", "3"], "unrecognized arguments: --min_"),
    ],
)
def test_mistakes_are_named_by_the_command(file, arguments, message, monkeypatch):
    monkeypatch.chdir(file.parent)
    before = file.read_bytes()
    ended = shell(*arguments)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"cugraph-biclique {arguments[0]}: ")
    assert message in ended.stderr
    assert file.read_bytes() == before


def test_parquet_without_pyarrow_is_refused_before_the_work(file, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr(cb, "maximal_biclique_sizes", None)  # is not called
    assert main(["sizes", str(file), "-o", str(file.parent / "x.parquet")]) == 1
    assert "pyarrow" in capsys.readouterr().err.lower()
