# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Elementwise operations, for every type that kernels are compiled for.

Modules: `device/elementwise.py`, `device/ranges.py`.
"""

import numpy as np
import pytest

import graphs
from cugraph_biclique.contract import records
from cugraph_biclique.device import elementwise, ranges
from cugraph_biclique.inputs.pandas_frame import from_pandas_frame
from cugraph_biclique.local_counting.cpu.reads import reads as reads_on_host
from cugraph_biclique.local_counting.gpu.reads import reads

pytestmark = pytest.mark.simulator


@pytest.mark.parametrize("dtype", [np.int32, np.int64, bool])
@pytest.mark.parametrize("n", [0, 1, 200])
def test_full(n, dtype):
    out = elementwise.full(n, 1, dtype)
    assert out.dtype == dtype
    assert out.tolist() == [1] * n


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_ascending(dtype):
    out = elementwise.ascending(200, 7, dtype)
    assert out.dtype == dtype
    assert out.tolist() == list(range(7, 207))


@pytest.mark.parametrize("places", [np.int32, np.int64])
@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint64])
def test_take(dtype, places):
    values = np.array([5, 6, np.iinfo(dtype).max], dtype)
    out = elementwise.take(values, np.array([2, 0, 2], places))
    assert out.dtype == dtype
    assert out.tolist() == [values[2], 5, values[2]]


@pytest.mark.parametrize(
    ("dtype", "other", "shifts"),
    [
        (np.int32, np.int32, [0, 1000]),
        (np.int64, np.int64, [0, 2**40]),
        (np.int64, np.int32, [0, 0]),
        (np.uint64, np.uint64, [0, 0]),
    ],
)
def test_joined(dtype, other, shifts):
    whole = np.arange(10, dtype=dtype)
    out = elementwise.joined([whole[:3], whole[3::2]], shifts, other)
    assert out.dtype == other
    assert out.tolist() == [0, 1, 2] + [n + shifts[1] for n in (3, 5, 7, 9)]


@pytest.mark.usefixtures("two_blocks")
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@pytest.mark.parametrize("n", [0, 1, 3, 200])
@pytest.mark.parametrize("most", [-1, 1 << 16])
def test_offsets(n, dtype, most, monkeypatch):
    monkeypatch.setattr(ranges, "MOST_FOR_A_BLOCK", most)
    sizes = np.arange(n, dtype=dtype) % 7
    out = ranges.offsets(sizes)
    assert out.dtype == np.int64
    assert out.tolist() == [0, *np.cumsum(sizes).tolist()]


def test_columns_of_several_parts():
    parts = [
        (np.array([2**64 - 1], np.uint64), np.array([0, 5], np.int64)),
        (np.array([1, 2], np.uint64), np.array([7], np.int64)),
    ]
    shifts, dtypes = [(0, 0), (0, 2**40)], [np.uint64, np.int64]
    columns = elementwise.joined_columns(parts, shifts, dtypes)
    assert columns[0].tolist() == [2**64 - 1, 1, 2]
    assert columns[1].tolist() == [0, 5, 7 + 2**40]
    assert [column.dtype for column in columns] == dtypes


def test_records_of_a_device_are_joined(monkeypatch):
    """In the simulator, arrays are those of NumPy, which are joined on the host."""
    monkeypatch.setattr(records, "_joined_columns", elementwise.joined_columns)
    part = records.Records(
        np.array([3, 1], np.uint64), np.array([0, 1], np.int32),
        np.array([4, 5], np.int32), np.array([0, 2, 3]), np.array([7, 8, 9], np.int32),
    )  # fmt: skip
    assert part.copy().universe.tolist() == [0, 1]
    joined = records.concatenate([part, part])
    assert joined.mask.tolist() == [3, 1, 3, 1]
    assert joined.universe.tolist() == [0, 1, 2, 3]
    assert joined.n_grown.tolist() == [4, 5, 4, 5]
    assert joined.start.tolist() == [0, 2, 3, 5, 6]
    assert joined.members.tolist() == [7, 8, 9] * 2


@pytest.mark.parametrize("seed", range(4))
def test_what_counts_of_butterflies_read(seed):
    frame = graphs.as_frame(graphs.random_graph(40, 23, 0.1 + seed / 5, seed=seed))
    graph = from_pandas_frame(frame)
    assert reads(graph) == reads_on_host(graph)
