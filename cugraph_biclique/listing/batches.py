# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Divide the (p, q)-bicliques of complete sets into batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from cugraph_biclique.contract.backend import Backend
from cugraph_biclique.contract.search_graph import Array
from cugraph_biclique.contract.sets import Binomials, Choices, Sets
from cugraph_biclique.host.arrays import array_module, to_host


def batches(
    complete: Iterable[Sets], chosen: int, largest: int, backend: Backend, size: int
) -> Iterator[tuple[Array, Array]]:
    """Yield the picked and the chosen vertices of `size` bicliques at a time.

    A biclique is a set with `chosen` of its common neighbours. No set has more than
    `largest` common neighbours. The last batch may be smaller.
    """
    binomials = Binomials.up_to(largest, chosen)
    waiting: list[tuple[Array, Array]] = []
    room = size
    for sets in complete:
        counts = binomials.choices(np.diff(to_host(sets.offsets)), chosen)
        first, skipped = 0, 0
        while first < len(sets):
            choices = next_choices(
                sets, counts, first, skipped, room, binomials, chosen
            )
            waiting.append(backend.chosen(choices))
            room -= len(choices)
            first, skipped = after(choices, counts, first)
            if room == 0:
                yield joined(waiting)
                waiting, room = [], size
    if waiting:
        yield joined(waiting)


def next_choices(
    sets: Sets,
    counts: np.ndarray,
    first: int,
    skipped: int,
    room: int,
    binomials: Binomials,
    chosen: int,
) -> Choices:
    """Take at most `room` bicliques, from the set `first` on.

    Skip the first `skipped` bicliques of that set, which an earlier batch has.
    """
    some = counts[first : first + room]  # each set has a biclique
    left = np.concatenate([some[:1] - skipped, some[1:]])
    ends = np.cumsum(np.minimum(left, room))  # below 2^62: at most room^2
    last = min(len(some), int(np.searchsorted(ends, room)) + 1)
    ends = np.minimum(ends[:last], room)
    return Choices(sets.part(first, first + last), ends, skipped, chosen, binomials)


def after(choices: Choices, counts: np.ndarray, first: int) -> tuple[int, int]:
    """Return the set of the next biclique, and how many of its bicliques to skip."""
    ends = choices.ends
    last = first + len(ends) - 1
    taken = int(ends[-1]) - (int(ends[-2]) if len(ends) > 1 else -choices.skipped)
    return (last, taken) if taken < counts[last] else (last + 1, 0)


def joined(parts: list[tuple[Array, Array]]) -> tuple[Array, Array]:
    """Concatenate bicliques in order."""
    if len(parts) == 1:
        return parts[0]
    picked, chosen = zip(*parts, strict=True)
    xp = array_module(picked[0])
    return xp.concatenate(picked, axis=1), xp.concatenate(chosen, axis=1)
