# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From weighed edges to autonomous partitions, as Dask operations.

The client sees three numbers for each vertex of one side: enough to order them, and to
put those together that share neighbours.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd

from cugraph_biclique.dask.edges import (
    HASHES,
    SIDES,
    Edges,
    Weighed,
    hashes,
    on_host,
    with_work,
)
from cugraph_biclique.dask.parts import (
    Part,
    Plan,
    Share,
    grouped,
    places,
    with_shares,
)
from cugraph_biclique.dask.shares import share_of
from cugraph_biclique.graph import from_ids
from cugraph_biclique.partition import OTHER
from cugraph_biclique.partition.packing import pack

ROOTS = 1 << 32  # more than there can be
PARTS_IN_A_FRAME = 8  # each reads all of it
EDGE_BYTES = 40  # of an edge in a partition, about
FEW, MANY = 1 << 14, 1 << 20  # edges that the client may see: a quarter in between


def plan(
    weighed: Weighed,
    grow: str,
    parts: int,
    most_bytes: int | None,
    threads: dict[str, int],
) -> Plan:
    """Cut a graph into about so many partitions, or into more, so that none is much
    larger than `most_bytes`, and deal them to workers that have so many threads.

    Edges meet at their root, which adds up the degrees of its neighbours and is
    assigned a partition. Then they go back to their kept vertex, as it has all of its
    edges in every partition of a neighbour.
    """
    kept = OTHER[grow]
    by_root = weighed.edges
    if grow == "left":
        frame = by_root.frame[list(SIDES)].map_partitions(with_work, kept)
        by_root = Edges(frame, kept).together(grow)
        by_root = by_root._replace(frame=by_root.frame.persist())
    n_edges = max(1, weighed.n_edges)
    rate = min(1.0, min(MANY, max(FEW, n_edges // 4)) / n_edges)
    lists = by_root.frame.to_delayed()
    roots = dask.persist(*(dask.delayed(_roots)(piece, grow) for piece in lists))
    found = [
        dask.delayed(_seen)(*piece, grow, rate)
        for piece in zip(lists, roots, strict=True)
    ]
    seen = dask.compute(*found)
    part, work = assign(seen, rate, parts, most_bytes)
    meta = by_root.frame._meta[list(SIDES)].assign(rank=work[:0].astype(np.int64))
    if not len(part):
        nothing = Part(0, (), below=0, roots=0, work=0, frame=0)
        return Plan([dask.delayed(meta.assign(home=part))], [nothing], grow)
    n = int(part.max()) + 1
    roots_in = np.bincount(part, minlength=n)
    work_in = np.bincount(part, weights=work, minlength=n)
    group_of = np.arange(n, dtype=np.int32)
    if most_bytes is None:
        group_of = grouped(work_in, max(sum(threads.values()), n // PARTS_IN_A_FRAME))
    ends = np.cumsum([len(piece.roots) for piece in seen])
    # It goes to the workers with the tasks, by way of the scheduler: keep it small.
    home = part.astype(np.min_scalar_type(n))
    placed = [
        dask.delayed(_placed)(*piece, group_of, grow)
        for piece in zip(
            lists, roots, [0, *ends], np.split(home, ends[:-1]), strict=False
        )
    ]
    meta = meta.assign(home=home[:0], group=group_of[:0])
    homes = Edges(dd.from_delayed(placed, meta=meta, verify_meta=False), grow)
    n_groups = int(group_of[-1]) + 1
    cut = dask.delayed(_cut, nout=n_groups)
    pieces = [
        cut(piece, kept, n_groups) for piece in homes.together(kept).frame.to_delayed()
    ]
    whole = [
        Part(number, (), 0, int(roots), int(work), int(group))
        for number, (roots, work, group) in enumerate(
            zip(roots_in, work_in, group_of, strict=True)
        )
    ]
    degrees = np.concatenate([piece.roots["degree"] for piece in seen])
    pairs = np.empty(len(part), np.int64)  # that a root is the first of, and itself
    pairs[degrees.argsort(kind="stable")] = np.arange(len(part), 0, -1)
    pairs_in = np.bincount(part, weights=pairs, minlength=n)
    planned, shares = with_shares(whole, work.sum() / parts, pairs_in, n_groups)
    workers = places(planned, shares, n_groups, threads)
    frames = delayed_frames(pieces, shares, workers, grow)
    return Plan(
        frames,
        planned,
        grow,
        sum(piece.digest for piece in seen) % 2**64,
        (by_root, roots),
    )


def delayed_frames(
    pieces: list[Any], shares: list[Share], workers: list[str], grow: str
) -> list[Any]:
    """The frame of each group, and behind these that of each share."""
    frames = []
    groups = list(zip(*pieces, strict=True))
    for worker, piece in zip(workers, groups, strict=False):
        # Otherwise it would be where most of its edges are, maybe all on one worker.
        with dask.annotate(workers=[worker], allow_other_workers=True):
            frames.append(dask.delayed(_joined)(list(piece)))
    for worker, (part, which, of) in zip(workers[len(groups) :], shares, strict=True):
        with dask.annotate(workers=[worker], allow_other_workers=True):
            share = dask.delayed(share_of)(
                frames[part.frame], part.number, grow, False, which, of
            )
        frames.append(share)
    return frames


class Seen(NamedTuple):
    """What the client sees of a piece."""

    roots: pd.DataFrame  # degree, work, signature
    sample: pd.DataFrame  # some edges: root (its place above), signature
    digest: int  # of all edges


def _roots(edges: Any, grow: str) -> Any:
    """The roots of some edges: degree, work, and the signature of the neighbour with
    most edges. Those who share it copy these edges once."""
    found = edges.assign(degree=1).groupby(grow, sort=True, observed=True)
    return found.agg({"degree": "sum", "work": "sum", "signature": "max"}).reset_index()


def _seen(edges: Any, roots: Any, grow: str, rate: float) -> Seen:
    """What the client has to know: all roots, all edges of a few kept vertices."""
    some = edges[edges["signature"] % HASHES < int(rate * HASHES)][[grow, "signature"]]
    places = roots[[grow]].assign(root=np.arange(len(roots), dtype=np.int32))
    some = some.merge(places, on=grow)[["root", "signature"]]
    digest = int(hashes(edges[list(SIDES)]).sum()) if len(edges) else 0
    numbers = roots[["degree", "work", "signature"]]
    return Seen(on_host(numbers), on_host(some), digest)


def _placed(
    edges: Any,
    roots: Any,
    first: int,
    home: np.ndarray,
    group_of: np.ndarray,
    grow: str,
) -> Any:
    """Edges with the place of their root in the order, its partition and its group."""
    numbers = np.arange(first, first + len(roots))
    roots = roots.assign(number=numbers, home=home, group=group_of[home])
    roots["rank"] = roots["degree"].astype("int64") * ROOTS + roots["number"]
    return edges[list(SIDES)].merge(roots[[grow, "rank", "home", "group"]], on=grow)


def _cut(edges: Any, kept: str, n: int) -> list[Any]:
    """Of all edges of some kept vertices, what each of n groups needs."""
    needed = edges[[kept, "group"]].drop_duplicates()
    needed.columns = [kept, "to"]
    copies = edges.merge(needed, on=kept).sort_values("to")
    ends = np.asarray(copies["to"].searchsorted(np.arange(n + 1)).tolist())
    copies = copies[[*SIDES, "rank", "home"]]
    return [copies[a:b] for a, b in pairwise(ends)]


def _joined(pieces: list[Any]) -> Any:
    library = importlib.import_module(type(pieces[0]).__module__.partition(".")[0])
    return library.concat(pieces, ignore_index=True)


def assign(
    seen: Sequence[Seen], rate: float, parts: int, most_bytes: int | None
) -> tuple[np.ndarray, np.ndarray]:
    """Partition and work of each root.

    The sample tells which roots share kept vertices. Where it tells nothing, those come
    next that share the neighbour with most edges.
    """
    roots = pd.concat([piece.roots for piece in seen], ignore_index=True)
    work = roots["work"].to_numpy().astype(np.float64)
    first = np.cumsum([0, *(len(piece.roots) for piece in seen)])
    ends = [
        piece.sample["root"].to_numpy() + at
        for piece, at in zip(seen, first, strict=False)
    ]
    kept, kept_ids = np.unique(
        np.concatenate([piece.sample["signature"].to_numpy() for piece in seen]),
        return_inverse=True,
    )
    sample = from_ids(
        np.concatenate(ends),
        kept_ids,
        pd.RangeIndex(len(roots)),
        pd.RangeIndex(len(kept)),
    )
    most_work, most_edges = work.sum() / parts, np.inf
    if most_bytes is not None:
        most_edges = most_bytes / EDGE_BYTES
        if rate < 1:  # a sample sees too few edges, but there is work in all of them
            most_work = min(most_work, most_edges)
    part = pack(
        sample.left_indptr,
        sample.left_indices,
        sample.right_indptr,
        sample.right_indices,
        kept // HASHES / rate,
        work,
        roots["signature"].to_numpy().argsort(kind="stable")[::-1],
        most_work,
        most_edges,
    )
    return part, work
