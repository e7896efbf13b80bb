# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What commands write: names of columns, quotes, terminals, and spreadsheets."""

import csv
import io
import json
import tempfile
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

import pandas as pd

from cugraph_biclique.cli import main
from truth import CallCase

NUMBERS = [("a", 1), ("a", 2), ("b", 1)]
BELL = "\x1b]0;title\x07"
NASTY = ["\x1b[31mred", "a\rb", "\x9b2J", "\x7f", "\u202etxt", "a\tb", 'q"u,o']
FORMULAS = ["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "\uff1d1", "a=1", "'=1", "-x"]


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    encoding = "utf-8"

    def isatty(self):
        return True


class Pipe(io.StringIO):
    """A stream that is not one."""

    encoding = "utf-8"


@contextmanager
def written(edges, name="edges.parquet"):
    """A file with these edges, in a folder of its own."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, name)
        pd.DataFrame(edges, columns=["u", "i"]).to_parquet(file)
        yield file


def run(*arguments, out=Pipe, err=Pipe):
    """The status of a command, and what it prints on both streams."""
    stdout, stderr = out(), err()
    with redirect_stdout(stdout), redirect_stderr(stderr):
        try:
            status = main(list(map(str, arguments)))
        except SystemExit as ended:
            status = ended.code
    return status, stdout.getvalue(), stderr.getvalue()


def best(by, kind):
    """What `top --by` names the columns of a format, and the first row."""
    with written(NUMBERS) as file:
        out = file.with_name(f"out.{kind}")
        assert run("top", file, *STARS, "--by", by, "-k", 1, "-o", out)[0] == 0
        if kind == "parquet":
            table = pd.read_parquet(out)
            return list(table.columns), [
                x.tolist() if hasattr(x, "tolist") else x for x in table.iloc[0]
            ]
        if kind == "jsonl":
            pairs = json.loads(out.read_text().splitlines()[0], object_pairs_hook=list)
            return [name for name, _ in pairs], [value for _, value in pairs]
        rows = list(csv.reader(io.StringIO(out.read_text(), newline="")))
        return rows[0], rows[1]


def best_as_text(by):
    with written(NUMBERS) as file:
        return run("top", file, *STARS, "--by", by, "-k", 1)[1].splitlines()[0].split()


def vertices_as_csv(labels, *options, out=Pipe):
    """The names of vertices that a reader of CSV finds, in the order of the input."""
    edges = [(label, 1) for label in labels]
    with written(edges) as file:
        status, text, err = run(
            "vertices", file, "--by", "edges", "--format", "csv", *options, out=out
        )
        assert status == 0, err
        rows = list(csv.reader(io.StringIO(text, newline="")))
        assert [len(row) for row in rows] == [3] * len(rows), text
        return [row[0] for row in rows[1:]]


def members_as_csv(command, labels, *options):
    edges = [(label, "other") for label in labels]
    with written(edges) as file:
        stars = STARS if command == "top" else ()
        status, text, err = run(command, file, "--format", "csv", *stars, *options)
        assert status == 0, err
        rows = list(csv.reader(io.StringIO(text, newline="")))
        return sorted({row[-1] for row in rows[1:]} - {"other"})


def has_controls(text):
    return any(
        (ord(c) < 32 and c != "\n") or 127 <= ord(c) < 160 or c == "\u202e"
        for c in text
    )


def on_terminals(*arguments, name="edges.parquet"):
    """Whether a terminal gets control characters, and whether pipes get them."""
    with written([(label, BELL) for label in NASTY], name) as file:
        given = [file if each == "FILE" else each for each in arguments]
        shown = run(*given, out=Terminal, err=Terminal)
        piped = run(*given)
    return [has_controls(text) for text in shown[1:]], [
        has_controls(text) for text in piped[1:]
    ]


def json_on_terminal():
    """Labels of JSON lines stay the same in a terminal."""
    with written([(label, 1) for label in NASTY]) as file:
        _, text, _ = run("enumerate", file, out=Terminal)
        return sorted(json.loads(text)["left"]) == sorted(NASTY)


def spreadsheet(command, *options):
    with written([(label, 1) for label in FORMULAS]) as file:
        status, out, err = run(command, file, "--spreadsheet-safe", *options)
        return status, out, err.splitlines()[-1].replace(f"{file.parent}/", "")


def numbers_in_spreadsheet():
    """Negative numbers are no formulas."""
    with written([(-1, 5)]) as file:
        _, text, _ = run("enumerate", file, "--format", "csv", "--spreadsheet-safe")
        return text


def refused(*options):
    message = (
        "cugraph-biclique {}: --spreadsheet-safe concerns CSV, but the output is {}: "
        "pass --format csv, or leave --spreadsheet-safe out"
    )
    return 2, "", message.format(*options)


STARS = "--min-left", 1, "--min-right", 1
SAFE = [
    "'=1+1", "'+1", "'-1", "'@sum", "'\t=1", "'\r=1", "'\uff1d1", "a=1", "'=1", "'-x",
]  # fmt: skip
CSV_HEAD = ["biclique", "score", "side", "vertex"]
CASES = [
    *(
        CallCase(f"top --by {by} as {kind}", lambda b=by, k=kind: best(b, k), outcome)
        for by in ("left", "right")
        for kind, outcome in [
            (
                "jsonl",
                (
                    ["score", "left", "right"],
                    [2, ["a", "b"], [1]] if by == "left" else [2, ["a"], [1, 2]],
                ),
            ),
            ("csv", (CSV_HEAD, ["0", "2", "left", "a"])),
            (
                "parquet",
                (
                    ["biclique", "score", "left", "right"],
                    [0, 2, ["a", "b"], [1]] if by == "left" else [0, 2, ["a"], [1, 2]],
                ),
            ),
        ]
    ),
    *(
        CallCase(
            f"top --by {by} as text",
            lambda by=by: best_as_text(by),
            [name, "n_left", "n_right", "left", "|", "right"],
        )
        for by, name in [("left", "score"), ("right", "score"), ("share", "share")]
    ),
    CallCase(
        "top --by edges keeps its name",
        lambda: best("edges", "jsonl"),
        (["edges", "left", "right"], [2, ["a"], [1, 2]]),
    ),
    CallCase(
        "vertices as CSV",
        lambda: sorted(vertices_as_csv([*NASTY, "a\nb", "a\r\nb", " a", ""])),
        sorted([*NASTY, "a\nb", "a\r\nb", " a", ""]),
    ),
    CallCase(
        "vertices as CSV in a terminal",
        lambda: sorted(vertices_as_csv(["\x1b[31mred", "a\rb"], out=Terminal)),
        ["\\u001b[31mred", "a\\u000db"],
    ),
    CallCase(
        "vertices of numbers and dates as CSV",
        lambda: (
            vertices_as_csv([1.5, -2.25]),
            vertices_as_csv(pd.to_datetime(["2026-01-02"])),
        ),
        (["-2.25", "1.5"], ["2026-01-02"]),
    ),
    *(
        CallCase(
            f"terminal: {' '.join(arguments)}, {name!r}",
            lambda a=arguments, n=name: on_terminals(*a, name=n),
            ([False, False], piped),
        )
        for arguments, name, piped in [
            (["enumerate", "FILE", "--format", "csv"], "e.parquet", [True, False]),
            (["enumerate", "FILE"], "e.parquet", [True, False]),
            (["vertices", "FILE", "--format", "csv"], "e.parquet", [True, False]),
            (["vertices", "FILE"], "e.parquet", [True, False]),
            (["top", "FILE"], "e.parquet", [False, False]),
            (["sizes", "FILE"], f"{BELL}.parquet", [False, True]),
            (["sizes", "FILE", "-v"], f"{BELL}.parquet", [False, True]),
            (["sizes", "FILE", "--left", BELL], "e.parquet", [False, False]),
            (["sizes", f"/{BELL}/none.csv"], "e.parquet", [False, True]),
            (["sizes", "FILE", f"--{BELL}"], "e.parquet", [False, True]),
            (["verify", f"/{BELL}/none"], "e.parquet", [False, False]),
            (["sizes", "FILE", "-o", f"/{BELL}/a.csv"], "e.parquet", [False, True]),
        ]
    ),
    CallCase("JSON in a terminal", json_on_terminal, True),
    CallCase(
        "vertices --spreadsheet-safe",
        lambda: sorted(vertices_as_csv(FORMULAS, "--spreadsheet-safe")),
        sorted(SAFE),
    ),
    *(
        CallCase(
            f"{command} {' '.join(options)}",
            lambda c=command, o=options: members_as_csv(c, FORMULAS, *o),
            sorted(SAFE if options else FORMULAS),
        )
        for command in ("enumerate", "top", "cliques")
        for options in ([], ["--spreadsheet-safe"])
    ),
    CallCase(
        "numbers --spreadsheet-safe",
        numbers_in_spreadsheet,
        "biclique,side,vertex\n0,left,-1\n0,right,5\n",
    ),
    *(
        CallCase(
            f"{command} {' '.join(options)} --spreadsheet-safe",
            lambda c=command, o=options: spreadsheet(c, *o),
            refused(command, kind),
        )
        for command, options, kind in [
            ("enumerate", [], "jsonl"),
            ("cliques", ["--format", "parquet"], "parquet"),
            ("top", [], "text"),
            ("vertices", ["--format", "jsonl"], "jsonl"),
        ]
    ),
]
