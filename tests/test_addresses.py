# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Files at addresses: fsspec's store in memory stands for all of them.

Modules: `inputs/files/addresses.py`.
"""

import io
from pathlib import Path

import pandas as pd
import pytest

import cugraph_biclique as cb
from cugraph_biclique.data import southern_women

fsspec = pytest.importorskip("fsspec")

WOMEN = southern_women().iloc[:, :2]


@pytest.fixture
def store():
    system = fsspec.filesystem("memory")
    yield system
    system.store.clear()


def packed(frame, how):
    content = io.BytesIO()
    getattr(frame, f"to_{how}")(content, index=False)
    return content.getvalue()


@pytest.mark.parametrize("name", ["women.csv", "women.parquet", "women.csv.gz"])
def test_a_file_is_read(name, store, tmp_path):
    local = tmp_path / name
    if name.endswith("parquet"):
        WOMEN.to_parquet(local)
    else:
        WOMEN.to_csv(local, index=False)
    store.pipe_file(f"/bucket/{name}", local.read_bytes())
    found = cb.read_edges(f"memory://bucket/{name}", *WOMEN)
    pd.testing.assert_frame_equal(found, cb.read_edges(local, *WOMEN))
    assert cb.maximal_biclique_count(found) == 63


def test_the_files_of_a_pattern_are_read_in_order(store):
    parts = WOMEN[50:], WOMEN[:50]
    for number, part in enumerate(parts):
        store.pipe_file(f"/bucket/part-{1 - number}.csv", packed(part, "csv"))
    found = cb.read_edges("memory://bucket/part-*.csv", *WOMEN)
    assert found.to_numpy().tolist() == WOMEN.to_numpy().tolist()


def test_an_address_in_a_chain(store):
    store.pipe_file("/bucket/women.csv", packed(WOMEN, "csv"))
    found = cb.read_edges("simplecache::memory://bucket/women.csv", *WOMEN)
    assert len(found) == len(WOMEN)


def test_an_address_of_a_local_file(tmp_path):
    path = tmp_path / "women.csv"
    WOMEN.to_csv(path, index=False)
    assert len(cb.read_edges(f"file://{path}", *WOMEN)) == len(WOMEN)


def test_a_command_reads_an_address(tmp_path, capsys):
    from cugraph_biclique import cli

    path = tmp_path / "women.csv"
    WOMEN.to_csv(path, index=False)
    sides = ["--left", "woman", "--right", "event"]
    assert cli.main(["count", f"file://{path}", "-p", "2", "-q", "2", *sides]) == 0
    assert capsys.readouterr().out.strip() == "341"


@pytest.mark.parametrize(
    ("address", "error", "message"),
    [
        ("memory://bucket/nothing.csv", FileNotFoundError, "no such file: memory://"),
        ("memory://bucket/*.txt", FileNotFoundError, "no file matches memory://"),
        ("memory://bucket", ValueError, r"is a folder: pass a pattern .*\\*.parquet"),
        ("nowhere://bucket/a.csv", ValueError, "Protocol not known: nowhere"),
        ("Nowhere://bucket/a.csv", ValueError, "Protocol not known: Nowhere"),
        (Path("memory://bucket/a.csv"), ValueError, "without its second slash"),
    ],
)
def test_what_cannot_be_read(address, error, message, store):
    store.pipe_file("/bucket/part.csv", packed(WOMEN, "csv"))
    with pytest.raises(error, match=message):
        cb.read_edges(address)


def test_without_fsspec(monkeypatch):
    home = "cugraph_biclique.inputs.files.addresses.find_spec"
    monkeypatch.setattr(home, lambda _: None)
    with pytest.raises(ImportError, match="is not installed: pip install fsspec"):
        cb.read_edges("s3://bucket/a.csv")
