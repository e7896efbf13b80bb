# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Truth tables: all maximal cliques of at most six vertices, without recursion.

As in the search for bicliques, a family of subsets is a word: bit S is set if the
subset S is in the family.
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import ALL, ONE, first_bits, kernel
from cugraph_biclique.search.cpu.tables import (
    H0,
    H1,
    H2,
    H3,
    H4,
    H5,
    S0,
    S1,
    S2,
    S3,
    S4,
    S5,
)

# Entry S is the family of all subsets that share a member with the subset S.
MEETING = np.array(
    [sum(1 << s for s in range(64) if s & subset) for subset in range(64)], np.uint64
)
HAS = np.array([H0, H1, H2, H3, H4, H5], np.uint64)


@kernel
def subsets_of(k):
    """Return the family of all subsets of k members."""
    return ALL if k >= 6 else first_bits(np.int64(1) << k)


@kernel
def without_pairs(cliques, member, others):
    """Remove the subsets that have this member and one of the others from a family."""
    return cliques & ~(HAS[member] & MEETING[others])


@kernel
def largest_of(cliques):
    """Return the subsets of a family of cliques that no other one contains.

    Every subset of a clique is a clique. So a subset is one of the largest if no clique
    has one more member.
    """
    smaller = (cliques & H0) >> S0 | (cliques & H1) >> S1 | (cliques & H2) >> S2
    smaller |= (cliques & H3) >> S3 | (cliques & H4) >> S4 | (cliques & H5) >> S5
    return cliques & ~smaller


@kernel
def others_of(row, member, k):
    """Return the members, of k, that are not in the subset `row`, except `member`."""
    return ~(row | ONE << np.uint64(member)) & first_bits(k)
