# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Launches: packed arguments, CuPy's streams, and CUDA graphs of many launches."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from cugraph_biclique.device.arrays import xp
from cugraph_biclique.device.simt import SIMULATED, SMALL, THREADS, WARP

if xp is not np:
    from cupy_backends.cuda.api import driver as _driver

ALL_AT_ONCE = -1
SPIN_SECONDS = 0.005  # for kernels that take less, every microsecond counts


def wait() -> None:
    """Wait for the kernels launched so far. Python answers signals meanwhile; in a copy
    to the host, which waits as well, it would not."""
    if SIMULATED:
        return
    done = xp.cuda.Event(disable_timing=True)
    done.record()
    began = time.perf_counter()
    while not done.done:
        if time.perf_counter() - began > SPIN_SECONDS:
            time.sleep(SPIN_SECONDS / 10)


def tell_kernels(control: Any, entries: dict[int, int]) -> None:
    """Write entries of `control` while kernels read it, until all of them have ended.
    That takes a second stream: the current one is busy, and may reset `control` yet."""
    if SIMULATED:
        return
    done = xp.cuda.Event(disable_timing=True)
    done.record()
    aside = xp.cuda.Stream(non_blocking=True)
    while not done.done:
        for entry, value in entries.items():
            control[entry : entry + 1].set(np.array([value], np.int64), stream=aside)
        aside.synchronize()
        time.sleep(SPIN_SECONDS)


def multiprocessors() -> int:
    """Multiprocessors of the device."""
    if SIMULATED:
        return 1
    return xp.cuda.Device().attributes["MultiProcessorCount"]


def blocks_for(warps: int) -> int:
    """Blocks for a kernel with a warp an item, that strides over the items."""
    return max(1, min(-(-warps * WARP // SMALL), 32 * multiprocessors()))


class Packed:
    """An argument of launches, or several, as the words of Numba's calling convention.

    Pack what many launches take once: listing its words takes longer than a launch.
    """

    def __init__(self, argument: Any) -> None:
        self.argument = argument
        kinds: list[Any] = []
        words: list[int] = []
        if not SIMULATED:
            _flatten(argument, kinds, words)
        self.kinds = tuple(kinds)
        self.words = array("q", words)
        where, n = self.words.buffer_info()
        self.places = array("q", range(where, where + 8 * n, 8))


def launch(function: Any, blocks: int, *args: Any) -> None:
    """Launch a kernel on CuPy's current stream.

    ALL_AT_ONCE for `blocks` means as many as run at the same time. Integers are passed
    as int64, arrays must be contiguous. Numba's own launch takes ten times as long for
    kernels with many arrays, longer than most of ours run. So the words that its
    calling convention asks for are put together here.
    """
    if SIMULATED:
        args = tuple(a.argument if isinstance(a, Packed) else a for a in args)
        blocks = 2 if blocks == ALL_AT_ONCE else min(blocks, 2)
        function[blocks, THREADS](*args)
        return
    threads = function.targetoptions["launch_bounds"][0]
    held = [a if isinstance(a, Packed) else Packed(a) for a in args]
    key = (function, xp.cuda.runtime.getDevice(), *(a.kinds for a in held))
    if key not in _compiled:
        _compiled[key] = _compile(function, held)
    if blocks == ALL_AT_ONCE:
        blocks = blocks_at_once(function)
    places = array("q")
    for argument in held:
        places += argument.places
    _driver.launchKernel(
        _compiled[key], blocks, 1, 1, threads, 1, 1, 0,
        xp.cuda.get_current_stream().ptr, places.buffer_info()[0], 0,
    )  # fmt: skip


def captured(launches: Callable[[], None]) -> Callable[[], None]:
    """The same launches as one of the host's, for which all of them together take as
    long as one does: a CUDA graph, if there is memory for it. Their kernels must be
    compiled."""
    if SIMULATED:
        return launches
    stream = xp.cuda.Stream(non_blocking=True)
    try:
        with stream:
            stream.begin_capture()
            try:
                launches()
            finally:
                graph = stream.end_capture()
    except xp.cuda.runtime.CUDARuntimeError:
        return launches
    return lambda: graph.launch(xp.cuda.get_current_stream())


_compiled: dict[tuple[Any, ...], int] = {}


def blocks_at_once(function: Any) -> int:
    """Blocks of a kernel that has been launched that run at the same time."""
    if SIMULATED:
        return 2
    if function not in _blocks_at_once:
        handle = next(code for key, code in _compiled.items() if key[0] is function)
        threads = function.targetoptions["launch_bounds"][0]
        _blocks_at_once[function] = (
            _driver.occupancyMaxActiveBlocksPerMultiprocessor(handle, threads, 0)
            * multiprocessors()
        )
    return _blocks_at_once[function]


_blocks_at_once: dict[Any, int] = {}


def _flatten(argument: Any, kinds: list[Any], words: list[int]) -> None:
    """Append what an argument is, and the words that Numba's kernels take for it."""
    if isinstance(argument, tuple):
        for item in argument:
            _flatten(item, kinds, words)
    elif isinstance(argument, xp.ndarray):
        if not argument.flags.c_contiguous:
            raise AssertionError("a kernel takes contiguous arrays only")
        kinds += (argument.dtype.char, argument.ndim)
        words += (0, 0, argument.size, argument.itemsize, argument.data.ptr)
        words += argument.shape
        words += argument.strides
    else:
        kinds.append("")
        words.append(int(argument))


def _compile(function: Any, held: list[Packed]) -> int:
    """The function of the driver for these types."""
    compiled = function.compile(tuple(_type_of(a.argument) for a in held))
    return int(compiled._codelibrary.get_cufunc().handle)


def _type_of(argument: Any) -> Any:
    """The type of an argument to the compiler."""
    if isinstance(argument, tuple):
        return types.NamedTuple(tuple(map(_type_of, argument)), type(argument))
    if isinstance(argument, xp.ndarray):
        return types.Array(from_dtype(argument.dtype), argument.ndim, "C")
    return types.int64
