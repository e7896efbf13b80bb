# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a type checker says of the public calls. Read by mypy in ci/check_types.sh, and
run by tests/test_hints.py.

An ignored error is one that a user has to be told of: mypy complains if it is none.
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, assert_type

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.data import southern_women

if TYPE_CHECKING:
    import cudf
    import dask.dataframe as dd

    import cugraph_biclique.dask as over_dask

    Frame: TypeAlias = pd.DataFrame | cudf.DataFrame


def lists(edges: pd.DataFrame) -> None:
    found = cb.maximal_bicliques(edges, left="woman", min_left=2, sort=True)
    assert_type(found, cb.Bicliques)
    assert_type(len(found), int)
    assert_type(found.sizes, "Frame")
    assert_type(found.left, "Frame")
    assert_type(found.right, "Frame")
    assert_type(found.to_frame(), "Frame")
    assert_type(found.report, dict[str, Any])
    assert_type(found[:10], cb.Bicliques)
    assert_type(found.nlargest(3, by="left"), cb.Bicliques)
    assert_type(found.nlargest(3, weight=edges.assign(amount=1)), cb.Bicliques)
    assert_type(found.cover(3), cb.Bicliques)
    assert_type(cb.largest_bicliques(edges, 3, by="left"), cb.Bicliques)
    near = cb.largest_bicliques(edges, missing=1, min_left=2, min_right=2)
    assert_type(near, cb.Groups)
    assert_type(found.covers(), "Frame")
    for left, right in found:
        assert_type(left, list[Any])
        assert_type(right, list[Any])
    for batch in found.iter_batches(25):
        assert_type(batch, cb.Bicliques)


def groups(edges: pd.DataFrame) -> None:
    found = cb.groups(edges, 3, density=0.8, containing={"left": ["Flora Price"]})
    assert_type(found, cb.Groups)
    assert_type(found.summary, "Frame")
    assert_type(found.left, "Frame")
    assert_type(found.missing, "Frame")
    assert_type(found.to_frame(), "Frame")
    assert_type(cb.write_groups(edges, "groups", 3), int)


def itemsets() -> None:
    closed = cb.closed_itemsets([["tea", "rum"], ["tea"]], 0.5)
    assert_type(closed, pd.DataFrame)
    rules = cb.association_rules(closed, metric="lift", min_threshold=1)
    assert_type(rules, pd.DataFrame)


def streams(edges: pd.DataFrame, folder: Path) -> None:
    with closing(cb.iter_maximal_bicliques(edges, batch_size=25)) as batches:
        for batch in batches:
            assert_type(batch, cb.Bicliques)
    assert_type(cb.write_maximal_bicliques(edges, folder), int)
    assert_type(cb.write_maximal_bicliques(edges, str(folder)), int)
    assert_type(cb.write_maximal_cliques(edges, folder.with_name("cliques")), int)
    assert_type(cb.verify_data_set(folder), int)
    with closing(cb.iter_bicliques(edges, 2, 2)) as frames:
        for frame in frames:
            assert_type(frame, "Frame")


def numbers(edges: pd.DataFrame) -> None:
    assert_type(cb.maximal_biclique_count(edges, engine="cpu"), int)
    assert_type(cb.maximal_biclique_sizes(edges, memory_budget="1GiB"), pd.DataFrame)
    assert_type(cb.biclique_count(edges, 2, 2, progress=False), int)
    assert_type(cb.biclique_counts(edges, 3, 3), pd.DataFrame)
    cb.biclique_count_by_vertex(edges, 2, 2, "left", engine="cpu")
    cb.biclique_count_by_edge(edges, 2, 2, progress=False)
    estimate = cb.estimate_maximal_bicliques(edges)
    assert_type(estimate, cb.Estimate)
    assert_type(estimate.bicliques, int)
    assert_type(estimate.at_least, bool)
    assert_type(estimate.high, int)
    chance = cb.significance(edges, 2, seed=1)
    assert_type(chance, cb.Significance)
    assert_type(chance.sizes, pd.DataFrame)
    assert_type(chance.thresholds(0.1), pd.DataFrame)
    found = cb.maximal_bicliques(next(cb.random_graphs(edges, 2, 1)))
    found.p_values("share", draws=2, seed=1)
    women = dict.fromkeys(edges["woman"], False) | {"Flora Price": True}
    cb.contrast(found, women, draws=9)
    cb.contrast(found, pd.Series(women))


def on_two_devices(edges: pd.DataFrame) -> None:
    """Calls that `main` leaves out, because they need two GPUs."""
    cb.maximal_bicliques(edges, engine="gpu", devices=[0, 1])
    cb.biclique_count(edges, 2, 2, engine="gpu", devices=range(2))
    cb.maximal_biclique_count(edges, devices=0)  # type: ignore[arg-type]  # no list


