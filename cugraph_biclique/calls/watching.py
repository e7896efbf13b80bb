# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Warn of searches that cannot end, or whose result cannot fit.

A search that has run for `WARN_AFTER` seconds is estimated beside its kernels, by a
thread on one CPU core. A shorter search pays nothing but the start of that thread. A
search whose graph is on a device is not watched.
"""

from __future__ import annotations

import contextvars
import logging
import threading
from collections.abc import Callable
from types import TracebackType

import numba

from cugraph_biclique.arguments import duration, rounded
from cugraph_biclique.calls.estimation import Estimate, sample
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.errors import SILENCE, LongSearchWarning
from cugraph_biclique.host.callers import caller

logger = logging.getLogger(__name__)

WARN_AFTER = 3.0  # seconds of search
LONG = 300  # seconds; a search that certainly takes longer is worth a warning
# More than any engine finds in a second; nodes without a biclique take less time.
FASTEST = {"cpu": 2e7, "gpu": 1e9}  # on the CPU for each thread
NODES_EACH = 20  # nodes in the time of a biclique
BYTES_EACH = 16  # of a record, at least


class Watch:
    """Context of a search: warns once if the search certainly takes long, or if its
    result cannot fit the budget.

    `prepare` makes the graph of the search in host memory; without it, the search is
    not watched. `budget` is None if the estimate does not bound the result.
    """

    def __init__(
        self,
        prepare: Callable[[], Prepared] | None,
        engine: str,
        budget: int | None,
    ) -> None:
        self.prepare = prepare
        self.engine = engine
        self.budget = budget
        self.over = threading.Event()
        self.error: Warning | None = None
        self.thread: threading.Thread | None = None

    def __enter__(self) -> Watch:
        if self.prepare is None:
            return self
        self.caller = caller()
        run = contextvars.copy_context().run
        self.thread = threading.Thread(target=run, args=(self._wait,), daemon=True)
        try:
            self.thread.start()
        except RuntimeError:  # no memory for another thread
            self.thread = None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # Wait for a thread that compiles: two threads should not compile at once.
        self.over.set()
        if self.thread is not None:
            self.thread.join()
        if error is None:
            self.check()

    def check(self) -> None:
        """Raise the warning, where a filter made an error of it."""
        if self.error is not None:
            raise self.error

    def _wait(self) -> None:
        """Estimate the search once it has run for some seconds."""
        if self.over.wait(WARN_AFTER):
            return
        assert self.prepare is not None
        prepared = self.prepare()
        expected = sample(prepared, lambda: prepared, self.over)
        logger.info("watch: the search has %s", expected)
        text = None if self.over.is_set() else self._text(expected)
        if text is not None:
            try:
                self.caller.warn(text, LongSearchWarning)
            except LongSearchWarning as error:
                self.error = error

    def _text(self, expected: Estimate) -> str | None:
        """The warning, or None if the search may end and fit."""
        rate = FASTEST[self.engine]
        if self.engine == "cpu":
            rate *= numba.get_num_threads()
        least = expected.low
        size = least * BYTES_EACH
        seconds = max(least, expected.nodes / NODES_EACH) / rate
        why = []
        if seconds > LONG:
            why.append(f"the search needs {duration(seconds)} at the very least")
        if self.budget is not None and size > self.budget:
            why.append(
                f"the result needs {rounded(size)} bytes, but "
                f"memory_budget={self.budget:,}"
            )
        if not why:
            return None
        return (
            f"the graph has {expected} of the requested sizes, in a search tree of "
            f"about {rounded(expected.nodes)} nodes; {' and '.join(why)}: search only "
            "for larger bicliques with min_left and min_right, find the largest ones "
            "with largest_bicliques, count them with maximal_biclique_count, or stream "
            f"them with iter_maximal_bicliques; {SILENCE}"
        )
