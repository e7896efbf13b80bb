# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The first run on a machine, which compiles: it says so, and hears Ctrl-C and SIGTERM.

Numba compiles in the thread that needs a kernel, and the main thread would wait for it
to end. The process may end at once: only partial files have to be removed before.
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

MESSAGE = "compiling for this processor, in the first run only: about a minute"
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class _Watch(Listener):  # type: ignore[misc]  # Numba has no types
    """Told by Numba when it begins to compile a kernel, not when it loads one."""

    def __init__(self) -> None:
        self.begun = 0
        self.depth = 0  # kernels call others, which are compiled in between

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
    """Say when kernels are compiled, and let signals end that at once; the latter only
    in a process of the command line, and not where Python calls `main`."""
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
