# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs the Python code of the pages: ``pytest docs``.

The blocks of a page share their names and run in order, in a folder of the page's own.
A block of ``text`` behind a block of ``python`` is what the latter prints. What readers
do not see is in comments: ``invisible-code: python`` makes what a block needs, and
``skip: next "needs a GPU"`` leaves one out, which then has to compile (see
tests/test_docs.py).
"""

import io
import os
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

import pandas as pd
import pytest
from sybil import Example, Sybil
from sybil.evaluators.python import PythonEvaluator
from sybil.parsers.markdown import CodeBlockParser, SkipParser

PRINTED = "what the last block has printed"
run = PythonEvaluator()


def run_python(example: Example) -> None:
    """Run a block, and keep what it prints."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        run(example)
    example.namespace[PRINTED] = printed.getvalue()


def compare_text(example: Example) -> str | None:
    """What is wrong with a block of output, if anything; lines are compared."""
    printed = example.namespace.get(PRINTED, "")
    said, wanted = (
        [line.rstrip() for line in text.strip().splitlines()]
        for text in (printed, example.parsed)
    )
    return (
        None if said == wanted else f"printed:\n{printed}\nexpected:\n{example.parsed}"
    )


def begin(namespace: dict) -> None:
    """A folder, and a width that does not depend on the terminal."""
    namespace["home"] = os.getcwd()
    namespace["folder"] = tempfile.TemporaryDirectory()
    os.chdir(namespace["folder"].name)
    pd.set_option("display.width", 88)


def end(namespace: dict) -> None:
    os.chdir(namespace["home"])
    namespace["folder"].cleanup()
    pd.reset_option("display.width")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Warnings are errors, but those of Dask, which are not ours to mend."""
    pages = (item for item in items if item.path.suffix == ".md")
    for item in pages:
        if "from distributed import" in item.path.read_text(encoding="utf-8"):
            item.add_marker(pytest.mark.filterwarnings("ignore"))


pytest_collect_file = Sybil(
    parsers=[
        CodeBlockParser("python", run_python),
        CodeBlockParser("text", compare_text),
        SkipParser(),
    ],
    path=str(Path(__file__).parent),
    pattern="*.md",
    setup=begin,
    teardown=end,
).pytest()
