# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The order of records does not depend on the order in which kernels emit them.

Modules: `search/gpu/sorting.py`, `search/gpu/output.py`.
"""

import numpy as np
import pytest

from cugraph_biclique.device import simt
from cugraph_biclique.search.gpu import sorting
from cugraph_biclique.search.gpu.output import Output, Universes

pytestmark = [pytest.mark.simulator, pytest.mark.usefixtures("two_blocks")]

WORDS = 2**64
MOST_UNIVERSES = 2**31 - 1


def with_equal_keys(n):
    """n masks of equal size whose hashes begin with the same bits."""
    inverse = pow(int(simt.MIX), -1, WORDS)
    masks = [(k + 2**63) * inverse % WORDS for k in range(64 * n)]
    size = max(map(int.bit_count, masks), key=[m.bit_count() for m in masks].count)
    return [mask for mask in masks if mask.bit_count() == size][:n]


def emitted(found, members, shuffle):
    """The output for (universe, mask, n_grown), shuffled, their number, and their
    universes."""
    found = [found[k] for k in np.random.default_rng(shuffle).permutation(len(found))]
    universe, mask, n_grown = zip(*found, strict=True)
    output = Output(
        np.array(mask, np.uint64), np.array(universe, np.int32),
        np.array(n_grown, np.int32),
    )  # fmt: skip
    indptr = np.cumsum([0, *map(len, members)])
    universes = Universes(indptr, np.concatenate(members).astype(np.int32))
    return output, len(found), universes


def as_tuples(records):
    """(members of the universe, mask, n_grown) of each record."""
    universes = np.split(records.members, records.start[1:-1])
    assert len(universes) == len(records.start) - 1
    columns = records.universe, records.mask.tolist(), records.n_grown.tolist()
    return [
        (tuple(universes[u].tolist()), mask, n)
        for u, mask, n in zip(*columns, strict=True)
    ]


MEMBERS = [[5, 6], [7], [1, 2, 3], [4]]
FOUND = [(2, 6, 9), (0, 3, 2), (2, 7, 1), (2, 3, 5), (3, 1, 8), (0, 1, 4), (2, 5, 7)]


@pytest.mark.parametrize("shuffle", range(4))
def test_records_are_in_the_order_of_their_universes(shuffle):
    records = sorting.sorted_records(*emitted(FOUND, MEMBERS, shuffle))
    found = as_tuples(records)
    assert set(found) == {(tuple(MEMBERS[u]), mask, n) for u, mask, n in FOUND}
    assert len(found) == len(FOUND)
    assert records.universe.tolist() == [0, 0, 1, 1, 1, 1, 2]
    assert records.start.tolist() == [0, 2, 5, 6]  # no record uses the second universe
    assert [mask.bit_count() for _, mask, _ in found] == [1, 2, 2, 2, 2, 3, 1]
    again = sorting.sorted_records(*emitted(FOUND, MEMBERS, shuffle + 10))
    assert as_tuples(again) == found


@pytest.mark.parametrize("shuffle", range(3))
def test_records_with_equal_keys_are_in_the_order_of_their_masks(shuffle):
    masks = with_equal_keys(40)
    found = [(0, mask, 1) for mask in masks] + [(1, 1, 1), (1, 2, 1)]
    output, n, universes = emitted(found, [[0, 1], [2, 3]], shuffle)
    universes.n = MOST_UNIVERSES  # their numbers take most bits of a key
    records = sorting.sorted_records(output, n, universes)
    assert records.mask[:40].tolist() == sorted(masks)
    assert sorted(records.mask[40:].tolist()) == [1, 2]


def test_the_output_may_have_more_room():
    output, _, universes = emitted([*FOUND, (1, 1, 1)], MEMBERS, 0)
    assert len(sorting.sorted_records(output, 5, universes)) == 5
