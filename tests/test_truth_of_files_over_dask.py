# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""No file is misread or overwritten over Dask: each case of `truth` has its outcome.

Modules: `dask/results.py`.
"""

import pkgutil

import pytest

import truth
from truth import judge

TABLES = sorted(name for tables in truth.TOPICS.values() for name in tables)
OTHERS = [name for name in TABLES if name != "partitions"]


@pytest.mark.parametrize("case", judge.cases_of(OTHERS, "OVER_DASK"))
def test_an_input_over_dask_has_its_exact_outcome(case, client, tmp_path):
    judge.run_call_case(case, tmp_path)


def test_every_table_is_in_a_topic():
    found = [module.name for module in pkgutil.iter_modules(truth.__path__)]
    assert sorted([*TABLES, "judge"]) == sorted(found)
