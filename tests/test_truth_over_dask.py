# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""No partition of a Dask frame is misread: each case of `truth` has its exact outcome.

Modules: `dask/partition_columns.py`.
"""

import pytest

from truth import judge


@pytest.mark.parametrize("case", judge.cases_of(["partitions"], "OVER_DASK"))
def test_an_input_over_dask_has_its_exact_outcome(case, client, tmp_path):
    judge.run_call_case(case, tmp_path)
