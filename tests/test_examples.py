# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The examples run, and find what they claim to."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
OTHERS = {"cugraph_hubs.py", "dask_cuda_job.py"}  # have tests of their own
ON_CPU = sorted({path.name for path in EXAMPLES.glob("*.py")} - OTHERS)


@pytest.mark.parametrize("name", ON_CPU)
def test_an_example_runs(name, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", [name])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert capsys.readouterr().out


def load(name):
    return runpy.run_path(str(EXAMPLES / name))


def test_the_planted_rings_are_found_and_nothing_else():
    example = load("review_rings.py")
    rings = example["find_rings"](example["make_events"]())
    groups = rings.groupby("group")["account"].apply(set).tolist()
    assert sorted(map(min, groups)) == [800, 810]
    assert all(len(group) == 8 for group in groups)


@pytest.mark.gpu
def test_the_same_rings_are_found_in_a_cudf_pipeline(capsys):
    cudf = pytest.importorskip("cudf")
    example = load("review_rings.py")
    events = example["make_events"]()
    rings = example["find_rings"](cudf.from_pandas(events)).to_pandas()
    groups = rings.groupby("group")["account"].apply(set).tolist()
    assert sorted(map(min, groups)) == [800, 810]
    example["main"]()
    on_host = capsys.readouterr().out.splitlines()[-1]
    example["main"]("cudf")
    assert capsys.readouterr().out.splitlines()[-1] == on_host


@pytest.mark.gpu
def test_the_friends_share_the_goods_that_matter(capsys):
    pytest.importorskip("cugraph")
    load("cugraph_hubs.py")["main"]()
    first = capsys.readouterr().out.splitlines()[0]
    assert all(f"friend {i}" in first for i in range(6))
    assert all(f"good {i}" in first for i in range(5))
