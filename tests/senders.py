# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The frames that the tasks of partitions over Dask get, made without Dask."""

from itertools import pairwise

import numpy as np
import pandas as pd

from cugraph_biclique.contract.partition import OTHER
from cugraph_biclique.dask import lists
from cugraph_biclique.dask.batches import Batch, Vertices, batch_of
from cugraph_biclique.dask.exchange import Where
from cugraph_biclique.dask.partitioning import rule_of
from cugraph_biclique.dask.partitions import VERTICES
from cugraph_biclique.partition.pruning import Least

HERE = Where(on_device=False, limited=False)
ALL = Least(1, 1)


class Sender:
    """One owner, which has the lists of all kept vertices. Labels are integers."""

    def __init__(self, edges, grow, least=ALL, min_size=1):
        self.grow, self.rule = grow, rule_of(grow, least)
        ends = np.array(sorted(set(edges)), np.int32).reshape(-1, 2)
        ids = {"left": ends[:, 0], "right": ends[:, 1]}
        self.n = {side: int(each.max(initial=-1)) + 1 for side, each in ids.items()}
        symmetric = grow == VERTICES
        if symmetric:
            self.n = dict.fromkeys(ids, max(self.n.values()))
        kept = "left" if symmetric else OTHER[grow]
        n_roots = self.n[OTHER[kept]]
        bounds = np.array([0, self.n[kept]])
        of_edges = tuple(ids.values()), kept, n_roots, bounds, symmetric
        self.lists = lists.lists_of(lists.keys_of_ids(*of_edges, HERE), n_roots, HERE)
        if min_size > 1:
            degree = lists.degrees_of_roots(self.lists, n_roots, HERE)
            self.lists = lists.with_enough(self.lists, degree, min_size, 1, True, HERE)
        degree = lists.degrees_of_roots(self.lists, n_roots, HERE)
        self.places = lists.placed(degree, HERE)
        self.roots = self.places[1][degree[self.places[1]] > 0]  # in order

    def sent(self, batch):
        """Return what each batch gets, given the batch of each root: the edges, as kept
        vertices and places of roots among those with edges."""
        first = len(self.places[1]) - len(self.roots)
        parts = self._copies(np.asarray(batch))
        found = (lists.joined_copies([part], HERE) for part in parts)
        return [(kept, place - first) for kept, place in found]

    def batches(self, partition=None, per_batch=None):
        """Return the frame of each batch, and its labels, given the partition of each
        root: one each by default. A batch has all partitions, or `per_batch`."""
        if partition is None:
            partition = np.arange(len(self.roots))
        partition = np.asarray(partition, np.int64)
        per_batch = per_batch or int(partition.max(initial=0)) + 1
        parts = self._copies(partition // per_batch)
        tables = {side: [pd.Series(np.arange(n))] for side, n in self.n.items()}
        offsets = {side: np.array([0, n]) for side, n in self.n.items()}
        names = dict.fromkeys(self.n, "labels")
        vertices = Vertices(tables, offsets, names, self.places, partition)
        ends = range(0, (len(parts) + 1) * per_batch, per_batch)
        return [
            batch_of([part], vertices, Batch(first, end, self.grow), HERE)
            for part, (first, end) in zip(parts, pairwise(ends), strict=True)
        ]

    def _copies(self, batch):
        """Return what each batch gets."""
        n = int(batch.max(initial=0)) + 1
        arguments = self.places, batch, n, self.rule, HERE
        return lists.copies_of(self.lists, *arguments)
