# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Frames of a graph that exceeds the memory of the workers, between two tasks.

Modules: `dask/exchange.py`, `dask/host_frames.py`.
"""

import os
import pickle
import signal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs

dask = pytest.importorskip("dask")
dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import cugraph_biclique.dask as over_dask  # noqa: E402 (where there is Dask)
from cugraph_biclique.dask import call, host_frames  # noqa: E402
from cugraph_biclique.dask.exchange import shuffled  # noqa: E402
from cugraph_biclique.dask.partitions import edges_of_sub_partition  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # those of Dask are not ours to mend

BUDGET = 16 << 20  # of a task: the edges of a partition take a quarter


class Recorded(dict):
    """What a worker keeps; it records the keys of frames."""

    kept: list[str] = []  # noqa: RUF012 (of all workers)

    def __setitem__(self, key, value):
        if has_frame(value):
            self.kept.append(str(key))
        super().__setitem__(key, value)


def has_frame(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return any(map(has_frame, value))
    return isinstance(value, pd.DataFrame)


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            processes=False,
            n_workers=2,
            threads_per_worker=1,
            dashboard_address=None,
            data=Recorded,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def device(monkeypatch):
    """Pretend that frames of pandas are on a device, and a budget for it."""
    monkeypatch.setattr(
        host_frames, "is_cudf_frame", lambda frame: isinstance(frame, pd.DataFrame)
    )
    monkeypatch.setattr(
        host_frames,
        "serialize",
        lambda frame, **_: ({}, [memoryview(pickle.dumps(frame))]),
    )
    monkeypatch.setattr(
        host_frames, "deserialize", lambda _, frames: pickle.loads(frames[0].tobytes())
    )
    monkeypatch.setattr(call, "default_budget", lambda *_: BUDGET)
    Recorded.kept.clear()


def test_no_frame_waits_on_the_device(client, device):
    frame = graphs.communities(8_000)
    ddf = dd.from_pandas(frame, npartitions=2)
    n = over_dask.biclique_count(ddf, 3, 3, engine="cpu")
    assert n == cb.biclique_count(frame, 3, 3, engine="cpu")
    read = "frompandas", "named"  # Dask partitions of the input
    assert Recorded.kept
    assert not [key for key in Recorded.kept if not any(map(key.__contains__, read))]


def deadly_once(frame, died):
    """A partition of edges; the first worker that reads it dies."""
    try:
        Path(died).touch(exist_ok=False)
    except FileExistsError:
        return frame
    os.kill(os.getpid(), signal.SIGKILL)
    return frame


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_a_worker_may_die_while_edges_are_exchanged(monkeypatch, tmp_path):
    monkeypatch.setattr(call, "default_budget", lambda *_: BUDGET)
    frame = graphs.communities(8_000)
    ddf = dd.from_pandas(frame, npartitions=2)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        this = call.DaskCall(ddf, None, None, "cpu", None, None, None, client)
        with this.on_workers():
            edges = this.edges()
            assert edges.limited
            meta, died = edges.frame._meta, str(tmp_path / "died")
            dies = edges.frame.map_partitions(deadly_once, died, meta=meta)
            moved = edges._replace(frame=dies, resting=None).together("right")
            parts = dask.compute(*moved.persisted().parts())
    assert (tmp_path / "died").exists()
    assert sum(map(len, parts)) == len(frame.drop_duplicates())


def test_sub_partitions_wait_as_their_partition_did(device):
    edges = pd.DataFrame(graphs.complete(4, 3), columns=["left", "right"])
    frame = edges.assign(rank=edges["left"], owner=0)
    arguments = 0, "left", False, 0, 2
    found = edges_of_sub_partition(frame, *arguments)
    waited = edges_of_sub_partition(host_frames.to_host_frame(frame), *arguments)
    assert len(waited) == len(found) > 0
    pd.testing.assert_frame_equal(host_frames.from_host_frame(waited), found)


@pytest.mark.parametrize("n", [1, 3, 20])
def test_edges_of_a_vertex_meet(n, client):
    edges = pd.DataFrame({"left": np.arange(400) % 7, "right": np.arange(400)})
    ddf = dd.from_pandas(edges, npartitions=4)
    ddf = ddf[ddf["right"] >= 100]  # the first Dask partition is empty
    with dask.config.set({"dataframe.shuffle.method": "tasks"}):
        parts = dask.compute(*shuffled(ddf, "left", n, limited=True).to_delayed())
    assert len(parts) == n
    assert sum(each["left"].nunique() for each in parts) == 7
    moved = pd.concat(parts).sort_values("right", ignore_index=True)
    pd.testing.assert_frame_equal(moved, edges[100:].reset_index(drop=True))


def test_the_shuffle_method_of_the_caller_takes_precedence(client):
    ddf = dd.from_pandas(pd.DataFrame({"left": [1, 2], "right": [3, 4]}), npartitions=2)
    ours = {}
    for method in ("tasks", "p2p"):
        with dask.config.set({"dataframe.shuffle.method": method}):
            keys = shuffled(ddf, "left", 2, limited=True).optimize().dask
            ours[method] = any("_pieces" in str(key) for key in keys)
    assert ours == {"tasks": True, "p2p": False}
