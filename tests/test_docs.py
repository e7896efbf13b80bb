# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the pages promise: an entry for each error, code that compiles, files that are
there.

The code of the pages runs in ``pytest docs``; links and terms are Sphinx's to check.
"""

import re
import runpy
from pathlib import Path

import pytest

import messages

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


# Error messages


def entries():
    """The shapes that the page of troubleshooting has an entry for."""
    page = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    return re.findall(r"^`([^`]+)`\n: \S", page, re.MULTILINE)


def test_every_error_message_has_an_entry():
    shapes = messages.shapes(ROOT / "cugraph_biclique")
    missing = [f"{shapes[s]}\n  `{s}`" for s in shapes if s not in entries()]
    assert not missing, (
        "docs/troubleshooting.md needs an entry for each of these, as the line in "
        "backquotes, and behind it ': ' with why and what to do:\n" + "\n".join(missing)
    )


def test_every_entry_is_of_a_message():
    shapes = messages.shapes(ROOT / "cugraph_biclique")
    stale = [entry for entry in entries() if entry not in shapes]
    assert not stale, f"docs/troubleshooting.md has messages of the past: {stale}"


def test_no_entry_is_there_twice():
    assert len(entries()) == len(set(entries()))


SOURCE = """
ADVICE = "leave it out"
KINDS = {"a": "pass the one with two columns", "b": 1}


class OurError(ValueError):
    pass


def check(x, what, kind):
    if x:
        raise ValueError(f"{what} is {x:.2f}: {ADVICE}")
    if kind:
        raise TypeError(f"a {kind} is not taken: {KINDS[kind]}")
    problem = "there are too many of them" if what else "there are too few of them"
    raise OSError(5, f"{problem}, while reading")


def helper(n):
    return OurError("one " "and " + f"{n} more")


def nested():
    raise OurError(_told(1))


def _told(n):
    return f"it was told {n} times"
"""


def test_a_text_of_another_module_is_filled_in(tmp_path):
    package = tmp_path / "package"
    package.mkdir()
    (package / "one.py").write_text('CURE = "go home"')
    (package / "two.py").write_text(
        "from package.one import CURE\n"
        "class A:\n    def f(self):\n        raise ValueError(f'it is late: {CURE}')\n"
        "class B:\n    def f(self):\n        raise ValueError('it is early')\n"
    )
    assert set(messages.shapes(package)) == {"it is late: go home", "it is early"}


def test_shapes_are_found_wherever_a_message_is_made(tmp_path):
    (tmp_path / "module.py").write_text(SOURCE)
    shapes = messages.shapes(tmp_path)
    assert set(shapes) == {
        "… is …: leave it out",
        "a … is not taken: …",
        "pass the one with two columns",
        "…, while reading",
        "there are too many of them",
        "there are too few of them",
        "one and … more",
        "it was told … times",
    }
    assert shapes["one and … more"] == "module.py:20"


# Code and files


@every_page
def test_python_compiles_even_where_it_cannot_run(page):
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        compile("\n" * line + block[1], page, "exec")


@every_page
def test_code_is_left_out_only_for_want_of_a_gpu(page):
    skipped = re.findall(r"<!--+ *skip: *(.*?) *--+>", page.read_text(encoding="utf-8"))
    assert set(skipped) <= {'next "needs a GPU"', 'next "needs GPUs"'}


@every_page
def test_results_that_a_page_names_are_there(page):
    names = re.findall(
        r"[\w-]+-\d{4}-\d\d-\d\d\.json", page.read_text(encoding="utf-8")
    )
    folders = ROOT / "benchmarks" / "results", ROOT / "tests" / "campaigns"
    assert set(names) <= {path.name for folder in folders for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["day_in_the_code", "how_it_works", "gpu_kernels"])
def test_source_files_that_a_page_names_are_there(name):
    text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+/[\w/]*\.(?:py|sh))`", text))
    folders = ROOT, ROOT / "cugraph_biclique"
    missing = {n for n in named if not any((f / n).exists() for f in folders)}
    assert not missing


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_to_files_of_the_repository_hold(name):
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    assert not [link for link in links if not (ROOT / link).exists()]


def test_drawings_are_those_of_the_program(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    from drawings import drawing

    committed = drawing.STATIC
    monkeypatch.setattr(drawing, "STATIC", tmp_path)
    runpy.run_path(str(ROOT / "docs" / "draw.py"), run_name="__main__")
    drawn = sorted(tmp_path.glob("*.svg"))
    assert drawn
    for path in drawn:
        assert path.read_text("utf-8") == (committed / path.name).read_text("utf-8"), (
            f"{path.name} is not what docs/draw.py draws: run it"
        )
