# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Operations on 64-bit words for the Numba CPU kernels.

A row of the search is a set of vertices, stored as the bits of words. Numba has no
population count that compiles to the processor's instruction, so this module defines
the intrinsic.
"""

import numpy as np
from numba import types
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import intrinsic

from cugraph_biclique.host.decorators import inlined as inlined
from cugraph_biclique.host.decorators import kernel as kernel

ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
WORD = 64


@intrinsic
def _ctpop(typing_context, word):
    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


@kernel
def popcount(word):
    """Number of set bits of a uint64, as an int64."""
    return np.int64(_ctpop(word))


@kernel
def lowest(word):
    """Index of the lowest set bit of a non-zero uint64, as an int64."""
    return np.int64(trailing_zeros(word))


@kernel
def first_bits(n):
    """A word whose bits 0 .. n-1 are set, 0 <= n <= 64."""
    return ALL if n >= WORD else (ONE << np.uint64(n)) - ONE


@kernel
def words_for(n):
    """Number of 64-bit words that hold n bits."""
    return (n + 63) >> 6
