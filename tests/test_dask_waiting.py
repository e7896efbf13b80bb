# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Calls on a cluster whose workers do nothing end with an error.

Modules: `dask/waiting.py`.
"""

import asyncio
import re
import threading
from pathlib import Path

import pytest

import cugraph_biclique as cb
import graphs

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

import cugraph_biclique.dask as over_dask  # noqa: E402
from cugraph_biclique.dask.waiting import LIMIT, computed, gathered  # noqa: E402

HERE = Path(over_dask.__file__).parent


@pytest.fixture
def cluster():
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=False,
            memory_limit=0,
            dashboard_address=":0",
        ) as cluster,
        distributed.Client(cluster),
        dask.config.set({LIMIT: "1s"}),
    ):
        yield cluster


@pytest.fixture
def edges():
    import dask.dataframe as dd

    frame = graphs.as_frame(graphs.random_graph(20, 15, 0.4, seed=1))
    return dd.from_pandas(frame, npartitions=4)


@pytest.mark.parametrize("partitions", [None, 3])
def test_paused_workers_end_the_call(partitions, cluster, edges):
    for worker in cluster.workers.values():
        worker.status = distributed.Status.paused
    with pytest.raises(cb.StalledClusterError, match="2 of 2 workers are paused"):
        over_dask.maximal_biclique_count(edges, partitions=partitions)


@pytest.mark.parametrize("partitions", [None, 3])
def test_data_that_never_arrives_ends_the_call(partitions, cluster, edges):
    async def never(**_):
        await asyncio.Event().wait()

    for worker in cluster.workers.values():
        worker.handlers["get_data"] = never
    with pytest.raises(cb.StalledClusterError, match="data that does not arrive"):
        over_dask.maximal_biclique_count(edges, partitions=partitions)


def test_a_long_task_is_no_stall(cluster):
    client, event = distributed.get_client(), distributed.Event()
    long = client.submit(event.wait)
    threading.Timer(2.5, event.set).start()
    assert gathered(long)


def test_results_have_the_form_of_the_tasks(cluster):
    client = distributed.get_client()
    one, two = client.map(abs, [-1, -2])
    assert gathered([one, two]) == [1, 2]
    assert gathered({"a": two}) == {"a": 2}
    assert gathered(one) == 1
    assert gathered([]) == []
    assert computed(dask.delayed(abs)(-3), dask.delayed(abs)(-4)) == (3, 4)


def test_an_error_ends_the_wait_for_the_other_tasks(cluster):
    client, event = distributed.get_client(), distributed.Event()
    waits = client.submit(event.wait)
    with pytest.raises(ZeroDivisionError):
        gathered([waits, client.submit(lambda: 1 // 0)])
    event.set()


def test_all_modules_wait_in_one():
    waits = re.compile(
        r"dask\.compute\(|\.gather\(|\w\.result\(\)|\bas_completed\b"
        r"|import .*\bwait\b"
    )
    for path in HERE.glob("*.py"):
        code = re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL)
        found = [line for line in code.splitlines() if waits.search(line)]
        if path.name != "waiting.py":
            # Tasks that have ended raise their errors, and methods have the same name.
            ended = re.compile(r"# raises the error|self\.result\(\)")
            assert not [line for line in found if not ended.search(line)], path.name
