# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Emission of bicliques to the output, one warp at a time."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import device, take_places
from cugraph_biclique.search.gpu import state as S


@device
def emit(output, control, keep, mask, universe, size):
    """Write the bicliques of the lanes whose `keep` is set.

    In a count the output is empty, and this returns the lane's number of bicliques;
    otherwise it returns 0. FOUND includes bicliques that do not fit, so that the host
    can enlarge the output. The mask ALL stands for the whole universe.
    """
    if output.mask.size == 0:
        return np.int32(keep)
    at = take_places(control, S.FOUND, keep)
    if keep and at < output.mask.size:
        output.mask[at] = mask
        output.universe[at] = universe
        output.n_grown[at] = size
    return np.int32(0)
