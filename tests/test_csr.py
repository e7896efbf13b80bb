# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Lists in new numbers: any sizes, some entries out, on any number of threads.

Modules: `graph/adjacency.py`, `graph/csr.py`.
"""

from itertools import pairwise

import numba
import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.graph import csr
from cugraph_biclique.graph.bipartite import transpose

SIZES = [0, 1, 2, csr.SHORT, csr.SHORT + 1, csr.SHORT + 2, 300, 0]


@pytest.fixture(params=[1, 2])
def threads(request, monkeypatch):
    """So many threads, even for few entries."""
    monkeypatch.setattr(csr, "WORTH_THREADS", 0)
    before = numba.get_num_threads()
    if request.param > numba.config.NUMBA_NUM_THREADS:
        pytest.skip("this machine has one core")
    numba.set_num_threads(request.param)
    yield
    numba.set_num_threads(before)


@pytest.mark.parametrize("dropped", [0.0, 0.3, 1.0])
def test_lists_of_all_sizes(threads, dropped):
    rng = np.random.default_rng(1)
    n = 2 * max(SIZES)
    entries = [np.sort(rng.choice(n, size, replace=False)) for size in SIZES]
    indptr = np.concatenate([[0], np.cumsum(SIZES)])
    indices = np.concatenate(entries).astype(np.int32)
    number = rng.permutation(n).astype(np.int32)
    number[rng.random(n) < dropped] = -1
    rows = rng.permutation(len(SIZES))[:-1]
    out_indptr, out = csr.renumbered(indptr, indices, rows, number)
    assert out_indptr.dtype == np.int64 and out.dtype == np.int32
    found = [out[a:b].tolist() for a, b in pairwise(out_indptr)]
    assert found == [sorted(set(number[entries[row]].tolist()) - {-1}) for row in rows]
    assert len(out) == out_indptr[-1]


def test_no_lists():
    none = np.empty(0, np.int32)
    indptr, indices = csr.renumbered(np.zeros(1, np.int64), none, none, none)
    assert indptr.tolist() == [0]
    assert len(indices) == 0


@pytest.mark.parametrize("n_rows", [0, 1, 40, 700])
@pytest.mark.parametrize("n_columns", [1, 2, 255, 256, 257, 700])
def test_large_transpositions_are_those_of_a_counting_sort(threads, n_rows, n_columns):
    rng = np.random.default_rng(n_rows + n_columns)
    edges = rng.random((n_rows, n_columns)) < 0.1
    indptr = np.concatenate([[0], np.cumsum(edges.sum(axis=1))]).astype(np.int64)
    indices = edges.nonzero()[1].astype(np.int32)
    found = csr.transposed(indptr, indices, n_columns)
    for one, other in zip(found, transpose(indptr, indices, n_columns), strict=True):
        assert one.dtype == other.dtype
        assert one.tolist() == other.tolist()


def test_what_a_range_raises_reaches_the_caller(threads):
    def fails(first, last):
        raise RuntimeError(f"{first}, {last}")

    with pytest.raises(RuntimeError):
        csr.over_ranges(fails, np.arange(9))


@pytest.mark.parametrize("seed", range(3))
def test_twins_merge_on_any_number_of_threads(threads, seed):
    edges = graphs.twins(graphs.random_graph(8, 9, 0.5, seed))
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine="cpu")
    assert set(graphs.as_list(found)) == naive.maximal_bicliques(edges)
