# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Bicliques of a result that cover the most edges of the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cugraph_biclique.results.covers import sides
from cugraph_biclique.results.cpu.coverage import greedy_cover

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result


def cover(found: Result, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Choose up to k bicliques, and count the edges that each one adds: int64.

    All steps run on the host, on both engines. Equal bicliques are in the order of the
    result.
    """
    left, right = sides(found)
    return greedy_cover(left.lists, right.lists, left.adjacency, right.n_vertices, k)
