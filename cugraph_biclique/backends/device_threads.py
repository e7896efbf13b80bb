# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Several devices of this machine share the jobs of one call: one thread per device.

The graph is prepared on the current device, and copied once to each other device. Each
thread then takes the next job whenever its device has finished one. The jobs of a
search depend on the graph alone, and all devices have the same budget. So the results
do not depend on which device takes a job, or on the number of devices.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np

from cugraph_biclique.contract.search_graph import SearchGraph
from cugraph_biclique.device import devices as cuda
from cugraph_biclique.device.launching import wait
from cugraph_biclique.device.memory import free_memory
from cugraph_biclique.errors import MemoryBudgetError
from cugraph_biclique.host import memory
from cugraph_biclique.host.interrupts import new_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import Worker, stream

logger = logging.getLogger(__name__)


class DeviceOfCall(NamedTuple):
    """A device of a call, as its thread sees it."""

    is_home: bool  # whether it is the current device of the caller
    graph: SearchGraph  # on this device
    budget: int  # bytes
    stop: np.ndarray  # a flag; if raised, the caller no longer waits
    trace: Trace


def stream_from(
    devices: Sequence[int],
    graph: SearchGraph,
    budget: int,
    jobs: Sequence[Job],
    new_worker: Callable[[DeviceOfCall], Worker],
    trace: Trace,
    on_progress: Callable[[int], None] = lambda roots: None,
) -> Generator[tuple[int, Any], None, None]:
    """Run jobs as `workers.stream` describes, with one worker per device.

    `new_worker` is called in the thread of the worker, whose current device is its own.
    Results that wait for their turn may take a quarter of the budget.
    """
    home, caller = cuda.current(), cuda.current_stream()
    stop, timed = new_flag(), Trace()
    threads = max(1, numba.get_num_threads() // len(devices))
    copies = copies_of(graph, home, devices)
    others = [device for device in devices if device != home]
    budget = min([budget, *(int(memory.SHARE * free_on(device)) for device in others)])
    places = [
        DeviceOfCall(device == home, copy, budget, stop, Trace())
        for device, copy in zip(devices, copies, strict=True)
    ]
    todo = iter(zip(devices, places, strict=True))
    logger.info("devices: %s, a budget of %s bytes each", list(devices), f"{budget:,}")

    def begin() -> Worker:
        device, place = next(todo)  # another pair in each thread
        cuda.use(device, caller if place.is_home else None)
        numba.set_num_threads(threads)  # for roots that are left to CPU cores
        return new_worker(place)

    try:
        yield from stream(
            jobs,
            begin,
            len(devices),
            timed,
            size_of=lambda chunk: getattr(chunk, "nbytes", 0),
            waiting_bytes=min(budget, memory.free_memory()) // 4,
            on_progress=on_progress,
            stop=stop,
        )
    finally:
        trace.search_seconds += timed.search_seconds
        trace.add_devices([place.trace for place in places])


def copies_of(
    graph: SearchGraph, home: int, devices: Sequence[int]
) -> list[SearchGraph]:
    """Return the graph on each device: itself on its own device, and a copy on each
    other one. A copy is made on the stream that its kernels will use."""
    wait()  # another device does not wait for the preparation
    copies = []
    for device in devices:
        if device == home:
            copies.append(graph)
            continue
        with cuda.on(device):
            copies.append(copied(graph, device))
            wait()
    return copies


def copied(graph: SearchGraph, device: int) -> SearchGraph:
    """Return a copy of the graph on the current device, which has this number."""
    try:
        return SearchGraph(*(array.copy() for array in graph))
    except MemoryError as error:
        n_bytes = sum(array.nbytes for array in graph)
        raise MemoryBudgetError(
            f"device {device} has {free_memory():,} bytes free, but a copy of the "
            f"graph takes {n_bytes:,}: leave {device} out of devices, or free its "
            "memory"
        ) from error


def free_on(device: int) -> int:
    """Return the bytes that can be allocated on a device."""
    with cuda.on(device):
        return free_memory()
