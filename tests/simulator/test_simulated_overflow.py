# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The benchmark of outputs that are too small for a list.

Modules: `search/gpu/host/parts.py`.
"""

import argparse
import sys
from pathlib import Path

import pytest

import graphs
import naive

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # for `benchmarks`

from benchmarks import overflow
from benchmarks.shared import timing

pytestmark = pytest.mark.simulator


def test_a_small_output_repeats_searches_and_discards_bicliques(monkeypatch):
    monkeypatch.setattr(timing, "wait_for", lambda engine: None)
    monkeypatch.setattr(overflow, "PARTS", (1, 4))
    edges = graphs.random_graph(9, 8, 0.5, seed=3)
    count = len(naive.maximal_bicliques(edges))
    monkeypatch.setattr(overflow, "load", lambda name: graphs.as_frame(edges))
    monkeypatch.setattr(overflow, "on_engine", lambda edges, engine: edges)
    rows = list(overflow.run(argparse.Namespace(graphs=["random"], repeat=1)))
    found = {(row["buffer"], row["holds"]): row for row in rows}
    assert {row["maximal"] for row in rows} == {count}
    usual = found["usual", 1]
    assert (usual["searches"], usual["repeated"], usual["pauses"]) == (1, 0, 0)
    assert usual["times"] == 1
    for buffer in ("discards", "only"):
        fits, small = found[buffer, 1], found[buffer, 0.25]
        assert (fits["searches"], fits["repeated"], fits["discarded"]) == (1, 0, 0)
        assert fits["repeated_share"] == 0
        assert small["records"] == -(-fits["records"] // 4)
        assert small["repeated"] >= 1
        assert small["discarded"] > small["records"]
        assert 0 < small["repeated_share"] < 1
        assert fits["pauses"] == small["pauses"] == 0
    # A larger output comes at once, and parts of the roots come one after the other.
    assert found["discards", 0.25]["searches"] == 2
    assert found["only", 0.25]["searches"] > 2
    assert found["pauses", 1]["searches"] == 1
    assert found["pauses", 0.25]["repeated"] == found["pauses", 0.25]["searches"] - 1
    for row in rows:
        assert row["not_maximal"] < row["nodes"]
        assert row["count_not_maximal"] < row["count_nodes"]
