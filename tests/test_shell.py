# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A command line as people expect it: suggestions, help, quiet, aligned tables.

Modules: `cli/completion.py`, `cli/suggestions.py`, `cli/tables.py`, `cli/terminal.py`,
`cli/texts.py`, `cli/verbose.py`, `cli/words.py`.
"""

import json
import sys
import warnings

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.calls.estimation import Estimate
from cugraph_biclique.cli import commands, main
from cugraph_biclique.cli.parser import PROGRAM  # with all modules of the program
from cugraph_biclique.cli.words import in_shell_words

EDGES = graphs.relabelled(graphs.random_graph(12, 9, 0.5, seed=30), "str", "int")
FRAME = graphs.as_frame(EDGES)


@pytest.fixture
def file(tmp_path):
    """The graph as a file."""
    FRAME.to_csv(tmp_path / "graph.csv", index=False)
    return tmp_path / "graph.csv"


@pytest.fixture
def terminal(monkeypatch):
    """Make standard output a terminal, for all that asks."""
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)


def run(capsys, *arguments):
    """Standard output and standard error of a command that succeeds."""
    assert main(list(map(str, arguments))) == 0
    return capsys.readouterr()


def refused(capsys, *arguments):
    """The line that a wrong command line gives."""
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, arguments)))
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["sizes", "FILE", "--min_left", "3"], "--min-left"),
        (["sizes", "FILE", "--min-lft=3"], "--min-left"),
        (["sizes", "--minright", "3", "FILE"], "--min-right"),
        (["top", "FILE", "--min-lef", "2"], "--min-left"),
        (["top", "FILE", "--min=2"], "--min-left or --min-right"),
        (["enumerate", "FILE", "--prog"], "--progress"),
        (["count", "FILE", "-p", "2", "-q", "2", "--tab"], "--table"),
        (["--vers"], "--version"),
        (["--verb", "demo"], "--verbose"),
        (["count", "FILE", "-p", "2", "-q", "2", "--tabel"], "--table"),
        (["enumerate", "FILE", "--sorted"], "--sort"),
        (["--versoin"], "--version"),
        (["enumarate", "FILE"], "enumerate"),
        (["Sizes", "FILE"], "sizes"),
        (["help", "tops"], "top"),
        (["sizes", "FILE", "--engine", "GPU"], "gpu"),
        (["top", "FILE", "--by", "suprise"], "surprise"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_a_misspelt_word_is_answered_with_the_nearest(arguments, meant, capsys):
    line = refused(capsys, *arguments)
    assert f"did you mean {meant}? (see " in line


@pytest.mark.parametrize(
    "arguments",
    [["sizes", "FILE", "--rhubarb"], ["xyzzy"], ["verify", "FOLDER", "more"]],
)
def test_a_word_like_no_other_is_only_refused(arguments, capsys):
    line = refused(capsys, *arguments)
    assert line.startswith(PROGRAM)
    assert "did you mean" not in line


@pytest.mark.parametrize("command", [None, "top", "enumerate", "doctor", "help"])
def test_help_is_a_command(command, capsys):
    words = [command] if command else []
    with pytest.raises(SystemExit) as ended:
        main(["help", *words])
    shown = capsys.readouterr().out
    assert ended.value.code == 0
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    assert shown == capsys.readouterr().out
    assert shown.startswith("usage: ")


# -v and --quiet


@pytest.mark.parametrize(
    ("before", "after", "debug"),
    [
        (["-v"], [], False),
        ([], ["-v"], False),
        (["-v"], ["-v"], True),
        (["-vv"], [], True),
        ([], ["--verbose", "--verbose"], True),
    ],
)
def test_verbose_goes_before_and_after_the_command(before, after, debug, file, capsys):
    log = run(capsys, *before, "sizes", file, *after, "--engine", "cpu").err
    assert "engine: cpu (requested)" in log
    assert ("DEBUG" in log) == debug


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("place", ["before", "after"])
def test_quiet_leaves_only_the_result(place, file, capsys, tmp_path, monkeypatch):
    def command(*arguments):
        name, *others = map(str, arguments)
        words = [name, "--quiet", *others]
        return ["--quiet", name, *others] if place == "before" else words

    given = []
    search = cb.iter_maximal_bicliques

    def warn(*graph, **options):
        warnings.warn("this takes long", cb.LongSearchWarning, stacklevel=2)
        given.append(options["progress"])
        return search(*graph, **options)

    monkeypatch.setattr(cb, "iter_maximal_bicliques", warn)
    out = tmp_path / "found.csv"
    said = run(capsys, *command("enumerate", file, "-o", out))
    assert (said.out, said.err) == ("", "")
    assert given == [False]
    assert len(out.read_text().splitlines()) > 1
    said = run(capsys, "enumerate", file, "-o", out)
    assert f"maximal bicliques in {out}" in said.out
    assert "this takes long" in said.err
    assert given[1] is None
    lines = run(capsys, *command("sizes", file)).out
    assert lines.startswith("n_left,")


def test_errors_are_not_quiet(file, capsys):
    assert main(["sizes", str(file.with_name("none.csv")), "--quiet"]) == 1
    assert "none.csv" in capsys.readouterr().err
    assert "leave one of them out" in refused(capsys, "--quiet", "sizes", file, "-v")


# Order


@pytest.mark.parametrize("ending", ["jsonl", "parquet", "/"])
def test_sorted_bicliques_are_those_of_the_library(ending, file, capsys, tmp_path):
    expected = [
        [sorted(left), sorted(right)]
        for left, right in cb.maximal_bicliques(FRAME, sort=True, engine="cpu")
    ]
    out = f"{tmp_path}/found{ending}" if ending == "/" else tmp_path / f"x.{ending}"
    run(capsys, "enumerate", file, "--sort", "-o", out)
    if ending == "jsonl":
        rows = [json.loads(line) for line in out.read_text().splitlines()]
        pairs = [[row["left"], row["right"]] for row in rows]
    else:
        table = pd.read_parquet(out).sort_values("biclique")
        pairs = [
            [list(left), list(right)]
            for left, right in zip(table["left"], table["right"], strict=True)
        ]
    assert pairs == expected


# Tables


def test_tables_are_aligned_in_a_terminal_only(file, capsys, terminal, tmp_path):
    head, *rows = run(capsys, "sizes", file).out.splitlines()
    assert head.split() == ["n_left", "n_right", "count"]
    assert {len(row) for row in rows} == {len(head)}
    expected = cb.maximal_biclique_sizes(FRAME).to_numpy().tolist()
    assert [list(map(int, row.split())) for row in rows] == expected
    assert run(capsys, "sizes", file, "--format", "csv").out.startswith("n_left,n_r")
    run(capsys, "sizes", file, "-o", tmp_path / "x.csv")
    assert (tmp_path / "x.csv").read_text().startswith("n_left,n_right,count\n")


def test_text_is_aligned_and_escaped_in_a_terminal(capsys, terminal, tmp_path):
    edges = pd.DataFrame({"user": ["a\tb", "longer name", "c"], "item": [1, 1, 2]})
    edges.to_parquet(tmp_path / "edges.parquet")
    head, *rows = run(capsys, "vertices", tmp_path / "edges.parquet").out.splitlines()
    assert head.split() == ["vertex", "n_bicliques", "score"]
    assert any(row.startswith("a\\tb ") for row in rows)
    assert {row.rindex(" ") for row in rows} == {rows[0].rindex(" ")}
    assert len(rows) == 3


def test_tables_in_pipes_are_csv(file, capsys):
    text = run(capsys, "sizes", file).out
    assert text == cb.maximal_biclique_sizes(FRAME).to_csv(index=False)


# doctor


def test_the_doctor_speaks_json(capsys):
    report = json.loads(run(capsys, "doctor", "--json").out)
    assert report["version"] == cb.__version__
    checks = {check["name"]: check for check in report["checks"]}
    assert checks["engine"]["status"] == "ok"
    assert {"threads", "memory", "kernels"} <= set(checks)
    packages = {package["name"]: package for package in report["packages"]}
    assert packages["pandas"] == {
        "status": "ok",
        "name": "pandas",
        "text": pd.__version__,
    }
    assert {check["status"] for check in report["checks"]} <= {"ok", "missing"}
    assert report["fix_first"] == []


# Words


@pytest.mark.parametrize(
    ("python", "shell"),
    [
        ('use engine="cpu"', "use --engine cpu"),
        ("left='buyer' is no column", "--left 'buyer' is no column"),
        ("draws=0 is too small", "--draws 0 is too small"),
        ("pass sort=True, or progress=False", "pass --sort, or --no-progress"),
        ("k=0", "-k 0"),
    ],
)
def test_arguments_of_python_become_options(python, shell):
    assert in_shell_words(python) == shell


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Estimate(63, 0, 9, 9, False, 63, 63), "63"),
        (
            Estimate(1_234_567, 9, 9, 9, False, 1_000_000, 2_000_000),
            "about 1.2e06 (between 1.0e06 and 2.0e06)",
        ),
        (
            Estimate(0, 483, 9, 9, False, 0, 4_830),
            "at most about 4,800 (the sample has none)",
        ),
        (
            Estimate(70, 483, 9, 9, False, 70, 4_830),
            "at least 70, and at most about 4,800",
        ),
        (Estimate(0, 1, 9, 9, True, 500, 900), "more than 500"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_estimate_is_said_with_its_interval(found, words, file, capsys, monkeypatch):
    monkeypatch.setattr(
        commands.cb, "estimate_maximal_bicliques", lambda *graph, **options: found
    )
    first, *_ = run(capsys, "estimate", file).out.splitlines()
    assert first == f"maximal bicliques: {words}"
    name = " maximal bicliques"
    assert name in str(found)
    assert str(found).replace(name, "", 1) == first.partition(": ")[2]
