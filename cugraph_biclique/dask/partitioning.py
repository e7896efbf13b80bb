# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From a Dask edge frame to autonomous partitions, as Dask operations.

Edges stay on the workers. What comes to the client is a number or three for each vertex
of one side: enough to order them, and to put those together that share neighbours.
"""

from __future__ import annotations

import heapq
import importlib
from collections.abc import Hashable, Sequence
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd

from cugraph_biclique.dask.shares import share_of
from cugraph_biclique.graph import from_ids
from cugraph_biclique.inputs.pandas_frame import pick_columns
from cugraph_biclique.order import anchor_cost
from cugraph_biclique.partition import OTHER
from cugraph_biclique.partition.packing import pack

SIDES = "left", "right"
CORE_ROUNDS = 3  # of taking out vertices with too few neighbours; any number is right
HASHES = 1 << 31
ROOTS = 1 << 32  # more than there can be
PARTS_IN_A_FRAME = 8  # each reads all of it
MOST_SHARES = 64  # of a heavy root
EDGE_BYTES = 40  # of an edge in a partition, about
FEW, MANY = 1 << 14, 1 << 20  # edges that the client may see: a quarter in between


class Part(NamedTuple):
    """A partition, or a share of one, or of a share."""

    number: int  # of the partition
    shares: tuple[int, ...]  # which share of it, of that share, ...
    below: int  # how many of these are shares of a single root
    roots: int
    work: int  # predicted: the edges that are read to make the roots' rows
    frame: Any  # number of its frame in the plan, later on the future of that

    @property
    def name(self) -> str:
        """As in ``00003``, or ``00003-0-1`` for the second share of its first one."""
        return "-".join([f"{self.number:05d}", *map(str, self.shares)])

    def share(self, which: int, of: int, frame: Any) -> Part:
        """One of its shares. A single root, or none, is one of the first."""
        return Part(
            self.number,
            (*self.shares, which),
            self.below + (self.below > 0 or self.roots < 2),
            (self.roots + of - 1 - which) // of,
            self.work // of,
            frame,
        )


class Plan(NamedTuple):
    """Partitions of a graph, and the frames that have their edges."""

    frames: list[Any]  # delayed frames: left, right, and of the root rank and home
    parts: list[Part]  # what there is to do, in order
    grow: str  # the side that the roots are on
    digest: int = 0  # of the edges, in whatever order
    edges: Any = None  # what the frames are made of: gone from the workers without it


class Edges(NamedTuple):
    """Distinct edges; those of a vertex of one side are in one piece."""

    frame: Any  # columns left, right, and maybe more
    by: str  # the side

    def together(self, side: str) -> Edges:
        """The same with those of a vertex of that side in one piece."""
        return self if self.by == side else Edges(self.frame.shuffle(side), side)


class Weighed(NamedTuple):
    """Edges that know their left vertex's degree, and the degrees of both sides."""

    edges: Edges  # by right
    degrees: dict[str, pd.Series]  # of each side: how many vertices have which degree

    @property
    def n_edges(self) -> int:
        """How many edges."""
        times = self.degrees["left"]
        return int((times.index * times).sum())

    def squares(self, side: str) -> float:
        """The degrees of a side, squared and added: the rows that it makes."""
        times = self.degrees[side]
        return float((times.index.to_numpy(np.float64) ** 2 * times).sum())

    def side_to_grow(self) -> str:
        """As `order.side_to_grow`: the side whose two-hop neighbourhood is smaller."""
        return "right" if self.squares("left") <= self.squares("right") else "left"

    def side_to_anchor(self, p: int, q: int) -> str:
        """The side to pick from in a count, if all two-hop neighbours shared enough."""

        def cost(side: str, picks: int) -> float:
            wedges, n = self.squares(OTHER[side]), int(self.degrees[side].sum())
            return anchor_cost(wedges, wedges, n, max(1, n), picks)

        return "left" if cost("left", p) < cost("right", q) else "right"

    def stars(self, side: str, leaves: int) -> int:
        """The vertices of a side with so many of their neighbours, exactly."""
        times = self.degrees[side]
        each = zip(times.index.tolist(), times.tolist(), strict=True)
        return sum(int(n) * comb(int(degree), leaves) for degree, n in each)


def edges_of(ddf: dd.DataFrame, left: Hashable | None, right: Hashable | None) -> Edges:
    """The distinct edges of a frame, as columns ``left`` and ``right``, kept in memory
    by the workers."""
    left, right = pick_columns(ddf.columns, left, right)
    edges = ddf[[left, right]].map_partitions(_named)
    edges = edges.shuffle("left").map_partitions(_distinct).persist()
    nulls = on_host(dask.compute(edges.isnull().sum())[0]).tolist()
    for side, n in zip((left, right), nulls, strict=True):
        if n:
            raise ValueError(
                f"labels of column {side!r} are null in {n:,} distinct "
                f"edge{'s' * (n > 1)}: a null names no vertex, drop these edges or "
                "give it a label"
            )
    return Edges(edges, "left")


def _named(edges: Any) -> Any:
    edges = edges.copy(deep=False)
    edges.columns = list(SIDES)
    return edges


def _distinct(edges: Any) -> Any:
    return edges.drop_duplicates(ignore_index=True)


