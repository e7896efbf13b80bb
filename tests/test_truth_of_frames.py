# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""No frame is misread, and no output: the cases of `truth` on every way in.

Modules: `inputs/frame_columns.py`, `inputs/label_checks.py`, `inputs/labels.py`.
"""

import pytest

from truth import TOPICS, judge


@pytest.mark.parametrize("case", judge.cases_of(TOPICS["frames"]))
def test_an_input_has_its_exact_outcome(case, tmp_path, caplog, capsys):
    judge.run(case, tmp_path, caplog, capsys)
