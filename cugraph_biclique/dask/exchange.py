# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Between two tasks: where arrays rest, who gets which part, and who runs what.

A task cuts its arrays into parts, and the task that needs some of the parts joins them.
If a graph exceeds the memory of the workers, the arrays of devices rest in host memory
between two tasks.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import uuid4

import dask
from distributed import get_client

from cugraph_biclique.host.arrays import array_module, to_host

FEW_WORKERS = 4  # up to here Dask misplaces the tasks of an exchange: see `persisted`
PARTS = 8  # of a piece in one parcel
ADDED = 4  # arrays that one task adds up, on the way to the sum of all


class Where(NamedTuple):
    """Where arrays are while a task runs, and between two tasks."""

    on_device: bool  # while a task runs
    limited: bool  # whether they rest in host memory

    def take(self, arrays: Sequence[Any]) -> tuple[Any, ...]:
        """Return arrays that have rested, as a task needs them."""
        if not self.on_device:
            return tuple(arrays)
        import cupy

        return tuple(map(cupy.asarray, arrays))

    def rest(self, arrays: Sequence[Any]) -> tuple[Any, ...]:
        """Return arrays as they wait for the next task.

        A plain tuple: Dask sends its arrays from device to device.
        """
        return tuple(map(to_host, arrays)) if self.limited else tuple(arrays)


def cut(array: Any, ends: Sequence[int], where: Where) -> list[Any]:
    """Cut an array between consecutive ends."""
    (array,) = where.rest([array])
    return [array[first:end] for first, end in pairwise(ends)]


def joined(parts: Sequence[Any], where: Where) -> Any:
    """Return one array of parts."""
    arrays = where.take(parts)
    return (
        arrays[0] if len(arrays) == 1 else array_module(arrays[0]).concatenate(arrays)
    )


def exchanged(
    pieces: Sequence[Any],
    workers: Sequence[str],
    join: Callable[..., Any],
    arguments: Sequence[tuple[Any, ...]],
) -> list[Any]:
    """Return a task for each of some workers, which runs there and keeps its result:
    number i joins part i of all pieces, which are tasks, too, with its arguments.

    A piece is cut where it is, into parcels of the parts of a few tasks of one worker:
    parcels of single parts would be many more tasks, and those of all tasks of a worker
    would be in its memory as a whole.
    """
    parcels = parcels_for(workers)
    make, hold = dask.delayed(_parcel), dask.delayed(list)
    packed = persisted(*(make(piece, mine) for mine in parcels for piece in pieces))
    n = len(pieces)
    there = [
        hold(packed[first : first + n], dask_key_name=f"parcels-{uuid4().hex}")
        for first in range(0, len(packed), n)
    ]
    there = persisted_on([workers[mine[0]] for mine in parcels], there)
    joins: dict[int, Any] = {}
    for parcel, mine in zip(there, parcels, strict=True):
        for at, i in enumerate(mine):
            name = f"{join.__name__}-{uuid4().hex}"
            joins[i] = dask.delayed(_joined)(
                parcel, at, join, *arguments[i], dask_key_name=name
            )
    return persisted_on(workers, [joins[i] for i in range(len(workers))])


def parcels_for(workers: Sequence[str]) -> list[list[int]]:
    """Group the tasks of each worker, a few in a group."""
    of_worker: dict[str, list[int]] = {}
    for i, worker in enumerate(workers):
        of_worker.setdefault(worker, []).append(i)
    return [
        mine[first : first + PARTS]
        for mine in of_worker.values()
        for first in range(0, len(mine), PARTS)
    ]


def _parcel(piece: Sequence[Any], parts: Sequence[int]) -> list[Any]:
    """Return some parts of a piece."""
    return [piece[i] for i in parts]


def _joined(
    parcels: Sequence[list[Any]], at: int, join: Callable[..., Any], *arguments: Any
) -> Any:
    """Join the parts at one place of all parcels."""
    return join([parcel[at] for parcel in parcels], *arguments)


def added(arrays: Sequence[Any], add: Callable[..., Any], *arguments: Any) -> Any:
    """Return a task that adds up what other tasks return, a few at a time."""
    make = dask.delayed(add)
    while True:
        arrays = [
            make(list(arrays[first : first + ADDED]), *arguments)
            for first in range(0, len(arrays), ADDED)
        ]
        if len(arrays) == 1:
            return arrays[0]


def persisted(*collections: Any, workers: list[str] | None = None) -> list[Any]:
    """Persist collections on `workers`; by default each task runs where its data is.

    With up to four workers, the scheduler mistakes the tasks of an exchange for root
    tasks. It would place these on any worker, with a copy of their data. Tasks with
    named workers are exempt, so this function names all workers.

    Do not pass tasks without inputs: they would wait for a named worker while there is
    none.
    """
    client = get_client()
    if workers is None:
        workers = list(client.nthreads())
        if len(workers) > FEW_WORKERS:
            return client.persist(collections)
    return client.persist(collections, workers=workers, allow_other_workers=True)


def persisted_on(workers: Sequence[str], tasks: Sequence[Any]) -> list[Any]:
    """Run each task on its worker, and keep the result there."""
    made: dict[int, Any] = {}
    for worker in sorted(set(workers)):
        mine = [i for i in range(len(tasks)) if workers[i] == worker]
        there = persisted(*(tasks[i] for i in mine), workers=[worker])
        made.update(zip(mine, there, strict=True))
    return [made[i] for i in range(len(tasks))]


def balance(work: Sequence[float], threads: dict[str, int]) -> list[str]:
    """Choose a worker for each task, the heaviest first: the worker with the least
    work per thread."""
    loads = [(0.0, worker) for worker in sorted(threads)]
    chosen = [""] * len(work)
    for i in sorted(range(len(work)), key=lambda i: -work[i]):
        load, worker = loads[0]
        chosen[i] = worker
        heapq.heapreplace(loads, (load + work[i] / threads[worker], worker))
    return chosen


def evenly(n: int) -> list[str]:
    """Choose a worker for each of n tasks of similar work."""
    return balance([1.0] * n, get_client().nthreads())
