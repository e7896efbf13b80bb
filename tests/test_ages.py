# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files of figures are not older than the code that they measure, or a list says so."""

import json
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # for `benchmarks`, which is not installed

from benchmarks import __main__ as entry  # noqa: E402
from benchmarks.shared import ages, provenance  # noqa: E402

FILES = sorted(provenance.RESULTS.glob("*.json"))
WAITING = {stem: why for waits in ages.WAITING.values() for stem, why in waits.items()}


def report_of(path):
    """A file of figures."""
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def whole_history():
    """Ages need all commits."""
    if provenance.git("rev-parse", "--is-shallow-repository") != "false":
        pytest.skip("this checkout has no git history, or a part of it only")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_file_is_older_than_its_code(path):
    why = ages.reason(report_of(path))
    assert why == WAITING.get(path.stem, ""), (
        "measure it again, or correct WAITING in benchmarks/shared/ages.py: "
        f"{path.name} is {'too old: ' + why if why else 'not too old'}"
    )


def test_files_that_wait_are_there_once():
    listed = [stem for waits in ages.WAITING.values() for stem in waits]
    assert sorted(listed) == sorted(set(listed))
    assert set(listed) <= {path.stem for path in FILES}


def test_the_page_of_papers_marks_old_files():
    text = (ROOT / "docs" / "against_the_papers.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w-]+-\d{4}-\d\d-\d\d)`( \(old\))?", text)
    assert named
    for stem, mark in named:
        assert bool(mark) == (stem in WAITING), stem


def test_every_benchmark_names_code_that_exists():
    assert set(entry.NAMES) <= set(ages.MEASURES)
    for benchmark, paths in ages.MEASURES.items():
        for engine in ("cpu", "gpu"):
            there = [
                (ROOT / path).exists() or (ROOT / f"{path}.py").exists()
                for path in ages.measured_by(benchmark, f"--engine {engine}")
            ]
            assert all(there) or (benchmark, engine) == ("preparing", "gpu"), (
                benchmark,
                paths,
            )


def test_the_code_of_parts_is_left_out_where_a_job_is_one_part():
    assert set(ages.MEASURES) > ages.IN_PARTS
    for path in ages.PARTS:
        assert (ROOT / ages.PACKAGE / path).exists()
        assert path.startswith(tuple(p.format(engine="gpu") for p in ages.SEARCH))


@pytest.mark.parametrize(
    ("benchmark", "command", "engines"),
    [
        ("growth", "python -m benchmarks growth", ["cpu"]),
        ("floors", "python -m benchmarks floors a.txt", ["gpu"]),
        ("counting", "... --pq 2,2 --engine gpu --repeat 3", ["gpu"]),
        ("counting", "... --engine gpu cpu --repeat 3", ["gpu", "cpu"]),
    ],
)
def test_the_engines_of_a_command(benchmark, command, engines):
    assert ages.engines_of(benchmark, command) == engines


def test_texts_and_imports_are_no_code():
    text = '"""A."""\nimport a\n\ndef f(x):\n    """B."""\n    return x  # c\n'
    other = '"""Z."""\nfrom b import c\n\n\ndef f(x):\n    return (x)\n'
    assert ages.code_in(text) == ages.code_in(other)
    assert ages.code_in(text) != ages.code_in(text.replace("return x", "return -x"))
    assert ages.code_in("x = 'a'") != ages.code_in("x = 'b'")


def test_a_file_without_its_origin_is_too_old():
    about = {"what": "growth", "command": "python -m benchmarks growth"}
    assert ages.reason(about) == ages.UNNAMED
    assert ages.reason(about | {"commit": "0" * 40}) == ages.LOST
    head = provenance.git("rev-parse", "HEAD")
    assert ages.reason(about | {"commit": head}) == ""
    first = provenance.git("rev-list", "--max-parents=0", "HEAD").split()[0]
    assert ages.reason(about | {"commit": first}) == ages.CHANGED
