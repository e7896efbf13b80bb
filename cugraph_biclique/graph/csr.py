# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Select, filter and renumber CSR rows in host memory, on all cores.

Reduction and ordering use these functions: they keep some rows of an adjacency, drop
some entries, and give the other entries new ids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numba
import numpy as np

from cugraph_biclique.graph.adjacency import Adjacency
from cugraph_biclique.host.decorators import compiled, kernel

WORTH_THREADS = 1 << 20  # entries
RANGES_PER_THREAD = 8
BLOCKS = 1 << 8  # of columns, which a transposition sorts one by one in the cache
SHORT = 1 << 6  # entries: up to here insertion sort beats the call of NumPy's sort


def is_large(indices: np.ndarray) -> bool:
    """Whether an adjacency is worth all threads, and `transposed`."""
    return len(indices) >= WORTH_THREADS


def over_ranges(work: Callable[..., Any], indptr: np.ndarray, *arguments: Any) -> None:
    """Call ``work(first, last, *arguments)`` on all threads, for ranges of rows with
    about the same number of entries. `work` must release the GIL."""
    threads, n = numba.get_num_threads(), len(indptr) - 1
    if threads == 1 or indptr[n] < WORTH_THREADS:
        work(0, n, *arguments)
        return
    ends = np.linspace(0, indptr[n], RANGES_PER_THREAD * threads + 1)
    cuts = np.searchsorted(indptr, ends)
    cuts[0], cuts[-1] = 0, n
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(work, *cut, *arguments) for cut in pairwise(cuts)]:
            done.result()


@kernel
def first_from(indices, begin, end, least):
    """Return the first place in begin..end whose entry is at least `least`, or `end`.

    The entries ascend there. NumPy's function for it would take a quarter of a second
    to load from the cache, as its code refers to Numba's whole library for NumPy.
    """
    while begin < end:
        middle = (begin + end) // 2
        if indices[middle] < least:
            begin = middle + 1
        else:
            end = middle
    return begin


@kernel
def contains(indices, begin, end, value):
    """Whether the ascending indices[begin:end] contain a value."""
    at = first_from(indices, begin, end, value)
    return at < end and indices[at] == value


