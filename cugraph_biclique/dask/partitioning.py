# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From edges with degrees to independent partitions, as Dask operations.

The client receives three numbers per vertex of one side. With these numbers, it orders
the vertices and puts those with common neighbours together.
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
FEW, MANY = 1 << 14, 1 << 19  # bounds of the client's sample: a quarter of the edges


def plan(
    weighed: Weighed,
    grow: str,
    parts: int,
    most_bytes: int | None,
    threads: dict[str, int],
) -> Plan:
    """Cut a graph into about `parts` partitions, and assign them to workers.

    With `most_bytes` there may be more partitions, so that none is much larger.
    `threads` gives the number of threads of each worker.

    The first shuffle collects edges by root: the root sums the degrees of its
    neighbours, and the client assigns it a partition. The second shuffle collects edges
    by kept vertex. Each partition of a neighbour needs all edges of that kept vertex.
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
    """Return the plan of a graph without edges: one empty partition."""
    nothing = Part(0, (), below=0, roots=0, work=0, frame=0)
    none = np.empty(0, np.int64)
    frame = meta[list(SIDES)].assign(rank=none, home=none)
    return Plan(futures_of(persisted(dask.delayed(frame))), [nothing], grow)


def _by_root(edges: Edges, grow: str) -> Edges:
    """Collect edges by root. The edges of a right vertex are already together."""
    if grow == "right":
        return edges
    kept = OTHER[grow]
    frame = edges.frame[list(SIDES)].map_partitions(with_work, kept)
    met = edges._replace(frame=frame, by=kept).together(grow)
    return met._replace(frame=persisted(met.frame.optimize())[0])


def _placed_edges(
    by_root: Edges, roots: Sequence[Any], n_roots: list[int], assigned: Assigned
) -> Edges:
    """Add columns to the edges: rank, owner and batch of the root."""
    ends = np.cumsum(n_roots)
    # The tasks carry this array through the scheduler: keep it small.
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
    """Return the edges that each batch needs, one frame per Dask partition."""
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
    """Return the futures of all frames: first those of the batches, then the shares.

    Each frame is pinned to its worker. Otherwise Dask would choose the worker that has
    most of the edges, which may be the same one for all frames.
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
    """Run each task on its worker, and keep the result there."""
    made: dict[int, Any] = {}
    for worker in sorted(set(workers)):
        mine = [i for i in range(len(tasks)) if workers[i] == worker]
        there = persisted(*(tasks[i] for i in mine), workers=[worker])
        made.update(zip(mine, there, strict=True))
    return [made[i] for i in range(len(tasks))]


def _roots(edges: Any, grow: str) -> Any:
    """Return the roots of some edges: degree, work, and the signature of the neighbour
    with most edges.

    Roots with the same signature can share one copy of that neighbour's edges.
    """
    found = edges.assign(degree=1).groupby(grow, sort=True, observed=True)
    return found.agg({"degree": "sum", "work": "sum", "signature": "max"}).reset_index()


def _seen(edges: Any, roots: Any, grow: str, rate: float) -> Seen:
    """Return what the client needs: all roots, and all edges of some kept vertices."""
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
    """Add the rank, the partition and the batch of the root to each edge."""
    numbers = np.arange(first, first + len(roots))
    roots = roots.assign(number=numbers, home=home, group=group_of[home])
    roots["rank"] = roots["degree"].astype("int64") * ROOTS + roots["number"]
    return edges[list(SIDES)].merge(roots[[grow, "rank", "home", "group"]], on=grow)


def _cut(edges: Any, kept: str, n: int) -> list[Any]:
    """Return what each of n batches needs of the edges of some kept vertices."""
    needed = edges[[kept, "group"]].drop_duplicates()
    needed.columns = [kept, "to"]
    copies = edges.merge(needed, on=kept).sort_values("to")
    ends = np.asarray(copies["to"].searchsorted(np.arange(n + 1)).tolist())
    copies = copies[[*SIDES, "rank", "home"]]
    return [copies[a:b] for a, b in pairwise(ends)]


def _joined(pieces: list[Any]) -> Any:
    library = importlib.import_module(type(pieces[0]).__module__.partition(".")[0])
    return library.concat(pieces, ignore_index=True)
