# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Handlers of Ctrl-C and SIGTERM. This module imports nothing of the package, so that
they work from the start."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

# Exit statuses that a shell reports after Ctrl-C, and after SIGTERM
INTERRUPTED = 128 + signal.SIGINT
TERMINATED = 128 + signal.SIGTERM


class Terminated(BaseException):
    """Raised on SIGTERM, to unwind the program as Ctrl-C does."""


def end(number: int, frame: FrameType | None) -> None:
    """Signal handler that removes unfinished files, and ends the process."""
    if files := sys.modules.get("cugraph_biclique.datasets.whole_files"):
        files.discard_unfinished()
    os.write(2, b"interrupted\n" if number == signal.SIGINT else b"terminated\n")
    os._exit(128 + number)
