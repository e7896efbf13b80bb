# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Writing bicliques to the output, a warp at a time."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.device.simt import device, take_places
from cugraph_biclique.search.gpu import state as S


@device
def emit(output, control, keep, mask, universe, size):
    """Write the bicliques of the lanes that keep one; returns this lane's number in a
    count, which has no output at all, and 0 otherwise.

    All are counted, those too for which there is no room: the host sees it and makes
    the room. The mask ALL is the whole of a universe.
    """
    if output.mask.size == 0:
        return np.int32(keep)
    at = take_places(control, S.FOUND, keep)
    if keep and at < output.mask.size:
        output.mask[at] = mask
        output.universe[at] = universe
        output.n_grown[at] = size
    return np.int32(0)
