# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls over Dask-cuDF frames, with a worker for each of two GPUs or more."""

import os
import signal

import pandas as pd
import pytest

import graphs
import naive

pytestmark = pytest.mark.mg

DENSE = graphs.random_graph(60, 45, 0.4, seed=20)


@pytest.fixture(scope="module")
def client():
    dask_cuda = pytest.importorskip("dask_cuda")
    distributed = pytest.importorskip("distributed")
    with (
        dask_cuda.LocalCUDACluster(dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def over_dask(client):
    import cugraph_biclique.dask

    return cugraph_biclique.dask


def frame_of(edges, kind="int64"):
    import cudf
    import dask_cudf

    frame = cudf.DataFrame(edges, columns=["user", "item"]).astype({"user": kind})
    return dask_cudf.from_cudf(frame, npartitions=3)


def pairs(frame):
    frame = frame.to_pandas()
    sides = zip(frame["left"], frame["right"], strict=True)
    return [(frozenset(left), frozenset(right)) for left, right in sides]


@pytest.mark.parametrize("kind", ["int64", "str"])
def test_the_bicliques_are_those_of_the_oracle(kind, over_dask):
    found = over_dask.maximal_bicliques(frame_of(DENSE, kind), partitions=4)
    assert {row["engine"] for row in found.report} == {"gpu"}
    listed = pairs(found.to_frame().compute())
    edges = [(u if kind == "int64" else str(u), v) for u, v in DENSE]
    assert len(listed) == len(found)
    assert set(listed) == set(naive.maximal_bicliques(edges))
    assert type(found.left.compute()).__module__.startswith("cudf")


def test_counts(over_dask):
    ddf = frame_of(DENSE)
    expected = naive.maximal_bicliques(DENSE)
    assert over_dask.maximal_biclique_count(ddf, partitions=3) == len(expected)
    sizes = over_dask.maximal_biclique_sizes(ddf, partitions=3)
    assert sizes["count"].sum() == len(expected)
    for p, q in [(3, 3), (1, 2)]:
        n = over_dask.biclique_count(ddf, p, q, partitions=3)
        assert n == naive.biclique_count(DENSE, p, q)


def test_a_killed_worker_changes_nothing(client, over_dask):
    killed = []

    def kill_one(done, total):
        if not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    n = over_dask.maximal_biclique_count(
        frame_of(graphs.crown(13)), partitions=10, progress=kill_one
    )
    assert killed
    assert n == 2**13 - 2
    client.wait_for_workers(2, timeout=120)


def test_written_results_are_the_whole(over_dask, tmp_path):
    ddf = frame_of(DENSE, "str")
    n = over_dask.write_maximal_bicliques(ddf, tmp_path / "out", partitions=3)
    assert n == len(pd.read_parquet(tmp_path / "out"))
    assert n == len(naive.maximal_bicliques(DENSE))
