# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Kernels that call kernels: one compilation of all, and calls from Python of each.

Modules: `host/kernel_compiler.py`.
"""

import numba
import numpy as np
import pytest

from cugraph_biclique.host.decorators import compiled, inlined, kernel

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="NUMBA_DISABLE_JIT: nothing is compiled"
)


@kernel
def third(values, i):
    return values[i // 3]


@inlined
def tenfold(x):
    return 10 * x


@kernel
def sum_of_thirds(values, n):
    total = tenfold(0)
    for i in range(n):
        total += third(values, i)
    return total


@compiled
def two_sums(values, n):
    copy = values.copy()
    return sum_of_thirds(copy, n), sum_of_thirds(copy[:1], 3)


@kernel
def fails(x):
    if x < 0:
        raise ValueError("below zero")
    return x


@compiled
def calls_what_fails(x):
    return fails(x) + 1


VALUES = np.arange(5)


def test_kernels_call_kernels_with_several_types():
    assert two_sums(VALUES, 15) == (3 * VALUES.sum(), 0)
    assert two_sums(VALUES / 2, 15) == (1.5 * VALUES.sum(), 0.0)


def test_python_calls_a_kernel_that_kernels_call():
    assert two_sums(VALUES, 15)[0] == sum_of_thirds(VALUES, 15)
    assert [third(VALUES, i) for i in range(4)] == [0, 0, 0, 1]


def test_the_order_of_compilation_does_not_matter():
    @kernel
    def again(x):
        return x + 1

    assert again(1) == 2  # for Python first, and then for another kernel

    @kernel
    def calls_again(x):
        return again(x) + again(x + 0.5)

    assert calls_again(1) == 4.5
    assert again(1) == 2


def test_signatures_are_of_kernels_and_of_python():
    assert kernel(lambda x: x).signatures == []
    two_sums(VALUES, 15)
    assert len(sum_of_thirds.signatures) >= 1
    before = len(third.signatures)
    third(VALUES.astype(np.int16), 0)
    assert len(third.signatures) == before + 1


def test_an_error_in_a_nested_kernel_reaches_python():
    assert calls_what_fails(1) == 2
    with pytest.raises(ValueError, match="below zero"):
        calls_what_fails(-1)
    with pytest.raises(ValueError, match="below zero"):
        fails(-1)
