# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Device memory that can still be allocated: what is free, and what pools hold unused.

Our arrays come from CuPy's current allocator: a pool of CuPy's own, or RMM, which cuDF
puts in its place when it is imported. A pool takes memory from the device and keeps it,
so the device calls it used when it is not.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.simt import SIMULATED

SIMULATED_MEMORY = 1 << 26
# Adaptors of RMM that know how many bytes have been allocated through them.
ALLOCATED = {
    "LimitingResourceAdaptor": lambda mr: mr.get_allocated_bytes(),
    "StatisticsResourceAdaptor": lambda mr: mr.allocation_counts.current_bytes,
    "TrackingResourceAdaptor": lambda mr: mr.get_allocated_bytes(),
}


def free_memory() -> int:
    """Bytes that can be allocated on the device, with what the pool that our arrays
    come from holds unused."""
    if SIMULATED:
        return SIMULATED_MEMORY
    return available(xp.cuda.get_allocator(), xp.cuda.runtime.memGetInfo()[0])


def as_large_as_possible(make: Callable[[int], Any], size: int, least: int) -> Any:
    """What `make` makes of a size, or of a smaller one if that is all there is memory
    for: others may take it, and pools are in pieces."""
    while True:
        try:
            return make(size)
        except MemoryError:
            if size <= least:
                raise
            size //= 2


def available(allocator: Any, free: int) -> int:
    """Bytes that an allocator of CuPy can give, if `free` bytes are on the device."""
    pool = getattr(allocator, "__self__", None)
    if hasattr(pool, "free_bytes"):
        return _from_cupy(pool, free)
    if (getattr(allocator, "__module__", None) or "").startswith("rmm."):
        mr = importlib.import_module("rmm.mr")
        return _from_rmm(mr.get_current_device_resource(), free)
    return free


def _from_cupy(pool: Any, free: int) -> int:
    """What a pool of CuPy can give, which may have a limit."""
    free += pool.free_bytes()
    limit = pool.get_limit() if hasattr(pool, "get_limit") else 0
    return max(0, min(free, limit - pool.used_bytes())) if limit else free


def _from_rmm(resource: Any, free: int) -> int:
    """What a resource of RMM can give, which may be several, one upon the other.

    A pool tells its size, and not what is used of it. An adaptor upon it may know. If
    none does, the pool counts as used: a budget too small costs time, one too large
    ends in an error.
    """
    limits, used = [], None
    while resource is not None:
        kind = type(resource).__name__
        if kind in ALLOCATED:
            used = ALLOCATED[kind](resource)
        if kind == "LimitingResourceAdaptor":
            limits.append(resource.get_allocation_limit() - used)
        if kind == "PoolMemoryResource" and used is not None:
            free += max(0, resource.pool_size() - used)
        upstream = getattr(resource, "get_upstream", None)
        resource = upstream() if upstream else None
    return max(0, min([free, *limits]))
