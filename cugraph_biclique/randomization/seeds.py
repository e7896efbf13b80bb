# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The argument `seed` of the calls that draw random graphs or permutations."""

from __future__ import annotations

from typing import Any

import numpy as np

from cugraph_biclique.arguments import shown
from cugraph_biclique.randomization import SEEDS


def check_seed(value: Any) -> int:
    """Return the seed, or raise an error."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(
            f"seed must be an integer, not {type(value).__name__} ({shown(value)}): "
            "pass 0 or more"
        )
    if value < 0:
        raise ValueError(f"seed={shown(value)} is negative: pass 0 or more")
    if value >= SEEDS:  # it would draw the graphs of another seed
        raise ValueError(
            f"seed={shown(value)} is too large: pass a number below 2**128"
        )
    return int(value)
