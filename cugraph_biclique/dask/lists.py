# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Adjacency lists of some vertices, as tasks of one worker compute with them.

All arrays are of NumPy on cores, and of CuPy on a device. An edge moves between workers
as one integer, its key: ``kept * n + root`` for `n` vertices of the other side. Sorted
keys are adjacency lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cugraph_biclique.dask.exchange import Where, cut, joined
from cugraph_biclique.dask.numbering import inverse, mixed
from cugraph_biclique.host.arrays import array_module, occurrences

HASHES = 1 << 31


class Lists(NamedTuple):
    """The adjacency lists of some kept vertices; none is empty."""

    kept: Any  # int32, ascending: the vertices that have the lists
    indptr: Any  # int64: where each list begins
    roots: Any  # int32: the vertices of the other side, ascending in each list

    @property
    def lengths(self) -> Any:
        """int64, the length of each list."""
        return self.indptr[1:] - self.indptr[:-1]

    @property
    def rows(self) -> Any:
        """int32, for each edge the position of its list."""
        return repeated(self.lengths)


def repeated(lengths: Any) -> Any:
    """Return position i as often as ``lengths[i] > 0`` says, as int32."""
    xp = array_module(lengths)
    if xp is np:
        return np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    ends = xp.cumsum(lengths)
    begins = xp.zeros(int(ends[-1]) if len(ends) else 0, np.int32)
    begins[ends[:-1]] = 1
    return xp.cumsum(begins, dtype=np.int32)


def ascending(keys: Any) -> Any:
    """Sort keys in place, and return each of them once."""
    keys.sort()
    return keys[are_first(keys)]


def are_first(*keys: Any) -> Any:
    """Return flags of the elements that differ from the one before in some key."""
    found = array_module(keys[0]).ones(len(keys[0]), bool)
    found[1:] = False
    for each in keys:
        found[1:] |= each[1:] != each[:-1]
    return found


# Edges to lists


def keys_of_ids(
    ids: tuple[Any, ...],
    kept: str,
    n_roots: int,
    bounds: np.ndarray,
    symmetric: bool,
    where: Where,
) -> list[Any]:
    """Return the keys of some edges for each owner of kept vertices. If the graph has
    one kind of vertex, each edge is there in both directions, and with loops."""
    left, right = (each.astype(np.int64) for each in where.take(ids))
    first, second = (left, right) if kept == "left" else (right, left)
    if symmetric:
        xp = array_module(first)
        both = xp.concatenate([first, second])
        first, second = (
            xp.concatenate([both, both]),
            xp.concatenate([second, first, both]),
        )
    return cut_keys(first * n_roots + second, n_roots, bounds, where)


def keys_of_lists(
    lists: tuple[Any, ...], n_kept: int, bounds: np.ndarray, where: Where
) -> list[Any]:
    """Return the keys of edges by their roots, for each owner of roots."""
    here = Lists(*where.take(lists))
    kept = here.kept[here.rows]
    keys = here.roots.astype(np.int64) * n_kept + kept
    return cut_keys(keys, n_kept, bounds, where)


def cut_keys(keys: Any, n: int, bounds: np.ndarray, where: Where) -> list[Any]:
    keys = ascending(keys)
    xp = array_module(keys)
    ends = xp.searchsorted(keys, xp.asarray(bounds * n)).tolist()
    return cut(keys, ends, where)


def lists_of(parts: list[Any], n_roots: int, where: Where) -> tuple[Any, ...]:
    """Return the lists of an owner, from the keys that it gets."""
    keys = ascending(joined(parts, where).copy())
    kept = keys // max(1, n_roots)
    roots = (keys - kept * n_roots).astype(np.int32)
    return where.rest(_grouped(kept, roots))


def _grouped(kept: Any, roots: Any) -> Lists:
    """Return lists from the two ends of sorted edges."""
    xp = array_module(kept)
    begins = xp.flatnonzero(are_first(kept))
    indptr = xp.concatenate([begins, xp.asarray([len(kept)])]).astype(np.int64)
    return Lists(kept[begins].astype(np.int32), indptr, roots)


