# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the tests of all plots share."""

import matplotlib
import pytest

matplotlib.use("Agg")

from matplotlib import pyplot as plt


@pytest.fixture(autouse=True)
def style():
    """The defaults of matplotlib, whatever the user prefers, and no figure left."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.use("Agg")
        yield
        plt.close("all")
