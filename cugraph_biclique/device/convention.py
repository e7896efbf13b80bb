# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A check of the calling convention of kernels that were compiled ahead.

The launcher packs kernel arguments itself. If a kernel expected another layout, it
could write to any address. So this module first launches a kernel that reads one
argument of each kind, and compares its answer. It does so once per device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.simt import cuda, kernel
from cugraph_biclique.host.arrays import to_host

EXPECTED = [2, 3, 15, 4, 1, 5, 35, 7, -9]
N = len(EXPECTED)


class Pair(NamedTuple):
    """Two arrays in one argument."""

    flags: xp.ndarray
    words: xp.ndarray


def check(launch: Callable[..., None]) -> None:
    """Raise an error if a kernel does not read what `launch` passes."""
    found = xp.zeros(N, np.int64)
    table = xp.asarray(np.arange(10, 16, dtype=np.int32).reshape(2, 3))
    words = xp.asarray(np.arange(31, 36, dtype=np.uint64))
    pair = Pair(xp.asarray(np.ones(4, bool)), words)
    numbers = xp.asarray(np.full((2, 2), -9))
    launch(_read, 1, found, table, pair, None, 7, numbers)
    if to_host(found).tolist() != EXPECTED:
        raise AssertionError(
            f"a kernel read {to_host(found).tolist()}, where the launcher passed "
            f"{EXPECTED}: install cugraph_biclique again"
        )


@kernel
def _read(found, table, pair, nothing, number, numbers):
    """Write what one thread reads of each argument to `found` (int64)."""
    # With the wrong convention, `found` may not be an array: check its length first.
    if cuda.grid(1) == 0 and nothing is None and found.size == N:
        found[0] = table.shape[0]
        found[1] = table.shape[1]
        found[2] = table[1, 2]
        found[3] = pair.flags.size
        found[4] = pair.flags[3]
        found[5] = pair.words.size
        found[6] = pair.words[4]
        found[7] = number
        found[8] = numbers[1, 1]