# Degrees and the core


def degrees_of_roots(lists: tuple[Any, ...], n_roots: int, where: Where) -> Any:
    """Return the number of edges of each root in some lists (int32)."""
    here = Lists(*where.take(lists))
    degree = occurrences(here.roots, n_roots).astype(np.int32)
    return where.rest([degree])[0]


def sum_of(arrays: list[Any], where: Where) -> Any:
    """Add up arrays."""
    first, *others = where.take(arrays)
    total = first.copy()
    for each in others:
        total += each
    return where.rest([total])[0]


def with_enough(
    lists: tuple[Any, ...],
    degree: Any,
    least_of_root: int,
    least_of_list: int,
    symmetric: bool,
    where: Where,
) -> tuple[Any, ...]:
    """Drop roots with too few edges, and then lists that are too short. If the graph
    has one kind of vertex, the list of a dropped vertex goes, too."""
    here = Lists(*where.take(lists))
    (degree,) = where.take([degree])
    is_left = degree[here.roots] >= least_of_root
    rows = here.rows
    if symmetric:
        is_left &= (degree[here.kept] >= least_of_root)[rows]
    rows, roots = rows[is_left], here.roots[is_left]
    if least_of_list > 1:
        length = occurrences(rows, len(here.kept))
        is_left = length[rows] >= least_of_list
        rows, roots = rows[is_left], roots[is_left]
    return where.rest(_grouped(here.kept[rows], roots))


def lengths_of(lists: tuple[Any, ...], where: Where) -> tuple[np.ndarray, np.ndarray]:
    """Return the lengths that occur, and how many lists have each, in host memory."""
    return counted(Lists(*where.take(lists)).lengths)


def degrees_that_occur(degree: Any, where: Where) -> tuple[np.ndarray, np.ndarray]:
    """Return the degrees that occur, and how many vertices have each."""
    (degree,) = where.take([degree])
    return counted(degree[degree > 0])


