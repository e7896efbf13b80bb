# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Hold Ctrl-C and SIGTERM while a compiled kernel is loaded, which takes milliseconds.

A load runs Python functions that libraries call from C. If a signal handler raises an
exception in such a function, the library drops it, or Python reports a `SystemError`.
So the signals are noted, and handled once the kernel is loaded. A compilation takes
seconds, and is not held: its start ends the hold.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)

_handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}  # while they wait
_came: list[tuple[int, FrameType | None]] = []


@contextmanager
def signals_held() -> Iterator[None]:
    """Context during which no signal handler of Python runs, or until `release`.

    Other threads run no handlers, so only the main thread needs a hold. Holds may be
    nested: the outer one ends all.
    """
    if _handlers or threading.current_thread() is not threading.main_thread():
        yield
        return
    try:
        for number in SIGNALS:
            handler = signal.getsignal(number)
            if callable(handler):  # none of the system's, and none from C
                _handlers[number] = handler
                signal.signal(number, _note)
        yield
    finally:
        release()


def release() -> None:
    """End the hold, if there is one, and handle the signals that came meanwhile."""
    if not _handlers or threading.current_thread() is not threading.main_thread():
        return
    # A signal may come at any moment, and its handler may raise an exception.
    with ExitStack() as stack:
        stack.callback(_handle)
        for number in _handlers:
            stack.callback(_restore, number)


def _restore(number: int) -> None:
    try:
        signal.signal(number, _handlers[number])
    finally:
        del _handlers[number]


def _handle() -> None:
    """Call the handler of each signal that came, once, as Python does."""
    came = dict(_came)
    _came.clear()
    with ExitStack() as stack:
        for number, frame in came.items():
            handler = signal.getsignal(number)
            if callable(handler):
                stack.callback(handler, number, frame)


def _note(number: int, frame: FrameType | None) -> None:
    _came.append((number, frame))


def protected(load: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function of Numba that loads or compiles a kernel.

    A `SystemError` that Ctrl-C causes during a compilation becomes a
    `KeyboardInterrupt` again.
    """

    @wraps(load)
    def loaded(*args: Any, **options: Any) -> Any:
        try:
            with signals_held():
                return load(*args, **options)
        except SystemError as error:
            if _is_interrupt(error):
                raise KeyboardInterrupt from error
            raise

    return loaded


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether a `KeyboardInterrupt` is the cause of an error."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False
