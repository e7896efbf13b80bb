# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compilation in the first run on a machine: a message, Ctrl-C and SIGTERM.

Numba compiles in the thread that needs a kernel, and a normal interrupt would wait for
that thread. So a signal during compilation ends the process at once, after partial
files are removed.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from numba.core.event import Listener, install_listener

from cugraph_biclique.cli.interrupt import Terminated, end

MESSAGE = "compiling for this processor: about a minute, in the first run only"
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _Watch(Listener):  # type: ignore[misc]  # Numba has no types
    """Listener that Numba calls when it compiles a kernel, but not when it loads one
    from the cache."""

    def __init__(self) -> None:
        self.begun = 0
        self.depth = 0  # above 1 while a callee of a kernel is compiled

    def on_start(self, event: Any) -> None:
        self.begun += 1
        self.depth += 1
        if self.begun == 1 and sys.stderr.isatty():
            print(MESSAGE, file=sys.stderr)

    def on_end(self, event: Any) -> None:
        self.depth -= 1

    def interrupted(self, number: int, frame: FrameType | None) -> None:
        """Handle Ctrl-C or SIGTERM."""
        if self.depth:
            end(number, frame)
        raise KeyboardInterrupt if number == signal.SIGINT else Terminated


@contextmanager
def watching_compilation() -> Iterator[None]:
    """Print a message when compilation begins, and let signals end it at once.

    The signal handlers change only if `run` has installed its own, and not if a Python
    program calls `main`.
    """
    watch = _Watch()
    ours = [number for number in SIGNALS if signal.getsignal(number) is end]
    with install_listener("numba:compile", watch):
        for number in ours:
            signal.signal(number, watch.interrupted)
        try:
            yield
        finally:
            for number in ours:
                signal.signal(number, end)
