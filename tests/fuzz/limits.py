# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Internal sizes made small, and fences around what kernels write to.

This module alone knows the names. Numba freezes the globals of a kernel, so a size can
be changed only where it is read by Python: each entry of `CPU` and `GPU` is such a one,
and tests/test_fuzz.py checks that it takes effect. A name that is gone is an error.

A fence is a margin of known bytes on both sides of an array. A kernel that writes past
the end of an array damages it, and `check` tells, where the memory of somebody else
would have been overwritten in silence.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import Any
from unittest import mock

import numba
import numpy as np

FENCE = 64  # entries on either side
FILL = 0x5A  # a byte of a fence
FENCED_RECORDS = 1 << 11  # of the output of a state within fences
MOST_FENCED = 600  # arrays: those of a dozen states


class Trespass(AssertionError):
    """A kernel has written where it must not."""


class Fences:
    """The fenced arrays of some states."""

    def __init__(self) -> None:
        self.lock = threading.RLock()  # workers make their states at the same time
        self.margins: dict[int, tuple[str, np.ndarray, np.ndarray]] = {}

    def around(self, state: Any, name: str = "state") -> Any:
        """The same named tuple with all its arrays within fences."""
        if isinstance(state, tuple):
            fields = zip(state._fields, state, strict=True)
            return type(state)(*(self.around(v, f"{name}.{f}") for f, v in fields))
        return self.fenced(state, name)

    def fenced(self, array: np.ndarray, name: str) -> np.ndarray:
        """The array as part of a larger one."""
        known = self.margins.get(id(array))
        if known and known[2] is array:
            return array
        margin = FENCE * array.itemsize
        memory = np.full(array.nbytes + 2 * margin, FILL, np.uint8)
        inside = memory[margin : margin + array.nbytes].view(array.dtype)
        inside = inside.reshape(array.shape)
        inside[...] = array
        with self.lock:
            self.margins[id(inside)] = name, memory, inside
        return inside

    def forget_old_ones(self) -> None:
        """Check the older half of many: some relations make a state for each root."""
        with self.lock:
            if len(self.margins) > MOST_FENCED:
                old = list(self.margins)[: MOST_FENCED // 2]
                self.check(old)
                for key in old:
                    del self.margins[key]

    def check(self, keys: list[int] | None = None) -> None:
        """Find a damaged fence."""
        for key in list(self.margins) if keys is None else keys:
            name, memory, inside = self.margins[key]
            margin = FENCE * inside.itemsize
            ends = memory[:margin], memory[len(memory) - margin :]
            for side, end in zip(("before", "behind"), ends, strict=True):
                if (end != FILL).any():
                    raise Trespass(f"a kernel wrote {side} {name}")


def set_to(module: str, name: str) -> Callable[[Any, Fences], Any]:
    """A limit that is a name of a module, or of a class in it."""

    def patch(value: Any, fences: Fences) -> Any:
        owner = import_module(f"cugraph_biclique.{module}")
        *inner, last = name.split(".")
        for part in inner:
            owner = getattr(owner, part)
        return mock.patch.object(owner, last, value)

    return patch


def kept_jobs(value: int, fences: Fences) -> Any:
    """The number of jobs whose results are stored one by one."""
    owner = import_module("cugraph_biclique.backends.cpu")
    kept = owner.ON_CORES._replace(most=value, fewest=value)
    return mock.patch.object(owner, "ON_CORES", kept)


def nanoseconds(module: str, *names: str) -> Callable[[Any, Fences], Any]:
    """A limit that is one or more times in seconds."""

    def patch(value: int, fences: Fences) -> Any:
        owner = import_module(f"cugraph_biclique.{module}")
        return mock.patch.multiple(owner, **dict.fromkeys(names, value * 1e-9))

    return patch


def one_of(module: str, *sizes: str) -> Callable[[Any, Fences], Any]:
    """A limit that is one or more fields of a module's `LIMITS`."""

    def patch(value: Any, fences: Fences) -> Any:
        owner = import_module(f"cugraph_biclique.{module}")
        limits = owner.LIMITS._replace(**dict.fromkeys(sizes, value))
        return mock.patch.object(owner, "LIMITS", limits)

    return patch


def made_smaller(module: str, maker: str, shrink: Callable[[Any, int], Any]) -> Any:
    """A limit that changes what a function returns."""

    def patch(value: int, fences: Fences) -> Any:
        owner = import_module(f"cugraph_biclique.{module}")
        make = getattr(owner, maker)
        return mock.patch.object(owner, maker, lambda *args: shrink(make(*args), value))

    return patch


def smaller_rows(state: Any, factor: int) -> Any:
    n = factor * len(state.rows.found)
    rows = state.rows._replace(
        bits=np.empty(n, np.uint64), weight=np.empty(n, np.int32)
    )
    return state._replace(rows=rows)


def smaller_matrix(state: Any, entries: int) -> Any:
    matrix = state.matrix._replace(
        bits=np.empty(entries, np.uint64),
        ints=np.empty(entries, np.int32),
        level=state.matrix.level[:1].copy(),
    )
    return state._replace(matrix=matrix)


def smaller_count(state: Any, factor: int) -> Any:
    n = factor * len(state.mask) + 8
    return state._replace(bits=np.empty(n, np.uint64), weight=np.empty(n, np.int64))


def smaller_wide(state: Any, entries: int) -> Any:
    if state.control[state_of_count().WHOLE]:
        return state  # the matrix is as large as the graph
    return state._replace(wide=np.empty(entries, np.uint64))


def state_of_count() -> Any:
    return import_module("cugraph_biclique.counting.cpu.state")


SEARCH, COUNT = "search.cpu", "counting.cpu"
WORKER = "search.cpu.worker"
STATE, PARQUET = "search.cpu.state", "results.parquet"
JOBS, THREADS = "preparation.jobs", "host.workers"
EXPAND, SUBTREES = "search.gpu.narrow.expand", "search.gpu.narrow.subtrees"
WIDE_LISTS, MARKED = "search.gpu.wide.lists", "search.gpu.roots.marked"

# What each limit may be set to, and how
CPU: dict[str, tuple[list[int], Callable[[Any, Fences], Any]]] = {
    "output_records": ([4, 5, 6, 7, 9, 16, 40], set_to(STATE, "OUTPUT_RECORDS")),
    "output_members": ([1, 64, 300], set_to(STATE, "OUTPUT_MEMBERS")),
    "row_arena": ([1, 2, 4], made_smaller(SEARCH, "new_state", smaller_rows)),
    "matrix_arena": ([1, 100, 1000], made_smaller(SEARCH, "new_state", smaller_matrix)),
    "steps": ([1, 2, 3, 17], set_to(WORKER, "STEPS")),
    "matrix_bytes": ([0, 500, 3000, 20_000], set_to(WORKER, "MATRIX_BYTES")),
    "waiting_bytes": ([1, 1000], set_to(THREADS, "WAITING_BYTES")),
    "jobs_per_thread": ([1, 2, 7, 200], set_to(JOBS, "JOBS_PER_THREAD")),
    "most_parts": ([1, 2, 3, 1000], set_to(JOBS, "MOST_PARTS")),
    "least_work": ([1, 30, 1000], set_to(JOBS, "LEAST_WORK")),
    "worth_nanoseconds": (
        [1, 10**9], nanoseconds(THREADS, "WORTH_SECONDS", "LOOK_SECONDS")),
    "job_nanoseconds": ([1, 10**4], nanoseconds(THREADS, "JOB_SECONDS")),
    "kept_jobs": ([1, 3, 96], kept_jobs),
    "records_per_job": ([1, 3, 50], set_to("results.cpu.members", "RECORDS_PER_JOB")),
    "worth_threads": ([1], set_to("graph.csr", "WORTH_THREADS")),
    "rows_per_file": ([40, 200], set_to(PARQUET, "PartWriter.rows_per_file")),
    "rows_per_group": ([7, 30], set_to(PARQUET, "ROWS_PER_GROUP")),
    "at_once": ([1, 7], set_to("results.result", "BICLIQUES_AT_ONCE")),
    "count_steps": ([1, 2, 5], set_to(COUNT, "STEPS")),
    "count_arena": ([1, 2, 4], made_smaller(COUNT, "new_state", smaller_count)),
    "count_wide": ([1, 64], made_smaller(COUNT, "new_state", smaller_wide)),
    "summable": ([1, 20], set_to("counting.cpu.state", "SUMMABLE")),
    "many_sums": ([1, 3], set_to("counting.binomials", "MANY_SUMS")),
    "list_threads": ([1, 30], set_to("listing.cpu", "WORTH_THREADS")),
    "most_wedges": ([1, 40, 1000], set_to("listing.growing", "MOST_WEDGES")),
}  # fmt: skip

GPU: dict[str, tuple[list[int], Callable[[Any, Fences], Any]]] = {
    "pool_rows": (
        [4, 12, 40, 100, 600], one_of("search.gpu", "least_rows", "most_rows")),
    "first_records": ([1, 20], one_of("search.gpu", "first_records")),
    "most_records": ([3, 25], one_of("search.gpu", "most_records")),
    "spare_records": ([0, 3, 1 << 20], one_of("search.gpu", "spare_records")),
    "part_records": ([1, 30], one_of("search.gpu", "part_records")),
    "least_divided": ([1, 5], one_of("search.gpu", "least_divided")),
    "first_roots": ([1, 4], set_to("search.gpu.host.part_sizes", "FIRST_ROOTS")),
    "levels_at_once": ([1, 2], one_of("search.gpu", "rounds_at_once")),
    "wide_degree": ([0, 5], one_of("search.gpu", "wide_degree")),
    "donated_levels": ([0, 1], one_of("search.gpu", "most_levels")),
    "many_turns": ([1, 3], set_to("device.rounds", "MANY_ROUNDS")),
    "few_looks": ([0, 1], set_to("device.rounds", "FEW_LOOKS")),
    "most_children": ([1, 30], one_of("search.gpu", "most_children")),
    "members_each": ([1, 4], one_of("search.gpu", "members_each")),
    "pairs_each": ([0, 1], one_of("search.gpu", "pairs_each")),
    "on_cores": ([1, 3], set_to("search.gpu.host.cpu_fallback", "PARTS")),
    "pool_words": (
        [4, 30, 100, 1000], one_of("counting.gpu", "least_words", "most_words")),
    "many_steps": ([0], one_of("counting.gpu", "many_steps")),
    "many_looks": ([0, 2], one_of("counting.gpu", "many_looks")),
    "turns_at_once": ([1, 2], one_of("counting.gpu", "rounds_at_once")),
    "few_members": ([1], one_of("counting.gpu", "few_members")),
    "rounds": ([0, 1, 2], set_to("results.gpu.members", "MOST_ROUNDS")),
    "checked": ([1], set_to("results.gpu.members", "CHECKED")),
    "matrix_columns": ([0], set_to("results.gpu.adjacency", "MOST_COLUMNS")),
    "list_room": ([0, 3], set_to("results.gpu.swept", "ROOM")),
    "left_out": ([1, 5], set_to("listing.gpu", "LONG")),
}  # fmt: skip

# In the simulator kernels are Python, and read their globals anew.
SIMULATED: dict[str, tuple[list[int], Callable[[Any, Fences], Any]]] = {
    "most_excluded": ([-1, 0, 4], set_to(EXPAND, "MOST_EXCLUDED")),
    "table_members": ([0, 2, 5], set_to(EXPAND, "MOST_MEMBERS")),
    "listed_candidates": ([1, 5], set_to(EXPAND, "MOST_CANDIDATES")),
    "listed_weight": ([0, 1], set_to(SUBTREES, "MOST_WEIGHT")),
    "few_rows": ([0, 3], set_to("search.gpu.narrow.excluded", "FEW_ROWS")),
    "donation_interval": ([1, 4], set_to(SUBTREES, "DONATION_INTERVAL")),
    "nodes_per_warp": ([1, 20], set_to(SUBTREES, "NODES_PER_WARP")),
    "probes": ([1], set_to("search.gpu.roots.rows", "PROBES")),
    "few_shared": ([1], set_to("results.gpu.universes", "SHARED")),
    "listed": ([0, 9], set_to("results.gpu.universes", "LISTED")),
    "by_warp": ([0], set_to("results.gpu.by_lane", "MANY")),
    "heavy_words": ([0, 9], set_to("search.gpu.wide.maximality", "HEAVY_WORDS")),
    "long_list": ([0, 10], set_to(WIDE_LISTS, "LONG_LIST")),
    "long_if_few": ([0, 10], set_to(WIDE_LISTS, "LONG_IF_FEW")),
    "few_children": ([0], set_to("search.gpu.wide.search", "FEW_CHILDREN")),
    "many": ([0, 8], set_to(MARKED, "MANY")),
    "few_columns": ([1, 4], set_to(MARKED, "FEW_COLUMNS")),
    "most_swept": ([1, 30], set_to("search.gpu.roots.rows", "MOST_SWEPT")),
    "full_sets": ([1, 50], set_to("counting.gpu.full_rows", "MOST_SETS")),
    "warp_rows": ([2, 5], set_to("counting.gpu.rows", "WARP_ROWS")),
    "subset_rows": ([0, 2], set_to("counting.gpu.expand", "SUBSET_ROWS")),
    "flush_after": ([0], set_to("counting.gpu.rows", "FLUSH_AFTER")),
    "tallied": ([0], set_to("counting.gpu.roots", "TALLIED_AT_MOST")),
}

FENCED = [(SEARCH, "new_state"), (SEARCH, "grown"), (COUNT, "new_state"),
          (COUNT, "grown")]  # fmt: skip


@contextmanager
def shrunk(limits: dict[str, int], fences: bool = True) -> Iterator[None]:
    """Within it the limits hold, and kernels on the cores write within fences."""
    around = Fences()
    with ExitStack() as patches:
        for name, value in limits.items():
            _, patch = (CPU | GPU | SIMULATED)[name]
            patches.enter_context(patch(value, around))
        if fences and "output_records" not in limits:  # less to fill and to look at
            patches.enter_context(CPU["output_records"][1](FENCED_RECORDS, around))
        if fences and "output_members" not in limits:
            patches.enter_context(CPU["output_members"][1](FENCED_RECORDS, around))
        for module, function in FENCED if fences else []:
            patches.enter_context(_fence(module, function, around))
        yield
    around.check()


def _fence(module: str, function: str, around: Fences) -> Any:
    owner = import_module(f"cugraph_biclique.{module}")
    make = getattr(owner, function)

    def fenced(*args: Any) -> Any:
        around.forget_old_ones()
        return around.around(make(*args))

    return mock.patch.object(owner, function, fenced)


def of_engine(engine: str) -> dict[str, tuple[list[int], Any]]:
    """The limits that an engine has here."""
    if engine == "cpu":
        return CPU
    return CPU | GPU | (SIMULATED if numba.config.ENABLE_CUDASIM else {})
