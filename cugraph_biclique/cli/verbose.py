# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""``-v``: show the package's log on standard error."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from cugraph_biclique.cli.terminal import for_stream

LEVELS = (logging.INFO, logging.DEBUG)  # of -v and of -vv
FORMAT = "%(asctime)s %(levelname)s %(message)s"


class _Handler(logging.StreamHandler[TextIO]):
    """A log handler that writes above a progress bar, if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the text of a record; a terminal gets no control characters."""
        return for_stream(super().format(record), sys.stderr)

    def emit(self, record: logging.LogRecord) -> None:
        bars = sys.modules.get("tqdm")  # without tqdm imported, there is no bar
        if bars is None:
            super().emit(record)
        else:
            bars.tqdm.write(self.format(record), file=sys.stderr)


@contextmanager
def logging_to_stderr(verbose: int) -> Iterator[None]:
    """Show the log while a command runs, unless `verbose` is 0."""
    if not verbose:
        yield
        return
    logger = logging.getLogger("cugraph_biclique")
    before = logger.level
    handler = _Handler(sys.stderr)
    handler.setFormatter(logging.Formatter(FORMAT, datefmt="%H:%M:%S"))
    logger.addHandler(handler)
    logger.setLevel(LEVELS[min(verbose, len(LEVELS)) - 1])
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
