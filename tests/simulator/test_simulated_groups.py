# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`groups` with the kernels in the simulator, against the CPU engine.

Modules: `calls/groups.py`.
"""

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.calls import groups as search
from cugraph_biclique.data import southern_women
from cugraph_biclique.grouping import seeds

pytestmark = pytest.mark.simulator


@pytest.mark.parametrize("most", [5, 1000])
def test_both_engines_find_the_same_groups(most, monkeypatch):
    monkeypatch.setattr(search, "Seeds", lambda: seeds.Seeds(most))
    planted = graphs.as_frame(graphs.planted_blocks(24, 2, 6, 0.1, seed=1))
    for edges in (southern_women(), planted):
        found, expected = (
            cb.groups(edges, 5, engine=engine).to_frame() for engine in ("gpu", "cpu")
        )
        assert len(expected)
        pd.testing.assert_frame_equal(found, expected)


def test_groups_around_a_vertex():
    options = {"containing": {"left": ["Flora Price"]}, "density": 0.6}
    found, expected = (
        cb.groups(southern_women(), 5, engine=engine, **options).to_frame()
        for engine in ("gpu", "cpu")
    )
    pd.testing.assert_frame_equal(found, expected)
