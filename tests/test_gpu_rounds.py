# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Many rounds between two reads of the host, where a small pool needs many of them.

Modules: `device/rounds.py`.
"""

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs

pytestmark = pytest.mark.gpu


@pytest.fixture
def many_rounds(monkeypatch):
    """How many rounds were launched at a time; from the first on, they are many."""
    from cugraph_biclique.device import rounds

    launched, next_rounds = [], rounds.Rounds.next
    monkeypatch.setattr(rounds, "FEW_LOOKS", 0)
    monkeypatch.setattr(
        rounds.Rounds,
        "next",
        lambda self: launched.append(next_rounds(self)) or launched[-1],
    )
    return launched


def test_they_write_to_the_output_that_has_been_enlarged(limit, many_rounds):
    from cugraph_biclique.search import gpu

    limit(gpu, most_rows=1 << 13, first_records=100)
    frame = graphs.as_frame(graphs.random_graph(50, 50, 0.5, seed=1))
    found = cb.maximal_bicliques(frame, engine="gpu", sort=True)
    assert len(many_rounds) >= 2 and min(many_rounds) > 1
    expected = cb.maximal_bicliques(frame, engine="cpu", sort=True)
    pd.testing.assert_frame_equal(found.to_frame(), expected.to_frame())


def test_counts_take_them_too(limit, many_rounds):
    from cugraph_biclique.counting import gpu

    limit(gpu, most_words=1 << 14)
    frame = graphs.as_frame(graphs.random_graph(60, 60, 0.6, seed=2))
    count = cb.biclique_count(frame, 6, 6, engine="gpu")
    assert many_rounds and min(many_rounds) > 1
    assert count == cb.biclique_count(frame, 6, 6, engine="cpu")
