# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Ids, adjacency lists and frames of partitions, on their way between the workers.

Modules: `dask/exchange.py`, `dask/numbering.py`, `dask/lists.py`, `dask/edges.py`,
`dask/batches.py`, `dask/host_frames.py`.
"""

import importlib
import os
import pickle
import signal
import tracemalloc
from decimal import Decimal
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
from benchmarks import exchange  # noqa: E402
from cugraph_biclique.dask import call, host_frames, lists, numbering  # noqa: E402
from cugraph_biclique.dask.edges import edges_of  # noqa: E402
from cugraph_biclique.dask.exchange import Where  # noqa: E402
from cugraph_biclique.dask.lists import Lists  # noqa: E402
from cugraph_biclique.dask.numbering import TWO_KINDS, numbers_of  # noqa: E402
from cugraph_biclique.dask.partitions import edges_of_sub_partition  # noqa: E402
from cugraph_biclique.dask.reading import Reading  # noqa: E402

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
            dashboard_address=":0",
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


def kill_once(module, name, died):
    """Let the first worker that runs a function of the package die."""
    module = importlib.import_module(f"cugraph_biclique.dask.{module}")
    function = getattr(module, name)

    def deadly(*arguments):
        try:
            Path(died).touch(exist_ok=False)
        except FileExistsError:
            return function(*arguments)
        os.kill(os.getpid(), signal.SIGKILL)
        return None

    setattr(module, name, deadly)


@pytest.fixture
def mortals():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


PHASES = {
    "code the labels": ("numbering", "_coded"),
    "number the labels": ("numbering", "_table"),
    "number the edges": ("numbering", "_numbered"),
    "send the edges": ("lists", "keys_of_ids"),
    "get the edges": ("lists", "lists_of"),
    "count the degrees": ("lists", "degrees_of_roots"),
    "describe the roots": ("lists", "numbers_of_roots"),
    "copy for batches": ("lists", "copies_of"),
    "make a batch": ("batches", "batch_of"),
    "search": ("tasks", "run"),
}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize("phase", PHASES)
def test_a_worker_may_die_in_any_phase(phase, mortals, monkeypatch, tmp_path):
    monkeypatch.setattr(call, "default_budget", lambda *_: BUDGET)
    died = tmp_path / "died"
    mortals.run(kill_once, *PHASES[phase], str(died))
    frame = graphs.communities(4_000)
    ddf = dd.from_pandas(frame, npartitions=2)
    n = over_dask.biclique_count(ddf, 3, 3, engine="cpu", partitions=4)
    assert died.exists()
    assert n == cb.biclique_count(frame, 3, 3, engine="cpu")


def test_sub_partitions_wait_as_their_partition_did(device):
    edges = pd.DataFrame(graphs.complete(4, 3), columns=["left", "right"])
    frame = edges.assign(rank=edges["left"], owner=0)
    arguments = 0, "left", False, 0, 2
    found = edges_of_sub_partition(frame, *arguments)
    waited = edges_of_sub_partition(host_frames.to_host_frame(frame), *arguments)
    assert len(waited) == len(found) > 0
    pd.testing.assert_frame_equal(host_frames.from_host_frame(waited), found)


EDGES = graphs.random_graph(30, 20, 0.3, seed=5)


@pytest.mark.parametrize("owners", [1, 3, 20])
@pytest.mark.parametrize("label", [int, str])
def test_lists_have_the_edges_whatever_the_owners(owners, label, client, monkeypatch):
    monkeypatch.setattr(numbering, "EDGES_PER_TABLE", 50)
    edges = [(label(u), label(v)) for u, v in EDGES]
    frame = pd.DataFrame([*edges, *edges[:50]], columns=["u", "v"])
    ddf = dd.from_pandas(frame, npartitions=4, sort=False)
    ddf = ddf[ddf["u"] != edges[0][0]]  # a Dask partition may be empty
    with client.as_current():
        read = Reading(ddf, None, None)
        numbers = numbers_of(read, TWO_KINDS, owners, limited=False)
        tables = {
            side: pd.concat(dask.compute(*tables), ignore_index=True)
            for side, tables in numbers.tables.items()
        }
        for found in (edges_of(numbers), edges_of(numbers).turned("right")):
            listed = [Lists(*each) for each in dask.compute(*found.lists)]
            assert len(listed) == owners
            ends = {
                found.by: np.concatenate([each.kept[each.rows] for each in listed]),
                found.other: np.concatenate([each.roots for each in listed]),
            }
            pairs = [tables[side].take(ends[side]) for side in ("left", "right")]
            expected = {(u, v) for u, v in edges if u != edges[0][0]}
            assert sorted(zip(*pairs, strict=True)) == sorted(expected)


def test_ids_do_not_depend_on_the_workers(client, monkeypatch):
    """A data set that another cluster resumes must have the same partitions."""
    monkeypatch.setattr(numbering, "EDGES_PER_TABLE", 50)
    digests = set()
    for npartitions in (1, 5):
        frame = pd.DataFrame(EDGES, columns=["u", "v"]).sample(frac=1, random_state=1)
        frame["u"] = frame["u"].map(lambda u: u if u % 2 else f"user {u}")  # no order
        ddf = dd.from_pandas(frame.astype({"u": object}), npartitions=npartitions)
        with client.as_current():
            numbers = numbers_of(Reading(ddf, None, None), TWO_KINDS, 3, False)
            table = pd.concat(dask.compute(*numbers.tables["left"]))
        digests.add((numbers.digest, tuple(table)))
    assert len(digests) == 1


# Labels that are equal, but not alike

ENDS = pd.DataFrame(graphs.random_graph(9, 9, 0.5, seed=8), columns=["u", "v"])
HALVES = ENDS.iloc[::2], ENDS.iloc[1::2]


def as_categories(labels, dtype, reverse=False):
    values = sorted(range(9), reverse=reverse)
    categories = pd.Index(values, dtype=dtype)
    return pd.Series(pd.Categorical(labels, categories=categories), index=labels.index)


ALIKE = {
    "categories of two dtypes": (
        lambda u: as_categories(u, "int64"),
        lambda u: as_categories(u, "float64"),
    ),
    "categories of two orders": (
        lambda u: as_categories(u, "int64"),
        lambda u: as_categories(u, "int64", reverse=True),
    ),
    "objects of two texts": (
        lambda u: u.map(Decimal).astype(object),
        lambda u: u.map("{}.0".format).map(Decimal).astype(object),
    ),
    "zeros of two signs": (
        lambda u: u.astype(float),
        lambda u: u.astype(float).where(u != 0, -0.0),
    ),
}


def in_parts(frames):
    parts = [dask.delayed(lambda frame: frame)(frame) for frame in frames]
    with dask.config.set({"dataframe.convert-string": False}):
        return dd.from_delayed(parts, meta=frames[0].iloc[:0], verify_meta=False)


@pytest.mark.parametrize("kind", ALIKE)
def test_equal_labels_are_one_vertex(kind, client, monkeypatch):
    monkeypatch.setattr(numbering, "EDGES_PER_TABLE", 4)
    halves = [
        half.assign(u=as_labels(half["u"]))
        for half, as_labels in zip(HALVES, ALIKE[kind], strict=True)
    ]
    expected = cb.maximal_biclique_count(ENDS, engine="cpu")
    digests = set()
    for frames in (halves, halves[::-1]):
        ddf = in_parts(frames)
        for options in ({}, {"partitions": 3}):
            n = over_dask.maximal_biclique_count(ddf, engine="cpu", **options)
            assert n == expected
        this = call.DaskCall(ddf, None, None, "cpu", None, 3, None, client)
        plan, _ = this.enumeration(1, 1)
        digests.add((plan.digest, plan.digest_of_assignment))
    if kind != "objects of two texts":  # one of the texts is kept
        assert len(digests) == 1


def test_the_benchmark_exchanges_as_the_package_does(client):
    def keys(n, seed):
        return np.random.default_rng(seed).integers(0, exchange.BOUND, n)

    assert exchange.by_tasks(client, 1000, keys, on_device=False) > 0


class Elsewhere(Where):
    """As a device: what a task takes is a copy."""

    def take(self, arrays):
        return tuple(np.array(each) for each in arrays)


def test_a_worker_takes_the_numbers_of_roots_part_by_part():
    n = 100_000
    parts = [(np.ones(n, np.int32), np.ones(n), np.full(n, i, "u8")) for i in range(4)]
    tracemalloc.start()
    try:
        numbers = lists.merged_numbers(parts, Elsewhere(False, False))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [each[0] for each in numbers] == [4, 4, 3]
    assert peak < 2.5 * sum(each.nbytes for each in parts[0])
