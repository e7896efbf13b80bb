# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Plots of bicliques and of their counts, drawn by matplotlib and datashader.

Each function takes the axes to draw on, or makes a new figure, and returns the axes.
All plots use colours that colour-blind readers can tell apart; darker colours mean
larger numbers.
"""

from cugraph_biclique.viz import _requirement  # noqa: F401 (first)
from cugraph_biclique.viz._biadjacency import biadjacency
from cugraph_biclique.viz._counts import counts
from cugraph_biclique.viz._overlaps import overlaps
from cugraph_biclique.viz._significance import false_share
from cugraph_biclique.viz._sizes import sizes

__all__ = ["biadjacency", "counts", "false_share", "overlaps", "sizes"]
