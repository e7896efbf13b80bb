# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Turns that are captured as a CUDA graph, where a small pool needs many of them.

Modules: `device/rounds.py`.
"""

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs

pytestmark = pytest.mark.gpu


@pytest.fixture
def captures(monkeypatch):
    """How often rounds have been captured, which they are from the first look on."""
    from cugraph_biclique.device import rounds

    captured, done = rounds.captured, []
    monkeypatch.setattr(rounds, "FEW_LOOKS", 0)
    monkeypatch.setattr(
        rounds, "captured", lambda many: done.append(1) or captured(many)
    )
    return done


def test_they_write_to_the_output_that_has_been_enlarged(limit, captures):
    from cugraph_biclique.search import gpu

    limit(gpu, most_rows=1 << 13, first_records=100)
    frame = graphs.as_frame(graphs.random_graph(50, 50, 0.5, seed=1))
    found = cb.maximal_bicliques(frame, engine="gpu", sort=True)
    assert len(captures) >= 2
    expected = cb.maximal_bicliques(frame, engine="cpu", sort=True)
    pd.testing.assert_frame_equal(found.to_frame(), expected.to_frame())


def test_counts_take_them_too(limit, captures):
    from cugraph_biclique.counting import gpu

    limit(gpu, most_words=1 << 14)
    frame = graphs.as_frame(graphs.random_graph(60, 60, 0.6, seed=2))
    count = cb.biclique_count(frame, 6, 6, engine="gpu")
    assert captures
    assert count == cb.biclique_count(frame, 6, 6, engine="cpu")
