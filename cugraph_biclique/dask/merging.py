# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tasks that rank the bicliques of the parts of a result, and merge what is best.

A task gets a part of the result, with its graph, on the worker that has it. Only
records, scores, labels and rows of vertices move between workers.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.calls.largest import unreduced
from cugraph_biclique.contract.records import (
    WHOLE,
    Records,
    concatenate,
    with_used_universes,
)
from cugraph_biclique.dask.frames import HASH, added_up
from cugraph_biclique.dask.host_frames import concatenated, on_host
from cugraph_biclique.dask.numbering import hashes
from cugraph_biclique.dask.reading import SIDES, refuse_changed
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.inputs import bipartite_graph
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.answers import best_first, candidates
from cugraph_biclique.results.cpu.members import sort_members
from cugraph_biclique.results.degrees import Degrees
from cugraph_biclique.results.scores import Score, scores

# Scores


def with_degrees(
    found: Bicliques, left: pd.Series, right: pd.Series, sizes: tuple[int, int, int]
) -> Bicliques:
    """Return bicliques of a partition with degrees of the whole graph. `left` and
    `right`: Series of the degrees, by label."""
    of_left, of_right = map(degrees_at, (left, right), found._graph._label_indexes)
    found = found[:]
    found._degrees = Degrees(of_left, of_right, *sizes)
    return found


def plain(labels: pd.Index) -> pd.Index:
    """Return labels as an index that can be looked up in another one. Partitions may
    have different categories."""
    if isinstance(labels, pd.CategoricalIndex):
        return labels.astype(labels.categories.dtype)
    return labels


def comparable(labels: pd.Index, have_order: bool) -> pd.Index:
    """Return values in the order of some labels of a graph: the categories of all
    parts have one order. Labels without an order are in that of their hashes."""
    if isinstance(labels, pd.CategoricalIndex):
        return pd.Index(labels.codes)
    if have_order:
        return labels
    return pd.Index(hashes(labels.to_series()))


def scores_of(found: Bicliques, by: Score, weight: Any, first: int) -> Any:
    """Return the scores of a part. The index begins at `first`."""
    score = found.scores(by, weight=weight)
    score.index = score.index + first
    return score


# The best bicliques


def best_of(found: Bicliques, n: int, by: Score, have_order: bool) -> Bicliques:
    """Return the n best bicliques of a partition of a graph.

    Equal ones are in the order of their labels: each partition has its own ids.
    `have_order`: whether all left labels of the graph have one; see `comparable`.
    """
    score = scores(found, by)
    which = candidates(score, n)
    some = found._select(which)
    if not len(some):
        return some
    labels = comparable(found._graph._label_indexes[0], have_order)
    rank = np.empty(len(labels), np.int32)
    rank[labels.argsort()] = np.arange(len(labels), dtype=np.int32)
    offsets, members = map(to_host, some._side("left"))
    members = rank[members]
    sort_members(offsets, members)
    order = Cpu().canonical_order(offsets, members, to_host(some._sizes[1]))
    return found._select(best_first(score, which[order], n))


def best_records(found: Bicliques, n: int, by: Score, weight: Any) -> Records:
    """Return the records of the n best bicliques of a part; all parts have one graph.

    Records move to another worker, and a result would take its graph along.
    """
    records = found.nlargest(n, by, weight=weight)._records
    return with_used_universes(records) if len(records) else Records.empty()


def merged_best(
    found: Bicliques, best: list[Records], n: int, by: Score, weight: Any
) -> Bicliques:
    """Return the n best bicliques of all parts, given those of each. `found` is any
    part, on the worker that has it."""
    some = concatenate([records for records in best if len(records)])
    return found._with_records(some).nlargest(n, by, weight=weight)


class Keys(NamedTuple):
    """What decides the order of some bicliques of a part, which are in this order."""

    score: np.ndarray
    n_left: np.ndarray
    n_right: np.ndarray
    left: list[list[Any]]  # what is `comparable` of the labels, ascending


def keys_of(found: Bicliques, by: Score, have_order: bool) -> Keys:
    """Return the keys of the best bicliques of a part."""
    n_left, n_right = map(to_host, found._sizes)
    labels = comparable(found._graph._label_indexes[0], have_order)
    offsets, members = map(to_host, found._side("left"))
    left = [
        sorted(labels[members[first:last]].tolist())
        for first, last in pairwise(offsets.tolist())
    ]
    return Keys(scores(found, by), n_left, n_right, left)


def places_of(keys: list[Keys], n: int) -> list[tuple[list[int], list[int]]]:
    """Return, for each part, the ids of its bicliques that are among the best n of all
    parts, and their places among these."""
    rows = [
        (-score, n_left, n_right, left, part, i)
        for part, each in enumerate(keys)
        for i, (score, n_left, n_right, left) in enumerate(zip(*each, strict=True))
    ]
    chosen: list[tuple[list[int], list[int]]] = [([], []) for _ in keys]
    for place, (*_, part, i) in enumerate(sorted(rows)[:n]):
        chosen[part][0].append(i)
        chosen[part][1].append(place)
    return chosen


class Sides(NamedTuple):
    """The members of some bicliques: a frame with ``biclique``, ``vertex`` per side."""

    left: Any
    right: Any


