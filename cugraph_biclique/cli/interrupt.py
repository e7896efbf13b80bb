# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, from the first moment on: this module loads nothing."""

from __future__ import annotations

import os
from types import FrameType

INTERRUPTED = 130  # what a shell reports after Ctrl-C


def end(number: int, frame: FrameType | None) -> None:
    """End the process, as a handler of a signal."""
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)
