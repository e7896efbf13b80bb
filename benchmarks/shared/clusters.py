# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Dask workers with limited memory, on CPU cores or on GPUs, and their peaks."""

import logging
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dask.utils import key_split

from benchmarks.shared.timing import check

POOL, SPILL_AT = 0.9, 0.4  # of a device, for a worker without a limit
LIMIT_OVER_SPILL_AT = 4  # tasks need the rest of a small pool


@contextmanager
def workers(
    engine: str, n: int, limit: int | None, protocol: str = "tcp"
) -> Iterator[Any]:
    """The client of a fresh cluster of `n` workers, each with a limit in bytes.

    On CPU cores, a nanny kills a worker that exceeds its limit. On GPUs, the limit is
    that of the RMM pool, from which cuDF and CuPy allocate; to exceed it is an error. A
    task of a killed worker fails, and a worker that was restarted is a wrong answer.
    """
    import dask
    from distributed import Client

    make = on_gpus if engine == "gpu" else on_cores
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        make(n, limit, protocol) as cluster,
        Client(cluster) as client,
    ):
        client.wait_for_workers(n)
        if engine == "gpu":
            client.run(_count_allocations)
        before = set(client.run(os.getpid).values())
        yield client
        after = set(client.run(os.getpid).values())
        check(before == after, "a worker was killed", before, after)


def on_cores(n: int, limit: int | None, protocol: str) -> Any:
    """Worker processes with one thread."""
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=n, threads_per_worker=1, dashboard_address=":0",
        memory_limit=limit, silence_logs=logging.ERROR, protocol=f"{protocol}://",
    )  # fmt: skip


def on_gpus(n: int, limit: int | None, protocol: str) -> Any:
    """A worker for each of the first GPUs, with a pool that cannot grow.

    Dask-CUDA moves the frames that it holds to the host before they fill the pool.
    """
    from dask_cuda import LocalCUDACluster

    pool, spill_at = POOL, SPILL_AT
    if limit is not None:
        pool, spill_at = limit, limit // LIMIT_OVER_SPILL_AT
    return LocalCUDACluster(
        CUDA_VISIBLE_DEVICES=",".join(map(str, range(n))),
        rmm_pool_size=pool,
        rmm_maximum_pool_size=pool,
        rmm_allocator_external_lib_list="cupy",
        device_memory_limit=spill_at,
        protocol=protocol,
        dashboard_address=":0",
        silence_logs=logging.ERROR,
    )


def _count_allocations() -> None:
    """Let RMM report the bytes in use, to the library too, and their peak."""
    import rmm.statistics

    rmm.statistics.enable_statistics()


def peaks(client: Any, engine: str) -> dict:
    """Peak bytes of each worker since it began, the largest first."""
    found = {"host_bytes_of_workers": _largest_first(client.run(_host_peak))}
    if engine == "gpu":
        found["device_bytes_of_workers"] = _largest_first(client.run(_device_peak))
    return found


class TaskSeconds:
    """Where the time of the tasks of a client goes, from now on."""

    def __init__(self, client: Any) -> None:
        self.client = client
        client.get_task_stream(count=1)  # starts to listen
        self.begun = time.time()

    def by_name(self) -> dict[str, dict[str, float]]:
        """Seconds of each action, summed over the tasks with the same name; the number
        of tasks is `n`."""
        found: dict[str, Counter] = {}
        for task in self.client.get_task_stream(start=self.begun):
            name = key_split(task["key"])
            seconds = found.setdefault(name.split("-")[0], Counter())
            seconds["n"] += 1
            for span in task["startstops"]:
                seconds[span["action"]] += span["stop"] - span["start"]
        return {name: dict(seconds) for name, seconds in found.items()}


def _largest_first(of_workers: dict[str, int]) -> list[int]:
    return sorted(of_workers.values(), reverse=True)


def _host_peak() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    kilobytes = next(line for line in lines if line.startswith("VmHWM")).split()[1]
    return int(kilobytes) * 1024


def _device_peak() -> int:
    import rmm.statistics

    return rmm.statistics.get_statistics().peak_bytes


def read(engine: str, folder: Path) -> Any:
    """The Dask frame of a folder of Parquet files, with one partition for each file."""
    if engine == "gpu":
        import dask_cudf

        return dask_cudf.read_parquet(folder, blocksize=None)
    import dask.dataframe as dd

    return dd.read_parquet(folder)


def partitioned(call: Any, min_left: int = 1, min_right: int = 1) -> tuple[Any, Any]:
    """The plan of a search, and the options of its tasks, once all frames are there."""
    from distributed import wait

    plan, options = call.enumeration(min_left, min_right)
    wait(plan.frames)
    return plan, options
