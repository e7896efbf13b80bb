# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Progress of long work: roots done out of roots in all."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

logger = logging.getLogger("cugraph_biclique")

Progress = bool | Callable[[int, int], None] | None
DELAY_SECONDS = 2.0  # work that is over sooner shows no bar


def check_progress(progress: Progress) -> Progress:
    """Refuse what is neither a switch nor a function."""
    if progress is None or isinstance(progress, bool) or callable(progress):
        return progress
    raise TypeError(
        f"progress must be True, False, None or a function of (done, total), not "
        f"{type(progress).__name__}"
    )


@contextmanager
def reporting(progress: Progress, total: int) -> Iterator[Callable[[int], None]]:
    """A function to call with the number of roots just finished.

    None shows a bar in a terminal and nothing in a pipe; the bar is tqdm's, where it
    is installed.
    """
    done = 0
    if callable(progress):

        def advance(roots: int) -> None:
            nonlocal done
            if roots:
                done += roots
                progress(done, total)

        yield advance
        return
    bar = _bar(total) if progress or (progress is None and _in_terminal()) else None
    if bar is None:
        yield lambda roots: None
        return
    with bar:
        yield lambda roots: bar.update(roots) and None


def _in_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def _bar(total: int) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        logger.info("no progress bar: tqdm is not installed (pip install tqdm)")
        return None
    return tqdm(total=total, unit=" roots", delay=DELAY_SECONDS, leave=False)
