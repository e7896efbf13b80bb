# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Estimate the result of a search, in bounded time.

A short search gives the exact numbers if it ends. Otherwise random descents of the
search tree estimate them (`search.cpu.descents`). The descents do not depend on the
thresholds: these only select among the bicliques that the descents visit. So a higher
threshold never has a larger estimate.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, exp, log1p, sqrt
from threading import Event, Timer

import numpy as np

from cugraph_biclique.arguments import rounded
from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.contract.prepared import Prepared
from cugraph_biclique.contract.records import Records
from cugraph_biclique.host.interrupts import new_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.search.cpu.descents import FINEST, Visited, descend
from cugraph_biclique.search.cpu.state import NODES
from cugraph_biclique.search.cpu.worker import SearchWorker
from cugraph_biclique.search.stars import count_stars

# Limits of the short search. The last one depends on the machine.
MOST_FOUND = 1 << 20
MOST_NODES = 1 << 22
SEARCH_SECONDS = 0.5
# Limits of the descents. The last one depends on the machine.
DESCENTS = 64
EDGES_READ = 100_000_000
COARSEST = 1  # a single stratum for each level would be 1,000 times too low with hubs
FIRST = 10  # strata are coarser if a descent reads more than 1 / FIRST of these
DESCENT_SECONDS = 1.4

STAR_BYTES = 28  # of the record of a star
RECORD_BYTES = 24  # of a record, with its share of a universe
WIDEST = 3.4  # logarithm of the widest interval on each side: a factor of 30
# Standard errors on each side of the estimate, for `low` and `high`: Student's t for
# few descents, by their number, and 2 for many.
WIDTHS = {1: 12.7, 2: 12.7, 3: 4.3, 4: 3.2, 5: 2.8, 6: 2.6, 7: 2.4, 8: 2.4, 9: 2.3}


@dataclass(frozen=True)
class Estimate:
    """Estimated size of the result of `maximal_bicliques`.

    Attributes
    ----------
    bicliques : int
        Estimated number of bicliques.
    standard_error : int
        Standard error of ``bicliques``: two times in three the true number is closer
        than this. 0 if the whole graph has been searched, and the numbers are exact.
    nodes : int
        Estimated number of nodes of the search tree.
    bytes : int
        Estimated memory of the compact result, without frames.
    at_least : bool
        Whether the sample stopped before it had reached the ends of the search tree.
        The true numbers are then larger, by an unknown factor.
    low, high : int
        Interval of about 95 % around ``bicliques``. If ``at_least`` is set, the
        true number may also be larger than ``high``.
    """

    bicliques: int
    standard_error: int
    nodes: int
    bytes: int
    at_least: bool
    low: int = 0
    high: int = 0

    def __str__(self) -> str:
        """The number of bicliques in words, with its interval."""
        return self._in_words(" maximal bicliques")

    def _in_words(self, noun: str = "") -> str:
        """Return the number of bicliques in words, then `noun`, then the interval."""
        low, high = rounded(self.low), rounded(self.high)
        if self.at_least:
            return f"more than {low}{noun}"
        if not self.standard_error:
            return f"{self.bicliques:,}{noun}"
        if self.bicliques > self.low:
            between = f"between {low} and {high}"
            return f"about {rounded(self.bicliques)}{noun} ({between})"
        # The descents visited no biclique: only the bounds are known.
        if self.low:
            return f"at least {low}{noun}, and at most about {high}"
        return f"at most about {high}{noun} (the sample has none)"


def estimate(
    prepared: Prepared, trace: Trace, whole: Callable[[], Prepared] | None = None
) -> Estimate:
    """Estimate the result of a search of a graph in host memory.

    The descents use the graph of `whole`, which has no thresholds, or `prepared`.
    """
    stars = count_stars(prepared, Cpu())
    found, size, ended = search_briefly(prepared, trace)
    if ended:
        n = stars + found
        size += STAR_BYTES * stars
        return Estimate(n, 0, trace.nodes, size, False, n, n)
    sampled = sample(prepared, whole or (lambda: prepared))
    # The short search stops at a number of bicliques, or at a limit that may depend on
    # the machine. Only the former may change the estimate.
    least = MOST_FOUND if found > MOST_FOUND else 0
    bicliques = stars + max(least, sampled.bicliques)
    each = size / found if found else RECORD_BYTES
    return Estimate(
        bicliques=bicliques,
        standard_error=sampled.standard_error,
        nodes=max(bicliques, sampled.nodes),
        bytes=STAR_BYTES * stars + round((bicliques - stars) * each),
        at_least=sampled.at_least,
        low=stars + max(least, sampled.low),
        high=stars + max(least, sampled.high),
    )


