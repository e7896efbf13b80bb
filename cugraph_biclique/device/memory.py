# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Device memory that can still be allocated: free memory and unused pool memory.

Arrays come from CuPy's current allocator: CuPy's own pool, or RMM, which cuDF installs
when it is imported. A pool keeps freed memory, and the device reports such memory as
used.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.simt import SIMULATED

SIMULATED_MEMORY = 1 << 26
# RMM adaptors that report how many bytes are allocated through them.
ALLOCATED = {
    "LimitingResourceAdaptor": lambda mr: mr.get_allocated_bytes(),
    "StatisticsResourceAdaptor": lambda mr: mr.allocation_counts.current_bytes,
    "TrackingResourceAdaptor": lambda mr: mr.get_allocated_bytes(),
}


def free_memory(used: int | None = None, most: int | None = None) -> int:
    """Bytes that can be allocated on the device, including the unused memory of a pool.

    `used` estimates the bytes in use, for an RMM pool that does not report them. `most`
    is the maximum size of this pool, which RMM does not report either.
    """
    if SIMULATED:
        return SIMULATED_MEMORY
    free = xp.cuda.runtime.memGetInfo()[0]
    return available(xp.cuda.get_allocator(), free, used, most)


def as_large_as_possible(make: Callable[[int], Any], size: int, least: int) -> Any:
    """Call `make(size)`, and halve `size` after each failure; give up at `least`.

    An allocation may fail because other programs take memory or pools are fragmented.
    """
    while True:
        try:
            return make(size)
        except MemoryError:
            if size <= least:
                raise
            size //= 2


def available(
    allocator: Any, free: int, used: int | None = None, most: int | None = None
) -> int:
    """Bytes that a CuPy allocator can give if `free` bytes are free on the device."""
    pool = getattr(allocator, "__self__", None)
    if hasattr(pool, "free_bytes"):
        return _from_cupy(pool, free)
    if (getattr(allocator, "__module__", None) or "").startswith("rmm."):
        mr = importlib.import_module("rmm.mr")
        return _from_rmm(mr.get_current_device_resource(), free, used, most)
    return free


def _from_cupy(pool: Any, free: int) -> int:
    """Bytes that a CuPy pool can give; it may have a limit."""
    free += pool.free_bytes()
    limit = pool.get_limit() if hasattr(pool, "get_limit") else 0
    return max(0, min(free, limit - pool.used_bytes())) if limit else free


def _from_rmm(resource: Any, free: int, used: int | None, most: int | None) -> int:
    """Bytes that an RMM resource can give; resources may be stacked.

    A pool reports its size but not its use. An adaptor above it may report the use, or
    the caller may estimate it. Without both, the pool counts as used up. A budget that
    is too small only costs time, but a budget that is too large ends in an error.
    """
    limits = []
    while resource is not None:
        kind = type(resource).__name__
        if kind in ALLOCATED:
            used = ALLOCATED[kind](resource)
        if kind == "LimitingResourceAdaptor":
            limits.append(resource.get_allocation_limit() - used)
        if kind == "PoolMemoryResource" and used is not None:
            free += max(0, resource.pool_size() - used)
            if most is not None:
                limits.append(most - used)
        upstream = getattr(resource, "get_upstream", None)
        resource = upstream() if upstream else None
    return max(0, min([free, *limits]))
