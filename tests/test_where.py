# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Each module of the package has tests that one finds (tests/where.py)."""

import subprocess
import sys

import pytest

import where


@pytest.fixture(scope="module")
def listed():
    """What each test file lists."""
    return where.listed()


def test_every_module_is_listed_by_a_test_file(listed):
    missing = [
        module for module in where.modules() if not where.tests_of(module, listed)
    ]
    assert not missing, 'list them under "Modules:" in the docstring of their tests'


def test_what_is_listed_is_there(listed):
    gone = [
        f"{file}: {name}"
        for file, names in listed.items()
        for name in names
        if not (where.PACKAGE / name).exists()
        or name.endswith("/") != (where.PACKAGE / name).is_dir()
    ]
    assert not gone


def test_a_test_file_is_found_from_its_module():
    answer = subprocess.run(
        [sys.executable, where.__file__, "host/workers.py"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "tests/test_threads.py" in answer.stdout.splitlines()
