# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""No text is misread: the cases of `truth`, on every way in.

Modules: `inputs/files/blanks.py`, `inputs/files/comments.py`, `inputs/files/quotes.py`,
`inputs/files/unread_formats.py`.
"""

import pytest

from truth import TOPICS, judge


@pytest.mark.parametrize("case", judge.cases_of(TOPICS["texts"]))
def test_an_input_has_its_exact_outcome(case, tmp_path, caplog, capsys):
    judge.run(case, tmp_path, caplog, capsys)
