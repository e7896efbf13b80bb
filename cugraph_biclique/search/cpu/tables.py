# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Truth tables: the whole subtree of a node of at most six members, without recursion.

A node of k members has 2^k subsets. A family of subsets is one word of 64 bits: bit S
is set if the subset S is in the family. The candidates of a node are one family, and
its excluded rows are another. A few operations on words then find all maximal bicliques
below the node:

* A subset is closed if some candidate contains it, and if no member outside the subset
  is in all candidates that contain it. Only closed subsets can be the L of a biclique.
* A closed subset is maximal unless an excluded row contains it.

docs/how_it_works.md has an example ("Truth tables").
"""

from __future__ import annotations

import numpy as np

from cugraph_biclique.host.bits import ALL, ONE, ZERO, kernel, lowest

TABLE_MEMBERS = 6  # 2^6 subsets: one word

# H: the subsets that contain a member. S: the shift that removes it from all of them.
H0, S0 = np.uint64(0xAAAAAAAAAAAAAAAA), np.uint64(1)
H1, S1 = np.uint64(0xCCCCCCCCCCCCCCCC), np.uint64(2)
H2, S2 = np.uint64(0xF0F0F0F0F0F0F0F0), np.uint64(4)
H3, S3 = np.uint64(0xFF00FF00FF00FF00), np.uint64(8)
H4, S4 = np.uint64(0xFFFF0000FFFF0000), np.uint64(16)
H5, S5 = np.uint64(0xFFFFFFFF00000000), np.uint64(32)
# Entry s is the family of all subsets with at least s members.
AT_LEAST = np.array(
    [
        sum(1 << subset for subset in range(64) if subset.bit_count() >= size)
        for size in range(TABLE_MEMBERS + 2)
    ],
    np.uint64,
)
HAS = np.array([H0, H1, H2, H3, H4, H5])


@kernel
def supersets(subset):
    """Return the family of all subsets that contain `subset`."""
    family = ALL
    for j in range(TABLE_MEMBERS):
        if subset >> j & 1:
            family &= HAS[j]
    return family


@kernel
def place_of(row, j):
    """Return the shift and the mask that move the j-th set bit of `row` to bit j."""
    for _ in range(j):
        row &= row - ONE
    if row == ZERO:
        return ZERO, ZERO
    return np.uint64(lowest(row) - j), ONE << np.uint64(j)


@kernel
def places_of(row):
    """Return `place_of` for all six members of `row`."""
    return (
        place_of(row, 0),
        place_of(row, 1),
        place_of(row, 2),
        place_of(row, 3),
        place_of(row, 4),
        place_of(row, 5),
    )


@kernel
def subset_of(row, places):
    """Return the subset of the members in `places` that a row contains."""
    (s0, m0), (s1, m1), (s2, m2), (s3, m3), (s4, m4), (s5, m5) = places
    subset = (row >> s0) & m0
    subset |= (row >> s1) & m1
    subset |= (row >> s2) & m2
    subset |= (row >> s3) & m3
    subset |= (row >> s4) & m4
    return subset | (row >> s5) & m5


@kernel
def family(rows, begin, end, places):
    """Return the family of rows[begin:end], as subsets of the members in `places`.

    `rows`: uint64. The shifts are the same for all rows, so LLVM vectorises the loop.
    """
    subsets = ZERO
    for q in range(np.uint64(begin), np.uint64(end)):
        subsets |= ONE << subset_of(rows[q], places)
    return subsets


@kernel
def members_of(subset, places):
    """Return the row with the members that `subset` selects in `places`."""
    (s0, m0), (s1, m1), (s2, m2), (s3, m3), (s4, m4), (s5, m5) = places
    mask = (subset & m0) << s0
    mask |= (subset & m1) << s1
    mask |= (subset & m2) << s2
    mask |= (subset & m3) << s3
    mask |= (subset & m4) << s4
    return mask | (subset & m5) << s5


@kernel
def without(subsets, has, shift):
    """Add to a family its subsets with one member removed."""
    return subsets | (subsets & has) >> shift


@kernel
def down(subsets):
    """Return the family of all subsets of the sets in a family."""
    subsets = without(without(without(subsets, H0, S0), H1, S1), H2, S2)
    return without(without(without(subsets, H3, S3), H4, S4), H5, S5)


@kernel
def closed(subsets):
    """Return the closed subsets of a family of candidates.

    The order of removals does not matter. So the families that lack member 0, 1 or 2
    share the removal of members 3 to 5 (`high`). The others share `low`.
    """
    low = without(without(without(subsets, H0, S0), H1, S1), H2, S2)
    high = without(without(without(subsets, H3, S3), H4, S4), H5, S5)
    found = without(without(without(high, H0, S0), H1, S1), H2, S2)
    found &= H0 | without(without(high & ~H0, H1, S1), H2, S2)
    found &= H1 | without(without(high & ~H1, H0, S0), H2, S2)
    found &= H2 | without(without(high & ~H2, H0, S0), H1, S1)
    found &= H3 | without(without(low & ~H3, H4, S4), H5, S5)
    found &= H4 | without(without(low & ~H4, H3, S3), H5, S5)
    return found & (H5 | without(without(low & ~H5, H3, S3), H4, S4))
