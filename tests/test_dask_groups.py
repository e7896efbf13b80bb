# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Groups over Dask are those of the same call on one machine.

Modules: `dask/groups.py`, `dask/group_tasks.py`, `graph/digests.py`.
"""

import os
import sys

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.calls import groups as search
from cugraph_biclique.data import southern_women
from cugraph_biclique.grouping import seeds

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import cloudpickle  # noqa: E402 (where there is Dask)
import dask  # noqa: E402

import cugraph_biclique.dask as over_dask  # noqa: E402

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers have no tests

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="starts processes"),
]


@pytest.fixture(scope="module")
def client():
    """Two processes with two threads each."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=2, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def rings(seed, n=5):
    """Random edges, and rings that lack some edges."""
    rng = np.random.default_rng(seed)
    edges = rng.integers(0, [900, 400], (5000, 2)).tolist()
    for ring in range(n):
        for u in range(9):
            for v in range(7):
                if rng.random() < 0.85:
                    edges.append((900 + 9 * ring + u, 50 * ring + v))
    frame = pd.DataFrame(edges, columns=["account", "shop"])
    return frame.assign(shop="s" + frame["shop"].astype(str))


def over(frame):
    return dd.from_pandas(frame, npartitions=3, sort=False)


def check(found, expected):
    """Compare two answers, frame by frame."""
    pd.testing.assert_frame_equal(found.summary, expected.summary)
    for name in ("left", "right", "missing"):
        one, two = getattr(found, name), getattr(expected, name)
        pd.testing.assert_frame_equal(one.astype(object), two.astype(object))
    one, two = found.to_frame(), expected.to_frame()
    assert one["left"].map(list).tolist() == two["left"].map(list).tolist()
    assert one["right"].map(list).tolist() == two["right"].map(list).tolist()
    for name in ("groups", "sampled_edges", "skipped_seeds", "engine"):
        assert found.report[name] == expected.report[name]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"k": 3, "density": 0.8, "overlap": 1},
        {"min_left": 4, "min_right": 3},
        {"containing": {"left": [905], "right": ["s3"]}},
        {"containing": {"left": [3]}, "k": 2},
    ],
)
def test_groups_are_those_of_one_machine(options, client):
    edges = rings(1)
    graph = over_dask.bipartite_graph(over(edges), engine="cpu")
    check(over_dask.groups(graph, **options), cb.groups(edges, **options, engine="cpu"))


def test_groups_of_real_edges(client):
    edges = southern_women()
    check(over_dask.groups(over(edges)), cb.groups(edges))


def few(dask_worker=None):
    """Make the limits of a search small, on the client and on a worker."""
    search.MOST_BICLIQUES = 100
    search.SEEDS_AT_ONCE = 7
    search.MOST_READ = 20_000
    search.Seeds = lambda: seeds.Seeds(40)


@pytest.fixture
def small_limits():
    """A cluster whose limits are small."""
    names = "MOST_BICLIQUES", "SEEDS_AT_ONCE", "MOST_READ", "Seeds"
    before = {name: getattr(search, name) for name in names}
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.run(few)
        few()
        yield client
    for name, value in before.items():
        setattr(search, name, value)


def test_dense_parts_and_limits_are_those_of_one_machine(small_limits):
    dense = pd.DataFrame(
        graphs.random_graph(40, 40, 0.5, seed=2), columns=["account", "shop"]
    )
    for edges in (dense, rings(2, n=9)):
        for options in ({}, {"min_left": 3, "min_right": 3}):
            expected = cb.groups(edges, **options)
            check(over_dask.groups(over(edges), **options), expected)
    assert cb.groups(dense).report["sampled_edges"] > 0


def test_arguments_are_checked_as_on_one_machine(client):
    edges = southern_women()
    for options, match in [
        ({"k": 0}, "k=0"),
        ({"min_left": 1}, "min_left=1 is too small"),
        ({"density": 2}, "density=2"),
        ({"containing": {"left": ["nobody"]}}, "'nobody', which is not in G"),
    ]:
        with pytest.raises(ValueError, match=match):
            cb.groups(edges, **options)
        with pytest.raises(ValueError, match=match):
            over_dask.groups(over(edges), **options)
    with pytest.raises(cb.MemoryBudgetError, match="groups needs the whole graph"):
        over_dask.groups(over(rings(1)), memory_budget="40kB")


# On disk


def test_a_data_set_is_that_of_one_machine(client, tmp_path, monkeypatch):
    edges = rings(1)
    options = {"k": 4, "containing": {"left": [905]}}
    n = over_dask.write_groups(over(edges), tmp_path / "set", **options)
    assert n == len(cb.groups(edges, **options)) > 0
    read = pd.read_parquet(tmp_path / "set")
    assert cb.verify_data_set(tmp_path / "set") == n
    cb.write_groups(edges, tmp_path / "local", **options)
    expected = pd.read_parquet(tmp_path / "local")
    pd.testing.assert_frame_equal(read.astype(object), expected.astype(object))

    def found(self, asked):
        raise AssertionError("searched")

    shared = sys.modules["cugraph_biclique.dask.groups"].SharedGroupSearch
    monkeypatch.setattr(shared, "found", found)
    graph = over_dask.bipartite_graph(over(edges.sample(frac=1, random_state=1)))
    for folder in ("set", "local"):  # whoever wrote them
        assert over_dask.write_groups(graph, tmp_path / folder, **options) == n
    monkeypatch.setattr(search.GroupSearch, "best", found)
    assert cb.write_groups(edges, tmp_path / "set", **options) == n


def test_a_data_set_of_another_call_is_refused_as_on_one_machine(client, tmp_path):
    edges = southern_women()
    over_dask.write_groups(over(edges), tmp_path / "set", 3)
    for other, options, match in [
        (edges, {"k": 4}, "with k=3 instead of 4:"),
        (edges[1:], {"k": 3}, "with a different graph:"),
        (edges, {"k": 3, "containing": {"left": "Ruth DeSand"}}, "other vertices in"),
    ]:
        for module, G in ((over_dask, over(other)), (cb, other)):
            with pytest.raises(FileExistsError, match=match):
                module.write_groups(G, tmp_path / "set", **options)
    mixed = edges.assign(event=pd.Series([1, "a"] * len(edges))[: len(edges)])
    with dask.config.set({"dataframe.convert-string": False}):
        mixed = over(mixed)
    with pytest.raises(TypeError, match="have several types"):
        over_dask.write_groups(mixed, tmp_path / "mixed")
    with pytest.raises(cb.MemoryBudgetError, match="write_groups needs the whole"):
        over_dask.write_groups(over(rings(1)), tmp_path / "big", memory_budget="40kB")
    assert [each.name for each in tmp_path.iterdir()] == ["set"]


def test_an_interrupted_data_set_is_done_again(client, tmp_path):
    edges = southern_women()

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        over_dask.write_groups(over(edges), tmp_path, 3, progress=stop)
    assert not list(tmp_path.glob("*.parquet"))
    assert over_dask.write_groups(over(edges), tmp_path, 3) == 3
    assert cb.verify_data_set(tmp_path) == 3
