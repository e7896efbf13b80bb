# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Figures of measurements in the texts: each one is in a file that says its origin."""

import json
import re
import sys
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT), str(ROOT / "docs")]

import comparison  # noqa: E402
import figures  # noqa: E402
from benchmarks.shared.provenance import KEYS, lacking  # noqa: E402

each_text = pytest.mark.parametrize("path", figures.TEXTS, ids=lambda path: path.stem)
FILES = sorted(figures.RESULTS.glob("*.json"))


# The texts


@each_text
def test_figures_are_those_of_the_files(path):
    text = path.read_text(encoding="utf-8")
    assert figures.written(text) == text, "run python docs/figures.py"


# The second column of the tables of against_the_papers.md: what others publish.
THEIRS = re.compile(r"^(\| [^|\n]+ )\|[^|\n]+(?=(?:\|[^|\n]*){4}\|$)", re.MULTILINE)
# What follows a measured number. Words such as "half a minute" are left to the reader.
UNIT = r"(?:(?:[mµn]?s|(?:milli|micro)?seconds|minutes|[KMG]i?B/s|times)\b|%)"
MEASURED = re.compile(rf"(?<![\w.,])\d[\d.,]*(?: |-)?{UNIT}")
# Limits and constants of the code, times of tests, and what a reader chooses.
NOT_MEASURED = {
    "against_the_papers": {"0.000971 seconds"},  # of another program
    "choosing_thresholds": {"70 %"},
    "command_line": {"95 %"},
    "fraud_rings": {"30 %", "70 %", "85 %", "90 %"},
    "from_cudf": {"80 %"},
    "how_it_works": {"0.3 ms", "2 ns", "2 ms", "4 ms", "70 %"},
    "memory": {"12 times", "30 times", "3 times", "80 %"},
    "plots": {"5 %"},
    "reliability": {"120 s"},
    "scaling_out": {"80 %"},
    "troubleshooting": {"25 seconds", "5 %", "80 %"},
}


