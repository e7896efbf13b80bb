# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""No basket is misread: each case of `truth` has its exact outcome, on every way in.

Modules: `inputs/transactions/`.
"""

import pytest

from truth import TOPICS, judge


@pytest.mark.parametrize("case", judge.cases_of(TOPICS["itemsets"]))
def test_an_input_has_its_exact_outcome(case, tmp_path, caplog, capsys):
    judge.run(case, tmp_path, caplog, capsys)
