# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C and SIGTERM, from the first moment on: this module loads nothing of ours."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

# What a shell reports after Ctrl-C, and after SIGTERM
INTERRUPTED = 128 + signal.SIGINT
TERMINATED = 128 + signal.SIGTERM


class Terminated(BaseException):
    """SIGTERM, which unwinds the program as Ctrl-C does."""


def end(number: int, frame: FrameType | None) -> None:
    """End the process, as a handler of a signal, without unfinished files."""
    if files := sys.modules.get("cugraph_biclique.datasets.whole_files"):
        files.discard_unfinished()
    os.write(2, b"interrupted\n" if number == signal.SIGINT else b"terminated\n")
    os._exit(128 + number)