def graphs(edges: pd.DataFrame) -> None:
    graph = cb.bipartite_graph(edges, "woman", "event")
    assert_type(graph, cb.BipartiteGraph)
    assert_type(graph.n_edges, int)
    assert_type(graph.left_name, Hashable)
    pairs = np.array([[0, 0], [0, 1], [1, 1]])
    assert_type(cb.maximal_bicliques(graph), cb.Bicliques)
    assert_type(cb.maximal_bicliques(pairs), cb.Bicliques)
    around = cb.maximal_bicliques(graph, containing={"right": "E1"}, max_left=9)
    assert_type(around, cb.Bicliques)
    assert_type(cb.project(graph, "left", by="jaccard", validated="bicm"), "Frame")
    assert_type(cb.core(graph, 3, 2), "Frame")
    assert_type(cb.core_numbers(graph, [2, 3], "left"), "Frame")
    assert_type(cb.bitruss(graph), "Frame")
    assert_type(cb.tip(graph, "left"), "Frame")


def reports(edges: pd.DataFrame) -> None:
    def shown(done: int, total: int) -> None:
        print(f"{done} of {total}")

    cb.maximal_biclique_count(edges, progress=shown)


def cluster(ddf: dd.DataFrame) -> None:
    found = over_dask.maximal_bicliques(ddf)
    assert_type(found, over_dask.DaskBicliques)
    assert_type(found.left, dd.DataFrame)
    assert_type(found.to_frame(), dd.DataFrame)
    assert_type(found.scores("share"), dd.Series)
    assert_type(found.nlargest(3, by="surprise"), over_dask.DaskBicliques)
    assert_type(found.vertices("left"), dd.DataFrame)
    assert_type(found.p_values(seed=1), dd.DataFrame)
    assert_type(over_dask.groups(ddf, 3), cb.Groups)
    assert_type(over_dask.write_groups(ddf, "found", 3), int)
    assert_type(over_dask.significance(ddf, seed=1), cb.Significance)
    assert_type(over_dask.estimate_maximal_bicliques(ddf), cb.Estimate)
    assert_type(over_dask.closed_itemsets(ddf, 0.1), pd.DataFrame)
    assert_type(over_dask.maximal_biclique_count(ddf), int)
    assert_type(over_dask.maximal_biclique_sizes(ddf), pd.DataFrame)
    assert_type(over_dask.write_maximal_bicliques(ddf, "found"), int)
    assert_type(over_dask.biclique_count(ddf, 2, 2), int)
    assert_type(over_dask.biclique_counts(ddf, 2, 2), pd.DataFrame)
    assert_type(over_dask.largest_bicliques(ddf, 3), over_dask.DaskBicliques)
    assert_type(over_dask.biclique_count_by_edge(ddf, 2, 2), dd.DataFrame)
    assert_type(over_dask.core(ddf, 2, 2), dd.DataFrame)
    cliques = over_dask.maximal_cliques(ddf)
    assert_type(cliques, over_dask.DaskCliques)
    assert_type(cliques.members, dd.DataFrame)
    assert_type(over_dask.maximal_clique_count(ddf), int)
    assert_type(over_dask.maximal_clique_sizes(ddf), pd.DataFrame)
    assert_type(over_dask.write_maximal_cliques(ddf, "found"), int)


def mistakes(edges: pd.DataFrame) -> None:
    cb.maximal_bicliques(edges, engine="cuda")  # type: ignore[arg-type]  # no engine
    cb.maximal_bicliques(edges, "woman")  # type: ignore[call-arg]  # by name only
    cb.maximal_bicliques(edges, min_left="2")  # type: ignore[arg-type]  # text
    cb.biclique_count(edges, 2)  # type: ignore[call-arg]  # without q
    cb.biclique_count_by_vertex(edges, 2, 2)  # type: ignore[call-arg]  # of which side
    cb.biclique_count(edges, 2, 2, progress=len)  # type: ignore[arg-type]  # takes two
    cb.association_rules(edges, metric="size")  # type: ignore[arg-type]  # no metric
    cb.maximal_bicliques(edges).p_values()  # type: ignore[call-arg]  # without a seed
    cb.maximal_bicliques(edges).nlargest(3, by="size")  # type: ignore[arg-type]  # what


def main(folder: Path) -> None:
    """Run what needs no cluster: hints are of use only where the calls are right."""
    edges = southern_women()
    lists(edges)
    streams(edges, folder)
    numbers(edges)
    graphs(edges)
    reports(edges)
    itemsets()