def prose(text):
    """A text without code, figures that name their file, and addresses."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    for generated in (
        figures.COMPARISON,
        figures.MODES,
        figures.TABLE,
        figures.FIGURE,
    ):
        text = generated.sub("", text)
    return re.sub(r"<!--.*?-->|\]\([^)]*\)|`[^`\n]*`", "", text, flags=re.DOTALL)


def prose_of(path):
    """The prose of a page, without the numbers of others in tables of papers."""
    text = prose(path.read_text(encoding="utf-8"))
    return THEIRS.sub(r"\1", text) if path.stem == "against_the_papers" else text


@each_text
def test_no_measured_number_lacks_its_file(path):
    if path.stem in ("changelog", "contributing"):
        return  # history, and times to expect of the checks
    found = {m[0] for m in MEASURED.finditer(prose_of(path))}
    assert found <= NOT_MEASURED.get(path.stem, set()), (
        "put <!--= FILE:KEY --> behind the number: see docs/figures.py"
    )


# A decimal fraction, or an integer with commas: on these pages, all are measured.
NUMBER = re.compile(r"(?<![\w.,])\d+(?:\.\d+|(?:,\d{3})+)(?![\w.]*\w)")
PAGES = [
    "README.md",
    "docs/against_the_papers.md",
    "docs/index.md",
    "docs/performance.md",
]
CHOSEN = {  # versions, sizes and densities of generated graphs, limits of p-values
    "docs/against_the_papers.md": {"0.000971", "1,024", "1.317", "16,384", "2.11"},
    "README.md": {"0.05", "2.0", "3.11"},
    "docs/performance.md": {"0.3", "0.5", "0.7", "0.8", "3,000"},
}


@pytest.mark.parametrize("name", PAGES)
def test_no_number_of_a_page_about_speed_lacks_its_file(name):
    found = {m[0] for m in NUMBER.finditer(prose_of(ROOT / name))}
    assert found <= CHOSEN.get(name, set())


def test_the_guard_sees_measured_numbers():
    text = "a 3.5 ms b 12<!--= x:y --> s c 1.9 times d 40 % e `7 s` f 3 of 4"
    found = [m[0] for m in MEASURED.finditer(prose(text))]
    assert found == ["3.5 ms", "1.9 times", "40 %"]


# The files


def old():
    """Files from before the format of today, in a table of benchmarks/README.md."""
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([\w-]+\.json)` \| (.+) \|$", text, re.MULTILINE))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_says_its_origin(path):
    report = json.loads(path.read_text(encoding="utf-8"))
    assert ", ".join(lacking(report)) == old().get(path.name, ""), (
        "commit all Python files, and measure it again with python -m benchmarks"
    )
    if path.name not in old():
        assert set(KEYS) <= set(report)


def test_what_a_file_lacks_is_found():
    report = {key: "x" for key in KEYS} | {"what": "growth", "clean": True}
    report["command"] = "python -m benchmarks growth --repeat 3"
    report |= {"complete": True, "results": [{"seconds": took(1.0)}]}
    assert not lacking(report)
    for key, lacks in (
        ("command", "command"),
        ("commit", "commit"),
        ("clean", "state of the tree"),
        ("host", "host"),
        ("device", "device"),
        ("versions", "versions"),
        ("results", "repetitions"),
    ):
        without = {k: v for k, v in report.items() if k != key}
        assert lacking(without) == [lacks]
    assert lacking(report | {"clean": False}) == ["clean tree"]
    assert lacking(report | {"complete": False}) == ["all rows"]


@pytest.mark.parametrize(
    "path", sorted(figures.CAMPAIGNS.glob("*.json")), ids=lambda path: path.stem
)
def test_a_campaign_says_its_command_and_machine(path):
    report = json.loads(path.read_text(encoding="utf-8"))
    assert {"command", "machine"} <= set(report)


def test_old_files_are_there():
    assert set(old()) <= {path.name for path in FILES}


# How figures are read and written


@pytest.fixture
def numbers(tmp_path, monkeypatch):
    """A file of figures."""
    rows = [
        {"graph": "a", "n": 1234567, "s": 0.0123456, "pq": [2, 3], "t": [4.0, 8.0]},
        {"graph": "b", "n": "98765432109876543210", "s": 27.0, "t": [1.0, 2.0]},
    ]
    rows[0]["timing"] = {"seconds": 0.5, "repetitions": [0.4, 0.5, 0.6], "first": 9}
    rows[0]["times"] = [2.0, None, 8.0]
    content = json.dumps({"results": rows, "late": 26.96, "many": 1234.5})
    (tmp_path / "file.json").write_text(content)
    monkeypatch.setattr(figures, "RESULTS", tmp_path)
    figures.read.cache_clear()
    yield
    figures.read.cache_clear()


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("file:results[0].n", "1,234,567"),
        ("file:results[graph=b].n", "98,765,432,109,876,543,210"),
        ("file:results[0].s", "0.0123"),
        ("file:results[0].s * 1000", "12.3"),
        ("file:results[graph=a&n=1234567].s * 1000 as .0f", "12"),
        ("file:results[1].s", "27.0"),
        ("file:late", "27.0"),
        ("file:many", "1,234"),
        ("file:results[0].timing", "0.5"),
        ("file:results[0].timing.first", "9"),
        ("file:results[0].t[1] / file:results[0].t[0]", "2.0"),
        ("max(file:results[*].s)", "27.0"),
        ("min(file:results[0].t[*])", "4.0"),
        ("sum(file:results[0].t[*])", "12.0"),
        ("geomean(file:results[0].times[*])", "4.0"),
        ("file:results[0].t[0] + file:results[0].t[1] / 2", "8.0"),
        ("file:results[0].t[1] / file:results[0].t[0] ^ 3 * 2", "16.0"),
    ],
)
def test_a_figure_is_read_and_formatted(expression, text, numbers):
    assert figures.figure(expression) == text


def test_a_text_is_written(numbers):
    text = (
        "It takes 7<!--= file:late --> s.\n\n"
        "<!--table file:results\ngraph; ?pq; s * 1000 as .1f -->\n"
        "| graph | (p, q) | ms |\n|---|---|---:|\n| old | 1 | 2 |\n\n| other |\n"
    )
    assert figures.written(text) == (
        "It takes 27.0<!--= file:late --> s.\n\n"
        "<!--table file:results\ngraph; ?pq; s * 1000 as .1f -->\n"
        "| graph | (p, q) | ms |\n|---|---|---:|\n"
        "| a | (2, 3) | 12.3 |\n| b | – | 27000.0 |\n\n| other |\n"
    )
    only = text.replace("file:results", "file:results[?graph=b]")
    assert "| b | – | 27000.0 |\n\n" in figures.written(only)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1<!--= none:late -->", "a text names none.json, which is not in"),
        ("1<!--= file:early -->", "file:early: the file has no such key"),
        ("1<!--= file:results[graph=c].n -->", "the file has no such key"),
        ("<!--table file:results\npq -->\n| p |\n|--|\n", "a table has no key 'pq'"),
    ],
)
def test_a_key_that_is_missing_is_told(text, said, numbers):
    with pytest.raises(SystemExit, match=re.escape(said)):
        figures.written(text)


# The comparison with other programs


def report_of(engine, threads, rows):
    """A file of a comparison."""
    return {
        "what": "enumeration",
        "date": "2026-01-02",
        "host": {"cpu": "A CPU", "threads": threads},
        "device": {"name": "NVIDIA H200"},
        "results": [
            {"graph": graph, "ours": {engine: ours}, "peers": peers} | more
            for graph, ours, peers, more in rows
        ],
    }


def took(seconds):
    """A timing."""
    return {"seconds": seconds, "repetitions": [seconds]}


def ran(kernel, whole, **more):
    """A program that has an answer."""
    return {"kernel": took(kernel), "whole": took(whole), "agrees": True} | more


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A folder in place of that of the files."""
    monkeypatch.setattr(comparison, "RESULTS", tmp_path)
    comparison.reports.cache_clear()
    yield tmp_path
    comparison.reports.cache_clear()


