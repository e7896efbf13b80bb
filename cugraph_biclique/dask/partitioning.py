# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""From a Dask edge frame to autonomous partitions, as Dask operations.

Edges stay on the workers. What comes to the client is a number or three for each vertex
of one side: enough to order them, and to put those together that share neighbours.
"""

from __future__ import annotations

import importlib
from collections.abc import Hashable
from itertools import pairwise
from typing import Any, NamedTuple

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd

from cugraph_biclique.inputs.pandas_frame import pick_columns
from cugraph_biclique.order import anchor_cost
from cugraph_biclique.partition import OTHER

SIDES = "left", "right"
CORE_ROUNDS = 3  # of taking out vertices with too few neighbours; any number is right
HASHES = 1 << 31
SEEN_BYTES = 40  # of a root's work: what its edges take in a partition, about


class Plan(NamedTuple):
    """Partitions of a graph, each of them one partition of a Dask frame."""

    frames: list[Any]  # delayed frames: left, right, rank, is_root
    grow: str  # the side that the roots are on
    roots: list[int]  # of each partition
    work: list[int]  # predicted: the edges that are read to make the roots' rows
    digest: int = 0  # of the edges, in whatever order
    edges: Any = None  # what the frames are made of: gone from the workers without it


class Degrees(NamedTuple):
    """Of one side: how many vertices, and their degrees squared and added."""

    vertices: int
    squares: float


def edges_of(ddf: dd.DataFrame, left: Hashable | None, right: Hashable | None) -> Any:
    """The distinct edges of a frame, as columns ``left`` and ``right``, kept in memory
    by the workers; those of a left vertex are together."""
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
    return edges


def _named(edges: Any) -> Any:
    edges = edges.copy(deep=False)
    edges.columns = list(SIDES)
    return edges


def _distinct(edges: Any) -> Any:
    return edges.drop_duplicates(ignore_index=True)


def core(edges: Any, min_left: int, min_right: int) -> Any:
    """The edges without vertices that have too few neighbours, as far as some rounds
    of looking for them go."""
    least = {"left": min_right, "right": min_left}
    if max(least.values()) == 1:
        return edges
    for _ in range(CORE_ROUNDS):
        for side in SIDES:
            if least[side] > 1:
                degree = degrees(edges, side)
                enough = degree[degree["degree"] >= least[side]][[side]]
                edges = edges.merge(enough, on=side)
    return edges.persist()


def degrees(edges: Any, side: str, name: str = "degree") -> Any:
    """A frame of the vertices of a side, with their degrees as column `name`."""
    counted = edges.assign(**{name: 1}).groupby(side, sort=False, observed=True)
    return counted.agg({name: "sum"}, split_out=edges.npartitions).reset_index()


def side_degrees(edges: Any) -> dict[str, Degrees]:
    """`Degrees` of both sides."""
    lazy = []
    for side in SIDES:
        degree = degrees(edges, side)["degree"].astype("float64")
        lazy += [degree.count(), (degree * degree).sum()]
    found = dask.compute(*lazy)
    return {
        side: Degrees(int(found[2 * i]), float(found[2 * i + 1]))
        for i, side in enumerate(SIDES)
    }


def side_to_grow(of: dict[str, Degrees]) -> str:
    """As `order.side_to_grow`: the side whose two-hop neighbourhood is smaller."""
    return "right" if of["left"].squares <= of["right"].squares else "left"


def side_to_anchor(of: dict[str, Degrees], p: int, q: int) -> str:
    """The side to pick from in a count, if all two-hop neighbours shared enough."""

    def cost(side: str, picks: int) -> float:
        wedges, n = of[OTHER[side]].squares, of[side].vertices
        return anchor_cost(wedges, wedges, n, max(1, n), picks)

    return "left" if cost("left", p) < cost("right", q) else "right"


def plan(edges: Any, grow: str, parts: int, most_bytes: int | None = None) -> Plan:
    """Cut a graph into about so many partitions, or into more, so that none is much
    larger than `most_bytes`.

    Edges move three times: to their kept vertex, whose degree they take along; to their
    root, which adds these up and is assigned a partition; and back, as a kept vertex
    has all of its edges in every partition of a neighbour.
    """
    kept = OTHER[grow]
    weighed = edges.shuffle(kept).map_partitions(_weighed, kept)
    by_root = weighed.shuffle(grow).persist()
    lists = by_root.to_delayed()
    found = dask.compute([dask.delayed(_numbers)(piece, grow) for piece in lists])[0]
    numbers, digests = zip(*found, strict=True)
    rank, part, work = assign(pd.concat(numbers), parts, most_bytes)
    if not len(rank):
        nothing = edges._meta.assign(rank=rank, is_root=rank > 0)
        return Plan([dask.delayed(nothing)], grow, [0], [0])
    n = int(part.max()) + 1
    ends = np.cumsum([len(piece) for piece in numbers])[:-1]
    placed = [
        dask.delayed(_placed)(piece, grow, *columns)
        for piece, *columns in zip(
            lists, np.split(rank, ends), np.split(part, ends), strict=True
        )
    ]
    meta = edges._meta.assign(rank=rank[:0], home=part[:0])
    placed = dd.from_delayed(placed, meta=meta, verify_meta=False)
    cut = dask.delayed(_cut, nout=n)
    pieces = [cut(piece, kept, n) for piece in placed.shuffle(kept).to_delayed()]
    frames = [dask.delayed(_joined)(list(piece)) for piece in zip(*pieces, strict=True)]
    return Plan(
        frames,
        grow,
        np.bincount(part, minlength=n).tolist(),
        np.bincount(part, weights=work, minlength=n).astype(np.int64).tolist(),
        sum(digests) % 2**64,
        by_root,
    )


def _weighed(edges: Any, kept: str) -> Any:
    """Edges with the degree of their kept vertex, which is the ``work`` that it makes
    for each of its roots, and its ``signature``: one number for (degree, hash)."""
    degree = edges.groupby(kept, sort=False, observed=True).size()
    degree.name = "work"
    table = degree.reset_index()
    hashes = (_hashes(table[kept]) % HASHES).astype("int64")
    table["signature"] = table["work"].astype("int64") * HASHES + hashes
    return edges.merge(table, on=kept)


def _roots(edges: Any, grow: str) -> Any:
    """The roots of some edges: degree, work, and the signature of the neighbour with
    most edges. Those who share it copy these edges once."""
    found = edges.assign(degree=1).groupby(grow, sort=True, observed=True)
    return found.agg({"degree": "sum", "work": "sum", "signature": "max"}).reset_index()


def _numbers(edges: Any, grow: str) -> tuple[pd.DataFrame, int]:
    """What the client has to know of some roots, and a digest of their edges."""
    numbers = _roots(edges, grow)[["degree", "work", "signature"]]
    digest = int(_hashes(edges[list(SIDES)]).sum()) if len(edges) else 0
    return on_host(numbers), digest


def on_host(frame: Any) -> Any:
    """A frame or a Series as pandas has it."""
    return frame.to_pandas() if hasattr(frame, "to_pandas") else frame


def _placed(edges: Any, grow: str, rank: np.ndarray, home: np.ndarray) -> Any:
    """Edges with the place of their root in the order, and its partition."""
    roots = _roots(edges, grow)[[grow]].assign(rank=rank, home=home)
    return edges[list(SIDES)].merge(roots, on=grow)


def _cut(edges: Any, kept: str, n: int) -> list[Any]:
    """Of all edges of some kept vertices, what each of n partitions needs."""
    needed = edges[[kept, "home"]].drop_duplicates()
    needed.columns = [kept, "part"]
    copies = edges.merge(needed, on=kept).sort_values("part")
    copies["is_root"] = copies["home"] == copies["part"]
    ends = np.asarray(copies["part"].searchsorted(np.arange(n + 1)).tolist())
    copies = copies[[*SIDES, "rank", "is_root"]]
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
    roots: pd.DataFrame, parts: int, most_bytes: int | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Place in the order, partition and work of each root.

    Roots of one signature stand together, and partitions are cut where enough work has
    been gathered. So a heavy root is a partition of its own.
    """
    n = len(roots)
    rank = np.empty(n, np.int64)
    rank[np.argsort(roots["degree"].to_numpy(), kind="stable")] = np.arange(n)
    work = roots["work"].to_numpy().astype(np.float64)
    share = work.sum() / max(1, parts)
    if most_bytes is not None:
        # A root may end behind the cut, by its own share at most.
        share = min(share, most_bytes / SEEN_BYTES / 2)
    order = np.lexsort((rank, roots["signature"].to_numpy()))
    middle = np.cumsum(work[order]) - work[order] / 2
    cut = np.floor(middle / max(1.0, share)).astype(np.int64)
    part = np.empty(n, np.int64)
    part[order] = np.cumsum(np.diff(cut, prepend=cut[:1]) > 0)
    return rank, part, work
