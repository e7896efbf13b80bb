# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Atomic addition for CPU kernels whose threads share sums."""

from __future__ import annotations

from numba import types
from numba.extending import intrinsic


@intrinsic
def add_to(typing_context, array, index, value):
    """Add to an entry of a contiguous integer array atomically.

    Returns the entry before.
    """

    def codegen(context, builder, signature, args):
        array, index, value = args
        data = context.make_array(signature.args[0])(context, builder, array).data
        place = builder.gep(data, [index])
        return builder.atomic_rmw("add", place, value, "monotonic")

    return array.dtype(array, types.int64, array.dtype), codegen
