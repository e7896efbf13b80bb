# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""One exchange of edges between the GPUs of a machine, by several transports.

Each GPU has keys (int64) of random edges. Afterwards each has the keys of its own
vertices. The transports are

- `tasks`: Dask tasks that cut and join arrays, as `cugraph_biclique.dask` sends them;
- `explicit_comms`: the shuffle of dask-cuda between workers, for a cuDF frame;
- `rapidsmpf`: the shuffle of RapidsMPF, for a cuDF frame;
- `nccl`: sends and receives of NCCL, called in each worker. Only bytes are moved.

A transport of another library that fails has its error in the row.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks.shared.clusters import workers
from benchmarks.shared.timing import check

NEEDS = ["distributed", "dask_cuda", "cupy", "a GPU"]
QUICK = ["--keys 100000 --workers 2 --repeat 1"]
FULL = ["--workers 2 4"]
BOUND = 1 << 40  # of the keys


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--keys", type=int, default=50_000_000, help="of each GPU")
    parser.add_argument("--workers", type=int, nargs="+", default=[2])
    parser.add_argument("--protocols", nargs="+", default=["tcp", "ucx"])
    parser.add_argument("--transports", nargs="+", default=list(TRANSPORTS))
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for n in options.workers:
        for protocol in options.protocols:
            with workers("gpu", n, None, protocol) as client:
                for name in options.transports:
                    row = {"workers": n, "protocol": protocol, "transport": name}
                    row |= {"keys": n * options.keys}
                    seconds: list[float] = []
                    try:
                        for _ in range(options.repeat):
                            seconds.append(TRANSPORTS[name](client, options.keys))
                    except Exception as error:  # the others are still measured
                        if name == "tasks":
                            raise
                        row["error"] = f"{type(error).__name__}: {error}"[:300]
                    yield row | {"seconds": seconds}


def made(client: Any, n: int, make: Callable[..., Any]) -> list[Any]:
    """Keys on each worker."""
    from distributed import wait

    addresses = sorted(client.nthreads())
    found = [
        client.submit(make, n, i, workers=[address], pure=False)
        for i, address in enumerate(addresses)
    ]
    wait(found)
    return found


def keys(n: int, seed: int) -> Any:
    """Random keys in device memory."""
    import cupy

    found = cupy.random.RandomState(seed).randint(0, BOUND, n, dtype=np.int64)
    cupy.cuda.Device().synchronize()
    return found


def frame(n: int, seed: int) -> Any:
    """Random keys as a cuDF frame."""
    import cudf

    return cudf.DataFrame({"key": keys(n, seed)})


def by_tasks(
    client: Any, n: int, make: Callable[..., Any] = keys, on_device: bool = True
) -> float:
    """Seconds of an exchange as the package does it, sorting included."""
    import dask
    from distributed import wait

    from cugraph_biclique.dask.exchange import Where, evenly, exchanged, persisted
    from cugraph_biclique.dask.lists import cut_keys, lists_of

    pieces, where = made(client, n, make), Where(on_device=on_device, limited=False)
    owners = len(pieces)
    bounds = np.linspace(0, BOUND >> 20, owners + 1).astype(np.int64)
    with client.as_current():
        began = time.perf_counter()
        send = dask.delayed(cut_keys)
        parts = persisted(*(send(each, 1 << 20, bounds, where) for each in pieces))
        lists = exchanged(parts, evenly(owners), lists_of, [(1 << 20, where)] * owners)
        wait(lists)
        return time.perf_counter() - began


def of_frame(client: Any, n: int) -> Any:
    """A Dask-cuDF frame with a partition on each worker."""
    import dask.dataframe as dd

    return dd.from_delayed(made(client, n, frame), verify_meta=False)


def by_explicit_comms(client: Any, n: int) -> float:
    """Seconds of dask-cuda's shuffle."""
    from dask_cuda.explicit_comms.dataframe.shuffle import shuffle
    from distributed import wait

    ddf = of_frame(client, n)
    with client.as_current():
        began = time.perf_counter()
        wait(shuffle(ddf, ["key"], npartitions=ddf.npartitions).persist())
        return time.perf_counter() - began


def by_rapidsmpf(client: Any, n: int) -> float:
    """Seconds of RapidsMPF's shuffle."""
    from distributed import wait
    from rapidsmpf.examples.dask import dask_cudf_shuffle
    from rapidsmpf.integrations.dask import bootstrap_dask_cluster

    bootstrap_dask_cluster(client)
    ddf = of_frame(client, n)
    with client.as_current():
        began = time.perf_counter()
        wait(dask_cudf_shuffle(ddf, ["key"], partition_count=ddf.npartitions).persist())
        return time.perf_counter() - began


def by_nccl(client: Any, n: int) -> float:
    """Seconds of the sends and receives of the slowest worker."""
    addresses = sorted(client.nthreads())
    unique = client.run(unique_id, workers=addresses[:1])[addresses[0]]
    running = [
        client.submit(
            all_to_all, unique, i, len(addresses), n, workers=[address], pure=False
        )
        for i, address in enumerate(addresses)
    ]
    return max(client.gather(running))


def unique_id() -> Any:
    from cupy.cuda import nccl

    return nccl.get_unique_id()


def all_to_all(unique: Any, rank: int, of: int, n: int) -> float:
    """Exchange equal parts of n keys with all other workers."""
    import cupy
    from cupy.cuda import nccl

    communicator = nccl.NcclCommunicator(of, unique, rank)
    each = n // of
    here, there = keys(n, rank), cupy.empty(n, np.int64)
    seconds = 0.0
    for _ in range(2):  # the first one connects the devices
        cupy.cuda.Device().synchronize()
        began = time.perf_counter()
        nccl.groupStart()
        for peer in range(of):
            part = here.data.ptr + peer * each * 8, each, nccl.NCCL_INT64, peer, 0
            communicator.send(*part)
            communicator.recv(there.data.ptr + peer * each * 8, *part[1:])
        nccl.groupEnd()
        cupy.cuda.Device().synchronize()
        seconds = time.perf_counter() - began
    own = slice(rank * each, (rank + 1) * each)
    check(bool((there[own] == here[own]).all()), "own part")
    communicator.destroy()
    return seconds


TRANSPORTS: dict[str, Callable[[Any, int], float]] = {
    "tasks": by_tasks,
    "explicit_comms": by_explicit_comms,
    "rapidsmpf": by_rapidsmpf,
    "nccl": by_nccl,
}
