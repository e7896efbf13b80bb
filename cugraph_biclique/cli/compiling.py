# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C and SIGTERM during the compilation of the first run on a machine.

Numba compiles in the thread that needs a kernel, and a normal interrupt would wait for
that thread. So a signal during compilation ends the process at once, after partial
files are removed.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from cugraph_biclique.cli.interrupt import Terminated, end
from cugraph_biclique.host import compiling

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def _interrupted(number: int, frame: FrameType | None) -> None:
    """Handle Ctrl-C or SIGTERM."""
    if compiling.at_work():
        end(number, frame)
    raise KeyboardInterrupt if number == signal.SIGINT else Terminated


@contextmanager
def watching_compilation(quiet: bool = False) -> Iterator[None]:
    """Let signals end a compilation at once; if `quiet`, do not say that it begins.

    The signal handlers change only if `run` has installed its own, and not if a Python
    program calls `main`.
    """
    ours = [number for number in SIGNALS if signal.getsignal(number) is end]
    for number in ours:
        signal.signal(number, _interrupted)
    before = compiling.watch.progress
    compiling.watch.progress = before and not quiet
    try:
        yield
    finally:
        compiling.watch.progress = before
        for number in ours:
            signal.signal(number, end)
