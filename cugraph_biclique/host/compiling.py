# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Report once per process that kernels are compiled, which may take long.

Numba tells a listener when it compiles a kernel, but not when it loads one from the
cache. After a second of compilation, the logger ``cugraph_biclique.compiling`` gets a
warning, with the seconds of the last process that compiled here, if they are known. If
no other handler takes the record, it is one line on standard error. The standard
configuration of `logging` redirects or silences it, and so does a call with
``progress=False``. Child processes, such as the workers of Dask or of a pool, only log.
"""

from __future__ import annotations

import logging
import multiprocessing
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.event import Listener, register

from cugraph_biclique.host import last_compilation
from cugraph_biclique.host.interrupt_holding import release

logger = logging.getLogger("cugraph_biclique.compiling")  # a public name

PACKAGE = __name__.partition(".")[0]
ALL_TAKE = "about two minutes"  # on two cores, to compile everything
USUALLY = "about half a minute"  # of the kernels that a first search or count needs
QUIET_SECONDS = 1.0  # of compilation; less is not worth a message
MESSAGE = "compiling for this %s, %s: %s for a search%s"
FIRST = "each kernel once (cugraph-biclique warm compiles all)"
EACH = "in each run, as no folder for caches is writable"
KEPT_SECONDS = 1.0  # of compilation in a process; less is not kept for later ones
LOAD_SECONDS = 0.2  # that a kernel of the GPU engine needs at most if it is cached


class NotCompiled(Exception):
    """A kernel is not in the cache, and `forbidden` forbids to compile it."""


class _Watch(Listener):  # type: ignore[misc]  # Numba has no types
    """The compilations of this process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()  # each device may compile in a thread
        self.depth = 0  # above 1 while a callee of a kernel is compiled
        self.began = 0.0
        self.spent = 0.0  # seconds of the compilations that have ended
        self.number = 0  # of kernels compiled, without their callees
        self.said = False
        self.forbids = False
        self.is_cached = True  # whether the next process loads what is compiled
        self.progress = True  # whether the last call may write to standard error

    def on_start(self, event: Any) -> None:
        dispatcher = (event.data or {}).get("dispatcher")
        function = getattr(dispatcher, "py_func", None)
        module = str(getattr(function, "__module__", ""))
        if self.depth or module.partition(".")[0] == PACKAGE:
            release()  # a compilation may take long
            if self.forbids:
                raise NotCompiled(f"{module}.{getattr(function, '__name__', '')}")
            self.start("processor")

    def on_end(self, event: Any) -> None:
        if self.depth:
            self.end()

    def start(self, device: str) -> None:
        """Begin a compilation, or that of a callee."""
        with self.lock:
            now = time.perf_counter()
            if not self.depth:
                self.began = now
                self.number += 1
            self.depth += 1
            says = not self.said and self.spent + now - self.began >= QUIET_SECONDS
            self.said |= says
        if says:
            when = FIRST if self.is_cached else EACH
            logger.warning(MESSAGE, device, when, USUALLY, last_time())

    def end(self) -> None:
        """End the last compilation that has begun."""
        with self.lock:
            self.depth -= 1
            if not self.depth:
                self.spent += time.perf_counter() - self.began
            is_worth_keeping = not self.depth and self.spent >= KEPT_SECONDS
        if is_worth_keeping:
            last_compilation.keep(self.spent)


def last_time() -> str:
    """What a message says of the last process that compiled kernels here."""
    seconds = last_compilation.seconds()
    return "" if seconds is None else f", {seconds:.0f} s here the last time"


class _LastResort(logging.Handler):
    """Handler that writes to standard error what no other handler takes."""

    def emit(self, record: logging.LogRecord) -> None:
        if is_last_resort() and watch.progress and sys.stderr is not None:
            print(f"{PACKAGE}: {record.getMessage()}", file=sys.stderr, flush=True)


def is_last_resort() -> bool:
    """Whether the program has configured no handler for the record, and is no child of
    another Python process."""
    if multiprocessing.parent_process() is not None:
        return False
    place: logging.Logger | None = logger
    while place is not None:
        for handler in place.handlers:
            if not isinstance(handler, _LastResort | logging.NullHandler):
                return False
        place = place.parent if place.propagate else None
    return True


def seconds() -> float:
    """Seconds of the compilations of this process that have ended."""
    return watch.spent


def at_work() -> bool:
    """Whether a kernel is compiled at this moment."""
    return watch.depth > 0


@contextmanager
def on_device() -> Iterator[None]:
    """Note that a kernel of the GPU engine is compiled, or loaded from the cache: the
    CUDA compiler tells no listener."""
    before = watch.spent
    watch.start("GPU")
    try:
        yield
    finally:
        watch.end()
        if watch.spent - before < LOAD_SECONDS:
            watch.spent = before


@contextmanager
def forbidden() -> Iterator[None]:
    """Raise `NotCompiled` where a kernel has to be compiled."""
    before, watch.forbids = watch.forbids, True
    try:
        yield
    finally:
        watch.forbids = before


watch = _Watch()
register("numba:compile", watch)
logger.addHandler(_LastResort())
