# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Write cliques to the output buffers."""

from __future__ import annotations

import numpy as np

from cugraph_biclique.cliques.cpu.state import N_MEMBERS, N_PREFIX
from cugraph_biclique.host.bits import (
    ALL,
    ONE,
    WORD,
    ZERO,
    first_bits,
    inlined,
    kernel,
    lowest,
    popcount,
)
from cugraph_biclique.search.cpu.rows import write_universe
from cugraph_biclique.search.cpu.state import MEMBERS, RECORDS, UNIVERSE, UNIVERSES
from cugraph_biclique.search.cpu.tables import members_of, places_of


@inlined
def emit_all(narrow, output, control, clique, live, places, min_size):
    """Record cliques with at least `min_size` vertices.

    Each consists of `clique`, the prefix, and one of the subsets `live` of the members
    in `places`.
    """
    prefix, members = control[N_PREFIX], control[N_MEMBERS]
    is_alone = members + prefix > WORD
    if control[UNIVERSE] < 0 and not is_alone:
        write_universe(output, control, narrow.universe, members + prefix)
        control[UNIVERSE] = control[UNIVERSES] - 1
    before = ZERO if is_alone else first_bits(prefix) << np.uint64(members)
    while live != ZERO:
        mask = clique | members_of(np.uint64(lowest(live)), places)
        size = popcount(mask) + prefix
        live &= live - ONE
        if size < min_size:
            continue
        if is_alone:
            write_alone(narrow, output, control, mask)
        n = control[RECORDS]
        output.mask[n] = ALL if is_alone else mask | before
        output.universe[n] = control[UNIVERSES] - 1 if is_alone else control[UNIVERSE]
        output.n_grown[n] = size
        control[RECORDS] = n + 1


@kernel
def emit(narrow, output, control, min_size):
    """Record the clique of the prefix alone."""
    emit_all(narrow, output, control, ZERO, ONE, places_of(ZERO), min_size)


@kernel
def write_alone(narrow, output, control, mask):
    """Append a clique as a universe of its own; its prefix does not fit a word."""
    at = control[MEMBERS]
    for i in range(control[N_PREFIX]):
        output.members[at] = narrow.universe[control[N_MEMBERS] + i]
        at += 1
    while mask != ZERO:
        output.members[at] = narrow.universe[lowest(mask)]
        mask &= mask - ONE
        at += 1
    control[MEMBERS] = at
    control[UNIVERSES] += 1
    output.start[control[UNIVERSES]] = at
