# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sums over the sides of bicliques, and over the bicliques of vertices, on CPU cores.

The kernels add up classes instead of members, because all vertices of a class are in
the same bicliques. They share these arrays.
`weight`: int64, by class. `sums`: int64, by biclique. `score`: by biclique. `graph`,
`scratch` and `records`: see `members._fill_grown`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cugraph_biclique.contract.records import WHOLE, Records
from cugraph_biclique.contract.search_graph import Ordered
from cugraph_biclique.host.bits import ONE, ZERO, first_bits, kernel, lowest
from cugraph_biclique.host.decorators import compiled
from cugraph_biclique.results.cpu.classes import (
    close_universe,
    end_of_run,
    list_classes,
    open_universe,
)
from cugraph_biclique.results.cpu.members import (
    RangeWorker,
    adjacency_of,
    over_records,
)


class ClassCounts(NamedTuple):
    """The bicliques of each class: int64."""

    times: np.ndarray  # how many
    best: np.ndarray  # the one with the best score, or -1


def sum_kept(ordered: Ordered, records: Records, weight: np.ndarray) -> np.ndarray:
    """Return the sum of the weights (int64) of the classes of each kept side: int64."""
    sums = np.zeros(len(records), np.int64)
    arrays = records.arrays, weight, sums
    over_records(len(records), lambda: RangeWorker(_sum_kept, *arrays))
    return sums


def sum_grown(ordered: Ordered, records: Records, weight: np.ndarray) -> np.ndarray:
    """Return the sum of the weights (int64) of each grown side's classes: int64."""
    sums = np.zeros(len(records), np.int64)
    arrays = records.arrays, weight, sums

    def new_worker() -> RangeWorker:
        return RangeWorker(_sum_grown, *adjacency_of(ordered), *arrays)

    over_records(len(records), new_worker)
    return sums


def count_by_vertex(
    ordered: Ordered, records: Records, side: str, score: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the number of bicliques of each input vertex of a side, and the best one.

    The best biclique has the largest score; the least id breaks ties. It is -1 for a
    vertex in no biclique. Both arrays are int64.
    """
    classes = ordered.grown if side == ordered.grow else ordered.kept
    found: list[ClassCounts] = []

    def new_worker() -> RangeWorker:
        zeros, none = np.zeros(len(classes), np.int64), np.full(len(classes), -1)
        counts = ClassCounts(zeros, none)
        found.append(counts)
        arrays = records.arrays, score, counts
        if classes is ordered.kept:
            return RangeWorker(_count_kept, *arrays)
        return RangeWorker(_count_grown, *adjacency_of(ordered), *arrays)

    over_records(len(records), new_worker)
    # The last entry is for vertices in no class, whose class is -1.
    times, best = np.zeros(len(classes) + 1, np.int64), np.full(len(classes) + 1, -1)
    for some_times, some_best in found:
        times[:-1] += some_times
        _merge_best(score, some_best, best)
    return times[classes.of], best[classes.of]


@compiled
def _merge_best(score, some, best):
    """Replace the best biclique of each class where `some` (int64) has a better one."""
    for c in range(some.size):
        if some[c] >= 0:
            take_better(score, some[c], best, c)


@kernel
def take_better(score, r, best, c):
    """Make r the best biclique of the class c if it is better than the present one."""
    other = best[c]
    if other < 0 or score[r] > score[other] or (score[r] == score[other] and r < other):
        best[c] = r


@kernel
def _sum_kept(records, weight, sums, first, last):
    """Sum the weights of the kept classes of the records first:last."""
    mask, universe, _, start, members = records
    for r in range(first, last):
        kept = members[start[universe[r]] : start[universe[r] + 1]]
        total = np.int64(0)
        if mask[r] == WHOLE:
            for i in range(kept.size):
                total += weight[kept[i]]
        else:
            bits = mask[r]
            while bits != ZERO:
                total += weight[kept[lowest(bits)]]
                bits &= bits - ONE
        sums[r] = total


@kernel
def _sum_grown(graph, scratch, records, weight, sums, first, last):
    """Sum the weights of the grown classes of the records first:last."""
    kept_indptr, kept_indices, grown_weight = graph
    mask, universe, n_grown, start, members = records
    r = first
    while r < last:
        end = end_of_run(universe, r, last)
        kept = members[start[universe[r]] : start[universe[r] + 1]]
        way = open_universe(kept_indptr, kept_indices, kept, mask[r:end], scratch)
        for q in range(r, end):
            n = list_classes(
                way, kept_indptr, kept_indices, grown_weight, kept, mask[q], n_grown[q],
                scratch,
            )  # fmt: skip
            total = np.int64(0)
            for i in range(n):
                total += weight[scratch.classes[i]]
            sums[q] = total
        close_universe(scratch)
        r = end


@kernel
def _count_kept(records, score, counts, first, last):
    """Count the bicliques first:last of each kept class, and find the best ones.

    `counts`: `ClassCounts`.
    """
    mask, universe, _, start, members = records
    times, best = counts
    for r in range(first, last):
        kept = members[start[universe[r]] : start[universe[r] + 1]]
        bits = mask[r]
        if mask[r] == WHOLE:
            bits = first_bits(min(kept.size, 64))
            for i in range(64, kept.size):
                times[kept[i]] += 1
                take_better(score, r, best, kept[i])
        while bits != ZERO:
            c = kept[lowest(bits)]
            times[c] += 1
            take_better(score, r, best, c)
            bits &= bits - ONE


@kernel
def _count_grown(graph, scratch, records, score, counts, first, last):
    """Count the bicliques first:last of each grown class, and find the best ones.

    `counts`: `ClassCounts`.
    """
    kept_indptr, kept_indices, grown_weight = graph
    mask, universe, n_grown, start, members = records
    times, best = counts
    r = first
    while r < last:
        end = end_of_run(universe, r, last)
        kept = members[start[universe[r]] : start[universe[r] + 1]]
        way = open_universe(kept_indptr, kept_indices, kept, mask[r:end], scratch)
        for q in range(r, end):
            n = list_classes(
                way, kept_indptr, kept_indices, grown_weight, kept, mask[q], n_grown[q],
                scratch,
            )  # fmt: skip
            for i in range(n):
                times[scratch.classes[i]] += 1
                take_better(score, q, best, scratch.classes[i])
        close_universe(scratch)
        r = end
