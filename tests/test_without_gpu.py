# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""RAPIDS is installed, as on the head node of a cluster, and there is no GPU.

cuDF can be imported there, and has frames as long as they are empty.

Modules: `device/engine.py`.
"""

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.device.engine import missing_for_gpu

cudf = pytest.importorskip("cudf")
pytestmark = pytest.mark.skipif(not missing_for_gpu(), reason="there is a GPU")

EDGES = graphs.as_frame(graphs.crown(5))
CALLS = {
    "maximal_bicliques": cb.maximal_bicliques,
    "maximal_biclique_count": cb.maximal_biclique_count,
    "biclique_count": lambda graph, **k: cb.biclique_count(graph, 2, 2, **k),
    "bipartite_graph": cb.bipartite_graph,
}


def test_a_pandas_frame_goes_to_the_cpu_engine():
    found = cb.maximal_bicliques(EDGES)
    assert found.report["engine"] == "cpu"
    assert len(found) == 2**5 - 2
    assert isinstance(found.left, pd.DataFrame)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_cudf_frame_is_one_clear_error(call):
    with pytest.raises(cb.EngineUnavailableError) as error:
        call(cudf.DataFrame())
    for word in ("cudf", "no CUDA device", "nvidia-smi", ".to_pandas()"):
        assert word in str(error.value)


def test_the_gpu_engine_says_what_is_missing():
    with pytest.raises(cb.EngineUnavailableError, match="no CUDA device"):
        cb.maximal_bicliques(EDGES, engine="gpu")


def test_a_frame_of_columns_fails_in_cudf_before_we_see_it():
    """So that error is cuDF's, not ours: frames without a GPU have no rows."""
    with pytest.raises(Exception, match=r"(?i)cuda|driver|nvidia"):
        cudf.DataFrame({"user": [1], "item": [2]})
