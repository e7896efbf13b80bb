# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C while the command line is being imported, which takes some seconds.

The package imports this module first, which does its work then: without it such a
Ctrl-C shows a traceback.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType

PROGRAM = "cugraph-biclique"
INTERRUPTED = 130  # what a shell reports after Ctrl-C


def end_on_interrupt() -> None:
    """From now on Ctrl-C ends the process at once, if it is one of the command line.
    Programs that import the package keep what they have."""
    name = Path(*sys.argv[:1]).stem
    is_module = name == "-m" and "cugraph_biclique" in sys.orig_argv
    untouched = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if (name == PROGRAM or is_module) and untouched:
        signal.signal(signal.SIGINT, end)


def end(number: int, frame: FrameType | None) -> None:
    """End the process, as a handler of a signal."""
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


end_on_interrupt()
