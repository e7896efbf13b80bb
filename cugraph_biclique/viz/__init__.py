# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Plots of bicliques and of their counts, drawn by matplotlib and datashader.

Each takes the axes to draw on, or makes a figure of its own, and returns the axes. They
share one look: colours that the colour-blind can tell apart, and darker where there is
more.
"""

from cugraph_biclique.viz import _requirement  # noqa: F401 (first)
from cugraph_biclique.viz._biadjacency import biadjacency
from cugraph_biclique.viz._counts import counts
from cugraph_biclique.viz._overlaps import overlaps
from cugraph_biclique.viz._sizes import sizes

__all__ = ["biadjacency", "counts", "overlaps", "sizes"]