def sides_of(
    found: Bicliques, places: list[tuple[list[int], list[int]]], part: int
) -> Sides:
    """Return the members of the chosen bicliques of a part, numbered by place."""
    ids, numbers = places[part]
    some = found.take(ids)
    number = some._at_home(np.array(numbers, np.int64))
    sides = some.left, some.right
    for side in sides:
        side["biclique"] = number[side["biclique"].values]
    return Sides(*sides)


def joined(parts: list[Sides]) -> Bicliques:
    """Return the bicliques of several partitions as one part, in the order of their
    numbers. Its graph has their edges only.

    Left vertices have no other common neighbours there than in the whole graph.
    """
    left, right = (
        concatenated([getattr(part, side) for part in parts]).sort_values("biclique")
        for side in SIDES
    )
    edges = left.rename(columns={"vertex": "left"}).merge(
        right.rename(columns={"vertex": "right"}), on="biclique"
    )
    graph = bipartite_graph(edges[list(SIDES)].drop_duplicates(), *SIDES)
    graph = graph.with_host_adjacency()
    index = graph.with_host_labels()._label_indexes[0]
    labels = plain(pd.Index(on_host(left["vertex"])))
    members = plain(index).get_indexer(labels).astype(np.int32)
    n_left, n_right = (
        np.bincount(on_host(side["biclique"]).to_numpy()) for side in (left, right)
    )
    start = np.concatenate([[0], np.cumsum(n_left)]).astype(np.int64)
    sort_members(start, members)
    n = len(n_left)
    records = Records(
        mask=np.full(n, WHOLE, np.uint64),
        universe=np.arange(n, dtype=np.int32),
        n_grown=n_right.astype(np.int32),
        start=start,
        members=members,
    )
    return Bicliques(graph, unreduced(graph), records, Cpu(), {}, ascending=True)


def alone(found: Bicliques) -> Bicliques:
    """Return a few bicliques in a graph of their edges only, with the degrees of the
    whole graph."""
    ids = list(range(len(found)))
    few = joined([sides_of(found, [(ids, ids)], 0)])
    whole = found._degrees or Degrees.of(found._graph)
    of_left, of_right = (
        to_host(degree)[plain(index).get_indexer(plain(some))]
        for degree, index, some in zip(
            (whole.left, whole.right),
            found._graph._label_indexes,
            few._graph._label_indexes,
            strict=True,
        )
    )
    few._degrees = whole._replace(left=of_left, right=of_right)
    return few


# Vertices


def vertices_of(found: Bicliques, side: Any, by: Score, first: int) -> Any:
    """Return the vertices of a side. Ids of bicliques begin at `first`."""
    frame = found.vertices(side, by)
    frame["biclique"] += first
    return frame


def merged_vertices(frames: list[Any], have_order: bool) -> Any:
    """Merge the rows of equal vertices: the best biclique with the least id, and the
    sum of the numbers of bicliques. `have_order`: whether all labels have one."""
    frame = concatenated(frames).sort_values(
        ["score", "biclique"], ascending=[False, True], ignore_index=True
    )
    merged = added_up(frame, ["vertex"], "n_bicliques")
    columns, last = list(merged.columns), "vertex"
    if not have_order:
        last = HASH
        merged = merged.assign(**{HASH: hashes(merged["vertex"])})
    order, ascending = ["score", "n_bicliques", last], [False, False, True]
    merged = merged.sort_values(order, ascending=ascending, ignore_index=True)
    return merged[columns]


# p-values


class Levels(NamedTuple):
    """The distinct scores of some bicliques, ascending, and how many have each."""

    score: np.ndarray
    seen: np.ndarray


class Rates(NamedTuple):
    """The p-value and the false discovery rate of each distinct score."""

    score: np.ndarray
    p_value: np.ndarray
    fdr: np.ndarray


def levels_of(found: Bicliques, by: Score) -> Levels:
    """Return the distinct scores of a part."""
    return Levels(*np.unique(scores(found, by), return_counts=True))


def merged_levels(parts: list[Levels]) -> Levels:
    """Return the distinct scores of all parts."""
    score, seen = map(np.concatenate, zip(*parts, strict=True))
    levels, at = np.unique(score, return_inverse=True)
    sums = np.zeros(len(levels), np.int64)
    np.add.at(sums, at, seen)
    return Levels(levels, sums)


def p_values_of(found: Bicliques, by: Score, rates: Rates, first: int) -> Any:
    """Return the frame of the p-values of a part."""
    score = scores(found, by)
    at = np.searchsorted(rates.score, score)
    columns = {
        "biclique": np.arange(first, first + len(score)),
        "score": score,
        "p_value": rates.p_value[at],
        "fdr": rates.fdr[at],
    }
    return found._frames.frame(columns)


# Degrees


def degrees_at(degree: pd.Series, index: pd.Index) -> np.ndarray:
    """Return the degrees of some labels. `degree`: of all labels, by label."""
    places = degree.index.get_indexer(plain(index))
    if (places < 0).any():
        refuse_changed()
    return degree.to_numpy()[places]


def degrees_by_label(tables: list[Any], side: str) -> pd.Series:
    """Return the degrees of all vertices of a side, by label, in host memory."""
    table = on_host(concatenated(tables))
    return pd.Series(table["degree"].to_numpy(), plain(pd.Index(table[side])))
