# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Handle signals such as Ctrl-C while a kernel runs.

Python runs signal handlers between two bytecodes of the main thread. So worker threads
run the kernels, and the main thread wakes up every `POLL_SECONDS`. A kernel returns
early when it finds its stop flag raised.
"""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from cugraph_biclique.host.bits import kernel

POLL_SECONDS = 0.1
LONG_EDGES = 1 << 20  # smaller graphs are prepared too fast to need an interrupt

P = ParamSpec("P")
R = TypeVar("R")


def new_flag() -> np.ndarray:
    """Make a stop flag, not raised: one int64 that threads and kernels share."""
    return np.zeros(1, np.int64)


@intrinsic
def _load_now(typing_context, flag):
    """Read the flag from memory, atomically. The compiler may hoist a plain load out of
    a loop, and the loop would never see the flag change."""

    def codegen(context, builder, signature, args):
        array = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.load_atomic(array.data, "monotonic", 8)

    return types.int64(flag), codegen


@kernel
def is_raised(flag):
    """Whether this kernel should stop: its result is no longer needed."""
    return _load_now(flag) != 0


class Stopped(Exception):
    """A stop flag is raised: the caller no longer waits for the results."""


def check_flag(flag: np.ndarray | None) -> None:
    """Raise `Stopped` on the host if there is a flag, and it is raised."""
    if flag is not None and flag[0]:
        raise Stopped


def interruptible(
    edges: int, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
) -> R:
    """Return ``work(*args, **kwargs)``, and handle signals meanwhile.

    From `LONG_EDGES` edges on, a separate thread does the work. After an interrupt that
    thread runs to the end of `work`, and its result is dropped. The next call waits for
    the thread. Otherwise both threads might compile and import modules, and deadlock on
    the locks of the compiler and of the imports.
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
    ended = threading.Event()  # an interrupted join may report a live thread as ended

    def run() -> None:
        numba.set_num_threads(threads)  # Numba's setting is local to a thread
        try:
            result.append(context.run(work, *args, **kwargs))
        except BaseException as raised:  # the waiting thread raises it
            error.append(raised)
        finally:
            ended.set()

    thread = threading.Thread(target=run, daemon=True)
    _left_behind.append(ended)
    try:
        thread.start()
    except RuntimeError:  # no memory for another thread
        _left_behind.remove(ended)
        raise
    _wait_for(ended)
    _left_behind.remove(ended)
    if error:
        raise error[0]
    return result[0]


_left_behind: list[threading.Event] = []  # of threads whose caller was interrupted


def _wait_for(ended: threading.Event) -> None:
    """Wait for the end of a thread, and handle signals meanwhile."""
    while not ended.wait(POLL_SECONDS):
        pass
