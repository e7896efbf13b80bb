# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Device memory that pools hold unused counts as free, where they are what we use.

Modules: `device/memory.py`.
"""

import sys
from types import SimpleNamespace

import pytest

from cugraph_biclique.device.memory import available

FREE = 100


class CudaMemoryResource:
    pass


class UpstreamResourceAdaptor:
    def __init__(self, upstream, *numbers):
        self.upstream, self.numbers = upstream, numbers

    def get_upstream(self):
        return self.upstream


class PoolMemoryResource(UpstreamResourceAdaptor):
    def pool_size(self):
        return self.numbers[0]


class TrackingResourceAdaptor(UpstreamResourceAdaptor):
    def get_allocated_bytes(self):
        return self.numbers[0]


class LimitingResourceAdaptor(TrackingResourceAdaptor):
    def get_allocation_limit(self):
        return self.numbers[1]


class LoggingResourceAdaptor(UpstreamResourceAdaptor):
    pass


class StatisticsResourceAdaptor(UpstreamResourceAdaptor):
    @property
    def allocation_counts(self):
        return SimpleNamespace(current_bytes=self.numbers[0])


DEVICE = CudaMemoryResource()
POOL = PoolMemoryResource(DEVICE, 1000)


@pytest.mark.parametrize(
    ("resource", "expected"),
    [
        (DEVICE, FREE),
        (POOL, FREE),  # nobody knows what is used of it
        (TrackingResourceAdaptor(POOL, 300), FREE + 700),
        (StatisticsResourceAdaptor(POOL, 1000), FREE),
        (LoggingResourceAdaptor(StatisticsResourceAdaptor(POOL, 400)), FREE + 600),
        (StatisticsResourceAdaptor(LoggingResourceAdaptor(POOL), 400), FREE + 600),
        (TrackingResourceAdaptor(DEVICE, 300), FREE),
        (LimitingResourceAdaptor(POOL, 300, 500), 200),
        (LimitingResourceAdaptor(DEVICE, 300, 500), FREE),
        (LimitingResourceAdaptor(DEVICE, 500, 500), 0),
    ],
)
def test_rmm(resource, expected, monkeypatch):
    mr = SimpleNamespace(get_current_device_resource=lambda: resource)
    monkeypatch.setitem(sys.modules, "rmm", SimpleNamespace(mr=mr))
    monkeypatch.setitem(sys.modules, "rmm.mr", mr)

    def rmm_cupy_allocator(size):
        raise AssertionError("nothing is allocated to see how much could be")

    rmm_cupy_allocator.__module__ = "rmm.allocators.cupy"
    assert available(rmm_cupy_allocator, FREE) == expected
    if resource is POOL:  # an estimate of what is used of it
        assert available(rmm_cupy_allocator, FREE, 400) == FREE + 600
        assert available(rmm_cupy_allocator, FREE, 400, 1000) == 600
        assert available(rmm_cupy_allocator, FREE, 400, 300) == 0


class Pool:
    """As CuPy's: 30 bytes used of 80."""

    limit = 0

    def malloc(self, size):
        raise AssertionError("nothing is allocated to see how much could be")

    def free_bytes(self):
        return 50

    def used_bytes(self):
        return 30

    def get_limit(self):
        return self.limit


@pytest.mark.parametrize(
    ("limit", "expected"), [(0, FREE + 50), (1000, FREE + 50), (90, 60), (20, 0)]
)
def test_a_pool_of_cupy(limit, expected):
    pool = Pool()
    pool.limit = limit
    assert available(pool.malloc, FREE) == expected


def test_another_allocator_has_what_the_device_has():
    assert available(lambda size: None, FREE) == FREE


@pytest.fixture
def cupy():
    """CuPy, with its allocator put back afterwards."""
    cupy = pytest.importorskip("cupy")
    allocator = cupy.cuda.get_allocator()
    yield cupy
    cupy.cuda.set_allocator(allocator)


@pytest.mark.gpu
def test_what_the_pool_of_the_device_holds_is_free(cupy):
    pool = cupy.cuda.MemoryPool()
    cupy.cuda.set_allocator(pool.malloc)
    array = cupy.empty(16 << 20, cupy.uint8)
    taken = available(pool.malloc, 0)  # without the memory that others use or free
    del array
    assert available(pool.malloc, 0) - taken >= 16 << 20
    pool.free_all_blocks()


@pytest.mark.gpu
def test_what_a_pool_of_rmm_holds_is_free(cupy):
    rmm = pytest.importorskip("rmm")
    from rmm.allocators.cupy import rmm_cupy_allocator

    def in_the_pool():  # without the device's free memory: other processes use it too
        return available(cupy.cuda.get_allocator(), 0)

    before = rmm.mr.get_current_device_resource()
    pool = rmm.mr.PoolMemoryResource(
        rmm.mr.CudaMemoryResource(), initial_pool_size=64 << 20
    )
    rmm.mr.set_current_device_resource(rmm.mr.StatisticsResourceAdaptor(pool))
    cupy.cuda.set_allocator(rmm_cupy_allocator)
    try:
        unused = in_the_pool()
        assert unused >= 64 << 20
        array = cupy.empty(16 << 20, cupy.uint8)
        assert unused - in_the_pool() == 16 << 20
        del array
        assert in_the_pool() == unused
    finally:
        rmm.mr.set_current_device_resource(before)
