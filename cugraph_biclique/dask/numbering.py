# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From the labels of a Dask edge frame to ids 0, 1, ... of each side.

Each worker replaces the labels of its edges by codes of its own. The distinct labels go
to their owners by hash: an owner sorts the labels that it gets from all workers, and so
numbers them. From then on an edge is two ids. Labels are looked up for partitions only.

The ids depend on the labels and the number of edges alone, not on the cluster: a data
set that is resumed must have the same partitions.

If a worker is lost, Dask reads its edges again. They may be others by then, so what has
been numbered is compared with what is numbered again.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

import dask
import numpy as np
import pandas as pd
from distributed import futures_of, get_client

from cugraph_biclique.dask.exchange import (
    Where,
    cut,
    evenly,
    exchanged,
    persisted,
)
from cugraph_biclique.dask.host_frames import (
    concatenated,
    from_host_frame,
    is_cudf_frame,
    to_host_frame,
)
from cugraph_biclique.dask.reading import SIDES, Reading, labels_of, refuse_changed
from cugraph_biclique.dask.waiting import computed, wait_for
from cugraph_biclique.graph.bipartite import check_size
from cugraph_biclique.host.arrays import array_module
from cugraph_biclique.inputs.labels import OBJECTS, encode
from cugraph_biclique.inputs.undirected import common_dtype

BOTH = "labels of both columns together"
Spaces = tuple[tuple[str, ...], ...]  # sides whose labels share their ids
TWO_KINDS: Spaces = (("left",), ("right",))
ONE_KIND: Spaces = (("left", "right"),)
TABLES = 16  # owners of labels, at most
MOST_EDGES = 1 << 27  # that a task numbers at once
AT_ONCE = 1 << 22  # edges of a digest: a bound of the memory
EDGES_PER_TABLE = 1 << 20  # fewer edges have fewer owners: small tasks cost overhead


class Numbers(NamedTuple):
    """Edges as ids, and the labels of the ids, on the workers."""

    pieces: list[Any]  # delayed: int32 ids of the left ends, and of the right ends
    tables: dict[str, list[Any]]  # delayed, by side: the labels of each owner, in order
    offsets: dict[str, np.ndarray]  # int64, by side: the first id of each owner
    names: dict[str, str]  # by side: what error messages call the labels
    columns: tuple[Hashable, Hashable]  # of the caller's frame
    n_edges: int  # rows of the frame: there may be parallel edges
    label_bytes: float  # mean bytes of the two labels of an edge
    has_order: dict[str, bool]  # by side: numbers and texts have none together
    digest: int  # of the labels and their ids
    where: Where
    owners: int  # of the adjacency lists

    def size(self, side: str) -> int:
        """Return the number of vertices of a side."""
        return int(self.offsets[side][-1])

    def bounds(self, side: str) -> np.ndarray:
        """Return the first vertex of each owner of adjacency lists of a side."""
        return np.linspace(0, self.size(side), self.owners + 1).astype(np.int64)


class AboutTable(NamedTuple):
    """About the labels of an owner, by space."""

    sizes: list[int]
    have_order: list[bool]
    digest: int  # of all labels and their ids


def numbers_of(read: Reading, spaces: Spaces, owners: int, limited: bool) -> Numbers:
    """Number the labels of a frame."""
    n_edges, label_bytes = read.size()
    meta = read.frame._meta
    n_tables = max(1, min(TABLES, ceil(n_edges / EDGES_PER_TABLE)))
    if not have_hashes(meta):
        n_tables = 1
    where, dtype = Where(is_cudf_frame(meta), limited), None
    if spaces == ONE_KIND:
        dtype = common_dtype(*(meta[side].dtype for side in SIDES))
        dtype = None if dtype == "category" else dtype  # its categories are united
    names = tuple(
        labels_of(read.columns[SIDES.index(space[0])]) if len(space) == 1 else BOTH
        for space in spaces
    )
    code = dask.delayed(_coded)
    groups = _together(read, owners)
    arguments = spaces, names, dtype, n_tables, where
    coded = persisted(*(code(each, *arguments) for each in groups))
    parts = [each[1] for each in coded]
    tables = exchanged(parts, evenly(n_tables), _table, [(names, where)] * n_tables)
    of_tables, of_pieces = computed(
        [each[2] for each in tables], [each[2] for each in coded]
    )
    about: list[AboutTable] = of_tables
    sizes = np.array([each.sizes for each in about], np.int64)
    sizes = sizes.reshape(-1, len(spaces))
    offsets = np.zeros((n_tables + 1, len(spaces)), np.int64)
    np.cumsum(sizes, axis=0, out=offsets[1:])
    _check_sizes(offsets[-1], spaces)
    number, part_of = dask.delayed(_numbered), dask.delayed(_part_of)
    known = [(table, each.digest) for table, each in zip(tables, about, strict=True)]
    pieces = persisted(
        *(
            number(each, [part_of(*one, 1, i) for one in known], offsets, where, digest)
            for i, (each, digest) in enumerate(zip(coded, of_pieces, strict=True))
        )
    )
    labels = [[part_of(*one, 0, i) for one in known] for i in range(len(spaces))]
    kept = persisted(*(each for some in labels for each in some))
    labels = [kept[i * n_tables : (i + 1) * n_tables] for i in range(len(spaces))]
    of_side = {side: i for i, space in enumerate(spaces) for side in space}
    return Numbers(
        pieces,
        {side: labels[i] for side, i in of_side.items()},
        {side: offsets[:, i] for side, i in of_side.items()},
        {side: names[i] for side, i in of_side.items()},
        read.columns,
        n_edges,
        label_bytes,
        {
            side: all(each.have_order[i] for each in about)
            for side, i in of_side.items()
        },
        sum(each.digest for each in about) % 2**64,
        where,
        owners,
    )


