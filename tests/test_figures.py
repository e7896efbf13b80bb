# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Figures of measurements in the texts: each one is in a file that says its origin."""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT), str(ROOT / "docs")]

import figures  # noqa: E402
from benchmarks.shared.provenance import KEYS  # noqa: E402

each_text = pytest.mark.parametrize("path", figures.TEXTS, ids=lambda path: path.stem)
FILES = sorted(figures.RESULTS.glob("*.json"))


# The texts


@each_text
def test_figures_are_those_of_the_files(path):
    text = path.read_text(encoding="utf-8")
    assert figures.written(text) == text, "run python docs/figures.py"


# What follows a measured number. Words such as "half a minute" are left to the reader.
UNIT = r"(?:(?:[mµn]?s|(?:milli|micro)?seconds|minutes|[KMG]i?B/s|times)\b|%)"
MEASURED = re.compile(rf"(?<![\w.,])\d[\d.,]*(?: |-)?{UNIT}")
# Limits and constants of the code, times of tests, and what a reader chooses.
NOT_MEASURED = {
    "choosing_thresholds": {"70 %"},
    "command_line": {"95 %"},
    "from_cudf": {"80 %"},
    "how_it_works": {"0.3 ms", "2 ns", "2 ms", "4 ms", "70 %"},
    "memory": {"12 times", "3 times", "80 %"},
    "plots": {"5 %"},
    "reliability": {"120 s"},
    "scaling_out": {"2 GB/s", "80 %"},
    "troubleshooting": {"25 seconds", "5 %", "80 %"},
}


def prose(text):
    """A text without code, figures that name their file, and addresses."""
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = figures.FIGURE.sub("", text)
    text = re.sub(r"<!--.*?-->|\]\([^)]*\)|`[^`\n]*`", "", text, flags=re.DOTALL)
    return text


@each_text
def test_no_measured_number_lacks_its_file(path):
    if path.stem in ("changelog", "contributing"):
        return  # history, and times to expect of the checks
    found = {m[0] for m in MEASURED.finditer(prose(path.read_text(encoding="utf-8")))}
    assert found <= NOT_MEASURED.get(path.stem, set()), (
        "put <!--= FILE:KEY --> behind the number: see docs/figures.py"
    )


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
    if path.name in old():
        assert not set(KEYS) <= set(report), "remove it from the table"
        return
    assert set(KEYS) <= set(report), "measure it again with python -m benchmarks"
    assert report["complete"], "the run was cut off"
    assert report["clean"], "commit all Python files, then measure"
    assert report["command"].startswith(f"python -m benchmarks {report['what']}")


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
        ("file:results[0].t[0] + file:results[0].t[1] / 2", "6.0"),
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