def search_briefly(prepared: Prepared, trace: Trace) -> tuple[int, int, bool]:
    """Search on this thread until the first limit. Return the number of bicliques
    without stars, the bytes of their records, and whether the search has ended."""
    graph = prepared.ordered.graph
    flag = new_flag()  # a single step of a wide node may take long

    def measure(records: Records) -> tuple[int, int]:
        return len(records), records.nbytes

    worker = SearchWorker(prepared, measure, trace, flag)
    found, size, ended = 0, 0, len(graph.grown_weight) == 0
    worker.start(Job(0, len(graph.grown_weight)))
    if not ended:
        ended, part = worker.advance()  # compiles on the first call
        late = Timer(SEARCH_SECONDS, flag.__setitem__, (0, 1))
        late.daemon = True
        late.start()
        try:
            while True:
                if part is not None:
                    found, size = found + part[0], size + part[1]
                nodes = int(worker.state.control[NODES])
                if ended or flag[0] or found > MOST_FOUND or nodes > MOST_NODES:
                    break
                ended, part = worker.advance()
        finally:
            late.cancel()
            late.join()  # no thread outlives the call
    return found, size, ended and found <= MOST_FOUND


def sample(
    prepared: Prepared,
    whole: Callable[[], Prepared],
    stop: Event | None = None,
) -> Estimate:
    """Estimate a search by descents alone: without its stars, and without bytes.

    A graph whose nodes are so large that not even one descent ends is sampled again,
    with coarser strata.
    """
    graph = whole().ordered.graph
    descend(graph, 0, -1, 0)  # compiles
    began = time.perf_counter()
    fineness, left = FINEST, EDGES_READ
    limit = EDGES_READ // FIRST
    visits: list[Visited] = []
    while len(visits) < DESCENTS and not (stop and stop.is_set()):
        visit = descend(graph, len(visits), limit, fineness)
        left -= visit.read
        late = time.perf_counter() - began > DESCENT_SECONDS
        if visit.ended:
            visits.append(visit)
            limit = left
        elif not visits and fineness > COARSEST and not late:
            fineness //= 2
            if fineness == COARSEST:
                limit = left = EDGES_READ
            continue
        else:
            visits = visits or [visit]
            break
        if late or left <= 0:
            break
    return _of_visits(visits, prepared)


def _of_visits(visits: list[Visited], prepared: Prepared) -> Estimate:
    """The estimate of some descents: their mean, and its error."""
    if not visits:
        return Estimate(0, 0, 0, 0, True)
    totals, nodes = [], []
    for visit in visits:
        large = visit.n_kept >= prepared.min_kept
        wanted = large & (visit.n_grown >= prepared.min_grown)
        searched = large & (visit.reach >= prepared.min_grown)
        # Weights become 0, and are not left out: so rounding keeps the order of sums.
        totals.append(float((visit.weight * wanted).sum()))
        nodes.append(float((visit.weight * searched).sum()))
    mean, n_nodes = sum(totals) / len(totals), sum(nodes) / len(nodes)
    cut = not visits[0].ended
    error = n_nodes
    if mean > 0 and len(visits) > 1:
        error = float(np.std(totals, ddof=1)) / sqrt(len(totals))
    low, high = _interval(mean, error, WIDTHS.get(len(visits), 2.0))
    return Estimate(
        bicliques=round(mean),
        standard_error=max(1, ceil(error)),
        nodes=round(n_nodes),
        bytes=0,
        at_least=cut,
        low=int(low),
        high=ceil(high),
    )


def _interval(mean: float, error: float, width: float) -> tuple[float, float]:
    """Interval of a log-normal number with this mean and standard error."""
    if mean <= 0:
        return 0.0, error
    sigma = sqrt(log1p((error / mean) ** 2))
    width = min(width, WIDEST / sigma) if sigma else width
    middle = mean * exp(-sigma * sigma / 2)
    return middle * exp(-width * sigma), middle * exp(width * sigma)
