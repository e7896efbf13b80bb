# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The examples run, and find what they claim to."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_an_example_runs(name, capsys):
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert capsys.readouterr().out


def test_the_planted_rings_are_found_and_nothing_else():
    example = runpy.run_path(str(EXAMPLES / "review_rings.py"))
    rings = example["find_rings"](example["make_events"]())
    groups = rings.groupby("group")["account"].apply(set).tolist()
    assert sorted(map(min, groups)) == [800, 810]
    assert all(len(group) == 8 for group in groups)