@pytest.fixture
def compared(results):
    """Two files of comparisons."""
    nothing = {"answer": None, "kernel": None, "whole": None, "agrees": None}
    ours, late = ran(0.02, 2.0), nothing | {"why": "it did not end in 10 s"}
    fast = ran(0.5, 1.0, version="4ef")
    peers = {"ours": ours, "gmbe+": fast, "cumbe": late, "sketch": fast}
    wrong = {"ours": ours, "gmbe+": ran(0.1, 9.0) | {"agrees": False}, "cumbe": late}
    counts = {"ours": ran(0.3, 4.0), "gbc": ran(0.001234, 5.0)}
    rows = [
        ("a", {"count": took(0.0112)}, peers, {}),
        ("b", {"count": took(123.4)}, wrong, {}),
    ]
    alone = [("a", {"count": took(3.0)}, {"ours": ours}, {})]
    sizes = [("a", took(0.25), counts, {"pq": "4, 4"})]
    files = {
        "compare-one": report_of("gpu", 1, rows),
        "compare-two": report_of("cpu", 1, alone),
        "compare-three": report_of("cpu", 16, sizes),
    }
    files["compare-two"]["host"] |= {"cores": 2, "load": [5.21, 5.6, 6.7]}
    for name, content in files.items():
        (results / f"{name}.json").write_text(json.dumps(content))
    return results


