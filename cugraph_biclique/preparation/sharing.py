# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Whether several devices, or the workers of a cluster, should share a search.

Each of them needs a copy of the graph and arrays of its own, and the search is cut into
jobs. So a short search stays in one place. The predicted work of a root is the number
of edges that its sweep reads: the total bounds the time of a count, but not that of a
search of a dense graph, which may have few edges and many bicliques.
"""

from __future__ import annotations

import numpy as np

LEAST_WORK = 1 << 22
LEAST_OF_DENSE = 1 << 18
LEAST_COMMON = 0.5  # neighbours that two vertices of a dense graph share, on average


def is_worth_sharing(work: np.ndarray) -> bool:
    """Whether the roots have enough predicted work to be shared."""
    return float(work.sum()) >= LEAST_WORK


def is_search_worth_sharing(work: np.ndarray) -> bool:
    """`is_worth_sharing`, or whether the graph is dense and not small."""
    total = float(work.sum())
    is_dense = total >= LEAST_COMMON * len(work) ** 2
    return total >= LEAST_WORK or (is_dense and total >= LEAST_OF_DENSE)
