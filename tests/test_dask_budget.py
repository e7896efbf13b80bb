# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The default budget over Dask: what workers have, and that frames keep within it.

Modules: `dask/budget.py`.
"""

import os
from types import SimpleNamespace

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

from distributed import futures_of  # noqa: E402 (where there is Dask)

import cugraph_biclique.dask as over_dask  # noqa: E402
from cugraph_biclique.dask import budget, call, reading, tasks  # noqa: E402
from cugraph_biclique.dask.budget import Room, smallest  # noqa: E402
from cugraph_biclique.dask.edges import EDGE_BYTES  # noqa: E402
from cugraph_biclique.device import memory  # noqa: E402
from cugraph_biclique.host.memory_limits import UNLIMITED  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals"),
]

LIMIT = 1 << 30
BUDGET = 16 << 20  # of a task: the edges of a partition take a quarter


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            memory_limit=LIMIT,
            dashboard_address=":0",
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


# What workers have


def test_the_worker_with_the_least_per_thread_decides():
    rooms = [Room("a", 1, 1000, UNLIMITED), Room("b", 4, 2000, UNLIMITED)]
    assert smallest(rooms) == 400  # 80 % of a quarter of 2,000


def test_workers_of_a_host_share_what_it_has_free():
    rooms = [Room("a", 1, UNLIMITED, 900), Room("a", 2, UNLIMITED, 1000)]
    assert smallest(rooms) == 240
    assert smallest(rooms[:1]) == 720


def test_a_worker_without_memory_still_has_a_budget():
    assert smallest([Room("a", 1, 0, 0)]) == 1


def test_without_workers_there_is_no_default():
    assert smallest([]) is None


def worker_with(limit, used, threads=2, data=()):
    """What `room` reads of a Dask worker."""
    tasks = {key: SimpleNamespace(nbytes=size) for key, size in data}
    return SimpleNamespace(
        ip="a",
        state=SimpleNamespace(nthreads=threads, tasks=tasks),
        memory_manager=SimpleNamespace(memory_limit=limit),
        monitor=SimpleNamespace(get_process_memory=lambda: used),
        data=dict.fromkeys(tasks),
        plugins={"other": object()},
    )


@pytest.mark.parametrize(
    ("limit", "used", "left"),
    [(1000, 300, 700), (1000, 990, 250), (None, 300, UNLIMITED)],
)
def test_on_cores_the_limit_of_the_worker_counts(limit, used, left, monkeypatch):
    monkeypatch.setattr(budget, "free_memory", lambda: 5000)
    assert budget.room("cpu", worker_with(limit, used)) == Room("a", 2, left, 5000)


@pytest.fixture
def device(monkeypatch):
    """A pretended device, whose RMM pool reports neither its use nor its maximum."""
    monkeypatch.setattr(budget, "select_engine", lambda engine: "gpu")
    monkeypatch.setattr(
        memory,
        "free_memory",
        lambda used, most: memory._from_rmm(PoolMemoryResource(), 900, used, most),
    )


class PoolMemoryResource:
    def pool_size(self):
        return 100


def test_on_a_device_its_free_memory_counts(device):
    worker = worker_with(10, 9, threads=1, data=[("x", 10), ("y", 20)])
    assert budget.room("auto", worker) == Room("a", 1, 970, UNLIMITED)
    assert smallest([budget.room("auto", worker)]) == 776


@pytest.mark.parametrize(("used", "left"), [(30, 170), (190, 50)])
def test_a_pool_has_no_more_than_its_maximum(used, left, device):
    worker = worker_with(10, 9, threads=1, data=[("x", used)])
    worker.plugins["rmm"] = SimpleNamespace(maximum_pool_size=200)
    worker.plugins["no pool"] = SimpleNamespace(maximum_pool_size="1GB")  # not parsed
    assert budget.room("auto", worker) == Room("a", 1, left, UNLIMITED)


def test_what_dask_cuda_has_moved_to_the_host_uses_no_device(device):
    worker = worker_with(10, 9, threads=1, data=[("x", 10), ("y", 20)])
    worker.data = SimpleNamespace(device={"x": None})
    assert budget.held(worker) == 10


@pytest.mark.parametrize(("limit", "of_task"), [(600, 480), (4000, 776)])
def test_cliques_need_memory_of_the_device_and_of_its_host(
    limit, of_task, device, monkeypatch
):
    chosen = {"auto": "gpu", "cpu": "cpu"}
    monkeypatch.setattr(budget, "select_engine", chosen.get)
    monkeypatch.setattr(budget, "free_memory", lambda: 5000)
    worker = worker_with(limit, 0, threads=1, data=[("x", 10), ("y", 20)])
    monkeypatch.setattr(tasks, "get_worker", lambda: worker)
    assert tasks.budget_of_task(tasks.CliqueOptions()) == of_task
    assert tasks.budget_of_task(tasks.BicliqueOptions("right")) == 776


def test_an_engine_that_no_worker_can_run(client):
    with pytest.raises(ValueError, match="engine='no engine' is unknown"):
        budget.default_budget(client, "cpu", "no engine")


@pytest.mark.slow
def test_processes_with_a_limit_have_no_more_than_it(client):
    found = budget.default_budget(client, "cpu")
    assert LIMIT // 8 < found < 0.8 * LIMIT


# What is cut


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(call, "default_budget", lambda client, engine: BUDGET)


@pytest.mark.slow
def test_frames_keep_within_the_default(client, small):
    frame = graphs.communities(15_000)
    most = BUDGET // call.BUDGET_TO_EDGES
    assert len(frame) * EDGE_BYTES > 4 * most
    this = call.DaskCall(
        dd.from_pandas(frame, npartitions=2), None, None, "cpu", None, 1, None, client
    )
    assert this.most_bytes == most
    with this.on_workers():
        lists = client.gather([futures_of(each)[0] for each in this.edges().lists])
    assert len(lists) >= 4
    assert max(len(roots) for _, _, roots in lists) * EDGE_BYTES < 1.5 * most
    plan, _ = this.enumeration(1, 1)
    sizes = client.gather(client.map(len, plan.frames))
    assert len(sizes) > 4
    assert max(sizes) * EDGE_BYTES < 1.5 * most


@pytest.mark.slow
def test_answers_are_those_without_a_limit(client, small, tmp_path):
    frame = graphs.communities(15_000, seed=2)
    ddf = dd.from_pandas(frame, npartitions=2)
    expected = cb.maximal_biclique_count(frame, engine="cpu")
    n = over_dask.write_maximal_bicliques(ddf, tmp_path / "out", engine="cpu")
    assert n == expected
    assert len(list((tmp_path / "out").glob("partition-*"))) > 4
    p_q = over_dask.biclique_count(ddf, 2, 3, engine="cpu")
    assert p_q == cb.biclique_count(frame, 2, 3, engine="cpu")


@pytest.mark.slow
def test_a_graph_within_the_default_is_cut_as_before(client, monkeypatch):
    frame = dd.from_pandas(graphs.communities(100), npartitions=2)
    arguments = frame, None, None, "cpu", None, 3, None, client
    digests = set()
    for most in (1 << 60, BUDGET):
        monkeypatch.setattr(call, "default_budget", lambda *_, most=most: most)
        plan, _ = call.DaskCall(*arguments).enumeration(1, 1)
        digests.add((plan.digest_of_assignment, len(plan.partitions)))
    assert len(digests) == 1


@pytest.mark.slow
def test_a_data_set_is_resumed_by_workers_with_less_memory(
    client, monkeypatch, tmp_path
):
    ddf = dd.from_pandas(graphs.communities(15_000), npartitions=2)
    found = []
    for most in (BUDGET, BUDGET // 2):
        monkeypatch.setattr(call, "default_budget", lambda *_, most=most: most)
        found.append(over_dask.write_maximal_bicliques(ddf, tmp_path, engine="cpu"))
    assert found[0] == found[1] > 0


@pytest.mark.slow
def test_a_default_that_decides_nothing_leaves_no_trace(client, monkeypatch, tmp_path):
    ddf = dd.from_pandas(graphs.communities(100), npartitions=2)
    written = []
    for most in (BUDGET, 3 * BUDGET):
        monkeypatch.setattr(call, "default_budget", lambda *_, most=most: most)
        folder = tmp_path / str(len(written))
        over_dask.write_maximal_bicliques(ddf, folder, engine="cpu")
        written.append((folder / "_manifest" / "manifest.parquet").read_bytes())
    assert written[0] == written[1]


def test_free_memory_that_varies_a_little_cuts_in_the_same_way():
    assert {call.rounded(size) for size in (1 << 30, (1 << 30) + 1, (1 << 31) - 1)} == {
        1 << 30
    }
    assert call.rounded(1) == 1


def test_tasks_share_the_memory_of_their_host():
    rooms = [Room("a", 2, own=1 << 40, shared=1000)]
    assert smallest(rooms) == 400
    assert smallest(rooms, {"a": 8}) == 100  # 80 % of an eighth


def test_the_table_of_categories_is_no_part_of_an_edge():
    """Each frame has all of it, so more frames would not make it smaller."""
    labels = pd.CategoricalDtype(map("label {}".format, range(100_000)))
    frame = graphs.communities(100).astype(str).map("label {}".format).astype(labels)
    columns = frame.set_axis(["left", "right"], axis=1)
    for some in (columns, columns[:3]):
        n, size, nulls = reading._size(some)
        assert n == len(some)
        assert size < 16
        assert nulls == (0, 0)


@pytest.mark.slow
def test_a_small_partition_of_categories_changes_nothing(client):
    labels = pd.CategoricalDtype(map(str, range(100_000)))
    frame = graphs.communities(100).astype(str).astype(labels)
    ddf = dd.concat(
        [dd.from_pandas(frame[3:], npartitions=2), dd.from_pandas(frame[:3], 1)],
        interleave_partitions=True,
    )
    this = call.DaskCall(ddf, None, None, "cpu", "64MiB", 3, None, client)
    with this.on_workers():
        numbers = this.edges().numbers
    assert not numbers.where.limited
    assert numbers.owners <= 3