def test_programs_are_compared(compared):
    text = "<!--comparison maximal -->\nold\n<!--end-->"
    assert figures.written(text).splitlines() == [
        "<!--comparison maximal -->",
        "",
        "| graph | ours, one core | ours, H200 | cuMBE | GMBE+ |",
        "|---|---:|---:|---:|---:|",
        "| a | 3.0 / 2.0 | **0.011** / 2.0 | > 10 s | 0.50 / 1.0 |",
        "| b | – | **123** / 2.0 | > 10 s | no answer |",
        "",
        "*Seconds of the search / of the whole process. The columns come from several "
        "machines: compare the programs of one line below. "
        "The fastest search is bold.*",
        "",
        "- `compare-one.json`: NVIDIA H200 against GMBE+ 4ef, cuMBE, 2026-01-02. "
        "The whole process of GMBE+ is faster on a.",
        "- `compare-two.json`: A CPU, one core, 2026-01-02, "
        "host load 5.2 on 2 cores at the start.",
        "",
        "<!--end-->",
    ]
    counts = comparison.table("p, q")
    assert "| a (4, 4) | 0.25 / 4.0 | **0.0012** / 5.0 |" in counts
    assert "The search of GBC is faster on a (4, 4)." in counts


def test_a_table_says_how_all_modes_of_other_programs_ended(results):
    right, wrong = ({"answer": "3", "agrees": agrees} for agrees in (True, False))
    late, crashed, out = (
        {"answer": None, "why": why}
        for why in (
            "it did not end in 10 s",
            "it printed no answer",
            "it was left out by --modes",
        )
    )
    runs = [
        {"graph": "a", "peers": {"gbc": {"modes": [right, right, wrong, out]}}},
        {"graph": "b", "pq": "2, 3", "peers": {"ours": {"modes": [right]}}},
        {"graph": "c", "peers": {"gbc": {"modes": [right, wrong, right, out]}}},
        {"graph": "d", "peers": {"gbc": {"modes": [late, crashed]}}},
        {"graph": "e", "peers": {"igraph": {"answer": None, "why": "too large"}}},
    ]
    report = {"command": "enumeration a --timeout 10", "results": runs}
    (results / "x.json").write_text(json.dumps(report))
    assert figures.written("<!--modes-->\nold\n<!--end-->").splitlines()[4:-2] == [
        "| gbc | `x` | 10 | d | – | – | 1 | 1 | – |",
        "| gbc | `x` | 10 | a, c | 2 | 1 | – | – | 1 |",
        "| igraph | `x` | 10 | e | – | – | – | 1 | – |",
    ]


def test_a_comparison_without_files_says_so(compared):
    (compared / "compare-three.json").unlink()
    assert comparison.table("p, q") == "*(p, q) counts: not measured yet.*\n"


@pytest.fixture
def chart(compared, monkeypatch):
    """The module that draws the files of comparisons, and a function that draws."""
    from drawings import comparison as chart
    from drawings import drawing

    monkeypatch.setattr(drawing, "STATIC", compared)

    def drawn():
        chart.draw()
        return (compared / "comparison.svg").read_text()

    return chart, drawn


def test_the_chart_shows_all_files(chart):
    drawn = chart[1]()
    ours = [f"ours, {where}" for where in ("one core", "16 cores", "H200")]
    for words in (*ours, "GBC", "a (4, 4)"):
        assert f">{words}</text>" in drawn
    for heading in comparison.QUESTIONS.values():
        assert f">{heading}</text>" in drawn
    assert "this package on one core, 16 cores and H200, square marks" in drawn


def test_the_chart_shows_programs_that_exceeded_their_limit(chart):
    drawn = chart[1]()
    assert drawn.count(">&gt; 10 s</text>") == 4  # two graphs in two panels
    assert "a program that exceeded this limit" in drawn


def test_the_chart_draws_our_marks_last(chart, monkeypatch):
    module, drawn = chart
    order = []
    monkeypatch.setattr(module, "mark", lambda _, x, y, label: order.append(label))
    drawn()
    ours = [not module.is_peer(label) for label in order[6:]]  # after the key
    assert [ours for ours, _ in groupby(ours)] == [False, True] * 2  # two panels


def test_each_program_has_a_look_of_its_own(chart):
    looks = chart[0].LOOKS
    assert set(looks) == set(comparison.NAMES.values())
    assert len(set(looks.values())) == len(looks)