def core(edges: Edges, min_left: int, min_right: int) -> Edges:
    """The edges without vertices that have too few neighbours, as far as some rounds
    of looking for them go."""
    least = {"left": min_right, "right": min_left}
    sides = [side for side in SIDES if least[side] > 1]
    for side in sides * (CORE_ROUNDS if len(sides) > 1 else 1):
        edges = edges.together(side)
        frame = edges.frame.map_partitions(_with_enough, side, least[side])
        edges = edges._replace(frame=frame)
    return edges


def _with_enough(edges: Any, side: str, least: int) -> Any:
    """The edges of vertices that have enough of them."""
    degree = _degrees(edges, side, "degree")
    enough = degree[degree["degree"] >= least][[side]]
    return edges.merge(enough, on=side)


def _degrees(edges: Any, side: str, name: str) -> Any:
    """A frame of the vertices of a side, with their degrees as column `name`."""
    degree = edges.groupby(side, sort=False, observed=True).size()
    degree.name = name
    return degree.reset_index()


def weigh(edges: Edges) -> Weighed:
    """Count the edges of every vertex of both sides."""
    edges = edges.together("left")
    edges = edges._replace(frame=edges.frame.persist())
    weighed = edges.frame.map_partitions(_weighed, "left")
    met = Edges(weighed, "left").together("right")
    met = met._replace(frame=met.frame.persist())
    lazy = [
        [dask.delayed(_degree_counts)(piece, side) for piece in frame.to_delayed()]
        for side, frame in (("left", edges.frame), ("right", met.frame))
    ]
    counts = [
        pd.concat(pieces).groupby(level=0).sum() for pieces in dask.compute(*lazy)
    ]
    return Weighed(met, dict(zip(SIDES, counts, strict=True)))


def _degree_counts(edges: Any, side: str) -> pd.Series:
    """How many vertices of a side have which degree."""
    return on_host(_degrees(edges, side, "degree")["degree"].value_counts())


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
        frame = by_root.frame[list(SIDES)].map_partitions(_weighed, kept)
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


class Share(NamedTuple):
    """What the frame of a share is made of."""

    part: Part
    which: int
    of: int


def with_shares(
    parts: list[Part], most_work: float, pairs: np.ndarray, n_frames: int
) -> tuple[list[Part], list[Share]]:
    """The parts, those of a heavy root in shares, though in no more than there can be
    pairs of it; and the shares, whose frames are behind those that there are."""
    planned: list[Part] = []
    shares: list[Share] = []
    for part, most in zip(parts, pairs, strict=True):
        single = part.roots == 1
        of = int(min(MOST_SHARES, part.work // most_work, most)) if single else 1
        if of < 2:
            planned.append(part)
            continue
        for which in range(of):
            planned.append(part.share(which, of, n_frames + len(shares)))
            shares.append(Share(part, which, of))
    return planned, shares


def places(
    planned: list[Part], shares: list[Share], n_groups: int, threads: dict[str, int]
) -> list[str]:
    """A worker for each frame, by the work on it. That of a heavy root is only there
    to be dealt, and goes where the first share is."""
    loads = np.zeros(n_groups + len(shares))
    np.add.at(loads, [part.frame for part in planned], [part.work for part in planned])
    workers = deal(loads.tolist(), threads)
    for worker, share in zip(workers[n_groups:], shares, strict=True):
        if share.which == 0 and loads[share.part.frame] == 0:
            workers[share.part.frame] = worker
    return workers


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


def grouped(work: np.ndarray, shares: int) -> np.ndarray:
    """The group of each partition: those that follow each other share most, so a worker
    has what some of them need in one frame. At most `shares` groups of like work."""
    reached = np.cumsum(work)
    group = ((reached - work / 2) / (reached[-1] / shares)).astype(np.int32)
    return np.cumsum(np.diff(group, prepend=group[:1]) > 0, dtype=np.int32)


def deal(work: Sequence[float], threads: dict[str, int]) -> list[str]:
    """A worker for each partition: the heaviest first, to the one that has the least
    to do for a thread of its own."""
    loads = [(0.0, worker) for worker in sorted(threads)]
    dealt = [""] * len(work)
    for i in sorted(range(len(work)), key=lambda i: -work[i]):
        load, worker = loads[0]
        dealt[i] = worker
        heapq.heapreplace(loads, (load + work[i] / threads[worker], worker))
    return dealt


def _weighed(edges: Any, kept: str) -> Any:
    """Edges with the degree of their kept vertex, which is the ``work`` that it makes
    for each of its roots, and its ``signature``: one number for (degree, hash)."""
    table = _degrees(edges, kept, "work")
    hashes = (_hashes(table[kept]) % HASHES).astype("int64")
    table["signature"] = table["work"].astype("int64") * HASHES + hashes
    return edges.merge(table, on=kept)


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
    digest = int(_hashes(edges[list(SIDES)]).sum()) if len(edges) else 0
    numbers = roots[["degree", "work", "signature"]]
    return Seen(on_host(numbers), on_host(some), digest)


def on_host(frame: Any) -> Any:
    """A frame or a Series as pandas has it."""
    return frame.to_pandas() if hasattr(frame, "to_pandas") else frame


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


def _hashes(labels: Any) -> Any:
    """A number for each label, or row, the same wherever it is."""
    if hasattr(labels, "hash_values"):  # cuDF
        return labels.hash_values().astype("uint64")
    return pd.util.hash_pandas_object(labels, index=False).astype("uint64")


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
