# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The CPU search writes where it has reserved room, and nowhere else.

Every buffer of a worker gets a margin that nobody may write to, and buffers for output
are made so small that each step may be the one that fills them.

Modules: `search/cpu/state.py`.
"""

import itertools

import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.search.cpu import state

MARGIN = 64  # entries behind each buffer
FILLING = 0x5A  # of each byte of a margin

# Below root 0, the child of row 1 keeps two later rows, whose intersections with it are
# wide and not nested: one step writes four universes. Their own vertices give the rows
# a higher degree than the root has.
NESTED_WIDE = graphs.compact(
    [(u, 0) for u in range(85)]
    + [(u, 1) for u in range(75)]
    + [(u, 2) for u in range(5, 81)]
    + [(u, 3) for u in (*range(67), *range(75, 85))]
    + [(u, w) for w in range(1, 4) for u in range(85, 205)]
)
GRAPHS = {
    "nested wide": NESTED_WIDE,
    "wide": graphs.wide(140, n_left=8, seed=3),
    "wide on both sides": graphs.wide_both(90, seed=1),
    "dense": graphs.random_graph(72, 12, 0.8, seed=4),
    "rows of one word": graphs.random_graph(24, 30, 0.3, seed=5),
}


class Margins:
    """NumPy, but for arrays with a margin."""

    def __init__(self):
        self.buffers = []

    def __getattr__(self, name):
        return getattr(np, name)

    def empty(self, shape, dtype):
        size = int(np.prod(shape))
        buffer = np.full(
            (size + MARGIN) * np.dtype(dtype).itemsize, FILLING, np.uint8
        ).view(dtype)
        self.buffers.append((buffer, size))
        return buffer[:size].reshape(shape)

    def zeros(self, shape, dtype):
        array = self.empty(shape, dtype)
        array[...] = 0
        return array

    def written_to(self):
        """How many of the margins have been written to."""
        return sum(
            bool((buffer[size:].view(np.uint8) != FILLING).any())
            for buffer, size in self.buffers
        )


@pytest.fixture
def margins(monkeypatch):
    """Margins behind all arrays of a worker."""
    made = Margins()
    monkeypatch.setattr(state, "np", made)
    return made


@pytest.mark.parametrize("records", [4, 5, 7, 64])
@pytest.mark.parametrize("least", [1, 3])
@pytest.mark.parametrize("name", GRAPHS)
def test_no_step_writes_beyond_what_it_reserved(
    name, least, records, margins, monkeypatch
):
    options = {"min_left": least, "min_right": least, "engine": "cpu"}
    both = [graphs.as_frame(e) for e in (GRAPHS[name], graphs.transposed(GRAPHS[name]))]
    expected = [graphs.as_list(cb.maximal_bicliques(g, **options)) for g in both]
    monkeypatch.setattr(state, "OUTPUT_RECORDS", records)
    monkeypatch.setattr(state, "OUTPUT_MEMBERS", 1)
    found = [graphs.as_list(cb.maximal_bicliques(g, **options)) for g in both]
    assert margins.buffers
    assert margins.written_to() == 0
    assert found == expected


@pytest.mark.slow
def test_more_universes_than_bicliques():
    """65,532 universes whose bicliques are too small for the caller fill the buffer
    for universes to the last four entries; then one step writes four."""
    small = itertools.islice(itertools.combinations(range(85), 3), 65532)
    rows = [*small, range(75), range(5, 81), (*range(67), *range(75, 85))]
    left, right = [np.arange(85)], [np.zeros(85, np.int64)]
    for w, row in enumerate(rows):
        own = np.arange(120) + 85 + w // 3 * 120
        left += [np.fromiter(row, np.int64), own]
        right.append(np.full(len(row) + 120, w + 1))
    edges = np.concatenate(left), np.concatenate(right)
    count = cb.maximal_biclique_count(edges, min_left=3, min_right=3, engine="cpu")
    assert count == 86341
