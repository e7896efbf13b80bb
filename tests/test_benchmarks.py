# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The programs that measure: that they run, and say what they measured."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import graphs

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


def test_carpenter_is_set_against_the_call_that_does_the_same(tmp_path):
    pytest.importorskip("fim")
    edges = graphs.as_frame(graphs.random_graph(12, 9, 0.5, seed=30))
    graph = tmp_path / "movielens-10m_ti.txt"  # one of those that Carpenter is run on
    edges.to_csv(graph, sep=" ", index=False, header=False)
    command = [BENCHMARKS / "enumeration.py", graph, "--repeat", "1", "--no-memory"]
    subprocess.run(
        [sys.executable, *command, "--output", tmp_path / "results.json"], check=True
    )
    (row,) = json.loads((tmp_path / "results.json").read_text())["results"]
    assert row["agree"]
    for other, asked_for, ours in (
        ("carpenter_count", "report='#'", "ours"),
        ("carpenter_patterns", "report='a'", "ours_with_members"),
    ):
        assert row[other]["asked_for"] == asked_for
        assert row[other]["maximal"] == row["maximal"]
        times = row[other]["seconds"] / row[ours]["seconds"]
        assert row["times_faster"][other] == pytest.approx(times)
