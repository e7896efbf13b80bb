# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The check of the calling convention passes, and fails where it must.

Modules: `device/convention.py`.
"""

import pytest

from cugraph_biclique.device import convention
from cugraph_biclique.device.launching import launch

pytestmark = pytest.mark.simulator


def test_a_kernel_reads_what_is_passed():
    convention.check(launch)


def test_another_answer_is_an_error(monkeypatch):
    monkeypatch.setattr(convention, "EXPECTED", [0] * convention.N)
    with pytest.raises(AssertionError, match=r"read \[2, 3.*install"):
        convention.check(launch)