def gathered(
    indptr: np.ndarray, indices: np.ndarray, rows: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Copy some CSR rows, in the order of `rows`."""
    out_indptr = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(indptr[1:][rows] - indptr[:-1][rows], out=out_indptr[1:])
    out = np.empty(out_indptr[-1], np.int32)
    _gather(indptr, indices, rows, out)
    return out_indptr, out


@compiled
def _gather(indptr, indices, rows, out):
    n = 0
    for row in rows:
        for e in range(indptr[row], indptr[row + 1]):
            out[n] = indices[e]
            n += 1


def numbers_of(kept: np.ndarray, n: int) -> np.ndarray:
    """Return the number of each of n ids in the order of `kept`, or -1 (int32), as
    `renumbered` takes them."""
    number = np.full(n, -1, np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    return number


def renumbered(
    indptr: np.ndarray, indices: np.ndarray, rows: np.ndarray, number: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Copy some CSR rows with renumbered entries, ascending within each row.

    Parameters
    ----------
    indptr, indices : numpy.ndarray
        int64 and int32, CSR.
    rows : numpy.ndarray
        The rows to copy, in the new order.
    number : numpy.ndarray
        int32, the new id of each old id; -1 drops an entry, other ids are distinct.

    Returns
    -------
    tuple of numpy.ndarray
        int64 and int32, CSR.
    """
    rows = rows.astype(np.int32, copy=False)  # so that one kernel is enough
    sizes = np.zeros(len(rows) + 1, np.int64)
    np.subtract(indptr[1:][rows], indptr[:-1][rows], out=sizes[1:])
    bounds = np.cumsum(sizes)
    if len(number) and number.min() < 0:
        over_ranges(_count, bounds, indptr, indices, rows, number, sizes)
    out_indptr = np.cumsum(sizes)
    out = np.empty(out_indptr[-1], np.int32)
    lists, new = Adjacency(indptr, indices), Adjacency(out_indptr, out)
    over_ranges(_fill, bounds, lists, rows, number, new)
    long = np.flatnonzero(np.diff(out_indptr) > SHORT)
    bounds = np.concatenate([[0], np.cumsum(np.diff(out_indptr)[long])])
    over_ranges(_sort, bounds, long, out_indptr, out)
    return out_indptr, out


def _sort(
    first: int, last: int, rows: np.ndarray, indptr: np.ndarray, indices: np.ndarray
) -> None:
    for row in rows[first:last].tolist():
        indices[indptr[row] : indptr[row + 1]].sort()


@compiled
def _count(first, last, indptr, indices, rows, number, sizes):
    for i in range(first, last):
        n = 0
        for e in range(indptr[rows[i]], indptr[rows[i] + 1]):
            n += number[indices[e]] >= 0
        sizes[i + 1] = n


@compiled
def _fill(first, last, lists, rows, number, new):
    """Write the renumbered rows, and sort those of at most SHORT entries.

    `lists` and `new`: `Adjacency`, before and after.
    """
    indptr, indices = lists
    out_indptr, out = new
    for i in range(first, last):
        k = begin = out_indptr[i]
        is_short = out_indptr[i + 1] - begin <= SHORT
        for e in range(indptr[rows[i]], indptr[rows[i] + 1]):
            new = number[indices[e]]
            if new >= 0:
                at = k
                while is_short and at > begin and out[at - 1] > new:
                    out[at] = out[at - 1]
                    at -= 1
                out[at] = new
                k += 1


class Dealt(NamedTuple):
    """The edges in the order of their blocks of columns: int32."""

    row: np.ndarray
    column: np.ndarray


def transposed(
    indptr: np.ndarray, indices: np.ndarray, n_columns: int
) -> tuple[np.ndarray, np.ndarray]:
    """Transpose a large CSR adjacency on all threads, in the order of `transpose`.

    The edges are dealt to blocks of columns, and then each block is sorted by column.
    Up to some hundred million edges, a block fits in the cache, where the scattered
    writes of a counting sort are fast.
    The copies of the edges take 8 bytes each.
    """
    n = len(indptr) - 1
    shift = max(0, (max(1, n_columns) - 1).bit_length() - BLOCKS.bit_length() + 1)
    n_blocks = (n_columns >> shift) + 1
    ends = np.linspace(0, indptr[n], RANGES_PER_THREAD * numba.get_num_threads() + 1)
    cuts = np.searchsorted(indptr, ends)
    cuts[0], cuts[-1] = 0, n
    at = np.zeros((len(cuts) - 1, n_blocks), np.int64)
    dealt = Dealt(*np.empty((2, len(indices)), np.int32))
    out_indptr = np.zeros(n_columns + 1, np.int64)
    out = np.empty(len(indices), np.int32)
    lists, new = Adjacency(indptr, indices), Adjacency(out_indptr, out)
    with ThreadPoolExecutor(numba.get_num_threads()) as pool:
        ranges = list(enumerate(pairwise(cuts.tolist())))

        def run_all(work: Callable[..., Any], calls: Iterable[tuple[Any, ...]]) -> None:
            for done in [pool.submit(work, *call) for call in calls]:
                done.result()

        run_all(_count_blocks, ((*r, indptr, indices, shift, at[i]) for i, r in ranges))
        sizes = at.sum(axis=0)
        begin = np.concatenate([[0], np.cumsum(sizes)])
        at[:] = begin[:-1] + np.cumsum(at, axis=0) - at
        run_all(_deal, ((*r, lists, shift, at[i], dealt) for i, r in ranges))
        run_all(
            _sort_block,
            ((b, shift, begin[b], begin[b + 1], dealt, new) for b in range(n_blocks)),
        )
    return out_indptr, out


@compiled
def _count_blocks(first, last, indptr, indices, shift, sizes):
    for e in range(indptr[first], indptr[last]):
        sizes[indices[e] >> shift] += 1


@compiled
def _deal(first, last, lists, shift, at, dealt):
    """Append the edges of some rows to their blocks, at the places `at`."""
    indptr, indices = lists
    row, column = dealt
    for r in range(first, last):
        for e in range(indptr[r], indptr[r + 1]):
            block = indices[e] >> shift
            row[at[block]] = r
            column[at[block]] = indices[e]
            at[block] += 1


@compiled
def _sort_block(block, shift, first, last, dealt, new):
    """Write the lists of a block's columns, which start at `first` in `new`."""
    row, column = dealt
    out_indptr, out = new
    low = block << shift
    n = min(1 << shift, out_indptr.size - 1 - low)
    fill = np.zeros(n + 1, np.int64)
    fill[0] = first
    for e in range(first, last):
        fill[column[e] - low + 1] += 1
    for c in range(n):
        fill[c + 1] += fill[c]
        out_indptr[low + c + 1] = fill[c + 1]
    for e in range(first, last):
        c = column[e] - low
        out[fill[c]] = row[e]
        fill[c] += 1