def counted(numbers: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the distinct numbers, and how often each occurs, in host memory."""
    xp = array_module(numbers)
    if not len(numbers):
        return np.empty(0, np.int64), np.empty(0, np.int64)
    times = occurrences(numbers)
    found = xp.flatnonzero(times)
    both = Where(xp is not np, limited=True).rest([found, times[found]])
    return both[0], both[1]


# What the client cuts by


def placed(degree: Any, where: Where) -> tuple[Any, ...]:
    """Return the place of each vertex in the order of degrees, and the vertex at each
    place (int32)."""
    (degree,) = where.take([degree])
    xp = array_module(degree)
    at = xp.argsort(degree, kind="stable").astype(np.int32)
    return where.rest([inverse(at), at])


def by_place(lists: Lists, place: Any) -> Lists:
    """Return lists of places, ascending in each list, in place of roots."""
    keys = lists.rows.astype(np.int64) << 32 | place[lists.roots]
    keys.sort()
    return lists._replace(roots=(keys & 0xFFFFFFFF).astype(np.int32))


def own_positions(lists: Lists, place: Any) -> Any:
    """Return where each vertex is in its own list, which has places (int64)."""
    own = place[lists.kept][lists.rows] == lists.roots
    xp = array_module(own)
    return xp.flatnonzero(own) - lists.indptr[:-1]


def numbers_of_roots(
    lists: tuple[Any, ...], n_roots: int, places: tuple[Any, ...] | None, where: Where
) -> tuple[Any, ...]:
    """Return the degree (int32) of each root, its work (int64), and the signature
    (uint64) of the neighbour with most edges, as far as some lists tell.

    The work is what the neighbours cost their root: all of their edges. In a graph with
    one kind of vertex, which has `places`, these are the edges to later neighbours, and
    only from the root on.

    The signature combines the edges of a kept vertex and its hash in one number. Roots
    with the same one can share a copy of these edges.
    """
    here = Lists(*where.take(lists))
    rows, most = here.rows, here.lengths
    work, roots = most[rows], here.roots
    xp = array_module(roots)
    if places is not None:
        place, at = where.take(places)
        here = by_place(here, place)
        roots = at[here.roots]
        most = most - own_positions(here, place)
        left = here.indptr[1:][rows] - xp.arange(len(rows))
        work = xp.minimum(left, most[rows])
    degree = occurrences(roots, n_roots).astype(np.int32)
    total = xp.bincount(roots, weights=work, minlength=n_roots).astype(np.int64)
    signature = xp.zeros(n_roots, np.uint64)
    xp.maximum.at(signature, roots, signatures(here.kept, most)[rows])
    return where.rest([degree, total, signature])


def merged_numbers(parts: list[tuple[Any, ...]], where: Where) -> tuple[Any, ...]:
    """Return the numbers of roots of all lists.

    A part is taken when its turn comes: a device with a maximum may not hold them all.
    """
    first, *others = parts
    numbers = [each.copy() for each in where.take(first)]
    for part in others:
        _merge(*numbers, *where.take(part))
    return where.rest(numbers)


def _merge(
    degree: Any, work: Any, signature: Any, degree_2: Any, work_2: Any, signature_2: Any
) -> None:
    """Add a part of the numbers of roots to the first three arrays."""
    degree += degree_2
    work += work_2
    array_module(signature).maximum(signature, signature_2, out=signature)


def signatures(kept: Any, edges: Any) -> Any:
    """Return the signatures of kept vertices (uint64)."""
    low = mixed(kept.astype(np.uint64)) >> np.uint64(33)
    return edges.astype(np.uint64) * np.uint64(HASHES) + low


class Groups(NamedTuple):
    """Roots that stay together, in the order of signatures, the largest first.

    Roots with the same signature share the neighbour with most edges. They are a group,
    unless they have much work: then other neighbours may matter more, and each of the
    roots is a group.
    """

    of_place: Any  # int32: the group of each root, in the order of places
    work: Any  # float64, per group
    roots: Any  # int64, per group: number of roots
    pairs: Any  # float64, per group: for each root, the roots from it on
    degree: Any  # float64, per group: edges of the roots


def grouped(
    numbers: tuple[Any, ...],
    places: tuple[Any, ...],
    share: float,
    most_work: float,
    where: Where,
) -> tuple[Any, ...]:
    """Group all roots that have edges, which come last in the order of places.

    Groups of several roots have at most a `share` of all work, and at most `most_work`.
    """
    degree, work, signature = where.take(numbers)
    at = where.take(places)[1]
    at = at[len(at) - int((degree > 0).sum()) :]
    xp = array_module(at)
    signature, work = signature[at].astype(np.int64), work[at].astype(np.float64)
    seeds = xp.argsort(-signature, kind="stable")
    signature, of_seed = signature[seeds], work[seeds]
    is_first = are_first(signature)
    number = xp.cumsum(is_first, dtype=np.int32) - 1
    most = min(share * float(work.sum()), most_work)
    is_first |= (xp.bincount(number, weights=of_seed) > most)[number]
    number = xp.cumsum(is_first, dtype=np.int32) - 1
    of_place = xp.empty(len(seeds), np.int32)
    of_place[seeds] = number
    pairs = xp.arange(len(seeds), 0, -1)
    groups = Groups(
        of_place,
        xp.bincount(number, weights=of_seed),
        occurrences(number),
        xp.bincount(of_place, weights=pairs),
        xp.bincount(of_place, weights=degree[at]),
    )
    return where.rest(groups)


def about_groups(groups: tuple[Any, ...], where: Where) -> dict[str, np.ndarray]:
    """Return what the client needs of groups, in host memory."""
    numbers = Where(where.on_device, limited=True).rest(where.take(groups[1:]))
    return dict(zip(Groups._fields[1:], numbers, strict=True))


def of_roots(groups: tuple[Any, ...], of_groups: np.ndarray, where: Where) -> Any:
    """Return for each root, in the order of places, what the client says of its
    group."""
    (of_place,) = where.take(groups[:1])
    return where.rest([array_module(of_place).asarray(of_groups)[of_place]])[0]


def sample_of(
    lists: tuple[Any, ...],
    rate: float,
    places: tuple[Any, ...],
    groups: tuple[Any, ...],
    symmetric: bool,
    where: Where,
) -> tuple[np.ndarray, np.ndarray, int]:
    """Return all edges of some kept vertices, as groups and signatures, and a digest of
    all edges, in host memory."""
    here, place = Lists(*where.take(lists)), where.take(places)[0]
    edges = here.lengths
    if symmetric:
        edges = edges - own_positions(by_place(here, place), place)
    signature = signatures(here.kept, edges)
    is_some = signature % np.uint64(HASHES) < np.uint64(int(rate * HASHES))
    rows = here.rows
    keys = here.kept[rows].astype(np.uint64) << np.uint64(32)
    digest = int(mixed(keys | here.roots.astype(np.uint64)).sum()) % 2**64
    some = is_some[rows]
    (of_place,) = where.take(groups[:1])
    at = place[here.roots[some]] - (len(place) - len(of_place))
    found = of_place[at], signature[rows[some]].astype(np.int64)
    of_edges, of_kept = Where(where.on_device, limited=True).rest(found)
    return of_edges, of_kept, digest


# Copies for batches


class Rule(NamedTuple):
    """Which part of a list a batch needs."""

    ascending: bool = False  # only from its first root in the batch on
    least: int = 1  # and only if that many edges are left
    own: bool = False  # and only from the vertex itself on


def copies_of(
    lists: tuple[Any, ...],
    places: tuple[Any, ...],
    batch_of: Any,
    n_batches: int,
    rule: Rule,
    where: Where,
) -> list[tuple[Any, ...]]:
    """Return the lists that each batch needs, as kept vertices, lengths and places.

    `batch_of` has the batch of each root, in the order of places.
    """
    here = Lists(*where.take(lists))
    place, of_roots = where.take([places[0], batch_of])
    xp = array_module(here.roots)
    here = by_place(here, place)
    first = len(place) - len(of_roots)  # vertices without edges have no batch
    batch = of_roots[here.roots - first].astype(np.int64)
    rows = here.rows
    edge, of_batch = _first_edges(rows, batch)
    row = rows[edge]
    begin = edge if rule.ascending else here.indptr[:-1][row]
    if rule.own:
        own = here.indptr[:-1] + own_positions(here, place)
        begin = xp.maximum(begin, own[row])
    length = here.indptr[1:][row] - begin
    if rule.least > 1:
        enough = length >= rule.least
        row, begin, length = row[enough], begin[enough], length[enough]
        of_batch = of_batch[enough]
    reached = xp.concatenate([xp.zeros(1, np.int64), xp.cumsum(length)])
    at = xp.arange(int(reached[-1])) + (begin - reached[:-1])[repeated(length)]
    bounds = xp.arange(n_batches + 1)
    ends = xp.searchsorted(of_batch, bounds)
    of_lists, of_edges = ends.tolist(), reached[ends].tolist()
    parts = (
        cut(here.kept[row], of_lists, where),
        cut(length.astype(np.int32), of_lists, where),
        cut(here.roots[at], of_edges, where),
    )
    return list(zip(*parts, strict=True))


def _first_edges(rows: Any, batch: Any) -> tuple[Any, Any]:
    """Return the first edge of each list in each of its batches, by batch, and the
    batch; `rows` has the list of each edge."""
    n = max(1, len(batch))
    xp = array_module(batch)
    keys = batch * n + xp.arange(len(batch))
    keys.sort()
    batch = keys // n
    edge = keys - batch * n
    is_first = are_first(batch, rows[edge])
    return edge[is_first], batch[is_first]


def joined_copies(parts: Sequence[tuple[Any, ...]], where: Where) -> tuple[Any, Any]:
    """Return kept vertices and places of the edges that a batch gets."""
    kept, lengths, places = (
        joined(list(each), where) for each in zip(*parts, strict=True)
    )
    return kept[repeated(lengths)], places
