# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls over Dask frames, on a cluster of two processes without a GPU.

Modules: `dask/`.
"""

import os
import runpy
import shutil
import signal
import sys
import weakref
from pathlib import Path

import numba
import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
import naive

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import cloudpickle  # noqa: E402 (where there is Dask)
import dask  # noqa: E402

import cugraph_biclique.dask as over_dask  # noqa: E402
from cugraph_biclique.dask import clients, tasks  # noqa: E402
from cugraph_biclique.dask.call import DaskCall  # noqa: E402
from cugraph_biclique.dask.partitions import PlannedPartition  # noqa: E402
from cugraph_biclique.dask.results import open_folder  # noqa: E402

cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers have no tests

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals"),
]

GRAPHS = {
    "dense": graphs.random_graph(60, 45, 0.4, seed=20),
    "twins": graphs.IRREGULAR["twins"],
    "wide": graphs.IRREGULAR["wide-both-150"],
    "repeated": graphs.IRREGULAR["repeated-edges"],
    "crown": graphs.crown(8),
}


def two_workers():
    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    )


@pytest.fixture(scope="module")
def cluster():
    with two_workers() as cluster:
        yield cluster


@pytest.fixture(scope="module")
def client(cluster):
    with distributed.Client(cluster) as client:
        yield client


@pytest.fixture
def mortals():
    """The client of a cluster whose workers may be killed."""
    with two_workers() as cluster, distributed.Client(cluster) as client:
        yield client


def frame_of(edges, npartitions=3):
    frame = pd.DataFrame(edges, columns=["user", "item"])
    return dd.from_pandas(frame, npartitions=npartitions, sort=False)


def pairs(frame):
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


# Answers


@pytest.mark.parametrize("name", GRAPHS)
def test_the_bicliques_are_those_of_the_oracle(name, client):
    found = over_dask.maximal_bicliques(frame_of(GRAPHS[name]), partitions=5)
    listed = pairs(found.to_frame().compute())
    assert len(listed) == len(found)
    assert set(listed) == naive.maximal_bicliques(GRAPHS[name])


def test_frames_stay_distributed_and_belong_together(client):
    labelled = graphs.relabelled(GRAPHS["dense"], "str", "timestamp")
    found = over_dask.maximal_bicliques(frame_of(labelled), partitions=4)
    assert isinstance(found.left, dd.DataFrame)
    assert found.left.npartitions == len(found.report) > 1
    sizes = found.sizes.compute()
    assert sizes["biclique"].tolist() == list(range(len(found)))
    left, right = found.left.compute(), found.right.compute()
    assert right["vertex"].dtype.kind == "M"
    n_left = left.groupby("biclique").size()
    assert n_left.tolist() == sizes["n_left"].tolist()
    rows = zip(
        left.groupby("biclique")["vertex"].agg(frozenset),
        right.groupby("biclique")["vertex"].agg(frozenset),
        strict=True,
    )
    assert set(rows) == naive.maximal_bicliques(labelled)


def test_the_report_tells_of_every_partition(client):
    found = over_dask.maximal_bicliques(frame_of(GRAPHS["dense"]), partitions=4)
    names = [row["partition"] for row in found.report]
    assert names == [f"{i:05d}" for i in range(len(names))]
    assert sum(row["bicliques"] for row in found.report) == len(found)
    n_roots = sum(row["roots"] for row in found.report)
    assert n_roots in (60, 45)
    work = [row["work"] for row in found.report]
    assert max(work) < 2 * np.mean(work)


@pytest.mark.parametrize(("min_left", "min_right"), [(1, 1), (2, 3), (5, 2)])
def test_counts_and_sizes(min_left, min_right, client):
    edges, least = GRAPHS["dense"], {"min_left": min_left, "min_right": min_right}
    expected = cb.maximal_biclique_sizes(graphs.as_frame(edges), engine="cpu", **least)
    ddf = frame_of(edges)
    n = over_dask.maximal_biclique_count(ddf, partitions=3, **least)
    assert n == expected["count"].sum()
    sizes = over_dask.maximal_biclique_sizes(ddf, partitions=3, **least)
    pd.testing.assert_frame_equal(sizes, expected)


def test_p_q_counts(client):
    edges = sorted(set(GRAPHS["repeated"]))
    ddf = frame_of(GRAPHS["repeated"])
    table = over_dask.biclique_counts(ddf, 2, 3, partitions=2)
    expected = [naive.biclique_count(edges, p, q) for p in (1, 2) for q in (1, 2, 3)]
    assert table["count"].tolist() == expected
    n = over_dask.biclique_count(ddf, 4, 3, left="item", right="user", partitions=4)
    assert n == naive.biclique_count(graphs.transposed(edges), 4, 3)


def test_one_partition_and_more_than_there_are_roots(client):
    expected = naive.maximal_bicliques(GRAPHS["crown"])
    for parts in (1, 100):
        n = over_dask.maximal_biclique_count(
            frame_of(GRAPHS["crown"]), partitions=parts
        )
        assert n == len(expected)


def test_a_budget_makes_more_partitions(client, tmp_path):
    ddf = frame_of(GRAPHS["dense"])
    n = over_dask.write_maximal_bicliques(
        ddf, tmp_path / "found", partitions=1, memory_budget="100kB"
    )
    assert len(list((tmp_path / "found").glob("partition-*"))) > 1
    assert n == len(naive.maximal_bicliques(GRAPHS["dense"]))


def test_partitions_are_dealt_to_all_workers(client):
    one, *_ = client.nthreads()
    ddf = client.persist(frame_of(GRAPHS["dense"]), workers=[one])
    distributed.wait(ddf)
    found = over_dask.maximal_bicliques(ddf, partitions=8)
    held = client.who_has(found._futures)
    assert len({worker for workers in held.values() for worker in workers}) == 2


def test_an_empty_frame(client):
    ddf = dd.from_pandas(pd.DataFrame({"user": [1], "item": [2]}), npartitions=1)
    none = ddf[ddf["user"] > 1]
    assert over_dask.maximal_biclique_count(none) == 0
    assert over_dask.biclique_count(none, 2, 2) == 0
    found = over_dask.maximal_bicliques(none)
    assert len(found) == len(found.left) == len(found.to_frame()) == 0


def test_progress_ends_with_all_roots(client):
    seen = []
    over_dask.maximal_biclique_count(
        frame_of(GRAPHS["dense"]),
        partitions=4,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen[-1][0] == seen[-1][1] in (45, 60)


# Faults


def test_a_killed_worker_changes_nothing(mortals):
    killed = []

    def kill_one(done, total):
        if not killed:
            assert done < total  # there is work to lose
            pids = mortals.run(os.getpid)
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    edges = graphs.crown(13)
    n = over_dask.maximal_biclique_count(
        frame_of(edges), partitions=12, progress=kill_one
    )
    assert killed
    assert n == 2**13 - 2


def deadly_once(frame, user, died):
    """A partition of edges; the first worker that reads edges of the user dies."""
    if user in set(frame["user"]):
        try:
            Path(died).touch(exist_ok=False)
        except FileExistsError:
            return frame
        os.kill(os.getpid(), signal.SIGKILL)
    return frame


def test_a_worker_may_die_while_edges_are_read(mortals, tmp_path):
    edges, died = GRAPHS["dense"], tmp_path / "died"
    ddf = frame_of(edges, npartitions=8)
    user, _ = edges[len(edges) // 2]  # others have been read before
    ddf = ddf.map_partitions(deadly_once, user, str(died), meta=ddf._meta)
    n = over_dask.maximal_biclique_count(ddf, partitions=6)
    assert died.exists()
    assert n == len(naive.maximal_bicliques(edges))


def test_a_result_outlives_a_worker(mortals):
    found = over_dask.maximal_bicliques(frame_of(GRAPHS["dense"]), partitions=6)
    os.kill(next(iter(mortals.run(os.getpid).values())), signal.SIGKILL)
    listed = pairs(found.to_frame().compute())
    assert set(listed) == naive.maximal_bicliques(GRAPHS["dense"])


def test_a_partition_that_fails_is_named(client):
    with pytest.raises(
        over_dask.PartitionError,
        match=r"partition \d+ of \d+ .*edges.*EngineUnavailableError.*engine='gpu'",
    ):
        over_dask.maximal_biclique_count(
            frame_of(GRAPHS["crown"]), engine="gpu", memory_budget="1GB", partitions=3
        )


class Array:
    """Stands for the arrays of a search."""


def test_the_error_of_a_partition_keeps_none_of_its_arrays():
    """The worker keeps the error, and needs the memory for the halves."""
    arrays = []

    def fail(task):
        array = Array()
        arrays.append(weakref.ref(array))
        raise MemoryError

    frame = pd.DataFrame({"left": [0], "right": [0], "rank": [0], "owner": [0]})
    planned = PlannedPartition(0, (), 0, roots=1, work=1, frame=None)
    options = tasks.BicliqueOptions("right", 1, 1, "cpu", None, None)
    with pytest.raises(tasks.PartitionTooLargeError) as caught:
        tasks.run(fail, planned, 1, frame, (None, None), options)
    assert isinstance(caught.value.__cause__, MemoryError)
    assert [array() for array in arrays] == [None]


def hungry(task, roots):
    """A search for which there is not memory enough if there are more roots."""
    if task.roots > roots:
        raise MemoryError
    return tasks.enumerate_(task)


def test_a_partition_without_memory_enough_is_halved(client):
    call = DaskCall(
        frame_of(GRAPHS["dense"]), None, None, "auto", None, 2, None, client
    )
    plan, options = call.enumeration(1, 1)
    parts = call.futures(hungry, plan, options, 10)
    found = over_dask.DaskBicliques(client, parts)
    names = [row["partition"] for row in found.report]
    assert names == sorted(names)
    assert "00001-1-0" in names
    assert max(row["roots"] for row in found.report) <= 10
    assert sum(row["roots"] for row in found.report) == sum(
        each.roots for each in plan.partitions
    )
    expected = naive.maximal_bicliques(GRAPHS["dense"])
    listed = pairs(found.to_frame().compute())
    assert len(listed) == len(expected)
    assert set(listed) == expected


def test_a_single_root_without_memory_enough_is_an_error(client):
    with pytest.raises(over_dask.PartitionError, match=r"MemoryBudgetError.*raise"):
        over_dask.maximal_bicliques(frame_of(GRAPHS["dense"]), memory_budget="1kB")


def test_no_roots_without_memory_enough_are_an_error(client):
    ddf = dd.from_pandas(pd.DataFrame({"user": [1], "item": [2]}), npartitions=1)
    call = DaskCall(ddf[ddf["user"] > 1], None, None, "auto", None, 2, None, client)
    plan, options = call.enumeration(1, 1)
    with pytest.raises(over_dask.PartitionError, match="MemoryError"):
        call.gathered(hungry, plan, options, -1)


def hungry_root(task, number):
    """A search with memory enough but for one partition, and pairs of its root."""
    if task.planned.number == number and (
        task.planned.root_splits == 0 or task.roots > 1
    ):
        raise MemoryError
    return tasks.enumerate_(task)


def test_a_single_root_without_memory_enough_is_taken_apart(client):
    call = DaskCall(
        frame_of(GRAPHS["dense"]), None, None, "auto", None, 45, None, client
    )
    plan, options = call.enumeration(1, 1)
    single = next(each.number for each in plan.partitions if each.roots == 1)
    parts = call.futures(hungry_root, plan, options, single)
    assert max(each.root_splits for each in parts) == 2
    found = over_dask.DaskBicliques(client, parts)
    expected = naive.maximal_bicliques(GRAPHS["dense"])
    listed = pairs(found.to_frame().compute())
    assert len(listed) == len(expected)
    assert set(listed) == expected


def test_a_heavy_root_is_dealt_in_shares(client, tmp_path):
    edges = graphs.random_graph(20, 15, 0.5, seed=3)
    ddf, expected = frame_of(edges), naive.maximal_bicliques(edges)
    found = over_dask.maximal_bicliques(ddf, partitions=40)
    assert any(row["partition"].endswith("-1") for row in found.report)
    assert sum(row["roots"] for row in found.report) in (20, 15)
    listed = pairs(found.to_frame().compute())
    assert len(listed) == len(expected)
    assert set(listed) == expected
    for _ in range(2):
        n = over_dask.write_maximal_bicliques(ddf, tmp_path, partitions=40)
        assert n == len(expected) == sum(graphs.read(tmp_path).values())
    table = over_dask.biclique_counts(ddf, 3, 4, partitions=40)
    for row in table.itertuples():
        assert row.count == naive.biclique_count(edges, row.p, row.q)


@pytest.mark.parametrize("partitions", [1, 40])
def test_text_is_written_whatever_pieces_it_came_in(partitions, client, tmp_path):
    for edges in (graphs.crown(2), graphs.crown(6)):
        edges = graphs.relabelled(edges, "int", "str")
        path = tmp_path / str(len(edges))
        over_dask.write_maximal_bicliques(frame_of(edges), path, partitions=partitions)
        assert graphs.read(path) == dict.fromkeys(naive.maximal_bicliques(edges), 1)


def hungry_write(task, path, roots):
    """Writes a partition, but fails at the end if there are more roots."""
    n = tasks.write(task, path)
    if task.roots > roots:
        raise MemoryError
    return n


def test_halves_are_written_and_resumed(client, tmp_path):
    ddf, expected = frame_of(GRAPHS["dense"]), naive.maximal_bicliques(GRAPHS["dense"])
    call = DaskCall(ddf, None, None, "auto", None, 2, None, client)
    plan, options = call.enumeration(1, 1)
    open_folder(tmp_path, 2, plan, options)
    call.gathered(hungry_write, plan, options, str(tmp_path), 8)
    names = sorted(path.name for path in tmp_path.iterdir() if path.is_dir())
    assert "partition-00000-0-1" in names
    assert sum(graphs.read(tmp_path).values()) == len(expected)
    shutil.rmtree(tmp_path / names[-1])  # half of something
    for _ in range(2):
        n = over_dask.write_maximal_bicliques(ddf, tmp_path, partitions=2)
        assert n == len(expected) == sum(graphs.read(tmp_path).values())
    assert set(graphs.read(tmp_path)) == expected


def test_a_sample_of_the_edges_is_enough(client, monkeypatch):
    monkeypatch.setattr("cugraph_biclique.dask.partitioning.FEW", 8)
    monkeypatch.setattr("cugraph_biclique.dask.partitioning.MANY", 200)
    edges = GRAPHS["dense"]
    expected = len(naive.maximal_bicliques(edges))
    for options in ({"partitions": 6}, {"partitions": 1, "memory_budget": "300kB"}):
        found = over_dask.maximal_bicliques(frame_of(edges), **options)
        assert len(found) == expected
        assert len(found.report) > 1


def held_up(task, folder, name):
    """Fails in the first partition, and waits for an event in all others."""
    if task.planned.name == "00000":
        raise ValueError("on purpose")
    (Path(folder) / task.planned.name).touch()
    assert distributed.Event(name).wait(60)


def test_an_error_stops_the_other_partitions(client, tmp_path):
    call = DaskCall(
        frame_of(GRAPHS["dense"]), None, None, "auto", None, 12, None, client
    )
    plan, options = call.enumeration(1, 1)
    event = distributed.Event(client=client)
    with pytest.raises(over_dask.PartitionError, match="on purpose") as kept:
        call.gathered(held_up, plan, options, str(tmp_path), event.name)
    event.set()
    # Tasks that were not cancelled would run before these.
    last = [client.submit(os.getpid, workers=w, pure=False) for w in client.nthreads()]
    distributed.wait(last, timeout=60)
    # Each worker begins another task or two before it knows that they are cancelled.
    assert len(list(tmp_path.iterdir())) <= 6
    assert len(plan.partitions) == 12
    assert kept.value is not None


def no_frame():
    raise MemoryError("no room")


def test_an_error_of_cutting_names_its_partition(client):
    call = DaskCall(
        frame_of(GRAPHS["crown"]), None, None, "auto", None, 2, None, client
    )
    plan, options = call.enumeration(1, 1)
    frames = [client.submit(no_frame, pure=False) for _ in plan.frames]
    plan = plan._replace(frames=frames)
    with pytest.raises(
        over_dask.PartitionError, match=r"0000\d of 2.*extracted: Memory"
    ):
        call.gathered(tasks.count, plan, options)


def deadly(task, path, roots):
    """Writes a partition, but kills its worker if there are more roots."""
    n = tasks.write(task, path)
    if task.roots > roots:
        os.kill(os.getpid(), signal.SIGKILL)
    return n


@pytest.mark.parametrize("roots", [30, 0])
def test_a_partition_that_kills_its_workers_is_halved_or_named(roots, tmp_path):
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        ddf = frame_of(GRAPHS["dense"], npartitions=1)
        call = DaskCall(ddf, None, None, "auto", None, 1, None, client)
        plan, options = call.enumeration(1, 1)
        open_folder(tmp_path, 1, plan, options)
        if not roots:
            with pytest.raises(
                over_dask.PartitionError, match=r"00000-\d.*killed every"
            ):
                call.gathered(deadly, plan, options, str(tmp_path), roots)
            return
        found = call.gathered(deadly, plan, options, str(tmp_path), roots)
        assert len(found) > 1
        assert sum(found) == len(naive.maximal_bicliques(GRAPHS["dense"]))
        assert sum(graphs.read(tmp_path).values()) == sum(found)


# Files


def test_written_results_are_the_whole_and_are_resumed(client, tmp_path):
    ddf, folder = frame_of(GRAPHS["dense"]), tmp_path / "out"
    expected = naive.maximal_bicliques(GRAPHS["dense"])
    n = over_dask.write_maximal_bicliques(ddf, folder, partitions=4)
    read = graphs.read(folder)
    assert n == len(expected) == sum(read.values())
    assert set(read) == expected
    parts = sorted(path for path in folder.iterdir() if path.is_dir())
    assert len(parts) > 1
    kept = [file.stat().st_mtime_ns for file in parts[0].glob("*.parquet")]
    shutil.rmtree(parts[-1])  # as if the cluster had died before
    assert over_dask.write_maximal_bicliques(ddf, folder, partitions=4) == n
    assert set(graphs.read(folder)) == expected
    assert kept == [file.stat().st_mtime_ns for file in parts[0].glob("*.parquet")]
    others = {
        "with partitions=4 instead of 2:": {"partitions": 2},
        "with min_left=1 instead of 2:": {"partitions": 4, "min_left": 2},
    }
    for difference, options in others.items():
        with pytest.raises(FileExistsError, match=difference):
            over_dask.write_maximal_bicliques(ddf, folder, **options)


def test_a_cluster_that_dies_is_resumed_by_another(tmp_path):
    ddf = frame_of(graphs.crown(14))
    stopped = []

    def die(done, total):
        if done > total // 3:
            stopped.append(done)
            raise KeyboardInterrupt

    options = {"partitions": 8}
    for progress in (die, None):
        with (
            distributed.LocalCluster(
                n_workers=1, threads_per_worker=1, dashboard_address=":0"
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            try:
                n = over_dask.write_maximal_bicliques(
                    ddf, tmp_path, progress=progress, client=client, **options
                )
            except KeyboardInterrupt:
                continue
    assert stopped
    assert n == 2**14 - 2
    assert sum(graphs.read(tmp_path).values()) == n


def test_another_graph_of_the_same_shape_is_refused(client, tmp_path):
    over_dask.write_maximal_bicliques(frame_of(GRAPHS["crown"]), tmp_path, partitions=3)
    swap = {0: 1, 1: 0}
    other = [(u, swap.get(v, v)) for u, v in GRAPHS["crown"]]
    with pytest.raises(FileExistsError, match="a different graph"):
        over_dask.write_maximal_bicliques(frame_of(other), tmp_path, partitions=3)


def test_partitions_find_about_as_much_where_all_is_near(client):
    chance = np.random.default_rng(1)
    ends = (chance.random((2, 9000)) ** 2 * [[300], [120]]).astype(int).T.tolist()
    found = over_dask.maximal_bicliques(frame_of(ends), partitions=8)
    each = [row["bicliques"] for row in found.report]
    assert len(each) == 8
    assert max(each) < 1.3 * np.mean(each)  # packed, the largest is 1.6 times the mean


def test_a_cluster_of_another_size_goes_on(client, tmp_path, monkeypatch):
    ddf = frame_of(GRAPHS["crown"])
    n = over_dask.write_maximal_bicliques(ddf, tmp_path)
    threads = dict.fromkeys(client.nthreads(), 3)
    monkeypatch.setattr(type(client), "nthreads", lambda self: threads)
    assert over_dask.write_maximal_bicliques(ddf, tmp_path) == n


@pytest.mark.parametrize("name", ["crown", "dense"])
def test_a_frame_in_other_pieces_goes_on(name, client, tmp_path):
    expected = len(naive.maximal_bicliques(GRAPHS[name]))
    for npartitions in (6, 1):
        ddf = frame_of(GRAPHS[name], npartitions=npartitions)
        n = over_dask.write_maximal_bicliques(ddf, tmp_path, partitions=12)
        assert n == expected == sum(graphs.read(tmp_path).values())


def test_a_relative_path_is_the_client_s(client, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    n = over_dask.write_maximal_bicliques(frame_of(GRAPHS["crown"]), "out")
    assert sum(graphs.read(tmp_path / "out").values()) == n


def test_the_example_job_goes_from_parquet_to_parquet(cluster, tmp_path):
    edges = pd.DataFrame(GRAPHS["dense"], columns=["user", "item"])
    edges.assign(weight=1).to_parquet(tmp_path / "edges.parquet")
    job = Path(__file__).parents[1] / "examples" / "dask_cuda_job.py"
    arguments = [str(tmp_path / "edges.parquet"), str(tmp_path / "groups")]
    arguments += ["--left", "user", "--right", "item", "--cpu", "-k", "3"]
    arguments += ["--bicliques", str(tmp_path / "found"), "--scheduler"]
    expected = cb.groups(edges, 3, engine="cpu")
    for _ in range(2):  # the second run finds both data sets complete
        n = runpy.run_path(str(job))["main"]([*arguments, cluster.scheduler_address])
        assert n == len(expected) == cb.verify_data_set(tmp_path / "groups")
    written = pd.read_parquet(tmp_path / "groups")
    numbers = expected.summary.columns
    pd.testing.assert_frame_equal(written[numbers], expected.summary)
    assert written["left"].map(list).tolist() == expected.to_frame()["left"].tolist()
    n = cb.maximal_biclique_count(edges, min_left=2, min_right=2, engine="cpu")
    assert n == sum(graphs.read(tmp_path / "found").values())


# The cluster


def test_a_client_that_is_not_the_current_one(cluster):
    with distributed.Client(cluster, set_as_default=False) as other:
        ddf, expected = frame_of(GRAPHS["crown"]), 2**8 - 2
        options = {"partitions": 3, "client": other}
        assert over_dask.maximal_biclique_count(ddf, **options) == expected
        assert over_dask.biclique_count(ddf, 1, 1, **options) == 8 * 7
        found = over_dask.maximal_bicliques(ddf, **options)
        assert len(other.compute(found.left, sync=True)) > 0


def test_frames_are_made_when_they_are_computed(client):
    found = over_dask.maximal_bicliques(frame_of(GRAPHS["dense"]), partitions=4)
    left = found.left
    held = [key for keys in client.has_what().values() for key in keys]
    assert not [key for key in held if "_frame" in str(key)]
    assert len(left) == found.sizes["n_left"].sum().compute()


def test_a_task_leaves_the_threads_of_its_worker_alone(client):
    before = client.run(numba.get_num_threads)
    over_dask.maximal_biclique_count(frame_of(GRAPHS["crown"]), partitions=2)
    ours = client.submit(numba.get_num_threads, pure=False).result()
    assert ours == max(before.values())


def test_categoricals_have_the_roots_that_there_are(client):
    frame = pd.DataFrame(GRAPHS["crown"], columns=["user", "item"])
    frame["item"] = pd.Categorical(frame["item"], categories=range(50))
    ddf = dd.from_pandas(frame, npartitions=2)
    found = over_dask.maximal_bicliques(ddf, partitions=2)
    assert sum(row["roots"] for row in found.report) == 8
    assert len(found) == 2**8 - 2


# What cannot be done


def test_what_is_no_client(client):
    ddf = dd.from_pandas(graphs.as_frame([(0, 1)]), npartitions=1)
    address = client.scheduler.address
    with pytest.raises(
        TypeError, match=r"client must be a distributed.Client, not str"
    ):
        over_dask.groups(ddf, 2, client=address)
    closed = distributed.Client(address, set_as_default=False)
    closed.close()
    with pytest.raises(ValueError, match="client is closed: create a new one"):
        over_dask.biclique_count(ddf, 2, 2, client=closed)


def test_a_result_ends_with_its_client(client):
    mine = distributed.Client(client.scheduler.address, set_as_default=False)
    ddf = frame_of(GRAPHS["crown"])
    found = over_dask.maximal_bicliques(ddf, client=mine)
    mine.close()
    for ask in (lambda: found.nlargest(2), lambda: found.left, found.to_frame):
        with pytest.raises(ValueError, match=r"result is closed.*repeat the call"):
            ask()


def test_what_is_no_frame(client):
    ddf = dd.from_pandas(graphs.as_frame([(0, 1)]), npartitions=1)
    for other in (ddf["user"], dask.delayed(graphs.as_frame([(0, 1)]))):
        with pytest.raises(TypeError, match="ddf must be a Dask DataFrame of edges"):
            over_dask.groups(other, 2)


def test_an_engine_that_no_worker_has(client):
    ddf = dd.from_pandas(graphs.as_frame([(0, 1)]), npartitions=1)
    for call in (over_dask.groups, over_dask.largest_bicliques):
        with pytest.raises(cb.EngineUnavailableError, match="engine='gpu'"):
            call(ddf, 2, engine="gpu")


def test_without_a_client_there_is_an_error(monkeypatch):
    def no_client(*arguments, **options):
        raise ValueError("No global client found")

    monkeypatch.setattr(clients, "get_client", no_client)
    with pytest.raises(ValueError, match=r"no Dask client.*distributed\.Client\(\)"):
        over_dask.maximal_biclique_count(frame_of(GRAPHS["crown"]))


def test_a_frame_of_pandas_is_sent_to_the_other_call(client):
    with pytest.raises(TypeError, match=r"Dask DataFrame.*from_pandas"):
        over_dask.maximal_biclique_count(graphs.as_frame(GRAPHS["crown"]))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"left": "who"}, ValueError, "left='who'"),
        ({"min_left": 0}, ValueError, "min_left=0"),
        ({"partitions": 0}, ValueError, "partitions=0"),
        ({"engine": "tpu"}, ValueError, "engine='tpu'"),
        ({"memory_budget": "much"}, ValueError, "memory_budget"),
    ],
)
def test_bad_arguments_are_named(options, error, message, client):
    with pytest.raises(error, match=message):
        over_dask.maximal_bicliques(frame_of(GRAPHS["crown"]), **options)


@pytest.mark.parametrize("min_left", [1, 2])
@pytest.mark.parametrize("users", [[1.0, None, 3.0], ["a", None, "c"]])
def test_nulls_are_refused(users, min_left, client):
    frame = pd.DataFrame({"user": users, "item": [1, 2, 2]})
    ddf = dd.from_pandas(frame, npartitions=2)
    with pytest.raises(ValueError, match="'user' are null in 1 edge,"):
        over_dask.maximal_biclique_count(ddf, min_left=min_left)


def objects(edges):
    """A Dask frame of two partitions, whose labels stay objects."""
    half = len(edges) // 2
    parts = [dask.delayed(part) for part in (edges[:half], edges[half:])]
    with dask.config.set({"dataframe.convert-string": False}):
        return dd.from_delayed(parts, meta=edges[:0], verify_meta=False)


def test_a_partition_without_bicliques_writes_labels_of_the_type_of_the_others(
    tmp_path, client
):
    """Of a column of objects, only labels tell the type."""
    square = [(left, right) for left in (0, 4, 6, 7, 8) for right in (b"v0", b"v2")]
    star = [(left, b"v1") for left in (0, 1, 2, 3, 5)]
    edges = pd.DataFrame(square + star, columns=["left", "right"])
    n = over_dask.write_maximal_bicliques(
        objects(edges), tmp_path, engine="cpu", min_left=2, min_right=2
    )
    found = pd.read_parquet(tmp_path)
    assert n == len(found) == 1
    assert sorted(found["right"][0]) == [b"v0", b"v2"]


def test_labels_of_several_types_in_several_partitions_are_refused(tmp_path, client):
    crown = [(left, right) for left in (1, 2) for right in (3, 4)]
    other = [(left + 10, f"v{right}") for left, right in crown]
    edges = pd.DataFrame(crown + other, columns=["left", "right"])
    edges["right"] = edges["right"].astype(object)
    with pytest.raises(TypeError, match=r"right labels .* several types, such as"):
        over_dask.write_maximal_bicliques(
            objects(edges), tmp_path, partitions=4, engine="cpu"
        )
