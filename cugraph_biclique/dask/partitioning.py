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
from typing import Any

import dask
import dask.dataframe as dd
import numpy as np
from distributed import futures_of

from cugraph_biclique.dask.assigning import Assigned, Seen, assign
from cugraph_biclique.dask.edges import (
    HASHES,
    SIDES,
    Edges,
    Weighed,
    hashes,
    on_host,
    persisted,
    with_work,
)
from cugraph_biclique.dask.parts import Part, Plan, Share, places, with_shares
from cugraph_biclique.dask.shares import share_of
from cugraph_biclique.partition import OTHER

ROOTS = 1 << 32  # more than there can be
FEW, MANY = 1 << 14, 1 << 19  # edges that the client may see: a quarter in between


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
    by_root = _by_root(weighed.edges, grow)
    lists = by_root.frame.to_delayed()
    roots = dask.persist(*(dask.delayed(_roots)(piece, grow) for piece in lists))
    n_edges = max(1, weighed.n_edges)
    rate = min(1.0, min(MANY, max(FEW, n_edges // 4)) / n_edges)
    see = dask.delayed(_seen)
    seen = dask.compute(
        *(see(*piece, grow, rate) for piece in zip(lists, roots, strict=True))
    )
    assigned = assign(seen, rate, parts, most_bytes, sum(threads.values()))
    if not len(assigned.part):
        return _empty_plan(by_root.frame._meta, grow)
    n_groups = int(assigned.group[-1]) + 1
    planned, shares = with_shares(
        assigned.parts(), assigned.work.sum() / parts, assigned.pairs_in(), n_groups
    )
    n_roots = [len(piece.roots) for piece in seen]
    placed = _placed_edges(by_root, roots, n_roots, assigned)
    groups = _cut_for_groups(placed, OTHER[grow], n_groups)
    workers = places(planned, shares, n_groups, threads)
    frames = frames_of(groups, shares, workers, grow)
    digest = sum(piece.digest for piece in seen) % 2**64
    edges = by_root, roots
    return Plan(frames, planned, grow, digest, assigned.digest(n_roots), edges)


def _empty_plan(meta: Any, grow: str) -> Plan:
    """The plan of a graph without edges: a partition without any."""
    nothing = Part(0, (), below=0, roots=0, work=0, frame=0)
    none = np.empty(0, np.int64)
    frame = meta[list(SIDES)].assign(rank=none, home=none)
    return Plan(futures_of(persisted(dask.delayed(frame))), [nothing], grow)


def _by_root(edges: Edges, grow: str) -> Edges:
    """Edges with their root, on the workers; they have met at their right vertex."""
    if grow == "right":
        return edges
    kept = OTHER[grow]
    frame = edges.frame[list(SIDES)].map_partitions(with_work, kept)
    met = edges._replace(frame=frame, by=kept).together(grow)
    return met._replace(frame=persisted(met.frame.optimize())[0])


def _placed_edges(
    by_root: Edges, roots: Sequence[Any], n_roots: list[int], assigned: Assigned
) -> Edges:
    """Edges that know the place of their root in the order, and where it goes."""
    ends = np.cumsum(n_roots)
    # It goes to the workers with the tasks, by way of the scheduler: keep it small.
    home = assigned.part.astype(np.min_scalar_type(len(assigned.group)))
    each = zip(
        by_root.frame.to_delayed(),
        roots,
        [0, *ends],
        np.split(home, ends[:-1]),
        strict=False,
    )
    place = dask.delayed(_placed)
    placed = [place(*piece, assigned.group, by_root.by) for piece in each]
    meta = by_root.frame._meta[list(SIDES)].assign(
        rank=assigned.pairs[:0], home=home[:0], group=assigned.group[:0]
    )
    return by_root._replace(frame=dd.from_delayed(placed, meta=meta, verify_meta=False))


def _cut_for_groups(edges: Edges, kept: str, n_groups: int) -> list[list[Any]]:
    """Of each group, what it needs of each piece of the edges."""
    cut = dask.delayed(_cut, nout=n_groups)
    pieces = [
        list(cut(piece, kept, n_groups))
        for piece in edges.together(kept).frame.to_delayed()
    ]
    made = persisted(*(part for piece in pieces for part in piece))
    return [made[group::n_groups] for group in range(n_groups)]


def frames_of(
    groups: list[list[Any]], shares: list[Share], workers: list[str], grow: str
) -> list[Any]:
    """Futures of the frame of each group, and behind these of that of each share, each
    on its worker: otherwise it would be where most of its edges are, maybe all on one.
    """
    n = len(groups)
    joined = dask.delayed(_joined)
    frames = _made_on(workers[:n], [joined(pieces) for pieces in groups])
    share = dask.delayed(share_of)
    dealt = [
        share(frames[part.frame], part.number, grow, False, which, of)
        for part, which, of in shares
    ]
    made = frames + _made_on(workers[n:], dealt)
    return [futures_of(frame)[0] for frame in made]


def _made_on(workers: list[str], tasks: list[Any]) -> list[Any]:
    """Each task made and kept on a worker."""
    made: dict[int, Any] = {}
    for worker in sorted(set(workers)):
        mine = [i for i in range(len(tasks)) if workers[i] == worker]
        there = persisted(*(tasks[i] for i in mine), workers=[worker])
        made.update(zip(mine, there, strict=True))
    return [made[i] for i in range(len(tasks))]


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
