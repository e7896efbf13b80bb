# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Progress of long work: roots done out of roots in all, and what they have yielded.

A bar promises no time of arrival, nor a percentage. Roots stand in ascending order of
degree, and the search below one may take as long as that below all others: neither
their number nor the work that is predicted for them tells how much is left.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from typing import Any

logger = logging.getLogger(__name__)

Progress = bool | Callable[[int, int], None] | None
DELAY_SECONDS = 2.0  # work that is over sooner shows no bar
DRAW_SECONDS = 0.5
BAR = "{desc} |{bar}| {n:,} of {total:,} roots [{elapsed}{postfix}]"
INSTALL = "pip install tqdm"


def check_progress(progress: Progress) -> Progress:
    """Refuse what is neither a switch nor a function."""
    if progress is None or isinstance(progress, bool) or callable(progress):
        return progress
    raise TypeError(
        f"progress must be True, False, None or a function of (done, total), not "
        f"{type(progress).__name__}"
    )


class Tracker:
    """Adds up what is done. To be called with the roots that are just finished, the
    bicliques that are just found, or both; with bicliques alone by any thread."""

    def __init__(self, total: int, shows_found: bool = False) -> None:
        self.total = total
        self.shows_found = shows_found
        self.done = 0
        self.found = 0
        self._adding = threading.Lock()

    def __call__(self, roots: int = 0, found: int = 0) -> None:
        with self._adding:
            self.done += roots
            self.found += found

    def counting(self, take: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """The same function, whose argument is counted as found."""

        def counted(records: Sized) -> Any:
            self(found=len(records))
            return take(records)

        return counted


class _Calls(Tracker):
    """Tells a function of the caller when roots are finished."""

    def __init__(self, total: int, call: Callable[[int, int], None]) -> None:
        super().__init__(total)
        self.call = call

    def __call__(self, roots: int = 0, found: int = 0) -> None:
        super().__call__(roots, found)
        if roots:
            self.call(self.done, self.total)


@contextmanager
def reporting(
    progress: Progress, total: int, doing: str = "search"
) -> Iterator[Tracker]:
    """What takes the number of roots just finished, out of `total`.

    None shows a bar in a terminal or a notebook, and nothing in a pipe; the bar is
    tqdm's, where it is installed.
    """
    if callable(progress):
        yield _Calls(total, progress)
        return
    tqdm = _tqdm(progress)
    tracker = Tracker(total, shows_found=tqdm is not None)
    if tqdm is None:
        yield tracker
        return
    with _drawing(tqdm, tracker, doing):
        yield tracker


@contextmanager
def _drawing(tqdm: Any, tracker: Tracker, doing: str) -> Iterator[None]:
    """Draws a bar from a thread of its own, so that one sees it live while a root takes
    long. Short work makes none: in a notebook, even a hidden one would be kept."""
    over = threading.Event()
    began = time.time()

    def draw() -> None:
        if over.wait(DELAY_SECONDS):
            return
        with tqdm(
            desc=doing,
            total=tracker.total,
            bar_format=BAR,
            miniters=0,
            dynamic_ncols=True,
            leave=False,
        ) as bar:
            bar.start_t = began
            while not over.wait(DRAW_SECONDS):
                found = tracker.found
                if found:
                    rate = bar.format_sizeof(found / (time.time() - began))
                    bar.set_postfix_str(f"{found:,} bicliques, {rate}/s", refresh=False)
                bar.update(tracker.done - bar.n)

    drawer = threading.Thread(target=draw, daemon=True)
    drawer.start()
    try:
        yield
    finally:
        over.set()
        drawer.join()


def _tqdm(progress: bool | None) -> Any:
    """The class of bars, None where there is to be no bar."""
    wanted = _has_onlooker() if progress is None else progress
    if not wanted:
        return None
    try:
        with warnings.catch_warnings():  # a notebook without widgets has bars of text
            warnings.filterwarnings("ignore", "IProgress not found")
            from tqdm.auto import tqdm
    except ImportError:
        if progress:
            warnings.warn(f"progress=True needs tqdm: {INSTALL}", stacklevel=2)
        else:
            logger.info("no progress bar, as tqdm is not installed: %s", INSTALL)
        return None
    return tqdm


def _has_onlooker() -> bool:
    """Whether somebody looks on: in a terminal, or in a notebook, which is none."""
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None
