# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Progress of long work: roots done, roots in total, and bicliques found.

The bar shows no percentage and no remaining time. Roots are searched in ascending order
of degree, and one root may take as long as all others together. So neither the number
of roots nor their predicted work tells how much time is left.
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

from cugraph_biclique.host import compiling

logger = logging.getLogger(__name__)

Progress = bool | Callable[[int, int], None] | None
DELAY_SECONDS = 2.0  # shorter work shows no bar
DRAW_SECONDS = 0.5
BAR = "{desc} |{bar}| {n:,} of {total:,} %s [{elapsed}{postfix}]"
INSTALL = "pip install tqdm"


def check_progress(progress: Progress) -> Progress:
    """Raise an error if `progress` is neither a bool, None nor a function.

    A call with ``progress=False`` writes nothing to standard error, not even that it
    compiles.
    """
    compiling.watch.progress = progress is not False
    if progress is None or isinstance(progress, bool) or callable(progress):
        return progress
    raise TypeError(
        f"progress must be True, False, None or a function of (done, total), not "
        f"{type(progress).__name__}"
    )


class Tracker:
    """Counter of finished roots and found bicliques.

    It is called with the number of roots just finished, of bicliques just found, or
    both. Any thread may call it with bicliques alone.
    """

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
        """Wrap a function of records, and count these records as found."""

        def counted(records: Sized) -> Any:
            self(found=len(records))
            return take(records)

        return counted


class _Calls(Tracker):
    """A tracker that calls the caller's function when roots are finished."""

    def __init__(self, total: int, call: Callable[[int, int], None]) -> None:
        super().__init__(total)
        self.call = call

    def __call__(self, roots: int = 0, found: int = 0) -> None:
        super().__call__(roots, found)
        if roots:
            self.call(self.done, self.total)


@contextmanager
def reporting(
    progress: Progress,
    total: int,
    doing: str = "search",
    parts: str = "roots",
    noun: str = "bicliques",
) -> Iterator[Tracker]:
    """Provide a tracker of `total` roots, and draw a progress bar if there is one.

    `parts` is the word for the roots, if other parts of the work are counted. `noun` is
    the word for what is found.

    With `progress=None` the bar appears in terminals and notebooks, and not in pipes.
    The bar needs tqdm.
    """
    if callable(progress):
        yield _Calls(total, progress)
        return
    tqdm = _tqdm(progress)
    tracker = Tracker(total, shows_found=tqdm is not None)
    if tqdm is None:
        yield tracker
        return
    with _drawing(tqdm, tracker, doing, parts, noun):
        yield tracker


@contextmanager
def _drawing(
    tqdm: Any, tracker: Tracker, doing: str, parts: str, noun: str
) -> Iterator[None]:
    """Draw a bar from a separate thread, so that it stays live during a long root.

    Short work creates no bar, as a notebook would keep even a hidden one. Nor does
    compilation, which another message reports: the bar and its time begin afterwards.
    """
    over = threading.Event()

    def draw() -> None:
        began = time.time()
        while not over.wait(DELAY_SECONDS):
            if not compiling.at_work():
                break
            began = time.time()
        else:
            return
        with tqdm(
            desc=doing,
            total=tracker.total,
            bar_format=BAR % parts,
            miniters=0,
            dynamic_ncols=True,
            leave=False,
        ) as bar:
            bar.start_t = began
            while not over.wait(DRAW_SECONDS):
                found = tracker.found
                if found:
                    rate = bar.format_sizeof(found / (time.time() - began))
                    bar.set_postfix_str(f"{found:,} {noun}, {rate}/s", refresh=False)
                bar.update(tracker.done - bar.n)

    drawer = threading.Thread(target=draw, daemon=True)
    drawer.start()
    try:
        yield
    finally:
        over.set()
        drawer.join()


def _tqdm(progress: bool | None) -> Any:
    """Return tqdm's class of bars, or None for no bar."""
    wanted = _has_onlooker() if progress is None else progress
    if not wanted:
        return None
    try:
        with warnings.catch_warnings():  # tqdm draws text in notebooks without widgets
            warnings.filterwarnings("ignore", "IProgress not found")
            from tqdm.auto import tqdm
    except ImportError:
        if progress:
            warnings.warn(f"progress=True needs tqdm: {INSTALL}", stacklevel=2)
        else:
            logger.info("no progress bar, because tqdm is not installed: %s", INSTALL)
        return None
    return tqdm


def _has_onlooker() -> bool:
    """Whether stderr is a terminal, or a notebook kernel is running."""
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return getattr(shell, "kernel", None) is not None
