# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which side a search grows, and on which side a count picks its vertices."""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.prepared import AnchorCost


def grows_right_up_to(min_left: int, min_right: int) -> float:
    """Return the largest ratio of the sums of squared degrees, left over right, for
    which a search grows the right side.

    Sweeps over the neighbours of neighbours build the rows. So the sum of the kept side
    bounds the work for all rows and roots. A large least size of the kept side drops
    rows with fewer bits before they are tested. A large least size of the grown side
    only drops nodes with too few rows. So it is better to keep the side with the larger
    least size. The exponent fits measured times. Rows always have at least two bits.
    """
    ratio: float = (max(2, min_left) / max(2, min_right)) ** 1.5
    return ratio


class TwoHopSample(NamedTuple):
    """Sums over a sample of the vertices of one side, each taken as a root.

    The rows of a root are the later vertices that share enough neighbours with it.
    """

    sampled: int
    read: float  # edges that sweeps of all two-hop neighbours read
    rows: float  # numbers of rows
    squares: float  # squared numbers of rows
    shared: float  # numbers of rows, times how many of them share enough with one row


def anchor_cost(sample: TwoHopSample, n: int, picks: int) -> AnchorCost:
    """Predict the work of a count that picks vertices of a side of n vertices.

    Each root reads its two-hop neighbours, and intersects all pairs of its rows. From
    level to level, the number of pairs grows by a factor: the average number of rows
    that follow a second pick. The sample measures this factor with one second pick per
    root. The number of rows of a root is no substitute, because few of its rows may
    share enough with each other.

    The cost model of BCList++ (docs/papers.md) uses the average number of rows of a
    root as this factor.
    """
    if sample.sampled == 0:
        return AnchorCost(0.0, 0.0)
    scale = log(n / sample.sampled)
    read = scale + log(max(1.0, sample.read))
    average = max(2.0, sample.rows / sample.sampled)
    log_steps = read + (picks - 2) * log(average)
    if picks == 2 or sample.squares == 0:
        return AnchorCost(read, log_steps)
    # Each pair of rows is counted from both of its rows.
    following = max(1.0, 0.5 * sample.shared / sample.rows)
    pairs = scale + log(sample.squares) + (picks - 3) * log(following)
    return AnchorCost(float(np.logaddexp(read, pairs)), log_steps)
