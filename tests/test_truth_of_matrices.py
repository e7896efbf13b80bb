# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""No matrix and no network file is misread: the cases of `truth` on every way in.

Modules: `inputs/files/labelled_matrix.py`, `inputs/files/matrix_market.py`,
`inputs/files/pajek.py`, `inputs/files/pajek_labels.py`.
"""

import pytest

from truth import TOPICS, judge


@pytest.mark.parametrize("case", judge.cases_of(TOPICS["matrices"]))
def test_an_input_has_its_exact_outcome(case, tmp_path, caplog, capsys):
    judge.run(case, tmp_path, caplog, capsys)
