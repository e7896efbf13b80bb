# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Signals are answered while a kernel runs, however long the kernel takes.

Python runs the handler of a signal between two steps of the main thread. So the main
thread never waits inside a kernel: worker threads run the kernels, and the main thread
looks up every `POLL_SECONDS`. A kernel ends early when it finds its stop flag raised.
"""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from cugraph_biclique.bits import kernel
from cugraph_biclique.engine import on_device

POLL_SECONDS = 0.1
LONG_EDGES = 1 << 20  # below this many edges, preparing a graph takes a moment

P = ParamSpec("P")
R = TypeVar("R")


def new_flag() -> np.ndarray:
    """Make a stop flag, not raised: one int64 that threads and kernels share."""
    return np.zeros(1, np.int64)


@intrinsic
def _load_now(typing_context, flag):
    """Read the flag from memory. The compiler may keep the value of a plain load for a
    whole loop, and would never see the flag rise."""

    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.load_atomic(array.data, "monotonic", 8)

    return types.int64(flag), codegen


@kernel
def is_raised(flag):
    """Whether the answer of this kernel is no longer wanted."""
    return _load_now(flag) != 0


def edges_in(G: Any, engine: str) -> int:
    """About how many edges a graph of any accepted kind has; 0 if it has to be taken in
    this thread, as CuPy's current device is that of a thread."""
    if engine != "cpu" or on_device(G):
        return 0
    if isinstance(getattr(G, "nnz", None), int | np.integer):
        return int(G.nnz)
    try:
        return len(G[0]) if isinstance(G, tuple) and G else len(G)
    except TypeError:  # a graph, or what will be refused
        return 0


def interruptible(
    edges: int, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
) -> R:
    """Return ``work(*args, **kwargs)``; signals are answered meanwhile.

    On a graph of many edges a thread of its own does the work. On an interrupt that
    thread runs on to the end of `work`, and its result is dropped. The next call waits
    for the thread: both might compile, and import modules on the way, and each of two
    threads could then hold the lock that the other one waits for.
    """
    if threading.current_thread() is not threading.main_thread():
        return work(*args, **kwargs)
    for end in _left_behind:
        _wait_for(end)
    _left_behind.clear()
    if edges < LONG_EDGES:
        return work(*args, **kwargs)
    context, threads = contextvars.copy_context(), numba.get_num_threads()
    result: list[R] = []
    error: list[BaseException] = []
    ended = threading.Event()  # an interrupted join may take a thread for ended

    def run() -> None:
        numba.set_num_threads(threads)  # of this thread: Numba keeps it by thread
        try:
            result.append(context.run(work, *args, **kwargs))
        except BaseException as raised:  # handed to the thread that waits
            error.append(raised)
        finally:
            ended.set()

    thread = threading.Thread(target=run, daemon=True)
    _left_behind.append(ended)
    try:
        thread.start()
    except RuntimeError:  # there is no memory for one more
        _left_behind.remove(ended)
        raise
    _wait_for(ended)
    _left_behind.remove(ended)
    if error:
        raise error[0]
    return result[0]


_left_behind: list[threading.Event] = []  # of threads whose caller was interrupted


def _wait_for(ended: threading.Event) -> None:
    """Wait for the end of a thread. Signals are answered meanwhile."""
    while not ended.wait(POLL_SECONDS):
        pass