def have_hashes(meta: Any) -> bool:
    """Whether equal labels of an edge frame like `meta` have equal hashes.

    Objects may be equal although their texts differ, such as 1 and 1.0, and categories
    although their dtypes do. Then one owner compares all labels. The objects of cuDF
    are strings.
    """
    dtypes, on_device = list(meta.dtypes), is_cudf_frame(meta)
    return not any(
        dtype == "category" or (dtype == OBJECTS and not on_device) for dtype in dtypes
    )


def _check_sizes(sizes: np.ndarray, spaces: Spaces) -> None:
    for n, space in zip(sizes.tolist(), spaces, strict=True):
        check_size(" and ".join(space), n)


def _together(read: Reading, owners: int) -> list[list[Any]]:
    """Group Dask partitions that are on the same worker, in about as many groups as
    there are threads, or as there are owners if these are more."""
    client = get_client()
    parts = sorted(futures_of(read.frame), key=lambda part: part.key[-1])
    wait_for(parts)
    holders, sizes = client.who_has(parts), read.sizes()
    on: dict[str, list[int]] = {}
    for i, part in enumerate(parts):
        on.setdefault(min(holders.get(part.key, ()), default=""), []).append(i)
    threads = client.nthreads()
    each = max(1, owners // max(1, sum(threads.values())))
    groups: list[list[Any]] = []
    for worker, some in sorted(on.items()):
        n_edges = sum(sizes[i] for i in some)
        n = max(each * threads.get(worker, 1), ceil(n_edges / MOST_EDGES))
        groups += [[parts[i] for i in some[first::n]] for first in range(n)]
    return [group for group in groups if group]


def _coded(
    frames: list[Any],
    spaces: Spaces,
    names: Sequence[str],
    dtype: Any,
    n: int,
    where: Where,
) -> tuple[Any, ...]:
    """Replace the labels of some edges by codes; cut the distinct labels by owner.

    Return the codes of both sides, for each owner the labels of each space, and a
    digest. The codes of a space ascend with the owners.
    """
    edges = concatenated(frames)
    edges = edges if dtype is None else edges.astype(dtype)
    codes: list[Any] = []
    parts: list[list[Any]] = []
    digest = 0
    for space, name in zip(spaces, names, strict=True):
        labels = concatenated([edges[side] for side in space])
        ids, distinct = encoded(labels, name)
        xp = array_module(ids)
        of_labels = hashes(distinct)
        owner = (of_labels % n).astype(np.int32)
        digest += digest_of(of_labels, len(parts))
        order = xp.argsort(owner, kind="stable")
        ends = np.cumsum([0, *xp.bincount(owner, minlength=n).tolist()])
        distinct = distinct.take(order)
        parts.append(
            [resting(distinct.iloc[first:end], where) for first, end in pairwise(ends)]
        )
        ids = inverse(order)[ids]
        codes += [ids[i * len(edges) : (i + 1) * len(edges)] for i in range(len(space))]
    digest = (digest + digest_of_edges(*codes)) % 2**64
    return where.rest(codes), list(map(list, zip(*parts, strict=True))), digest


def digest_of(of_labels: Any, space: int) -> int:
    """Return a digest of labels in their order, given their hashes."""
    xp = array_module(of_labels)
    numbers = xp.arange(len(of_labels), dtype=np.uint64) + np.uint64(space << 32)
    return int(mixed(of_labels ^ mixed(numbers)).sum())


def digest_of_edges(left: Any, right: Any) -> int:
    """Return a digest of edges in any order: Dask may read rows in another order."""
    found = 0
    for first in range(0, len(left), AT_ONCE):
        some = slice(first, first + AT_ONCE)
        u, v = left[some].astype(np.uint64), right[some].astype(np.uint64)
        found += int(mixed((u << np.uint64(32)) | v).sum())
    return found


def _table(parts: list[list[Any]], names: Sequence[str], where: Where) -> Any:
    """Number the labels that an owner gets, by space.

    Return the distinct labels of each space, for each part the places of its labels of
    each space, and about the labels.
    """
    tables, have_order, digest = [], [], 0
    places: list[list[Any]] = [[] for _ in parts]
    for i, name in enumerate(names):
        some = [from_host_frame(part[i]) for part in parts]
        ids, distinct = _in_one_order(concatenated(some), name)
        digest += digest_of(hashes(distinct), i)
        ends = np.cumsum([0, *map(len, some)]).tolist()
        mine = cut(ids.astype(np.int32), ends, where)
        for place, each in zip(places, mine, strict=True):
            place.append(each)
        tables.append(resting(distinct, where))
        have_order.append(is_ascending(distinct))
    about = AboutTable([len(each) for each in tables], have_order, digest % 2**64)
    return tables, places, about


def is_ascending(labels: Any) -> bool:
    """Whether distinct labels that have been sorted have an order. Only objects may
    have none."""
    if labels.dtype != OBJECTS or is_cudf_frame(labels):
        return True
    return bool(pd.Index(labels, tupleize_cols=False).is_monotonic_increasing)


def _in_one_order(labels: Any, name: str) -> tuple[Any, Any]:
    """Encode labels: in the order of the labels, or of their hashes if they may have
    none, but not of the workers that they come from."""
    if labels.dtype != OBJECTS or is_cudf_frame(labels):
        return encoded(labels, name)
    order = np.argsort(hashes(labels), kind="stable")
    ids = np.empty(len(labels), np.int64)
    ids[order], distinct = encoded(labels.take(order), name)
    return ids, distinct


def _part_of(table: tuple[Any, ...], digest: int, which: int, i: int) -> Any:
    """Return a part of what `_table` returns, if the labels are those of the digest."""
    if table[2].digest != digest:
        refuse_changed()
    return table[which][i]


def _numbered(
    coded: tuple[Any, ...],
    places: list[list[Any]],
    offsets: np.ndarray,
    where: Where,
    digest: int,
) -> tuple[Any, ...]:
    """Replace the codes of some edges by ids, if the edges are those of the digest."""
    codes, _, now = coded
    if now != digest:
        refuse_changed()
    n_spaces = offsets.shape[1]
    found = []
    for i, side in enumerate(where.take(codes)):
        space = i % n_spaces
        of_owners = where.take([each[space] for each in places])
        xp = array_module(side)
        ids = [
            each + np.int32(first)
            for each, first in zip(of_owners, offsets[:-1, space], strict=True)
        ]
        found.append(xp.concatenate(ids)[side])
    return where.rest(found)


def labels_at(ids: Any, tables: Sequence[Any], offsets: np.ndarray) -> Any:
    """Return the labels of ids in ascending order, as a Series."""
    xp = array_module(ids)
    cuts = xp.searchsorted(ids, xp.asarray(offsets)).tolist()
    some = [
        _taken(from_host_frame(table), ids[first:end] - int(offset))
        for table, first, end, offset in zip(
            tables, cuts[:-1], cuts[1:], offsets[:-1], strict=True
        )
    ]
    if not isinstance(some[0], xp.ndarray):
        return concatenated(some)
    import cudf

    return cudf.Series(xp.concatenate(some))


def _taken(labels: Any, places: Any) -> Any:
    """Return some labels: numbers on a device as an array, which is much faster."""
    if is_cudf_frame(labels) and getattr(labels.dtype, "kind", "") in "iuf":
        return labels.values[places]
    return labels.take(places)


def encoded(labels: Any, what: str) -> tuple[Any, Any]:
    """Return the id of each label, and the distinct labels as a Series."""
    if not is_cudf_frame(labels):
        ids, distinct = encode(labels, what)
        return ids, pd.Series(distinct, copy=False)
    import cudf
    import cupy

    from cugraph_biclique.inputs.cudf_labels import number

    numbered = number(labels, what)
    distinct, ids = cupy.unique(numbered.numbers, return_inverse=True)
    found = numbered.restore(distinct)
    if isinstance(found, cupy.ndarray):
        found = cudf.Series(found)
    return ids, found.reset_index(drop=True)


def hashes(labels: Any) -> Any:
    """Return a hash for each label of a Series (uint64), the same on every worker."""
    if is_cudf_frame(labels):
        return labels.hash_values().astype("uint64").values
    if labels.dtype == OBJECTS:  # pandas refuses some, such as numbers and tuples
        labels = labels.map(str)
    found = pd.util.hash_pandas_object(labels, index=False)
    return found.to_numpy(np.uint64)


def resting(labels: Any, where: Where) -> Any:
    """Return labels as they wait for the next task."""
    labels = labels.reset_index(drop=True)
    return to_host_frame(labels) if where.limited else labels


def inverse(order: Any) -> Any:
    """Return the place of each element in an order (int32)."""
    xp = array_module(order)
    place = xp.empty(len(order), np.int32)
    place[order] = xp.arange(len(order), dtype=np.int32)
    return place


def mixed(numbers: Any) -> Any:
    """Return 64 well-mixed bits for each number (uint64)."""
    numbers = numbers * np.uint64(0x9E3779B97F4A7C15)
    numbers ^= numbers >> np.uint64(29)
    numbers *= np.uint64(0xBF58476D1CE4E5B9)
    return numbers ^ (numbers >> np.uint64(32))
