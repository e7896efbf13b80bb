# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Other programs read the folder of a data set by its name, without a pattern.

Modules: `results/parquet.py`.
"""

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.results import parquet
from small_data_sets import FRAME, MANIFEST, ROWS_PER_FILE, interrupted

# Warnings of Dask and pandas about each other are not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")

NAMED = graphs.as_frame(
    graphs.relabelled(graphs.random_graph(12, 9, 0.5, seed=30), "str", "int")
)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(parquet.PartWriter, "rows_per_file", ROWS_PER_FILE)


def by_polars(folder):
    polars = pytest.importorskip("polars")
    return polars.read_parquet(folder).rows()


def by_lazy_polars(folder):
    polars = pytest.importorskip("polars")
    return polars.scan_parquet(folder).collect().rows()


def by_pyarrow(folder):
    dataset = pytest.importorskip("pyarrow.dataset")
    rows = dataset.dataset(folder).to_table().to_pylist()
    return [tuple(row.values()) for row in rows]


def by_a_table_of_pyarrow(folder):
    import pyarrow.parquet as pq

    return [tuple(row.values()) for row in pq.read_table(folder).to_pylist()]


def by_pandas(folder):
    return pd.read_parquet(folder).itertuples(index=False)


def by_dask(folder):
    dask = pytest.importorskip("dask")
    dd = pytest.importorskip("dask.dataframe")
    with dask.config.set({"dataframe.convert-string": False}):
        return dd.read_parquet(folder).compute().itertuples(index=False)


def by_duckdb(folder):
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    with duckdb.connect() as connection:
        return connection.execute(f"FROM read_parquet('{folder}')").fetchall()


def by_cudf(folder):
    cudf = pytest.importorskip("cudf")
    return cudf.read_parquet(folder).to_arrow().to_pylist()


READERS = [
    by_polars,
    by_lazy_polars,
    by_pyarrow,
    by_a_table_of_pyarrow,
    by_pandas,
    by_dask,
    by_duckdb,
]


def lists(rows):
    """Sorted rows, in types that are the same from each reader."""
    return sorted((int(n), list(left), list(right)) for n, left, right in rows)


def expected(frame):
    pairs = cb.maximal_bicliques(frame, engine="cpu")
    return {(frozenset(left), frozenset(right)) for left, right in pairs}


def check(frame, rows):
    found = lists(rows)
    assert [n for n, _, _ in found] == list(range(len(found)))
    sets = [(frozenset(left), frozenset(right)) for _, left, right in found]
    assert len(sets) == len(set(sets))
    assert set(sets) == expected(frame)


@pytest.mark.parametrize("slash", ["", "/"])
@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("frame", [FRAME, NAMED], ids=["int", "str"])
def test_a_folder_is_read_by_its_name(frame, read, slash, tmp_path):
    folder = tmp_path / "found"
    n = cb.write_maximal_bicliques(frame, folder, engine="cpu")
    assert n == cb.verify_data_set(folder)
    check(frame, read(f"{folder}{slash}"))


@pytest.mark.parametrize("read", READERS)
def test_a_folder_of_a_result_is_read_by_its_name(read, tmp_path):
    cb.maximal_bicliques(NAMED, engine="cpu").to_parquet(tmp_path / "found")
    check(NAMED, read(f"{tmp_path}/found/"))


@pytest.mark.parametrize("read", READERS)
def test_a_folder_without_bicliques_is_read(read, tmp_path):
    folder = tmp_path / "found"
    assert cb.write_maximal_bicliques(FRAME, folder, min_left=99, engine="cpu") == 0
    assert lists(read(f"{folder}/")) == []


@pytest.mark.parametrize("read", READERS)
def test_the_finished_parts_of_an_interrupted_call_are_read(read, tmp_path):
    folder = interrupted(tmp_path / "begun")
    rows = lists(read(f"{folder}/"))
    assert 0 < len(rows) < 510
    assert [n for n, _, _ in rows] == list(range(len(rows)))


@pytest.mark.parametrize("read", READERS)
def test_a_folder_of_cliques_is_read_by_its_name(read, tmp_path):
    n = cb.write_maximal_cliques(NAMED.astype(str), tmp_path)
    rows = sorted((int(n), list(vertices)) for n, vertices in read(f"{tmp_path}/"))
    assert [number for number, _ in rows] == list(range(n))
    found = cb.maximal_cliques(NAMED.astype(str))
    assert [vertices for _, vertices in rows] == list(found)
    assert cb.write_maximal_cliques(FRAME, tmp_path / "none", min_size=99) == 0
    assert list(read(f"{tmp_path}/none/")) == []


@pytest.fixture(scope="module")
def of_dask(tmp_path_factory):
    """A folder that Dask has written: a folder per partition."""
    distributed = pytest.importorskip("distributed")
    import dask.dataframe as dd

    import cugraph_biclique.dask

    folder = tmp_path_factory.mktemp("dask") / "found"
    with distributed.Client(
        processes=False, n_workers=1, threads_per_worker=2, dashboard_address=":0"
    ):
        edges = dd.from_pandas(FRAME, npartitions=2)
        cugraph_biclique.dask.write_maximal_bicliques(
            edges, folder, engine="cpu", partitions=4
        )
    assert len(list(folder.glob(f"*/{MANIFEST}"))) > 1
    return folder


@pytest.mark.parametrize("read", READERS)
def test_a_folder_that_dask_wrote_is_read_by_its_name(read, of_dask):
    rows = lists(read(f"{of_dask}/"))
    sets = {(frozenset(left), frozenset(right)) for _, left, right in rows}
    assert len(rows) == len(sets) == 510
    assert sets == expected(FRAME)


def test_a_manifest_has_the_columns_of_the_parts_and_no_rows(tmp_path):
    import pyarrow.parquet as pq

    cb.write_maximal_bicliques(NAMED, tmp_path, engine="cpu")
    manifest = pq.read_table(tmp_path / MANIFEST)
    assert manifest.num_rows == 0
    assert manifest.schema.equals(pq.read_schema(tmp_path / "part-00000.parquet"))


@pytest.mark.gpu
@pytest.mark.parametrize("kind", ["int32", "str", "datetime"])
def test_cudf_reads_what_each_engine_wrote(kind, tmp_path, monkeypatch):
    cudf = pytest.importorskip("cudf")
    frames = "cugraph_biclique.results.cudf_frames.PartWriter.rows_per_file"
    monkeypatch.setattr(frames, ROWS_PER_FILE)
    frame = FRAME.astype({"user": "int64", "item": "int32"})
    if kind == "str":
        frame["user"] = frame["user"].astype(str)
    elif kind == "datetime":
        frame["user"] = pd.to_datetime(frame["user"], unit="s")
    for engine, edges in (("cpu", frame), ("gpu", cudf.from_pandas(frame))):
        folder = tmp_path / engine
        assert cb.write_maximal_bicliques(edges, folder, engine=engine) == 510
        assert len(list(folder.glob("*.parquet"))) > 1
        rows = [tuple(row.values()) for row in by_cudf(f"{folder}/")]
        check(frame, rows)
        for read in (by_pyarrow, by_pandas):
            check(frame, read(f"{folder}/"))
