# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The simulator has the warps that warps.py gives it."""

import numpy as np
import pytest
import warps
from numba import cuda

pytestmark = pytest.mark.simulator

FULL = 0xFFFFFFFF
N = 64  # two warps
LANES = np.arange(N) % 32


@cuda.jit
def talk(values, out):
    i = cuda.grid(1)
    value = values[i]
    out[0, i] = cuda.shfl_sync(FULL, value, 5)
    out[1, i] = cuda.shfl_up_sync(FULL, value, 4)
    out[2, i] = cuda.shfl_down_sync(FULL, value, 4)
    out[3, i] = cuda.shfl_xor_sync(FULL, value, 1)
    out[4, i] = cuda.ballot_sync(FULL, value % 3 == 0)
    out[5, i] = cuda.any_sync(FULL, value == 7)
    out[6, i] = cuda.all_sync(FULL, value < 32)
    # what one lane writes the others read after the barrier
    cuda.syncwarp()
    values[i ^ 1] = value + 100
    cuda.syncwarp()
    out[7, i] = values[i]
    sums = cuda.shared.array(2, np.int64)
    if i % 32 == 0:
        sums[i // 32] = value
    cuda.syncthreads()
    out[8, i] = sums[1 - i // 32]


def test_the_lanes_of_a_warp_talk_to_each_other():
    values = np.arange(N)
    out = np.zeros((9, N), np.int64)
    talk[1, N](values.copy(), out)
    lane, first = LANES, np.arange(N) - LANES
    votes = [
        sum(1 << k for k in range(32) if (start + k) % 3 == 0) for start in (0, 32)
    ]
    expected = [
        first + 5,
        np.where(lane >= 4, values - 4, values),
        np.where(lane < 28, values + 4, values),
        values ^ 1,
        np.repeat(votes, 32),
        first == 0,
        first == 0,
        (values ^ 1) + 100,
        32 - first,
    ]
    for row, wanted in zip(out, expected, strict=True):
        assert row.tolist() == wanted.tolist()


@cuda.jit
def diverge(out):
    if cuda.grid(1) % 32 < 16:
        cuda.syncwarp()
    else:
        out[0] = cuda.any_sync(FULL, True)


@cuda.jit
def leave_some_out(out):
    out[0] = cuda.any_sync(0xFFFF, True)


@cuda.jit
def return_early(out):
    if cuda.grid(1) != 3:
        cuda.syncthreads()


@cuda.jit
def fail_alone(out):
    if cuda.grid(1) == 3:
        raise IndexError("of one thread")
    cuda.syncwarp()
    cuda.syncthreads()


@pytest.mark.parametrize(
    ("kernel", "error", "message"),
    [
        (diverge, AssertionError, "diverge"),
        (leave_some_out, AssertionError, "diverge"),
        (return_early, AssertionError, "diverge"),
        (fail_alone, IndexError, "of one thread"),
    ],
)
def test_what_a_warp_must_not_do_is_an_error(kernel, error, message):
    with pytest.raises(error, match=message):
        kernel[1, N](np.zeros(1, np.int64))


def test_blocks_have_full_warps():
    with pytest.raises(AssertionError, match="full warps"):
        leave_some_out[1, 48](np.zeros(1, np.int64))


@cuda.jit
def sum_up(values, words, sums, bits):
    i = cuda.grid(1)
    lane = i % 32
    sums[0, i] = warps.in_steps["warp_sum"](values[i])
    sums[1, i] = warps.warp_sum(values[i])
    sums[2, i] = warps.in_steps["warp_sum_32"](np.int32(values[i]))
    sums[3, i] = warps.warp_sum_32(np.int32(values[i]))
    sums[4, i], sums[5, i] = warps.in_steps["sum_before"](values[i], lane)
    sums[6, i], sums[7, i] = warps.sum_before(values[i], lane)
    bits[0, i] = warps.in_steps["any_lane"](words[i])
    bits[1, i] = warps.any_lane(words[i])


def test_sums_in_one_step_are_those_of_the_device():
    random = np.random.default_rng(1)
    values = random.integers(-(2**24), 2**24, N)
    words = np.uint64(1) << random.integers(0, 64, N).astype(np.uint64)
    sums, bits = np.zeros((8, N), np.int64), np.zeros((2, N), np.uint64)
    sum_up[1, N](values, words, sums, bits)
    assert len(warps.in_steps) == len(warps.IN_ONE_STEP) == 4
    assert sums[0].tolist() == sums[1].tolist()
    assert sums[2].tolist() == sums[3].tolist() == sums[0].tolist()
    assert sums[4:6].tolist() == sums[6:8].tolist()
    assert bits[0].tolist() == bits[1].tolist()
    assert len({*sums[0].tolist()}) == 2 and sums[0, 0] == values[:32].sum()
