# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The default memory budget of a task: what its worker has, divided by its threads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from distributed.comm import get_address_host

from cugraph_biclique.device.engine import select_engine
from cugraph_biclique.host.memory import SHARE, free_memory
from cugraph_biclique.host.memory_limits import UNLIMITED

# At least a quarter of a limit counts as free: Dask, or Dask-CUDA, can move the data
# that a fuller worker holds.
LEAST_OF_LIMIT = 4
POOL_LIMIT = "maximum_pool_size"  # of the plugin with which Dask-CUDA makes a pool


class Room(NamedTuple):
    """The memory that the tasks of a worker may use, in bytes."""

    host: str
    threads: int
    own: int  # of this worker alone: its device, or its memory limit
    shared: int  # of all workers of the host


def memories(kind: str, engine: str) -> set[str]:
    """Return the engines whose memory the tasks of a call need.

    Graphs and lists of cliques are in host memory, also if a device searches.
    """
    return {engine, "cpu"} if kind == "clique" else {engine}


def default_budget(client: Any, *engines: str) -> int:
    """Return the bytes that a task may take on any worker, in the memory of each of
    some engines.

    Workers that cannot run an engine do not count: their tasks explain the error. If
    none can, that of one is raised.
    """
    budgets = []
    for engine in engines:
        rooms = client.run(room, engine, on_error="ignore") or client.run(room, engine)
        budgets.append(smallest(rooms.values()))
    return min(each or 1 for each in budgets)  # all workers may just have been lost


def smallest(
    rooms: Iterable[Room], host_threads: Mapping[str, int] | None = None
) -> int | None:
    """Return the budget of a task that fits on each of some workers.

    Tasks may run on any worker, so the smallest share decides. Workers of one host
    share its free memory. `host_threads` has the threads of all workers of a host, if
    `rooms` are not all workers.
    """
    rooms = list(rooms)
    threads: Counter[str] = Counter()
    for each in rooms:
        threads[each.host] += each.threads
    shares = []
    for each in rooms:
        on_host = max(threads[each.host], (host_threads or {}).get(each.host, 0))
        shares.append(min(each.own // each.threads, each.shared // on_host))
    return max(1, int(SHARE * min(shares))) if shares else None


def threads_of_hosts(client: Any) -> dict[str, int]:
    """Return the number of threads of the workers of each host."""
    threads: Counter[str] = Counter()
    for address, n in client.nthreads().items():
        threads[get_address_host(address)] += n
    return dict(threads)


def room(engine: str, dask_worker: Any) -> Room:
    """Return the memory of a Dask worker; this function runs on the worker."""
    host, threads = dask_worker.ip, dask_worker.state.nthreads
    if select_engine(engine) == "gpu":
        from cugraph_biclique.device import memory

        most = pool_limit(dask_worker)
        left = memory.free_memory(held(dask_worker), most)
        if most is not None:
            left = max(left, most // LEAST_OF_LIMIT)
        return Room(host, threads, left, UNLIMITED)
    limit = dask_worker.memory_manager.memory_limit or UNLIMITED
    left = limit
    if limit < UNLIMITED:
        used = dask_worker.monitor.get_process_memory()
        left = max(limit - used, limit // LEAST_OF_LIMIT)
    return Room(host, threads, left, free_memory())


def pool_limit(dask_worker: Any) -> int | None:
    """Return the maximum size of the RMM pool of a worker, as Dask-CUDA was told; None
    if there is no maximum."""
    plugins = list(dask_worker.plugins.values())
    limits = (getattr(each, POOL_LIMIT, None) for each in plugins)
    return min((most for most in limits if isinstance(most, int)), default=None)


def held(dask_worker: Any) -> int:
    """Bytes of the results that a Dask worker holds, without those that Dask-CUDA has
    moved to the host."""
    tasks = dask_worker.state.tasks
    data = getattr(dask_worker.data, "device", dask_worker.data)
    return sum(tasks[key].nbytes or 0 for key in list(data) if key in tasks)
