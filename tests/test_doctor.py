# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The check that ``rapids doctor`` runs."""

from importlib.metadata import entry_points

import pytest

import cugraph_biclique as cb
from cugraph_biclique.engine import missing_for_gpu


@pytest.fixture
def check():
    (entry,) = entry_points(group="rapids_doctor_check", name="biclique_smoke_check")
    return entry.load()


@pytest.mark.gpu
def test_the_check_passes_where_there_is_a_gpu(check):
    pytest.importorskip("cudf")
    assert check(verbose=True) is None


def test_the_check_says_what_is_missing(check):
    missing = missing_for_gpu()
    if not missing:
        pytest.skip("nothing is missing here")
    with pytest.raises(cb.EngineUnavailableError) as error:
        check(verbose=False)
    assert missing in str(error.value)
